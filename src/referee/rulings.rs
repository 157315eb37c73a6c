//! What those who look after the house decide about a match: carried out like anything else, and written into the log of
//! the house in the same breath.

use super::RefereeError;
use super::batch::{Answer, Batch, Job};
use crate::matches::{MatchId, Ruling, rule};
use crate::people::{Act, By, Note};

impl Batch {
    /// Decides a match, whoever may see it: that whoever decides may do so was asked before.
    pub(super) fn rule(&mut self, job: &Job, id: &MatchId, ruling: &Ruling, why: &str) -> Answer {
        let table = self.tables.get(id).cloned().ok_or(RefereeError::NoSuchMatch)?;
        let table = self.catch_up(job, table)?;
        let events = match rule(&table.m, job.user()?, ruling, why) {
            Ok(events) => events,
            Err(refusal) => return Err(RefereeError::Refused { refusal, table }),
        };
        let act = match ruling {
            Ruling::Places(_) => Act::AdjudicateMatch,
            Ruling::Void => Act::AbortMatch,
        };
        let mut note = Note::new(job.at, By::Person(job.user()?), act);
        note.match_id = Some(id.clone());
        why.trim().clone_into(&mut note.why);
        let after = self.append(job.at, job.by.as_ref(), &table, events)?;
        if let Some(places) = after.m.ending().and_then(|ending| ending.places.as_ref()) {
            let places: Vec<_> = places.iter().map(ToString::to_string).collect();
            note.detail = format!("places {}", places.join(" "));
        }
        self.append.note(note);
        Ok(after)
    }
}
