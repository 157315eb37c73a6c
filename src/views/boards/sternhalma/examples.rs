//! The worked examples of Sternhalma.

use crate::texts::later;
use crate::views::rules::examples::ExampleDetail::{Hops, Passes, Wins};
use crate::views::rules::examples::{ExampleStart, GoalPicture, RulesExample, goal, step};

pub(super) const ALL: &[&RulesExample] = &[&STEP, &HOP, &CHAIN, &LOCKED, &FINISH];

/// What the game is about.
pub(super) const GOAL: [GoalPicture; 3] = [
    goal(&STEP, 1, later("Step to a hole beside you,")),
    goal(&CHAIN, 1, later("or hop over marbles, again and again.")),
    goal(&FINISH, 1, later("Fill the point across the star first.")),
];

pub static STEP: RulesExample = RulesExample {
    key: "step",
    title: later("A step"),
    options: &[],
    seats: 2,
    start: ExampleStart::Plies(&[]),
    before: later("Before the first move. Yellow, at the bottom, goes first."),
    steps: &[step(
        "d2-e6",
        later("A step out of the home into an empty hole next to it."),
        &[Hops(1), Passes],
    )],
};

pub static HOP: RulesExample = RulesExample {
    key: "hop",
    title: later("Hopping over your own marbles"),
    options: &[],
    seats: 2,
    start: ExampleStart::Plies(&["d2-e6"]),
    before: later("Yellow has stepped out, which leaves a hole in the front row."),
    steps: &[
        step("n2-m7", later("Blue steps out too."), &[Hops(1), Passes]),
        step(
            "b2-f5",
            later("A marble from behind hops into the hole, and from there over the one that stepped out."),
            &[Hops(2), Passes],
        ),
        step("p2-l7", later("Blue does the same on the other side."), &[Hops(2), Passes]),
    ],
};

pub static CHAIN: RulesExample = RulesExample {
    key: "chain",
    title: later("A chain of hops"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text(
        "./11/.../1.../......1.1..../....1...1.../....1....../.....0..../...10..../.....0..../.....0...../......1.0.../....0...0..../0.../.../00/. 0",
    ),
    before: later("The yellow marble on g6 has a marble beside it, with an empty hole straight behind."),
    steps: &[step(
        "g6-k8",
        later("Seven hops in one turn, over both colours, changing direction along the way."),
        &[Hops(7), Passes],
    )],
};

pub static LOCKED: RulesExample = RulesExample {
    key: "locked",
    title: later("Out of the target and back"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text(
        "0/00/000/..00/....0..0...../....1.1...../.........../........../........./........../.........../............/............./1111/111/1./. 0",
    ),
    before: later("The yellow marble on n3 has arrived, so its moves may end only in the target."),
    steps: &[step(
        "n3-n1",
        later("The chain leaves the target, hops through the middle and comes back: that is allowed."),
        &[Hops(4), Passes],
    )],
};

pub static FINISH: RulesExample = RulesExample {
    key: "finish",
    title: later("The target is filled"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text(
        "1/00/000/000./........0..../.....0....../..1......../........../........./.....1..../.........../....1......./............./1.../11./11/1 0",
    ),
    before: later("One hole of yellow’s target is empty. A blue marble has never left the tip."),
    steps: &[step(
        "m9-n4",
        later(
            "The target is filled, and nine marbles in it are yellow: seven are enough. Yellow has won, although one marble is still on its way.",
        ),
        &[Hops(1), Wins],
    )],
};
