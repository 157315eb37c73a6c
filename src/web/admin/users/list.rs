//! `GET /admin/users`: users by part of the name, role and suspension.

use actix_web::web::Query;
use serde::Deserialize;

use super::super::super::{Caller, HttpResult, ModeratorCaller, RequestOf, ok, reader};
use crate::users::{Role, UserFilter};
use crate::views::admin::users;

const PAGE: u32 = 50;
/// Maximum length of a username.
const MAX_LENGTH: usize = 20;

/// The filter in the query. Invalid values are ignored.
#[derive(Debug, Deserialize)]
pub struct UserSearch {
    #[serde(default)]
    q: String,
    #[serde(default)]
    role: String,
    #[serde(default)]
    suspended: String,
    #[serde(default)]
    after: String,
}

/// `GET /admin/users`
pub async fn page(
    (request, state, staff): RequestOf<ModeratorCaller>,
    search: Query<UserSearch>,
) -> HttpResult {
    let filter = UserFilter {
        part: search.q.trim().chars().take(MAX_LENGTH).collect(),
        role: Role::from_key(&search.role),
        suspended: search.suspended == "1",
        after: search.after.chars().take(MAX_LENGTH).collect(),
    };
    let now = state.clock.now();
    let (found, more) = state.store.people_list(&filter, now, PAGE).await?;
    let list = users::UsersPage { filter: &filter, found: &found, more, now };
    let caller = Caller::from(staff);
    ok(users::page(reader(&request, &state, &caller).await?, &list))
}
