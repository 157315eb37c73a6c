//! Read marks of the plies that a player asks to take back, loaded for that command alone.

use std::collections::HashMap;
use std::sync::Arc;

use super::job::{RefereeJob, RefereeTask};
use crate::hub::Hub;
use crate::matches::{
    ByMatch, Match, MatchCommand, MatchEvent, MatchId, MatchView, OfferAnswer, OfferKind,
    takeback_without_consent,
};
use crate::now::Moment;
use crate::store::{Store, StoreError};
use crate::users::UserId;

/// The last log entry that users have seen, by match.
#[derive(Debug, Default)]
pub(super) struct ReadMarks(HashMap<(MatchId, UserId), u32>);

impl ReadMarks {
    /// Loads the marks of all players of matches with a takeback request.
    pub async fn load(
        jobs: &[RefereeJob],
        views: &ByMatch<Arc<MatchView>>,
        store: &Store,
        hub: &Hub,
    ) -> Self {
        let mut read_marks = Self::default();
        for job in jobs {
            let RefereeTask::Command(
                id,
                MatchCommand::Answer { what: OfferKind::Takeback, answer: OfferAnswer::Offer, .. },
            ) = &job.task
            else {
                continue;
            };
            let Some(view) = views.get(id) else { continue };
            read_marks.read(&view.m, store, hub).await;
        }
        read_marks
    }

    async fn read(&mut self, m: &Match, store: &Store, hub: &Hub) {
        let Some(last) = m.plies.last() else { return };
        let (id, people) = (&m.id, m.seats.as_slice().iter().copied().flatten().collect::<Vec<_>>());
        // The buffer comes first, because marks leave it when they are written to the database.
        let gathered: Vec<_> = people.iter().map(|user| hub.read_marks().last_seen(*user, id)).collect();
        let written = read(&people, id, last.at, store).await.map_err(|error| {
            tracing::error!(code = error.code(), %error, "failed to read read marks");
        });
        for (user, gathered) in people.iter().zip(gathered) {
            let seen = match &written {
                Ok((_, notified)) if notified.contains(user) => last.seq,
                Ok((seen, _)) => seen.get(user).copied().unwrap_or(0).max(gathered),
                // Unknown counts as seen, so the takeback has to be accepted.
                Err(()) => u32::MAX,
            };
            self.0.insert((id.clone(), *user), seen);
        }
    }

    /// Grants a takeback at once if the plies are unseen.
    pub fn grant_unseen_takeback(&self, m: &Match, events: &mut Vec<MatchEvent>) {
        let Some(MatchEvent::TakebackOffered { seat }) = events.first() else { return };
        let others = m.others_than(crate::games::Seat::new(*seat));
        let of = |user: &UserId| self.0.get(&(m.id.clone(), *user)).copied().unwrap_or(u32::MAX);
        let seen = others.iter().map(of).max().unwrap_or(u32::MAX);
        if let Some(event) = takeback_without_consent(m, events, seen) {
            *events = vec![event];
        }
    }
}

/// The stored read mark of each user, and who was notified about the match since a moment.
async fn read(
    users: &[UserId],
    id: &MatchId,
    since: Moment,
    store: &Store,
) -> Result<(HashMap<UserId, u32>, Vec<UserId>), StoreError> {
    Ok((store.marks_of(users, id).await?, store.sent_since(users, id, since).await?))
}
