//! Pairs who play by email: they move when an email has come, or sooner, and are notified of what happens while they
//! are away.

use std::ops::Range;
use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use super::client::{EndureUser, SentRequest};
use super::ledger::{ExpectedState, RequestOutcome};
use super::mail::{EmailEvent, EmailKind};
use super::matches::{EndureSetup, create, join, random_move, seat_of, seq};
use super::world::{EndurePhase, EndureWorld};
use crate::now::now;

/// Number of pairs.
pub const PAIRS: usize = 8;
/// Longer than any run, in milliseconds.
const FOREVER: u64 = 7 * 86_400_000;

const TIMES: [&str; 4] = ["days 1", "days 3 weekends", "bank 72+12/168", ""];

/// When a user moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayStyle {
    /// Within seconds, before any email is due.
    Prompt,
    /// Whether or not an email was received.
    Whenever,
    /// After the email.
    Away,
    /// After the email about the turn, and another about two chat messages.
    Chatted,
}

/// Two users with confirmed addresses.
pub struct Correspondents {
    users: [EndureUser; 2],
    setup: EndureSetup,
    rng: StdRng,
    id: Option<String>,
    /// The mail event of the current turn, and when its user moves.
    turn: Option<(usize, PlayStyle)>,
}

/// The email address of a user.
pub fn address(user: &EndureUser) -> String {
    format!("{}@example.org", user.name)
}

/// Confirms an address by the link in the email to it.
pub fn confirm_address(user: &mut EndureUser) -> Option<()> {
    let world = Arc::clone(&user.world);
    let to = address(user);
    user.post("/settings/address", &[("address", &to)]);
    let link = || {
        let mail = world.mail.lock();
        let email = mail.emails.iter().find(|email| email.to == to)?;
        let link = email.text.split_whitespace().find_map(|word| word.split_once("/settings/address/"))?;
        Some(format!("/settings/address/{}", link.1))
    };
    world.wait(20_000, || link().is_some());
    let sent = user.post(&link()?, &[]);
    (sent.outcome == RequestOutcome::Done).then_some(())
}

impl Correspondents {
    pub fn new(number: usize, users: [EndureUser; 2], seed: u64) -> Self {
        let setup = EndureSetup {
            game: "tictactoe",
            seats: 2,
            options: &[("option.size", "9"), ("option.line", "5")],
            time: TIMES[number % TIMES.len()],
            pace: (0, 0),
            watched: true,
        };
        Self { users, setup, rng: StdRng::seed_from_u64(seed), id: None, turn: None }
    }

    /// Plays until there are no more faults, then waits for the last email.
    pub fn run(mut self) {
        let world = Arc::clone(&self.users[0].world);
        while !world.is_in(EndurePhase::Draining) {
            if let Some((event, style)) = self.turn.take() {
                self.wait(event, style);
            }
            let acting = world.gate.read();
            self.act();
            drop(acting);
            world.sleep(300);
        }
        if let Some((event, _)) = self.turn {
            world.mail.lock().events[event].awaited = true;
            self.wait(event, PlayStyle::Away);
        }
    }

    fn world(&self) -> Arc<EndureWorld> {
        Arc::clone(&self.users[0].world)
    }

    fn wait(&mut self, event: usize, style: PlayStyle) {
        let world = self.world();
        match style {
            PlayStyle::Prompt => self.pause(500..5000),
            PlayStyle::Whenever => self.pause(10_000..50_000),
            PlayStyle::Away => drop(world.wait(FOREVER, || world.mail.lock().has_come(event))),
            PlayStyle::Chatted => {
                if world.wait(FOREVER, || world.mail.lock().has_come(event)) {
                    self.chat(event);
                }
            }
        }
    }

    /// Waits, but not beyond the end of the faults.
    fn pause(&mut self, milliseconds: Range<u64>) {
        let world = self.world();
        world.wait(self.rng.random_range(milliseconds), || world.is_in(EndurePhase::Draining));
    }

    /// The opponent of the user to move sends two chat messages, for which one email is due.
    fn chat(&mut self, turn: usize) {
        let world = self.world();
        let EmailEvent { to, id, .. } = world.mail.lock().events[turn].clone();
        let Some(speaker) = self.users.iter_mut().find(|user| address(user) != to) else { return };
        let sent = speaker.chat(&id, 0);
        if sent.outcome != RequestOutcome::Done {
            return;
        }
        let at = (sent.sent, sent.answered);
        let event = EmailEvent {
            to,
            id: id.clone(),
            kind: EmailKind::Chat,
            notation: None,
            at,
            awaited: true,
            settled: None,
        };
        let event = world.mail.lock().expect(event);
        if world.wait(FOREVER, || world.mail.lock().has_come(event)) {
            speaker.chat(&id, 0);
            world.sleep(25_000);
        }
    }

