//! Expiry: open matches that nobody joins and running ones that nobody continues are closed, after an announcement.
//!
//! An open match expires at the time that was set when it was created. A match whose clock does not run, because it
//! has none or is paused, expires when nothing has happened in it for [`IDLE_EXPIRY`]; this is announced [`EXPIRY_NOTICE`] before
//! in the log, and all players are notified. Expired matches have no result: nobody was bound to play.

use super::{Expiry, Match, MatchEnding, MatchEvent, MatchStatus};
use crate::now::Moment;
use crate::now::spans::{DAY, HOUR};
use crate::users::UserId;

/// How long a match may be idle, in milliseconds.
pub const IDLE_EXPIRY: i64 = 60 * DAY;
/// How long before the expiry it is announced at most, in milliseconds.
pub const EXPIRY_NOTICE: i64 = 7 * DAY;
/// [`IDLE_EXPIRY`] for matches with a live clock.
const IDLE_LIVE: i64 = DAY;
const NOTICE_LIVE: i64 = 12 * HOUR;

impl Match {
    /// When the match expires unless something happens, if that has been announced.
    pub fn closes_at(&self) -> Option<Moment> {
        match self.status {
            MatchStatus::Open => self.open_until,
            MatchStatus::Playing => self.closing,
            MatchStatus::Ended(_) => None,
        }
    }

    /// When the expiry will be announced, or the match expires.
    pub fn expires_at(&self) -> Option<Moment> {
        match self.status {
            MatchStatus::Open => Some(self.open_until.unwrap_or(self.changed_at.after(IDLE_EXPIRY))),
            MatchStatus::Playing if self.is_idle() => {
                let (idle, notice) = self.spans();
                Some(self.closing.unwrap_or(self.changed_at.after(idle - notice)))
            }
            MatchStatus::Playing | MatchStatus::Ended(_) => None,
        }
    }

    /// How long before the expiry it is announced, in milliseconds.
    pub(super) fn notice_period(&self) -> i64 {
        self.spans().1
    }

    /// Whether no clock runs.
    fn is_idle(&self) -> bool {
        self.clocks.is_none() || self.pause.on
    }

    fn spans(&self) -> (i64, i64) {
        let live = self.clocks.as_ref().is_some_and(|clocks| clocks.control().pace.is_live());
        if live { (IDLE_LIVE, NOTICE_LIVE) } else { (IDLE_EXPIRY, EXPIRY_NOTICE) }
    }
}

/// The events by `at`, if the match has expired or its expiry has to be announced.
pub fn expired(m: &Match, at: Moment) -> Vec<MatchEvent> {
    if m.expires_at().is_none_or(|expires| expires > at) {
        return Vec::new();
    }
    let reason = match m.status {
        MatchStatus::Playing if m.closing.is_none() => return vec![MatchEvent::ExpiryAnnounced],
        MatchStatus::Playing => Expiry::Idle,
        MatchStatus::Open | MatchStatus::Ended(_) => Expiry::Open,
    };
    vec![MatchEvent::Expired { reason }, MatchEvent::Ended(MatchEnding::ABORTED)]
}

/// The events that take a user who is away out of an open match: they leave their seat, or the match expires if no one else
/// waits in it.
pub fn vacated(m: &Match, user: UserId) -> Vec<MatchEvent> {
    match m.seat_of(user).filter(|_| m.status == MatchStatus::Open) {
        Some(seat) if m.people_seated() > 1 => vec![MatchEvent::Left { seat: seat.number() }],
        Some(_) => {
            vec![MatchEvent::Expired { reason: Expiry::Open }, MatchEvent::Ended(MatchEnding::ABORTED)]
        }
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::matches::tests::{ADA, BEN, MatchStory};
    use crate::matches::{MatchCommand, MatchRecord};

    /// Applies the expiry at a moment. Returns the number of events.
    fn closes_overdue(story: &mut MatchStory, at: Moment) -> usize {
        let events = expired(&story.m, at);
        let count = events.len();
        for event in events {
            story.happens_at(at, None, event);
        }
        count
    }

    #[test]
    fn an_open_match_expires_at_its_time() {
        let mut story = MatchStory::opened(Game::TicTacToe, 2, Vec::new());
        story.does(ADA, MatchCommand::Join).unwrap();
        story.m.open_until = Some(Moment(DAY));
        assert_eq!(closes_overdue(&mut story, Moment(DAY - 1)), 0);
        assert_eq!(closes_overdue(&mut story, Moment(DAY)), 2);
        assert_eq!((story.m.expired, story.m.ending()), (Some(Expiry::Open), Some(&MatchEnding::ABORTED)));
        assert_eq!(closes_overdue(&mut story, Moment(2 * DAY)), 0, "once");
    }

    #[test]
    fn a_clock_that_was_set_back_does_not_bring_the_expiry_nearer() {
        let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
        let expires = story.m.expires_at();
        let ply = MatchEvent::ply(story.m.seat_to_act().unwrap(), "b2");
        story.happens_at(Moment(story.m.changed_at.0 - DAY), Some(ADA), ply);
        assert_eq!(story.m.expires_at(), expires);
    }

    #[test]
    fn a_match_without_a_clock_expires_a_week_after_its_notice() {
        let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
        let changed = story.m.changed_at;
        assert_eq!(closes_overdue(&mut story, changed.after(53 * DAY - 1)), 0);
        let late = changed.after(80 * DAY);
        assert_eq!(closes_overdue(&mut story, late), 1, "however late, it is said first");
        assert_eq!((story.m.closes_at(), story.m.changed_at), (Some(late.after(7 * DAY)), changed));
        assert_eq!(closes_overdue(&mut story, late.after(7 * DAY - 1)), 0);
        assert_eq!(closes_overdue(&mut story, late.after(7 * DAY)), 2);
        assert_eq!((story.m.expired, story.m.ending()), (Some(Expiry::Idle), Some(&MatchEnding::ABORTED)));
        let record = MatchRecord::of(&story.view());
        assert_eq!((record.expired, record.check().is_ok()), (Some(Expiry::Idle), true));
    }

    #[test]
    fn a_move_cancels_the_announced_expiry() {
        let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
        closes_overdue(&mut story, Moment(53 * DAY + 10));
        assert!(story.m.closes_at().is_some());
        let seq = story.m.seq;
        story.plays(ADA, "a1").unwrap();
        assert_eq!(
            (story.m.closes_at(), story.m.plies[0].board_version < seq),
            (None, true),
            "a page of before will do"
        );
    }
}
