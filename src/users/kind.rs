//! Kinds of users.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UserKind {
    /// A person with an account.
    #[default]
    Person,
    /// A program that plays: see [`bots`](crate::bots). It has no password and cannot sign in.
    Bot,
    /// A person who plays without an account.
    Guest,
}

impl UserKind {
    pub const ALL: [Self; 3] = [Self::Person, Self::Bot, Self::Guest];

    /// As the database stores it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Bot => "bot",
            Self::Guest => "guest",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

#[cfg(test)]
mod tests {
    use super::UserKind;

    #[test]
    fn kinds_read_back() {
        for kind in UserKind::ALL {
            assert_eq!(UserKind::from_key(kind.key()), Some(kind));
        }
        assert_eq!(UserKind::from_key("robot"), None);
    }
}
