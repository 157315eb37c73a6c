//! The levels of the bots.

/// How strong a bot plays, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BotLevel {
    /// Often moves at random, so that small children can win.
    FirstSteps,
    /// Looks at its own move only, and not carefully.
    Beginner,
    /// Sees most replies.
    Casual,
    /// Looks a little further and seldom overlooks a reply.
    Intermediate,
    /// Looks several plies ahead.
    Advanced,
    /// Searches a fixed number of positions.
    Expert,
    /// Searches for as long as it may.
    Master,
}

impl BotLevel {
    /// Every level, the weakest first.
    pub const ALL: [Self; 7] = [
        Self::FirstSteps,
        Self::Beginner,
        Self::Casual,
        Self::Intermediate,
        Self::Advanced,
        Self::Expert,
        Self::Master,
    ];

    /// The level with this number, from 0.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// Its number, from 0.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Its name in English.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FirstSteps => "First steps",
            Self::Beginner => "Beginner",
            Self::Casual => "Casual",
            Self::Intermediate => "Intermediate",
            Self::Advanced => "Advanced",
            Self::Expert => "Expert",
            Self::Master => "Master",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_from_zero() {
        assert_eq!((BotLevel::from_number(0), BotLevel::from_number(7)), (Some(BotLevel::FirstSteps), None));
        for level in BotLevel::ALL {
            assert_eq!(BotLevel::from_number(level.number()), Some(level));
        }
    }
}
