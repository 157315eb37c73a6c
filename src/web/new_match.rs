//! `/matches/new` and `POST /matches`: creates a match.

use actix_web::http::StatusCode;
use actix_web::web::Query;
use actix_web::{HttpRequest, ResponseError};

use super::{
    AppState, Caller, FormData, HttpResult, RequestOf, SignedIn, WebError, html, invited, new_match_bots, ok,
    reader, see_other, time_fields,
};
use crate::games::{Game, SetupError, because};
use crate::lists::{BotDirectory, MatchChoice};
use crate::matches::{FirstMove, JoinConditions, MatchVisibility, ON_TIME, RATING_BOUNDS, TimeoutPolicy};
use crate::referee::{MatchSetup, RefereeError};
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::views::messages::ErrorMessage;
use crate::views::new_match::{self, BOTS, FIRST, NewMatchDraft, ON_TIME_ONLY, ORDER, STANDING};
use crate::views::parts::words::one_of;

/// The fields of a link to the form. With only these, the others are as the user has last sent them.
const OF_LINKS: [&str; 3] = ["game", "preset", invited::FIELD];

/// `GET /matches/new`: the form, filled from the query, and otherwise from the last form of the user. A `preset` replaces
/// only the rules of the game.
pub async fn page(
    (request, state, member): RequestOf<SignedIn>,
    fields: Query<Vec<(String, String)>>,
) -> HttpResult {
    let user = member.0.id;
    let caller = member.into();
    let Query(mut fields) = fields;
    let of_address = |name| {
        let twice = |error: SetupError| WebError::BadRequest(new_match::in_words(&error).into());
        only(&fields, name).map(|value| value.map(str::to_owned)).map_err(twice)
    };
    let (key, preset) = (of_address("game")?, of_address("preset")?);
    let remembered = match fields.iter().all(|(name, _)| OF_LINKS.contains(&&**name)) {
        true => state.store.match_choice(user).await?,
        false => None,
    };
    let game = match key {
        Some(key) => {
            Game::from_key(&key).ok_or_else(|| WebError::NotFound(tr("There’s no such game here.").into()))?
        }
        None => remembered.as_ref().map_or(Game::ALL[0], |choice| choice.game),
    };
    if let Some(choice) = remembered {
        let invites = fields.iter().any(|(name, names)| name == invited::FIELD && !names.trim().is_empty());
        fields.extend(remembered_fields(&state.bots, game, invites, choice));
    }
    let draft = NewMatchDraft::from_form(game, &fields);
    let draft = match preset {
        Some(preset) => draft.with_preset(&preset),
        None => draft,
    };
    ok(new_match::page(reader(&request, &state, &caller).await?, &draft))
}

/// The remembered fields for the form of a game: rules, seats and bots only if they were chosen for it, and no bots beside
/// invited users. None if they are no longer valid.
fn remembered_fields(
    bots: &BotDirectory,
    game: Game,
    invites: bool,
    choice: MatchChoice,
) -> Vec<(String, String)> {
    let same = choice.game == game;
    let is_kept = |name: &str| match name {
        BOTS => same && !invites,
        _ => same || !(name == "seats" || name.starts_with("option.")),
    };
    let remembered: Vec<_> = choice.fields.into_iter().filter(|(name, _)| is_kept(name)).collect();
    let mut form = remembered.clone();
    form.push(("game".to_owned(), game.key().to_owned()));
    if !same {
        form.push(("seats".to_owned(), game.seats().start().to_string()));
    }
    let is_valid = setup(&form).and_then(|setup| {
        let others = usize::from(setup.seats).saturating_sub(1);
        new_match_bots::of_form(bots, game, others, &remembered)
    });
    if is_valid.is_ok() { remembered } else { Vec::new() }
}

/// Maximum length of the fields that are remembered, in bytes.
const LONGEST_CHOICE: usize = 4096;

