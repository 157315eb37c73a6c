//! The route of a plane, from the hangar over the pad and around the ring into the column and home, and its moves along
//! it.

use std::fmt;
use std::str::FromStr;

use super::options::{AeroplaneOptions, Finish};
use crate::games::UnreadableNotation;

/// The progress of a plane on its route.
///
/// ```
/// use parlour::games::aeroplane::route::PlaneProgress;
/// let shortcut: PlaneProgress = "18".parse().unwrap();
/// assert_eq!(shortcut, PlaneProgress::SHORTCUT);
/// assert!(shortcut.is_own_colour() && shortcut.is_on_ring());
/// assert_eq!(PlaneProgress::HANGAR.to_string(), "H");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaneProgress(u8);

/// Steps from the pad to home.
pub const STEPS_HOME: u8 = 56;

impl PlaneProgress {
    /// In the hangar, before the route begins.
    pub const HANGAR: Self = Self(0);
    /// On the start pad, where a plane goes when it leaves the hangar.
    pub const PAD: Self = Self::at(0);
    /// Where a plane takes the shortcut.
    pub const SHORTCUT: Self = Self::at(18);
    /// Where the shortcut ends.
    pub const FLOWN: Self = Self::at(30);
    /// The last cell on the ring, where the route turns into the column.
    pub const TURNING: Self = Self::at(50);
    /// The cell of a column that flights of the opposite colour cross.
    pub const CROSSED: Self = Self::at(53);
    /// The end of the route.
    pub const HOME: Self = Self::at(STEPS_HOME);

    /// The progress after this number of steps from the pad, at most 56.
    pub const fn at(steps: u8) -> Self {
        Self(steps + 1)
    }

    /// Steps from the pad; `None` in the hangar.
    pub const fn steps(self) -> Option<u8> {
        self.0.checked_sub(1)
    }

    /// The value in the ranking: 0 in the hangar, 1 on the pad, 57 home.
    pub const fn points(self) -> u8 {
        self.0
    }

    /// Whether this is a cell of the ring, which all planes share.
    pub const fn is_on_ring(self) -> bool {
        Self::PAD.0 < self.0 && self.0 <= Self::TURNING.0
    }

    /// Whether this is a ring cell of the plane's colour.
    pub const fn is_own_colour(self) -> bool {
        self.is_on_ring() && self.0 % 4 == 3
    }

    /// Whether a plane that ends here jumps to the next cell of its colour.
    pub const fn jumps(self) -> bool {
        self.is_own_colour() && self.0 != Self::SHORTCUT.0 && self.0 != Self::TURNING.0
    }

    /// Whether no plane ever ends a move here, because it always moves on.
    pub(super) fn is_left_at_once(self) -> bool {
        // No jump ends on the first cell of the colour or on the one behind the shortcut, and from the shortcut a plane
        // always flies on.
        [Self::at(2), Self::SHORTCUT, Self::at(22)].contains(&self)
    }

    const fn jumped(self) -> Self {
        Self(self.0 + 4)
    }
}

impl fmt::Display for PlaneProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.steps() {
            None => f.write_str("H"),
            Some(steps) => write!(f, "{steps}"),
        }
    }
}

impl FromStr for PlaneProgress {
    type Err = UnreadableNotation;

    fn from_str(text: &str) -> Result<Self, UnreadableNotation> {
        let all = (0..=Self::HOME.0).map(Self);
        all.into_iter().find(|progress| progress.to_string() == text).ok_or(UnreadableNotation)
    }
}

/// The path of a plane with one roll, part by part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlightPath {
    /// Where it starts.
    pub from: PlaneProgress,
    /// Where the roll itself ends.
    pub stop: PlaneProgress,
    /// Where the plane jumps from there.
    pub jump: Option<PlaneProgress>,
    /// Whether it then flies to [`PlaneProgress::FLOWN`].
    pub flies: bool,
    /// Where the move ends.
    pub rest: PlaneProgress,
}

/// The path of a plane with a roll. `None` if the plane cannot use it.
#[inline]
pub fn flight_path(options: &AeroplaneOptions, from: PlaneProgress, face: u8) -> Option<FlightPath> {
    let stop = stop(options, from, face)?;
    let jump = if stop.jumps() { Some(stop.jumped()) } else { None };
    let landed = jump.unwrap_or(stop);
    let flies = landed == PlaneProgress::SHORTCUT;
    let rest = match (flies, options.flight_jump) {
        (false, _) => landed,
        (true, false) => PlaneProgress::FLOWN,
        (true, true) => PlaneProgress::FLOWN.jumped(),
    };
    Some(FlightPath { from, stop, jump, flies, rest })
}

/// Where a roll ends, before jump and flight.
#[inline]
pub(super) fn stop(options: &AeroplaneOptions, from: PlaneProgress, face: u8) -> Option<PlaneProgress> {
    let Some(steps) = from.steps() else {
        return options.launch.allows(face).then_some(PlaneProgress::PAD);
    };
    match (steps + face, options.finish) {
        _ if steps == STEPS_HOME => None,
        (steps @ ..=STEPS_HOME, _) => Some(PlaneProgress::at(steps)),
        (_, Finish::Over) => Some(PlaneProgress::HOME),
        (_, Finish::Exact) => None,
        (steps, Finish::Bounce) => Some(PlaneProgress::at(2 * STEPS_HOME - steps)),
    }
}

impl FlightPath {
    /// Every place the roll itself passes, step by step, including the last.
    pub fn steps(&self, face: u8) -> Vec<PlaneProgress> {
        let Some(from) = self.from.steps() else { return vec![self.stop] };
        // A surplus is ignored or counted backwards, depending on the option.
        let last = if self.stop == PlaneProgress::HOME { STEPS_HOME } else { from + face };
        let step =
            |steps: u8| PlaneProgress::at(if steps > STEPS_HOME { 2 * STEPS_HOME - steps } else { steps });
        (from + 1..=last).map(step).collect()
    }
}
