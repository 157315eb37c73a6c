//! `/play`: starts a match against bots. Visitors play as guests.

use actix_web::http::StatusCode;
use actix_web::web::Query;
use actix_web::{HttpRequest, ResponseError};

use super::guest_sessions::{allows_guests, player};
use super::{
    AppState, Caller, FormData, HttpResult, RequestOf, WebError, html, needs_account, reader, see_other,
};
use crate::bots::BotLevel;
use crate::games::{Game, KnownGame, Options};
use crate::lists::BotChoice;
use crate::matches::{FirstMove, JoinConditions, MatchVisibility, PlayerRating, RatingPool};
use crate::referee::{MatchSetup, MatchStart, RefereeError};
use crate::texts::tr;
use crate::urls;
use crate::users::UserSummary;
use crate::views::messages::ErrorMessage;
use crate::views::parts::options::of_preset;
use crate::views::play::{self, PASS_AND_PLAY, PlayPage};

/// The fields of the form, or of the query.
type Fields = Vec<(String, String)>;

/// A requested match against bots.
struct PlayRequest {
    game: Game,
    level: BotLevel,
    seats: u8,
    first: FirstMove,
    options: Options,
    rated: bool,
    /// Whether people share the device instead of playing against bots.
    pass_and_play: bool,
}

/// The message with which the form is shown again.
type Problem = &'static str;

/// `GET /play`: all games, or the form for the game in the query, filled with the values of the query.
pub async fn page((request, state, caller): RequestOf<Caller>, fields: Query<Fields>) -> HttpResult {
    show(&request, &state, &caller, &fields, StatusCode::OK, None).await
}

/// `POST /play`: 303 to the match. 422 and the form for unknown values, 403 where guests cannot play, 409 for a user with too
/// many matches against bots, 429 for too many started at once.
pub async fn start((request, state, caller): RequestOf<Caller>, fields: FormData<Fields>) -> HttpResult {
    let FormData(fields) = fields;
    let play_request = match read_request(&state, &caller, &fields).await? {
        Ok(play_request) => play_request,
        Err(problem) => {
            return show(&request, &state, &caller, &fields, StatusCode::UNPROCESSABLE_ENTITY, Some(problem))
                .await;
        }
    };
    if play_request.rated && !caller.has_account() {
        return Err(needs_account());
    }
    state.limits.play(state.client_subnet(&request))?;
    // Before a guest is created, who would be lost with an error.
    let others = play_request.others(&state)?;
    let player = player(&request, &state, &caller).await?;
    match state.referee.start_match(player.user.clone(), play_request.start(others, &player.user)).await {
        Ok(view) => {
            if let Some(choice) = play_request.bot_choice()
                && let Err(error) =
                    state.store.remember_bot_choice(player.user.id, choice, state.clock.now()).await
            {
                tracing::warn!(code = error.code(), %error, "failed to remember the choice of a bot");
            }
            player.answer(&state, see_other(&request, &urls::Match { id: view.m.id.as_str() }.to_string()))
        }
        Err(RefereeError::NotOpened(refusal)) => {
            let (words, status) = (refusal.message(), WebError::from(refusal).status_code());
            player.answer(&state, show(&request, &state, &caller, &fields, status, Some(&words)).await?)
        }
        Err(error) => Err(error.into()),
    }
}

impl PlayRequest {
    /// The choice to be suggested next time; `None` without bots.
    fn bot_choice(&self) -> Option<BotChoice> {
        let choice = BotChoice { game: self.game, level: self.level, seats: self.seats };
        (!self.pass_and_play).then_some(choice)
    }

    /// The opponents.
    fn others(&self, state: &AppState) -> Result<Vec<UserSummary>, WebError> {
        if self.pass_and_play {
            return Ok(state
                .bots
                .device_players()
                .iter()
                .take(usize::from(self.seats) - 1)
                .cloned()
                .collect());
        }
        let missing = || WebError::Unavailable(tr("This bot isn’t available right now.").into());
        let bot = |number| state.bots.find(self.game, self.level, number).map(|bot| bot.user.clone());
        (1..self.seats).map(bot).collect::<Option<_>>().ok_or_else(missing)
    }

