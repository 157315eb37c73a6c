//! The variant switches of Tic-Tac-Toe: board size and line length.

use crate::games::options::{OptionPreset, OptionSpec, OptionValue, OptionValues};
use crate::games::{GameOptions, SetupError, because};

/// The smallest board.
pub const LEAST_SIZE: u8 = 3;
/// The largest board.
pub const MOST_SIZE: u8 = 15;
/// The longest line that can be chosen.
pub const LONGEST_LINE: u8 = 6;

/// The options of Tic-Tac-Toe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicTacToeOptions {
    /// Files and ranks of the board, 3 to 15.
    pub size: u8,
    /// Marks in a line that win, 3 to `size` and at most 6.
    pub line: u8,
}

impl Default for TicTacToeOptions {
    fn default() -> Self {
        Self { size: 3, line: 3 }
    }
}

impl GameOptions for TicTacToeOptions {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            key: "size",
            title: "Board",
            help: "How many squares the board has on each side.",
            values: OptionValues::Number { least: LEAST_SIZE, most: MOST_SIZE },
        },
        OptionSpec {
            key: "line",
            title: "Line",
            help: "How many marks in a row, a column or a diagonal win; at most the width of the board.",
            values: OptionValues::Number { least: 3, most: LONGEST_LINE },
        },
    ];

    const PRESETS: &'static [OptionPreset] = &[
        OptionPreset {
            key: "standard",
            title: "Standard",
            help: "Three by three, three in a row.",
            values: &[],
        },
        OptionPreset {
            key: "gomoku",
            title: "Gomoku",
            help: "Fifteen by fifteen, five or more in a row.",
            values: &[("size", "15"), ("line", "5")],
        },
    ];

    const PRESET_GAMES: &'static [&'static str] = &["gomoku"];

    fn fields(&mut self) -> Vec<(&'static str, &mut dyn OptionValue)> {
        vec![("size", &mut self.size), ("line", &mut self.line)]
    }

    fn check(&self) -> Result<(), SetupError> {
        if self.line <= self.size {
            return Ok(());
        }
        let why = because("a line of {line} is longer than a board of {size} is wide");
        let why = why.with("line", self.line).with("size", self.size);
        Err(SetupError::Conflict { key: "line", why })
    }
}
