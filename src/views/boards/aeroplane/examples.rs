//! The worked examples of Aeroplane Chess.

use crate::texts::later;
use crate::views::rules::examples::{Example, Shows, Start, Step};

pub(super) const ALL: &[&Example] =
    &[&TAKE_OFF, &THREE_SIXES, &JUMP, &SHORTCUT, &FLYOVER, &SENT_BACK, &LANDING, &BOUNCE, &END, &STACKS];

pub static TAKE_OFF: Example = Example {
    key: "take-off",
    title: later("Taking off"),
    options: &[],
    seats: 2,
    start: Start::Text("H,H,H,H/9,H,H,H c0 - -"),
    before: later("All four yellow planes are in the hangar, and yellow is to throw."),
    steps: &[
        Step { ply: "d6", says: later("A six: a plane may take off."), shows: &[Shows::Again] },
        Step {
            ply: "1",
            says: later("The first plane rolls out to its pad. The six was used, so yellow throws again."),
            shows: &[Shows::Hops(1), Shows::Again],
        },
        Step {
            ply: "d4",
            says: later("A four. The planes in the hangar stay there, but the first can fly."),
            shows: &[Shows::Again],
        },
        Step {
            ply: "1",
            says: later("Four cells from the pad. No six, so the turn passes."),
            shows: &[Shows::Hops(4), Shows::Passes],
        },
    ],
};

pub static THREE_SIXES: Example = Example {
    key: "three-sixes",
    title: later("The third six"),
    options: &[],
    seats: 2,
    start: Start::Text("H,3,20,H/9,H,H,H c0 - -"),
    before: later("Two yellow planes are on the ring, and yellow is to throw."),
    steps: &[
        Step { ply: "d6", says: later("The first six."), shows: &[Shows::Again] },
        Step {
            ply: "1",
            says: later("A plane takes off, and yellow throws again."),
            shows: &[Shows::Hops(1), Shows::Again],
        },
        Step { ply: "d6", says: later("The second six."), shows: &[Shows::Again] },
        Step {
            ply: "2",
            says: later("Another plane flies six cells on, and yellow throws again."),
            shows: &[Shows::Hops(6), Shows::Again],
        },
        Step {
            ply: "d6",
            says: later(
                "The third is one too many: both planes that have moved are back in the hangar, the third stays where it is, and the turn passes.",
            ),
            shows: &[Shows::Lit("the third six"), Shows::SendsBack(2), Shows::Passes],
        },
    ],
};

pub static JUMP: Example = Example {
    key: "jump",
    title: later("A jump"),
    options: &[],
    seats: 2,
    start: Start::Text("7,H,H,H/9,H,H,H c0 - -"),
    before: later("A yellow plane, three cells before a sun."),
    steps: &[
        Step { ply: "d3", says: later("A three, just what it takes."), shows: &[Shows::Again] },
        Step {
            ply: "1",
            says: later(
                "Three cells to the sun, and a jump to the next one. There it stays: a jump is never followed by another.",
            ),
            shows: &[Shows::Jumps, Shows::Passes],
        },
    ],
};

pub static SHORTCUT: Example = Example {
    key: "shortcut",
    title: later("The shortcut"),
    options: &[],
    seats: 2,
    start: Start::Text("12,H,H,H/9,H,H,H c0 - -"),
    before: later("A yellow plane, one jump and two cells before its shortcut."),
    steps: &[
        Step { ply: "d2", says: later("A two."), shows: &[Shows::Again] },
        Step {
            ply: "1",
            says: later(
                "Two cells to a sun, a jump to the shortcut, and the flight straight across, twelve cells on.",
            ),
            shows: &[Shows::Jumps, Shows::Lit("the shortcut"), Shows::Passes],
        },
    ],
};