    /// The match with the person in their seat, unless it is drawn, and the others in theirs.
    fn start(&self, mut players: Vec<UserSummary>, person: &UserSummary) -> MatchStart {
        let seat = match self.first {
            FirstMove::Creator | FirstMove::Random => 0,
            FirstMove::Opponent => players.len(),
        };
        players.insert(seat, person.clone());
        let setup = MatchSetup {
            game: self.game,
            options: self.options.clone(),
            seats: self.seats,
            visibility: MatchVisibility::Private,
            rated: self.rated,
            auto_roll: false,
            first: self.first,
            time_control: None,
            open_for: 0,
            conditions: JoinConditions::default(),
            renews: false,
            pass_and_play: self.pass_and_play,
            invited: Vec::new(),
            bots: Vec::new(),
        };
        MatchStart { setup, players, origin: None }
    }
}

/// Reads the fields. `game` is required; the default of `level` is the suggested one.
async fn read_request(
    state: &AppState,
    caller: &Caller,
    fields: &[(String, String)],
) -> Result<Result<PlayRequest, Problem>, WebError> {
    let known = match known_game(fields) {
        Ok(Some(known)) => known,
        Ok(None) => return Ok(Err(tr("Choose a game."))),
        Err(problem) => return Ok(Err(problem)),
    };
    let proposed = suggested_choice(state, caller, Some(known.game)).await?;
    Ok(read(known, proposed, fields))
}

fn read(known: KnownGame, proposed: BotChoice, fields: &[(String, String)]) -> Result<PlayRequest, Problem> {
    let game = known.game;
    let level = level(fields)?.unwrap_or(proposed.level);
    let seats = match only(fields, "seats")? {
        None => *game.seats().start(),
        Some(text) => text
            .parse()
            .ok()
            .filter(|seats| game.seats().contains(seats))
            .ok_or(tr("This game can’t be played by that many players."))?,
    };
    let first = match only(fields, "first")? {
        None => FirstMove::Creator,
        Some(key) => play::first_move(key).ok_or(tr("Choose who moves first."))?,
    };
    let options = match only(fields, "preset")? {
        None => known.options(),
        Some(preset) => of_preset(game, preset),
    };
    let rated = match only(fields, "rated")? {
        None | Some("no") => false,
        Some("yes") => true,
        Some(_) => return Err(tr("A match is rated or casual.")),
    };
    let pass_and_play = match only(fields, PASS_AND_PLAY)? {
        None => false,
        Some("yes") if !rated => true,
        Some(_) => return Err(tr("A match of people who share a device can’t be rated.")),
    };
    // Otherwise a rating would be that of players who always begin.
    let first = if rated { FirstMove::Random } else { first };
    let known = ["game", "level", "seats", "first", "preset", "rated", PASS_AND_PLAY];
    if fields.iter().any(|(name, _)| !known.contains(&name.as_str())) {
        return Err(tr("The form has a field that this page doesn’t know."));
    }
    let options = options.ok_or(tr("No such variant of this game."))?;
    Ok(PlayRequest { game, level, seats, first, options, rated, pass_and_play })
}

fn known_game(fields: &[(String, String)]) -> Result<Option<KnownGame>, Problem> {
    let unknown = || tr("No such game. Choose one of these.");
    only(fields, "game")?.map(|key| KnownGame::from_key(key).ok_or_else(unknown)).transpose()
}

fn level(fields: &[(String, String)]) -> Result<Option<BotLevel>, Problem> {
    let read = |text: &str| text.parse().ok().and_then(BotLevel::from_number);
    only(fields, "level")?.map(|text| read(text).ok_or(tr("No such level. Choose one of these."))).transpose()
}

/// The value of a field that may be sent only once.
fn only<'a>(fields: &'a [(String, String)], name: &str) -> Result<Option<&'a str>, Problem> {
    let mut values = fields.iter().filter(|(field, _)| field == name).map(|(_, value)| value.as_str());
    match (values.next(), values.next()) {
        (_, Some(_)) => Err(tr("A field of the form was sent twice.")),
        (value, None) => Ok(value),
    }
}

