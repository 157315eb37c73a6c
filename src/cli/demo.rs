//! `parlour demo`: fills an empty database with people and matches, so that a site can be tried before anybody has joined.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use rand::distr::{Alphanumeric, SampleString};
use tokio::runtime::{Builder, Handle};

use super::database::{DatabaseArgs, OpenDatabase, SecretKeyArgs};
use crate::accounts::{Password, Username};
use crate::bots::{self, BotLevel, Endgames, SearchLimits};
use crate::config::{Config, ServeFlags};
use crate::games::{Game, KnownGame};
use crate::matches::{Match, MatchCommand, MatchView, TimeAllowance, TimeControl, TimeoutPolicy};
use crate::now::spans::{DAY, HOUR, MINUTE};
use crate::now::{Clock, Moment};
use crate::referee::{MatchSetup, MatchStart};
use crate::site::Site;
use crate::store::Store;
use crate::users::{Role, UserFilter, UserSummary};

/// The people, and the level at which the moves of each are chosen.
const PEOPLE: [(&str, BotLevel); 6] = [
    ("Rosa", BotLevel::Intermediate),
    ("Ada", BotLevel::Intermediate),
    ("Ben", BotLevel::Casual),
    ("Cleo", BotLevel::Intermediate),
    ("Dora", BotLevel::Beginner),
    ("Emil", BotLevel::FirstSteps),
];
/// Numbers of matches. Some of the running ones may end earlier than they should.
const FINISHED: usize = 18;
const RUNNING: usize = 8;
const OPEN: usize = 3;
/// How long ago the first match began.
const SINCE: i64 = 28 * DAY;
/// Since when the running matches are played.
const RUNNING_SINCE: i64 = 2 * DAY;

/// Fill an empty database with people, and with running and finished matches
///
/// To try a site before anybody has joined. Prints the names and the password with which all of them sign in; Rosa is an
/// admin. Refused if the database has an account. The site must be stopped.
#[derive(Debug, Args)]
pub struct DemoArgs {
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    secret_key: SecretKeyArgs,
}

impl DemoArgs {
    /// Fills the database.
    ///
    /// # Errors
    /// It has an account, or the site is running.
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let database = self.database.open_named()?;
        let secret_key = self.secret_key.text(&database)?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let password = runtime.block_on(fill(&database, secret_key))?;
        let names = PEOPLE.map(|(name, _)| name).join(", ");
        writeln!(out, "created {} matches", FINISHED + RUNNING + OPEN)?;
        writeln!(out, "people: {names}; {} is an admin", PEOPLE[0].0)?;
        writeln!(out, "password of all: {password}")?;
        Ok(out.flush()?)
    }
}

/// Fills the database, and returns the password of the people.
async fn fill(database: &OpenDatabase, secret_key: Option<String>) -> anyhow::Result<String> {
    if database.must_exist().is_ok() {
        let store = Store::open(&database.url, Handle::current()).await?;
        let (_, people) = store.people_list(&UserFilter::default(), Clock::Wall.now(), 1).await?;
        store.close().await;
        if people > 0 {
            bail!("the database has accounts: use an empty one");
        }
    }
    let flags = ServeFlags { database_url: Some(database.url.clone()), secret_key, ..ServeFlags::default() };
    let config = Config { bind: ([127, 0, 0, 1], 0).into(), ..Config::read(flags)? };
    let now = Clock::Wall.now();
    let clock = Clock::at(now.after(-SINCE));
    let site = Site::start(config, clock.clone()).await?;
    let password = Alphanumeric.sample_string(&mut rand::rng(), 12);
    let done = Demo::create(&site, clock, &password).await?.play(now).await;
    site.stop().await;
    done.map(|()| password)
}

/// A site that is being filled, with its people.
struct Demo<'a> {
    site: &'a Site,
    clock: Clock,
    people: Vec<(UserSummary, BotLevel)>,
}

impl<'a> Demo<'a> {
    /// Creates the people.
    async fn create(site: &'a Site, clock: Clock, password: &str) -> anyhow::Result<Self> {
        let mut people = Vec::new();
        for (name, level) in PEOPLE {
            let role = if people.is_empty() { Role::Admin } else { Role::Player };
            let (name, password) = (Username::parse(name)?, Password::parse(password.to_owned())?);
            people.push((site.state.accounts.create(&name, password, role).await?, level));
        }
        Ok(Self { site, clock, people })
    }

