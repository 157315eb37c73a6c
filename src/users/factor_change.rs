//! Changes of two-factor authentication that the user is notified of.

/// What has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorChange {
    /// An authenticator app was added.
    AppOn,
    /// The authenticator app was removed.
    AppOff,
    /// A passkey was added.
    PasskeyOn,
    /// A passkey was removed.
    PasskeyOff,
    /// The recovery codes were replaced.
    Codes,
    /// Staff have removed all second factors.
    Removed,
}

impl FactorChange {
    pub const ALL: [Self; 6] =
        [Self::AppOn, Self::AppOff, Self::PasskeyOn, Self::PasskeyOff, Self::Codes, Self::Removed];

    /// As the database stores it.
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

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|change| change.key() == key)
    }
}
