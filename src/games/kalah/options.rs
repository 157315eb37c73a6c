//! The variant switches of Kalah.

use crate::games::GameOptions;
use crate::games::options::{ChoiceSpec, OptionPreset, OptionSpec, OptionValue, OptionValues};
use crate::{off_on, option_values};

/// The fewest houses a seat can have.
pub const LEAST_HOUSES: u8 = 2;
/// The most houses a seat can have.
pub const MOST_HOUSES: u8 = 9;
/// The most seeds a house can begin with.
pub const MOST_SEEDS: u8 = 9;

option_values! {
    /// Where captured seeds go.
    Captured {
        /// Into the mover's store, together with the last seed.
        Store = "store",
        /// Into the house of the last seed; no store changes.
        House = "house",
    }
}

/// The options of Kalah.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KalahOptions {
    /// Houses of each seat, 2 to 9.
    pub houses: u8,
    /// Seeds in each house at the opening, 1 to 9.
    pub seeds: u8,
    /// Whether a last seed in an empty house of the mover is captured even if the house opposite is empty. No effect if
    /// captured seeds go to the house.
    pub empty_capture: bool,
    /// Where captured seeds go.
    pub captured: Captured,
    /// Whether seat 1 can take over seat 0's side instead of making its first move.
    pub swap: bool,
}

impl Default for KalahOptions {
    fn default() -> Self {
        Self { houses: 6, seeds: 4, empty_capture: false, captured: Captured::Store, swap: false }
    }
}

impl GameOptions for KalahOptions {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            key: "houses",
            title: "Houses",
            help: "How many houses each player has.",
            values: OptionValues::Number { least: LEAST_HOUSES, most: MOST_HOUSES },
        },
        OptionSpec {
            key: "seeds",
            title: "Seeds",
            help: "How many seeds there are in each house at the start.",
            values: OptionValues::Number { least: 1, most: MOST_SEEDS },
        },
        OptionSpec {
            key: "empty_capture",
            title: "Empty capture",
            help: "Whether the last seed goes to your store when it lands in one of your empty houses and the house opposite is empty too.",
            values: off_on!(
                "It stays where it fell.",
                "It goes to the store. This makes no difference if captured seeds go to the house."
            ),
        },
        OptionSpec {
            key: "captured",
            title: "Captured seeds",
            help: "Where the seeds of the house opposite go when the last seed lands in one of your empty houses.",
            values: OptionValues::Choice(&[
                ChoiceSpec {
                    value: "store",
                    title: "To the store",
                    help: "They go to the store, together with the last seed.",
                },
                ChoiceSpec {
                    value: "house",
                    title: "To the house",
                    help: "They join the last seed in its house, and no store changes.",
                },
            ]),
        },
        OptionSpec {
            key: "swap",
            title: "Swap sides",
            help: "Whether the second player may take over the first player’s side, which has an advantage.",
            values: off_on!(
                "Both players keep their sides.",
                "Instead of making their first move, the second player may swap sides; then the first player moves."
            ),
        },
    ];

    const PRESETS: &'static [OptionPreset] = &[
        OptionPreset {
            key: "standard",
            title: "Standard",
            help: "Six houses, four seeds in each.",
            values: &[],
        },
        OptionPreset {
            key: "six",
            title: "Six seeds",
            help: "Six seeds in each house: a longer match with larger sowings.",
            values: &[("seeds", "6")],
        },
        OptionPreset {
            key: "fair",
            title: "Fair start",
            help: "The second player may swap sides, so a strong opening gains nothing.",
            values: &[("swap", "on")],
        },
        OptionPreset {
            key: "original",
            title: "Original",
            help: "Captured seeds stay on the board, in the house of the last seed.",
            values: &[("captured", "house")],
        },
    ];

    fn fields(&mut self) -> Vec<(&'static str, &mut dyn OptionValue)> {
        vec![
            ("houses", &mut self.houses),
            ("seeds", &mut self.seeds),
            ("empty_capture", &mut self.empty_capture),
            ("captured", &mut self.captured),
            ("swap", &mut self.swap),
        ]
    }
}
