//! Loading matches: log, names and chat in one row each.

use std::collections::HashMap;
use std::sync::Arc;

use sqlx::FromRow;

use crate::matches::{ChatMessage, EntryAuthors, InvalidLog, JoinCode, LogEntry, Match, MatchId, MatchView};
use crate::now::Moment;
use crate::store::rows::match_ids;
use crate::store::{Store, StoreError, conditional_moves};
use crate::users::{UserId, UserNames};

/// A match as the query returns it.
#[derive(FromRow)]
pub(super) struct MatchLogRow {
    pub id: String,
    log: String,
    names: String,
    talk: String,
    pub orders: String,
    cancelled: String,
}

/// Loads the matches whose ids are in a JSON array.
pub(super) const LOAD: &str = "SELECT asked.value AS id,
    (SELECT json_group_array(json_object('seq', seq, 'at', at, 'by', by, 'kind', kind, 'body', json(body)) ORDER BY seq)
        FROM match_events WHERE match_id = asked.value) AS log,
    (SELECT json_group_array(json_array(id, name)) FROM users WHERE id IN (
        SELECT by FROM match_events WHERE match_id = asked.value AND kind IN ('opened', 'joined')
        UNION SELECT kept.value FROM match_events opened, json_each(opened.body, '$.reserved') kept
            WHERE opened.match_id = asked.value AND opened.seq = 1 AND kept.value IS NOT NULL
        UNION SELECT body ->> 'user' FROM match_events WHERE match_id = asked.value
            AND kind IN ('invited', 'joined', 'seat_taken_over')
        UNION SELECT user_id FROM chat_messages WHERE match_id = asked.value)) AS names,
    (SELECT json_group_array(json_array(id, at, user_id, text, removed_at IS NOT NULL) ORDER BY id)
        FROM chat_messages WHERE match_id = asked.value) AS talk,
    (SELECT json_group_array(json_array(seat, version, since, state, text) ORDER BY seat)
        FROM conditional_moves WHERE match_id = asked.value) AS orders,
    (SELECT json_group_array(json_array(seat, seq, at) ORDER BY seq)
        FROM cancelled_conditional_moves WHERE match_id = asked.value) AS cancelled
    FROM json_each($1) asked
    WHERE EXISTS (SELECT 1 FROM match_events WHERE match_id = asked.value AND seq = 1)";

/// The matches that could be read, and those that could not.
#[derive(Debug, Default)]
pub struct ReadableMatches {
    /// Matches whose logs are valid.
    pub readable: HashMap<MatchId, Arc<MatchView>>,
    /// Matches whose logs are invalid, with the reason.
    pub unreadable: HashMap<MatchId, String>,
}

impl Store {
    /// The matches with these ids. Unknown ids are missing in the result.
    ///
    /// # Errors
    /// The database failed, or a log is invalid.
    pub async fn load_matches(
        &self,
        ids: &[MatchId],
    ) -> Result<HashMap<MatchId, Arc<MatchView>>, StoreError> {
        self.logs_of(ids).await?.iter().map(read_match).collect()
    }

    /// As [`Self::load_matches`], but an invalid log does not keep the others from being read.
    pub async fn load_readable_matches(&self, ids: &[MatchId]) -> Result<ReadableMatches, StoreError> {
        let mut read = ReadableMatches::default();
        for row in self.logs_of(ids).await? {
            match (read_match(&row), row.id.parse()) {
                (Ok((id, view)), _) => drop(read.readable.insert(id, view)),
                (Err(error), Ok(id)) => drop(read.unreadable.insert(id, error.to_string())),
                (Err(error), Err(_)) => return Err(error),
            }
        }
        Ok(read)
    }

    async fn logs_of(&self, ids: &[MatchId]) -> Result<Vec<MatchLogRow>, StoreError> {
        let ids = match_ids(ids);
        self.read(|db| async move { sqlx::query_as(LOAD).bind(ids).fetch_all(&db).await }).await
    }

    /// The match with this id.
    ///
    /// # Errors
    /// The database failed, or the log is invalid.
    pub async fn load_match(&self, id: &MatchId) -> Result<Option<Arc<MatchView>>, StoreError> {
        Ok(self.load_matches(std::slice::from_ref(id)).await?.remove(id))
    }

    /// The match as it was after a log entry, with the names, chat and conditional moves of now.
    #[cfg(test)]
    pub async fn load_match_at_for_test(&self, id: &MatchId, seq: u32) -> Arc<MatchView> {
        let row = self.logs_of(std::slice::from_ref(id)).await.unwrap().remove(0);
        let until = |id: &MatchId, log: &[LogEntry]| {
            let log = log.iter().take_while(|entry| entry.seq <= seq);
            Match::fold(id, log).map(|m| (m, ()))
        };
        read(&row, until).unwrap().1
    }

    /// The open match with this code.
    pub async fn match_by_code(&self, code: &JoinCode) -> Result<Option<MatchId>, StoreError> {
        let code = code.to_string();
        let found: Option<(String,)> = self
            .read(|db| async move {
                let query = sqlx::query_as("SELECT id FROM matches WHERE code = $1 AND status = 'open'");
                query.bind(code).fetch_optional(&db).await
            })
            .await?;
        Ok(found.and_then(|(id,)| id.parse().ok()))
    }
}

pub(super) fn read_match(row: &MatchLogRow) -> Result<(MatchId, Arc<MatchView>), StoreError> {
    read(row, |id, log| Match::fold(id, log).map(|m| (m, ()))).map(|(id, view, ())| (id, view))
}

/// The match and the authors of its entries.
pub(super) fn read_match_with_authors(
    row: &MatchLogRow,
) -> Result<(Arc<MatchView>, EntryAuthors), StoreError> {
    read(row, Match::fold_with_authors).map(|(_, view, authors)| (view, authors))
}

fn read<T>(
    row: &MatchLogRow,
    fold: impl FnOnce(&MatchId, &[LogEntry]) -> Result<(Match, T), InvalidLog>,
) -> Result<(MatchId, Arc<MatchView>, T), StoreError> {
    let corrupt = |what: &dyn std::fmt::Display| StoreError::Corrupt(format!("match {}: {what}", row.id));
    let id: MatchId = row.id.parse().map_err(|error| corrupt(&error))?;
    let log: Vec<LogEntry> = serde_json::from_str(&row.log).map_err(|error| corrupt(&error))?;
    let names: Vec<(UserId, Arc<str>)> = serde_json::from_str::<Vec<(UserId, String)>>(&row.names)
        .map_err(|error| corrupt(&error))?
        .into_iter()
        .map(|(user, name)| (user, Arc::from(name)))
        .collect();
    let talk: Vec<(i64, i64, UserId, String, u8)> =
        serde_json::from_str(&row.talk).map_err(|error| corrupt(&error))?;
    let line =
        |(id, at, by, text, removed)| ChatMessage { id, at: Moment(at), by, text, removed: removed == 1 };
    let (m, folded) = fold(&id, &log).map_err(|error| corrupt(&error))?;
    let talk = Arc::new(talk.into_iter().map(line).collect());
    let orders = conditional_moves::read(&row.orders, &row.cancelled).map_err(|error| corrupt(&error))?;
    let orders = Arc::new(orders);
    Ok((
        id,
        Arc::new(MatchView { m, names: UserNames::new(names), chat: talk, conditional_moves: orders }),
        folded,
    ))
}
