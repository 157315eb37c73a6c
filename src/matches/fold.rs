//! The state of a match, folded from its log.

use std::sync::Arc;

use compact_str::CompactString;
use imbl::Vector;
use smallvec::SmallVec;

use super::{
    Clocks, InvalidLog, LastMove, LogEntry, Match, MatchEvent, MatchId, MatchOffers, MatchOpening,
    MatchPause, MatchStatus, OfferKind, PlayedEntry, PlyOrigin, SeatDraw,
};
use crate::games::replay::ReplayError;
use crate::games::{BySeat, Game, Seat, SetupError, ToAct};
use crate::now::{Moment, spans::HOUR};
use crate::users::UserId;

impl Match {
    /// Folds a whole log.
    ///
    /// # Errors
    /// The log is invalid.
    pub fn fold<'a>(id: &MatchId, log: impl IntoIterator<Item = &'a LogEntry>) -> Result<Self, InvalidLog> {
        let mut log = log.into_iter();
        let mut folded = match log.next() {
            Some(first @ LogEntry { seq: 1, event: MatchEvent::Opened(opening), actor: Some(by), .. }) => {
                Self::open(id.clone(), opening, *by, first.moment())?
            }
            _ => return Err(InvalidLog::Opening),
        };
        for entry in log {
            folded.apply(entry)?;
        }
        Ok(folded)
    }

    /// A match that has just been created.
    ///
    /// # Errors
    /// The game is unknown, an option is invalid, or the number of seats is.
    pub fn open(id: MatchId, opening: &MatchOpening, by: UserId, at: Moment) -> Result<Self, SetupError> {
        let game =
            Game::from_key(&opening.game).ok_or_else(|| SetupError::UnknownGame(opening.game.to_string()))?;
        let options =
            game.options(opening.options.iter().map(|(key, value)| (key.as_str(), value.as_str())))?;
        let position = game.opening(&options, opening.seats)?;
        Ok(Self {
            id,
            game,
            options,
            visibility: opening.visibility,
            rated: opening.rated,
            code: opening.code.clone(),
            origin: opening.origin.clone(),
            opened_by: by,
            opened_at: at,
            seats: BySeat::from_fn(opening.seats, |_| None),
            reserved: BySeat::from_fn(opening.seats, |seat| {
                opening.reserved.get(seat.index()).copied().flatten()
            }),
            answers: Vec::new(),
            open_until: opening.open_for.map(|hours| at.after(i64::from(hours) * HOUR)),
            conditions: opening.conditions,
            renews: opening.renews,
            pass_and_play: opening.pass_and_play,
            rotates_board: false,
            watcher_chat: true,
            bots: SmallVec::new(),
            participants: SmallVec::new(),
            status: MatchStatus::Open,
            position,
            plies: Vector::new(),
            last_effects: Arc::from([]),
            moved: None,
            dice: opening.dice.clone(),
            seat_draw: opening.seat_secret.clone().map(|secret| SeatDraw { secret, order: None }),
            dropped_out: Vec::new(),
            offers: MatchOffers::default(),
            out_of_time: Vec::new(),
            passings: Vec::new(),
            substitutes_sought: Vec::new(),
            takeovers: Vec::new(),
            clock_events: Vec::new(),
            clocks: opening.time_control.map(|control| Clocks::new(control, opening.seats)),
            pause: MatchPause::default(),
            last_downtime: None,
            credited_to: 0,
            closing: None,
            expired: None,
            adjudicated: None,
            rematch: None,
            rematch_by: None,
            seq: 1,
            board_version: 1,
            logged_at: at,
            changed_at: at,
            ended_at: None,
        })
    }

    /// Applies the next entry of the log.
    ///
    /// # Errors
    /// The entry does not follow, or is impossible. The match must not be used afterwards.
    pub fn apply(&mut self, entry: &LogEntry) -> Result<(), InvalidLog> {
        if entry.seq != self.seq + 1 {
            return Err(InvalidLog::Order(entry.seq));
        }
        self.note_clock_event(entry);
        let by = entry.actor.and_then(|by| self.seat_of(by));
        let starts_clock = match entry.event {
            MatchEvent::TakenBack { .. } => self.offer(OfferKind::Takeback).is_some(),
            _ => matches!(entry.event, MatchEvent::Resumed),
        };
        let no_seat = InvalidLog::Seat(entry.seq);
        match &entry.event {
            MatchEvent::Opened(_) => return Err(InvalidLog::Opening),
            MatchEvent::Joined { seat, user, time_zone, bot } => {
                *self.seat_mut(*seat).ok_or(no_seat)? = Some(*user);
                self.record_answer(entry.seq, *seat, *user, true);
                self.bots.extend(bot.then_some(*user));
                if let Some(clocks) = &mut self.clocks {
                    clocks.set_zone(Seat::new(*seat), time_zone.clone());
                }
            }
            MatchEvent::Left { seat } => *self.seat_mut(*seat).ok_or(no_seat)? = None,
            MatchEvent::Invited { seat, user } => *self.reserved_mut(*seat).ok_or(no_seat)? = Some(*user),
            MatchEvent::InvitationWithdrawn { seat } => *self.reserved_mut(*seat).ok_or(no_seat)? = None,
            MatchEvent::InvitationDeclined { seat } => {
                if let Some(by) = entry.actor {
                    self.record_answer(entry.seq, *seat, by, false);
                }
                *self.reserved_mut(*seat).ok_or(no_seat)? = None;
            }
            MatchEvent::SeatsDrawn { order } => self.draw_seats(entry.seq, order)?,
            MatchEvent::Started => self.start()?,
            MatchEvent::Played { seat, notation } => {
                self.play(entry, *seat, notation)?;
                self.play_over(entry, *seat);
                self.end_row_of_skips(entry);
            }
            MatchEvent::DrawOffered { .. }
            | MatchEvent::DrawAccepted { .. }
            | MatchEvent::DrawDeclined { .. }
            | MatchEvent::DrawWithdrawn { .. }
            | MatchEvent::TakebackOffered { .. }
            | MatchEvent::TakebackAccepted { .. }
            | MatchEvent::TakebackDeclined { .. }
            | MatchEvent::TakebackWithdrawn { .. } => self.apply_offer(entry)?,
            MatchEvent::TakenBack { remaining_plies } => self.take_back(entry, *remaining_plies)?,
            MatchEvent::Resigned { seat } => self.drop_out(entry.seq, *seat)?,
            MatchEvent::Flagged { seat } => {
                self.drop_out(entry.seq, *seat)?;
                self.out_of_time.push(Seat::new(*seat));
            }
            MatchEvent::PauseOffered { seat } => {
                self.seat_mut(*seat).ok_or(no_seat)?;
                self.pause.offered_by.push(Seat::new(*seat));
            }
            MatchEvent::PauseDeclined { .. } => self.pause.offered_by.clear(),
            MatchEvent::Paused => self.stop_clocks(true, entry.moment()),
            MatchEvent::Resumed => self.stop_clocks(false, entry.moment()),
            MatchEvent::TurnSkipped { seat } => self.record_skip(entry, *seat)?,
            MatchEvent::TimeGiven { seat, seconds, reason } => {
                self.seat_mut(*seat).ok_or(no_seat)?;
                if let Some(clocks) = &mut self.clocks {
                    clocks.add_time(Seat::new(*seat), *seconds, *reason);
                }
            }
            MatchEvent::TimeZoneChanged { seat, time_zone } => {
                self.seat_mut(*seat).ok_or(no_seat)?;
                if let Some(clocks) = &mut self.clocks {
                    clocks.change_next_zone(Seat::new(*seat), time_zone.clone());
                }
            }
            MatchEvent::Downtime { .. } => self.credit_downtime(&entry.event),
            MatchEvent::SubstituteSought { seat } => {
                self.seat_mut(*seat).ok_or(no_seat)?;
                self.substitutes_sought.push(Seat::new(*seat));
            }
            MatchEvent::SubstituteCancelled { seat } => {
                self.substitutes_sought.retain(|sought| *sought != Seat::new(*seat));
            }
            MatchEvent::SeatTakenOver { seat, user, player, reason, time_zone } => {
                self.take_over(entry, *seat, *user, (*player, *reason))?;
                if let Some(clocks) = &mut self.clocks {
                    clocks.set_zone(Seat::new(*seat), time_zone.clone());
                }
            }
            MatchEvent::BoardRotationChanged { on } => self.rotates_board = *on,
            MatchEvent::WatcherChatChanged { on } => self.watcher_chat = *on,
            MatchEvent::ExpiryAnnounced => self.closing = Some(entry.moment().after(self.notice_period())),
            MatchEvent::Expired { reason } => self.expired = Some(*reason),
            MatchEvent::Adjudicated { reason } => self.adjudicated = Some(reason.clone()),
            MatchEvent::Ended(ending) => {
                self.offers.close();
                self.status = MatchStatus::Ended(ending.clone());
                self.ended_at = Some(entry.moment());
            }
            MatchEvent::RematchOffered { match_id } => {
                (self.rematch, self.rematch_by) = (Some(match_id.clone()), entry.actor);
            }
        }
        (self.seq, self.logged_at) = (entry.seq, entry.moment());
        if !entry.event.leaves_the_board() {
            self.board_version = entry.seq;
        }
        if self.is_changed_by(&entry.event) {
            // A clock that was set back does not take it back: what is due by it is stored.
            self.changed_at = self.changed_at.max(entry.moment());
            self.closing = None;
        }
        let acts = self.seat_to_act();
        if let Some(clocks) = &mut self.clocks {
            let continues = clocks.start_turn(acts, entry.moment());
            if (starts_clock || continues) && acts != by {
                clocks.ensure_least_time();
            }
            if let (MatchEvent::Played { .. }, Some(ply)) = (&entry.event, self.plies.back_mut()) {
                ply.bank = clocks.bank(ply.turn).filter(|_| clocks.keeps_bank());
            }
        }
        Ok(())
    }

    /// Ends the row of skipped turns of a seat when its player plays a ply, not when the site plays it.
    fn end_row_of_skips(&mut self, entry: &LogEntry) {
        if let (Some(clocks), Some(_)) = (&mut self.clocks, entry.actor) {
            clocks.end_row_of_skips();
        }
    }

    fn seat_mut(&mut self, seat: u8) -> Option<&mut Option<UserId>> {
        let seat = Seat::new(seat);
        self.seats.get(seat)?;
        Some(&mut self.seats[seat])
    }

    fn reserved_mut(&mut self, seat: u8) -> Option<&mut Option<UserId>> {
        let seat = Seat::new(seat);
        self.reserved.get(seat)?;
        Some(&mut self.reserved[seat])
    }

    fn start(&mut self) -> Result<(), InvalidLog> {
        let seated: Vec<_> = self.seats.as_slice().iter().copied().filter(Option::is_some).collect();
        if let Some(clocks) = &mut self.clocks {
            clocks.start_play(|seat| self.seats[seat].is_some());
        }
        self.seats = BySeat::new(seated);
        self.reserved = BySeat::from_fn(self.seats.count(), |_| None);
        self.answers = Vec::new();
        self.position = self.game.opening(&self.options, self.seats.count())?;
        self.status = MatchStatus::Playing;
        Ok(())
    }

    fn play(
        &mut self,
        entry: &LogEntry,
        seat: Option<u8>,
        notation: &CompactString,
    ) -> Result<(), InvalidLog> {
        let turn = match self.position.to_act() {
            ToAct::Seat(seat) | ToAct::Chance { for_seat: seat } => seat,
            ToAct::Nobody => Seat::default(),
        };
        let played = self.position.play(notation).map_err(|source| ReplayError {
            ply: self.plies.len() + 1,
            notation: notation.to_string(),
            source,
        })?;
        let by = seat.map_or(PlyOrigin::Chance, |seat| PlyOrigin::Seat(Seat::new(seat)));
        let ply = PlayedEntry {
            seq: entry.seq,
            board_version: self.board_version,
            turns: self.clocks.as_ref().map_or(0, Clocks::turns),
            at: entry.moment(),
            by,
            turn,
            round: self.round_of_next(turn),
            bank: None,
            notation: notation.clone(),
        };
        self.last_effects = played.effects.into();
        self.moved = LastMove::in_ply(self.plies.len(), &self.last_effects).or(self.moved.take());
        self.plies.push_back(ply);
        if self.pause.on || !self.pause.offered_by.is_empty() {
            self.stop_clocks(false, entry.moment());
        }
        self.skip_dropped_out();
        Ok(())
    }
}
