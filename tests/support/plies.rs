//! Long legal games, precomputed and reproducible.

use parlour::games::{Effect, Game, Position};

/// The length of the games in plies. Sternhalma ends when both seats have taken 200 turns.
pub const LENGTH: usize = 399;

/// `count` different two-player games of Sternhalma, in which marbles wander by single steps and hops: each ply has a
/// single effect, so that nothing is paced.
pub fn long_games(count: u64) -> Vec<Vec<String>> {
    (1..=count).map(long_game).collect()
}

fn long_game(seed: u64) -> Vec<String> {
    let game = Game::Sternhalma;
    let options = game.options([]).unwrap_or_else(|error| panic!("{error}"));
    let mut position = game.opening(&options, 2).unwrap_or_else(|error| panic!("{error}"));
    let mut dice = LoadDice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    (0..LENGTH)
        .map(|_| {
            let (notation, next) = one_step(&position, &mut dice);
            position = next;
            notation
        })
        .collect()
}

/// A ply of one step that does not end the game.
fn one_step(position: &Position, dice: &mut LoadDice) -> (String, Position) {
    let mut legal = position.legal();
    while !legal.is_empty() {
        let notation = legal.swap_remove(dice.below(legal.len()));
        let mut next = position.clone();
        let played = next.play(&notation).unwrap_or_else(|error| panic!("{error}"));
        let short = played.effects.iter().all(|effect| match effect {
            Effect::Travel { path, .. } => path.len() == 1,
            _ => true,
        });
        if short && next.outcome().is_none() {
            return (notation, next);
        }
    }
    panic!("no ply of one step goes on from {}", position.text());
}

/// Marsaglia's xorshift, which is random enough.
struct LoadDice(u64);

impl LoadDice {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % count
    }
}
