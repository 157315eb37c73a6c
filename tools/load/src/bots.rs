//! Pages and moves while every core searches for bots, compared with an idle server.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args;
use parlour::bots::BotLevel;
use parlour::config::Config;
use parlour::games::Game;
use parlour::now::Clock;
use parlour::referee::{MatchSetup, MatchStart};
use parlour::site::Site;

use super::http::HttpBrowser;
use super::latency::Latencies;
use super::parlour as site;
use super::plies;
use super::process::{ServerProcess, new_folder};

/// The game that the bots play: their searches use all the time they have.
const GAME: &str = "sternhalma";

/// The scenarios.
#[derive(Args, Clone)]
pub struct BotLoad {
    /// How many matches of two bots of the highest level are played beside it
    #[arg(long, default_value_t = 50)]
    matches: usize,
    /// How many pairs of people play one after the other
    #[arg(long, default_value = "8")]
    pairs: NonZeroUsize,
    /// How many pages and moves are measured
    #[arg(long, default_value_t = 300)]
    times: usize,
    /// Seconds to wait until every core searches
    #[arg(long, default_value_t = 5)]
    warm_up: u64,
}

/// Measures both. Fails if the median of pages or moves is at least twice that without bots.
pub fn measure(load: &BotLoad) -> io::Result<()> {
    let mut alone = measured("alone", 0, load)?;
    let mut beside = measured("bots", load.matches, load)?;
    let mut slow = Vec::new();
    for (number, what) in ["page", "move"].into_iter().enumerate() {
        let (before, after) = (alone[number].at(0.5), beside[number].at(0.5));
        println!("{what} alone       {}", alone[number].in_words());
        println!("{what} beside bots {}  ({:.2} times)", beside[number].in_words(), after / before);
        if after >= 2.0 * before {
            slow.push(what);
        }
    }
    if slow.is_empty() {
        Ok(())
    } else {
        Err(io::Error::other(format!("too slow beside bots: {}", slow.join(", "))))
    }
}

/// The time of a match page and of a move in it, beside this number of matches of bots.
fn measured(name: &str, matches: usize, load: &BotLoad) -> io::Result<[Latencies; 2]> {
    let folder = new_folder(&format!("bots-{name}"))?;
    tokio::runtime::Runtime::new()?.block_on(prepare(&folder, matches)).map_err(io::Error::other)?;
    let server = ServerProcess::parlour_in(&folder, None)?;
    std::thread::sleep(Duration::from_secs(load.warm_up));
    let game = &plies::long_games(1)[0];
    let count = load.pairs.get();
    let matches_each = load.times.div_ceil(count * game.len());
    let mut pairs =
        (0..count).map(|pair| pair_of_people(&server, pair, matches_each)).collect::<io::Result<Vec<_>>>()?;
    let (mut pages, mut moves) = (Latencies::default(), Latencies::default());
    let used = server.processor_time()?;
    let started = Instant::now();
    for number in 0..load.times {
        let PairOfPeople { people, matches } = &mut pairs[number % count];
        let turn = number / count;
        let (m, ply) = (&matches[turn / game.len()], turn % game.len());
        let page = format!("/matches/{}", m.id);
        let begun = Instant::now();
        let shown: &mut HttpBrowser = &mut people[(ply + 1) % 2];
        assert_eq!(shown.get(&page)?.status, 200);
        pages.add(begun.elapsed());
        let begun = Instant::now();
        site::play(&mut people[ply % 2], m, ply, &game[ply])?;
        moves.add(begun.elapsed());
    }
    let busy = (server.processor_time()? - used).as_secs_f64() / started.elapsed().as_secs_f64();
    println!("{matches} matches of bots: the server keeps {busy:.2} cores busy");
    Ok([pages, moves])
}

/// Two people and the matches between them.
struct PairOfPeople {
    people: [HttpBrowser; 2],
    matches: Vec<site::LoadMatch>,
}

fn pair_of_people(server: &ServerProcess, pair: usize, matches: usize) -> io::Result<PairOfPeople> {
    let mut people = [
        site::register(server.address, &format!("host{pair}"))?,
        site::register(server.address, &format!("opponent{pair}"))?,
    ];
    let [host, guest] = &mut people;
    let matches = site::create_matches(host, guest, matches)?;
    Ok(PairOfPeople { people, matches })
}

/// Creates a database with this number of running matches between two bots.
async fn prepare(folder: &Path, matches: usize) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let config = Config {
        bind: ([127, 0, 0, 1], 0).into(),
        database_url: format!("sqlite://{}", folder.join("parlour.db").display()),
        ..Config::default()
    };
    let site = Site::start(config, Clock::Wall).await?;
    let game = Game::from_key(GAME).ok_or("no such game")?;
    for _ in 0..matches {
        let bot = |number| site.state.bots.find(game, BotLevel::Master, number).map(|bot| bot.user.clone());
        let players: Vec<_> = [bot(1), bot(2)].into_iter().flatten().collect();
        let setup = MatchSetup::casual(game, 2)?;
        let by = players.first().cloned().ok_or("no such bot")?;
        site.state.referee.start_match(by, MatchStart { setup, players, origin: None }).await?;
    }
    site.stop().await;
    Ok(())
}
