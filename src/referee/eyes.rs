//! Who has seen the plies that somebody would like to take back: looked up for that command alone.

use std::collections::HashMap;
use std::sync::Arc;

use super::batch::{Job, Task};
use crate::hub::Hub;
use crate::matches::{Answer, ByMatch, Command, Event, Match, MatchId, Question, Table, UserId, unasked};
use crate::store::{Append, Store};

/// Up to which entry of the log the people at some matches have seen them.
#[derive(Debug, Default)]
pub(super) struct Eyes(HashMap<(MatchId, UserId), u32>);

impl Eyes {
    /// Those of everybody at a match where a takeback is asked for.
    pub async fn load(jobs: &[Job], tables: &ByMatch<Arc<Table>>, store: &Store, hub: &Hub) -> Self {
        let mut eyes = Self::default();
        for job in jobs {
            let Task::Command(id, Command::Answer { what: Question::Takeback, answer: Answer::Ask, .. }) =
                &job.task
            else {
                continue;
            };
            let Some(table) = tables.get(id) else { continue };
            let people: Vec<_> = table.m.seats.as_slice().iter().copied().flatten().collect();
            eyes.read(id, &people, store, hub).await;
        }
        eyes
    }

    async fn read(&mut self, id: &MatchId, people: &[UserId], store: &Store, hub: &Hub) {
        // What is gathered is let go when it is written down, so it is looked at first.
        let gathered: Vec<_> = people.iter().map(|user| hub.screens().seen(*user, id)).collect();
        let written = store.seen_by(people, id).await.map_err(|error| {
            tracing::error!(%error, "what people have seen could not be read");
        });
        for (user, gathered) in people.iter().zip(gathered) {
            let seen = match &written {
                Ok(written) => written.get(user).copied().unwrap_or(0).max(gathered),
                // Who may have seen it is asked.
                Err(()) => u32::MAX,
            };
            self.0.insert((id.clone(), *user), seen);
        }
    }

    /// Lets a takeback happen at once where nobody has seen what is taken back. Should somebody see it before that is
    /// written down, nothing of it is.
    pub fn spare(&self, m: &Match, events: &mut Vec<Event>, append: &mut Append) {
        let Some(Event::TakebackAsked { seat }) = events.first() else { return };
        let others = m.others_than(crate::games::Seat::new(*seat));
        let of = |user: &UserId| self.0.get(&(m.id.clone(), *user)).copied().unwrap_or(u32::MAX);
        let seen = others.iter().map(of).max().unwrap_or(u32::MAX);
        if let Some(event) = unasked(m, events, seen) {
            append.unless_seen(&m.id, &others, m.plies.last().map_or(0, |ply| ply.seq));
            *events = vec![event];
        }
    }
}
