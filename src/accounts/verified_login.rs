//! Verified credentials.

use crate::store::{NewSession, SessionProof};
use crate::users::{UserId, UserSummary};

/// A user who has shown who they are.
#[derive(Clone, Debug)]
pub struct VerifiedLogin {
    pub person: UserSummary,
    pub(super) proof: SessionProof,
}

/// For users whose passkey was checked, or whose account was created, just now.
impl From<UserSummary> for VerifiedLogin {
    fn from(person: UserSummary) -> Self {
        Self { person, proof: SessionProof::Verified }
    }
}

impl VerifiedLogin {
    /// The session to be stored.
    pub(super) fn session(&self, token_hash: [u8; 32], device: &str) -> NewSession {
        let device = device.to_owned();
        NewSession { token_hash, user: self.user(), device, proof: self.proof.clone() }
    }

    pub(super) const fn user(&self) -> UserId {
        self.person.id
    }
}
