//! The levels of the bots.

/// How strong a bot plays, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BotLevel {
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
    pub const ALL: [Self; 6] =
        [Self::Beginner, Self::Casual, Self::Intermediate, Self::Advanced, Self::Expert, Self::Master];

    /// The level with this number, from 1.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// Its number, from 1.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Its name in English.
    pub const fn name(self) -> &'static str {
        match self {
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
    fn levels_are_numbered_from_one() {
        assert_eq!(BotLevel::from_number(0), None);
        assert_eq!(BotLevel::from_number(7), None);
        for level in BotLevel::ALL {
            assert_eq!(BotLevel::from_number(level.number()), Some(level));
        }
    }
}
