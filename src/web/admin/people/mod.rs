//! `/admin/people`: finding somebody, and what staff do to them, an act a file.

pub mod deletion;
pub mod factors;
pub mod list;
pub mod renaming;
pub mod reset_link;
pub mod role;
pub mod sessions;
pub mod suspension;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use serde::Deserialize;

use super::super::home::glance;
use super::super::settings::Afterwards;
use super::super::{Answer, Caller, Error, Member, Moderator, State, html, reader, see_other};
use crate::accounts::Username;
use crate::store::Wanted;
use crate::texts::tr;
use crate::urls;
use crate::users::preferences::Zone;
use crate::users::{Act, By, Deed, File, Reason, UserId};
use crate::views::admin::person::{self, Draft, Seen};
use crate::views::messages::Message;

/// So many of their last matches, and of what was done to them, are shown.
const MATCHES: u32 = 5;
const ENTRIES: u32 = 20;

/// What a form sends that asks for nothing but the reason.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Why {
    #[serde(default)]
    why: String,
}

/// `GET /admin/people/{name}`
pub async fn page(
    request: HttpRequest,
    state: Data<State>,
    staff: Moderator,
    name: Path<String>,
    after: Query<Afterwards>,
) -> Answer {
    let file = file(&state, &name).await?;
    let seen = Draft { done: Act::from_key(&after.done), ..Draft::default() };
    show(&request, &state, &staff.into(), file, StatusCode::OK, seen).await
}

/// What staff see of somebody.
async fn file(state: &State, name: &str) -> Result<File, Error> {
    let nobody = || Error::NotFound(tr("Nobody in this house is called that.").into());
    let name = Username::parse(name).map_err(|_| nobody())?;
    state.store.person_file(name.key(), state.clock.now()).await?.ok_or_else(nobody)
}

/// Where whoever looks lives.
async fn zone(state: &State, user: UserId) -> Result<Zone, Error> {
    Ok(state.store.wanted(user, state.clock.now()).await?.zone)
}

async fn show(
    request: &HttpRequest,
    state: &State,
    caller: &Caller,
    file: File,
    status: StatusCode,
    draft: Draft<'_>,
) -> Answer {
    let user = file.card.person.id;
    let wanted = Wanted { whom: Some(user), ..Wanted::default() };
    let zone = match caller.user() {
        Some(user) => zone(state, user).await?,
        None => Zone::utc(),
    };
    let mute = state.store.sanctions_of(user, state.clock.now()).await?.mute;
    let seen = Seen {
        file: &file,
        glance: glance(state, caller),
        playing: &state.store.seen_matches_of(user, MATCHES).await?,
        finished: &state.store.finished_matches_of(user, false, None, MATCHES).await?.matches,
        entries: &state.store.audit(wanted, ENTRIES).await?,
        zone: &zone,
        mute: mute.as_ref(),
        draft,
    };
    Ok(html(status, person::page(reader(request, state, caller).await?, &seen)))
}

/// Does something to somebody and goes back to their page; with what is wrong, when no good reason is given.
async fn carry_out(
    request: &HttpRequest,
    state: &State,
    staff: Member,
    name: &str,
    deed: Deed,
    why: &str,
) -> Answer {
    let file = file(state, name).await?;
    let (act, by, whom) = (deed.act(), By::Person(staff.0.id), file.card.person.clone());
    let reason = match Reason::parse(why, act) {
        Ok(reason) => reason,
        Err(wrong) => {
            let problem = wrong.message();
            let draft = Draft { act: Some(act), why, problem: Some(&problem), ..Draft::default() };
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return show(request, state, &staff.into(), file, status, draft).await;
        }
    };
    let name = match &deed {
        Deed::Rename { name, .. } => name.clone(),
        _ => whom.name.to_string(),
    };
    state.accounts.deal(by, whom.id, deed, reason).await?;
    match act {
        Act::Rename => state.referee.forget_all(),
        Act::Suspend | Act::EndSuspension => state.sanctions_changed(whom.id),
        _ => {}
    }
    Ok(see_other(request, &urls::AdminPerson { name: &name }.after(act.key())))
}
