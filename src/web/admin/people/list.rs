//! `GET /admin/people`: by a part of the name, by role, and those who are suspended.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use serde::Deserialize;

use super::super::super::{Answer, Caller, Moderator, State, html, reader};
use crate::users::{PeopleAsked, Role};
use crate::views::admin::people;

const PAGE: u32 = 50;
/// No name is longer.
const LONGEST: usize = 20;

/// What the address says; what cannot be read asks for everybody.
#[derive(Debug, Deserialize)]
pub struct Search {
    #[serde(default)]
    q: String,
    #[serde(default)]
    role: String,
    #[serde(default)]
    suspended: String,
    #[serde(default)]
    after: String,
}

/// `GET /admin/people`
pub async fn page(
    request: HttpRequest,
    state: Data<State>,
    staff: Moderator,
    search: Query<Search>,
) -> Answer {
    let asked = PeopleAsked {
        part: search.q.trim().chars().take(LONGEST).collect(),
        role: Role::from_key(&search.role),
        suspended: search.suspended == "1",
        after: search.after.chars().take(LONGEST).collect(),
    };
    let now = state.clock.now();
    let (found, more) = state.store.people_list(&asked, now, PAGE).await?;
    let list = people::List { asked: &asked, found: &found, more, now };
    let caller = Caller::from(staff);
    Ok(html(StatusCode::OK, people::page(reader(&request, &state, &caller).await?, &list)))
}
