//! The worked examples of Kalah.

use crate::texts::later;
use crate::views::rules::examples::ExampleDetail::{Again, Exchanges, Gathers, Lit, Loses, Passes};
use crate::views::rules::examples::{ExampleStart, GoalPicture, RulesExample, goal, step};

pub(super) const ALL: &[&RulesExample] = &[&AGAIN, &CAPTURE, &LAP, &LONE, &HOUSE, &SWEEP, &SWAP];

/// What the game is about.
pub(super) const GOAL: [GoalPicture; 3] = [
    goal(&AGAIN, 1, later("Sow the seeds of a house, one by one.")),
    goal(&CAPTURE, 2, later("End in an empty house of yours to capture.")),
    goal(&SWEEP, 1, later("The fuller store wins.")),
];

pub static AGAIN: RulesExample = RulesExample {
    key: "again",
    title: later("Moving again"),
    options: &[],
    seats: 2,
    start: ExampleStart::Plies(&[]),
    before: later("Before the first move there are four seeds in every house."),
    steps: &[
        step(
            "3",
            later(
                "Four seeds from the third house: the last one falls into the store, so the lower player moves again.",
            ),
            &[Lit("moves again"), Again],
        ),
        step(
            "6",
            later(
                "Five from the sixth: one for the store, four for the other side. Now it’s the upper player’s turn.",
            ),
            &[Passes],
        ),
    ],
};

pub static CAPTURE: RulesExample = RulesExample {
    key: "capture",
    title: later("A capture"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("4,4,4,4,0,2/6/3,6,4,2,1,2/6 1"),
    before: later("The fifth house below is empty, and six seeds lie opposite. The upper player is to move."),
    steps: &[
        step("4", later("The upper player moves two seeds on and leaves the six where they are."), &[Passes]),
        step(
            "1",
            later(
                "The last seed falls into the empty fifth house: it goes to the store, and so do the six opposite.",
            ),
            &[Lit("captured"), Gathers(7), Passes],
        ),
    ],
};

pub static LAP: RulesExample = RulesExample {
    key: "lap",
    title: later("Once around"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("0,13,1,0,2,1/9/2,1,0,4,3,2/10 0"),
    before: later("Thirteen seeds lie in the second house below."),
    steps: &[step(
        "2",
        later(
            "They go all the way round, past the upper store. The last falls into the house they came from, which is empty by now, and captures the four opposite.",
        ),
        &[Lit("captured"), Gathers(5), Passes],
    )],
};

pub static LONE: RulesExample = RulesExample {
    key: "lone",
    title: later("Capturing a single seed"),
    options: &[("empty_capture", "on")],
    seats: 2,
    start: ExampleStart::Text("1,0,3,0,2,4/10/3,5,4,0,0,0/16 0"),
    before: later("The second house below is empty, and so is the one opposite."),
    steps: &[step(
        "1",
        later(
            "With this option the last seed goes to the store even though there is nothing opposite to capture.",
        ),
        &[Lit("captured"), Gathers(1), Passes],
    )],
};

pub static HOUSE: RulesExample = RulesExample {
    key: "house",
    title: later("Captures that stay on the board"),
    options: &[("captured", "house")],
    seats: 2,
    start: ExampleStart::Text("4,4,4,4,0,2/6/1,6,4,4,4,0/5 0"),
    before: later("The fifth house below is empty, and six seeds lie opposite."),
    steps: &[
        step(
            "1",
            later("The last seed falls into the fifth house and brings the six opposite over to it."),
            &[Lit("captured"), Gathers(6), Passes],
        ),
        step(
            "1",
            later("The upper player does the same in their second house and gets all seven back."),
            &[Lit("captured"), Gathers(7), Passes],
        ),
    ],
};

pub static SWEEP: RulesExample = RulesExample {
    key: "sweep",
    title: later("The last sweep"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("0,0,0,0,0,1/22/0,3,0,1,0,0/21 1"),
    before: later("A single seed is left below, and the upper player is to move."),
    steps: &[
        step("4", later("The upper player moves one seed on and keeps the others at home."), &[Passes]),
        step(
            "6",
            later(
                "The last seed below falls into the store. That row is empty, so the match is over, and the four seeds left above go to the upper store: 25 to 23.",
            ),
            &[Gathers(4), Loses],
        ),
    ],
};

pub static SWAP: RulesExample = RulesExample {
    key: "swap",
    title: later("Swapping sides"),
    options: &[("swap", "on")],
    seats: 2,
    start: ExampleStart::Plies(&[]),
    before: later("Before the first move, with swapping allowed."),
    steps: &[
        step(
            "3",
            later("The first player begins well: the last seed falls into the store."),
            &[Lit("moves again"), Again],
        ),
        step(
            "6",
            later("And another move: that makes two in the store. Now it’s the second player’s first turn."),
            &[Passes],
        ),
        step(
            "swap",
            later(
                "The second player would rather have that side and takes it over with its store. The first player now moves from the other side.",
            ),
            &[Exchanges, Passes],
        ),
        step(
            "2",
            later("Five seeds from the second house end in the store: the first player moves again."),
            &[Lit("moves again"), Again],
        ),
    ],
};
