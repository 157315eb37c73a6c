//! Matches played with random moves, chat, takebacks and draw offers, each on its own thread.

use parlour::games::Game;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use super::client::{EndureUser, SentRequest};
use super::ledger::{CreatedMatch, ExpectedState, RequestOutcome};
use super::world::EndurePhase;

/// The setup of a match, and its pace.
#[derive(Clone, Copy, Debug)]
pub struct EndureSetup {
    pub game: &'static str,
    pub seats: usize,
    pub options: &'static [(&'static str, &'static str)],
    /// The time control as in the form.
    pub time: &'static str,
    /// Milliseconds between two actions.
    pub pace: (u64, u64),
    /// Whether its deadline is compared before and after every fault.
    pub watched: bool,
}

const WIDE: &[(&str, &str)] = &[("option.size", "9"), ("option.line", "5")];

/// All games and kinds of time controls. Live ones have less time than a suspension takes, and more than the pace.
pub const SETUPS: [EndureSetup; 13] = [
    setup("tictactoe", 2, WIDE, "live 30+0", (1000, 3000)),
    setup("kalah", 2, &[], "live 30+90", (5000, 12_000)),
    setup("sternhalma", 3, &[], "live 40+60 skip", (5000, 12_000)),
    setup("aeroplane", 3, &[("throw_for_me", "on")], "live 60+60", (4000, 12_000)),
    setup("quarto", 2, &[], "days 1", (2000, 6000)),
    setup("aeroplane", 2, &[], "days 3", (1000, 4000)),
    setup("sternhalma", 2, &[], "days 2 weekends", (6000, 25_000)),
    setup("quarto", 2, &[], "days 5 weekends", (15_000, 40_000)),
    setup("kalah", 2, &[], "bank 72+12/168", (6000, 25_000)),
    setup("tictactoe", 2, WIDE, "bank 1+0/1 weekends", (10_000, 30_000)),
    setup("sternhalma", 3, &[], "days 1 skip", (8000, 30_000)),
    setup("sternhalma", 3, &[], "bank 1+1/2 skip", (10_000, 30_000)),
    setup("tictactoe", 2, WIDE, "", (2000, 6000)),
];

const fn setup(
    game: &'static str,
    seats: usize,
    options: &'static [(&'static str, &'static str)],
    time: &'static str,
    pace: (u64, u64),
) -> EndureSetup {
    EndureSetup { game, seats, options, time, pace, watched: true }
}

/// Creates a match. Returns its id if it was certainly created.
pub fn create(host: &mut EndureUser, setup: &EndureSetup) -> Option<String> {
    let (seats, time) = (setup.seats.to_string(), time_fields(setup.time));
    let mut fields =
        vec![("game", setup.game), ("seats", &seats), ("visibility", "public"), ("first", "creator")];
    fields.extend(setup.options);
    fields.extend(time.iter().map(|(name, value)| (*name, value.as_str())));
    let sent = host.post("/matches", &fields);
    let id = sent.location.rsplit('/').next().filter(|_| sent.outcome == RequestOutcome::Done)?.to_owned();
    let mut ledger = host.world.ledger.lock();
    ledger.matches.insert(id.clone(), CreatedMatch { time: setup.time, watched: setup.watched });
    ledger.command(&id, 0, ExpectedState::Event(&["opened"]), RequestOutcome::Done);
    Some(id)
}

/// Joins a match.
pub fn join(guest: &mut EndureUser, id: &str) -> SentRequest {
    guest.command(id, "seats", &[], 1, ExpectedState::Event(&["joined"]))
}

/// The form fields for `live 30+60`, `days 3`, `bank 72+12/168`, each optionally with `weekends` and `skip`.
fn time_fields(time: &str) -> Vec<(&'static str, String)> {
    let mut words = time.split(' ');
    let (kind, numbers) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let names: &[&'static str] = match kind {
        "live" => &["time.seconds", "time.reserve"],
        "days" => &["time.days"],
        "bank" => &["time.bank", "time.increment", "time.cap"],
        _ => return Vec::new(),
    };
    let numbers = numbers.split(['+', '/']).map(str::to_owned);
    let mut fields = vec![("time", kind.to_owned())];
    fields.extend(names.iter().copied().zip(numbers));
    fields.extend(words.map(|word| match word {
        "weekends" => ("time.weekends", "on".to_owned()),
        _ => ("time.flag", word.to_owned()),
    }));
    fields
}

/// The last log entry according to a record.
pub fn seq(record: &Value) -> u64 {
    record["seq"].as_u64().unwrap_or_default()
}

/// A random legal move in a match given by its record.
pub fn random_move(record: &Value, rng: &mut StdRng) -> Option<String> {
    let game = Game::from_key(record["game"].as_str()?)?;
    let options = record["options"].as_object()?;
    let options = options.iter().filter_map(|(key, value)| Some((key.as_str(), value.as_str()?)));
    let options = game.options(options).ok()?;
    let seats = u8::try_from(record["seats"].as_array()?.len()).ok()?;
    let mut legal = game.position(&options, seats, record["position"].as_str()?).ok()?.legal();
    (!legal.is_empty()).then(|| legal.swap_remove(rng.random_range(0..legal.len())))
}

