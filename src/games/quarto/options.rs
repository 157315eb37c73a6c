//! The variant switch of Quarto.

use crate::games::GameOptions;
use crate::games::options::{OptionPreset, OptionSpec, OptionValue};
use crate::off_on;

/// The options of Quarto.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct QuartoOptions {
    /// Whether the nine blocks of two by two squares count as lines too.
    pub squares: bool,
}

impl GameOptions for QuartoOptions {
    const SPECS: &'static [OptionSpec] = &[OptionSpec {
        key: "squares",
        title: "Blocks of four",
        help: "Whether four pieces that share a property also win in a block of two by two squares.",
        values: off_on!(
            "Only rows, columns and the two long diagonals win.",
            "Any of the nine blocks of two by two squares wins too: more traps, and few draws."
        ),
    }];

    const PRESETS: &'static [OptionPreset] = &[
        OptionPreset {
            key: "standard",
            title: "Standard",
            help: "Rows, columns and diagonals win.",
            values: &[],
        },
        OptionPreset {
            key: "blocks",
            title: "With blocks",
            help: "For experienced players: blocks of two by two win too.",
            values: &[("squares", "on")],
        },
    ];

    fn fields(&mut self) -> Vec<(&'static str, &mut dyn OptionValue)> {
        vec![("squares", &mut self.squares)]
    }
}
