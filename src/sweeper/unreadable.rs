//! Matches that cannot be swept because their logs are unreadable.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::matches::MatchId;
use crate::referee::{Referee, RefereeError};

/// When to try such a match again: its log may have been repaired.
const RETRY: Duration = Duration::from_secs(10 * 60);
/// How often to log that it is unreadable.
const LOG_INTERVAL: Duration = Duration::from_secs(3600);

/// When each such match was last tried, and when that was last logged.
#[derive(Debug, Default)]
pub struct UnreadableMatches(HashMap<MatchId, ReadFailure>);

#[derive(Clone, Copy, Debug)]
struct ReadFailure {
    tried_at: Instant,
    logged_at: Instant,
}

impl UnreadableMatches {
    /// Whether a match should be tried now.
    pub fn is_due(&self, id: &MatchId, now: Instant) -> bool {
        self.0.get(id).is_none_or(|failure| now.duration_since(failure.tried_at) >= RETRY)
    }

    /// Sweeps these matches, and remembers those that are unreadable.
    pub async fn sweep(&mut self, referee: &Referee, ids: &[MatchId]) -> Result<(), RefereeError> {
        let swept = referee.sweep_all(ids).await;
        let mut answer = Ok(());
        for (id, swept) in ids.iter().zip(swept) {
            match swept {
                Err(RefereeError::Unreadable(why)) => self.fails(id, &why, Instant::now()),
                // It may have been deleted in the meantime.
                Ok(_) | Err(RefereeError::NoSuchMatch) => drop(self.0.remove(id)),
                Err(error) => answer = Err(error),
            }
        }
        answer
    }

    fn fails(&mut self, id: &MatchId, why: &str, now: Instant) {
        let logged = self.0.get(id).map(|failure| failure.logged_at);
        let logged = logged.filter(|logged_at| now.duration_since(*logged_at) < LOG_INTERVAL);
        if logged.is_none() {
            tracing::error!(%id, why, "skipping the clock of an unreadable match");
        }
        self.0.insert(id.clone(), ReadFailure { tried_at: now, logged_at: logged.unwrap_or(now) });
    }
}