pub static FLYOVER: Example = Example {
    key: "flyover",
    title: later("Flying over, and on"),
    options: &[("flight_jump", "on"), ("flyover", "on")],
    seats: 2,
    start: Start::Text("15,H,H,H/53,9,H,H c0 - -"),
    before: later("A red plane stands in its column, where yellow’s shortcut crosses it."),
    steps: &[
        Step { ply: "d3", says: later("Three cells lead to the shortcut."), shows: &[Shows::Again] },
        Step {
            ply: "1",
            says: later(
                "The flight sends the red plane back to its hangar, and after it yellow jumps once more. Both have to be chosen when the table is opened.",
            ),
            shows: &[
                Shows::Lit("the shortcut"),
                Shows::Lit("flown over"),
                Shows::SendsBack(1),
                Shows::Jumps,
                Shows::Passes,
            ],
        },
    ],
};

pub static SENT_BACK: Example = Example {
    key: "sent-back",
    title: later("Sending back"),
    options: &[],
    seats: 2,
    start: Start::Text("3,H,H,H/33,33,H,H c0 - -"),
    before: later("Two red planes wait on one cell, four before the yellow one."),
    steps: &[
        Step { ply: "d4", says: later("A four."), shows: &[Shows::Again] },
        Step {
            ply: "1",
            says: later("Yellow comes to rest on their cell, and both go back to their hangar."),
            shows: &[Shows::Lit("sent back"), Shows::SendsBack(2), Shows::Passes],
        },
    ],
};

pub static LANDING: Example = Example {
    key: "landing",
    title: later("Coming home"),
    options: &[],
    seats: 2,
    start: Start::Text("53,30,H,H/9,H,H,H c0 - -"),
    before: later("A yellow plane, three cells from home."),
    steps: &[
        Step { ply: "d5", says: later("A five, which is more than it takes."), shows: &[Shows::Again] },
        Step {
            ply: "1",
            says: later("Home all the same: what is too much counts nothing."),
            shows: &[Shows::Hops(3), Shows::Passes],
        },
    ],
};

pub static BOUNCE: Example = Example {
    key: "bounce",
    title: later("Bouncing back"),
    options: &[("finish", "bounce")],
    seats: 2,
    start: Start::Text("54,30,H,H/9,H,H,H c0 - -"),
    before: later("A table where landings bounce: a yellow plane, two cells from home."),
    steps: &[
        Step { ply: "d5", says: later("A five is three too many."), shows: &[Shows::Again] },
        Step {
            ply: "1",
            says: later("Two cells to home, and three back."),
            shows: &[Shows::Hops(5), Shows::Passes],
        },
    ],
};

pub static END: Example = Example {
    key: "end",
    title: later("The last plane"),
    options: &[],
    seats: 2,
    start: Start::Text("56,56,54,56/30,H,53,56 c0 - -"),
    before: later("Three yellow planes are home, and the fourth has two cells to go."),
    steps: &[
        Step { ply: "d2", says: later("A two."), shows: &[Shows::Again] },
        Step {
            ply: "3",
            says: later("All four are home: yellow has won."),
            shows: &[Shows::Lit("all four home"), Shows::Wins],
        },
    ],
};

pub static STACKS: Example = Example {
    key: "stacks",
    title: later("A stack"),
    options: &[("stacks", "on")],
    seats: 2,
    start: Start::Text("20,20,17,H/9,H,H,H c0 - -"),
    before: later("Two yellow planes share a cell, and a third is three cells behind them."),
    steps: &[
        Step { ply: "d3", says: later("A three."), shows: &[Shows::Again] },
        Step {
            ply: "3",
            says: later("The third plane joins them. From now on the three are one stack."),
            shows: &[Shows::Hops(3), Shows::Passes],
        },
        Step { ply: "d4", says: later("Red throws a four."), shows: &[Shows::Again] },
        Step { ply: "1", says: later("And flies on."), shows: &[Shows::Hops(4), Shows::Passes] },
        Step { ply: "d3", says: later("Yellow throws another three."), shows: &[Shows::Again] },
        Step {
            ply: "1",
            says: later("The whole stack flies, under its lowest number."),
            shows: &[Shows::Together(3), Shows::Hops(3), Shows::Passes],
        },
    ],
};
