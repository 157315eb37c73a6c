//! Removal of chat messages.

use sqlx::SqliteConnection;

use super::reports::handled_by;
use super::staff::StaffDecision;
use super::{Store, StoreError};
use crate::matches::MatchId;
use crate::now::Moment;
use crate::users::{AuditActor, AuditNote, MessageRemoval, StaffActionError, StaffActionKind, UserId};

/// A removed message stays readable for those who handle a report about it.
const KEEP_EVIDENCE: &str = "INSERT OR IGNORE INTO report_evidence (report_id, text)
    SELECT r.id, t.text FROM reports r JOIN chat_messages t ON t.id = r.line WHERE r.line = $1 AND t.text <> ''";
const REMOVE: &str = "UPDATE chat_messages SET text = '', removed_at = $3
    WHERE id = $1 AND match_id = $2 AND removed_at IS NULL";

impl Store {
    /// Deletes the text of a chat message for a moderator and writes the audit entry, or returns why not. Reports
    /// about it keep a copy. A removal that refers to a report needs one about this match which the moderator
    /// handles.
    pub async fn remove_message(
        &self,
        by: UserId,
        id: &MatchId,
        author: UserId,
        removal: MessageRemoval,
        at: Moment,
    ) -> Result<StaffDecision, StoreError> {
        let note = AuditNote {
            whom: Some(author),
            match_id: Some(id.clone()),
            why: removal.why.to_string(),
            detail: format!("message {}", removal.message),
            ..AuditNote::new(at, AuditActor::Person(by), StaffActionKind::RemoveMessage)
        };
        let id = id.clone();
        self.act(note, move |db, _, _| Box::pin(remove(db, by, id, removal, at))).await
    }
}

async fn remove(
    db: &mut SqliteConnection,
    by: UserId,
    id: MatchId,
    removal: MessageRemoval,
    at: Moment,
) -> Result<StaffDecision, StoreError> {
    if let Some(report) = removal.report
        && !handled_by(db, by, report, &id).await?
    {
        return Ok(Err(StaffActionError::Nobody));
    }
    sqlx::query(KEEP_EVIDENCE).bind(removal.message).execute(&mut *db).await?;
    let query = sqlx::query(REMOVE).bind(removal.message).bind(id.as_str()).bind(at.0);
    let removed = query.execute(db).await?.rows_affected() == 1;
    Ok(if removed { Ok(()) } else { Err(StaffActionError::AlreadySo) })
}
