//! What people have had on their screens: noted now and then, and looked up.

use super::Notices;
use crate::matches::{MatchId, Seen, Table, UserId};
use crate::store::StoreError;

impl Notices {
    /// Somebody at a match, or for whom a seat at it is kept, has had it on their screen up to here.
    pub fn saw(&self, user: UserId, table: &Table, seen: Seen) {
        self.hub.screens().saw(user, table, seen);
    }

    /// Up to which entry of the log each of these has seen a match, in the order they are asked for.
    ///
    /// # Errors
    /// The database failed.
    pub async fn seen_by(&self, users: &[UserId], id: &MatchId) -> Result<Vec<u32>, StoreError> {
        let gathered: Vec<_> = users.iter().map(|user| self.hub.screens().seen(*user, id)).collect();
        let written = self.store.seen_by(users, id).await?;
        let known = |(user, gathered): (&UserId, u32)| gathered.max(written.get(user).copied().unwrap_or(0));
        Ok(users.iter().zip(gathered).map(known).collect())
    }

    /// Whether somebody has looked at a match since what they have seen was last written down.
    pub fn is_on_screen(&self, user: UserId, id: &MatchId) -> bool {
        self.hub.screens().holds(user, id)
    }

    /// Writes down what was gathered.
    pub(super) async fn note_seen(&self) {
        let gathered = self.hub.screens().gathered();
        if gathered.is_empty() {
            return;
        }
        match self.store.note_seen(&gathered).await {
            Ok(()) => self.hub.screens().written(gathered),
            Err(StoreError::Stopping) => {}
            Err(error) => tracing::warn!(%error, "what people have seen could not be written down"),
        }
    }
}
