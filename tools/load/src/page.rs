//! Users who load a page again and again.

use std::io;
use std::time::{Duration, Instant};

use mio::{Events, Poll, Token};

use super::http::{self, HttpBrowser};
use super::latency::Latencies;
use super::link::ShapedLink;
use super::process::{ServerProcess, own_processor_time};

pub struct PageFigures {
    pub pages: u64,
    pub bytes: usize,
    pub elapsed: Duration,
    pub server: Duration,
    pub client: Duration,
    pub took: Latencies,
}

/// Requests a page on several connections, each with one request in flight, and measures after the warm-up.
pub fn look(
    server: &ServerProcess,
    browser: &HttpBrowser,
    path: &str,
    connections: usize,
    warm_up: Duration,
    duration: Duration,
) -> io::Result<PageFigures> {
    let mut poll = Poll::new()?;
    let request = http::request(browser.address, "GET", path, &browser.cookie, "", "");
    let mut lookers = Vec::new();
    for number in 0..connections {
        let link = ShapedLink::open(browser.address, poll.registry(), Token(number))?;
        lookers.push((link, Instant::now()));
    }
    let mut figures = PageFigures {
        pages: 0,
        bytes: 0,
        elapsed: Duration::ZERO,
        server: Duration::ZERO,
        client: Duration::ZERO,
        took: Latencies::default(),
    };
    for (link, asked) in &mut lookers {
        *asked = Instant::now();
        link.send(request.as_bytes())?;
    }
    let opened = Instant::now();
    while opened.elapsed() < warm_up {
        go_on(&mut poll, &mut lookers, &request, &mut figures)?;
    }
    figures.pages = 0;
    figures.took = Latencies::default();
    let (server_before, client_before) = (server.processor_time()?, own_processor_time()?);
    let started = Instant::now();
    while started.elapsed() < duration {
        go_on(&mut poll, &mut lookers, &request, &mut figures)?;
    }
    figures.elapsed = started.elapsed();
    figures.server = server.processor_time()? - server_before;
    figures.client = own_processor_time()? - client_before;
    Ok(figures)
}

fn go_on(
    poll: &mut Poll,
    lookers: &mut [(ShapedLink, Instant)],
    request: &str,
    figures: &mut PageFigures,
) -> io::Result<()> {
    let mut events = Events::with_capacity(1024);
    poll.poll(&mut events, Some(Duration::from_secs(10)))?;
    if events.is_empty() {
        return Err(io::Error::other("no page for ten seconds"));
    }
    for event in &events {
        let (link, asked) = &mut lookers[event.token().0];
        link.receive()?;
        let Some((length, status)) = http::whole_answer(link.input()) else {
            continue;
        };
        if status != 200 {
            return Err(io::Error::other(format!("a page was answered with {status}")));
        }
        link.take(length);
        figures.pages += 1;
        figures.bytes = length;
        figures.took.add(asked.elapsed());
        *asked = Instant::now();
        link.send(request.as_bytes())?;
    }
    Ok(())
}
