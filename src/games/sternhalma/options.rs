//! The variant switches of Sternhalma.

use crate::games::GameOptions;
use crate::games::options::{ChoiceSpec, OptionPreset, OptionSpec, OptionValue, OptionValues};
use crate::{off_on, option_values};

option_values! {
    /// What finishes.
    Finish {
        /// The target is full and at least seven marbles in it are one's own.
        Filled = "filled",
        /// All ten marbles of one's own stand in the target.
        OwnTen = "own_ten",
    }
}

option_values! {
    /// What a marble in its target may do.
    Target {
        /// End its ply only on another hole of the target.
        Locked = "locked",
        /// Leave for good.
        Free = "free",
    }
}

option_values! {
    /// The points a ply may end in.
    Points {
        /// Home and target only.
        Own = "own",
        /// All six.
        Any = "any",
    }
}

/// The options of Sternhalma.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SternhalmaOptions {
    /// What finishes.
    pub finish: Finish,
    /// What a marble in its target may do.
    pub target: Target,
    /// The points a ply may end in.
    pub points: Points,
    /// Whether seats go on until all but one have finished.
    pub play_on: bool,
}

impl Default for SternhalmaOptions {
    fn default() -> Self {
        Self { finish: Finish::Filled, target: Target::Locked, points: Points::Own, play_on: false }
    }
}

impl GameOptions for SternhalmaOptions {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            key: "finish",
            title: "Finish",
            help: "What a seat must have reached after its own ply.",
            values: OptionValues::Choice(&[
                ChoiceSpec {
                    value: "filled",
                    title: "Target filled",
                    help: "The target is full and at least seven of the marbles in it are one's own: a stray marble cannot block it for ever.",
                },
                ChoiceSpec {
                    value: "own_ten",
                    title: "All ten home",
                    help: "All ten marbles of one's own stand in the target.",
                },
            ]),
        },
        OptionSpec {
            key: "target",
            title: "Marbles in the target",
            help: "Whether a marble that has arrived may go away again.",
            values: OptionValues::Choice(&[
                ChoiceSpec {
                    value: "locked",
                    title: "Stay",
                    help: "A marble in its target may only end on another hole of it, though a chain may leave and come back.",
                },
                ChoiceSpec {
                    value: "free",
                    title: "May leave",
                    help: "A marble may leave its target for good.",
                },
            ]),
        },
        OptionSpec {
            key: "points",
            title: "Other points",
            help: "Whether a marble may rest in a point that is neither home nor target.",
            values: OptionValues::Choice(&[
                ChoiceSpec {
                    value: "own",
                    title: "Pass through only",
                    help: "Hops may pass through other points, but no ply ends there.",
                },
                ChoiceSpec { value: "any", title: "May rest", help: "A ply may end in any point." },
            ]),
        },
        OptionSpec {
            key: "play_on",
            title: "Play on",
            help: "Whether the others go on after the first has finished.",
            values: off_on!(
                "The match ends at the first finisher; the others are placed by the distance they have left.",
                "Seats go on until all but one have finished, and are placed in the order of finishing."
            ),
        },
    ];

    const PRESETS: &'static [OptionPreset] = &[
        OptionPreset { key: "standard", title: "Standard", help: "As it is played today.", values: &[] },
        OptionPreset {
            key: "original",
            title: "Original",
            help: "All ten must arrive, and marbles may rest and go wherever they like.",
            values: &[("finish", "own_ten"), ("target", "free"), ("points", "any")],
        },
    ];

    fn fields(&mut self) -> Vec<(&'static str, &mut dyn OptionValue)> {
        vec![
            ("finish", &mut self.finish),
            ("target", &mut self.target),
            ("points", &mut self.points),
            ("play_on", &mut self.play_on),
        ]
    }
}
