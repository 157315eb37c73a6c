//! The worked examples of Aeroplane Chess.

use crate::texts::later;
use crate::views::rules::examples::ExampleDetail::{
    Again, Hops, Jumps, Lit, Passes, SendsBack, Together, Wins,
};
use crate::views::rules::examples::{ALL_PLIES, ExampleStart, GoalPicture, RulesExample, goal, step};

pub(super) const ALL: &[&RulesExample] =
    &[&TAKE_OFF, &THREE_SIXES, &JUMP, &SHORTCUT, &FLYOVER, &SENT_BACK, &LANDING, &BOUNCE, &END, &STACKS];

/// What the game is about.
pub(super) const GOAL: [GoalPicture; 3] = [
    goal(&TAKE_OFF, 2, later("Roll to take off.")),
    goal(&JUMP, 2, later("Fly around, and jump from colour to colour.")),
    goal(&END, ALL_PLIES, later("Bring all four planes home first.")),
];

pub static TAKE_OFF: RulesExample = RulesExample {
    key: "take-off",
    title: later("Taking off"),
    options: &[],
    seats: 2,
    start: ExampleStart::Text("H,H,H,H/9,H,H,H c0 - -"),
    before: later("All four yellow planes are in the hangar, and it’s yellow’s turn to roll."),
    steps: &[
        step("d6", later("A six: a plane may take off."), &[Again]),
        step(
            "1",
            later("The first plane moves to its pad. The six was used, so yellow rolls again."),
            &[Hops(1), Again],
        ),
        step("d4", later("A four. The planes in the hangar stay there, but the first can fly."), &[Again]),
        step("1", later("Four cells from the pad. It wasn’t a six, so the turn passes."), &[Hops(4), Passes]),
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
        step("d6", later("The first six."), &[Again]),
        step("1", later("A plane takes off, and yellow rolls again."), &[Hops(1), Again]),
        step("d6", later("The second six."), &[Again]),
        step("2", later("Another plane flies six cells on, and yellow rolls again."), &[Hops(6), Again]),
        step(
            "d6",
            later(
                "The third is one too many: both planes that moved go back to the hangar, the third stays where it is, and the turn passes.",
            ),
            &[Lit("the third six"), SendsBack(2), Passes],
        ),
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
        step("d3", later("A three, just what it takes."), &[Again]),
        step(
            "1",
            later(
                "Three cells to the sun, and a jump to the next one. There it stays: a jump is never followed by another.",
            ),
            &[Jumps, Passes],
        ),
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
        step("d2", later("A two."), &[Again]),
        step(
            "1",
            later(
                "Two cells to a sun, a jump to the shortcut, and the flight straight across, twelve cells on.",
            ),
            &[Jumps, Lit("the shortcut"), Passes],
        ),
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
        step("d3", later("Three cells lead to the shortcut."), &[Again]),
        step(
            "1",
            later(
                "The flight sends the red plane back to its hangar, and then yellow jumps once more. Both are options of a match.",
            ),
            &[Lit("the shortcut"), Lit("flown over"), SendsBack(1), Jumps, Passes],
        ),
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
        step("d4", later("A four."), &[Again]),
        step(
            "1",
            later("Yellow stops on their cell, and both go back to their hangar."),
            &[Lit("sent back"), SendsBack(2), Passes],
        ),
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
        step("d5", later("A five, more than it needs."), &[Again]),
        step("1", later("Home all the same: the extra cells don’t matter."), &[Hops(3), Passes]),
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
        step("d5", later("A five is three too many."), &[Again]),
        step("1", later("Two cells to home, and three back."), &[Hops(5), Passes]),
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
        step("d2", later("A two."), &[Again]),
        step("3", later("All four are home: yellow has won."), &[Lit("all four home"), Wins]),
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
        step("d3", later("A three."), &[Again]),
        step(
            "3",
            later("The third plane joins them. From now on the three are one stack."),
            &[Hops(3), Passes],
        ),
        step("d4", later("Red rolls a four."), &[Again]),
        step("1", later("And flies on."), &[Hops(4), Passes]),
        step("d3", later("Yellow rolls another three."), &[Again]),
        step("1", later("The whole stack flies, under its lowest number."), &[Together(3), Hops(3), Passes]),
    ],
};
