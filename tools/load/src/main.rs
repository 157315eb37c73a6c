//! Load tests: a client that plays, fetches pages and measures, on the same machine as the server.
//!
//! `cargo run --release -p parlour-load -- compare` plays long two-player games of Sternhalma with 64 pairs, against
//! boardgame.io and against Parlour in turn, and prints both with their ratios. `pairs`, `lone`, `page`, `lobby`,
//! `rest`, `memory`, `soak`, `bots`, `fairness` and `grown` measure Parlour alone, `endure` checks that nothing is lost
//! under faults; see `--help` for the rest. The server is started on loopback with a temporary database.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]

mod boardgame;
mod bots;
mod clones;
mod disk;
mod endure;
mod fairness;
mod grown;
mod http;
mod latency;
mod link;
mod memory;
mod now;
mod page;
mod pairs;
mod parlour;
#[path = "../../../tests/support/plies.rs"]
mod plies;
mod process;
mod soak;

use std::io;
use std::rc::Rc;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use mio::Poll;

use pairs::{LoadFigures, LoadRoom};
use parlour::MoveSource;
use process::ServerProcess;

#[derive(Parser)]
#[command(about = "Measures Parlour, and boardgame.io beside it", version)]
struct LoadArgs {
    #[command(subcommand)]
    mode: LoadMode,
}

#[derive(Subcommand)]
enum LoadMode {
    /// Both servers in turn, with their ratios.
    Compare(PlayArgs),
    /// Parlour: pairs that play as fast as they can.
    Pairs(PlayArgs),
    /// boardgame.io: pairs that play as fast as they can.
    Boardgame(PlayArgs),
    /// Parlour: a single pair.
    Lone(PlayArgs),
    /// Parlour: the page of a running match for a signed-in user.
    Page(LookArgs),
    /// Parlour: the front page, with 10,000 open matches in the database.
    Lobby(LookArgs),
    /// Parlour: the resident memory when idle.
    Rest,
    /// Parlour: the memory while browsers load 500 pages in each of three ways. Fails above 64 MiB more than idle.
    Memory,
    /// Parlour: a site under kills, suspensions, full disks and mail outages, and a ledger that has to balance.
    Endure(endure::Endure),
    /// Parlour: a site with many matches that run out of time while others are played.
    Soak(FallArgs),
    /// Parlour: pages and moves while every core searches for bots. Fails at twice the time they take without.
    Bots(bots::BotLoad),
    /// Parlour: bots, hints and sign-ins while another address asks for as much as the limits allow.
    Fairness(fairness::Fairness),
    /// Parlour: pages, moves and maintenance with a large database.
    Grown(grown::Grown),
}

#[derive(Args, Clone)]
struct FallArgs {
    /// Number of running matches.
    #[arg(long, default_value_t = 100_000)]
    matches: i64,
    /// How many of them become due every second.
    #[arg(long, default_value_t = 1000)]
    due: i64,
    /// Duration in seconds.
    #[arg(long, default_value_t = 60)]
    seconds: i64,
}

#[derive(Args, Clone)]
struct LookArgs {
    /// Number of connections, each with one request in flight.
    #[arg(long, default_value_t = 16)]
    connections: usize,
    /// Duration of the measurement in seconds.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Duration of the warm-up in seconds.
    #[arg(long, default_value_t = 1)]
    warm_up: u64,
    /// Number of open matches (lobby), or of plies played (page).
    #[arg(long)]
    filled: Option<usize>,
}

#[derive(Args, Clone)]
struct PlayArgs {
    /// Number of pairs that play at the same time.
    #[arg(long, default_value_t = 64)]
    pairs: usize,
    /// Duration of the measurement in seconds.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Duration of the warm-up in seconds.
    #[arg(long, default_value_t = 2)]
    warm_up: u64,
    /// Number of matches for each pair; when none is left the measurement ends.
    #[arg(long, default_value_t = 24)]
    matches: usize,
    /// How plies are posted: by a page with a stream, by one without a stream that gets a fragment, or by a plain
    /// form.
    #[arg(long, value_enum, default_value_t)]
    way: MoveSource,
}

fn main() -> io::Result<()> {
    match LoadArgs::parse().mode {
        LoadMode::Compare(play) => compare(&play),
        LoadMode::Pairs(play) => show("Parlour", play_parlour(&play)?),
        LoadMode::Boardgame(play) => show("boardgame.io", play_boardgame_io(&play)?),
        LoadMode::Lone(play) => lone(play),
        LoadMode::Page(look) => look_at_match(&look),
        LoadMode::Lobby(look) => look_at_lobby(&look),
        LoadMode::Rest => rest(),
        LoadMode::Bots(load) => bots::measure(&load),
        LoadMode::Fairness(fairness) => fairness::measure(&fairness),
        LoadMode::Grown(grown) => grown::run(&grown),
        LoadMode::Memory => memory::memory(),
        LoadMode::Endure(endure) => endure::endure(&endure),
        LoadMode::Soak(FallArgs { matches, due, seconds }) => {
            soak::soak(&soak::SoakArgs { matches, due_a_second: due, seconds })
        }
    }
}

