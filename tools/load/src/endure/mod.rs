//! A site under faults, with a ledger that has to balance.
//!
//! Users play all games with all time controls, chat, take back, offer draws, register and play by email, while the
//! process is killed, stopped, suspended and deprived of its disk, and the mail server fails in several ways. The
//! responses are recorded as they come, and compared with the result at the end: moves, chat messages, accounts, time
//! due and credited, emails due and sent, rows and logs.

mod audit;
mod client;
mod clocks;
mod correspondents;
mod crew;
mod database;
mod faults;
mod ledger;
mod mail;
mod matches;
mod racers;
mod report;
mod sink;
mod site;
mod volume;
mod world;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::Value;
use tokio::signal::unix::{SignalKind, signal};

use self::client::EndureUser;
use self::crew::{PlayerPool, register};
use self::database::EndureDatabase;
use self::faults::{FaultDeck, FaultInjector};
use self::ledger::RequestOutcome;
use self::report::EndureReport;
use self::sink::EndureSink;
use self::site::EndureSite;
use self::volume::LimitedVolume;
use self::world::{EndurePhase, EndureWorld};
use crate::process::{free_address, new_folder, program};

/// How long to wait for the last emails after the last fault, and how long no more may come then.
const LAST_EMAILS: Duration = Duration::from_secs(240);
const SILENCE: u64 = 20_000;
/// The mail server fails only in this percentage of the time, so that what it has delayed still comes.
const MAIL_FAILS: u64 = 60;

#[derive(Args, Clone)]
pub struct Endure {
    /// How many minutes faults happen, before the last emails are waited for.
    #[arg(long, default_value_t = 15)]
    minutes: u64,
    /// Another build, to be tested instead of this one.
    #[arg(long, value_name = "PROGRAM")]
    program: Option<PathBuf>,
    /// Seed of the faults and of users' actions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs a site, and prints the ledger.
pub fn endure(options: &Endure) -> io::Result<()> {
    let folder = new_folder("endure")?;
    let volume = LimitedVolume::mount(folder.join("disk")).inspect_err(|_| drop(fs::remove_dir(&folder)))?;
    let ended = run(options, &volume, &folder);
    let balances = ended.as_ref().is_ok_and(|report| report.balances());
    if !balances {
        let copied = fs::copy(volume.path().join("parlour.db"), folder.join("parlour.db"));
        println!("kept in {}: log{}", folder.display(), if copied.is_ok() { " and database" } else { "" });
    }
    drop(volume);
    ended?;
    if !balances {
        return Err(io::Error::other("the ledger does not balance"));
    }
    fs::remove_dir_all(folder)
}

fn run(options: &Endure, volume: &LimitedVolume, folder: &Path) -> io::Result<EndureReport> {
    let (sink, listener) = EndureSink::open()?;
    let world = Arc::new(EndureWorld::new(free_address()?));
    sink.serve(listener, Arc::clone(&world));
    let tested = match &options.program {
        Some(other) => other.canonicalize()?,
        None => program()?.to_owned(),
    };
    let log = folder.join("parlour.log");
    let mut site = EndureSite::new(world.address, &tested, volume.path(), &log, sink.url.clone());
    site.start()?;
    cancel_on_signals(&world);

    let span = Duration::from_secs(60 * options.minutes);
    let began = Instant::now();
    let crew = PlayerPool::start(&world, &sink, options.seed, span.as_millis() as u64 * MAIL_FAILS / 100)?;
    let disturbed = disturb(options, &world, &mut site, volume, span);
    // Without a site there is nothing to wait for.
    let next = if disturbed.is_ok() { EndurePhase::Draining } else { EndurePhase::Over };
    world.announce(&next);
    world.enter(next);
    await_last_emails(&world, &crew);
    let strangers = cannot_sign_in(&world);
    world.enter(EndurePhase::Over);
    let panics = crew.join();
    disturbed?;

    let records = records(&world)?;
    site.terminate()?;
    let doctor = site.doctor()?;
    let database = EndureDatabase::read(volume.path()).map_err(io::Error::other)?;
    if panics > 0 {
        world.ledger.lock().troubles.push(format!("{panics} threads of this program panicked"));
    }
    let report = EndureReport::of(&world, &records, &database, &doctor, strangers);
    println!(
        "{} minutes of faults, seed {}, {:.0} s in all",
        options.minutes,
        options.seed,
        began.elapsed().as_secs_f64()
    );
    report.print();
    Ok(report)
}

/// SIGINT and SIGTERM end the run in order, so that nothing stays mounted.
fn cancel_on_signals(world: &Arc<EndureWorld>) {
    let world = Arc::clone(world);
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let (mut interrupted, mut terminated) =
                (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
            tokio::select! {
                _ = interrupted.recv() => {}
                _ = terminated.recv() => {}
            }
            world.enter(EndurePhase::Over);
            io::Result::Ok(())
        })
    });
}

/// Performs one fault after the other until the time is over.
fn disturb(
    options: &Endure,
    world: &Arc<EndureWorld>,
    site: &mut EndureSite,
    volume: &LimitedVolume,
    span: Duration,
) -> io::Result<()> {
    let observer = register(world, "observer")?;
    let probes = [register(world, "probe-a")?, register(world, "probe-b")?];
    let mut director = FaultInjector { site, volume, observer, probes, probed: String::new(), newcomers: 0 };
    director.renew_probe();
    let (mut deck, began) = (FaultDeck::new(options.seed), Instant::now());
    while began.elapsed() < span {
        let (peace, fault) = deck.draw();
        world.sleep(peace);
        world.announce(&fault);
        director.perform(fault, &mut deck)?;
        if world.is_in(EndurePhase::Over) {
            return Err(io::ErrorKind::Interrupted.into());
        }
    }
    Ok(())
}

fn await_last_emails(world: &EndureWorld, crew: &PlayerPool) {
    let began = Instant::now();
    let waits = || crew.pairs.iter().any(|pair| !pair.is_finished());
    while waits() && began.elapsed() < LAST_EMAILS && !world.is_in(EndurePhase::Over) {
        world.sleep(100);
    }
    world.sleep(SILENCE);
}

/// Accounts that were created and cannot be used.
fn cannot_sign_in(world: &EndureWorld) -> Vec<String> {
    let accounts = world.ledger.lock().accounts.clone();
    let created = accounts.into_iter().filter(|(_, outcome)| *outcome == RequestOutcome::Done);
    created.map(|(name, _)| name).filter(|name| !EndureUser::can_sign_in(world, name)).collect()
}

/// The records of all matches.
fn records(world: &Arc<EndureWorld>) -> io::Result<BTreeMap<String, Value>> {
    let mut reader = register(world, "auditor")?;
    let ids: Vec<_> = world.ledger.lock().matches.keys().cloned().collect();
    Ok(ids.into_iter().map(|id| (id.clone(), reader.record(&id).unwrap_or_default())).collect())
}
