//! Matches: the page, and what can be done at it, a resource a file.

pub mod endings;
pub mod events;
mod id;
pub mod invitations;
pub mod messages;
pub mod notes;
pub mod offers;
pub mod orders;
pub mod page;
pub mod pause;
pub mod plies;
pub mod record;
pub mod rulings;
pub mod seats;
pub mod seen;
pub mod talk;
pub mod throws;
pub mod time;
pub mod what_if;

use std::sync::Arc;

use crate::urls;

pub use id::Id;

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, ResponseError};

use super::{Answer, Caller, Error, Member, State, html, is_fragment, reader, see_other};
use crate::matches::{Command, MatchId, Refusal, Table};
use crate::referee::RefereeError;
use crate::store::Own;
use crate::views::messages::Message;
use crate::views::sanctions::Kept;
use crate::views::table::{self, Note, Sight};

/// Carries out a command and shows the match after it.
async fn carry_out(
    request: HttpRequest,
    state: Data<State>,
    member: Member,
    id: Id,
    command: Command,
) -> Answer {
    let done = state.referee.command(member.0.clone(), &id, command).await;
    answer(&request, &state, &member.into(), done).await
}

/// The match after what was asked: 303 to its page, or the fragment for htmx. When it was refused, the match as it stands
/// with the reason.
async fn answer(
    request: &HttpRequest,
    state: &State,
    caller: &Caller,
    done: Result<Arc<Table>, RefereeError>,
) -> Answer {
    match done {
        Ok(table) if is_fragment(request) => {
            Ok(html(StatusCode::OK, table::fragment(&sight(state, caller, &table))))
        }
        Ok(table) => Ok(see_other(request, &urls::Match { id: table.m.id.as_str() }.to_string())),
        Err(RefereeError::Refused { refusal, table }) => {
            show_refusal(request, state, caller, &refusal, &table).await
        }
        Err(error) => Err(error.into()),
    }
}

async fn show_refusal(
    request: &HttpRequest,
    state: &State,
    caller: &Caller,
    refusal: &Refusal,
    table: &Table,
) -> Answer {
    let words = refusal.message();
    let sight = Sight { problem: Some(&words), ..sight(state, caller, table) };
    let status = Error::from(refusal.clone()).status_code();
    if is_fragment(request) {
        return Ok(html(status, table::fragment(&sight)));
    }
    let own = own(state, caller, &table.m.id).await?;
    let reader = reader(request, state, caller).await?;
    Ok(html(status, table::page(reader, &with_own(sight, own.as_ref()))))
}

/// What a caller has of their own at a match.
async fn own(state: &State, caller: &Caller, id: &MatchId) -> Result<Option<Own>, Error> {
    Ok(match caller.user() {
        Some(user) => Some(state.store.own(user, id).await?),
        None => None,
    })
}

/// With what a page shows somebody of their own.
fn with_own<'a>(sight: Sight<'a>, own: Option<&'a Own>) -> Sight<'a> {
    let Some(Own { zone, manner, note }) = own else { return sight };
    let note = sight.note.or(Some(Note { text: note, ..Note::default() }));
    Sight { note, zone: Some(zone), manner: *manner, ..sight }
}

/// A match as it stands, as this caller sees it.
fn sight<'a>(state: &State, caller: &'a Caller, table: &'a Table) -> Sight<'a> {
    let kept = Kept::from(&caller.1);
    Sight { kept, ..Sight::now(table, table.viewer(caller.user()), state.clock.now()) }
}
