//! The contract of every game, checked with random matches of every game with all its options and seat counts.

mod clicks;
mod dice;
mod effects;
mod plies;
mod setup;
mod text;

use super::catalogue::for_position;
use super::*;

/// A bound on the length of any match, in plies.
const LONGEST_MATCH: usize = 5_000;

/// How many plies of a match are checked.
const FAR_ENOUGH: usize = 80;

/// The setup of a match.
#[derive(Clone, Debug)]
struct ContractMatch {
    game: Game,
    options: Options,
    seats: u8,
}

type ContractOptions = Vec<(&'static str, String)>;

/// Every preset, every value of every option alone (the least and largest of a number), and the last values together;
/// combinations that conflict are left out.
fn option_sets(game: Game) -> Vec<Options> {
    let presets = game.presets().iter().map(|preset| {
        preset.values.iter().map(|(key, value)| (*key, (*value).to_owned())).collect::<ContractOptions>()
    });
    let values = |spec: &OptionSpec| match &spec.values {
        OptionValues::Choice(choices) => choices.iter().map(|choice| choice.value.to_owned()).collect(),
        OptionValues::Number { least, most } => vec![least.to_string(), most.to_string()],
    };
    let alone = game.option_specs().iter().flat_map(|spec| {
        values(spec).into_iter().map(|value| vec![(spec.key, value)]).collect::<Vec<ContractOptions>>()
    });
    let last = game.option_specs().iter().filter_map(|spec| Some((spec.key, values(spec).pop()?)));
    let sets = presets.chain(alone).chain([last.collect()]);
    let read =
        |pairs: ContractOptions| game.options(pairs.iter().map(|(key, value)| (*key, value.as_str()))).ok();
    sets.filter_map(read).collect()
}

fn setups() -> Vec<ContractMatch> {
    let mut setups: Vec<ContractMatch> = Vec::new();
    for game in Game::ALL {
        for options in option_sets(*game) {
            setups.extend(game.seats().map(|seats| ContractMatch {
                game: *game,
                options: options.clone(),
                seats,
            }));
        }
    }
    setups
}

impl ContractMatch {
    fn opening(&self) -> Position {
        self.game.opening(&self.options, self.seats).unwrap()
    }

    /// Plays a random match, passes each position with its ply to `see`, and returns the last position.
    fn play(&self, most_plies: usize, mut see: impl FnMut(&Position, &str)) -> Position {
        let mut position = self.opening();
        let mut dice = ContractDice(u64::from(self.seats) + 1);
        for _ in 0..most_plies {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            let notation = &legal[dice.number_below(legal.len())];
            see(&position, notation);
            position.play_unseen(notation).unwrap();
        }
        position
    }
}

/// A small deterministic random number generator (splitmix64).
struct ContractDice(u64);

impl ContractDice {
    fn number_below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

/// Passes the first positions of a match of every setup to `see`, including the last one.
fn every_position(mut see: impl FnMut(&ContractMatch, &Position)) {
    for setup in setups() {
        let last = setup.play(FAR_ENOUGH, |position, _| see(&setup, position));
        see(&setup, &last);
    }
}
