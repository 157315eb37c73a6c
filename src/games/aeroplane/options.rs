//! The variant switches of Aeroplane Chess.

use crate::games::GameOptions;
use crate::games::options::{ChoiceSpec, OptionPreset, OptionSpec, OptionValue, OptionValues};
use crate::{off_on, option_values};

option_values! {
    /// Which rolls let a plane leave its hangar.
    Launch {
        Six = "six",
        FiveSix = "five_six",
        Even = "even",
    }
}

impl Launch {
    /// Whether this roll lets a plane leave.
    pub const fn allows(self, face: u8) -> bool {
        match self {
            Self::Six => face == 6,
            Self::FiveSix => face >= 5,
            Self::Even => face.is_multiple_of(2),
        }
    }
}

option_values! {
    /// The effect of a roll that is larger than the distance left.
    Finish {
        /// It brings the plane home.
        Over = "over",
        /// It cannot be used.
        Exact = "exact",
        /// The surplus is counted backwards.
        Bounce = "bounce",
    }
}

/// The options of Aeroplane Chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AeroplaneOptions {
    /// Which rolls let a plane leave its hangar.
    pub launch: Launch,
    /// The effect of a roll that is larger than the distance left.
    pub finish: Finish,
    /// Whether sixes come up more often while all planes of a seat are in the hangar.
    pub boost: bool,
    /// Whether the third six in one turn sends back what the first two moved.
    pub three_sixes: bool,
    /// Whether every flight is followed by a jump.
    pub flight_jump: bool,
    /// Whether a flight sends back the planes whose column it crosses.
    pub flyover: bool,
    /// Whether own planes on one ring cell move as one.
    pub stacks: bool,
    /// Whether play continues until all seats but one are home.
    pub play_on: bool,
}

impl Default for AeroplaneOptions {
    fn default() -> Self {
        Self {
            launch: Launch::Six,
            finish: Finish::Over,
            boost: true,
            three_sixes: true,
            flight_jump: false,
            flyover: false,
            stacks: false,
            play_on: false,
        }
    }
}

impl GameOptions for AeroplaneOptions {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            key: "launch",
            title: "Take-off",
            help: "Which rolls let a plane leave its hangar. Only a six earns another roll, whatever you choose here.",
            values: OptionValues::Choice(&[
                ChoiceSpec { value: "six", title: "Six", help: "A plane leaves its hangar with a six." },
                ChoiceSpec {
                    value: "five_six",
                    title: "Five or six",
                    help: "A plane leaves its hangar with a five or a six.",
                },
                ChoiceSpec {
                    value: "even",
                    title: "Even numbers",
                    help: "A plane leaves its hangar with a two, a four or a six.",
                },
            ]),
        },
        OptionSpec {
            key: "finish",
            title: "Landing",
            help: "What happens if a roll is larger than the distance a plane has left.",
            values: OptionValues::Choice(&[
                ChoiceSpec {
                    value: "over",
                    title: "Large enough",
                    help: "Any roll at least as large as the distance left brings a plane home.",
                },
                ChoiceSpec {
                    value: "exact",
                    title: "Exact",
                    help: "A roll that is too large can’t be used.",
                },
                ChoiceSpec {
                    value: "bounce",
                    title: "Bounce",
                    help: "Steps left over are counted back from home.",
                },
            ]),
        },
        OptionSpec {
            key: "boost",
            title: "Help out of the hangar",
            help: "Whether sixes are more likely while all four planes of a player are in the hangar.",
            values: off_on!(
                "Every number is always equally likely.",
                "While all four planes of a player are in the hangar, the die shows a six three times out of eight, and each other number once out of eight."
            ),
        },
        OptionSpec {
            key: "three_sixes",
            title: "Three sixes",
            help: "What happens on the third six in one turn.",
            values: off_on!(
                "It’s a six like any other.",
                "Nothing moves, the planes moved with the first two go back to the hangar, and the turn ends. Planes that are home stay home."
            ),
        },
        OptionSpec {
            key: "flight_jump",
            title: "Jump after a flight",
            help: "Whether a plane that has flown along its shortcut jumps once more.",
            values: off_on!(
                "A flight ends where it lands.",
                "Every flight is followed by a jump of four cells."
            ),
        },
        OptionSpec {
            key: "flyover",
            title: "Flying over",
            help: "Whether a flight sends back planes of the colour opposite that stand in its way, in the middle of their home column.",
            values: off_on!(
                "Planes in a home column are always safe.",
                "A flight sends them back to their hangar."
            ),
        },
        OptionSpec {
            key: "stacks",
            title: "Stacks",
            help: "Whether planes of one colour that share a cell of the ring move together.",
            values: off_on!(
                "Each plane moves on its own.",
                "They move, jump, fly and are sent back as one. On pads and in columns each plane stands alone."
            ),
        },
        OptionSpec {
            key: "play_on",
            title: "Play for places",
            help: "Whether the others play on after the first player has all planes home.",
            values: off_on!(
                "The match ends when the first player has all four planes home; the others are ranked by how far theirs have come.",
                "Play goes on until all but one player have four planes home. They are ranked in that order."
            ),
        },
    ];

    const PRESETS: &'static [OptionPreset] = &[
        OptionPreset { key: "standard", title: "Standard", help: "The usual modern rules.", values: &[] },
        OptionPreset {
            key: "quick",
            title: "Quick",
            help: "Planes take off with any even number, three sixes cost nothing, and a flight is followed by a jump.",
            values: &[("launch", "even"), ("three_sixes", "off"), ("flight_jump", "on")],
        },
        OptionPreset {
            key: "squadron",
            title: "Squadrons",
            help: "Planes that meet move together, flights send back what they cross and end with a jump, and planes bounce back from home.",
            values: &[("finish", "bounce"), ("flight_jump", "on"), ("flyover", "on"), ("stacks", "on")],
        },
        OptionPreset {
            key: "strict",
            title: "Strict",
            help: "No help out of the hangar, exact landings, and everyone plays for a place.",
            values: &[("finish", "exact"), ("boost", "off"), ("play_on", "on")],
        },
    ];

    fn fields(&mut self) -> Vec<(&'static str, &mut dyn OptionValue)> {
        vec![
            ("launch", &mut self.launch),
            ("finish", &mut self.finish),
            ("boost", &mut self.boost),
            ("three_sixes", &mut self.three_sixes),
            ("flight_jump", &mut self.flight_jump),
            ("flyover", &mut self.flyover),
            ("stacks", &mut self.stacks),
            ("play_on", &mut self.play_on),
        ]
    }
}
