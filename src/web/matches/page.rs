//! `GET /matches/{id}`: the current match, or its position after a ply.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use serde::Deserialize;

use super::{PathMatchId, page_context, page_data, with_own};
use crate::games::{Cell, Seat};
use crate::matches::{MatchStatus, MatchView, PlayerRating, RatingPool, RematchStanding};
use crate::referee::RefereeError;
use crate::store::ExpiringRows;
use crate::texts::tr;
use crate::users::UserId;
use crate::views::boards;
use crate::views::match_page::{self, ConditionalDraft, MatchPage};
use crate::web::http::client_address::ClientSubnet;
use crate::web::{AppState, Caller, HttpResult, WebError, html, is_fragment, reader};

/// Maximum length of the chosen cells, in bytes.
const LONGEST_CHOICE: usize = 256;

/// Maximum length of conditional moves in a URL, in bytes.
const LONGEST_ORDER: usize = 4096;

#[derive(Debug, Default, Deserialize)]
pub struct MatchPageQuery {
    /// The ply after which the position is shown; by default the current one.
    ply: Option<usize>,
    /// The names of the chosen cells, separated by commas.
    from: Option<String>,
    /// Whether cells are chosen step by step.
    along: Option<u8>,
    /// Conditional moves for the form.
    orders: Option<String>,
}

impl MatchPageQuery {
    /// Whether more has to be rendered than the current position.
    fn is_costly(&self) -> bool {
        self.ply.is_some() || self.from.is_some() || self.orders.is_some()
    }
}

/// `GET /matches/{id}`
pub async fn show(
    request: HttpRequest,
    state: Data<AppState>,
    caller: Caller,
    id: PathMatchId,
    look: Query<MatchPageQuery>,
) -> HttpResult {
    if look.is_costly() {
        state
            .limits
            .costly_page(ClientSubnet::asking(&request, &state.config.trusted_proxies), caller.user())?;
    }
    let view = state.referee.get(&id, caller.user()).await?;
    if look.orders.as_ref().is_some_and(|text| text.len() > LONGEST_ORDER) {
        return Err(WebError::TooLongAddress);
    }
    let chosen = chosen_cells(&view, &look)?;
    let page_context = MatchPage {
        // The last one for a number beyond the end.
        ply: look.ply.map(|ply| ply.min(view.m.plies.len())),
        chosen: &chosen,
        along: look.along == Some(1),
        draft: look.orders.as_deref().map(|text| ConditionalDraft { text, problem: None }),
        leaves_preview: request.headers().contains_key(boards::PREVIEW_HEADER),
        ..page_context(&state, &caller, &view)
    };
    if is_fragment(&request) {
        return Ok(html(StatusCode::OK, match_page::fragment(&page_context)));
    }
    let page_context = with_seen(&state, &caller, page_context).await?;
    let own = page_data(&state, &caller, &id).await?;
    let vacation = vacation(&state, &view).await?;
    let counted = view.m.rating_update().is_some();
    let ratings = if counted { state.store.ratings_around(&id).await? } else { Vec::new() };
    let seat_ratings = seat_ratings(&state, &view).await?;
    let rematch = rematch(&state, &caller, &view).await?;
    let muted_players = match caller.user() {
        Some(me) => Some(state.store.user_settings(me).await?.muted_players()),
        None => None,
    };
    let muted_players = muted_players.as_ref();
    let page_context = MatchPage {
        vacation: Some(&vacation),
        ratings: &ratings,
        seat_ratings: &seat_ratings,
        present: state.hub.present(&id),
        rematch,
        muted_players,
        ..with_own(page_context, own.as_ref())
    };
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(StatusCode::OK, match_page::page(reader, &page_context)))
}

/// Adds what the viewer has seen of the match so far, and whether the others have seen all of it.
async fn with_seen<'a>(
    state: &AppState,
    caller: &Caller,
    page_context: MatchPage<'a>,
) -> Result<MatchPage<'a>, WebError> {
    let m = &page_context.view.m;
    let (Some(user), Some(seat), None) = (caller.user(), page_context.viewer.seat(), page_context.ply) else {
        return Ok(page_context);
    };
    // Read marks of matches that ended long ago are deleted.
    let known_since = state.clock.now().after(-ExpiringRows::Seen.period());
    if m.ended_at.is_some_and(|at| at < known_since) {
        return Ok(page_context);
    }
    let mut users = m.others_than(seat);
    users.push(user);
    let mut seen = state.notices.last_seen_of(&users, &m.id).await?;
    let own = seen.pop();
    users.pop();
    let others_saw = match m.plies.last() {
        Some(last) if seen.iter().all(|seq| *seq < last.seq) && m.can_take_back_unasked(seat, 0) => {
            !state.store.sent_since(&users, &m.id, last.at).await?.is_empty()
        }
        _ => true,
    };
    Ok(MatchPage { seen: own, others_saw, ..page_context })
}

/// How an offered rematch stands for a player.
async fn rematch(
    state: &AppState,
    caller: &Caller,
    view: &MatchView,
) -> Result<Option<RematchStanding>, WebError> {
    let player = caller.user().filter(|user| view.m.seat_of(*user).is_some());
    let Some((to, player)) = view.m.rematch.as_ref().zip(player) else { return Ok(None) };
    let rematch = match state.referee.get(to, Some(player)).await {
        Ok(rematch) => Some(rematch),
        Err(RefereeError::NoSuchMatch) => None,
        Err(error) => return Err(error.into()),
    };
    Ok(Some(RematchStanding::of(rematch.as_ref().map(|view| &view.m), player)))
}

/// The ratings of the players of a match that has not ended.
async fn seat_ratings(state: &AppState, view: &MatchView) -> Result<Vec<(UserId, PlayerRating)>, WebError> {
    let m = &view.m;
    if m.ending().is_some() {
        return Ok(Vec::new());
    }
    let pool = RatingPool::of_match(m);
    let keys: Vec<_> = m.seats.iter().filter_map(|(_, user)| Some(((*user)?, m.game, pool))).collect();
    let ratings = state.store.ratings(&keys).await?;
    Ok(ratings.into_iter().map(|((user, ..), rating)| (user, rating)).collect())
}

/// The remaining vacation in hours of all players, if the time control has vacation.
async fn vacation(state: &AppState, view: &MatchView) -> Result<Vec<(Seat, u32)>, WebError> {
    let m = &view.m;
    let protects = m.clocks.as_ref().is_some_and(|clocks| clocks.control().vacation);
    if !protects || m.status != MatchStatus::Playing {
        return Ok(Vec::new());
    }
    let people: Vec<_> = m.still_playing().filter_map(|seat| Some((seat, m.seats[seat]?))).collect();
    let users: Vec<_> = people.iter().map(|(_, user)| *user).collect();
    let left = state.store.vacation_left(&users, state.clock.now()).await?;
    Ok(people.into_iter().map(|(seat, user)| (seat, left.get(&user).copied().unwrap_or(0))).collect())
}

/// The chosen cells, as far as they are valid.
fn chosen_cells(view: &MatchView, look: &MatchPageQuery) -> Result<Vec<Cell>, WebError> {
    let names = look.from.as_deref().unwrap_or_default();
    if names.len() > LONGEST_CHOICE {
        return Err(WebError::BadRequest(tr("Too much is selected.").into()));
    }
    Ok(boards::chosen(&view.m.position, names, look.along == Some(1)))
}
