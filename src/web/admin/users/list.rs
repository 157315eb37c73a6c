//! `GET /admin/users`: users by part of the name and by what they are.

use actix_web::web::Query;
use serde::Deserialize;

use super::super::super::{Caller, HttpResult, ModeratorCaller, RequestOf, ok, reader};
use crate::users::{StaffActionKind, UserFilter, UserOrder, UserSelection};
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
    show: String,
    #[serde(default)]
    order: String,
    #[serde(default)]
    from: String,
    /// The action that was just done.
    #[serde(default)]
    done: String,
}

/// `GET /admin/users`
pub async fn page(
    (request, state, staff): RequestOf<ModeratorCaller>,
    search: Query<UserSearch>,
) -> HttpResult {
    let filter = UserFilter {
        part: search.q.trim().chars().take(MAX_LENGTH).collect(),
        selection: UserSelection::from_key(&search.show).unwrap_or_default(),
        order: UserOrder::from_key(&search.order).unwrap_or_default(),
        from: search.from.parse().unwrap_or(0),
    };
    let now = state.clock.now();
    let (found, total) = state.store.people_list(&filter, now, PAGE).await?;
    let is_approved = search.done == StaffActionKind::Approve.key();
    let list = users::UsersPage { filter: &filter, found: &found, total, is_approved, now };
    let caller = Caller::from(staff);
    ok(users::page(reader(&request, &state, &caller).await?, &list))
}
