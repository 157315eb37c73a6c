//! `/games`: games, rules and leaderboards.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path, Query};
use maud::Markup;
use serde::Deserialize;

use super::board_images::{self, ImageFormat};
use super::{
    AppState, Caller, FormData, HttpResult, RequestOf, SessionUser, WebError, is_fragment, ok, reader,
    see_other,
};
use crate::games::Game;
use crate::matches::{MatchId, RatingPool};
use crate::store::{RANKED, RatingCertainty};
use crate::texts::tr;
use crate::urls;
use crate::views::boards::{self, BoardImageStyle};
use crate::views::leaderboard::{self, LeaderboardPage};
use crate::views::rules;
use crate::views::rules::examples::{self, ExampleAt};

#[derive(Debug, Deserialize)]
pub struct RulesQuery {
    /// The example to step through.
    example: Option<String>,
    /// The number of plies shown; by default all.
    ply: Option<usize>,
}

/// `GET /games`
pub async fn all((request, state, caller): RequestOf<Caller>) -> HttpResult {
    let games = state.store.games_by_popularity().await?;
    ok(rules::games_page(reader(&request, &state, &caller).await?, &games))
}

/// `GET /games/{key}`: the rules, or as a fragment the figure of an example.
pub async fn rules(
    (request, state, caller): RequestOf<Caller>,
    key: Path<String>,
    look: Query<RulesQuery>,
) -> HttpResult {
    let game = Game::from_key(&key);
    let game = game.ok_or_else(|| WebError::NotFound(tr("There’s no such game here.").into()))?;
    let at = at(game, &look)?;
    if let Some(at) = at.filter(|_| is_fragment(&request)) {
        return ok(examples::figure(game, at));
    }
    ok(rules::page(reader(&request, &state, &caller).await?, game, at))
}

/// `GET /games/{key}/board.png`: a board of the game, for link previews.
pub async fn board_image(request: HttpRequest, state: Data<AppState>, key: Path<String>) -> HttpResult {
    let position = Game::from_key(&key).and_then(rules::sample);
    let position = position.ok_or_else(|| WebError::NotFound(tr("There’s no such game here.").into()))?;
    let picture = boards::board_image(&position, None, BoardImageStyle::default());
    board_images::send(&request, &state, picture, ImageFormat::Png).await
}

/// The pool and page of a leaderboard.
#[derive(Debug, Deserialize)]
pub struct LeaderboardQuery {
    pool: Option<String>,
    /// The number of users before the page. It is rounded down to the start of a page.
    from: Option<u32>,
    /// The same for provisional ratings, if only those are shown.
    provisional: Option<u32>,
}

/// `GET /games/{key}/ratings`: settled ratings, highest first; after the last page, provisional ones.
pub async fn ratings(
    (request, state, caller): RequestOf<Caller>,
    key: Path<String>,
    part: Query<LeaderboardQuery>,
) -> HttpResult {
    let nothing = || WebError::NotFound(tr("There’s no such leaderboard here.").into());
    let game = Game::from_key(&key).ok_or_else(nothing)?;
    let played = |pool: &RatingPool| pool.has(game);
    let pool = match &part.pool {
        Some(key) => RatingPool::from_key(key).filter(played),
        None => RatingPool::ALL.into_iter().find(played),
    };
    let pool = pool.ok_or_else(nothing)?;
    let list = async |certainty, from: u32| {
        let page = from / RANKED;
        let (ranked, more) = state.store.best(game, pool, certainty, page).await?;
        let from = page * RANKED;
        Ok::<_, WebError>(Some(leaderboard::LeaderboardPart {
            ranked,
            from,
            next: more.then(|| from + RANKED),
        }))
    };
    let settled = match part.provisional {
        None => list(RatingCertainty::Settled, part.from.unwrap_or(0)).await?,
        Some(_) => None,
    };
    let provisional = match settled.as_ref().is_some_and(|settled| settled.next.is_some()) {
        true => None,
        false => list(RatingCertainty::Provisional, part.provisional.unwrap_or(0)).await?,
    };
    let board = LeaderboardPage { game, pool, settled, provisional, me: caller.user() };
    ok(leaderboard::page(reader(&request, &state, &caller).await?, &board))
}

/// The match on whose page the tips were dismissed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DismissTipsForm {
    match_id: String,
}

/// `POST /games/{key}/tips/dismiss`: hides the tips for first matches of this game from the user.
pub async fn dismiss_tips(
    (request, state, member): RequestOf<SessionUser>,
    key: Path<String>,
    shown: FormData<DismissTipsForm>,
) -> HttpResult {
    let game = Game::from_key(&key);
    let game = game.ok_or_else(|| WebError::NotFound(tr("There’s no such game here.").into()))?;
    let id: MatchId = shown.0.match_id.parse().map_err(|_| WebError::NotFound("".into()))?;
    state.store.dismiss_tips(member.0.id, game).await?;
    if is_fragment(&request) {
        return ok(Markup::default());
    }
    Ok(see_other(&request, &urls::Match { id: id.as_str() }.to_string()))
}

fn at(game: Game, look: &RulesQuery) -> Result<Option<ExampleAt>, WebError> {
    let Some(key) = &look.example else { return Ok(None) };
    let example = examples::examples(game).iter().find(|example| example.key == key);
    let example =
        example.ok_or_else(|| WebError::NotFound(tr("There’s no such example in these rules.").into()))?;
    let at = example.at(look.ply);
    at.map(Some).ok_or_else(|| WebError::NotFound(tr("The example doesn’t go that far.").into()))
}
