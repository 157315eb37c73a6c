//! Pairs of users who play long games as fast as the server responds.
//!
//! A move counts when the opponent has been notified of it, who then answers with the next one. Both servers are
//! measured by this loop; a [`LoadPlayer`] is what differs between them.

use std::io;
use std::time::{Duration, Instant};

use mio::{Events, Poll, Registry, Token};

use super::latency::Latencies;
use super::process::{ServerProcess, own_processor_time};

/// What a player has received from the server.
#[derive(Default)]
pub struct HeardMove {
    /// The player has joined and will not miss a ply.
    pub ready: bool,
    /// The last posted ply was answered.
    pub answered: bool,
    /// The number of known plies of the match.
    pub plies: usize,
}

/// A player of one server. The connections have the tokens `2 * number` and `2 * number + 1`.
pub trait LoadPlayer {
    /// Whether the server answers a ply apart from its notification.
    const IS_ANSWERED: bool;

    /// The number of matches to be played.
    fn matches(&self) -> usize;
    /// Joins a match and subscribes to it.
    fn join(&mut self, registry: &Registry, current: usize) -> io::Result<()>;
    /// Posts a ply.
    fn post(&mut self, notation: &str) -> io::Result<()>;
    /// Takes what has arrived on one of the two connections.
    fn receive(&mut self, connection: usize) -> io::Result<HeardMove>;
}

/// How long the server may finish its work before its processor time is read.
const AFTERWARDS: Duration = Duration::from_millis(100);

#[derive(Default)]
pub struct LoadFigures {
    pub moves: u64,
    pub elapsed: Duration,
    pub server: Duration,
    pub client: Duration,
    pub to_answer: Latencies,
    pub to_opponent: Latencies,
}

impl LoadFigures {
    /// Adds another measurement.
    pub fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.elapsed += other.elapsed;
        self.server += other.server;
        self.client += other.client;
        self.to_answer.add_all(other.to_answer);
        self.to_opponent.add_all(other.to_opponent);
    }

    /// Moves accepted per second.
    pub fn rate(&self) -> f64 {
        self.moves as f64 / self.elapsed.as_secs_f64()
    }

    /// Microseconds of the server's processor time per move.
    pub fn server_per_move(&self) -> f64 {
        self.server.as_secs_f64() * 1e6 / self.moves as f64
    }

    /// Microseconds of this program's processor time per move.
    pub fn client_per_move(&self) -> f64 {
        self.client.as_secs_f64() * 1e6 / self.moves as f64
    }
}

/// The progress of a pair: the number of finished matches, and of plies seen in the current one.
#[derive(Clone, Copy, Debug)]
pub struct LoadProgress {
    pub current: usize,
    pub plies: usize,
}

struct LoadPair<'a, P> {
    players: [P; 2],
    game: &'a [String],
    progress: LoadProgress,
    ready: [bool; 2],
    known: [usize; 2],
    unanswered: [Option<Instant>; 2],
    posted: Option<Instant>,
}

/// All players, and the poll of their connections.
pub struct LoadRoom<'a, P> {
    poll: Poll,
    pairs: Vec<LoadPair<'a, P>>,
}

impl<'a, P: LoadPlayer> LoadRoom<'a, P> {
    /// Seats the pairs at their first matches. Pair `n` plays the `n`th game, and begins again with the first.
    pub fn open(poll: Poll, pairs: Vec<[P; 2]>, games: &'a [Vec<String>]) -> io::Result<Self> {
        let pairs = pairs.into_iter().enumerate().map(|(number, players)| LoadPair {
            players,
            game: &games[number % games.len()],
            progress: LoadProgress { current: 0, plies: 0 },
            ready: [false; 2],
            known: [0; 2],
            unanswered: [None; 2],
            posted: None,
        });
        let mut room = Self { poll, pairs: pairs.collect() };
        for pair in &mut room.pairs {
            pair.join(room.poll.registry())?;
        }
        Ok(room)
    }