/// The fields of a form to remember; `None` if they are far longer than those of the form.
fn choice(game: Game, fields: Vec<(String, String)>) -> Option<MatchChoice> {
    let is_kept = |name: &str, value: &str| !["game", invited::FIELD].contains(&name) && value != STANDING;
    let fields: Vec<_> = fields.into_iter().filter(|(name, value)| is_kept(name, value)).collect();
    let length: usize = fields.iter().map(|(name, value)| name.len() + value.len()).sum();
    (length <= LONGEST_CHOICE).then_some(MatchChoice { game, fields })
}

/// `POST /matches`: 303 to the new match, or 422 with the form and its errors.
pub async fn open(
    (request, state, member): RequestOf<SignedIn>,
    fields: FormData<Vec<(String, String)>>,
) -> HttpResult {
    let FormData(fields) = fields;
    let setup = match setup(&fields) {
        Ok(setup) => setup,
        Err(problem) => return form_with_problem(&request, &state, &member.into(), &fields, &problem).await,
    };
    let game = setup.game;
    let invited = match invited::of_form(&state, &member.0, &fields, setup.seats).await? {
        Ok(invited) => invited,
        Err(why) => {
            let caller = member.into();
            let form = NewMatchDraft::from_form(game, &fields).wrong_names(&why);
            let page = new_match::page(reader(&request, &state, &caller).await?, &form);
            return Ok(html(StatusCode::UNPROCESSABLE_ENTITY, page));
        }
    };
    let free = usize::from(setup.seats).saturating_sub(1 + invited.len());
    let bots = match new_match_bots::of_form(&state.bots, game, free, &fields) {
        Ok(bots) => bots,
        Err(problem) => return form_with_problem(&request, &state, &member.into(), &fields, &problem).await,
    };
    if !bots.is_empty() {
        state.limits.play(state.client_subnet(&request))?;
    }
    for guest in &invited {
        state.limits.invite(member.0.id, guest.id)?;
    }
    let setup = MatchSetup { invited, bots, ..setup };
    match state.referee.open(member.0.clone(), setup).await {
        Ok(view) => {
            if let Some(choice) = choice(game, fields)
                && let Err(error) =
                    state.store.remember_match_choice(member.0.id, choice, state.clock.now()).await
            {
                tracing::warn!(code = error.code(), %error, "failed to remember the settings of a new match");
            }
            Ok(see_other(&request, &urls::Match { id: view.m.id.as_str() }.to_string()))
        }
        Err(RefereeError::NotOpened(refusal)) => {
            let (caller, why) = (member.into(), refusal.message());
            let form = NewMatchDraft::from_form(game, &fields).with_refusal(&why);
            let page = new_match::page(reader(&request, &state, &caller).await?, &form);
            Ok(html(WebError::from(refusal).status_code(), page))
        }
        Err(error) => Err(error.into()),
    }
}

async fn form_with_problem(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    fields: &[(String, String)],
    problem: &SetupError,
) -> HttpResult {
    let reader = reader(request, state, caller).await?;
    let game = game(fields).unwrap_or(Game::ALL[0]);
    let page = new_match::page(reader, &NewMatchDraft::from_form(game, fields).with_problem(problem));
    Ok(html(StatusCode::UNPROCESSABLE_ENTITY, page))
}

