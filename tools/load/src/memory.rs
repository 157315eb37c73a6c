//! The memory for sending pages to browsers.

use std::io;
use std::path::Path;
use std::thread;

use super::http::HttpBrowser;
use super::parlour;
use super::process::{ServerProcess, new_folder};

/// How often pages are loaded in each way.
const LOADS: usize = 500;
const AT_A_TIME: usize = 50;
/// How much more memory than when idle the server may use, in KiB.
const ROOM_KIB: u64 = 64 * 1024;

/// What Chromium sends when it navigates to a page over https.
const BROWSER: &str = "\
    Sec-CH-UA: \"Chromium\";v=\"156\", \"Not A(Brand\";v=\"24\"\r\n\
    Sec-CH-UA-Mobile: ?0\r\n\
    Sec-CH-UA-Platform: \"Linux\"\r\n\
    Upgrade-Insecure-Requests: 1\r\n\
    User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36\r\n\
    Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8\r\n\
    Sec-Fetch-Site: same-origin\r\n\
    Sec-Fetch-Mode: navigate\r\n\
    Sec-Fetch-User: ?1\r\n\
    Sec-Fetch-Dest: document\r\n\
    Accept-Encoding: gzip, deflate, br, zstd\r\n\
    Accept-Language: en-US,en;q=0.9,de;q=0.8\r\n";

/// Loads pages one after the other on one connection, on a new one each, and 50 at a time; prints the resident memory
/// and its peak.
///
/// # Errors
/// The peak is more than 64 MiB above the memory of the idle server.
pub fn memory() -> io::Result<()> {
    let folder = new_folder("memory")?;
    let (cookie, paths) = set_up(&folder)?;
    let server = ServerProcess::parlour_in(&folder, None)?;
    let connect = || HttpBrowser::open(server.address).map(|browser| browser.with_cookie(&cookie));
    let idle = server.resident_kib()?;
    println!("{:<36}{}", "idle", mib(idle));
    load(&mut connect()?, &paths, LOADS)?;
    show("500 pages on one connection", &server)?;
    for path in paths.iter().cycle().take(LOADS) {
        load(&mut connect()?, std::slice::from_ref(path), 1)?;
    }
    show("500 pages on a new connection each", &server)?;
    at_once(|| load(&mut connect()?, &paths, LOADS / AT_A_TIME))?;
    show("500 pages, 50 at a time", &server)?;
    let more = server.peak_kib()?.saturating_sub(idle);
    if more > ROOM_KIB {
        return Err(io::Error::other(format!(
            "{} more than idle are more than {}",
            mib(more),
            mib(ROOM_KIB)
        )));
    }
    println!("{} more than idle at the peak, at most {} are allowed", mib(more), mib(ROOM_KIB));
    Ok(())
}

/// Creates an account and matches on a server that is stopped again, because hashing passwords takes memory too.
/// Returns the cookie of the host, and the pages to load.
fn set_up(folder: &Path) -> io::Result<(String, Vec<String>)> {
    let server = ServerProcess::parlour_in(folder, None)?;
    let mut host = parlour::register(server.address, "host")?;
    let mut guest = parlour::register(server.address, "opponent")?;
    let created = parlour::create_matches(&mut host, &mut guest, 4)?;
    server.stop()?;
    let matches = created.iter().map(|m| format!("/matches/{}", m.id));
    let others = ["/", "/matches/open", "/games", "/games/sternhalma", "/players/host", "/settings"];
    Ok((host.cookie, matches.chain(others.map(str::to_owned)).collect()))
}

fn load(browser: &mut HttpBrowser, paths: &[String], loads: usize) -> io::Result<()> {
    for path in paths.iter().cycle().take(loads) {
        let answer = browser.get_with(path, BROWSER)?;
        assert_eq!(answer.status, 200, "{path}: {}", answer.head);
    }
    Ok(())
}

fn at_once(visit: impl Fn() -> io::Result<()> + Sync) -> io::Result<()> {
    thread::scope(|scope| {
        let visits: Vec<_> = (0..AT_A_TIME).map(|_| scope.spawn(&visit)).collect();
        visits.into_iter().try_for_each(|visit| visit.join().expect("a visit panicked"))
    })
}

fn show(what: &str, server: &ServerProcess) -> io::Result<()> {
    println!("{what:<36}{} held, {} at the peak", mib(server.resident_kib()?), mib(server.peak_kib()?));
    Ok(())
}

fn mib(kib: u64) -> String {
    format!("{:.1} MiB", kib as f64 / 1024.0)
}
