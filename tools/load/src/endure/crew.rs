//! The threads of a run: players, one that creates accounts, and one that disturbs the mail server.

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::thread::JoinHandle;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::client::EndureUser;
use super::correspondents::{Correspondents, PAIRS, confirm_address};
use super::matches::{MatchDriver, SETUPS};
use super::racers::{self, RacingPlayer};
use super::sink::{EndureSink, SinkMode};
use super::world::{EndurePhase, EndureWorld};
use crate::plies;

/// Time between two new accounts, in milliseconds.
const NEWCOMERS: Range<u64> = 3000..9000;
/// When the first mail outage begins, how long each lasts, and how long mail works after each: longer than the delay
/// until an email is retried.
const FIRST_OUTAGE: Range<u64> = 8000..20_000;
const OUTAGE: Range<u64> = 12_000..35_000;
const MAIL_WORKS: Range<u64> = 75_000..95_000;

pub struct PlayerPool {
    /// The pairs who play by email. They end by themselves once no email is due.
    pub pairs: Vec<JoinHandle<()>>,
    others: Vec<JoinHandle<()>>,
}

impl PlayerPool {
    /// Creates all accounts and starts all threads.
    pub fn start(
        world: &Arc<EndureWorld>,
        sink: &EndureSink,
        seed: u64,
        mail_fails_for: u64,
    ) -> io::Result<Self> {
        let mut crew = Self { pairs: Vec::new(), others: Vec::new() };
        for number in 0..PAIRS {
            let mut users = [
                register(world, &format!("mail-{number}-a"))?,
                register(world, &format!("mail-{number}-b"))?,
            ];
            for user in &mut users {
                confirm_address(user).ok_or_else(|| io::Error::other("an address was not confirmed"))?;
            }
            let pair = Correspondents::new(number, users, seed + 1000 + number as u64);
            crew.pairs.push(std::thread::spawn(move || pair.run()));
        }
        for (number, setup) in (0..).zip(SETUPS) {
            let users = (0..setup.seats).map(|seat| register(world, &format!("player-{number}-{seat}")));
            let driver = MatchDriver::new(setup, users.collect::<io::Result<_>>()?, seed + 2000 + number);
            crew.others.push(std::thread::spawn(move || driver.run()));
        }
        crew.start_racers(world)?;
        let (newcomers, mut rng) = (Arc::clone(world), StdRng::seed_from_u64(seed + 1));
        crew.others.push(std::thread::spawn(move || create_accounts(&newcomers, &mut rng)));
        let (world, sink) = (Arc::clone(world), sink.clone());
        let rng = StdRng::seed_from_u64(seed + 2);
        crew.others.push(std::thread::spawn(move || disturb_mail(&world, &sink, rng, mail_fails_for)));
        Ok(crew)
    }

    fn start_racers(&mut self, world: &Arc<EndureWorld>) -> io::Result<()> {
        let users = [register(world, "racer-a")?, register(world, "racer-b")?];
        for game in plies::long_games(racers::MATCHES as u64) {
            let [Some(one), Some(other)] = users.each_ref().map(EndureUser::again) else {
                return Err(io::ErrorKind::ConnectionRefused.into());
            };
            let racer = RacingPlayer::new([one, other], game);
            self.others.push(std::thread::spawn(move || racer.run()));
        }
        Ok(())
    }

    /// Waits for all threads, and returns how many have panicked.
    pub fn join(self) -> usize {
        let threads = self.pairs.into_iter().chain(self.others);
        threads.map(JoinHandle::join).filter(Result::is_err).count()
    }
}

pub fn register(world: &Arc<EndureWorld>, name: &str) -> io::Result<EndureUser> {
    EndureUser::register(world, name)
        .ok_or_else(|| io::Error::other(format!("{name} could not be registered")))
}

fn create_accounts(world: &Arc<EndureWorld>, rng: &mut StdRng) {
    let mut number = 0;
    while !world.is_in(EndurePhase::Draining) {
        number += 1;
        EndureUser::register(world, &format!("newcomer-{number}"));
        world.sleep(rng.random_range(NEWCOMERS));
    }
}

/// Makes the mail server fail in one way after another, for this number of milliseconds.
fn disturb_mail(world: &EndureWorld, sink: &EndureSink, mut rng: StdRng, until: u64) {
    let mut spent = rng.random_range(FIRST_OUTAGE);
    let mut modes = Vec::new();
    world.sleep(spent);
    while spent < until && !world.is_in(EndurePhase::Draining) {
        if modes.is_empty() {
            modes = SinkMode::OUTAGES.to_vec();
            modes.shuffle(&mut rng);
        }
        let (outage, works) = (rng.random_range(OUTAGE), rng.random_range(MAIL_WORKS));
        world.mail.lock().outages += 1;
        for (mode, span) in [(modes.pop().unwrap_or(SinkMode::Down), outage), (SinkMode::Accepts, works)] {
            world.announce(&mode);
            sink.is_now(mode);
            world.sleep(span);
        }
        spent += outage + works;
    }
}
