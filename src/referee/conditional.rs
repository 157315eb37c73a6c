//! Conditional moves: set by a seat, and played after other plies.

use std::sync::Arc;

use super::RefereeError;
use super::batch::CommandBatch;
use super::job::{RefereeAnswer, RefereeJob};
use crate::matches::{ConditionalEdit, ConditionalMoves, MatchId, MatchView, update_and_follow};

impl CommandBatch {
    /// Changes the conditional moves of a seat, and plays the answers that apply at once.
    pub(super) fn edit_conditional_moves(
        &mut self,
        job: &RefereeJob,
        id: &MatchId,
        edit: &ConditionalEdit,
    ) -> RefereeAnswer {
        let view = self.view(job, id)?;
        let before = self.catch_up(job, view)?;
        let (seat, order) = match edit.apply(&before, job.user()?) {
            Ok(order) => order,
            Err(refusal) => return Err(RefereeError::Refused { refusal, view: before }),
        };
        let mut after = MatchView::clone(&before);
        ConditionalMoves::set(Arc::make_mut(&mut after.conditional_moves), seat, order);
        let answer = update_and_follow(&before.m, &mut after);
        self.write.set_conditional_moves(&before, &after);
        let after = Arc::new(after);
        self.views.insert(id.clone(), Arc::clone(&after));
        if answer.is_none() {
            self.write.note_change(&after.m);
        }
        self.apply_events(
            job.at,
            job.by.as_ref(),
            &after,
            answer.map(|(_, event)| event).into_iter().collect(),
        )
    }
}
