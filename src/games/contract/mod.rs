//! The contract every game keeps, held by random matches of every game, at every table it can be played at.

mod clicks;
mod dice;
mod effects;
mod plies;
mod setup;
mod text;

use super::catalogue::for_position;
use super::*;

/// No match of any game is longer, in plies.
const LONGEST_MATCH: usize = 5_000;

/// How far the clauses follow a match that has no end of its own near.
const FAR_ENOUGH: usize = 80;

/// A game, its options and how many play: what a match is opened with.
#[derive(Clone, Debug)]
struct ContractMatch {
    game: Game,
    options: Options,
    seats: u8,
}

type ContractOptions = Vec<(&'static str, String)>;

/// Every preset, every value of every option by itself, and the last values of all options together.
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

fn tables() -> Vec<ContractMatch> {
    let mut tables: Vec<ContractMatch> = Vec::new();
    for game in Game::ALL {
        for options in option_sets(*game) {
            tables.extend(game.seats().map(|seats| ContractMatch {
                game: *game,
                options: options.clone(),
                seats,
            }));
        }
    }
    tables
}

impl ContractMatch {
    fn opening(&self) -> Position {
        self.game.opening(&self.options, self.seats).unwrap()
    }

    /// Plays a random match, showing each position with the ply that is played in it, and gives where it came to.
    fn play(&self, most_plies: usize, mut see: impl FnMut(&Position, &str)) -> Position {
        let mut position = self.opening();
        let mut dice = ContractDice(u64::from(self.seats) + 1);
        for _ in 0..most_plies {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            let notation = &legal[dice.below(legal.len())];
            see(&position, notation);
            position.play_unseen(notation).unwrap();
        }
        position
    }
}

/// A small generator of numbers that are the same in every run (splitmix64).
struct ContractDice(u64);

impl ContractDice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

/// Shows positions of matches at every table: the first ones, and where the match came to.
fn every_position(mut see: impl FnMut(&ContractMatch, &Position)) {
    for table in tables() {
        let last = table.play(FAR_ENOUGH, |position, _| see(&table, position));
        see(&table, &last);
    }
}
