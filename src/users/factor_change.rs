//! Changes of sign-in methods that the user is notified of.

use crate::keyed;

keyed! {
    /// What has changed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum FactorChange {
        /// An authenticator app was added.
        AppOn = "app",
        /// The authenticator app was removed.
        AppOff = "app-off",
        /// A passkey was added.
        PasskeyOn = "passkey",
        /// A passkey was removed.
        PasskeyOff = "passkey-off",
        /// The account was connected with the OpenID Connect provider.
        ProviderOn = "provider",
        /// That was ended.
        ProviderOff = "provider-off",
        /// The recovery codes were replaced.
        Codes = "codes",
        /// Staff have removed all second factors.
        Removed = "removed",
    }
}