    fn act(&mut self) {
        let Some(id) = self.id.clone() else { return self.begin() };
        let Some(record) = self.users[0].record(&id) else { return };
        match record["status"].as_str() {
            Some("open") => drop(join(&mut self.users[1], &id)),
            Some("playing") => self.go_on(&id, &record),
            _ => (self.id, self.turn) = (None, None),
        }
    }

    fn begin(&mut self) {
        self.users.swap(0, 1);
        let [host, guest] = &mut self.users;
        self.id = create(host, &self.setup);
        let Some(id) = self.id.clone() else { return };
        let sent = join(guest, &id);
        let playing = self.record_for_certain(&id).filter(|record| record["status"] == "playing");
        // The host has not seen that it is their move.
        if playing.and_then(|record| self.mover(&record)) == Some(0) {
            self.tell_turn(&id, 0, None, (sent.sent, now()));
        }
    }

    fn go_on(&mut self, id: &str, record: &Value) {
        let Some(mover) = self.mover(record) else { return };
        self.turn = None;
        let user = &mut self.users[mover];
        if user.look(id, seq(record)) != RequestOutcome::Done {
            return;
        }
        let plies = record["plies"].as_array().map_or(0, Vec::len);
        if plies > 3 && self.rng.random_bool(0.12) {
            return self.resign(id, record, mover);
        }
        let Some(notation) = random_move(record, &mut self.rng) else { return };
        let seat = seat_of(record, &user.name).unwrap_or_default();
        let sent = user.play(id, seq(record), seat, &notation);
        if sent.outcome != RequestOutcome::Refused {
            self.has_moved(id, mover, &sent, notation);
        }
    }

    fn mover(&self, record: &Value) -> Option<usize> {
        let seat = record["to_act"].as_u64()?;
        self.users.iter().position(|user| seat_of(record, &user.name) == Some(seat))
    }

    /// Settles the email about the turn that has ended, and expects one to the other user about the next turn or the
    /// end.
    fn has_moved(&mut self, id: &str, mover: usize, sent: &SentRequest, notation: String) {
        let Some(record) = self.record_for_certain(id) else { return };
        let last = record["plies"].as_array().and_then(|plies| plies.last()?["notation"].as_str());
        if last != Some(&notation) {
            return;
        }
        let at = (sent.sent, now());
        self.settle(id, mover, at.1);
        if record["status"] == "playing" {
            self.tell_turn(id, 1 - mover, Some(notation), at);
        } else {
            self.wait_for_ending(id, 1 - mover, at);
        }
    }

    fn resign(&mut self, id: &str, record: &Value, mover: usize) {
        let expected = ExpectedState::Event(&["resigned"]);
        let sent = self.users[mover].command(id, "resignation", &[], seq(record), expected);
        if self.record_for_certain(id).is_some_and(|record| record["status"] == "ended") {
            let at = (sent.sent, now());
            self.settle(id, mover, at.1);
            self.wait_for_ending(id, 1 - mover, at);
        }
    }

    fn tell_turn(&mut self, id: &str, whom: usize, notation: Option<String>, at: (i64, i64)) {
        let style = match self.rng.random_range(0..10) {
            0..3 => PlayStyle::Prompt,
            3..5 => PlayStyle::Whenever,
            5..8 => PlayStyle::Away,
            _ => PlayStyle::Chatted,
        };
        self.turn = Some((self.tell(id, whom, EmailKind::Turn, notation, at, style), style));
    }

    fn wait_for_ending(&mut self, id: &str, whom: usize, at: (i64, i64)) {
        let event = self.tell(id, whom, EmailKind::Ended, None, at, PlayStyle::Away);
        self.turn = Some((event, PlayStyle::Away));
    }

    /// Retries until the site responds, as expectations depend on the record.
    fn record_for_certain(&mut self, id: &str) -> Option<Value> {
        let world = self.world();
        while !world.is_in(EndurePhase::Over) {
            let record = self.users[0].record(id);
            if record.is_some() {
                return record;
            }
            world.sleep(100);
        }
        None
    }

    fn settle(&self, id: &str, whom: usize, at: i64) {
        let to = address(&self.users[whom]);
        let mut mail = self.users[0].world.mail.lock();
        let open = mail.events.iter_mut().filter(|event| event.id == id && event.to == to);
        open.filter(|event| event.settled.is_none()).for_each(|event| event.settled = Some(at));
    }

    fn tell(
        &self,
        id: &str,
        whom: usize,
        kind: EmailKind,
        notation: Option<String>,
        at: (i64, i64),
        style: PlayStyle,
    ) -> usize {
        let awaited = matches!(style, PlayStyle::Away | PlayStyle::Chatted);
        let to = address(&self.users[whom]);
        let event = EmailEvent { to, id: id.to_owned(), kind, notation, at, awaited, settled: None };
        self.users[0].world.mail.lock().expect(event)
    }
}
