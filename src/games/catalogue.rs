//! The only list of games, and the enums generated from it.

use std::ops::RangeInclusive;

use compact_str::CompactString;

use super::choices::{choices, choices_along};
use super::play::{check, play, play_again, play_unseen};
use super::{
    Cell, Choices, EffectSink, GameOptions, OptionPreset, OptionSpec, Outcome, PlacedPiece, PlayError,
    PlayedPly, Rules, Seat, SetupError, ToAct, UnreadableNotation,
};

macro_rules! games {
    ($($(#[$doc:meta])* $module:ident::$Game:ident,)+) => {
        /// A game of the site.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Game { $($(#[$doc])* $Game),+ }

        /// The options of some game.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Options { $(#[doc = concat!("Of ", stringify!($Game), ".")] $Game(<super::$module::$Game as Rules>::Options)),+ }

        /// A position of some game. It is large on purpose: it is stored inline, and copying it is cheap.
        #[allow(clippy::large_enum_variant)]
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Position { $(#[doc = concat!("Of ", stringify!($Game), ".")] $Game(super::$module::$Game)),+ }

        /// Runs an expression with `$R` bound to the rules of a [`Game`].
        macro_rules! for_game {
            ($game:expr, $R:ident => $body:expr) => {
                match $game { $($crate::games::Game::$Game => { type $R = $crate::games::$module::$Game; $body })+ }
            };
        }

        /// Runs an expression on the concrete position inside a [`Position`].
        macro_rules! for_position {
            ($position:expr, $inner:ident => $body:expr) => {
                match $position { $($crate::games::Position::$Game($inner) => $body),+ }
            };
        }

        impl Game {
            /// Every game of the site.
            pub const ALL: &'static [Game] = &[$(Game::$Game),+];

            /// Options read from pairs. Missing keys have their default.
            ///
            /// # Errors
            /// An unknown or repeated key, a value the option does not take, or values that conflict.
            pub fn options<'a>(self, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Options, SetupError> {
                match self {
                    $(Game::$Game => <super::$module::$Game as Rules>::Options::read(pairs).map(Options::$Game)),+
                }
            }

            /// The opening position.
            ///
            /// # Errors
            /// A seat count that the game does not allow, or options of another game.
            pub fn opening(self, options: &Options, seats: u8) -> Result<Position, SetupError> {
                match (self, options) {
                    $((Game::$Game, Options::$Game(options)) => {
                        super::$module::$Game::opening(options, seats).map(Position::$Game)
                    })+
                    _ => Err(SetupError::UnknownGame(self.key().to_owned())),
                }
            }

            /// Reads a position text.
            ///
            /// # Errors
            /// A text that is not of a position of this game with these options and seats.
            pub fn position(self, options: &Options, seats: u8, text: &str) -> Result<Position, UnreadableNotation> {
                match (self, options) {
                    $((Game::$Game, Options::$Game(options)) => {
                        super::$module::$Game::from_text(options, seats, text).map(Position::$Game)
                    })+
                    _ => Err(UnreadableNotation),
                }
            }
        }

        impl Options {
            /// The game of these options.
            pub fn game(&self) -> Game {
                match self { $(Options::$Game(_) => Game::$Game),+ }
            }

            /// Every option with its value, defaults included.
            pub fn pairs(&self) -> Vec<(&'static str, String)> {
                match self { $(Options::$Game(options) => options.pairs()),+ }
            }
        }

        impl Position {
            /// The game that is played.
            pub fn game(&self) -> Game {
                match self { $(Position::$Game(_) => Game::$Game),+ }
            }
        }
    };
}

games! {
    /// Aeroplane Chess.
    aeroplane::Aeroplane,
    /// Quarto.
    quarto::Quarto,
    /// Sternhalma, also called Chinese Checkers.
    sternhalma::Sternhalma,
    /// Mancala, by the rules called Kalah.
    kalah::Kalah,
    /// Tic-Tac-Toe, up to gomoku.
    tictactoe::TicTacToe,
}

pub(crate) use {for_game, for_position};

impl Game {
    /// The game with this key.
    pub fn from_key(key: &str) -> Option<Game> {
        Game::ALL.iter().copied().find(|game| game.key() == key)
    }

    /// The game's name in URLs, records and on the command line.
    pub fn key(self) -> &'static str {
        for_game!(self, R => R::KEY)
    }

    /// The game's name as displayed.
    pub fn title(self) -> &'static str {
        for_game!(self, R => R::TITLE)
    }

    /// The game in the names of its bots.
    pub fn bot_title(self) -> &'static str {
        for_game!(self, R => R::BOT_TITLE)
    }

    /// The seat counts it allows.
    pub fn seats(self) -> RangeInclusive<u8> {
        for_game!(self, R => R::SEATS)
    }

    /// A description of the notation, for messages.
    pub fn notation(self) -> &'static str {
        for_game!(self, R => R::NOTATION)
    }

    /// Whether some plies are rolls of a die: see [`Rules::HAS_DICE`].
    pub fn has_dice(self) -> bool {
        for_game!(self, R => R::HAS_DICE)
    }

    /// The rules that conditional moves can use: see [`Rules::CONDITIONAL_RULES`].
    pub fn conditional_rules(self) -> &'static [&'static str] {
        for_game!(self, R => R::CONDITIONAL_RULES)
    }

    /// The options that can be chosen when a match is created.
    pub fn option_specs(self) -> &'static [OptionSpec] {
        for_game!(self, R => <R as Rules>::Options::SPECS)
    }

    /// Named sets of options.
    pub fn presets(self) -> &'static [OptionPreset] {
        for_game!(self, R => <R as Rules>::Options::PRESETS)
    }

    /// The keys of presets that players know as games of their own.
    pub fn preset_games(self) -> &'static [&'static str] {
        for_game!(self, R => <R as Rules>::Options::PRESET_GAMES)
    }
}

