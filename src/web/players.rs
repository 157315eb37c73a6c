//! `/players/{name}`: profiles.

use std::cmp::Reverse;

use actix_web::http::header;
use actix_web::web::{Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::dashboard::{ListQuery, list_viewer};
use super::{AppState, Caller, HttpResult, RequestOf, WebError, ok, reader};
use crate::texts::tr;
use crate::urls;
use crate::users::UserId;
use crate::views::player::{self, ProfilePage};
use crate::views::players::{self, PlayersPage};
use crate::views::ratings::RatingCard;

const PAGE: u32 = 20;
const PLAYING: u32 = 12;
/// Players on a page of their list.
const PLAYERS: u32 = 50;
/// The maximum length of a name.
const LONGEST_NAME: usize = 20;

/// The fields of the search, and the index of the first player of the page.
#[derive(Debug, Deserialize)]
pub struct PlayersQuery {
    #[serde(default)]
    q: String,
    #[serde(default)]
    from: String,
}

/// `GET /players`
pub async fn list(
    (request, state, caller): RequestOf<Caller>,
    Query(query): Query<PlayersQuery>,
) -> HttpResult {
    let part: String = query.q.trim().chars().take(LONGEST_NAME).collect();
    let from = query.from.parse().unwrap_or(0);
    let now = state.clock.now();
    let (found, more) = state.store.players(&part, from, PLAYERS).await?;
    let next = more.then(|| from.saturating_add(PLAYERS));
    let list = PlayersPage { part: &part, found: &found, from, next, now };
    ok(players::page(reader(&request, &state, &caller).await?, &list))
}

/// `GET /players/{name}`: any case is accepted, and redirected to the proper one.
pub async fn page(
    (request, state, caller): RequestOf<Caller>,
    name: Path<String>,
    paging: Query<ListQuery>,
) -> HttpResult {
    let found = state.accounts.directory().profile(&name).await?;
    let found = found.ok_or_else(|| WebError::NotFound(tr("No user with that name.").into()))?;
    if *found.person.name != **name {
        return Ok(redirect_to_name(&request, &found.person.name));
    }
    let (user, own) = (found.person.id, caller.user() == Some(found.person.id));
    let (before, now) = (paging.before(), state.clock.now());
    let user_settings = match caller.user() {
        Some(me) => Some(state.store.user_settings(me).await?),
        None => None,
    };
    let profile = ProfilePage {
        person: &found.person,
        bot: state.bots.get(user),
        since: found.since,
        list_viewer: list_viewer(&state, &caller),
        absence: match caller.has_account() {
            true => state.store.absences(&[user], now).await?.remove(&user).filter(|of| of.is_told(now)),
            false => None,
        },
        reliability: state.store.reliability(&[user]).await?.get(&user).copied().unwrap_or_default(),
        duels: &match caller.user() {
            Some(me) if !own => state.store.head_to_head(me, user).await?,
            _ => (Vec::new(), Vec::new()),
        },
        followed: user_settings.as_ref().is_some_and(|user_settings| user_settings.followed.contains(&user)),
        blocked: user_settings.as_ref().is_some_and(|user_settings| user_settings.blocked.contains(&user)),
        muted_players: user_settings
            .as_ref()
            .is_some_and(|user_settings| user_settings.muted_players.contains(&user)),
        first: before.is_none(),
        ratings: &ratings(&state, user).await?,
        tallies: &state.store.tallies_of(user, own).await?,
        playing: &state.store.running_matches_of(user, PLAYING).await?,
        finished: &state.store.finished_matches_of(user, own, before, PAGE).await?,
    };
    ok(player::page(reader(&request, &state, &caller).await?, &profile))
}

/// How many of the latest matches are in the rating curve.
const CURVE: u32 = 60;

async fn ratings(state: &AppState, user: UserId) -> Result<Vec<RatingCard>, WebError> {
    let mut rated = Vec::new();
    for (game, pool, curve) in state.store.rating_curves(user, CURVE).await? {
        rated.push(RatingCard { game, pool, curve });
    }
    rated.sort_by_key(|rated: &RatingCard| Reverse(rated.curve.last().map(|rating| rating.number)));
    Ok(rated)
}

fn redirect_to_name(request: &HttpRequest, name: &str) -> HttpResponse {
    let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
    let there = format!("{}{query}", urls::Player { name });
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, there)).finish()
}
