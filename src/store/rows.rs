//! Parsing rows of `users`, and ids as parameters.

use super::{StoreError, sql};
use crate::matches::MatchId;
use crate::now::Moment;
use crate::users::{AccountStanding, Role, Suspension, UserId, UserSummary};

/// The ids of matches, for `json_each`.
pub(super) fn match_ids(matches: &[MatchId]) -> sql::List {
    sql::list(matches.iter().map(MatchId::as_str))
}

pub(super) fn person((id, name): (i64, String)) -> UserSummary {
    UserSummary { id: UserId(id), name: name.into() }
}

/// The standing of a user from the columns of `users`.
pub(super) fn standing(
    role: &str,
    since: Option<i64>,
    until: Option<i64>,
    why: Option<String>,
) -> Result<AccountStanding, StoreError> {
    let role = Role::from_key(role).ok_or_else(|| StoreError::Corrupt(format!("the role {role}")))?;
    let suspended = since.map(|since| Suspension {
        since: Moment(since),
        until: until.map(Moment),
        reason: why.map(Into::into),
    });
    Ok(AccountStanding { role, suspended, ..AccountStanding::default() })
}
