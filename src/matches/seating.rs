//! Assigning seats to players.

use super::seat_draw::starting_events;
use super::{Match, MatchError, MatchEvent, MatchStatus, SeatInvitationError};
use crate::games::{BySeat, Seat};
use crate::users::{UserId, UserSummary};

impl Match {
    /// The seat that a user would get if these were taken: their reserved one, or else the first that is neither
    /// taken nor reserved.
    pub(super) fn seat_for(&self, user: UserId, taken: &BySeat<Option<UserId>>) -> Option<Seat> {
        let free = || Seat::first(taken.count()).filter(|seat| taken[*seat].is_none());
        let reserved = free().find(|seat| self.reserved[*seat] == Some(user));
        reserved.or_else(|| free().find(|seat| self.reserved[*seat].is_none()))
    }

    /// Whether a user with this rating and percentage of turns in time may join. Invited users and players always may.
    ///
    /// # Errors
    /// They do not meet a condition.
    pub fn check_conditions(
        &self,
        user: UserId,
        rating: i64,
        in_time: Option<u32>,
    ) -> Result<(), MatchError> {
        let has_seat = self.seat_of(user).is_some() || self.invited_seat(user).is_some();
        match self.conditions.unmet(rating, in_time).filter(|_| !has_seat) {
            None => Ok(()),
            Some(unmet) => Err(MatchError::Condition { of: self.conditions, unmet }),
        }
    }
}

/// The seat that a user acts for in a running match.
pub(super) fn running(m: &Match, by: UserId) -> Result<Seat, MatchError> {
    let seat = m.acting_seat_of(by).ok_or(MatchError::NotSeated)?;
    match m.status {
        MatchStatus::Open => Err(MatchError::NotStarted),
        MatchStatus::Playing => Ok(seat),
        MatchStatus::Ended(_) => Err(MatchError::Over),
    }
}

/// Seats users in this order in a match that was just created, with the author of each event. If they take all seats,
/// the match starts, with its creator as author.
///
/// # Errors
/// There are too few seats, or a user would have two.
pub fn seat_players(m: &Match, players: &[UserSummary]) -> Result<Vec<(UserId, MatchEvent)>, MatchError> {
    let mut seats = m.seats.clone();
    let mut events = Vec::with_capacity(players.len() + 1);
    for player in players {
        if seats.as_slice().contains(&Some(player.id)) {
            return Err(SeatInvitationError::Seated(player.name.to_string()).into());
        }
        let seat = m.seat_for(player.id, &seats).ok_or(MatchError::Full)?;
        seats[seat] = Some(player.id);
        let (seat, bot) = (seat.number(), player.is_bot());
        events.push((player.id, MatchEvent::Joined { seat, user: player.id, time_zone: None, bot }));
    }
    if seats.as_slice().iter().all(Option::is_some) {
        events.extend(starting_events(m, seats.count()).map(|event| (m.opened_by, event)));
    }
    Ok(events)
}
