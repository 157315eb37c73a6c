//! Results of staff actions.

use crate::now::Moment;
use crate::store::{Store, StoreError, sql};
use crate::users::{StaffActionError, UserId};

/// Whether a staff action was performed, or why not.
pub type StaffDecision = Result<(), StaffActionError>;

const ANOTHER_ADMIN: &str =
    "SELECT EXISTS (SELECT 1 FROM users WHERE role = 'admin' AND kind = 'person' AND id <> $1
    AND (suspended_at IS NULL OR suspended_until <= $2))";

/// Whether there is another admin who can act at this moment. Asked in the transaction that takes this one away.
pub(in crate::store) async fn another_admin(
    db: &mut sql::Connection,
    but: UserId,
    at: Moment,
) -> Result<bool, StoreError> {
    Ok(sql::query_scalar(ANOTHER_ADMIN).bind(but.0).bind(at.0).fetch_one(db).await?)
}

/// Whether there is an admin who can act at this moment, in this transaction.
pub(in crate::store) async fn has_admin(db: &mut sql::Connection, at: Moment) -> Result<bool, StoreError> {
    another_admin(db, NOBODY, at).await
}

/// No user has this id.
const NOBODY: UserId = UserId(0);

impl Store {
    /// Whether there is an admin who can act at this moment.
    pub async fn has_admin(&self, at: Moment) -> Result<bool, StoreError> {
        let admins = sql::query_scalar(ANOTHER_ADMIN).bind(NOBODY.0).bind(at.0);
        self.read(move |db| async move { admins.fetch_one(&db).await }).await
    }
}