/// Plays one match after the other between the same users.
pub struct MatchDriver {
    setup: EndureSetup,
    people: Vec<EndureUser>,
    rng: StdRng,
    id: Option<String>,
    /// A pending draw or takeback offer, and who made it.
    asked: Option<(&'static str, usize)>,
}

impl MatchDriver {
    pub fn new(setup: EndureSetup, people: Vec<EndureUser>, seed: u64) -> Self {
        Self { setup, people, rng: StdRng::seed_from_u64(seed), id: None, asked: None }
    }

    /// Plays until the run is over.
    pub fn run(mut self) {
        let world = self.people[0].world.clone();
        while !world.is_in(EndurePhase::Over) {
            let acting = world.gate.read();
            self.act();
            drop(acting);
            let (least, most) = self.setup.pace;
            world.sleep(self.rng.random_range(least..most));
        }
    }

    fn act(&mut self) {
        let Some(id) = self.id.clone() else {
            self.id = create(&mut self.people[0], &self.setup);
            self.asked = None;
            return;
        };
        let Some(record) = self.people[0].record(&id) else { return };
        match record["status"].as_str() {
            Some("open") => self.fill(&id, &record),
            Some("playing") => self.go_on(&id, &record),
            _ => self.id = None,
        }
    }

    /// Has users without a seat join.
    fn fill(&mut self, id: &str, record: &Value) {
        let seated = |name: &str| seat_of(record, name).is_some();
        for user in self.people.iter_mut().filter(|user| !seated(&user.name)) {
            join(user, id);
        }
    }

    fn go_on(&mut self, id: &str, record: &Value) {
        if let Some((question, asker)) = self.asked {
            return self.answer(id, record, question, asker);
        }
        let anybody = self.rng.random_range(0..self.people.len());
        match self.rng.random_range(0..100) {
            0..8 => drop(self.people[anybody].chat(id, 0)),
            8..11 => self.ask(id, record, "draw", anybody),
            11..18 => self.take_back(id, record),
            _ => self.play(id, record),
        }
    }

    fn play(&mut self, id: &str, record: &Value) {
        let Some(seat) = record["to_act"].as_u64() else { return };
        let name = record["seats"][seat as usize]["name"].as_str();
        let notation = random_move(record, &mut self.rng);
        let user = self.people.iter_mut().find(|user| Some(user.name.as_str()) == name);
        if let Some((user, notation)) = user.zip(notation) {
            user.play(id, seq(record), seat, &notation);
        }
    }

    /// The user who moved last asks for a takeback; some of the others have seen the move.
    fn take_back(&mut self, id: &str, record: &Value) {
        let last = record["plies"].as_array().and_then(|plies| plies.last()?["seat"].as_u64());
        let name = last.and_then(|seat| record["seats"][seat as usize]["name"].as_str());
        let Some(asker) = self.people.iter().position(|user| Some(user.name.as_str()) == name) else {
            return;
        };
        let others = (0..self.people.len()).filter(|user| *user != asker);
        for other in others.filter(|_| self.rng.random_bool(0.5)) {
            self.people[other].look(id, seq(record));
        }
        self.ask(id, record, "takeback", asker);
    }

    fn ask(&mut self, id: &str, record: &Value, question: &'static str, asker: usize) {
        let (fields, expected) = match question {
            "draw" => ([("answer", "offer")], ExpectedState::Event(&["draw_offered"])),
            _ => ([("answer", "ask")], ExpectedState::Event(&["takeback_offered", "taken_back"])),
        };
        let sent = self.people[asker].command(id, question, &fields, seq(record), expected);
        self.asked = Some((question, asker)).filter(|_| sent.outcome != RequestOutcome::Refused);
    }

    /// Declines draws, so that the match goes on, and accepts some takebacks.
    fn answer(&mut self, id: &str, record: &Value, question: &'static str, asker: usize) {
        self.asked = None;
        let agree = question == "takeback" && self.rng.random_bool(0.6);
        for other in (0..self.people.len()).filter(|user| *user != asker) {
            let (answer, kinds): (_, &'static [_]) = match question {
                "draw" => ("decline", &["draw_declined"]),
                _ if agree => ("accept", &["takeback_accepted", "taken_back"]),
                _ => ("refuse", &["takeback_declined"]),
            };
            let fields = [("answer", answer)];
            let sent =
                self.people[other].command(id, question, &fields, seq(record), ExpectedState::Event(kinds));
            if sent.outcome == RequestOutcome::Unknown {
                self.asked = Some((question, asker));
            }
        }
    }
}

/// The seat of a user in a record.
pub fn seat_of(record: &Value, name: &str) -> Option<u64> {
    let seats = record["seats"].as_array()?;
    seats.iter().find(|seat| seat["name"] == *name)?["seat"].as_u64()
}
