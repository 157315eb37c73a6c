//! Queries about the state of a match: turn, permissions, pending offers.

use super::{
    Match, MatchEnding, MatchError, MatchId, MatchOrigin, MatchStatus, MatchVisibility, OfferKind, PlyOrigin,
};
use crate::games::{Seat, ToAct};
use crate::keyed;
use crate::now::Moment;
use crate::users::UserId;

keyed! {
    /// An offer that waits for the answer of a seat.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum OfferToAnswer {
        /// A draw.
        Draw = "draw",
        /// A takeback.
        Takeback = "takeback",
        /// A pause.
        Pause = "pause",
    }
}

impl Match {
    /// Whether any offer is pending.
    pub fn asks_anything(&self) -> bool {
        self.offers.is_any_open() || !self.pause.offered_by.is_empty()
    }

    /// The pending offer that a seat has to answer.
    pub fn offer_to_answer(&self, seat: Seat) -> Option<OfferToAnswer> {
        if self.status != MatchStatus::Playing || !self.asks_anything() {
            return None;
        }
        let offered_by = &self.pause.offered_by;
        let to_pause = || {
            !offered_by.is_empty() && !offered_by.contains(&seat) && self.still_playing().any(|s| s == seat)
        };
        if self.unanswered_by(OfferKind::Draw, seat).is_some() {
            Some(OfferToAnswer::Draw)
        } else if self.unanswered_by(OfferKind::Takeback, seat).is_some() {
            Some(OfferToAnswer::Takeback)
        } else {
            to_pause().then_some(OfferToAnswer::Pause)
        }
    }

