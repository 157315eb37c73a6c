//! Rulings by moderators and admins: decided like other commands, and recorded in the audit log in the same
//! transaction.

use super::RefereeError;
use super::batch::CommandBatch;
use super::job::{RefereeAnswer, RefereeJob};
use crate::matches::{MatchId, Ruling, rule};
use crate::users::{AuditActor, AuditNote, Role, StaffActionError, StaffActionKind, visible_text};

impl CommandBatch {
    /// Decides a match, also a private one. That a user with this role may do so was checked before; that they still
    /// have it is checked here, and again in the transaction.
    pub(super) fn adjudicate(
        &mut self,
        job: &RefereeJob,
        id: &MatchId,
        role: Role,
        (ruling, why): (&Ruling, &str),
    ) -> RefereeAnswer {
        let user = job.user()?;
        if self.roles.get(&user) != Some(&role) {
            return Err(RefereeError::NotPermitted(StaffActionError::NotYours));
        }
        let view = self.views.get(id).cloned().ok_or_else(|| self.missing_match_error(id))?;
        let view = self.catch_up(job, view)?;
        let events = match rule(&view.m, user, ruling, why) {
            Ok(events) => events,
            Err(refusal) => return Err(RefereeError::Refused { refusal, view }),
        };
        let act = match ruling {
            Ruling::Places(_) => StaffActionKind::AdjudicateMatch,
            Ruling::Void => StaffActionKind::AbortMatch,
        };
        let mut note = AuditNote::new(job.at, AuditActor::Person(user), act);
        note.match_id = Some(id.clone());
        note.reason = visible_text(why);
        let after = self.apply_events(job.at, job.by.as_ref(), &view, events)?;
        if let Some(places) = after.m.ending().and_then(|ending| ending.places.as_ref()) {
            let places: Vec<_> = places.iter().map(ToString::to_string).collect();
            note.detail = format!("places {}", places.join(" "));
        }
        self.write.note_by_staff(note);
        Ok(after)
    }
}
