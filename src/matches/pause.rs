//! Pausing the clocks by agreement: everyone who still plays has to agree, and anyone can resume.

use super::{Match, MatchError, MatchEvent, MatchPause};
use crate::games::Seat;
use crate::now::Moment;

/// An answer to a pause offer, or the offer itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PauseAnswer {
    /// They want one, or agree to it.
    Ask,
    /// They want none, or no longer.
    Decline,
    /// It is over.
    Resume,
}

impl Match {
    /// The clocks stand still, or go on.
    pub(super) fn stop_clocks(&mut self, on: bool, at: Moment) {
        self.pause = MatchPause { asked: Vec::new(), on };
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(on, at);
        }
    }
}

/// What follows when `seat` says that.
pub(super) fn decide(m: &Match, seat: Seat, answer: PauseAnswer) -> Result<Vec<MatchEvent>, MatchError> {
    m.clocks.as_ref().ok_or(MatchError::NoClock)?;
    match answer {
        PauseAnswer::Resume if m.pause.on => Ok(vec![MatchEvent::Resumed]),
        PauseAnswer::Resume => Ok(Vec::new()),
        PauseAnswer::Decline if m.pause.asked.is_empty() => Ok(Vec::new()),
        PauseAnswer::Decline => Ok(vec![MatchEvent::PauseDeclined { seat: seat.number() }]),
        PauseAnswer::Ask if m.pause.on || m.pause.asked.contains(&seat) => Ok(Vec::new()),
        PauseAnswer::Ask => {
            let mut events = vec![MatchEvent::PauseOffered { seat: seat.number() }];
            if m.still_playing().all(|other| other == seat || m.pause.asked.contains(&other)) {
                events.push(MatchEvent::Paused);
            }
            Ok(events)
        }
    }
}
