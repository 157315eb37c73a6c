//! What others wait for while one address asks for as much as the limits allow: the first move of a bot and a hint
//! beside 80 matches of 40 guests against five bots of the highest level, and sign-ins of known browsers beside
//! registrations from a new IPv6 network each.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;

use super::http::{HttpAnswer, HttpBrowser};
use super::parlour::record;
use super::process::{self, ServerProcess, new_folder};

const PASSWORD: &str = "seven+brass+lamps+over+felt";
/// The address with many guests, and the others.
const CROWD: &str = "203.0.113.1";
const ELSEWHERE: &str = "198.51.100";
const GUESTS: usize = 40;
/// How many browsers sign in.
const KNOWN: usize = 8;

/// The scenarios.
#[derive(Args, Clone)]
pub struct Fairness {
    /// Another build to measure
    #[arg(long)]
    program: Option<PathBuf>,
    /// How often the first move of a bot and a hint are measured
    #[arg(long, default_value_t = 3)]
    times: usize,
    /// Registrations a second from one IPv6 /48
    #[arg(long, default_value_t = 60)]
    registrations: usize,
}

/// Measures both.
pub fn measure(fairness: &Fairness) -> io::Result<()> {
    let program = match fairness.program.as_deref() {
        Some(program) => program,
        None => process::program()?,
    };
    beside_matches(&start(program, "matches")?, fairness.times)?;
    beside_registrations(&start(program, "registrations")?, fairness.registrations)
}

fn start(program: &Path, name: &str) -> io::Result<ServerProcess> {
    let folder = new_folder(&format!("fairness-{name}"))?;
    let settings = [("RATE_LIMITS", "on".to_owned()), ("TRUSTED_PROXIES", "127.0.0.0/8".to_owned())];
    ServerProcess::of(program, &folder, &settings)
}

fn from(address: &str) -> String {
    format!("X-Forwarded-For: {address}\r\n")
}

/// Posts a form, which has to be answered with this status.
fn post(
    browser: &mut HttpBrowser,
    address: &str,
    path: &str,
    form: &str,
    status: u16,
) -> io::Result<HttpAnswer> {
    let answer = browser.post_with(path, form, &from(address))?;
    assert_eq!(answer.status, status, "{path}: {}\n{}", answer.head, answer.text());
    Ok(answer)
}

/// Starts a match against bots and returns its id.
fn play(browser: &mut HttpBrowser, address: &str, form: &str) -> io::Result<String> {
    let answer = post(browser, address, "/play", form, 303)?;
    Ok(answer.header("location").and_then(|path| path.rsplit('/').next()).unwrap_or_default().to_owned())
}

fn beside_matches(server: &ServerProcess, times: usize) -> io::Result<()> {
    let mut visitors = 0;
    let mut all = |when: &str| -> io::Result<()> {
        for _ in 0..times {
            visitors += 1;
            let address = format!("{ELSEWHERE}.{visitors}");
            let (easy, hard) = (first_move(server, &address, 1)?, first_move(server, &address, 6)?);
            println!(
                "{when}: level 1 moves after {easy:.2?}, level 6 after {hard:.2?}, {}",
                hint(server, &address)?
            );
        }
        Ok(())
    };
    all("alone")?;
    let form = "game=sternhalma&level=6&seats=6&first=bot";
    let mut guests = Vec::new();
    for _ in 0..GUESTS {
        let mut guest = HttpBrowser::open(server.address)?;
        play(&mut guest, CROWD, form)?;
        guests.push(guest);
    }
    for guest in &mut guests {
        play(guest, CROWD, form)?;
    }
    thread::sleep(Duration::from_secs(5));
    all("beside 80 matches")
}

/// How long a new guest waits for the first move of a bot.
fn first_move(server: &ServerProcess, address: &str, level: u8) -> io::Result<Duration> {
    let mut browser = HttpBrowser::open(server.address)?;
    let begun = Instant::now();
    let game = if level == 1 { "tictactoe" } else { "sternhalma" };
    let id = play(&mut browser, address, &format!("game={game}&level={level}&first=bot"))?;
    while record(&mut browser, &id)?["plies"].as_array().is_none_or(Vec::is_empty) {
        thread::sleep(Duration::from_millis(20));
    }
    Ok(begun.elapsed())
}

fn hint(server: &ServerProcess, address: &str) -> io::Result<String> {
    let mut browser = HttpBrowser::open(server.address)?;
    let id = play(&mut browser, address, "game=sternhalma&level=1&first=me")?;
    let begun = Instant::now();
    post(&mut browser, address, &format!("/matches/{id}/hint"), "", 200)?;
    Ok(format!("a hint comes after {:.2?}", begun.elapsed()))
}

fn beside_registrations(server: &ServerProcess, rate: usize) -> io::Result<()> {
    let address = server.address;
    let addresses: Vec<_> = (0..KNOWN).map(|number| format!("{ELSEWHERE}.{}", 100 + number)).collect();
    let mut browsers = Vec::new();
    for (number, at) in addresses.iter().enumerate() {
        let mut browser = HttpBrowser::open(address)?;
        post(&mut browser, at, "/register", &format!("username=known{number}&password={PASSWORD}"), 303)?;
        browsers.push(browser);
    }
    let (ended, sent, accepted) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    let signed_in = thread::scope(|scope| -> io::Result<_> {
        for _ in 0..rate {
            scope.spawn(|| {
                while !ended.load(Ordering::Relaxed) {
                    let begun = Instant::now();
                    let number = sent.fetch_add(1, Ordering::Relaxed);
                    let status = register(address, number).unwrap_or(0);
                    accepted.fetch_add(usize::from(status == 303), Ordering::Relaxed);
                    thread::sleep(Duration::from_secs(1).saturating_sub(begun.elapsed()));
                }
            });
        }
        thread::sleep(Duration::from_secs(2));
        let statuses = (0..).zip(&mut browsers).zip(&addresses).map(|((number, browser), at)| {
            let begun = Instant::now();
            let form = format!("username=known{number}&password={PASSWORD}");
            let status = browser.post_with("/login", &form, &from(at))?.status;
            thread::sleep(Duration::from_millis(500));
            Ok((status, begun.elapsed() - Duration::from_millis(500)))
        });
        let statuses = statuses.collect::<io::Result<Vec<_>>>();
        ended.store(true, Ordering::Relaxed);
        statuses
    })?;
    let good = signed_in.iter().filter(|(status, _)| *status == 303).count();
    println!(
        "beside {} registrations from one /48, {} of them accepted: {good} of {KNOWN} known browsers signed in: {signed_in:.2?}",
        sent.into_inner(),
        accepted.into_inner()
    );
    Ok(())
}

fn register(server: SocketAddr, number: usize) -> io::Result<u16> {
    let mut browser = HttpBrowser::open(server)?;
    let form = format!("username=crowd{number}&password={PASSWORD}");
    Ok(browser.post_with("/register", &form, &from(&format!("2001:db8:7:{number:x}::1")))?.status)
}
