//! The clocks of a match while it runs.

use compact_str::CompactString;
use imbl::Vector;

use super::calendar::PlayCalendar;
use super::{GrantedTime, TimeAllowance, TimeControl};
use crate::games::{BySeat, Seat};
use crate::now::Moment;
use crate::now::spans::{DAY, HOUR, SECOND};

/// The clocks of all seats; at most one of them runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    /// Where the people live, for their weekends.
    zones: BySeat<Option<CompactString>>,
    /// Milliseconds in each seat's bank, at paces that have one.
    banks: BySeat<i64>,
    /// How many turns in a row were skipped, each counted until its player plays again.
    skips: BySeat<u8>,
    turn: Option<RunningTurn>,
    /// The turns that have ended, for takebacks.
    ended: Vector<EndedTurn>,
    /// The turns a takeback has interrupted, until it is their seat's turn again.
    interrupted: BySeat<Option<RunningTurn>>,
    /// Whether all of them stand still.
    stopped: bool,
}

/// The turn under way. All times in milliseconds that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RunningTurn {
    seat: Seat,
    /// Since when the clock runs.
    since: Moment,
    /// What was used up before that.
    used: i64,
    /// What was given on top.
    given: i64,
    /// How much of that came out of their vacation.
    vacation: i64,
}

/// A turn that has ended, with what its seat had before it was paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EndedTurn {
    /// The turn; all of the time it took is in `used`.
    turn: RunningTurn,
    bank: i64,
    skips: u8,
}

impl Clocks {
    pub(in crate::matches) fn new(control: TimeControl, seats: u8) -> Self {
        let bank = initial_bank(control.pace);
        Self {
            control,
            zones: BySeat::from_fn(seats, |_| None),
            banks: BySeat::from_fn(seats, |_| bank),
            skips: BySeat::from_fn(seats, |_| 0),
            turn: None,
            ended: Vector::new(),
            interrupted: BySeat::from_fn(seats, |_| None),
            stopped: false,
        }
    }

    /// How time is kept.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The seat whose clock runs.
    pub fn acting(&self) -> Option<Seat> {
        Some(self.turn?.seat)
    }

    /// The moment at which the seat to move is out of time, if nothing happens until then.
    pub fn deadline(&self) -> Option<Moment> {
        let turn = self.turn.filter(|_| !self.stopped)?;
        Some(self.calendar(turn.seat).after(turn.since, self.left(&turn)))
    }

    /// Since when the clock of the seat to move has run without a break; nothing while no clock runs.
    pub(in crate::matches) fn runs_since(&self) -> Option<Moment> {
        self.turn.filter(|_| !self.stopped).map(|turn| turn.since)
    }

    /// When the turn would have ended without the vacation of whoever is to move, if it goes on because of them.
    pub fn on_vacation(&self) -> Option<Moment> {
        let turn = self.turn.filter(|turn| turn.vacation > 0 && !self.stopped)?;
        Some(self.calendar(turn.seat).after(turn.since, self.left(&turn) - turn.vacation))
    }

    /// When the turn ends at the latest, if its player has so many hours of vacation left and all of them are used for it.
    pub fn deadline_with_vacation(&self, hours: u32) -> Option<Moment> {
        let turn = self.turn.filter(|_| !self.stopped)?;
        Some(self.calendar(turn.seat).after(turn.since, self.left(&turn) + i64::from(hours) * HOUR))
    }

    /// How much is left in a seat's bank when no turn of it is under way, in milliseconds; none at paces without a bank.
    pub fn bank(&self, seat: Seat) -> Option<i64> {
        match self.control.pace {
            TimeAllowance::Days(_) => None,
            TimeAllowance::Bank { .. } | TimeAllowance::Live { .. } => self.banks.get(seat).copied(),
        }
    }

    pub(super) fn skips(&self, seat: Seat) -> u8 {
        self.skips[seat]
    }

    /// How many whole hours more the turn would need to be in time at `at`.
    pub(super) fn hours_short(&self, at: Moment) -> u32 {
        let Some((turn, deadline)) = self.turn.zip(self.deadline()) else { return 0 };
        let late = self.calendar(turn.seat).between(deadline, at.max(deadline));
        u32::try_from(late / HOUR + 1).unwrap_or(u32::MAX)
    }

