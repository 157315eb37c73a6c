//! Matches that are played on the server, to be copied.

use std::io;

use parlour::games::{Game, Position};

use super::super::http::HttpBrowser;
use super::super::parlour::{LoadMatch, play, record, register};
use super::super::plies;
use super::site::{ADMIN, GrownSite, HEAVY, NORMAL};

/// How many plies running and resigned matches have.
const LENGTHS: [usize; 5] = [20, 30, 40, 50, 60];
/// The longest possible match.
const MAX_LENGTH: usize = plies::LENGTH;

/// Plays all matches: afterwards those in the database are the templates, each between the first two users.
pub fn play_all(site: &GrownSite) -> io::Result<()> {
    let server = site.serve()?;
    let mut people = [register(server.address, "host")?, register(server.address, "opponent")?];
    for name in [HEAVY, NORMAL, ADMIN] {
        register(server.address, name)?;
    }
    let script = &plies::long_games(1)[0];
    for length in LENGTHS {
        play_some(&mut people, "sternhalma", &script[..length])?;
        let played = play_some(&mut people, "sternhalma", &script[..length])?;
        let resigned = people[0].post(&format!("/matches/{}/resignation", played.id), "sure=yes")?;
        assert_eq!(resigned.status, 303, "{}\n{}", resigned.head, resigned.text());
    }
    let played = play_some(&mut people, "sternhalma", &script[..MAX_LENGTH])?;
    let resigned = people[0].post(&format!("/matches/{}/resignation", played.id), "sure=yes")?;
    assert_eq!(resigned.status, 303, "{}\n{}", resigned.head, resigned.text());
    for seed in 0..3 {
        play_some(&mut people, "kalah", &to_the_end(Game::Kalah, seed))?;
    }
    open(&mut people[0], "sternhalma")?;
    server.stop()
}

fn play_some(people: &mut [HttpBrowser; 2], game: &str, script: &[impl AsRef<str>]) -> io::Result<LoadMatch> {
    let [host, guest] = people;
    let id = open(host, game)?;
    let joined = guest.post(&format!("/matches/{id}/seats"), "")?;
    assert_eq!(joined.status, 303, "{}\n{}", joined.head, joined.text());
    let seq = record(guest, &id)?["seq"].as_u64().unwrap_or_default();
    let played = LoadMatch { id, seq };
    for (ply, notation) in script.iter().enumerate() {
        let to_act = record(&mut people[0], &played.id)?["to_act"].as_u64().unwrap_or_default();
        play(&mut people[to_act as usize % 2], &played, ply, notation.as_ref())?;
    }
    Ok(played)
}

/// Creates a match with three days per move.
fn open(host: &mut HttpBrowser, game: &str) -> io::Result<String> {
    let form = format!("game={game}&seats=2&visibility=public&first=creator&time=days&time.days=3");
    let opened = host.post("/matches", &form)?;
    let location = opened.header("location").unwrap_or_else(|| panic!("{}\n{}", opened.head, opened.text()));
    Ok(location.rsplit('/').next().unwrap_or_default().to_owned())
}

/// A complete game by its plies.
fn to_the_end(game: Game, seed: usize) -> Vec<String> {
    let options = game.options([]).unwrap_or_else(|error| panic!("{error}"));
    let mut position: Position = game.opening(&options, 2).unwrap_or_else(|error| panic!("{error}"));
    let mut script = Vec::new();
    while position.outcome().is_none() {
        let mut legal = position.legal();
        let notation = legal.swap_remove((seed + 7 * script.len()) % legal.len());
        position.play(&notation).unwrap_or_else(|error| panic!("{error}"));
        script.push(notation);
    }
    script
}
