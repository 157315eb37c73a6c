//! The worked examples of Tic-Tac-Toe.

use crate::texts::later;
use crate::views::rules::examples::ExampleDetail::{Draws, Lit, Moves, Passes, Wins};
use crate::views::rules::examples::{ExampleStart, GoalPicture, RulesExample, goal, step};

pub(super) const ALL: &[&RulesExample] = &[&LINE, &DRAW, &BOARD, &LONGER];

/// What the game is about.
pub(super) const GOAL: [GoalPicture; 3] = [
    goal(&LINE, 1, later("Mark a square.")),
    goal(&LINE, 4, later("Take turns.")),
    goal(&LINE, 5, later("Three in a line win.")),
];

pub static LINE: RulesExample = RulesExample {
    key: "line",
    title: later("Three in a line"),
    options: &[],
    seats: 2,
    start: ExampleStart::Plies(&[]),
    before: later("An empty board. The crosses go first."),
    steps: &[
        step("b2", later("The crosses take the middle."), &[Passes]),
        step("a1", later("The noughts take a corner."), &[Passes]),
        step("c1", later("The crosses have two on a diagonal."), &[Passes]),
        step("a2", later("The noughts don’t see it."), &[Passes]),
        step("a3", later("Three crosses on the diagonal: they have won."), &[Lit("three in a row"), Wins]),
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
        step("b1", later("The crosses threaten the middle column."), &[Passes]),
        step("b3", later("The noughts block it."), &[Passes]),
        step("c3", later("The board is full, and nobody has a line: a draw."), &[Moves, Draws]),
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
        step("d4", later("Three crosses, with both ends of the diagonal free."), &[Passes]),
        step("a1", later("The noughts can block only one of them."), &[Passes]),
        step(
            "e5",
            later("Four crosses in a line, and that is enough here: they have won."),
            &[Lit("four in a row"), Wins],
        ),
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
        step("i8", later("A fifth cross leaves a gap of one square."), &[Passes]),
        step("k5", later("The noughts follow their own plan."), &[Passes]),
        step(
            "j8",
            later("The gap is closed: six crosses in a line. Five are needed, and more count too."),
            &[Lit("five in a row"), Wins],
        ),
    ],
};