/// Parses the fields: `game`, `seats`, `visibility`, and an `option.KEY` for each option that is not the default;
/// `rated` and `open_for` are optional. In games with dice `auto_roll`, for live matches `auto_roll_live`, says
/// whether they are rolled automatically. `first` (or `order` for more than two seats) says who moves
/// first. Time is parsed by [`time_fields`], invitations by [`invited`].
fn setup(fields: &[(String, String)]) -> Result<MatchSetup, SetupError> {
    let game = game(fields)?;
    let mut options = Vec::new();
    for (name, value) in fields {
        match name.strip_prefix("option.") {
            Some(key) => options.push((key, value.as_str())),
            None if time_fields::is_one(name) => {}
            None if FIELDS.contains(&name.as_str()) => {}
            None => return Err(SetupError::UnknownOption(name.clone())),
        }
    }
    let options = game.options(options)?;
    let seats = seats(game, only(fields, "seats")?)?;
    game.opening(&options, seats)?;
    let visibility = visibility(only(fields, "visibility")?)?;
    let time = time_fields::read(fields, game, seats)?;
    let bots_play_on = time.as_ref().is_some_and(|time| time.at_flag == TimeoutPolicy::Bot);
    let with_bots = fields.iter().any(|(field, level)| field == BOTS && !level.is_empty());
    let rated = rated(only(fields, "rated")?, visibility, with_bots, bots_play_on)?;
    let live = time.as_ref().is_some_and(|time| time.pace.is_live());
    let auto_roll = auto_roll(fields, live)?;
    let first = first_move(fields, seats)?;
    let open_for = only(fields, invited::OPEN_FOR)?;
    let renews = open_for == Some(STANDING);
    if renews && live {
        let why = because("a live match needs you to be here when it starts");
        return Err(SetupError::Conflict { key: invited::OPEN_FOR, why });
    }
    let open_for = invited::open_for(open_for.filter(|_| !renews), live)?;
    let conditions = conditions(fields)?;
    let (invited, bots) = (Vec::new(), Vec::new());
    Ok(MatchSetup {
        game,
        options,
        seats,
        visibility,
        rated,
        auto_roll,
        first,
        time_control: time,
        open_for,
        conditions,
        renews,
        pass_and_play: false,
        invited,
        bots,
    })
}

/// What players have to meet to join. An empty field is no condition.
fn conditions(fields: &[(String, String)]) -> Result<JoinConditions, SetupError> {
    let (least, most) = RATING_BOUNDS;
    let bound = |name: &'static str| match only(fields, name)?.map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => {
            let number = text.parse().ok().filter(|number| (least..=most).contains(number));
            let takes =
                || tr_format!("a number from {least} to {most}, or nothing", least = least, most = most);
            number.map(Some).ok_or_else(|| bad_value(name, text, takes()))
        }
    };
    let (min_rating, max_rating) = (bound("rating_from")?, bound("rating_to")?);
    let min_on_time = match only(fields, ON_TIME_ONLY)? {
        None | Some("off") => None,
        Some("on") => Some(ON_TIME),
        Some(other) => return Err(bad_value(ON_TIME_ONLY, other, one_of(&["on", "off"]))),
    };
    match (min_rating, max_rating) {
        (Some(from), Some(to)) if from > to => Err(SetupError::Conflict {
            key: "rating_to",
            why: because("the highest rating can’t be lower than the lowest"),
        }),
        _ => Ok(JoinConditions { min_rating, max_rating, min_on_time }),
    }
}

/// The field for automatic rolls, and the one for live matches.
const AUTO_ROLL: &str = "throw_for_me";
const AUTO_ROLL_LIVE: &str = "auto_roll_live";

/// The fields other than options and time.
const FIELDS: [&str; 14] = [
    "game",
    BOTS,
    "seats",
    "visibility",
    "rated",
    AUTO_ROLL,
    AUTO_ROLL_LIVE,
    FIRST,
    ORDER,
    "rating_from",
    "rating_to",
    ON_TIME_ONLY,
    invited::FIELD,
    invited::OPEN_FOR,
];

fn game(fields: &[(String, String)]) -> Result<Game, SetupError> {
    let keys = || Game::ALL.iter().map(|game| game.key()).collect::<Vec<_>>().join(", ");
    let key = only(fields, "game")?.ok_or_else(|| missing("game", keys()))?;
    Game::from_key(key).ok_or_else(|| SetupError::UnknownGame(key.to_owned()))
}

