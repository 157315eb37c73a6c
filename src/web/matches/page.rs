//! `GET /matches/{id}`: the current match, or its position after a ply.

use actix_web::web::Query;
use serde::Deserialize;

use super::ply_number::ply_number;
use super::{PathMatchId, page_context, page_data, with_own};
use crate::games::{Cell, Seat};
use crate::matches::{MatchView, PlayerRating, RatingPool, RematchStanding};
use crate::referee::RefereeError;
use crate::store::ExpiringRows;
use crate::texts::tr;
use crate::users::UserId;
use crate::users::preferences::Absence;
use crate::views::boards;
use crate::views::match_page::{self, ConditionalDraft, MatchPage, PlayerData, PlyChoice, ViewerData};
use crate::web::live::{bot_scores, vacation_left};
use crate::web::{AppState, Caller, HttpResult, RequestOf, WebError, is_fragment, ok, reader};

/// Maximum length of the chosen cells, in bytes.
const LONGEST_CHOICE: usize = 256;

/// Maximum length of conditional moves in a URL, in bytes.
const LONGEST_ORDER: usize = 4096;

#[derive(Debug, Default, Deserialize)]
pub struct MatchPageQuery {
    /// The ply after which the position is shown; by default the current one.
    #[serde(default, deserialize_with = "ply_number")]
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
    (request, state, caller): RequestOf<Caller>,
    id: PathMatchId,
    look: Query<MatchPageQuery>,
) -> HttpResult {
    if look.is_costly() {
        state.limits.costly_page(state.client_subnet(&request), caller.user())?;
    }
    let view = state.referee.get(&id, caller.user()).await?;
    if look.orders.as_ref().is_some_and(|text| text.len() > LONGEST_ORDER) {
        return Err(WebError::TooLongAddress);
    }
    let chosen = chosen_cells(&view, &look)?;
    let page_context = page_context(&request, &state, &caller, &view);
    let draft = look.orders.as_deref().map(|text| ConditionalDraft { text, problem: None });
    let page_context = MatchPage {
        // The last one for a number beyond the end.
        ply: look.ply.map(|ply| ply.min(view.m.plies.len())),
        choice: PlyChoice { cells: &chosen, along: look.along == Some(1), ..PlyChoice::default() },
        own: ViewerData { draft, ..page_context.own },
        ..page_context
    };
    if is_fragment(&request) {
        return ok(match_page::fragment(&page_context));
    }
    let (seen, others_saw) = seen(&state, &caller, &page_context).await?;
    let own = page_data(&state, &caller, &view).await?;
    let vacation = vacation_left(&state.store, &view.m, state.clock.now()).await?;
    let absences = absences(&state, &caller, &view).await?;
    let counted = view.m.rating_update().is_some();
    let ratings = if counted { Some(state.store.ratings_around(&id).await?) } else { None };
    let ratings_before = ratings_before(&state, &view).await?;
    let rematch = rematch(&state, &caller, &view).await?;
    let bot_scores = bot_scores(&state.store, caller.user(), &view).await?;
    let muted_players = match caller.user() {
        Some(me) => Some(state.store.user_settings(me).await?.muted_players()),
        None => None,
    };
    let muted_players = muted_players.as_ref();
    let page_context = with_own(page_context, own.as_ref());
    let page_context = MatchPage {
        own: ViewerData {
            seen,
            rematch,
            muted_players,
            bot_scores: bot_scores.as_deref(),
            ..page_context.own
        },
        players: PlayerData {
            vacation: Some(&vacation),
            absences: &absences,
            others_saw,
            ratings: ratings.as_deref(),
            ratings_before: &ratings_before,
            present: state.hub.present(&id),
        },
        ..page_context
    };
    let reader = reader(&request, &state, &caller).await?;
    ok(match_page::page(reader, &page_context))
}

/// The announced absences of the players of a match that has not ended. Visitors and guests who only watch are not told.
async fn absences(
    state: &AppState,
    caller: &Caller,
    view: &MatchView,
) -> Result<Vec<(Seat, Absence)>, WebError> {
    let (m, now) = (&view.m, state.clock.now());
    let plays = caller.user().is_some_and(|user| m.seat_of(user).is_some());
    if m.ending().is_some() || !(plays || caller.has_account()) {
        return Ok(Vec::new());
    }
    let players: Vec<_> = m.seats.iter().filter_map(|(seat, user)| Some((seat, (*user)?))).collect();
    let users: Vec<_> = players.iter().map(|(_, user)| *user).collect();
    let absences = state.store.absences(&users, now).await?;
    let told = |(seat, user)| Some((seat, *absences.get(&user).filter(|absence| absence.is_told(now))?));
    Ok(players.into_iter().filter_map(told).collect())
}

/// The last log entry that the viewer has seen, if it is known, and whether another player has seen the last ply.
async fn seen(
    state: &AppState,
    caller: &Caller,
    page_context: &MatchPage<'_>,
) -> Result<(Option<u32>, bool), WebError> {
    let m = &page_context.view.m;
    let (Some(user), Some(seat), None) = (caller.user(), page_context.viewer.seat(), page_context.ply) else {
        return Ok((None, false));
    };
    // Read marks of matches that ended long ago are deleted.
    let known_since = state.clock.now().after(-ExpiringRows::Seen.period());
    if m.ended_at.is_some_and(|at| at < known_since) {
        return Ok((None, false));
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
    Ok((own, others_saw))
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
async fn ratings_before(state: &AppState, view: &MatchView) -> Result<Vec<(UserId, PlayerRating)>, WebError> {
    let m = &view.m;
    if m.ending().is_some() {
        return Ok(Vec::new());
    }
    let pool = RatingPool::of_match(m);
    let keys: Vec<_> = m.seats.iter().filter_map(|(_, user)| Some(((*user)?, m.game, pool))).collect();
    let ratings = state.store.ratings(&keys).await?;
    Ok(ratings.into_iter().map(|((user, ..), rating)| (user, rating)).collect())
}

/// The chosen cells, as far as they are valid.
fn chosen_cells(view: &MatchView, look: &MatchPageQuery) -> Result<Vec<Cell>, WebError> {
    let names = look.from.as_deref().unwrap_or_default();
    if names.len() > LONGEST_CHOICE {
        return Err(WebError::BadRequest(tr("Too much is selected.").into()));
    }
    Ok(boards::chosen(&view.m.position, names, look.along == Some(1)))
}
