//! `/`, `/next`, `/turns` and `/matches/open`: the dashboard, the front page and open matches.

use actix_web::http::header::ContentType;
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::guest_sessions::allows_guests;
use super::watch::best;
use super::{AppState, Caller, HttpResult, RequestOf, SessionUser, WebError, ok, reader, see_other};
use crate::artwork::badge::icon;
use crate::games::{Game, KnownGame};
use crate::lists::{
    ArchiveFilter, ArchivePlayers, ListedMatch, OpenFilter, OwnMatches, PaceFilter, PageCursor,
};
use crate::now::UtcDay;
use crate::now::spans::DAY;
use crate::urls;
use crate::users::UserId;
use crate::views::dashboard::{self, DashboardPage};
use crate::views::front::{self, FrontPage};
use crate::views::listing::ListViewer;
use crate::views::open_matches::{self, OpenMatchesPage};

/// How many matches of a kind are shown on a page with several kinds.
const FEW: u32 = 6;
const PAGE: u32 = 20;
/// Running matches per page of the dashboard.
const RUNNING: u32 = 32;
/// How long the end of a match is listed as recent, in milliseconds.
const NEWS: i64 = 30 * DAY;

/// The page of a list.
#[derive(Debug, Deserialize)]
pub struct ListQuery {
    before: Option<String>,
}

impl ListQuery {
    /// The cursor; an invalid one means the first page.
    pub fn before(&self) -> Option<PageCursor> {
        self.before.as_deref().and_then(|text| text.parse().ok())
    }
}

/// The page of the dashboard.
#[derive(Debug, Deserialize)]
pub struct DashboardQuery {
    /// The number of running matches before it; an invalid one means the first page.
    from: Option<String>,
}

impl DashboardQuery {
    fn from(&self) -> u32 {
        self.from.as_deref().and_then(|from| from.parse().ok()).unwrap_or(0)
    }
}

/// `GET /`: the front page, or the dashboard of a user.
pub async fn page((request, state, caller): RequestOf<Caller>, shown: Query<DashboardQuery>) -> HttpResult {
    match caller.user() {
        Some(_) if caller.1.awaits_approval() && state.settings.now().is_members_only() => {
            Ok(see_other(&request, &urls::Account.to_string()))
        }
        Some(user) if shown.from() > 0 => running(&request, &state, &caller, user, shown.from()).await,
        Some(user) => dashboard(&request, &state, &caller, user).await,
        None => front_page(&request, &state, &caller).await,
    }
}

async fn front_page(request: &HttpRequest, state: &AppState, caller: &Caller) -> HttpResult {
    let open = state.store.open_matches(None, FEW).await?;
    let playing = best(state, None, FEW as usize).await?;
    let ended = state.store.archive(ArchiveFilter::default(), ArchivePlayers::default(), None, FEW).await?;
    let list_viewer = list_viewer(state, caller);
    let games = state.store.games_by_popularity().await?;
    let front = FrontPage {
        games: &games,
        open: list_viewer.rows(&open.matches),
        more: open.next.is_some(),
        playing: list_viewer.tiles(&playing),
        ended: list_viewer.rows(&ended.matches),
        registering: state.settings.now().registration.is_public(),
        guests: allows_guests(state),
        has_daily: has_daily(state).await?,
    };
    ok(front::page(reader(request, state, caller).await?, &front))
}

async fn dashboard(request: &HttpRequest, state: &AppState, caller: &Caller, user: UserId) -> HttpResult {
    let mut mine = own_matches(state, user, 0).await?;
    let mut open = state.store.open_matches_to(Some(user), OpenFilter::default(), None, 2 * FEW).await?;
    open.matches.retain(|listed| listed.seat_of(user).is_none() && listed.free_seats() > 0);
    let few = usize::try_from(FEW).unwrap_or_default();
    let more = open.next.is_some() || open.matches.len() > few;
    open.matches.truncate(few);
    with_hosts(state, mine.invited.iter_mut().chain(&mut open.matches)).await?;
    let mut watchable = best(state, Some(user), 2 * few).await?;
    watchable.retain(|listed| listed.seat_of(user).is_none());
    watchable.truncate(few);
    let staff_messages = state.store.staff_messages_for(user).await?;
    let zones = state.store.time_zones_of(&[user]).await?;
    let games = state.store.games_by_popularity().await?;
    let home = DashboardPage {
        games: &games,
        zone: zones.get(&user).map_or("UTC", String::as_str),
        staff_messages: &staff_messages,
        list_viewer: list_viewer(state, caller),
        mine: &mine,
        open: &open.matches,
        more,
        watchable: &watchable,
        has_daily: has_daily(state).await?,
    };
    ok(dashboard::page(reader(request, state, caller).await?, &home))
}

/// Open matches that a user can join, those of one game first.
pub(super) async fn matches_to_join(
    state: &AppState,
    user: UserId,
    first: KnownGame,
) -> Result<Vec<ListedMatch>, WebError> {
    let mut open = state
        .store
        .open_matches_to(Some(user), OpenFilter { fits: true, ..OpenFilter::default() }, None, PAGE)
        .await?
        .matches;
    open.sort_by_key(|listed| KnownGame::of(&listed.options) != first);
    open.truncate(usize::try_from(FEW).unwrap_or_default());
    with_hosts(state, open.iter_mut()).await?;
    Ok(open)
}

