//! The worked examples of Kalah.

use crate::texts::later;
use crate::views::rules::examples::{ExampleDetail, ExampleStart, ExampleStep, RulesExample};

pub(super) const ALL: &[&RulesExample] = &[&AGAIN, &CAPTURE, &LAP, &LONE, &HOUSE, &SWEEP, &SWAP];

pub static AGAIN: RulesExample = RulesExample {
    key: "again",
    title: later("Moving again"),
    options: &[],
    seats: 2,
    start: ExampleStart::Plies(&[]),
    before: later("Before the first move there are four seeds in every house."),
    steps: &[
        ExampleStep {
            ply: "3",
            says: later(
                "Four seeds from the third house: the last one falls into the store, so the lower player moves again.",
            ),
            shows: &[ExampleDetail::Lit("moves again"), ExampleDetail::Again],
        },
        ExampleStep {
            ply: "6",
            says: later(
                "Five from the sixth: one for the store, four for the other side. Now it’s the upper player’s turn.",
            ),
            shows: &[ExampleDetail::Passes],
        },
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
        ExampleStep {
            ply: "4",
            says: later("The upper player moves two seeds on and leaves the six where they are."),
            shows: &[ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "1",
            says: later(
                "The last seed falls into the empty fifth house: it goes to the store, and so do the six opposite.",
            ),
            shows: &[ExampleDetail::Lit("captured"), ExampleDetail::Gathers(7), ExampleDetail::Passes],
        },
    ],
};

pub static LAP: RulesExample = RulesExample {
    key: "lap",
    title: later("Once around"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("0,13,1,0,2,1/9/2,1,0,4,3,2/10 0"),
    before: later("Thirteen seeds lie in the second house below."),
    steps: &[ExampleStep {
        ply: "2",
        says: later(
            "They go all the way round, past the upper store. The last falls into the house they came from, which is empty by now, and captures the four opposite.",
        ),
        shows: &[ExampleDetail::Lit("captured"), ExampleDetail::Gathers(5), ExampleDetail::Passes],
    }],
};

pub static LONE: RulesExample = RulesExample {
    key: "lone",
    title: later("Capturing a single seed"),
    options: &[("empty_capture", "on")],
    seats: 2,
    start: ExampleStart::Text("1,0,3,0,2,4/10/3,5,4,0,0,0/16 0"),
    before: later("The second house below is empty, and so is the one opposite."),
    steps: &[ExampleStep {
        ply: "1",
        says: later(
            "With this option the last seed goes to the store even though there is nothing opposite to capture.",
        ),
        shows: &[ExampleDetail::Lit("captured"), ExampleDetail::Gathers(1), ExampleDetail::Passes],
    }],
};

pub static HOUSE: RulesExample = RulesExample {
    key: "house",
    title: later("Captures that stay on the board"),
    options: &[("captured", "house")],
    seats: 2,
    start: ExampleStart::Text("4,4,4,4,0,2/6/1,6,4,4,4,0/5 0"),
    before: later("The fifth house below is empty, and six seeds lie opposite."),
    steps: &[
        ExampleStep {
            ply: "1",
            says: later("The last seed falls into the fifth house and brings the six opposite over to it."),
            shows: &[ExampleDetail::Lit("captured"), ExampleDetail::Gathers(6), ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "1",
            says: later("The upper player does the same in their second house and gets all seven back."),
            shows: &[ExampleDetail::Lit("captured"), ExampleDetail::Gathers(7), ExampleDetail::Passes],
        },
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
        ExampleStep {
            ply: "4",
            says: later("The upper player moves one seed on and keeps the others at home."),
            shows: &[ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "6",
            says: later(
                "The last seed below falls into the store. That row is empty, so the match is over, and the four seeds left above go to the upper store: 25 to 23.",
            ),
            shows: &[ExampleDetail::Gathers(4), ExampleDetail::Loses],
        },
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
        ExampleStep {
            ply: "3",
            says: later("The first player begins well: the last seed falls into the store."),
            shows: &[ExampleDetail::Lit("moves again"), ExampleDetail::Again],
        },
        ExampleStep {
            ply: "6",
            says: later(
                "And another move: that makes two in the store. Now it’s the second player’s first turn.",
            ),
            shows: &[ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "swap",
            says: later(
                "The second player would rather have that side and takes it over with its store. The first player now moves from the other side.",
            ),
            shows: &[ExampleDetail::Exchanges, ExampleDetail::Passes],
        },
        ExampleStep {
            ply: "2",
            says: later("Five seeds from the second house end in the store: the first player moves again."),
            shows: &[ExampleDetail::Lit("moves again"), ExampleDetail::Again],
        },
    ],
};
