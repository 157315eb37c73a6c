//! Loading matches: log, names, chat and conditional moves.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use sqlx::FromRow;

use super::conditional_moves::{self, CancelledMoveRow, ConditionalMoveRow};
use crate::matches::{
    ChatMessage, EntryAuthors, InvalidLog, JoinCode, LogEntry, Match, MatchEvent, MatchId, MatchView,
};
use crate::now::Moment;
use crate::store::rows::match_ids;
use crate::store::sql::{self, FromRows};
use crate::store::{Store, StoreError};
use crate::users::{UserId, UserNames};

const LOG: &str = "SELECT match_id, seq, at, actor_id, kind, body FROM match_events
    WHERE match_id IN (SELECT value FROM json_each($1)) ORDER BY match_id, seq";
const CHAT: &str =
    "SELECT match_id, id, at, user_id, by_watcher, text, removed_at IS NOT NULL AS removed FROM chat_messages
    WHERE match_id IN (SELECT value FROM json_each($1)) ORDER BY match_id, id";
const CONDITIONAL_MOVES: &str =
    "SELECT match_id, seat, version, since_ply, state, text FROM conditional_moves
    WHERE match_id IN (SELECT value FROM json_each($1)) ORDER BY match_id, seat";
const CANCELLED: &str = "SELECT match_id, seat, seq, at FROM cancelled_conditional_moves
    WHERE match_id IN (SELECT value FROM json_each($1)) ORDER BY match_id, seq";
const NAMES: &str = "SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each($1))";

#[derive(FromRow)]
struct LogRow {
    match_id: String,
    #[sqlx(try_from = "i64")]
    seq: u32,
    at: i64,
    actor_id: Option<i64>,
    kind: String,
    body: String,
}

#[derive(FromRow)]
struct ChatRow {
    match_id: String,
    id: i64,
    at: i64,
    user_id: i64,
    by_watcher: bool,
    text: String,
    removed: bool,
}

/// What is stored of a match.
pub(super) struct StoredMatch {
    id: String,
    /// Its log, unless an entry cannot be read.
    log: serde_json::Result<Vec<LogEntry>>,
    names: Vec<(UserId, Arc<str>)>,
    chat: Vec<ChatMessage>,
    pub conditional_moves: Vec<ConditionalMoveRow>,
    cancelled: Vec<CancelledMoveRow>,
}

impl StoredMatch {
    fn of(id: String, log: Vec<LogRow>) -> Self {
        let log = log.into_iter().map(LogRow::entry).collect();
        Self {
            id,
            log,
            names: Vec::new(),
            chat: Vec::new(),
            conditional_moves: Vec::new(),
            cancelled: Vec::new(),
        }
    }

    /// The users whose names its page shows.
    fn people(&self) -> BTreeSet<UserId> {
        let log = self.log.iter().flatten().flat_map(LogEntry::newcomers);
        log.chain(self.chat.iter().map(|message| message.by)).collect()
    }
}

impl LogRow {
    fn entry(self) -> serde_json::Result<LogEntry> {
        let event = MatchEvent::from_stored(&self.kind, &self.body)?;
        Ok(LogEntry { seq: self.seq, at: self.at, actor: self.actor_id.map(UserId), event })
    }
}

impl ChatRow {
    fn message(self) -> ChatMessage {
        let Self { id, at, user_id, by_watcher, text, removed, .. } = self;
        ChatMessage { id, at: Moment(at), by: UserId(user_id), text, by_watcher, removed }
    }
}

/// What is stored of the matches with these ids, in a snapshot of the database.
pub(super) async fn stored(
    db: &mut sql::Connection,
    ids: &sql::List,
) -> sqlx::Result<HashMap<String, StoredMatch>> {
    let mut logs: HashMap<String, Vec<LogRow>> = HashMap::new();
    for row in rows_of::<LogRow>(db, LOG, ids).await? {
        logs.entry(row.match_id.clone()).or_default().push(row);
    }
    // A log without its beginning is no match.
    logs.retain(|_, log| log.first().is_some_and(|first| first.seq == 1));
    let found = logs.into_iter().map(|(id, log)| (id.clone(), StoredMatch::of(id, log)));
    let mut found: HashMap<_, _> = found.collect();
    for row in rows_of::<ChatRow>(db, CHAT, ids).await? {
        if let Some(stored) = found.get_mut(&row.match_id) {
            stored.chat.push(row.message());
        }
    }
    for row in rows_of::<ConditionalMoveRow>(db, CONDITIONAL_MOVES, ids).await? {
        if let Some(stored) = found.get_mut(&row.match_id) {
            stored.conditional_moves.push(row);
        }
    }
    for row in rows_of::<CancelledMoveRow>(db, CANCELLED, ids).await? {
        if let Some(stored) = found.get_mut(&row.match_id) {
            stored.cancelled.push(row);
        }
    }
    let people: HashSet<UserId> = found.values().flat_map(StoredMatch::people).collect();
    let people = sql::list(people.into_iter().map(|user| user.0));
    let names = rows_of::<(i64, String)>(db, NAMES, &people).await?;
    let names: HashMap<_, _> = names.into_iter().map(|(id, name)| (UserId(id), Arc::from(name))).collect();
    for stored in found.values_mut() {
        let named = |user: UserId| Some((user, Arc::clone(names.get(&user)?)));
        stored.names = stored.people().into_iter().filter_map(named).collect();
    }
    Ok(found)
}