/// The suggestion for a user: their last choice for the game, or for any game; otherwise a level by their rating.
pub async fn suggested_choice(
    state: &AppState,
    caller: &Caller,
    game: Option<Game>,
) -> Result<BotChoice, WebError> {
    let choices = match caller.user() {
        Some(user) => state.store.bot_choices(user).await?,
        None => Vec::new(),
    };
    let last = choices.iter().find(|choice| game.is_none_or(|game| choice.game == game));
    if let Some(last) = last {
        return Ok(*last);
    }
    let game = game.unwrap_or(Game::ALL[0]);
    let level = suggested_level(state, caller, game).await?.unwrap_or(BotLevel::Casual);
    Ok(BotChoice { game, level, seats: *game.seats().start() })
}

/// The level for the rating of a user: against bots if they have one, otherwise against people.
pub async fn suggested_level(
    state: &AppState,
    caller: &Caller,
    game: Game,
) -> Result<Option<BotLevel>, WebError> {
    let Some(user) = caller.user() else { return Ok(None) };
    let pools = [RatingPool::TwoWithBots, RatingPool::MoreWithBots, RatingPool::Two, RatingPool::More];
    let keys = pools.map(|pool| (user, game, pool));
    let ratings = state.store.ratings(&keys).await?;
    Ok(keys.iter().find_map(|key| ratings.get(key)).map(|rating| level_of(*rating)))
}

/// The level for a rating: a step for each 150 points around 1500, the rating of new players, and the first one below 1200.
fn level_of(rating: PlayerRating) -> BotLevel {
    let steps = match rating.rounded() {
        ..1200 => 0,
        rating => 1 + (rating - 1350).div_euclid(150).clamp(0, 5),
    };
    u8::try_from(steps).ok().and_then(BotLevel::from_number).unwrap_or(BotLevel::Casual)
}

async fn show(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    fields: &[(String, String)],
    status: StatusCode,
    problem: Option<&str>,
) -> HttpResult {
    let known = known_game(fields).ok().flatten();
    let game = known.map(|known| known.game);
    let preset = known.and_then(|known| known.preset).map_or("", |preset| preset.key);
    let games = state.store.games_by_popularity().await?;
    let proposed = suggested_choice(state, caller, game).await?;
    let scores = match (caller.user(), game) {
        (Some(user), Some(game)) => state.store.bot_scores(user, game).await?,
        _ => Vec::new(),
    };
    let page = PlayPage {
        games: &games,
        game,
        scores: &scores,
        level: level(fields).ok().flatten().unwrap_or(proposed.level),
        seats: only(fields, "seats")
            .ok()
            .flatten()
            .and_then(|seats| seats.parse().ok())
            .unwrap_or(proposed.seats),
        first: only(fields, "first").ok().flatten().and_then(play::first_move).unwrap_or(FirstMove::Creator),
        preset: only(fields, "preset").ok().flatten().unwrap_or(preset),
        rated: only(fields, "rated").ok().flatten() == Some("yes"),
        suggested: match game {
            Some(game) => suggested_level(state, caller, game).await?,
            None => None,
        },
        rates: caller.has_account(),
        starts: caller.user().is_some() || allows_guests(state),
        problem,
    };
    Ok(html(status, play::page(reader(request, state, caller).await?, &page)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_proposed_level_follows_the_rating() {
        let level = |value: f64| level_of(PlayerRating { value, ..PlayerRating::NEW });
        assert_eq!(
            [300.0, 1200.0, 1499.0, 1500.0, 1650.0, 1799.0, 2100.0, 9000.0].map(level),
            [
                BotLevel::FirstSteps,
                BotLevel::Beginner,
                BotLevel::Beginner,
                BotLevel::Casual,
                BotLevel::Intermediate,
                BotLevel::Intermediate,
                BotLevel::Master,
                BotLevel::Master
            ]
        );
    }
}
