//! Pausing the clocks by agreement: all remaining players have to agree, and any of them can resume.

use super::{Match, MatchError, MatchEvent, MatchPause};
use crate::games::Seat;
use crate::now::Moment;

/// An action on a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PauseAnswer {
    /// Offer a pause, or agree to one.
    Offer,
    /// Decline a pause, or withdraw the offer.
    Decline,
    /// Resume the clocks.
    Resume,
}

impl Match {
    /// Whether a pause was offered, all remaining players have agreed, and it has not begun.
    pub(super) fn is_pause_agreed(&self) -> bool {
        let offered_by = &self.pause.offered_by;
        !offered_by.is_empty()
            && !self.pause.on
            && self.still_playing().all(|seat| offered_by.contains(&seat))
    }

    /// Stops the clocks or resumes them.
    pub(super) fn stop_clocks(&mut self, on: bool, at: Moment) {
        self.pause = MatchPause { offered_by: Vec::new(), on };
        if let Some(clocks) = &mut self.clocks {
            clocks.set_stopped(on, at);
        }
    }
}

/// The events of an action of `seat`.
pub(super) fn decide(m: &Match, seat: Seat, answer: PauseAnswer) -> Result<Vec<MatchEvent>, MatchError> {
    m.clocks.as_ref().ok_or(MatchError::NoClock)?;
    match answer {
        PauseAnswer::Resume if m.pause.on => Ok(vec![MatchEvent::Resumed]),
        PauseAnswer::Resume => Ok(Vec::new()),
        PauseAnswer::Decline if m.pause.offered_by.is_empty() => Ok(Vec::new()),
        PauseAnswer::Decline => Ok(vec![MatchEvent::PauseDeclined { seat: seat.number() }]),
        PauseAnswer::Offer if m.pause.on || m.pause.offered_by.contains(&seat) => Ok(Vec::new()),
        PauseAnswer::Offer => {
            let mut events = vec![MatchEvent::PauseOffered { seat: seat.number() }];
            if m.still_playing().all(|other| other == seat || m.pause.offered_by.contains(&other)) {
                events.push(MatchEvent::Paused);
            }
            Ok(events)
        }
    }
}