    /// Plays the matches until a moment, the finished ones one after the other.
    async fn play(&self, now: Moment) -> anyhow::Result<()> {
        let games: Vec<_> = Game::ALL.iter().copied().flat_map(KnownGame::all_of).collect();
        let (since, playing_since) = (now.after(-SINCE), now.after(-RUNNING_SINCE));
        let every = (SINCE - RUNNING_SINCE - DAY) / FINISHED as i64;
        let pick = |index: usize| *games.get(index % games.len()).unwrap_or(&KnownGame::from(Game::ALL[0]));
        for index in 0..FINISHED {
            self.reach(since.after(index as i64 * every));
            let view = self.start(index, pick(index)).await?;
            self.moves(view, usize::MAX, MINUTE).await?;
        }
        self.reach(playing_since);
        for index in 0..RUNNING {
            let view = self.start(index + 1, pick(index)).await?;
            self.moves(view, 2 + 3 * index, 7 * MINUTE).await?;
        }
        self.reach(now.after(-HOUR));
        for index in 0..OPEN {
            let (host, _) = self.person(2 * index + 1);
            self.site.state.referee.open(host.clone(), setup(pick(index + 1), 2)?).await?;
        }
        self.reach(now);
        Ok(())
    }

    /// Lets time pass until a moment, if it has not come yet.
    fn reach(&self, moment: Moment) {
        self.clock.set(self.clock.now().max(moment));
    }

    fn person(&self, index: usize) -> &(UserSummary, BotLevel) {
        &self.people[index % self.people.len()]
    }

    /// Starts a match, for more than two now and then.
    async fn start(&self, index: usize, known: KnownGame) -> anyhow::Result<Arc<MatchView>> {
        let most = *known.game.seats().end();
        let is_crowd = (index + index / 5).is_multiple_of(2);
        let seats = if is_crowd { most.min(4) } else { 2.max(*known.game.seats().start()) };
        // In matches for two, others meet than in those for more.
        let step = if is_crowd { 1 } else { 1 + index % 4 };
        let players = (0..usize::from(seats)).map(|seat| self.person(index + seat * step).0.clone());
        let start = MatchStart { setup: setup(known, seats)?, players: players.collect(), origin: None };
        let by = start.players.first().context("a match without players")?.clone();
        Ok(self.site.state.referee.start_match(by, start).await?)
    }

    /// Plays a number of plies of a match, or all.
    async fn moves(&self, mut view: Arc<MatchView>, plies: usize, pace: i64) -> anyhow::Result<()> {
        while view.m.plies.len() < plies {
            let Some((by, notation)) = self.chosen(&view.m) else { break };
            self.clock.set(self.clock.now().after(pace));
            let command = MatchCommand::Play { seq: view.m.seq, notation };
            view = self.site.state.referee.command(by, &view.m.id, command).await?;
        }
        Ok(())
    }

    /// The player to move, and their move; `None` once the match is over.
    fn chosen(&self, m: &Match) -> Option<(UserSummary, String)> {
        let user = (*m.seats.get(m.to_act().seat()?)?)?;
        let (player, level) = self.people.iter().find(|(person, _)| person.id == user)?;
        let seed = m.plies.len() as u64;
        let limits = SearchLimits {
            nodes: 2_000,
            time: Duration::MAX,
            elapsed: &|| Duration::ZERO,
            cancel: &AtomicBool::new(false),
            memory: SearchLimits::MEMORY,
            endgames: &Endgames::default(),
            variety: Some(seed),
        };
        Some((player.clone(), bots::think(&m.position, *level, seed, &limits)?.mv))
    }
}

/// A public match with three days for a move, rated between two.
fn setup(known: KnownGame, seats: u8) -> anyhow::Result<MatchSetup> {
    let time_control = TimeControl {
        pace: TimeAllowance::Days(3),
        weekends_off: false,
        vacation: true,
        at_flag: TimeoutPolicy::Lose,
    };
    Ok(MatchSetup {
        options: known.options().context("a game without options")?,
        rated: seats == 2,
        open_for: 7 * 24,
        time_control: Some(time_control),
        ..MatchSetup::casual(known.game, seats)?
    })
}