/// The value of a field that may be sent once. Fields are pairs instead of a struct filled by serde, whose errors do
/// not tell unknown, repeated and wrong fields apart.
fn only<'a>(fields: &'a [(String, String)], name: &str) -> Result<Option<&'a str>, SetupError> {
    let mut values = fields.iter().filter(|(field, _)| field == name).map(|(_, value)| value.as_str());
    match (values.next(), values.next()) {
        (_, Some(_)) => Err(SetupError::Twice(name.to_owned())),
        (value, None) => Ok(value),
    }
}

fn seats(game: Game, text: Option<&str>) -> Result<u8, SetupError> {
    let (least, most) = game.seats().into_inner();
    let takes = if least == most {
        least.to_string()
    } else {
        tr_format!("{least} to {most}", least = least, most = most)
    };
    let Some(text) = text else { return Err(missing("seats", takes)) };
    let number = text.parse().ok().filter(|number: &u8| number.to_string() == text);
    number.ok_or_else(|| bad_value("seats", text, takes))
}

fn visibility(text: Option<&str>) -> Result<MatchVisibility, SetupError> {
    let takes = || one_of(&["public", "private"]);
    match text {
        Some("public") => Ok(MatchVisibility::Public),
        Some("private") => Ok(MatchVisibility::Private),
        Some(other) => Err(bad_value("visibility", other, takes())),
        None => Err(missing("visibility", takes())),
    }
}

/// Whether the match is rated. By default public matches without bots are; those in which bots play on cannot be.
fn rated(
    text: Option<&str>,
    visibility: MatchVisibility,
    with_bots: bool,
    bots_play_on: bool,
) -> Result<bool, SetupError> {
    match text {
        None | Some("usual") => Ok(visibility == MatchVisibility::Public && !with_bots && !bots_play_on),
        Some("yes") if bots_play_on => Err(SetupError::Conflict {
            key: "time.flag",
            why: because("bots can only play on in casual matches"),
        }),
        Some("yes") => Ok(true),
        Some("no") => Ok(false),
        Some(other) => Err(bad_value("rated", other, one_of(&["yes", "no", "usual"]))),
    }
}

/// Whether dice are rolled automatically. The form has a separate field for live matches, in which players roll by
/// default.
fn auto_roll(fields: &[(String, String)], live: bool) -> Result<bool, SetupError> {
    let of_live = only(fields, AUTO_ROLL_LIVE)?.filter(|_| live).map(|choice| (AUTO_ROLL_LIVE, choice));
    let choice = only(fields, AUTO_ROLL)?.map(|choice| (AUTO_ROLL, choice));
    match of_live.or(choice) {
        None => Ok(!live),
        Some((_, "on")) => Ok(true),
        Some((_, "off")) => Ok(false),
        Some((name, other)) => Err(bad_value(name, other, one_of(&["on", "off"]))),
    }
}

/// Who moves first: by default a player drawn at random. Matches with more than two seats have a field of their own in
/// the form; without it, `first` also says that the creator moves first there.
fn first_move(fields: &[(String, String)], seats: u8) -> Result<FirstMove, SetupError> {
    let first = only(fields, FIRST)?;
    if seats == 2 {
        return match first {
            None | Some("random") => Ok(FirstMove::Random),
            Some("creator") => Ok(FirstMove::Creator),
            Some("opponent") => Ok(FirstMove::Opponent),
            Some(other) => Err(bad_value(FIRST, other, one_of(&["random", "creator", "opponent"]))),
        };
    }
    match (only(fields, ORDER)?, first) {
        (Some("random"), _) | (None, None | Some("random")) => Ok(FirstMove::Random),
        (Some("seated"), _) | (None, Some("creator")) => Ok(FirstMove::Creator),
        (Some(other), _) | (None, Some(other)) => Err(bad_value(ORDER, other, one_of(&["random", "seated"]))),
    }
}

fn missing(key: &'static str, takes: String) -> SetupError {
    SetupError::Missing { key, takes }
}

fn bad_value(key: &str, value: &str, takes: String) -> SetupError {
    SetupError::BadValue { key: key.to_owned(), value: value.to_owned(), takes }
}
