//! `/watch`: the running matches and their stream.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::convert::Infallible;

use actix_web::http::Method;
use actix_web::web::{Bytes, Query};
use futures_util::stream::empty;
use serde::Deserialize;

use super::live::{WatchStart, WatchStream, event_stream};
use super::{AppState, Caller, HttpResult, RequestOf, WebError, ok, reader};
use crate::games::Game;
use crate::lists::{ListedMatch, PaceFilter, WatchFilter, WatchableMatch};
use crate::matches::MatchId;
use crate::now::Moment;
use crate::texts;
use crate::users::UserId;
use crate::views::listing::ListViewer;
use crate::views::watch::{self, WatchPage};

const PAGE: usize = 24;
/// Of how many running matches, those that were created last, the page shows the best, and of how many other pages do.
const SEARCHED: u32 = 1000;
const SEARCHED_FOR_FEW: u32 = 200;

/// The fields of the filter, and the index of the first match of the page. Values that cannot be read do not count.
#[derive(Debug, Deserialize)]
pub struct WatchQuery {
    #[serde(default)]
    game: String,
    #[serde(default)]
    pace: String,
    #[serde(default)]
    seats: String,
    #[serde(default)]
    from: String,
}

/// `GET /watch`
pub async fn page(
    (request, state, caller): RequestOf<Caller>,
    Query(query): Query<WatchQuery>,
) -> HttpResult {
    let filter = WatchFilter {
        game: Game::from_key(&query.game),
        pace: PaceFilter::from_key(&query.pace),
        seats: query.seats.parse().ok(),
    };
    let from = query.from.parse().unwrap_or(0);
    let list_viewer = ListViewer { me: caller.user(), now: state.clock.now() };
    let ranked = ranked(&state, caller.user(), filter, SEARCHED).await?;
    let here = ranked.get(from..).unwrap_or_default();
    let listed = listed(&state, here, PAGE).await?;
    let with_spectators = |listed: ListedMatch| (state.hub.spectators(&listed.id), listed);
    let matches: Vec<_> = listed.into_iter().map(with_spectators).collect();
    let reader = reader(&request, &state, &caller).await?;
    let page = WatchPage {
        filter,
        list_viewer,
        matches: &matches,
        from,
        next: (here.len() > PAGE).then(|| from.saturating_add(PAGE)),
        own_name: reader.player.map(|player| player.name),
    };
    ok(watch::page(reader, &page))
}

/// The best of the running matches for a user.
pub(super) async fn best(
    state: &AppState,
    user: Option<UserId>,
    count: usize,
) -> Result<Vec<ListedMatch>, WebError> {
    let ranked = ranked(state, user, WatchFilter::default(), SEARCHED_FOR_FEW).await?;
    listed(state, &ranked, count).await
}

/// Running matches: first those of players whom the user follows, then those with the most spectators, then those with the highest
/// ratings.
async fn ranked(
    state: &AppState,
    user: Option<UserId>,
    filter: WatchFilter,
    searched: u32,
) -> Result<Vec<WatchableMatch>, WebError> {
    let mut found = state.store.watchable_matches(filter, searched).await?;
    let followed = match user {
        Some(user) if !state.store.user_settings(user).await?.followed.is_empty() => {
            state.store.running_matches_of_followed(user).await?
        }
        _ => HashSet::new(),
    };
    found.sort_by_cached_key(|it| {
        let is_followed = followed.contains(&it.id);
        Reverse((is_followed, state.hub.spectators(&it.id), it.rating, it.changed_at))
    });
    Ok(found)
}

/// The first matches, without those that have just ended.
async fn listed(
    state: &AppState,
    ranked: &[WatchableMatch],
    count: usize,
) -> Result<Vec<ListedMatch>, WebError> {
    let shown = &ranked[..count.min(ranked.len())];
    let ids: Vec<_> = shown.iter().map(|it| it.id.clone()).collect();
    let mut listed = state.store.public_matches(&ids, Moment(0)).await?;
    listed.retain(|listed| listed.ended_at.is_none());
    for listed in &mut listed {
        listed.average_rating = shown.iter().find(|it| it.id == listed.id).and_then(|it| it.rating);
    }
    Ok(listed)
}

/// The ids of the matches on a page, separated by commas, and when the page was made, in milliseconds.
#[derive(Debug, Deserialize)]
pub struct WatchEventsQuery {
    #[serde(default)]
    matches: String,
    #[serde(default)]
    since: String,
}

/// `GET /watch/events?since=MOMENT&matches=IDS`: ids that cannot be read do not count, nor do more than a page has.
pub async fn events(
    (request, state, caller): RequestOf<Caller>,
    Query(query): Query<WatchEventsQuery>,
) -> HttpResult {
    let now = state.clock.now();
    let mut answer = event_stream(now);
    // A `HEAD` response must not start a stream, which would not end.
    if request.method() == Method::HEAD {
        return Ok(answer.streaming(empty::<Result<Bytes, Infallible>>()));
    }
    let ids: Vec<MatchId> = query.matches.split(',').filter_map(|id| id.parse().ok()).take(PAGE).collect();
    let start = WatchStart {
        ids,
        since: query.since.parse().map_or(now, Moment),
        language: texts::current_language(),
        clock: state.clock.clone(),
        stopping: state.stopping.clone(),
        metrics: state.metrics.clone(),
        _permit: caller.user().map(|user| state.streams.take(user)).transpose()?,
    };
    Ok(answer.streaming(WatchStream::open(start, state.store.clone(), &state.hub).messages()))
}
