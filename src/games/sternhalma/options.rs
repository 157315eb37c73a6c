//! The variant switches of Sternhalma.

use crate::games::GameOptions;
use crate::games::options::{ChoiceSpec, OptionPreset, OptionSpec, OptionValue, OptionValues};
use crate::{off_on, option_values};

option_values! {
    /// The condition for finishing.
    Finish {
        /// The target is full and contains at least seven marbles of the seat.
        Filled = "filled",
        /// All ten marbles of the seat are in the target.
        OwnTen = "own_ten",
    }
}

option_values! {
    /// The moves of a marble in its target.
    Target {
        /// Only to another hole of the target.
        Locked = "locked",
        /// Out of the target as well.
        Free = "free",
    }
}

option_values! {
    /// The points in which a ply may end.
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
    /// The condition for finishing.
    pub finish: Finish,
    /// The moves of a marble in its target.
    pub target: Target,
    /// The points in which a ply may end.
    pub points: Points,
    /// Whether play continues until all seats but one have finished.
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
            help: "What a player needs to finish. It’s checked after their own move.",
            values: OptionValues::Choice(&[
                ChoiceSpec {
                    value: "filled",
                    title: "Target filled",
                    help: "The target is full and at least seven of the marbles in it are your own: a stray marble can’t block it forever.",
                },
                ChoiceSpec {
                    value: "own_ten",
                    title: "All ten home",
                    help: "All ten of your own marbles are in the target.",
                },
            ]),
        },
        OptionSpec {
            key: "target",
            title: "Marbles in the target",
            help: "Whether a marble may leave the target again.",
            values: OptionValues::Choice(&[
                ChoiceSpec {
                    value: "locked",
                    title: "Stay",
                    help: "A marble in its target may only end its move in another hole of it, though a chain may leave and come back.",
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
                    help: "Hops may pass through other points, but no move ends there.",
                },
                ChoiceSpec { value: "any", title: "May rest", help: "A move may end in any point." },
            ]),
        },
        OptionSpec {
            key: "play_on",
            title: "Play for places",
            help: "Whether the others play on after the first player has finished.",
            values: off_on!(
                "The match ends when the first player finishes; the others are ranked by the distance they have left.",
                "Play goes on until all but one have finished. They are ranked in the order they finish."
            ),
        },
    ];

    const PRESETS: &'static [OptionPreset] = &[
        OptionPreset { key: "standard", title: "Standard", help: "The usual modern rules.", values: &[] },
        OptionPreset {
            key: "original",
            title: "Original",
            help: "All ten must arrive, and marbles may stop and go wherever they like.",
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
