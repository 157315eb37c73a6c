//! The clocks of a running match.

use compact_str::CompactString;
use imbl::Vector;

use super::calendar::PlayCalendar;
use super::{GrantedTime, TimeAllowance, TimeControl};
use crate::games::{BySeat, Seat};
use crate::now::Moment;
use crate::now::spans::{DAY, HOUR, SECOND};

/// The clocks of all seats, at most one of which runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    /// The time zones of the players, for their weekends, in their current or last turns.
    zones: BySeat<Option<CompactString>>,
    /// Changed zones, which apply from the next turn of a seat on.
    next_zones: BySeat<Option<CompactString>>,
    /// Milliseconds in the bank of each seat, for allowances with a bank.
    banks: BySeat<i64>,
    /// The number of turns skipped in a row, until the player plays again.
    skips: BySeat<u8>,
    turn: Option<RunningTurn>,
    /// The finished turns, for takebacks.
    ended: Vector<EndedTurn>,
    /// The turns interrupted by a takeback, until it is the turn of their seat again.
    interrupted: BySeat<Option<RunningTurn>>,
    /// Whether all clocks are stopped.
    stopped: bool,
}

/// The current turn. Times are in milliseconds that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RunningTurn {
    seat: Seat,
    /// When the clock was started.
    since: Moment,
    /// Time used before that.
    used: i64,
    /// Time granted.
    given: i64,
    /// How much of the granted time came from vacation.
    vacation: i64,
}

