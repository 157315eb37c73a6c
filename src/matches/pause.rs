//! Stopping the clocks by agreement: everybody who still plays has to ask for it, and anybody ends it.

use super::{Event, Match, Refusal};
use crate::games::Seat;

/// What somebody has to say about a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PauseAnswer {
    /// They want one, or agree to it.
    Ask,
    /// They want none, or no longer.
    Decline,
    /// It is over.
    Resume,
}

/// The pause of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pause {
    /// Who wants one.
    pub asked: Vec<Seat>,
    /// Whether the clocks stand still.
    pub on: bool,
}

/// What follows when `seat` says that.
pub(super) fn decide(m: &Match, seat: Seat, answer: PauseAnswer) -> Result<Vec<Event>, Refusal> {
    m.clocks.as_ref().ok_or(Refusal::NoClock)?;
    match answer {
        PauseAnswer::Resume if m.pause.on => Ok(vec![Event::Resumed]),
        PauseAnswer::Resume => Ok(Vec::new()),
        PauseAnswer::Decline if m.pause.asked.is_empty() => Ok(Vec::new()),
        PauseAnswer::Decline => Ok(vec![Event::PauseDeclined { seat: seat.number() }]),
        PauseAnswer::Ask if m.pause.on || m.pause.asked.contains(&seat) => Ok(Vec::new()),
        PauseAnswer::Ask => {
            let mut events = vec![Event::PauseAsked { seat: seat.number() }];
            if m.still_playing().all(|other| other == seat || m.pause.asked.contains(&other)) {
                events.push(Event::Paused);
            }
            Ok(events)
        }
    }
}
