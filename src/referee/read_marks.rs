//! Who has seen the plies that a player asks to take back, loaded for that command alone.

use std::collections::HashMap;
use std::sync::Arc;

use super::job::{RefereeJob, RefereeTask};
use crate::hub::Hub;
use crate::matches::{
    ByMatch, Match, MatchCommand, MatchEvent, MatchId, MatchView, OfferAnswer, OfferKind, unasked,
};
use crate::now::Moment;
use crate::store::{AppendEntries, Store, StoreError};
use crate::users::UserId;

/// Up to which entry of the log the people at some matches have seen them.
#[derive(Debug, Default)]
pub(super) struct ReadMarks(HashMap<(MatchId, UserId), u32>);

impl ReadMarks {
    /// Those of everybody at a match where a takeback is asked for.
    pub async fn load(
        jobs: &[RefereeJob],
        tables: &ByMatch<Arc<MatchView>>,
        store: &Store,
        hub: &Hub,
    ) -> Self {
        let mut eyes = Self::default();
        for job in jobs {
            let RefereeTask::Command(
                id,
                MatchCommand::Answer { what: OfferKind::Takeback, answer: OfferAnswer::Ask, .. },
            ) = &job.task
            else {
                continue;
            };
            let Some(table) = tables.get(id) else { continue };
            eyes.read(&table.m, store, hub).await;
        }
        eyes
    }

    async fn read(&mut self, m: &Match, store: &Store, hub: &Hub) {
        let Some(last) = m.plies.last() else { return };
        let (id, people) = (&m.id, m.seats.as_slice().iter().copied().flatten().collect::<Vec<_>>());
        // What is gathered is let go when it is written down, so it is looked at first.
        let gathered: Vec<_> = people.iter().map(|user| hub.read_marks().seen(*user, id)).collect();
        let written = read(&people, id, last.at, store).await.map_err(|error| {
            tracing::error!(%error, "failed to read read marks");
        });
        for (user, gathered) in people.iter().zip(gathered) {
            let seen = match &written {
                Ok((_, told)) if told.contains(user) => last.seq,
                Ok((seen, _)) => seen.get(user).copied().unwrap_or(0).max(gathered),
                // Who may have seen it is asked.
                Err(()) => u32::MAX,
            };
            self.0.insert((id.clone(), *user), seen);
        }
    }

    /// Lets a takeback happen at once where nobody has seen what is taken back. Should somebody see it before that is
    /// written down, nothing of it is.
    pub fn grant_unseen_takeback(&self, m: &Match, events: &mut Vec<MatchEvent>, append: &mut AppendEntries) {
        let Some(MatchEvent::TakebackOffered { seat }) = events.first() else { return };
        let others = m.others_than(crate::games::Seat::new(*seat));
        let of = |user: &UserId| self.0.get(&(m.id.clone(), *user)).copied().unwrap_or(u32::MAX);
        let seen = others.iter().map(of).max().unwrap_or(u32::MAX);
        if let (Some(event), Some(last)) = (unasked(m, events, seen), m.plies.last()) {
            append.unless_seen(&m.id, &others, last);
            *events = vec![event];
        }
    }
}

/// Up to which entry of the log each user is written down to have seen a match, and who has been told about it since a moment.
async fn read(
    users: &[UserId],
    id: &MatchId,
    since: Moment,
    store: &Store,
) -> Result<(HashMap<UserId, u32>, Vec<UserId>), StoreError> {
    Ok((store.seen_by(users, id).await?, store.sent_since(users, id, since).await?))
}