/// A finished turn, with the bank of its seat before the turn was deducted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EndedTurn {
    /// The turn; `used` is all of its time.
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
            next_zones: BySeat::from_fn(seats, |_| None),
            banks: BySeat::from_fn(seats, |_| bank),
            skips: BySeat::from_fn(seats, |_| 0),
            turn: None,
            ended: Vector::new(),
            interrupted: BySeat::from_fn(seats, |_| None),
            stopped: false,
        }
    }

    /// The time control.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The seat whose clock runs.
    pub fn running_seat(&self) -> Option<Seat> {
        Some(self.turn?.seat)
    }

    /// When the seat to move runs out of time if nothing happens until then.
    pub fn deadline(&self) -> Option<Moment> {
        let turn = self.turn.filter(|_| !self.stopped)?;
        Some(self.calendar(turn.seat).after(turn.since, self.time_at_start(&turn)))
    }

    /// When the clock of the seat to move was last started; `None` while none runs.
    pub(in crate::matches) fn runs_since(&self) -> Option<Moment> {
        self.turn.filter(|_| !self.stopped).map(|turn| turn.since)
    }

    /// When the turn would have ended without vacation, if vacation of the player to move is in use.
    pub fn on_vacation(&self) -> Option<Moment> {
        let turn = self.turn.filter(|turn| turn.vacation > 0 && !self.stopped)?;
        Some(self.calendar(turn.seat).after(turn.since, self.time_at_start(&turn) - turn.vacation))
    }

    /// The deadline if all of this number of vacation hours are used.
    pub fn deadline_with_vacation(&self, hours: u32) -> Option<Moment> {
        let turn = self.turn.filter(|_| !self.stopped)?;
        Some(self.calendar(turn.seat).after(turn.since, self.time_at_start(&turn) + i64::from(hours) * HOUR))
    }

    /// Whether another seat has given time in the current turn.
    pub(in crate::matches) fn has_gift(&self) -> bool {
        self.turn.is_some_and(|turn| turn.given > turn.vacation)
    }

    /// Milliseconds in the bank of a seat between its turns; `None` for allowances without a bank.
    pub fn bank(&self, seat: Seat) -> Option<i64> {
        match self.control.pace {
            TimeAllowance::Days(_) => None,
            TimeAllowance::Bank { .. } | TimeAllowance::Live { .. } => self.banks.get(seat).copied(),
        }
    }

    /// Whether seats keep time between their turns.
    pub fn keeps_bank(&self) -> bool {
        match self.control.pace {
            TimeAllowance::Days(_) => false,
            TimeAllowance::Bank { .. } => true,
            TimeAllowance::Live { reserve, .. } => reserve > 0,
        }
    }

    /// Milliseconds that a seat has at `at` until it runs out of time: in its turn, or in its next one if seats keep
    /// time between their turns. Stopped clocks show what is left.
    pub fn time_left(&self, seat: Seat, at: Moment) -> Option<i64> {
        let left = match (self.turn.filter(|turn| turn.seat == seat), self.deadline()) {
            (Some(_), Some(deadline)) => deadline.since(at),
            (Some(turn), None) => self.time_at_start(&turn),
            (None, _) if self.keeps_bank() => {
                let fresh = RunningTurn { seat, since: at, used: 0, given: 0, vacation: 0 };
                self.time_at_start(&self.interrupted.get(seat).copied().flatten().unwrap_or(fresh))
            }
            (None, _) => return None,
        };
        Some(left.max(0))
    }

    pub(super) fn skips(&self, seat: Seat) -> u8 {
        self.skips[seat]
    }

    /// How many whole hours the turn lacks at `at`.
    pub(super) fn hours_short(&self, at: Moment) -> u32 {
        let Some((turn, deadline)) = self.turn.zip(self.deadline()) else { return 0 };
        let late = self.calendar(turn.seat).between(deadline, at.max(deadline));
        u32::try_from(late / HOUR + 1).unwrap_or(u32::MAX)
    }

    /// Records the time zone of a user who has joined.
    pub(in crate::matches) fn set_zone(&mut self, seat: Seat, zone: Option<CompactString>) {
        (self.zones[seat], self.next_zones[seat]) = (zone, None);
    }

    /// Gives each of the first seats the time zones of the player who comes from this seat, before play begins.
    pub(in crate::matches) fn exchange_seats(&mut self, from: &[Seat]) {
        for zones in [&mut self.zones, &mut self.next_zones] {
            *zones = BySeat::from_fn(zones.count(), |seat| zones[*from.get(seat.index())?].clone());
        }
    }

    /// The time zone in which a seat has its weekends in its current or last turn.
    pub fn zone(&self, seat: Seat) -> &str {
        self.zones.get(seat).and_then(Option::as_deref).unwrap_or("UTC")
    }

    /// The time zone in which a seat has its weekends in its next turn.
    pub fn next_zone(&self, seat: Seat) -> &str {
        self.next_zones.get(seat).and_then(Option::as_deref).unwrap_or_else(|| self.zone(seat))
    }

    /// Changes the zone of a seat from its next turn on. In a turn that has begun, even if a takeback interrupts it, a
    /// change on a weekend would make the weekend longer.
    pub(in crate::matches) fn change_next_zone(&mut self, seat: Seat, zone: CompactString) {
        self.next_zones[seat] = Some(zone);
    }

    /// Starts play: seats that nobody took are removed and the others renumbered.
    pub(in crate::matches) fn start_play(&mut self, taken: impl Fn(Seat) -> bool) {
        let zone = |(seat, zone): (Seat, &Option<CompactString>)| {
            taken(seat).then(|| self.next_zones[seat].clone().or_else(|| zone.clone()))
        };
        let zones: Vec<_> = self.zones.iter().filter_map(zone).collect();
        let seats = u8::try_from(zones.len()).unwrap_or(u8::MAX);
        *self = Self { zones: BySeat::new(zones), ..Self::new(self.control, seats) };
    }

    /// Starts the turn of a seat at a moment; `None` stops the clocks because the match is over. Returns whether it continues
    /// a turn that a takeback has interrupted.
    pub(in crate::matches) fn start_turn(&mut self, acts: Option<Seat>, at: Moment) -> bool {
        if self.running_seat() == acts {
            return false;
        }
        if let Some(turn) = self.turn.take() {
            self.deduct(turn, at);
        }
        let continues = acts.is_some_and(|seat| self.interrupted[seat].is_some());
        self.turn = acts.map(|seat| self.resume_or_begin(seat, at));
        continues
    }

    /// The turn that a takeback has interrupted, or a new one.
    fn resume_or_begin(&mut self, seat: Seat, at: Moment) -> RunningTurn {
        if let Some(turn) = self.interrupted[seat].take() {
            return RunningTurn { since: at, ..turn };
        }
        if let Some(zone) = self.next_zones[seat].take() {
            self.zones[seat] = Some(zone);
        }
        RunningTurn { seat, since: at, used: 0, given: 0, vacation: 0 }
    }

    /// Gives the seat to move the least time with which its clock is started by somebody else: in matches with days per
    /// move a tenth of them, at least 2.4 hours.
    pub(in crate::matches) fn ensure_least_time(&mut self) {
        let (Some(mut turn), TimeAllowance::Days(days)) = (self.turn, self.control.pace) else { return };
        let least = i64::from(days) * DAY / 10;
        turn.used -= (least - self.time_at_start(&turn)).max(0);
        self.turn = Some(turn);
    }

    /// The number of finished turns.
    pub(in crate::matches) fn turns(&self) -> usize {
        self.ended.len()
    }

    /// Takes clocks back to a number of finished turns. No player gains time: what was used stays used, increments of
    /// the turns taken back are removed, and each seat continues its turn with the time it had left.
    pub(in crate::matches) fn rewind(&mut self, turns: usize, at: Moment) {
        if let Some(mut turn) = self.turn.take() {
            if !self.stopped {
                turn.used += self.calendar(turn.seat).between(turn.since, at.max(turn.since));
            }
            self.save_turn(turn, self.banks[turn.seat]);
        }
        while self.ended.len() > turns {
            let Some(EndedTurn { turn, bank, skips }) = self.ended.pop_back() else { return };
            self.skips[turn.seat] = skips;
            self.save_turn(turn, bank);
        }
    }

    /// Saves a turn until it is the turn of its seat again. It gets no more time than a later turn of the seat that
    /// was also interrupted.
    fn save_turn(&mut self, mut turn: RunningTurn, bank: i64) {
        let later = self.interrupted[turn.seat].map(|later| self.time_at_start(&later));
        self.banks[turn.seat] = bank;
        turn.used += later.map_or(0, |later| (self.time_at_start(&turn) - later).max(0));
        self.interrupted[turn.seat] = Some(turn);
    }

    /// Ends the row of skipped turns of the seat to move, as its player has moved.
    pub(in crate::matches) fn end_row_of_skips(&mut self) {
        if let Some(seat) = self.running_seat() {
            self.skips[seat] = 0;
        }
    }

    /// Skips the turn of the seat to move, which has run out of time.
    pub(in crate::matches) fn skip(&mut self, at: Moment) {
        if let Some(turn) = self.turn.take() {
            self.deduct(turn, at);
            self.skips[turn.seat] = self.skips[turn.seat].saturating_add(1);
        }
    }

    /// Gives a seat the initial time for its bot from a moment on, also after takebacks.
    pub(in crate::matches) fn take_over(&mut self, seat: Seat, at: Moment) {
        let bank = initial_bank(self.control.pace);
        let fresh = RunningTurn { seat, since: at, used: 0, given: 0, vacation: 0 };
        (self.banks[seat], self.skips[seat]) = (bank, 0);
        (self.zones[seat], self.next_zones[seat], self.interrupted[seat]) = (None, None, None);
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.seat == seat) {
            *turn = fresh;
        }
        for ended in self.ended.iter_mut().filter(|ended| ended.turn.seat == seat) {
            *ended = EndedTurn { turn: fresh, bank, skips: 0 };
        }
    }

    /// Stops or resumes all clocks at a moment.
    pub(in crate::matches) fn set_stopped(&mut self, stop: bool, at: Moment) {
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
    pub(in crate::matches) fn add_time(&mut self, seat: Seat, seconds: u32, why: GrantedTime) {
        let more = i64::from(seconds) * SECOND;
        match &mut self.turn {
            Some(turn) if turn.seat == seat => {
                turn.given += more;
                turn.vacation += if why == GrantedTime::Vacation { more } else { 0 };
            }
            _ => self.banks[seat] += more,
        }
    }

    /// Credits the seat to move for downtime. Returns for how much, in milliseconds: on free weekends it costs no time.
    pub(in crate::matches) fn credit(&mut self, from: Moment, to: Moment) -> i64 {
        let Some(mut turn) = self.turn.filter(|_| !self.stopped) else { return 0 };
        let from = from.max(turn.since);
        let to = to.max(from);
        let calendar = self.calendar(turn.seat);
        turn.used += calendar.between(turn.since, from);
        let credited = calendar.between(from, to);
        turn.since = to;
        self.turn = Some(turn);
        credited
    }

    fn calendar(&self, seat: Seat) -> PlayCalendar {
        if !self.control.weekends_off {
            return PlayCalendar::Always;
        }
        PlayCalendar::weekdays(self.zones.get(seat).and_then(Option::as_deref))
    }

    /// The time a turn had left when its clock was started.
    fn time_at_start(&self, turn: &RunningTurn) -> i64 {
        let all = match self.control.pace {
            TimeAllowance::Days(days) => i64::from(days) * DAY,
            TimeAllowance::Bank { .. } => self.banks[turn.seat],
            TimeAllowance::Live { seconds, .. } => i64::from(seconds) * SECOND + self.banks[turn.seat],
        };
        all + turn.given - turn.used
    }

    /// Deducts a turn from the bank of its seat.
    fn deduct(&mut self, turn: RunningTurn, at: Moment) {
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

/// The initial bank of each seat in milliseconds.
fn initial_bank(pace: TimeAllowance) -> i64 {
    match pace {
        TimeAllowance::Days(_) => 0,
        TimeAllowance::Bank { hours, .. } => i64::from(hours) * HOUR,
        TimeAllowance::Live { reserve, .. } => i64::from(reserve) * SECOND,
    }
}
