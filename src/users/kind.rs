//! Kinds of users.

use crate::keyed;

keyed! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum UserKind {
        /// A person with an account.
        #[default]
        Person = "person",
        /// A program that plays: see [`bots`](crate::bots). It has no password and cannot sign in.
        Bot = "bot",
        /// A person who plays without an account.
        Guest = "guest",
    }
}

#[cfg(test)]
mod tests {
    use super::UserKind;

    #[test]
    fn user_kind_keys_round_trip() {
        for kind in UserKind::ALL {
            assert_eq!(UserKind::from_key(kind.key()), Some(kind));
        }
        assert_eq!(UserKind::from_key("robot"), None);
    }
}
