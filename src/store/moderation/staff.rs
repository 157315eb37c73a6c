//! Results of staff actions.

use sqlx::SqliteConnection;

use crate::now::Moment;
use crate::store::StoreError;
use crate::users::{StaffActionError, UserId};

/// Whether a staff action was performed, or why not.
pub type StaffDecision = Result<(), StaffActionError>;

/// Whether there is another admin who can act at this moment. Asked in the transaction that takes this one away.
pub(in crate::store) async fn another_admin(
    db: &mut SqliteConnection,
    but: UserId,
    at: Moment,
) -> Result<bool, StoreError> {
    let others = "SELECT EXISTS (SELECT 1 FROM users WHERE role = 'admin' AND kind = 'person' AND id <> $1
        AND (suspended_at IS NULL OR suspended_until <= $2))";
    Ok(sqlx::query_scalar(others).bind(but.0).bind(at.0).fetch_one(db).await?)
}
