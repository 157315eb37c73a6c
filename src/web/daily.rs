//! `/daily`: the positions of the day.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::{Data, Path, Query};
use serde::Deserialize;

use super::{
    AppState, Caller, ErrorWords, FormData, HttpResult, RequestOf, WebError, is_fragment, ok, reader,
};
use crate::games::{Game, PlayError, Position};
use crate::lists::{DailyAnswer, DailyPosition};
use crate::matches::MatchView;
use crate::now::UtcDay;
use crate::texts::tr;
use crate::views::boards;
use crate::views::daily::{self, DailyBoardPage, DailyDayPage, DailyTile, DailyVerdict, TriedPly};
use crate::views::messages::ErrorMessage;

/// The chosen cells, or a move to be confirmed.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DailyQuery {
    #[serde(default)]
    from: String,
    /// Whether cells are chosen step by step.
    along: Option<u8>,
    ply: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DailyAnswerForm {
    ply: String,
}

/// A position of the day, and what the viewer answered.
#[derive(Debug)]
struct DailyBoard {
    daily: DailyPosition,
    today: UtcDay,
    view: Arc<MatchView>,
    position: Position,
    answer: DailyAnswer,
}

/// `GET /daily`
pub async fn today((request, state, caller): RequestOf<Caller>) -> HttpResult {
    let today = UtcDay::of(state.clock.now());
    show_day(&request, &state, &caller, today).await
}

/// `GET /daily/{day}`
pub async fn day((request, state, caller): RequestOf<Caller>, day: Path<String>) -> HttpResult {
    let day = past_day(&day, UtcDay::of(state.clock.now()))?;
    show_day(&request, &state, &caller, day).await
}

/// `GET /daily/{day}/{game}`
pub async fn board(
    (request, state, caller): RequestOf<Caller>,
    path: Path<(String, String)>,
    look: Query<DailyQuery>,
) -> HttpResult {
    let shown = load(&request, &state, &caller, &path).await?;
    let tried = look.ply.as_deref().map(|ply| tried(&shown.position, ply)).transpose()?;
    let along = look.along == Some(1);
    let chosen = boards::chosen(&shown.position, &look.from, along);
    let page = DailyBoardPage { chosen: &chosen, along, tried: tried.as_ref(), ..shown.page() };
    reply(&request, &state, &caller, page).await
}

/// `POST /daily/{day}/{game}/answers`: the verdict on a move. It is counted for users on the day of the position.
pub async fn answer(
    (request, state, caller): RequestOf<Caller>,
    path: Path<(String, String)>,
    form: FormData<DailyAnswerForm>,
) -> HttpResult {
    let mut shown = load(&request, &state, &caller, &path).await?;
    let reached = tried(&shown.position, &form.0.ply)?.position;
    let is_best = reached.text() == tried(&shown.position, &shown.daily.best)?.position.text();
    let DailyPosition { day, game, .. } = shown.daily;
    if let Some(user) = caller.user().filter(|_| day == shown.today) {
        state.store.answer_daily_position(user, day, game, is_best).await?;
    }
    shown.answer.found |= is_best && !shown.answer.shown;
    let verdict = DailyVerdict { notation: form.0.ply, is_best };
    let page = DailyBoardPage { verdict: Some(&verdict), ..shown.page() };
    reply(&request, &state, &caller, page).await
}

/// `POST /daily/{day}/{game}/solution`: shows the best move, after which the position no longer counts as found.
pub async fn show((request, state, caller): RequestOf<Caller>, path: Path<(String, String)>) -> HttpResult {
    let mut shown = load(&request, &state, &caller, &path).await?;
    let DailyPosition { day, game, .. } = shown.daily;
    if let Some(user) = caller.user().filter(|_| day == shown.today) {
        state.store.show_daily_position(user, day, game).await?;
    }
    shown.answer.shown = !shown.answer.found;
    reply(&request, &state, &caller, shown.page()).await
}

impl DailyBoard {
    fn page(&self) -> DailyBoardPage<'_> {
        let Self { daily, today, view, position, answer } = self;
        DailyBoardPage {
            daily,
            today: *today,
            view,
            position,
            answer: *answer,
            chosen: &[],
            along: false,
            tried: None,
            verdict: None,
            streak: None,
        }
    }
}

