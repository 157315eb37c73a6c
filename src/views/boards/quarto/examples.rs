//! The worked examples of Quarto.

use crate::texts::later;
use crate::views::rules::examples::ExampleDetail::{Again, Draws, Lit, Moves, Passes, Wins};
use crate::views::rules::examples::{ALL_PLIES, ExampleStart, GoalPicture, RulesExample, goal, step};

pub(super) const ALL: &[&RulesExample] = &[&TURN, &LINE, &ALIKE, &NOTHING, &BLOCK, &DRAW];

/// What the game is about.
pub(super) const GOAL: [GoalPicture; 3] = [
    goal(&TURN, 1, later("Choose a piece for your opponent.")),
    goal(&TURN, 2, later("They place it, and choose one for you.")),
    goal(&LINE, ALL_PLIES, later("Four alike in a line win.")),
];

pub static TURN: RulesExample = RulesExample {
    key: "turn",
    title: later("A turn"),
    options: &[],
    seats: 2,
    start: ExampleStart::Plies(&[]),
    before: later("All sixteen pieces, before the first is given."),
    steps: &[
        step("7", later("The first player only gives: a tall, dark, square, hollow piece."), &[Passes]),
        step("b3", later("The second player places it."), &[Moves, Again]),
        step("c", later("And gives the next one. That is a turn."), &[Passes]),
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
        step("6", later("A third tall piece is given."), &[Passes]),
        step("c1", later("It goes beside the others: three tall ones."), &[Again]),
        step("f", later("Now every tall piece is dangerous, and this one is tall."), &[Passes]),
        step(
            "d1",
            later("Four tall pieces in a row: the player who places the fourth wins."),
            &[Lit("four tall"), Wins],
        ),
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
        step("2", later("A fourth one is given that is hollow and light."), &[Passes]),
        step(
            "d1",
            later("Four hollow and four light: the line is alike in two ways. One would have been enough."),
            &[Lit("four hollow"), Lit("four light"), Wins],
        ),
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
        step(
            "d1",
            later(
                "The row is full, but these four have nothing in common: not shape, height or colour, nor whether they are hollow.",
            ),
            &[Moves, Again],
        ),
        step("0", later("So the match goes on."), &[Passes]),
    ],
};

pub static BLOCK: RulesExample = RulesExample {
    key: "block",
    title: later("A block of four"),
    options: &[("squares", "on")],
    seats: 2,
    start: ExampleStart::Text("..../..../.46./.5.. f 0"),
    before: later("Three tall pieces stand in a block of two by two, and a tall one is in hand."),
    steps: &[step("c1", later("With blocks, four tall pieces in a block win."), &[Lit("four tall"), Wins])],
};

pub static DRAW: RulesExample = RulesExample {
    key: "draw",
    title: later("A draw"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("abf4/6308/9e52/dc7. 1 0"),
    before: later("Fifteen pieces stand on the board, and the last is in hand."),
    steps: &[step("d1", later("Sixteen pieces, ten lines, nothing shared: a draw."), &[Moves, Draws])],
};
