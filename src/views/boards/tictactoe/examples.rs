//! The worked examples of Tic-Tac-Toe.

use crate::texts::later;
use crate::views::rules::examples::{ExampleDetail, ExampleStart, ExampleStep, RulesExample};

pub(super) const ALL: &[&RulesExample] = &[&LINE, &DRAW, &BOARD, &LONGER];

pub static LINE: RulesExample = RulesExample {
    key: "line",
    title: later("Three in a line"),
    options: &[],
    seats: 2,
    start: ExampleStart::Plies(&[]),
    before: later("An empty board. The crosses go first."),
    steps: &[
        ExampleStep {
            ply: "b2",
            says: later("The crosses take the middle."),
            shows: &[ExampleDetail::Passes],
        },
        ExampleStep { ply: "a1", says: later("The noughts take a corner."), shows: &[ExampleDetail::Passes] },
        ExampleStep {
            ply: "c1",
            says: later("The crosses have two on a diagonal."),
            shows: &[ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "a2", says: later("The noughts don’t see it."), shows: &[ExampleDetail::Passes]
        },
        ExampleStep {
            ply: "a3",
            says: later("Three crosses on the diagonal: they have won."),
            shows: &[ExampleDetail::Lit("three in a row"), ExampleDetail::Wins],
        },
    ],
};

pub static DRAW: RulesExample = RulesExample {
    key: "draw",
    title: later("A draw"),
    options: &[],
    seats: 2,
    start: ExampleStart::Plies(&["b2", "a1", "c1", "a3", "a2", "c2"]),
    before: later("Three squares are left, and nobody has a line."),
    steps: &[
        ExampleStep {
            ply: "b1",
            says: later("The crosses threaten the middle column."),
            shows: &[ExampleDetail::Passes],
        },
        ExampleStep { ply: "b3", says: later("The noughts block it."), shows: &[ExampleDetail::Passes] },
        ExampleStep {
            ply: "c3",
            says: later("The board is full, and nobody has a line: a draw."),
            shows: &[ExampleDetail::Moves, ExampleDetail::Draws],
        },
    ],
};

pub static BOARD: RulesExample = RulesExample {
    key: "board",
    title: later("A line shorter than the board"),
    options: &[("size", "5"), ("line", "4")],
    seats: 2,
    start: ExampleStart::Plies(&["b2", "c2", "c3", "d2"]),
    before: later(
        "A board of five by five, where four in a line win. Two crosses stand on the long diagonal.",
    ),
    steps: &[
        ExampleStep {
            ply: "d4",
            says: later("Three crosses, with both ends of the diagonal free."),
            shows: &[ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "a1",
            says: later("The noughts can block only one of them."),
            shows: &[ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "e5",
            says: later("Four crosses in a line, and that is enough here: they have won."),
            shows: &[ExampleDetail::Lit("four in a row"), ExampleDetail::Wins],
        },
    ],
};

pub static LONGER: RulesExample = RulesExample {
    key: "longer",
    title: later("A line longer than needed"),
    options: &[("size", "15"), ("line", "5")],
    seats: 2,
    start: ExampleStart::Plies(&["g8", "g9", "h8", "h7", "k8", "k9", "l8", "j6"]),
    before: later("Gomoku: five in a line win. The crosses have two pairs in the eighth row."),
    steps: &[
        ExampleStep {
            ply: "i8",
            says: later("A fifth cross leaves a gap of one square."),
            shows: &[ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "k5",
            says: later("The noughts follow their own plan."),
            shows: &[ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "j8",
            says: later("The gap is closed: six crosses in a line. Five are needed, and more count too."),
            shows: &[ExampleDetail::Lit("five in a row"), ExampleDetail::Wins],
        },
    ],
};