/// How often each server has its turn, so that a machine that is slower for a while is so for both.
const TURNS: u32 = 5;

fn compare(play: &PlayArgs) -> io::Result<()> {
    let games = plies::long_games(16);
    let (mut theirs, mut ours) = (open_boardgame_io(play, &games)?, open_parlour(play, &games)?);
    let (warm_up, seconds) = (Duration::from_secs(play.warm_up), Duration::from_secs(play.seconds));
    let (mut of_theirs, mut of_ours) = (LoadFigures::default(), LoadFigures::default());
    for turn in 0..TURNS {
        let warm_up = if turn == 0 { warm_up } else { warm_up / TURNS };
        of_theirs.add(theirs.room.play(&theirs.server, warm_up, seconds / TURNS)?);
        of_ours.add(ours.site.room.play(&ours.site.server, warm_up, seconds / TURNS)?);
    }
    ours.check(&games)?;
    let more = of_ours.rate() / of_theirs.rate();
    let share = of_ours.server_per_move() / of_theirs.server_per_move();
    show("boardgame.io 0.50.2, in memory", of_theirs)?;
    show("Parlour, on disk", of_ours)?;
    println!("Parlour: {more:.2} times the moves a second, {share:.3} of the processor time a move");
    Ok(())
}

fn lone(play: PlayArgs) -> io::Result<()> {
    show("Parlour, one pair", play_parlour(&PlayArgs { pairs: 1, ..play })?)?;
    println!("  the disk    {} for 4 KiB", disk::writes()?.in_words());
    Ok(())
}

fn show(name: &str, mut figures: LoadFigures) -> io::Result<()> {
    println!("{name}");
    println!(
        "  moves       {:.0}/s ({} in {:.1} s)",
        figures.rate(),
        figures.moves,
        figures.elapsed.as_secs_f64()
    );
    println!("  processor   {:.1} µs a move in the server", figures.server_per_move());
    println!("              {:.1} µs a move in the client", figures.client_per_move());
    println!("  to answer   {}", figures.to_answer.in_words());
    println!("  to opponent {}", figures.to_opponent.in_words());
    Ok(())
}

/// A server and its players.
struct ServerChoice<'a, P> {
    server: ServerProcess,
    room: LoadRoom<'a, P>,
}

/// Parlour, with users who can read the records of each pair.
struct ParlourServer<'a> {
    site: ServerChoice<'a, parlour::LoadSeat>,
    hosts: Vec<(http::HttpBrowser, Rc<Vec<parlour::LoadMatch>>)>,
}

impl ParlourServer<'_> {
    /// Checks that all plies that were seen are in the records.
    fn check(mut self, games: &[Vec<String>]) -> io::Result<()> {
        let progress = self.site.room.progress();
        drop(self.site.room);
        let mut written = 0;
        for (pair, (host, matches)) in self.hosts.iter_mut().enumerate() {
            written += parlour::check_records(host, matches, &games[pair % games.len()], progress[pair])?;
        }
        println!("{written} plies read back from the records, every one that was seen");
        self.site.server.examine("")
    }
}

fn play_boardgame_io(play: &PlayArgs) -> io::Result<LoadFigures> {
    let games = plies::long_games(16);
    let ServerChoice { server, mut room } = open_boardgame_io(play, &games)?;
    room.play(&server, Duration::from_secs(play.warm_up), Duration::from_secs(play.seconds))
}

fn open_boardgame_io<'a>(
    play: &PlayArgs,
    games: &'a [Vec<String>],
) -> io::Result<ServerChoice<'a, boardgame::BoardgameSeat>> {
    let server = ServerProcess::boardgame_io()?;
    let poll = Poll::new()?;
    let mut lobby = http::HttpBrowser::open(server.address)?;
    let pairs = (0..play.pairs)
        .map(|pair| {
            let [south, north] = boardgame::create_matches(&mut lobby, play.matches)?;
            let seat = |seat, places| {
                boardgame::BoardgameSeat::open(server.address, poll.registry(), 2 * pair + seat, places)
            };
            Ok([seat(0, south)?, seat(1, north)?])
        })
        .collect::<io::Result<Vec<_>>>()?;
    Ok(ServerChoice { server, room: LoadRoom::open(poll, pairs, games)? })
}

