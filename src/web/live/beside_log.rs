//! Frames of what does not follow from the log of the match.

use super::frames;
use super::results::bot_scores;
use super::stream::{END, MatchStream};
use crate::games::Seat;
use crate::matches::{MatchView, RatingChange};
use crate::store::StoreError;
use crate::texts;

impl MatchStream {
    /// Queues how the end of the match has changed ratings. If that cannot be read, the page shows it when it is loaded again.
    pub(super) fn show_ratings(&mut self, view: &MatchView, changes: Result<&[RatingChange], &StoreError>) {
        match changes {
            Ok(changes) => {
                let viewer = view.viewer(self.user);
                let update = || frames::ratings(view, viewer, changes);
                self.queue.push_back(texts::in_language(self.start.language, update));
            }
            Err(error) => {
                tracing::warn!(code = error.code(), %error, "failed to read the rating changes of a match");
            }
        }
    }

    /// Queues the remaining vacation of the players.
    pub(super) fn show_vacation(&mut self, view: &MatchView, left: Result<&[(Seat, u32)], &StoreError>) {
        match left {
            Ok(left) => {
                let viewer = view.viewer(self.user);
                let update = || frames::vacation(view, viewer, left);
                self.queue.push_back(texts::in_language(self.start.language, update));
            }
            Err(error) => tracing::warn!(code = error.code(), %error, "failed to read vacation"),
        }
    }

    /// Queues the reader's results against bots after the end of a match against them.
    pub(super) async fn show_bot_scores(&mut self, view: &MatchView) {
        match bot_scores(&self.store, self.user, view).await {
            Ok(None) => {}
            Ok(Some(scores)) => {
                let frame = texts::in_language(self.start.language, || frames::bot_scores(view, &scores));
                self.queue.push_back(frame);
            }
            Err(error) => tracing::warn!(code = error.code(), %error, "failed to read results against bots"),
        }
    }

    /// Queues the reader's current sanctions.
    pub(super) async fn notify_sanctions(&mut self) {
        let (Some(user), now) = (self.user, self.start.clock.now()) else { return };
        let sanctions = match self.store.sanctions_of(user, now).await {
            Ok(sanctions) => sanctions,
            Err(error) => {
                return tracing::warn!(code = error.code(), %error, "failed to read the sanctions of a user");
            }
        };
        match self.referee.get(&self.start.id, Some(user)).await {
            // Several servers may have told of the same change.
            Ok(_) if self.sanctions.as_ref() == Some(&sanctions) => {}
            Ok(_) => {
                let update = || frames::sanctions(&sanctions);
                self.queue.push_back(texts::in_language(self.start.language, update));
                self.sanctions = Some(sanctions);
            }
            Err(_) => self.end(END),
        }
    }
}
