//! `/matches/new/names`: names for the field in which opponents are invited.

use actix_web::web::{Data, Query};
use serde::Deserialize;

use super::{AppState, HttpResult, SignedIn, ok};
use crate::users::name_key;
use crate::views::new_match;

/// Names that begin like a longer text are not looked up.
const MAX_LENGTH: usize = 20;

/// The content of the field: names separated by commas.
#[derive(Debug, Deserialize)]
pub struct TypedNames {
    invite: Option<String>,
}

/// `GET /matches/new/names`: names that begin like the last one typed; recent opponents if there is none.
pub async fn list(state: Data<AppState>, member: SignedIn, Query(typed): Query<TypedNames>) -> HttpResult {
    let typed = typed.invite.unwrap_or_default();
    let (before, last) = typed.rfind(',').map_or(("", &*typed), |comma| typed.split_at(comma + 1));
    let before = if before.is_empty() { String::new() } else { format!("{before} ") };
    let names = match name_key(last.trim()) {
        key if key.is_empty() => state.store.recent_opponents(member.0.id).await?,
        key if key.chars().count() > MAX_LENGTH => Vec::new(),
        key => state.store.names_starting_with(&key, member.0.id).await?,
    };
    ok(new_match::names(&before, &names))
}
