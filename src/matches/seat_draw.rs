//! Who moves first: as the seats were taken, or drawn at the start of the match.
//!
//! The draw follows from a secret that was fixed when the match was created, before anyone joined, and cannot be changed afterwards. The
//! secret is published with the result. The bytes of `HMAC-SHA256(secret, "match-id:seats:n")` shuffle the *n* players,
//! who are in the order of the seats they took: for each place *p* from the last to the second, the next byte *b* below
//! the largest multiple of *p* up to 256 exchanges the players in the places *p* and *b mod p* + 1.

use super::{InvalidLog, Match, MatchEvent, MatchId, MatchSecret};
use crate::games::{BySeat, Seat};

/// Who moves first in a new match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstMove {
    /// The order of the players is drawn at the start.
    #[default]
    Random,
    /// The creator, then the others in the order in which they take their seats.
    Creator,
    /// The opponent of the creator, in a match for two.
    Opponent,
}

impl MatchSecret {
    /// A fair order of this number of players: for each seat, who gets it.
    pub fn seat_order(&self, id: &MatchId, players: u8) -> Vec<u8> {
        let message = format!("{id}:seats:{players}");
        let mut bytes = self.bytes_for(&message).map(usize::from);
        let mut order: Vec<u8> = (0..players).collect();
        for last in (1..order.len()).rev() {
            let places = last + 1;
            let fair = 256 - 256 % places;
            if let Some(byte) = bytes.find(|byte| *byte < fair) {
                order.swap(last, byte % places);
            }
        }
        order
    }
}

impl Match {
    /// Whether the seats are still to be drawn.
    pub fn will_draw_seats(&self) -> bool {
        self.seat_draw.as_ref().is_some_and(|draw| draw.order.is_none())
    }

    /// Applies the draw of the seats: the players who are there get the first seats, in this order.
    pub(super) fn draw_seats(&mut self, seq: u32, order: &[u8]) -> Result<(), InvalidLog> {
        let invalid = InvalidLog::SeatOrder(seq);
        let taken: Vec<Seat> = self.seats.iter().filter_map(|(seat, user)| user.map(|_| seat)).collect();
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        let draw = self.seat_draw.as_mut().filter(|draw| draw.order.is_none());
        let Some(draw) = draw.filter(|_| sorted.iter().copied().map(usize::from).eq(0..taken.len())) else {
            return Err(invalid);
        };
        draw.order = Some(order.to_vec());
        let from: Vec<Seat> = order.iter().map(|player| taken[usize::from(*player)]).collect();
        let before = self.seats.clone();
        let player = |seat: Seat| before[*from.get(seat.index())?];
        self.seats = BySeat::from_fn(before.count(), player);
        if let Some(clocks) = &mut self.clocks {
            clocks.exchange_seats(&from);
        }
        Ok(())
    }
}

/// The events that start a match with this number of players.
pub(super) fn starting_events(m: &Match, players: u8) -> impl Iterator<Item = MatchEvent> {
    let draw = m.seat_draw.as_ref().filter(|_| m.will_draw_seats());
    let drawn = draw.map(|draw| MatchEvent::SeatsDrawn { order: draw.secret.seat_order(&m.id, players) });
    drawn.into_iter().chain([MatchEvent::Started])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::*;
    use crate::games::{Game, Seat};
    use crate::now::Moment;
    use crate::users::UserId;

    #[test]
    fn players_keep_their_time_zones_when_the_seats_are_drawn() {
        let (ada, ben) = (UserId(1), UserId(2));
        let pace = TimeAllowance::Days(1);
        let opening = MatchOpening {
            time_control: Some(TimeControl {
                pace,
                weekends_off: true,
                vacation: false,
                at_flag: TimeoutPolicy::Lose,
            }),
            seat_secret: Some(MatchSecret::new([7; 32])),
            ..MatchOpening::casual(Game::from_key("tictactoe").unwrap(), 2, JoinCode::from_digits([0; 6]))
        };
        let mut m = Match::open(MatchId::from_digits([0; 12]), &opening, ada, Moment(0)).unwrap();
        let joined = |seat, user, zone: &str| MatchEvent::Joined {
            seat,
            user,
            time_zone: Some(zone.into()),
            bot: false,
        };
        for event in [
            joined(0, ada, "Asia/Tokyo"),
            joined(1, ben, "America/Lima"),
            MatchEvent::TimeZoneChanged { seat: 0, time_zone: "Asia/Seoul".into() },
            MatchEvent::SeatsDrawn { order: vec![1, 0] },
            MatchEvent::Started,
        ] {
            m.apply(&LogEntry { seq: m.seq + 1, at: 0, actor: Some(ada), event }).unwrap();
        }
        assert_eq!(m.seats.as_slice(), [Some(ben), Some(ada)]);
        let zones = [0, 1].map(|seat| m.clocks.as_ref().unwrap().zone(Seat::new(seat)));
        assert_eq!(zones, ["America/Lima", "Asia/Seoul"]);
    }

    #[test]
    fn every_order_is_drawn_about_equally_often() {
        let id = MatchId::from_digits([0; 12]);
        let mut drawn: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
        for number in 0..6000_u32 {
            let mut bytes = [0; 32];
            bytes[..4].copy_from_slice(&number.to_be_bytes());
            *drawn.entry(MatchSecret::new(bytes).seat_order(&id, 3)).or_default() += 1;
        }
        assert_eq!(drawn.len(), 6);
        assert!(drawn.values().all(|times| (850..1150).contains(times)), "{drawn:?}");
    }
}
