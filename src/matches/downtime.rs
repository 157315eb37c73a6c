//! Downtime: time during which nobody could play, and crediting it to matches.
//!
//! Whatever timer ran in a match during a downtime gets that time back: the clock of the seat to act, the expiry of
//! an open match, and the announced expiry of an idle one. The log says which downtimes are credited, so each is
//! credited once.

use super::{Match, MatchEvent, MatchStatus};
use crate::now::Moment;

/// A span of time in which the site was down or suspended, or could not write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerDowntime {
    /// Its id. Later downtimes have higher ones.
    pub id: i64,
    /// When it began.
    pub from: Moment,
    /// When it ended.
    pub to: Moment,
}

impl Match {
    /// The event that credits a downtime to the match; `None` if it cost no time, or is credited already.
    pub fn credit_for(&self, downtime: &ServerDowntime) -> Option<MatchEvent> {
        let from = downtime.from.max(self.time_runs_since()?);
        let owed = self.credited_to < downtime.id && from < downtime.to;
        owed.then(|| MatchEvent::Downtime { id: downtime.id, from: from.0, to: downtime.to.0 })
    }

    /// Credits a downtime if it cost time, without an entry in the log.
    pub fn credit(&mut self, downtime: &ServerDowntime) {
        if let Some(event) = self.credit_for(downtime) {
            self.credit_downtime(&event);
        }
    }

    /// Since when a timer runs that a downtime affects.
    fn time_runs_since(&self) -> Option<Moment> {
        match self.status {
            MatchStatus::Open => self.open_until.map(|_| self.opened_at),
            MatchStatus::Playing => {
                let clock = self.clocks.as_ref().and_then(|clocks| clocks.runs_since());
                clock.or(self.closing.map(|closing| closing.after(-self.notice_period())))
            }
            MatchStatus::Ended(_) => None,
        }
    }

    /// Records a credit.
    pub(super) fn credit_downtime(&mut self, event: &MatchEvent) {
        let MatchEvent::Downtime { id, from, to } = *event else { return };
        let (from, to) = (Moment(from), Moment(to));
        if let Some(clocks) = &mut self.clocks {
            self.last_downtime = Some((to, clocks.credit(from, to)));
        }
        self.credited_to = self.credited_to.max(id);
        let later = |moment: Moment| moment.after(to.since(from));
        self.open_until = self.open_until.map(later);
        self.closing = self.closing.map(later);
    }

    /// Whether an event keeps the match from being idle. A credit does not, if no clock runs.
    pub(super) fn is_changed_by(&self, event: &MatchEvent) -> bool {
        let credit_only = matches!(event, MatchEvent::Downtime { .. }) && self.deadline().is_none();
        event.is_a_change() && !credit_only
    }
}