fn play_parlour(play: &PlayArgs) -> io::Result<LoadFigures> {
    let games = plies::long_games(16);
    let mut parlour = open_parlour(play, &games)?;
    let ServerChoice { server, room } = &mut parlour.site;
    let figures = room.play(server, Duration::from_secs(play.warm_up), Duration::from_secs(play.seconds))?;
    parlour.check(&games)?;
    Ok(figures)
}

fn open_parlour<'a>(play: &PlayArgs, games: &'a [Vec<String>]) -> io::Result<ParlourServer<'a>> {
    let server = ServerProcess::parlour(None)?;
    let poll = Poll::new()?;
    let people = (0..play.pairs)
        .map(|pair| {
            let mut host = parlour::register(server.address, &format!("host{pair}"))?;
            let mut guest = parlour::register(server.address, &format!("opponent{pair}"))?;
            let matches = Rc::new(parlour::create_matches(&mut host, &mut guest, play.matches)?);
            Ok((host, guest, matches))
        })
        .collect::<io::Result<Vec<_>>>()?;
    let mut hosts = Vec::new();
    let pairs = people
        .into_iter()
        .enumerate()
        .map(|(pair, (host, guest, matches))| {
            let seat = |seat, browser: &_| {
                parlour::LoadSeat::open(browser, poll.registry(), 2 * pair + seat, matches.clone(), play.way)
            };
            let players = [seat(0, &host)?, seat(1, &guest)?];
            hosts.push((host, matches));
            Ok(players)
        })
        .collect::<io::Result<Vec<_>>>()?;
    Ok(ParlourServer { site: ServerChoice { server, room: LoadRoom::open(poll, pairs, games)? }, hosts })
}

fn look_at_match(look: &LookArgs) -> io::Result<()> {
    let server = ServerProcess::parlour(None)?;
    let mut people =
        [parlour::register(server.address, "host")?, parlour::register(server.address, "opponent")?];
    let [host, guest] = &mut people;
    let matches = parlour::create_matches(host, guest, 1)?;
    let m = &matches[0];
    let game = &plies::long_games(1)[0];
    for (ply, notation) in game.iter().take(look.filled.unwrap_or(40)).enumerate() {
        parlour::play(&mut people[ply % 2], m, ply, notation)?;
    }
    look_at(&server, &people[0], &format!("/matches/{}", m.id), look)
}

/// Maximum number of open matches of a user.
const TABLES_EACH: usize = 20;

fn look_at_lobby(look: &LookArgs) -> io::Result<()> {
    let server = ServerProcess::parlour(None)?;
    let count = look.filled.unwrap_or(10_000);
    let mut hosts = (0..count.div_ceil(TABLES_EACH))
        .map(|number| parlour::register(server.address, &format!("host{number}")))
        .collect::<io::Result<Vec<_>>>()?;
    let people = hosts.len();
    for number in 0..count {
        parlour::create_match(&mut hosts[number % people])?;
    }
    println!("{count} open matches");
    let visitor = http::HttpBrowser::open(server.address)?;
    let guest = parlour::register(server.address, "opponent")?;
    for (who, browser) in [("visitor", &visitor), ("signed in", &guest)] {
        println!("{who}:");
        for path in ["/", "/matches/open"] {
            look_at(&server, browser, path, &LookArgs { connections: 1, ..look.clone() })?;
        }
    }
    Ok(())
}

fn look_at(
    server: &ServerProcess,
    browser: &http::HttpBrowser,
    path: &str,
    look: &LookArgs,
) -> io::Result<()> {
    let (warm_up, duration) = (Duration::from_secs(look.warm_up), Duration::from_secs(look.seconds));
    let mut figures = page::look(server, browser, path, look.connections, warm_up, duration)?;
    let micros = |time: Duration| time.as_secs_f64() * 1e6 / figures.pages as f64;
    println!("GET {path} on {} connections, {} bytes", look.connections, figures.bytes);
    println!("  pages       {:.0}/s", figures.pages as f64 / figures.elapsed.as_secs_f64());
    println!("  processor   {:.1} µs a page in the server", micros(figures.server));
    println!("              {:.1} µs a page in the client", micros(figures.client));
    println!("  took        {}", figures.took.in_words());
    Ok(())
}

fn rest() -> io::Result<()> {
    let server = ServerProcess::parlour(None)?;
    std::thread::sleep(Duration::from_secs(3));
    println!("{:.1} MiB with nobody there", server.resident_kib()? as f64 / 1024.0);
    let mut browser = parlour::register(server.address, "ada")?;
    for path in ["/", "/matches/new", "/healthz"] {
        browser.get(path)?;
    }
    std::thread::sleep(Duration::from_secs(3));
    println!("{:.1} MiB after a user has registered and browsed", server.resident_kib()? as f64 / 1024.0);
    Ok(())
}
