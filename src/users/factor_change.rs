//! Changes of two-factor authentication that its owner is told about.

/// What has become of it. They are told of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorChange {
    /// An app makes codes.
    AppOn,
    /// It does so no more.
    AppOff,
    /// There is one more passkey.
    PasskeyOn,
    /// There is one fewer.
    PasskeyOff,
    /// The recovery codes are other ones.
    Codes,
    /// Staff have taken all of it away.
    Removed,
}

impl FactorChange {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::AppOn, Self::AppOff, Self::PasskeyOn, Self::PasskeyOff, Self::Codes, Self::Removed];

    /// As the database writes it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::AppOn => "app",
            Self::AppOff => "app-off",
            Self::PasskeyOn => "passkey",
            Self::PasskeyOff => "passkey-off",
            Self::Codes => "codes",
            Self::Removed => "removed",
        }
    }

    /// What this key stands for, if anything.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|change| change.key() == key)
    }
}
