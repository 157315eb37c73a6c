//! Removal of chat messages.

use super::reports::may_handle;
use super::staff::StaffDecision;
use crate::matches::MatchId;
use crate::now::Moment;
use crate::store::delivery::match_outbox;
use crate::store::{Store, StoreError, sql};
use crate::users::{AuditActor, AuditNote, MessageRemoval, StaffActionError, StaffActionKind, UserId};

const REMOVABLE: &str =
    "SELECT EXISTS (SELECT 1 FROM chat_messages WHERE id = $1 AND match_id = $2 AND removed_at IS NULL)";
/// A removed message stays readable for those who handle a report about it.
const KEEP_EVIDENCE: &str = "INSERT INTO report_evidence (report_id, text)
    SELECT r.id, t.text FROM reports r JOIN chat_messages t ON t.id = r.chat_message_id WHERE r.chat_message_id = $1 AND t.text <> ''
    ON CONFLICT (report_id) DO NOTHING";
const REMOVE: &str = "UPDATE chat_messages SET text = '', removed_at = $3
    WHERE id = $1 AND match_id = $2";

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
            target: Some(author),
            match_id: Some(id.clone()),
            reason: removal.reason.to_string(),
            detail: format!("message {}", removal.message),
            ..AuditNote::new(at, AuditActor::Person(by), StaffActionKind::RemoveMessage)
        };
        let (id, server) = (id.clone(), self.server);
        self.act(note, move |db, _, _| {
            Box::pin(async move {
                let removed = remove(db, by, &id, removal, at).await?;
                if removed.is_ok() {
                    match_outbox::note_change(db, server, id.as_str(), at).await?;
                }
                Ok(removed)
            })
        })
        .await
    }
}

async fn remove(
    db: &mut sql::Connection,
    by: UserId,
    id: &MatchId,
    removal: MessageRemoval,
    at: Moment,
) -> Result<StaffDecision, StoreError> {
    if let Some(report) = removal.report
        && !may_handle(db, by, report, id).await?
    {
        return Ok(Err(StaffActionError::Nobody));
    }
    let query = sql::query_scalar(REMOVABLE).bind(removal.message).bind(id.as_str());
    if !query.fetch_one(&mut *db).await? {
        return Ok(Err(StaffActionError::AlreadySo));
    }
    sql::query(KEEP_EVIDENCE).bind(removal.message).execute(&mut *db).await?;
    let query = sql::query(REMOVE).bind(removal.message).bind(id.as_str()).bind(at.0);
    query.execute(db).await?;
    Ok(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::database::schema::migrated_in_memory;
    use crate::store::sql::Connection;
    use crate::users::StaffReason;

    #[tokio::test]
    async fn a_refused_removal_of_a_message_keeps_no_copy() {
        let mut db = Connection::from(migrated_in_memory().await);
        db.execute_script("INSERT INTO users (id, name, name_key, password, created_at) VALUES (1, 'Ada', 'ada', '', 0);
            INSERT INTO matches (id, game, options, status, visibility, code, seat_count, seats_taken, ply_count, position,
                opened_by, opened_at, changed_at)
                VALUES ('111111111111', 'quarto', '', 'open', 'public', 'code', 2, 1, 0, '', 1, 0, 0);
            INSERT INTO chat_messages (id, match_id, at, user_id, text) VALUES (7, '111111111111', 0, 1, 'Rude');
            INSERT INTO reports (created_by, created_at, subject, chat_message_id, reason, message) VALUES (1, 0, 'line', 7, 'abuse', '')",
        )
        .await
        .unwrap();
        let mut evidence: Vec<i64> = Vec::new();
        for (digit, expected) in [(1, Err(StaffActionError::AlreadySo)), (0, Ok(()))] {
            let why = StaffReason::parse("", StaffActionKind::RemoveMessage).unwrap();
            let removal = MessageRemoval { message: 7, report: None, reason: why };
            let id = MatchId::from_digits([digit; 12]);
            assert_eq!(remove(&mut db, UserId(2), &id, removal, Moment(1)).await.unwrap(), expected);
            let count = sql::query_scalar("SELECT count(*) FROM report_evidence");
            evidence.push(count.fetch_one(&mut db).await.unwrap());
        }
        assert_eq!(evidence, [0, 1]);
    }
}
