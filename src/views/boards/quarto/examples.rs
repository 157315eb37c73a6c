//! The worked examples of Quarto.

use crate::texts::later;
use crate::views::rules::examples::{ExampleDetail, ExampleStart, ExampleStep, RulesExample};

pub(super) const ALL: &[&RulesExample] = &[&TURN, &LINE, &ALIKE, &NOTHING, &BLOCK, &DRAW];

pub static TURN: RulesExample = RulesExample {
    key: "turn",
    title: later("A turn"),
    options: &[],
    seats: 2,
    start: ExampleStart::Plies(&[]),
    before: later("All sixteen pieces, before the first is given."),
    steps: &[
        ExampleStep {
            ply: "7",
            says: later("The first player only gives: a tall, dark, square, hollow piece."),
            shows: &[ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "b3",
            says: later("The second player places it."),
            shows: &[ExampleDetail::Moves, ExampleDetail::Again],
        },
        ExampleStep {
            ply: "c",
            says: later("And gives the next one. That is a turn."),
            shows: &[ExampleDetail::Passes],
        },
    ],
};

pub static LINE: RulesExample = RulesExample {
    key: "line",
    title: later("A line of four alike"),
    options: &[],
    seats: 2,
    start: ExampleStart::Plies(&["4", "a1", "d", "b1"]),
    before: later("Two tall pieces stand in the first row. The player who placed the second gives the next."),
    steps: &[
        ExampleStep {
            ply: "6",
            says: later("A third tall piece is given."),
            shows: &[ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "c1",
            says: later("It goes beside the others: three tall ones."),
            shows: &[ExampleDetail::Again],
        },
        ExampleStep {
            ply: "f",
            says: later("Now every tall piece is dangerous, and this one is tall."),
            shows: &[ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "d1",
            says: later("Four tall pieces in a row: the player who places the fourth wins."),
            shows: &[ExampleDetail::Lit("four tall"), ExampleDetail::Wins],
        },
    ],
};

pub static ALIKE: RulesExample = RulesExample {
    key: "alike",
    title: later("Alike in two ways"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("a.../.e../..6./.... - 1"),
    before: later(
        "Three pieces stand on the diagonal, all hollow and all light. One is tall and square, one short and round, so height and shape no longer matter.",
    ),
    steps: &[
        ExampleStep {
            ply: "2",
            says: later("A fourth one is given that is hollow and light."),
            shows: &[ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "d1",
            says: later(
                "Four hollow and four light: the line is alike in two ways. One would have been enough.",
            ),
            shows: &[
                ExampleDetail::Lit("four hollow"),
                ExampleDetail::Lit("four light"),
                ExampleDetail::Wins,
            ],
        },
    ],
};

pub static NOTHING: RulesExample = RulesExample {
    key: "nothing",
    title: later("Four that share nothing"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("..../..../..../7b8. 4 0"),
    before: later("Three pieces stand in the first row, and a fourth is in hand."),
    steps: &[
        ExampleStep {
            ply: "d1",
            says: later(
                "The row is full, but these four have nothing in common: not shape, height or colour, nor whether they are hollow.",
            ),
            shows: &[ExampleDetail::Moves, ExampleDetail::Again],
        },
        ExampleStep { ply: "0", says: later("So the match goes on."), shows: &[ExampleDetail::Passes] },
    ],
};

pub static BLOCK: RulesExample = RulesExample {
    key: "block",
    title: later("A block of four"),
    options: &[("squares", "on")],
    seats: 2,
    start: ExampleStart::Text("..../..../.46./.5.. f 0"),
    before: later("Three tall pieces stand in a block of two by two, and a tall one is in hand."),
    steps: &[ExampleStep {
        ply: "c1",
        says: later("With blocks, four tall pieces in a block win."),
        shows: &[ExampleDetail::Lit("four tall"), ExampleDetail::Wins],
    }],
};

pub static DRAW: RulesExample = RulesExample {
    key: "draw",
    title: later("A draw"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("abf4/6308/9e52/dc7. 1 0"),
    before: later("Fifteen pieces stand on the board, and the last is in hand."),
    steps: &[ExampleStep {
        ply: "d1",
        says: later("Sixteen pieces, ten lines, nothing shared: a draw."),
        shows: &[ExampleDetail::Moves, ExampleDetail::Draws],
    }],
};
