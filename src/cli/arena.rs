//! `parlour arena`: lets bots play each other and counts wins.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::Args;

use super::game_args::Variant;
use super::search_budget::SearchBudget;
use super::think::level;
use crate::bots::random::RandomSource;
use crate::bots::{BotLevel, Endgames, SearchLimits, greedy, think};
use crate::games::{Position, ToAct};

/// The default time of a search.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// Let bots play matches and write their results with 95 % confidence intervals
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Arena {
    #[command(flatten)]
    variant: Variant,
    /// Player of each seat: levels 0 to 6, `greedy` or `random`
    #[arg(long, value_name = "LEVEL,LEVEL,…", value_delimiter = ',', required = true, value_parser = contender)]
    seats: Vec<Contender>,
    /// Number of matches
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Matches played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    jobs: u64,
    #[command(flatten)]
    budget: SearchBudget,
    /// Decides the dice, the openings and the mistakes of the lower levels
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Plies played at random before the bots take over, so that matches differ
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=100))]
    random_plies: u64,
}

const HELP: &str = "Without --ms and --nodes a search takes at most 100 ms. Contenders change seats after every match. A line for \
each: matches, matches won alone, matches in which the first place was shared, score (a first place counts 1, a shared one its \
part) with its 95 % interval in per cent, and milliseconds per move (mean, longest).";

/// A participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contender {
    Level(BotLevel),
    /// Takes the move that looks best at once.
    Greedy,
    /// Any legal move.
    Random,
}

fn contender(text: &str) -> Result<Contender, String> {
    match text {
        "greedy" => Ok(Contender::Greedy),
        "random" => Ok(Contender::Random),
        number => {
            level(number).map(Contender::Level).map_err(|levels| format!("{levels}, or greedy or random"))
        }
    }
}

impl Contender {
    fn name(self) -> String {
        match self {
            Self::Level(level) => format!("{} {}", level.number(), level.name()),
            Self::Greedy => "greedy".to_owned(),
            Self::Random => "random".to_owned(),
        }
    }

    fn choose(self, position: &Position, random: &mut RandomSource, limits: &SearchLimits) -> Option<String> {
        match self {
            Self::Level(level) => {
                let seed = random.next();
                let limits = SearchLimits { variety: Some(seed), ..*limits };
                think(position, level, seed, &limits).map(|choice| choice.mv)
            }
            Self::Greedy => greedy(position, random.next()),
            Self::Random => random_move(position.legal(), random),
        }
    }
}

fn random_move(mut legal: Vec<String>, random: &mut RandomSource) -> Option<String> {
    let chosen = random.below(u32::try_from(legal.len()).unwrap_or(u32::MAX)) as usize;
    (chosen < legal.len()).then(|| legal.swap_remove(chosen))
}

/// The results of a contender.
#[derive(Clone, Debug, Default)]
struct ArenaResult {
    matches: u64,
    won: u64,
    shared: u64,
    score: f64,
    moves: u32,
    time: Duration,
    longest: Duration,
}

