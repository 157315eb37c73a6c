//! `/` and `/tables`: what goes on in the house.

use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::{Answer, Caller, Error, Member, State, html, reader, see_other};
use crate::artwork::badge::icon;
use crate::config::Registration;
use crate::lists::{Before, Listed, Mine};
use crate::now::spans::DAY;
use crate::urls;
use crate::users::UserId;
use crate::views::front::{self, Front};
use crate::views::home::{self, Home};
use crate::views::listing::Glance;
use crate::views::tables::{self, Lobby};

/// So many of a kind are shown beside others; a list of its own has more.
const FEW: u32 = 6;
const PAGE: u32 = 20;
/// So many running matches are on a page of the dashboard.
const RUNNING: u32 = 50;
/// For so many milliseconds the end of a match is news.
const NEWS: i64 = 30 * DAY;

/// Where a page of a list begins.
#[derive(Debug, Deserialize)]
pub struct Paging {
    before: Option<String>,
}

impl Paging {
    /// As the store takes it; what cannot be read begins with the newest.
    pub fn before(&self) -> Option<Before> {
        self.before.as_deref().and_then(|text| text.parse().ok())
    }
}

/// Where a page of the dashboard begins.
#[derive(Debug, Deserialize)]
pub struct Shown {
    /// Behind how many running matches, as a number; what cannot be read begins with the first.
    from: Option<String>,
}

impl Shown {
    fn from(&self) -> u32 {
        self.from.as_deref().and_then(|from| from.parse().ok()).unwrap_or(0)
    }
}

/// `GET /`: the front page, or the dashboard of a user.
pub async fn page(request: HttpRequest, state: Data<State>, caller: Caller, shown: Query<Shown>) -> Answer {
    match caller.user() {
        Some(user) if shown.from() > 0 => running(&request, &state, &caller, user, shown.from()).await,
        Some(user) => dashboard(&request, &state, &caller, user).await,
        None => front(&request, &state, &caller).await,
    }
}

async fn front(request: &HttpRequest, state: &State, caller: &Caller) -> Answer {
    let open = state.store.open_matches(None, FEW).await?;
    let playing = state.store.playing_matches(None, FEW).await?;
    let ended = state.store.finished_matches(None, FEW).await?;
    let glance = glance(state, caller);
    let front = Front {
        open: glance.rows(&open.matches),
        more: open.next.is_some(),
        playing: glance.rows(&playing.matches),
        ended: glance.rows(&ended.matches),
        registering: state.config.registration == Registration::Open,
    };
    Ok(html(StatusCode::OK, front::page(reader(request, state, caller).await?, &front)))
}

async fn dashboard(request: &HttpRequest, state: &State, caller: &Caller, user: UserId) -> Answer {
    let mut mine = mine(state, user, 0).await?;
    let mut open = state.store.open_matches_to(user, false, None, PAGE).await?;
    with_manners(state, mine.invited.iter_mut().chain(&mut open.matches)).await?;
    let of_others = |listed: &&Listed| listed.seat_of(user).is_none() && listed.free() > 0;
    let few = usize::try_from(FEW).unwrap_or_default();
    let remarks = state.store.remarks_for(user).await?;
    let zones = state.store.zones(&[user]).await?;
    let home = Home {
        zone: zones.get(&user).map_or("UTC", String::as_str),
        remarks: &remarks,
        glance: glance(state, caller),
        mine: &mine,
        open: open.matches.iter().filter(of_others).take(few).collect(),
        more: open.next.is_some() || open.matches.iter().filter(of_others).count() > few,
    };
    Ok(html(StatusCode::OK, home::page(reader(request, state, caller).await?, &home)))
}

/// A later page of the running matches on the dashboard.
async fn running(request: &HttpRequest, state: &State, caller: &Caller, user: UserId, from: u32) -> Answer {
    let mut mine = mine(state, user, from).await?;
    with_manners(state, mine.invited.iter_mut()).await?;
    let (reader, glance) = (reader(request, state, caller).await?, glance(state, caller));
    Ok(html(StatusCode::OK, home::more(reader, glance, &mine, from)))
}