async fn rows_of<R>(db: &mut sql::Connection, sql: &'static str, ids: &sql::List) -> sqlx::Result<Vec<R>>
where
    R: FromRows,
{
    sql::query_as(sql).bind(ids).fetch_all(db).await
}

/// A match with its log.
#[derive(Clone, Debug)]
pub struct LoggedMatch {
    pub view: Arc<MatchView>,
    pub log: Vec<LogEntry>,
}

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
        self.stored_matches(ids).await?.into_values().map(read_match).collect()
    }

    /// As [`Self::load_matches`], but an invalid log does not keep the others from being read.
    pub async fn load_readable_matches(&self, ids: &[MatchId]) -> Result<ReadableMatches, StoreError> {
        let mut read = ReadableMatches::default();
        for (id, stored) in self.stored_matches(ids).await? {
            match (read_match(stored), id.parse()) {
                (Ok((id, view)), _) => drop(read.readable.insert(id, view)),
                (Err(error), Ok(id)) => drop(read.unreadable.insert(id, error.to_string())),
                (Err(error), Err(_)) => return Err(error),
            }
        }
        Ok(read)
    }

    /// The matches with these ids whose logs are valid, and their logs.
    pub async fn load_logged_matches(&self, ids: &[MatchId]) -> Result<Vec<LoggedMatch>, StoreError> {
        let logged = |stored: StoredMatch| {
            let read = read(stored, |id, log| Match::fold(id, log).map(|m| (m, log.to_vec())));
            let unreadable =
                |error: &StoreError| tracing::warn!(code = error.code(), %error, "failed to read a match");
            let (_, view, log) = read.inspect_err(unreadable).ok()?;
            Some(LoggedMatch { view, log })
        };
        Ok(self.stored_matches(ids).await?.into_values().filter_map(logged).collect())
    }

    async fn stored_matches(&self, ids: &[MatchId]) -> Result<HashMap<String, StoredMatch>, StoreError> {
        let ids = match_ids(ids);
        self.read(|db| async move { stored(&mut db.snapshot().await?, &ids).await }).await
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
        let stored =
            self.stored_matches(std::slice::from_ref(id)).await.unwrap().remove(id.as_str()).unwrap();
        let until = |id: &MatchId, log: &[LogEntry]| {
            let log = log.iter().take_while(|entry| entry.seq <= seq);
            Match::fold(id, log).map(|m| (m, ()))
        };
        read(stored, until).unwrap().1
    }

    /// The open match with this code.
    pub async fn match_by_code(&self, code: &JoinCode) -> Result<Option<MatchId>, StoreError> {
        let code = code.to_string();
        let found: Option<(String,)> = self
            .read(|db| async move {
                let query = sql::query_as("SELECT id FROM matches WHERE code = $1 AND status = 'open'");
                query.bind(code).fetch_optional(&db).await
            })
            .await?;
        Ok(found.and_then(|(id,)| id.parse().ok()))
    }
}

fn read_match(stored: StoredMatch) -> Result<(MatchId, Arc<MatchView>), StoreError> {
    read(stored, |id, log| Match::fold(id, log).map(|m| (m, ()))).map(|(id, view, ())| (id, view))
}

/// The match and the authors of its entries.
pub(super) fn read_match_with_authors(
    stored: StoredMatch,
) -> Result<(Arc<MatchView>, EntryAuthors), StoreError> {
    read(stored, Match::fold_with_authors).map(|(_, view, authors)| (view, authors))
}

fn read<T>(
    stored: StoredMatch,
    fold: impl FnOnce(&MatchId, &[LogEntry]) -> Result<(Match, T), InvalidLog>,
) -> Result<(MatchId, Arc<MatchView>, T), StoreError> {
    let StoredMatch { id: key, log, names, chat, conditional_moves, cancelled } = stored;
    let corrupt = |what: &dyn std::fmt::Display| StoreError::Corrupt(format!("match {key}: {what}"));
    let id: MatchId = key.parse().map_err(|error| corrupt(&error))?;
    let log = log.map_err(|error| corrupt(&error))?;
    let (m, folded) = fold(&id, &log).map_err(|error| corrupt(&error))?;
    let view = MatchView {
        m,
        names: UserNames::new(names),
        chat: Arc::new(chat),
        conditional_moves: Arc::new(conditional_moves::read(conditional_moves, cancelled)),
    };
    Ok((id, Arc::new(view), folded))
}
