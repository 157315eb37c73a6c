//! Downtime: time during which nobody could play, and crediting it to matches.
//!
//! Whatever ran in a match during a downtime gets that time back: the clock of the seat to move, the wait of an open match for
//! players, and the notice before a match is closed. The log tells which downtimes are credited, so each is credited once.

use super::{Match, MatchEvent, MatchStatus};
use crate::now::Moment;

/// A stretch of time during which the site was down or suspended, or nothing could be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerDowntime {
    /// Its number; later ones have higher numbers.
    pub id: i64,
    /// When it began.
    pub from: Moment,
    /// When it ended.
    pub to: Moment,
}

impl Match {
    /// The entry that credits a downtime to the match; none where it cost no time, or is credited already.
    pub fn credit_for(&self, downtime: &ServerDowntime) -> Option<MatchEvent> {
        let from = downtime.from.max(self.time_runs_since()?);
        let owed = self.credited_to < downtime.id && from < downtime.to;
        owed.then(|| MatchEvent::Downtime { from: from.0, to: downtime.to.0, downtime: Some(downtime.id) })
    }

    /// Since when time has run that a downtime takes from a user.
    fn time_runs_since(&self) -> Option<Moment> {
        match self.status {
            MatchStatus::Open => self.open_until.map(|_| self.opened_at),
            MatchStatus::Playing => {
                let clock = self.clocks.as_ref().and_then(|clocks| clocks.runs_since());
                clock.or(self.closing.map(|closing| closing.after(-self.notice())))
            }
            MatchStatus::Ended(_) => None,
        }
    }

    /// Takes in that the site was down. Earlier versions gave the credits no numbers, and credited only clocks.
    pub(super) fn credit_downtime(&mut self, event: &MatchEvent) {
        let MatchEvent::Downtime { from, to, downtime } = *event else { return };
        let (from, to) = (Moment(from), Moment(to));
        self.last_downtime = Some((from, to));
        if let Some(clocks) = &mut self.clocks {
            clocks.was_closed(from, to);
        }
        if let Some(id) = downtime {
            self.credited_to = self.credited_to.max(id);
            let later = |moment: Moment| moment.after(to.since(from));
            self.open_until = self.open_until.map(later);
            self.closing = self.closing.map(later);
        }
    }

    /// Whether an event is a change after which the match is not idle. A credit is none where no clock runs.
    pub(super) fn is_changed_by(&self, event: &MatchEvent) -> bool {
        let credit_only =
            matches!(event, MatchEvent::Downtime { downtime: Some(_), .. }) && self.deadline().is_none();
        event.is_a_change() && !credit_only
    }
}