/// What a user has going on, with the running matches from behind the first `from`. What they have just looked at is no news,
/// even if that has not been written down yet.
async fn mine(state: &State, user: UserId, from: u32) -> Result<Mine, Error> {
    let since = state.clock.now().after(-NEWS);
    let mut mine = state.store.matches_from(user, since, from, RUNNING).await?;
    let (seen, unseen) =
        mine.unseen.into_iter().partition(|listed| state.notices.is_on_screen(user, &listed.id));
    mine.unseen = unseen;
    mine.finished.splice(0..0, seen);
    Ok(mine)
}

/// The match somebody comes from.
#[derive(Debug, Deserialize)]
pub struct After {
    after: Option<String>,
}

/// `GET /next`: to the match with the least time left in which it is somebody's turn, or to the dashboard.
pub async fn next(request: HttpRequest, state: Data<State>, member: Member, from: Query<After>) -> Answer {
    let mine = mine(&state, member.0.id, 0).await?;
    let other = |listed: &&Listed| from.after.as_deref() != Some(listed.id.as_str());
    let next = mine.my_turn.iter().find(other);
    let to =
        next.map_or_else(|| urls::Home.to_string(), |next| urls::Match { id: next.id.as_str() }.to_string());
    Ok(see_other(&request, &to))
}

/// `GET /turns`: how many matches wait for somebody, as a number; none for visitors. A header names the icon that says so.
pub async fn turns(state: Data<State>, caller: Caller) -> Answer {
    let turns = match caller.user() {
        Some(user) => state.referee.turns_of(user).await?,
        None => 0,
    };
    let icon = urls::asset(icon(usize::try_from(turns).unwrap_or(usize::MAX)));
    let mut answer = HttpResponse::Ok();
    answer.content_type(ContentType::plaintext()).insert_header(("X-Icon", icon));
    Ok(answer.body(turns.to_string()))
}

/// What is looked for in the list of tables.
#[derive(Debug, Deserialize)]
pub struct Sought {
    before: Option<String>,
    /// Whether only tables are looked for where one can sit down: anything at all says so.
    fits: Option<String>,
}

/// `GET /tables`
pub async fn tables(
    request: HttpRequest,
    state: Data<State>,
    caller: Caller,
    Query(sought): Query<Sought>,
) -> Answer {
    let before = Paging { before: sought.before }.before();
    let first = before.is_none();
    let fits = sought.fits.is_some() && caller.user().is_some();
    let page = match caller.user() {
        Some(user) => {
            let mut page = state.store.open_matches_to(user, fits, before, PAGE).await?;
            with_manners(&state, page.matches.iter_mut()).await?;
            page
        }
        None => state.store.open_matches(before, PAGE).await?,
    };
    let reader = reader(&request, &state, &caller).await?;
    let lobby = Lobby { glance: glance(&state, &caller), page: &page, first, fits };
    Ok(html(StatusCode::OK, tables::page(reader, &lobby)))
}

/// With how those who have opened tables keep to their time.
async fn with_manners<'a>(state: &State, tables: impl Iterator<Item = &'a mut Listed>) -> Result<(), Error> {
    let tables: Vec<_> = tables.collect();
    let mut hosts: Vec<_> = tables.iter().filter_map(|table| table.host().map(|host| host.user)).collect();
    hosts.sort_unstable();
    hosts.dedup();
    let kept = state.store.reliability(&hosts).await?;
    for table in tables {
        table.host_keeps = table.host().and_then(|host| kept.get(&host.user)).copied();
    }
    Ok(())
}

/// Who looks at a list, now.
pub fn glance(state: &State, caller: &Caller) -> Glance {
    Glance { me: caller.user(), now: state.clock.now() }
}