    /// Records the time zone of a user who has joined.
    pub(in crate::matches) fn lives(&mut self, seat: Seat, zone: Option<CompactString>) {
        self.zones[seat] = zone;
    }

    /// The time zone whose weekends are off for a seat.
    pub fn zone(&self, seat: Seat) -> &str {
        self.zones.get(seat).and_then(Option::as_deref).unwrap_or("UTC")
    }

    /// From a moment on, the weekends of a seat are those of another zone. What was used before counts as it did then.
    pub(in crate::matches) fn change_zone(&mut self, seat: Seat, zone: CompactString, at: Moment) {
        if let Some(mut turn) = self.turn.filter(|turn| turn.seat == seat && !self.stopped) {
            let at = at.max(turn.since);
            turn.used += self.calendar(seat).between(turn.since, at);
            turn.since = at;
            self.turn = Some(turn);
        }
        self.zones[seat] = Some(zone);
    }

    /// Play has begun: seats that nobody took are removed and the others renumbered.
    pub(in crate::matches) fn seat(&mut self, taken: impl Fn(Seat) -> bool) {
        let zones: Vec<_> =
            self.zones.iter().filter(|(seat, _)| taken(*seat)).map(|(_, zone)| zone.clone()).collect();
        let seats = u8::try_from(zones.len()).unwrap_or(u8::MAX);
        *self = Self { zones: BySeat::new(zones), ..Self::new(self.control, seats) };
    }

    /// It is this seat's turn, from that moment on; nobody's when the match is over.
    pub(in crate::matches) fn go_on(&mut self, acts: Option<Seat>, at: Moment) {
        if self.acting() == acts {
            return;
        }
        if let Some(turn) = self.turn.take() {
            self.pay(turn, at);
        }
        self.turn = acts.map(|seat| {
            let fresh = RunningTurn { seat, since: at, used: 0, given: 0, vacation: 0 };
            self.interrupted[seat].take().map_or(fresh, |turn| RunningTurn { since: at, ..turn })
        });
    }

    /// How many turns have ended.
    pub(in crate::matches) fn turns(&self) -> usize {
        self.ended.len()
    }

    /// A takeback goes back to when so many turns had ended. Nobody gains by that: the time that was used stays used, what
    /// was paid for the turns since is not, and each seat's turn continues with the time it had when it is that seat's turn
    /// again.
    pub(in crate::matches) fn rewind(&mut self, turns: usize, at: Moment) {
        if let Some(mut turn) = self.turn.take() {
            if !self.stopped {
                turn.used += self.calendar(turn.seat).between(turn.since, at.max(turn.since));
            }
            self.interrupt(turn, self.banks[turn.seat]);
        }
        while self.ended.len() > turns {
            let Some(EndedTurn { turn, bank, skips }) = self.ended.pop_back() else { return };
            self.skips[turn.seat] = skips;
            self.interrupt(turn, bank);
        }
    }

    /// Keeps a turn for when it is its seat's turn again, with no more time than in a later one that was interrupted as well.
    fn interrupt(&mut self, mut turn: RunningTurn, bank: i64) {
        let later = self.interrupted[turn.seat].map(|later| self.left(&later));
        self.banks[turn.seat] = bank;
        turn.used += later.map_or(0, |later| (self.left(&turn) - later).max(0));
        self.interrupted[turn.seat] = Some(turn);
    }

    /// The player to move has moved: turns skipped before no longer count as in a row with later ones.
    pub(in crate::matches) fn end_row_of_skips(&mut self) {
        if let Some(seat) = self.acting() {
            self.skips[seat] = 0;
        }
    }

    /// The turn is taken from its seat, which has let its time run out.
    pub(in crate::matches) fn skip(&mut self, at: Moment) {
        if let Some(turn) = self.turn.take() {
            self.pay(turn, at);
            self.skips[turn.seat] = self.skips[turn.seat].saturating_add(1);
        }
    }