    /// Plays for a while, or until a pair has no match left, and measures after the warm-up.
    pub fn play(
        &mut self,
        server: &ServerProcess,
        warm_up: Duration,
        duration: Duration,
    ) -> io::Result<LoadFigures> {
        let mut figures = LoadFigures::default();
        let opened = Instant::now();
        while opened.elapsed() < warm_up && self.go_on(&mut figures)? {}
        figures = LoadFigures::default();
        let (server_before, client_before) = (server.processor_time()?, own_processor_time()?);
        let started = Instant::now();
        while started.elapsed() < duration && self.go_on(&mut figures)? {}
        figures.elapsed = started.elapsed();
        figures.client = own_processor_time()? - client_before;
        std::thread::sleep(AFTERWARDS);
        figures.server = server.processor_time()? - server_before;
        Ok(figures)
    }

    /// The progress of the pairs.
    pub fn progress(&self) -> Vec<LoadProgress> {
        self.pairs.iter().map(|pair| pair.progress).collect()
    }

    /// Handles what has arrived. False once a pair has played all its matches.
    fn go_on(&mut self, figures: &mut LoadFigures) -> io::Result<bool> {
        let mut events = Events::with_capacity(1024);
        self.poll.poll(&mut events, Some(Duration::from_secs(10)))?;
        if events.is_empty() {
            let all: Vec<_> =
                self.pairs.iter().map(|pair| (pair.progress, pair.ready, pair.posted.is_some())).collect();
            return Err(io::Error::other(format!("no news for ten seconds: {all:?}")));
        }
        let mut go_on = true;
        for event in &events {
            let Token(token) = event.token();
            let pair = &mut self.pairs[token / 4];
            go_on &= pair.hear(token / 2 % 2, token % 2, self.poll.registry(), figures)?;
        }
        Ok(go_on)
    }
}

impl<P: LoadPlayer> LoadPair<'_, P> {
    fn join(&mut self, registry: &Registry) -> io::Result<()> {
        self.ready = [false; 2];
        self.known = [0; 2];
        for player in &mut self.players {
            player.join(registry, self.progress.current)?;
        }
        Ok(())
    }

    /// Handles one player's message. False once all matches were played.
    fn hear(
        &mut self,
        seat: usize,
        from: usize,
        registry: &Registry,
        figures: &mut LoadFigures,
    ) -> io::Result<bool> {
        let heard = self.players[seat].receive(from)?;
        self.ready[seat] |= heard.ready;
        self.known[seat] += heard.plies;
        if heard.answered
            && let Some(posted) = self.unanswered[seat].take()
        {
            figures.to_answer.add(posted.elapsed());
        }
        let opponent = 1 - self.mover();
        if self.known[opponent] > self.progress.plies
            && let Some(posted) = self.posted.take()
        {
            figures.to_opponent.add(posted.elapsed());
            figures.moves += 1;
            self.progress.plies += 1;
            if self.progress.plies == self.game.len() && !self.next_table(registry)? {
                return Ok(false);
            }
        }
        self.post_if_due()?;
        Ok(true)
    }

    fn mover(&self) -> usize {
        self.progress.plies % 2
    }

    fn next_table(&mut self, registry: &Registry) -> io::Result<bool> {
        self.progress = LoadProgress { current: self.progress.current + 1, plies: 0 };
        if self.progress.current >= self.players[0].matches() {
            return Ok(false);
        }
        self.join(registry)?;
        Ok(true)
    }

    fn post_if_due(&mut self) -> io::Result<()> {
        let mover = self.mover();
        if self.ready != [true; 2] || self.posted.is_some() || self.unanswered[mover].is_some() {
            return Ok(());
        }
        let now = Instant::now();
        self.posted = Some(now);
        self.unanswered[mover] = P::IS_ANSWERED.then_some(now);
        self.players[mover].post(&self.game[self.progress.plies])
    }
}
