//! The worked examples of Aeroplane Chess.

use crate::texts::later;
use crate::views::rules::examples::{ExampleDetail, ExampleStart, ExampleStep, RulesExample};

pub(super) const ALL: &[&RulesExample] =
    &[&TAKE_OFF, &THREE_SIXES, &JUMP, &SHORTCUT, &FLYOVER, &SENT_BACK, &LANDING, &BOUNCE, &END, &STACKS];

pub static TAKE_OFF: RulesExample = RulesExample {
    key: "take-off",
    title: later("Taking off"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("H,H,H,H/9,H,H,H c0 - -"),
    before: later("All four yellow planes are in the hangar, and it’s yellow’s turn to roll."),
    steps: &[
        ExampleStep {
            ply: "d6",
            says: later("A six: a plane may take off."),
            shows: &[ExampleDetail::Again],
        },
        ExampleStep {
            ply: "1",
            says: later("The first plane moves to its pad. The six was used, so yellow rolls again."),
            shows: &[ExampleDetail::Hops(1), ExampleDetail::Again],
        },
        ExampleStep {
            ply: "d4",
            says: later("A four. The planes in the hangar stay there, but the first can fly."),
            shows: &[ExampleDetail::Again],
        },
        ExampleStep {
            ply: "1",
            says: later("Four cells from the pad. It wasn’t a six, so the turn passes."),
            shows: &[ExampleDetail::Hops(4), ExampleDetail::Passes],
        },
    ],
};

pub static THREE_SIXES: RulesExample = RulesExample {
    key: "three-sixes",
    title: later("The third six"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("H,3,20,H/9,H,H,H c0 - -"),
    before: later("Two yellow planes are on the ring, and it’s yellow’s turn to roll."),
    steps: &[
        ExampleStep { ply: "d6", says: later("The first six."), shows: &[ExampleDetail::Again] },
        ExampleStep {
            ply: "1",
            says: later("A plane takes off, and yellow rolls again."),
            shows: &[ExampleDetail::Hops(1), ExampleDetail::Again],
        },
        ExampleStep { ply: "d6", says: later("The second six."), shows: &[ExampleDetail::Again] },
        ExampleStep {
            ply: "2",
            says: later("Another plane flies six cells on, and yellow rolls again."),
            shows: &[ExampleDetail::Hops(6), ExampleDetail::Again],
        },
        ExampleStep {
            ply: "d6",
            says: later(
                "The third is one too many: both planes that moved go back to the hangar, the third stays where it is, and the turn passes.",
            ),
            shows: &[ExampleDetail::Lit("the third six"), ExampleDetail::SendsBack(2), ExampleDetail::Passes],
        },
    ],
};

pub static JUMP: RulesExample = RulesExample {
    key: "jump",
    title: later("A jump"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("7,H,H,H/9,H,H,H c0 - -"),
    before: later("A yellow plane, three cells before a sun."),
    steps: &[
        ExampleStep {
            ply: "d3",
            says: later("A three, just what it takes."),
            shows: &[ExampleDetail::Again],
        },
        ExampleStep {
            ply: "1",
            says: later(
                "Three cells to the sun, and a jump to the next one. There it stays: a jump is never followed by another.",
            ),
            shows: &[ExampleDetail::Jumps, ExampleDetail::Passes],
        },
    ],
};

pub static SHORTCUT: RulesExample = RulesExample {
    key: "shortcut",
    title: later("The shortcut"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("12,H,H,H/9,H,H,H c0 - -"),
    before: later("A yellow plane, one jump and two cells before its shortcut."),
    steps: &[
        ExampleStep { ply: "d2", says: later("A two."), shows: &[ExampleDetail::Again] },
        ExampleStep {
            ply: "1",
            says: later(
                "Two cells to a sun, a jump to the shortcut, and the flight straight across, twelve cells on.",
            ),
            shows: &[ExampleDetail::Jumps, ExampleDetail::Lit("the shortcut"), ExampleDetail::Passes],
        },
    ],
};

pub static FLYOVER: RulesExample = RulesExample {
    key: "flyover",
    title: later("Flying over, and on"),
    options: &[("flight_jump", "on"), ("flyover", "on")],
    seats: 2,
    start: ExampleStart::Text("15,H,H,H/53,9,H,H c0 - -"),
    before: later("A red plane stands in its column, where yellow’s shortcut crosses it."),
    steps: &[
        ExampleStep {
            ply: "d3",
            says: later("Three cells lead to the shortcut."),
            shows: &[ExampleDetail::Again],
        },
        ExampleStep {
            ply: "1",
            says: later(
                "The flight sends the red plane back to its hangar, and then yellow jumps once more. Both are options of a match.",
            ),
            shows: &[
                ExampleDetail::Lit("the shortcut"),
                ExampleDetail::Lit("flown over"),
                ExampleDetail::SendsBack(1),
                ExampleDetail::Jumps,
                ExampleDetail::Passes,
            ],
        },
    ],
};

pub static SENT_BACK: RulesExample = RulesExample {
    key: "sent-back",
    title: later("Sending back"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("3,H,H,H/33,33,H,H c0 - -"),
    before: later("Two red planes wait on one cell, four before the yellow one."),
    steps: &[
        ExampleStep { ply: "d4", says: later("A four."), shows: &[ExampleDetail::Again] },
        ExampleStep {
            ply: "1",
            says: later("Yellow stops on their cell, and both go back to their hangar."),
            shows: &[ExampleDetail::Lit("sent back"), ExampleDetail::SendsBack(2), ExampleDetail::Passes],
        },
    ],
};

pub static LANDING: RulesExample = RulesExample {
    key: "landing",
    title: later("Coming home"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("53,30,H,H/9,H,H,H c0 - -"),
    before: later("A yellow plane, three cells from home."),
    steps: &[
        ExampleStep { ply: "d5", says: later("A five, more than it needs."), shows: &[ExampleDetail::Again] },
        ExampleStep {
            ply: "1",
            says: later("Home all the same: the extra cells don’t matter."),
            shows: &[ExampleDetail::Hops(3), ExampleDetail::Passes],
        },
    ],
};

pub static BOUNCE: RulesExample = RulesExample {
    key: "bounce",
    title: later("Bouncing back"),
    options: &[("finish", "bounce")],
    seats: 2,
    start: ExampleStart::Text("54,30,H,H/9,H,H,H c0 - -"),
    before: later("With landings that bounce: a yellow plane, two cells from home."),
    steps: &[
        ExampleStep { ply: "d5", says: later("A five is three too many."), shows: &[ExampleDetail::Again] },
        ExampleStep {
            ply: "1",
            says: later("Two cells to home, and three back."),
            shows: &[ExampleDetail::Hops(5), ExampleDetail::Passes],
        },
    ],
};

pub static END: RulesExample = RulesExample {
    key: "end",
    title: later("The last plane"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("56,56,54,56/30,H,53,56 c0 - -"),
    before: later("Three yellow planes are home, and the fourth has two cells to go."),
    steps: &[
        ExampleStep { ply: "d2", says: later("A two."), shows: &[ExampleDetail::Again] },
        ExampleStep {
            ply: "3",
            says: later("All four are home: yellow has won."),
            shows: &[ExampleDetail::Lit("all four home"), ExampleDetail::Wins],
        },
    ],
};

pub static STACKS: RulesExample = RulesExample {
    key: "stacks",
    title: later("A stack"),
    options: &[("stacks", "on")],
    seats: 2,
    start: ExampleStart::Text("20,20,17,H/9,H,H,H c0 - -"),
    before: later("Two yellow planes share a cell, and a third is three cells behind them."),
    steps: &[
        ExampleStep { ply: "d3", says: later("A three."), shows: &[ExampleDetail::Again] },
        ExampleStep {
            ply: "3",
            says: later("The third plane joins them. From now on the three are one stack."),
            shows: &[ExampleDetail::Hops(3), ExampleDetail::Passes],
        },
        ExampleStep { ply: "d4", says: later("Red rolls a four."), shows: &[ExampleDetail::Again] },
        ExampleStep {
            ply: "1",
            says: later("And flies on."),
            shows: &[ExampleDetail::Hops(4), ExampleDetail::Passes],
        },
        ExampleStep { ply: "d3", says: later("Yellow rolls another three."), shows: &[ExampleDetail::Again] },
        ExampleStep {
            ply: "1",
            says: later("The whole stack flies, under its lowest number."),
            shows: &[ExampleDetail::Together(3), ExampleDetail::Hops(3), ExampleDetail::Passes],
        },
    ],
};
