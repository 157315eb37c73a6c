//! The worked examples of Sternhalma.

use crate::texts::later;
use crate::views::rules::examples::{ExampleDetail, ExampleStart, ExampleStep, RulesExample};

pub(super) const ALL: &[&RulesExample] = &[&STEP, &HOP, &CHAIN, &LOCKED, &FINISH];

pub static STEP: RulesExample = RulesExample {
    key: "step",
    title: later("A step"),
    options: &[],
    seats: 2,
    start: ExampleStart::Plies(&[]),
    before: later("Before the first move. Yellow, at the bottom, goes first."),
    steps: &[ExampleStep {
        ply: "d2-e6",
        says: later("A step out of the home into an empty hole next to it."),
        shows: &[ExampleDetail::Hops(1), ExampleDetail::Passes],
    }],
};

pub static HOP: RulesExample = RulesExample {
    key: "hop",
    title: later("Hopping over your own marbles"),
    options: &[],
    seats: 2,
    start: ExampleStart::Plies(&["d2-e6"]),
    before: later("Yellow has stepped out, which leaves a hole in the front row."),
    steps: &[
        ExampleStep {
            ply: "n2-m7",
            says: later("Blue steps out too."),
            shows: &[ExampleDetail::Hops(1), ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "b2-f5",
            says: later(
                "A marble from behind hops into the hole, and from there over the one that stepped out.",
            ),
            shows: &[ExampleDetail::Hops(2), ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "p2-l7",
            says: later("Blue does the same on the other side."),
            shows: &[ExampleDetail::Hops(2), ExampleDetail::Passes],
        },
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
    steps: &[ExampleStep {
        ply: "g6-k8",
        says: later("Seven hops in one turn, over both colours, changing direction along the way."),
        shows: &[ExampleDetail::Hops(7), ExampleDetail::Passes],
    }],
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
    steps: &[ExampleStep {
        ply: "n3-n1",
        says: later("The chain leaves the target, hops through the middle and comes back: that is allowed."),
        shows: &[ExampleDetail::Hops(4), ExampleDetail::Passes],
    }],
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
    steps: &[ExampleStep {
        ply: "m9-n4",
        says: later(
            "The target is filled, and nine marbles in it are yellow: seven are enough. Yellow has won, although one marble is still on its way.",
        ),
        shows: &[ExampleDetail::Hops(1), ExampleDetail::Wins],
    }],
};
