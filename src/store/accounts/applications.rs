//! Accounts that staff have to approve.

use serde_json::json;

use crate::now::Moment;
use crate::store::delivery::notices::queue_notice_email;
use crate::store::moderation::reports::staff_at;
use crate::store::rows::person;
use crate::store::sql::{self, Int};
use crate::store::{Store, StoreError};
use crate::users::{UserId, UserSummary};

const WAITING: &str = "SELECT id, name FROM users
    WHERE id = $1 AND suspended_at IS NOT NULL AND suspension_reason IS NULL AND deletion_state IS NULL";
const COUNT: &str = "SELECT count(*) FROM users
    WHERE suspended_at IS NOT NULL AND suspension_reason IS NULL AND deletion_state IS NULL";

impl Store {
    /// The user with this id, if their account awaits approval.
    pub async fn applicant(&self, user: UserId) -> Result<Option<UserSummary>, StoreError> {
        let row: Option<(i64, String)> = self
            .read(move |db| async move { sql::query_as(WAITING).bind(user.0).fetch_optional(&db).await })
            .await?;
        Ok(row.map(person))
    }

    /// How many accounts await approval.
    pub async fn applicants(&self) -> Result<u32, StoreError> {
        self.read(|db| async move { sql::query_scalar(COUNT).fetch_one(&db).await }).await.map(Int::get)
    }
}

/// Queues the emails to staff about an account that awaits approval. Their texts are written when they are sent.
pub(super) async fn queue_notices(
    db: &mut sql::Connection,
    applicant: UserId,
    at: Moment,
) -> Result<(), StoreError> {
    for staff in staff_at(db, at).await? {
        let key = format!("notices:{}:application-{}", staff.user.0, applicant.0);
        queue_notice_email(db, staff.user, &key, &json!({ "applicant": applicant }).to_string(), at).await?;
    }
    Ok(())
}

/// Ends the wait of a user whose account awaits approval. Returns whether it did.
pub(super) async fn end_waiting(db: &mut sql::Connection, user: UserId) -> Result<bool, StoreError> {
    let ending = "UPDATE users SET suspended_at = NULL, application = NULL
        WHERE id = $1 AND suspended_at IS NOT NULL AND suspension_reason IS NULL";
    Ok(sql::query(ending).bind(user.0).execute(db).await? > 0)
}
