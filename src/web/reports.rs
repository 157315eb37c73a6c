//! `/reports`: reports to staff.

use actix_web::http::StatusCode;
use actix_web::web::{Path, Query};
use serde::Deserialize;

use super::{
    AppState, FormData, HttpResult, RequestOf, SessionUser, SignedIn, WebError, html, ok, reader, see_other,
};
use crate::games::KnownGame;
use crate::matches::{MatchId, MatchView};
use crate::texts::tr;
use crate::urls;
use crate::users::{FORMER, ReportReason, ReportSubject, UserId, visible_text};
use crate::views::reports::{self, ReportAbout, ReportDraft};

/// How many of their own reports a user sees.
const OWN: u32 = 30;

/// What to report: a user by name, a match, or a chat message.
#[derive(Debug, Deserialize)]
pub struct ReportQuery {
    person: Option<String>,
    #[serde(rename = "match")]
    match_id: Option<String>,
    line: Option<i64>,
    /// The player of the match that it is about.
    player: Option<String>,
}

/// Fields that do not apply are empty.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportForm {
    #[serde(default)]
    person: String,
    #[serde(default, rename = "match")]
    match_id: String,
    #[serde(default)]
    line: Option<i64>,
    #[serde(default)]
    player: String,
    #[serde(default)]
    cause: String,
    words: String,
}

/// Whether a report was just sent.
#[derive(Debug, Deserialize)]
pub struct ReportSent {
    done: Option<String>,
}

/// `GET /reports`: the user's reports and their results.
pub async fn own((request, state, member): RequestOf<SignedIn>, done: Query<ReportSent>) -> HttpResult {
    let of = state.store.reports_by(member.0.id, OWN).await?;
    let sent = done.done.as_deref() == Some("sent");
    let (caller, now) = (member.into(), state.clock.now());
    ok(reports::own_reports(reader(&request, &state, &caller).await?, &of, sent, now))
}

/// `GET /reports/new`
pub async fn form((request, state, member): RequestOf<SignedIn>, what: Query<ReportQuery>) -> HttpResult {
    let (_, about) = subject(&state, &member, &what.0).await?;
    let caller = member.into();
    let draft = ReportDraft::new(&about);
    ok(reports::form(reader(&request, &state, &caller).await?, &draft))
}

/// `POST /reports`: 422 and the form again if a field is invalid, 409 if they have an open report about the same.
pub async fn send((request, state, member): RequestOf<SignedIn>, sent: FormData<ReportForm>) -> HttpResult {
    let FormData(ReportForm { person, match_id, line, player, cause, words }) = sent;
    let given = |text: String| Some(text).filter(|text| !text.is_empty());
    let what = ReportQuery { person: given(person), match_id: given(match_id), line, player: Some(player) };
    let (subject, about) = subject(&state, &member, &what).await?;
    let (words, cause) = (visible_text(&words), ReportReason::from_key(&cause));
    let words_problem = match words.chars().count() {
        0 => Some(tr("Describe what happened.")),
        count if count > reports::MAX_LENGTH as usize => Some(tr("Use 1,000 characters or fewer.")),
        _ => None,
    };
    let draft = ReportDraft { cause, words: &words, ..ReportDraft::new(&about) };
    let Some(cause) = cause.filter(|_| words_problem.is_none()) else {
        let caller = member.into();
        let cause_problem = cause.is_none().then(|| tr("Choose a reason."));
        let draft = ReportDraft { cause_problem, words_problem, ..draft };
        let page = reports::form(reader(&request, &state, &caller).await?, &draft);
        return Ok(html(StatusCode::UNPROCESSABLE_ENTITY, page));
    };
    state.limits.report(member.0.id)?;
    let mails = state.notices.sends_mail();
    if !state.store.report(member.0.id, subject, cause, words.clone(), state.clock.now(), mails).await? {
        let problem = Some(tr("You’ve already reported this. It hasn’t been handled yet."));
        let caller = member.into();
        let draft = ReportDraft { problem, ..draft };
        let page = reports::form(reader(&request, &state, &caller).await?, &draft);
        return Ok(html(StatusCode::CONFLICT, page));
    }
    state.notices.has_report();
    Ok(see_other(&request, &format!("{}?done=sent", urls::Reports)))
}

