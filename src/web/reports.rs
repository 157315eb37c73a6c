//! `/reports`: telling those who look after the house that something is wrong.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use serde::Deserialize;

use super::{Answer, Error, Form, Member, State, html, reader, see_other};
use crate::matches::{MatchId, Table};
use crate::texts::tr;
use crate::urls;
use crate::users::{Cause, Subject, UserId};
use crate::views::reports::{self, About, Draft};

/// So many of their own reports somebody sees.
const OWN: u32 = 30;

/// What is to be reported: a person by name, a match, or a line of the talk at a match.
#[derive(Debug, Deserialize)]
pub struct What {
    person: Option<String>,
    #[serde(rename = "match")]
    table: Option<String>,
    line: Option<i64>,
}

/// What the form sends. A field that is not about what is reported is empty.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    #[serde(default)]
    person: String,
    #[serde(default, rename = "match")]
    table: String,
    #[serde(default)]
    line: Option<i64>,
    #[serde(default)]
    cause: String,
    words: String,
}

/// What has just been done, on the page of one's reports.
#[derive(Debug, Deserialize)]
pub struct Done {
    done: Option<String>,
}

/// `GET /reports`: what somebody has reported, and what came of it.
pub async fn own(request: HttpRequest, state: Data<State>, member: Member, done: Query<Done>) -> Answer {
    let of = state.store.reports_by(member.0.id, OWN).await?;
    let sent = done.done.as_deref() == Some("sent");
    let (caller, now) = (member.into(), state.clock.now());
    Ok(html(StatusCode::OK, reports::own(reader(&request, &state, &caller).await?, &of, sent, now)))
}

/// `GET /reports/new`
pub async fn form(request: HttpRequest, state: Data<State>, member: Member, what: Query<What>) -> Answer {
    let (_, about) = subject(&state, &member, &what.0).await?;
    let caller = member.into();
    let draft = Draft { about: &about, cause: None, words: "", problem: None };
    Ok(html(StatusCode::OK, reports::form(reader(&request, &state, &caller).await?, &draft)))
}

/// `POST /reports`: the form again with 422 when something in it is not right, 409 when the same waits already.
pub async fn send(request: HttpRequest, state: Data<State>, member: Member, sent: Form<Sent>) -> Answer {
    let Form(Sent { person, table, line, cause, words }) = sent;
    let given = |text: String| Some(text).filter(|text| !text.is_empty());
    let what = What { person: given(person), table: given(table), line };
    let (subject, about) = subject(&state, &member, &what).await?;
    let words = words.trim();
    let problem = match (words.chars().count(), Cause::from_key(&cause)) {
        (_, None) => Some(tr("Choose what is wrong.")),
        (0, _) => Some(tr("Say in a few words what happened.")),
        (count, _) if count > reports::LONGEST as usize => Some(tr("Say it in 1,000 characters or fewer.")),
        _ => None,
    };
    let Some(cause) = Cause::from_key(&cause).filter(|_| problem.is_none()) else {
        let caller = member.into();
        let draft = Draft { about: &about, cause: Cause::from_key(&cause), words, problem };
        let page = reports::form(reader(&request, &state, &caller).await?, &draft);
        return Ok(html(StatusCode::UNPROCESSABLE_ENTITY, page));
    };
    state.limits.report(member.0.id)?;
    if !state.store.report(member.0.id, subject, cause, words.to_owned(), state.clock.now()).await? {
        return Err(Error::Conflict(
            tr("You have reported this already, and it waits to be looked into.").into(),
        ));
    }
    state.notices.has_report();
    Ok(see_other(&request, &format!("{}?done=sent", urls::Reports)))
}

/// `POST /remarks/{id}/removal`: somebody puts away what the house had to say to them.
pub async fn put_away(request: HttpRequest, state: Data<State>, member: Member, id: Path<i64>) -> Answer {
    if !state.store.put_away(member.0.id, *id, state.clock.now()).await? {
        return Err(Error::NotFound("".into()));
    }
    Ok(see_other(&request, &urls::Home.to_string()))
}

/// What is meant, if it is there for this person and not their own.
async fn subject(state: &State, member: &Member, what: &What) -> Result<(Subject, About), Error> {
    let user = member.0.id;
    match (&what.person, &what.table, what.line) {
        (Some(name), None, None) => {
            let found = state.accounts.directory().find(name).await?;
            let person =
                found.ok_or_else(|| Error::NotFound(tr("Nobody in this house is called that.").into()))?;
            not_own(person.id, user)?;
            Ok((Subject::Person(person.id), About::Person(person.name)))
        }
        (None, Some(id), line) => {
            let id: MatchId = id.parse().map_err(|_| Error::NotFound("".into()))?;
            let table = state.referee.look(&id, Some(user)).await?;
            match line {
                Some(line) => said(&table, line, user),
                None => Ok(of_match(&table)),
            }
        }
        _ => Err(Error::BadRequest(tr("Nothing is said about what is to be reported.").into())),
    }
}

fn of_match(table: &Table) -> (Subject, About) {
    let m = &table.m;
    let names = m.seats.iter().filter_map(|(seat, _)| table.name(seat)).map(str::to_owned).collect();
    let about = About::Match { id: m.id.clone(), game: m.game, names };
    (Subject::Match { id: m.id.clone(), ply: plies(table) }, about)
}

fn said(table: &Table, line: i64, user: UserId) -> Result<(Subject, About), Error> {
    let m = &table.m;
    let readable = table.talk_may_be_read_by(table.viewer(Some(user)));
    let line = table.talk.iter().find(|said| said.id == line && readable && !said.removed);
    let line = line.ok_or_else(|| Error::NotFound("".into()))?;
    not_own(line.by, user)?;
    let about = About::Line {
        id: m.id.clone(),
        line: line.id,
        name: table.names.of(line.by).into(),
        text: line.text.clone(),
    };
    let subject = Subject::Line { line: line.id, whom: line.by, at: m.id.clone(), ply: plies(table) };
    Ok((subject, about))
}

fn plies(table: &Table) -> u32 {
    u32::try_from(table.m.plies.len()).unwrap_or(u32::MAX)
}

fn not_own(whom: UserId, user: UserId) -> Result<(), Error> {
    if whom == user { Err(Error::Unprocessable(tr("Nobody reports themselves.").into())) } else { Ok(()) }
}