/// The day in a path.
///
/// # Errors
/// It is not a day, or has not begun.
fn past_day(text: &str, today: UtcDay) -> Result<UtcDay, WebError> {
    text.parse().ok().filter(|day| *day <= today).ok_or_else(no_position)
}

fn no_position() -> WebError {
    WebError::NotFound(tr("There’s no position of that day here.").into())
}

async fn load(
    request: &HttpRequest,
    state: &Data<AppState>,
    caller: &Caller,
    (day, game): &(String, String),
) -> Result<DailyBoard, WebError> {
    state.limits.costly_page(state.client_subnet(request), caller.user())?;
    let today = UtcDay::of(state.clock.now());
    let (day, game) = (past_day(day, today)?, Game::from_key(game).ok_or_else(no_position)?);
    let positions = state.store.daily_positions(day).await?;
    let daily = positions.into_iter().find(|daily| daily.game == game).ok_or_else(no_position)?;
    let (view, position) = position_of(state, &daily).await?;
    let answer = answer_to(game, &answers_of(state, caller, day).await?);
    Ok(DailyBoard { daily, today, view, position, answer })
}

async fn position_of(
    state: &AppState,
    daily: &DailyPosition,
) -> Result<(Arc<MatchView>, Position), WebError> {
    let view = state.referee.read(&daily.match_id).await?;
    let position = view.m.position_at(daily.ply).map_err(WebError::internal)?.position;
    Ok((view, position))
}

async fn answers_of(
    state: &AppState,
    caller: &Caller,
    day: UtcDay,
) -> Result<Vec<(Game, DailyAnswer)>, WebError> {
    match caller.user() {
        Some(user) => Ok(state.store.daily_answers_of(user, day).await?),
        None => Ok(Vec::new()),
    }
}

fn answer_to(game: Game, answers: &[(Game, DailyAnswer)]) -> DailyAnswer {
    let answer = answers.iter().find(|(answered, _)| *answered == game);
    answer.map_or_else(DailyAnswer::default, |(_, answer)| *answer)
}

async fn streak_of(state: &AppState, caller: &Caller, today: UtcDay) -> Result<Option<usize>, WebError> {
    match caller.user() {
        Some(user) => Ok(Some(state.store.daily_streak(user, today).await?)),
        None => Ok(None),
    }
}

/// The position after a move.
///
/// # Errors
/// It is not legal.
fn tried(position: &Position, notation: &str) -> Result<TriedPly, WebError> {
    let refused = |why: PlayError| WebError::Unprocessable(ErrorWords::coded(why.code(), why.message()));
    let mut after = position.clone();
    let played = after.play(notation).map_err(refused)?;
    Ok(TriedPly { notation: played.notation, position: after, effects: played.effects })
}

async fn show_day(request: &HttpRequest, state: &Data<AppState>, caller: &Caller, day: UtcDay) -> HttpResult {
    state.limits.costly_page(state.client_subnet(request), caller.user())?;
    let today = UtcDay::of(state.clock.now());
    let positions = state.store.daily_positions(day).await?;
    if positions.is_empty() && day != today {
        return Err(no_position());
    }
    let answers = answers_of(state, caller, day).await?;
    let mut tiles = Vec::new();
    for daily in positions {
        let (view, position) = position_of(state, &daily).await?;
        let (options, answer) = (view.m.options.clone(), answer_to(daily.game, &answers));
        tiles.push(DailyTile { options, position, answer });
    }
    let streak = streak_of(state, caller, today).await?;
    let (earlier, later) = state.store.daily_positions_around(day, today).await?;
    let page = DailyDayPage { day, today, tiles, streak, earlier, later };
    ok(daily::day_page(reader(request, state, caller).await?, &page))
}

async fn reply(
    request: &HttpRequest,
    state: &Data<AppState>,
    caller: &Caller,
    page: DailyBoardPage<'_>,
) -> HttpResult {
    let streak = streak_of(state, caller, page.today).await?;
    let page = DailyBoardPage { streak, ..page };
    if is_fragment(request) {
        return ok(daily::fragment(&page));
    }
    ok(daily::page(reader(request, state, caller).await?, &page))
}
