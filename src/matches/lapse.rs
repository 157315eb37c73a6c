//! Tables that nobody comes to, and matches that nobody goes on with: the house closes them, and says so before.
//!
//! An open table is open as long as was said when it was opened. A match whose clock does not run, because it has none or
//! because all agreed to stop it, is closed when nothing has happened in it for [`IDLE`]; [`NOTICE`] before that the log says
//! so, and everybody at it is told. Neither counts: nobody was bound to play.

use serde::{Deserialize, Serialize};

use super::{Ending, Event, Match, Status};
use crate::now::Moment;
use crate::now::spans::{DAY, HOUR};

/// How long nothing may happen in a match before it is closed.
pub const IDLE: i64 = 60 * DAY;
/// The longest time before that at which it says so.
pub const NOTICE: i64 = 7 * DAY;
/// The same where people meant to play at one sitting.
const IDLE_LIVE: i64 = DAY;
const NOTICE_LIVE: i64 = 12 * HOUR;

/// Why the house has closed a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lapse {
    /// Seats were to be filled, and nobody came in time.
    Open,
    /// It was under way, and nobody went on with it.
    Idle,
}

impl Lapse {
    /// As lists keep it.
    pub const fn key(self) -> &'static str {
        match self {
            Lapse::Open => "open",
            Lapse::Idle => "idle",
        }
    }

    /// The reason with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        [Lapse::Open, Lapse::Idle].into_iter().find(|lapse| lapse.key() == key)
    }
}

impl Match {
    /// When the house closes it, if nothing happens until then and that has been said.
    pub fn closes_at(&self) -> Option<Moment> {
        match self.status {
            Status::Open => self.open_until,
            Status::Playing => self.closing,
            Status::Ended(_) => None,
        }
    }

    /// When the house has something to say about nothing happening in it.
    pub fn lapses_at(&self) -> Option<Moment> {
        match self.status {
            Status::Open => Some(self.open_until.unwrap_or(self.changed_at.after(IDLE))),
            Status::Playing if self.stands_still() => {
                let (idle, notice) = self.spans();
                Some(self.closing.unwrap_or(self.changed_at.after(idle - notice)))
            }
            Status::Playing | Status::Ended(_) => None,
        }
    }

    /// For how long it is said beforehand that the match is going to be closed.
    pub(super) fn notice(&self) -> i64 {
        self.spans().1
    }

    /// Whether no clock runs.
    fn stands_still(&self) -> bool {
        self.clocks.is_none() || self.pause.on
    }

    fn spans(&self) -> (i64, i64) {
        let live = self.clocks.as_ref().is_some_and(|clocks| clocks.control().pace.is_live());
        if live { (IDLE_LIVE, NOTICE_LIVE) } else { (IDLE, NOTICE) }
    }
}

/// What has happened by `at` because nobody came, or nobody went on.
pub fn lapsed(m: &Match, at: Moment) -> Vec<Event> {
    if m.lapses_at().is_none_or(|lapses| lapses > at) {
        return Vec::new();
    }
    let why = match m.status {
        Status::Playing if m.closing.is_none() => return vec![Event::ClosingAnnounced],
        Status::Playing => Lapse::Idle,
        Status::Open | Status::Ended(_) => Lapse::Open,
    };
    vec![Event::Lapsed { why }, Event::Ended(Ending::ABORTED)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::matches::tests::{ADA, BEN, Story};
    use crate::matches::{Command, Record};

    /// What the house does about it by then.
    fn looked_at(story: &mut Story, at: Moment) -> usize {
        let events = lapsed(&story.m, at);
        let count = events.len();
        for event in events {
            story.happens_at(at, None, event);
        }
        count
    }

    #[test]
    fn a_table_that_nobody_comes_to_is_closed_when_its_time_is_over() {
        let mut story = Story::opened(Game::TicTacToe, 2, Vec::new());
        story.does(ADA, Command::Join).unwrap();
        story.m.open_until = Some(Moment(DAY));
        assert_eq!(looked_at(&mut story, Moment(DAY - 1)), 0);
        assert_eq!(looked_at(&mut story, Moment(DAY)), 2);
        assert_eq!((story.m.lapsed, story.m.ending()), (Some(Lapse::Open), Some(&Ending::ABORTED)));
        assert_eq!(looked_at(&mut story, Moment(2 * DAY)), 0, "once");
    }

    #[test]
    fn a_match_without_a_clock_is_closed_a_week_after_that_was_said() {
        let mut story = Story::running(Game::TicTacToe, &[ADA, BEN]);
        let changed = story.m.changed_at;
        assert_eq!(looked_at(&mut story, changed.after(53 * DAY - 1)), 0);
        let late = changed.after(80 * DAY);
        assert_eq!(looked_at(&mut story, late), 1, "however late, it is said first");
        assert_eq!((story.m.closes_at(), story.m.changed_at), (Some(late.after(7 * DAY)), changed));
        assert_eq!(looked_at(&mut story, late.after(7 * DAY - 1)), 0);
        assert_eq!(looked_at(&mut story, late.after(7 * DAY)), 2);
        assert_eq!((story.m.lapsed, story.m.ending()), (Some(Lapse::Idle), Some(&Ending::ABORTED)));
        let record = Record::of(&story.table());
        assert_eq!((record.lapsed, record.check().is_ok()), (Some(Lapse::Idle), true));
    }

    #[test]
    fn whoever_moves_keeps_the_match_alive() {
        let mut story = Story::running(Game::TicTacToe, &[ADA, BEN]);
        looked_at(&mut story, Moment(53 * DAY + 10));
        assert!(story.m.closes_at().is_some());
        let seq = story.m.seq;
        story.plays(ADA, "a1").unwrap();
        assert_eq!(
            (story.m.closes_at(), story.m.plies[0].fresh_since < seq),
            (None, true),
            "a page of before will do"
        );
    }
}