/// `POST /messages/{id}/dismiss`: dismisses a message from staff.
pub async fn dismiss_message((request, state, member): RequestOf<SessionUser>, id: Path<i64>) -> HttpResult {
    if !state.store.dismiss_message(member.0.id, *id, state.clock.now()).await? {
        return Err(WebError::NotFound("".into()));
    }
    Ok(see_other(&request, &urls::Home.to_string()))
}

/// The reported thing, if it is visible to the user and not their own.
async fn subject(
    state: &AppState,
    member: &SignedIn,
    what: &ReportQuery,
) -> Result<(ReportSubject, ReportAbout), WebError> {
    let user = member.0.id;
    match (&what.person, &what.match_id, what.line) {
        (Some(name), None, None) => {
            let found = state.accounts.directory().find(name).await?;
            let person = found.ok_or_else(|| WebError::NotFound(tr("No user with that name.").into()))?;
            not_own(person.id, user)?;
            Ok((ReportSubject::Person(person.id), ReportAbout::Person(person.name)))
        }
        (None, Some(id), line) => {
            let id: MatchId = id.parse().map_err(|_| WebError::NotFound("".into()))?;
            let view = state.referee.get(&id, Some(user)).await?;
            match line {
                Some(line) => message_subject(&view, line, user),
                None => match_subject(&view, user, what.player.as_deref()),
            }
        }
        _ => Err(WebError::BadRequest(tr("Choose what to report: a player, a match or a message.").into())),
    }
}

/// A match, with the player that was chosen: at first the only other one, if there is one.
fn match_subject(
    view: &MatchView,
    user: UserId,
    chosen: Option<&str>,
) -> Result<(ReportSubject, ReportAbout), WebError> {
    let m = &view.m;
    let names = m.seats.iter().filter_map(|(seat, _)| view.name(seat)).map(str::to_owned).collect();
    let people = m.seats.iter().filter_map(|(seat, player)| player.filter(|_| !m.is_bot(seat)));
    let others = people.filter(|player| *player != user);
    let mut players: Vec<_> = others.map(|player| (player, view.names.of(player).to_owned())).collect();
    players.retain(|(_, name)| name != FORMER);
    players.dedup();
    let player = match (chosen, players.as_slice()) {
        (None, [only]) => Some(only),
        (None | Some(""), _) => None,
        (Some(name), _) => {
            let found = players.iter().find(|(_, called)| called == name);
            Some(found.ok_or_else(|| {
                WebError::Unprocessable(tr("No player of this match has that name.").into())
            })?)
        }
    };
    let (player, name) = player.cloned().unzip();
    let subject = ReportSubject::Match { id: m.id.clone(), ply: plies(view), player };
    let players = players.into_iter().map(|(_, name)| name).collect();
    let about = ReportAbout::Match {
        id: m.id.clone(),
        game: KnownGame::of(&m.options),
        names,
        players,
        player: name,
    };
    Ok((subject, about))
}

fn message_subject(
    view: &MatchView,
    line: i64,
    user: UserId,
) -> Result<(ReportSubject, ReportAbout), WebError> {
    let m = &view.m;
    let mut readable = view.messages(view.viewer(Some(user)));
    let line = readable.find(|message| message.id == line && !message.removed);
    let line = line.ok_or_else(|| WebError::NotFound("".into()))?;
    not_own(line.by, user)?;
    let about = ReportAbout::Line {
        id: m.id.clone(),
        line: line.id,
        name: view.names.of(line.by).into(),
        text: line.text.clone(),
    };
    let subject =
        ReportSubject::ChatMessage { id: line.id, author: line.by, at: m.id.clone(), ply: plies(view) };
    Ok((subject, about))
}

fn plies(view: &MatchView) -> u32 {
    u32::try_from(view.m.plies.len()).unwrap_or(u32::MAX)
}

fn not_own(reported: UserId, user: UserId) -> Result<(), WebError> {
    if reported == user {
        Err(WebError::Unprocessable(tr("You can’t report yourself.").into()))
    } else {
        Ok(())
    }
}
