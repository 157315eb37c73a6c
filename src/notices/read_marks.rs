//! Read marks: written in batches, and looked up.

use std::collections::{HashMap, HashSet};

use super::service::NoticeService;
use crate::matches::{MatchId, MatchView, ReadMark};
use crate::store::StoreError;
use crate::users::UserId;

impl NoticeService {
    /// Records that a player or invited user has seen a match up to here.
    pub fn record(&self, user: UserId, view: &MatchView, seen: ReadMark) {
        self.hub.read_marks().record(user, view, seen);
    }

    /// The last log entry that each of these users has seen, in the order of `users`.
    pub async fn last_seen_of(&self, users: &[UserId], id: &MatchId) -> Result<Vec<u32>, StoreError> {
        let gathered: Vec<_> = users.iter().map(|user| self.hub.read_marks().last_seen(*user, id)).collect();
        let written = match self.written.cached(users, id) {
            Some(written) => written,
            None => self.read_seen(users, id).await?,
        };
        let known = |(user, gathered): (&UserId, u32)| gathered.max(written.get(user).copied().unwrap_or(0));
        Ok(users.iter().zip(gathered).map(known).collect())
    }

    async fn read_seen(&self, users: &[UserId], id: &MatchId) -> Result<HashMap<UserId, u32>, StoreError> {
        let read = self.store.marks_of(users, id).await?;
        for user in users {
            self.written.insert(*user, id, read.get(user).copied().unwrap_or(0));
        }
        Ok(read)
    }

    /// The matches that a user has looked at since their mark was last written.
    pub fn seen_since_write(&self, user: UserId) -> HashSet<MatchId> {
        self.hub.read_marks().seen_by(user)
    }

    /// Writes the buffered marks to the database.
    pub(super) async fn note_seen(&self) {
        let gathered = self.hub.read_marks().pending();
        if gathered.is_empty() {
            return;
        }
        match self.store.note_seen(&gathered).await {
            Ok(()) => {
                for (user, id, seen) in &gathered {
                    self.written.insert(*user, id, seen.seq);
                }
                self.hub.read_marks().remove_written(gathered);
            }
            Err(StoreError::Stopping) => {}
            Err(error) => tracing::warn!(code = error.code(), %error, "failed to write read marks"),
        }
    }
}