impl Position {
    /// The number of seats in the match.
    pub fn seats(&self) -> u8 {
        for_position!(self, p => p.seats())
    }

    /// The seat to act, or that the dice are to be rolled.
    pub fn to_act(&self) -> ToAct {
        for_position!(self, p => p.to_act())
    }

    /// The notations of the legal plies, sorted bytewise.
    pub fn legal(&self) -> Vec<String> {
        let mut legal: Vec<String> =
            for_position!(self, p => p.legal_moves().iter().map(ToString::to_string).collect());
        legal.sort_unstable();
        legal
    }

    /// An example of a legal move, for help texts: the median of the moves that begin a choice, so that it is not a corner
    /// case.
    pub fn example_move(&self) -> Option<String> {
        for_position!(self, p => {
            let mut moves = Vec::new();
            p.moves_to_choose_into(&[], &mut moves);
            moves.get(moves.len() / 2).map(ToString::to_string)
        })
    }

    /// Plays a ply. The position is unchanged on an error.
    ///
    /// # Errors
    /// The match is over, or the text is unreadable or not legal.
    pub fn play(&mut self, notation: &str) -> Result<PlayedPly, PlayError> {
        for_position!(self, p => play(p, notation))
    }

    /// As [`Self::play`], without effects.
    ///
    /// # Errors
    /// As [`Self::play`].
    pub fn play_unseen(&mut self, notation: &str) -> Result<(), PlayError> {
        for_position!(self, p => play_unseen(p, notation))
    }

    /// Checks whether a ply is legal here.
    ///
    /// # Errors
    /// As [`Self::play`].
    pub fn check(&self, notation: &str) -> Result<(), PlayError> {
        for_position!(self, p => check(p, notation))
    }

    /// Replays a ply that was played from this position before, and reports its effects. Legality is not checked again.
    ///
    /// # Errors
    /// The text is unreadable.
    pub fn play_again(&mut self, notation: &str, sink: &mut impl EffectSink) -> Result<(), PlayError> {
        for_position!(self, p => play_again(p, notation, sink))
    }

    /// The notation of the ply that a conditional rule plays here: see [`Rules::conditional_move`].
    pub fn conditional_move(&self, rule: &str, seat: Seat) -> Option<String> {
        for_position!(self, p => p.conditional_move(rule, seat).map(|mv| mv.to_string()))
    }

    /// The notation of the roll for a random byte: see [`Rules::roll_for_byte`].
    pub fn roll_for_byte(&self, byte: u8) -> Option<String> {
        for_position!(self, p => p.roll_for_byte(byte).map(|roll| roll.to_string()))
    }

    /// The places, once the match is over by its rules.
    pub fn outcome(&self) -> Option<Outcome> {
        for_position!(self, p => p.outcome())
    }

    /// The places if the match stopped here, by the game's measure of progress.
    pub fn ranking_if_stopped(&self) -> Outcome {
        for_position!(self, p => p.ranking_if_stopped())
    }

    /// Whether a seat has finished while others play on.
    pub fn has_finished(&self, seat: Seat) -> bool {
        for_position!(self, p => p.has_finished(seat))
    }

    /// Skips the seat to act, which has left the match.
    pub fn skip(&mut self) {
        for_position!(self, p => p.skip());
    }

    /// Skips the seat to act, which ran out of time, without counting the turn.
    pub fn skip_uncounted(&mut self) {
        for_position!(self, p => p.skip_uncounted());
    }

    /// The ply of the seat to act if it has only one.
    pub fn only_ply(&self) -> Option<String> {
        for_position!(self, p => match p.legal_moves().as_slice() {
            [only] => Some(only.to_string()),
            _ => None,
        })
    }

    /// Whether the first of these cells starts a chain that can be clicked hole by hole.
    pub fn has_chain(&self, chosen: &[Cell]) -> bool {
        let first = &chosen[..chosen.len().min(1)];
        !first.is_empty() && for_position!(self, p => p.chain(first).is_some())
    }

    /// The next cells to click after `so_far`. `along` is set for clicking a chain hole by hole.
    pub fn choices(&self, so_far: &[Cell], along: bool) -> Choices {
        for_position!(self, p => if along { choices_along(p, so_far) } else { choices(p, so_far) })
    }

    /// The name of a cell in notation.
    pub fn cell_name(&self, cell: Cell) -> CompactString {
        for_position!(self, p => p.cell_name(cell))
    }

    /// Every piece on the board, by piece id.
    pub fn pieces(&self) -> Vec<PlacedPiece> {
        for_position!(self, p => p.pieces())
    }

    /// The number of things in each cell, in games that count them.
    pub fn counts(&self) -> Vec<(Cell, u8)> {
        for_position!(self, p => p.counts())
    }

    /// The cells that are permanently lit, such as a winning line.
    pub fn highlighted_cells(&self) -> Vec<Cell> {
        for_position!(self, p => p.highlighted_cells())
    }

    /// The position text.
    pub fn text(&self) -> String {
        for_position!(self, p => p.text())
    }

    /// How many sequences of `depth` plies there are from here.
    pub fn perft(&self, depth: u32) -> u64 {
        for_position!(self, p => super::perft::perft(p, depth))
    }
}