    /// The seat of a user.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        self.seats.find(|seated| *seated == Some(user))
    }

    /// Whether a user with this seat plays another, or it is their own.
    pub fn plays_also(&self, own: Seat, seat: Seat) -> bool {
        own == seat || self.pass_and_play
    }

    /// Whether a match can have a chat of watchers: not before it starts, nor in private matches and those against bots.
    pub fn has_watcher_chat(&self) -> bool {
        self.status != MatchStatus::Open && self.visibility == MatchVisibility::Public && !self.is_practice()
    }

    /// Whether players share a device, and may choose that the board is shown from the seat to act.
    pub fn may_rotate_board(&self) -> bool {
        self.pass_and_play && self.status == MatchStatus::Playing
    }

    /// The seat from which the board is shown to a viewer in this seat: their own, or in a pass-and-play match whose board
    /// rotates the one to act. At the end it is the last that acted, so that the board stays as it is.
    pub fn side_of(&self, own: Seat) -> Seat {
        let acts = || self.seat_to_act().or_else(|| self.plies.last().map(|ply| ply.turn));
        if self.rotates_board { acts().unwrap_or(own) } else { own }
    }

    /// The seat that a user acts for: the one to act if they play all seats, otherwise their own.
    pub fn acting_seat_of(&self, user: UserId) -> Option<Seat> {
        let own = self.seat_of(user)?;
        Some(self.seat_to_act().filter(|acts| self.plays_also(own, *acts)).unwrap_or(own))
    }

    /// The seat to which a user is invited and has not joined.
    pub fn invited_seat(&self, user: UserId) -> Option<Seat> {
        let is_reserved = |seat: &Seat| self.seats[*seat].is_none() && self.reserved[*seat] == Some(user);
        Seat::first(self.seats.count()).find(is_reserved).filter(|_| self.status == MatchStatus::Open)
    }

    /// Who acts, while the match runs.
    pub fn to_act(&self) -> ToAct {
        match self.status {
            MatchStatus::Playing => self.position.to_act(),
            MatchStatus::Open | MatchStatus::Ended(_) => ToAct::Nobody,
        }
    }

    /// The user who has to act: whose turn it is, or who has to roll the die.
    pub fn user_to_act(&self) -> Option<UserId> {
        let seat = self.seat_to_act()?;
        if self.pass_and_play { Some(self.opened_by) } else { self.seats.get(seat).copied().flatten() }
    }

    /// The seat that has to act: whose turn it is, or which has to roll the die.
    pub fn seat_to_act(&self) -> Option<Seat> {
        self.to_act().turn()
    }

    /// When the seat to act runs out of time, unless something happens before. All deadlines come from here.
    pub fn deadline(&self) -> Option<Moment> {
        self.clocks.as_ref()?.deadline()
    }

    /// The seat to act, which another seat may give time. With three or more seats it gets one gift a turn, because the
    /// others wait for it too.
    ///
    /// # Errors
    /// No time can be given.
    pub fn may_receive_time_from(&self, giver: Seat) -> Result<Seat, MatchError> {
        let clocks = self.clocks.as_ref().ok_or(MatchError::NoClock)?;
        let acts = clocks.running_seat().filter(|acts| *acts != giver).ok_or(MatchError::OwnTime)?;
        match self.seats.count() > 2 && clocks.has_gift() {
            true => Err(MatchError::TimeGivenAlready),
            false => Ok(acts),
        }
    }

    /// The match it is a rematch of.
    pub fn rematch_of(&self) -> Option<&MatchId> {
        match &self.origin {
            Some(MatchOrigin::Rematch(before)) => Some(before),
            None => None,
        }
    }

    /// Who may start or abort an open match: its creator, or the first person seated if the creator has left.
    pub fn host(&self) -> Option<UserId> {
        let opener = self.seat_of(self.opened_by).map(|_| self.opened_by);
        opener.or_else(|| {
            self.seats.as_slice().iter().copied().flatten().find(|user| !self.bots.contains(user))
        })
    }

    /// Whose limit of open matches this match counts for: its creator's, while they have a seat and it has not
    /// started.
    pub fn open_match_of(&self) -> Option<UserId> {
        let waits = self.status == MatchStatus::Open && self.seat_of(self.opened_by).is_some();
        waits.then_some(self.opened_by)
    }

    /// How many seats are taken.
    pub fn seated(&self) -> u8 {
        let seated = self.seats.as_slice().iter().filter(|seat| seat.is_some());
        u8::try_from(seated.count()).unwrap_or(u8::MAX)
    }

    /// How many seats are taken by people.
    pub fn people_seated(&self) -> u8 {
        let people = self.seats.as_slice().iter().flatten().filter(|user| !self.bots.contains(user));
        u8::try_from(people.count()).unwrap_or(u8::MAX)
    }

    /// Whether a seat is taken by a bot.
    pub fn is_bot(&self, seat: Seat) -> bool {
        self.seats.get(seat).copied().flatten().is_some_and(|user| self.bots.contains(&user))
    }

    /// Whether any seat is taken by a bot.
    pub fn has_bots(&self) -> bool {
        self.people_seated() < self.seated()
    }

    /// How it ended.
    pub fn ending(&self) -> Option<&MatchEnding> {
        match &self.status {
            MatchStatus::Ended(ending) => Some(ending),
            MatchStatus::Open | MatchStatus::Playing => None,
        }
    }

    /// Whether every seat that has not dropped out has played a ply, so that the match counts.
    pub fn everybody_has_moved(&self) -> bool {
        let has_moved = |seat: Seat| self.plies.iter().any(|ply| ply.by == PlyOrigin::Seat(seat));
        Seat::first(self.seats.count()).all(|seat| self.dropped_out.contains(&seat) || has_moved(seat))
    }

    /// Whether any seat has played a ply.
    pub fn anybody_has_moved(&self) -> bool {
        self.plies.iter().any(|ply| matches!(ply.by, PlyOrigin::Seat(_)))
    }

    /// The seats that still play: neither dropped out nor finished by the rules.
    pub fn still_playing(&self) -> impl Iterator<Item = Seat> {
        Seat::first(self.seats.count()).filter(|seat| self.still_plays(*seat))
    }

    /// Whether a seat still plays: see [`Self::still_playing`].
    pub fn still_plays(&self, seat: Seat) -> bool {
        !self.dropped_out.contains(&seat) && !self.position.has_finished(seat)
    }

    /// Whether everybody may see the match.
    pub fn is_public(&self) -> bool {
        self.visibility == MatchVisibility::Public
    }

    /// Whether a viewer may see the match: a private match that has started is for those only who play it, or played it until
    /// their seat was taken over, unless a player looks for a substitute.
    pub fn may_be_seen_by(&self, user: Option<UserId>) -> bool {
        let seated = || user.is_some_and(|user| self.seat_of(user).is_some() || self.was_replaced(user));
        self.is_public()
            || self.status == MatchStatus::Open
            || seated()
            || self.seats_for_substitutes().next().is_some()
    }

    /// The seat that has to roll the die.
    pub fn to_roll(&self) -> Option<Seat> {
        match self.to_act() {
            ToAct::Chance { for_seat } => Some(for_seat),
            ToAct::Seat(_) | ToAct::Nobody => None,
        }
    }

    /// Whether the site rolls the die for the seats.
    pub fn server_rolls(&self) -> bool {
        self.dice.as_ref().is_some_and(|dice| dice.auto_roll)
    }

    /// Whether the next ply is automatic: if the site rolls, a roll, or the only legal ply of a seat.
    pub fn goes_on_by_itself(&self) -> bool {
        let comes = || match self.to_act() {
            ToAct::Chance { .. } => true,
            ToAct::Seat(_) => self.position.only_ply().is_some(),
            ToAct::Nobody => false,
        };
        self.status == MatchStatus::Playing && self.server_rolls() && comes()
    }

    /// What the die would show now; `None` if none is to be rolled.
    pub fn roll(&self) -> Option<String> {
        let rolls = self.plies.iter().filter(|ply| ply.by == PlyOrigin::Chance).count();
        let earlier = self.plies.iter().map(|ply| ply.notation.as_str());
        self.dice.as_ref()?.secret.roll(&self.id, rolls + 1, earlier, &self.position)
    }
}