    /// A bot has the seat from that moment on, with the time of the start, also in turns that are taken back to later.
    pub(in crate::matches) fn take_over(&mut self, seat: Seat, at: Moment) {
        let bank = initial_bank(self.control.pace);
        let fresh = RunningTurn { seat, since: at, used: 0, given: 0, vacation: 0 };
        (self.banks[seat], self.skips[seat]) = (bank, 0);
        (self.zones[seat], self.interrupted[seat]) = (None, None);
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.seat == seat) {
            *turn = fresh;
        }
        for ended in self.ended.iter_mut().filter(|ended| ended.turn.seat == seat) {
            *ended = EndedTurn { turn: fresh, bank, skips: 0 };
        }
    }

    /// All clocks stand still from that moment on, or go on.
    pub(in crate::matches) fn stop(&mut self, stop: bool, at: Moment) {
        if let Some(mut turn) = self.turn.filter(|_| stop != self.stopped) {
            if stop {
                turn.used += self.calendar(turn.seat).between(turn.since, at.max(turn.since));
            }
            turn.since = at.max(turn.since);
            self.turn = Some(turn);
        }
        self.stopped = stop;
    }

    /// Adds time to the current turn or to the bank of a seat.
    pub(in crate::matches) fn give(&mut self, seat: Seat, seconds: u32, why: GrantedTime) {
        let more = i64::from(seconds) * SECOND;
        match &mut self.turn {
            Some(turn) if turn.seat == seat => {
                turn.given += more;
                turn.vacation += if why == GrantedTime::Vacation { more } else { 0 };
            }
            _ => self.banks[seat] += more,
        }
    }

    /// The site was down: what the seat to move lost by that is credited.
    pub(in crate::matches) fn was_closed(&mut self, from: Moment, to: Moment) {
        let Some(mut turn) = self.turn.filter(|_| !self.stopped) else { return };
        let from = from.max(turn.since);
        turn.used += self.calendar(turn.seat).between(turn.since, from);
        turn.since = to.max(from);
        self.turn = Some(turn);
    }

    fn calendar(&self, seat: Seat) -> PlayCalendar {
        if !self.control.weekends_off {
            return PlayCalendar::Always;
        }
        PlayCalendar::weekdays(self.zones.get(seat).and_then(Option::as_deref))
    }

    /// What was left of a turn when its clock began to run.
    fn left(&self, turn: &RunningTurn) -> i64 {
        let all = match self.control.pace {
            TimeAllowance::Days(days) => i64::from(days) * DAY,
            TimeAllowance::Bank { .. } => self.banks[turn.seat],
            TimeAllowance::Live { seconds, .. } => i64::from(seconds) * SECOND + self.banks[turn.seat],
        };
        all + turn.given - turn.used
    }

    /// Pays for a turn out of the bank of its seat.
    fn pay(&mut self, turn: RunningTurn, at: Moment) {
        let used = turn.used + self.calendar(turn.seat).between(turn.since, at.max(turn.since));
        let (bank, skips) = (self.banks[turn.seat], self.skips[turn.seat]);
        self.ended.push_back(EndedTurn { turn: RunningTurn { used, ..turn }, bank, skips });
        let bank = &mut self.banks[turn.seat];
        match self.control.pace {
            TimeAllowance::Days(_) => {}
            TimeAllowance::Bank { increment, cap, .. } => {
                let left = (*bank + turn.given - used).max(0);
                *bank = (left + i64::from(increment) * HOUR).min(i64::from(cap) * HOUR);
            }
            TimeAllowance::Live { seconds, .. } => {
                let over = used - turn.given - i64::from(seconds) * SECOND;
                *bank = (*bank - over.max(0)).max(0);
            }
        }
    }
}

/// What is in the bank of each seat at the start, in milliseconds.
fn initial_bank(pace: TimeAllowance) -> i64 {
    match pace {
        TimeAllowance::Days(_) => 0,
        TimeAllowance::Bank { hours, .. } => i64::from(hours) * HOUR,
        TimeAllowance::Live { reserve, .. } => i64::from(reserve) * SECOND,
    }
}
