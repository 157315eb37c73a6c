//! Matches played as fast as the server responds, in a burst of moves just before every fault, so that many commands
//! are in flight when it comes, and moves are in the journal.

use std::sync::atomic::Ordering;

use super::client::EndureUser;
use super::ledger::RequestOutcome;
use super::matches::{EndureSetup, create, join, seq};
use super::world::EndurePhase;

/// Number of matches.
pub const MATCHES: usize = 24;
/// How many moves each adds in a burst.
const BURST: u32 = 60;

const SETUP: EndureSetup =
    EndureSetup { game: "sternhalma", seats: 2, options: &[], time: "days 1", pace: (0, 0), watched: false };

/// A match and its players, with precomputed moves.
pub struct RacingPlayer {
    users: [EndureUser; 2],
    game: Vec<String>,
    at: Option<RaceMoment>,
}

/// A match with its last known entry and number of moves.
struct RaceMoment {
    id: String,
    seq: u64,
    played: usize,
}

impl RacingPlayer {
    pub fn new(users: [EndureUser; 2], game: Vec<String>) -> Self {
        Self { users, game, at: None }
    }

    /// Plays a part of its match in each burst, until the run is over.
    pub fn run(mut self) {
        let world = self.users[0].world.clone();
        let mut bursts = 0;
        while !world.is_in(EndurePhase::Over) {
            let calls = || world.bursts.load(Ordering::SeqCst) > bursts;
            if !world.wait(1000, calls) {
                continue;
            }
            bursts = world.bursts.load(Ordering::SeqCst);
            let mut left = BURST;
            while left > 0 && self.play_one() {
                left -= 1;
            }
        }
    }

    /// Plays the next move. Returns false if something has interfered.
    fn play_one(&mut self) -> bool {
        let Some(at) = self.find() else { return false };
        let seat = at.played % 2;
        let sent = self.users[seat].play(&at.id, at.seq, seat as u64, &self.game[at.played]);
        let done = sent.outcome == RequestOutcome::Done;
        if done && at.played + 1 < self.game.len() {
            self.at = Some(RaceMoment { seq: at.seq + 1, played: at.played + 1, ..at });
        } else if !done {
            self.at = Some(RaceMoment { seq: 0, ..at });
        }
        done
    }

    /// The known state of the match, or else that of its record; a new match if there is none.
    fn find(&mut self) -> Option<RaceMoment> {
        let at = match self.at.take() {
            Some(at) if at.seq > 0 => return Some(at),
            Some(at) => at,
            None => self.begin()?,
        };
        let Some(record) = self.users[0].record(&at.id) else {
            self.at = Some(at);
            return None;
        };
        let played = record["plies"].as_array().map_or(0, Vec::len);
        match record["status"].as_str() {
            // An unanswered command may have played the last of the moves.
            Some("playing") if played < self.game.len() => {
                Some(RaceMoment { seq: seq(&record), played, ..at })
            }
            Some("open") => self.seat_guest(at),
            _ => None,
        }
    }

    fn begin(&mut self) -> Option<RaceMoment> {
        let id = create(&mut self.users[0], &SETUP)?;
        join(&mut self.users[1], &id);
        Some(RaceMoment { id, seq: 0, played: 0 })
    }

    fn seat_guest(&mut self, at: RaceMoment) -> Option<RaceMoment> {
        join(&mut self.users[1], &at.id);
        self.at = Some(at);
        None
    }
}
