//! The keys by which login attempts are limited.

use crate::accounts::HashingFor;
use crate::web::http::client_address::ClientSubnet;

/// An attempt to authenticate.
#[derive(Clone, Copy, Debug)]
pub struct LoginAttempt<'a> {
    pub(in crate::web::http) from: ClientSubnet,
    pub(in crate::web::http) name: &'a str,
    /// Whether this account has signed in with this browser before.
    pub(in crate::web::http) known: bool,
}

impl LoginAttempt<'_> {
    /// Whose part of the hashing queue it takes.
    pub const fn hashing_for(&self) -> HashingFor {
        if self.known { HashingFor::KnownUser } else { HashingFor::Anybody }
    }
}