impl Arena {
    /// Plays the matches and writes a line for each contender.
    ///
    /// # Errors
    /// The game does not take the setup or the number of seats, a move is illegal, or the output fails.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        ensure!(self.seats.len() <= 6, "{} seats are more than any game takes", self.seats.len());
        let opening = self.variant.opening(self.seats.len() as u8)?;
        let (next, endgames) = (AtomicU64::new(0), Endgames::default());
        let results = Mutex::new(vec![ArenaResult::default(); self.seats.len()]);
        let play = || -> anyhow::Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    return Ok(());
                }
                let played = self.play(opening.clone(), number, &endgames)?;
                let mut results = results.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                results.iter_mut().zip(&played).for_each(|(result, match_)| result.add(match_));
            }
        };
        std::thread::scope(|scope| {
            let jobs: Vec<_> = (1..self.jobs).map(|_| scope.spawn(play)).collect();
            let own = play();
            let others = jobs
                .into_iter()
                .map(|job| job.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a match failed"))));
            others.fold(own, anyhow::Result::and)
        })?;
        let results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        for (contender, result) in self.seats.iter().zip(results) {
            writeln!(out, "{}", result.in_words(&contender.name()))?;
        }
        Ok(out.flush()?)
    }

    /// Plays one match. Returns the results of all contenders in it.
    fn play(
        &self,
        mut position: Position,
        number: u64,
        endgames: &Endgames,
    ) -> anyhow::Result<Vec<ArenaResult>> {
        let seats = self.seats.len();
        let mut random = RandomSource::stream(self.seed, number);
        let mut results = vec![ArenaResult { matches: 1, ..ArenaResult::default() }; seats];
        let of_seat = |seat: usize| (seat + number as usize) % seats;
        let mut plies = 0;
        loop {
            let mv = match position.to_act() {
                ToAct::Nobody => break,
                ToAct::Chance { .. } => {
                    (0..256).find_map(|_| position.roll_for_byte((random.next() >> 16) as u8))
                }
                ToAct::Seat(_) if plies < self.random_plies => random_move(position.legal(), &mut random),
                ToAct::Seat(seat) => {
                    let started = Instant::now();
                    let who = of_seat(seat.index());
                    let search =
                        |limits: &SearchLimits| self.seats[who].choose(&position, &mut random, limits);
                    let mv = self.budget.run(DEFAULT_TIME, endgames, search);
                    results[who].add_move_time(started.elapsed());
                    mv
                }
            };
            let Some(mv) = mv else { break };
            position.play_unseen(&mv)?;
            plies += 1;
        }
        let standing = position.ranking_if_stopped();
        let firsts = standing.places().iter().filter(|place| **place == 1).count();
        for (seat, _) in standing.places().iter().enumerate().filter(|(_, place)| **place == 1) {
            let result = &mut results[of_seat(seat)];
            result.score = 1.0 / firsts as f64;
            (result.won, result.shared) = if firsts == 1 { (1, 0) } else { (0, 1) };
        }
        Ok(results)
    }
}

impl ArenaResult {
    fn add_move_time(&mut self, time: Duration) {
        self.moves += 1;
        self.time += time;
        self.longest = self.longest.max(time);
    }

    fn add(&mut self, other: &Self) {
        self.matches += other.matches;
        self.won += other.won;
        self.shared += other.shared;
        self.score += other.score;
        self.moves += other.moves;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
    }

    fn in_words(&self, name: &str) -> String {
        let (low, high) = interval(self.score, self.matches as f64);
        let mean = self.time.as_secs_f64() * 1000.0 / f64::from(self.moves.max(1));
        format!(
            "{name}: {} matches, {} won, {} shared, score {:.1} % ({:.1} to {:.1}), {mean:.1} ms a move, at most {} ms",
            self.matches,
            self.won,
            self.shared,
            100.0 * self.score / self.matches as f64,
            100.0 * low,
            100.0 * high,
            self.longest.as_millis()
        )
    }
}

/// The 95 % confidence interval of a proportion: Wilson's score interval (1927). With draws it is wider than
/// necessary.
fn interval(score: f64, matches: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    let share = score / matches;
    let denominator = 1.0 + Z * Z / matches;
    let centre = share + Z * Z / (2.0 * matches);
    let spread = Z * (share * (1.0 - share) / matches + Z * Z / (4.0 * matches * matches)).max(0.0).sqrt();
    (((centre - spread) / denominator).max(0.0), ((centre + spread) / denominator).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As in Brown, Cai and DasGupta 2001.
    #[test]
    fn the_confidence_interval_of_a_share_is_wilsons() {
        let (low, high) = interval(8.0, 10.0);
        assert!((low - 0.4902).abs() < 1e-3 && (high - 0.9433).abs() < 1e-3, "{low} {high}");
        assert_eq!(interval(0.0, 10.0).0, 0.0);
    }
}