/// A later page of the running matches on the dashboard.
async fn running(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    user: UserId,
    from: u32,
) -> HttpResult {
    let mut mine = own_matches(state, user, from).await?;
    with_hosts(state, mine.invited.iter_mut()).await?;
    let (reader, list_viewer) = (reader(request, state, caller).await?, list_viewer(state, caller));
    ok(dashboard::more(reader, list_viewer, &mine, from))
}

/// A user's matches, with the running ones from `from` on. Ends that they have just seen are not listed as recent,
/// even if the read mark is not in the database yet.
async fn own_matches(state: &AppState, user: UserId, from: u32) -> Result<OwnMatches, WebError> {
    let since = state.clock.now().after(-NEWS);
    // Taken before the database is read: a mark written in between would be missing from both.
    let looked_at = state.notices.seen_since_write(user);
    let mut mine = state.store.matches_from(user, since, from, RUNNING).await?;
    let (seen, unseen) = mine.unseen.into_iter().partition(|listed| looked_at.contains(&listed.id));
    mine.unseen = unseen;
    mine.finished.splice(0..0, seen);
    Ok(mine)
}

/// The match that the user comes from.
#[derive(Debug, Deserialize)]
pub struct AfterCursor {
    after: Option<String>,
}

/// `GET /next`: redirects to the match with the least time left in which it is the user's turn, or to the dashboard.
pub async fn next((request, state, member): RequestOf<SessionUser>, from: Query<AfterCursor>) -> HttpResult {
    let next = state.store.next_turn_of(member.0.id, from.into_inner().after).await?;
    let to = next.map_or_else(|| urls::Home.to_string(), |id| urls::Match { id: id.as_str() }.to_string());
    Ok(see_other(&request, &to))
}

/// `GET /turns`: how many matches wait for the user, as a number; 0 for visitors. A header names the matching icon.
pub async fn turns(state: Data<AppState>, caller: Caller) -> HttpResult {
    let turns = match caller.user() {
        Some(user) => state.referee.turns_of(user).await?,
        None => 0,
    };
    let icon = urls::asset(icon(usize::try_from(turns).unwrap_or(usize::MAX)));
    let mut answer = HttpResponse::Ok();
    answer.content_type(ContentType::plaintext()).insert_header(("X-Icon", icon));
    Ok(answer.body(turns.to_string()))
}

#[derive(Debug, Deserialize)]
pub struct OpenMatchesQuery {
    before: Option<String>,
    /// Whether to list only matches that the user can join. Any value counts.
    fits: Option<String>,
    /// Keys; unknown ones do not count.
    game: Option<String>,
    pace: Option<String>,
    rated: Option<String>,
}

/// `GET /matches/open`
pub async fn open_matches(
    (request, state, caller): RequestOf<Caller>,
    Query(sought): Query<OpenMatchesQuery>,
) -> HttpResult {
    let before = ListQuery { before: sought.before }.before();
    let first = before.is_none();
    let filter = OpenFilter {
        fits: sought.fits.is_some() && caller.user().is_some(),
        game: sought.game.as_deref().and_then(Game::from_key),
        pace: sought.pace.as_deref().and_then(PaceFilter::from_key),
        rated: match sought.rated.as_deref() {
            Some("yes") => Some(true),
            Some("no") => Some(false),
            _ => None,
        },
    };
    let mut page = state.store.open_matches_to(caller.user(), filter, before, PAGE).await?;
    if caller.user().is_some() {
        with_hosts(&state, page.matches.iter_mut()).await?;
    }
    let reader = reader(&request, &state, &caller).await?;
    let lobby = OpenMatchesPage { list_viewer: list_viewer(&state, &caller), page: &page, first, filter };
    ok(open_matches::page(reader, &lobby))
}

/// Whether there are positions of today.
async fn has_daily(state: &AppState) -> Result<bool, WebError> {
    Ok(state.store.has_daily_positions(UtcDay::of(state.clock.now())).await?)
}

/// Adds the reliability and the absence of the hosts.
async fn with_hosts<'a>(
    state: &AppState,
    matches: impl Iterator<Item = &'a mut ListedMatch>,
) -> Result<(), WebError> {
    let matches: Vec<_> = matches.collect();
    let mut hosts: Vec<_> = matches.iter().filter_map(|listed| listed.host().map(|host| host.user)).collect();
    hosts.sort_unstable();
    hosts.dedup();
    let now = state.clock.now();
    let reliability = state.store.recent_reliability(&hosts).await?;
    let absences = state.store.absences(&hosts, now).await?;
    for listed in matches {
        let Some(host) = listed.host().map(|host| host.user) else { continue };
        listed.host_reliability = reliability.get(&host).copied();
        listed.host_absence = absences.get(&host).copied().filter(|absence| absence.is_told(now));
    }
    Ok(())
}

/// Viewer and time, as match lists need them.
pub fn list_viewer(state: &AppState, caller: &Caller) -> ListViewer {
    ListViewer { me: caller.user(), now: state.clock.now() }
}
