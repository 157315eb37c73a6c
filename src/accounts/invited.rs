//! Coming in by an invitation. The key in its link is made from the secret of the house, so the database holds none.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use thiserror::Error;

use super::{Accounts, Password, RegisterError, Username};
use crate::matches::Person;
use crate::people::{HouseInvitation, Role};
use crate::store::StoreError;
use crate::texts::tr;

/// Why nobody comes in by an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Uninvited {
    /// This house has not made it.
    #[error(
        "{}",
        tr("This is no invitation to this house. See whether the link is whole, or ask for another.")
    )]
    Forged,
    /// As many have come by it as were meant to.
    #[error("{}", tr("This invitation has been used. Ask whoever sent it for another."))]
    UsedUp,
    /// Its time is over.
    #[error("{}", tr("This invitation has run out. Ask whoever sent it for another."))]
    Expired,
    /// It was taken back.
    #[error("{}", tr("This invitation was taken back. Ask whoever sent it."))]
    Revoked,
}

/// Longer than any text that is a token, so that no tag of an invitation is the hash of one.
const FOR: &str = "an invitation to come and play in this house, number";
const TAG: usize = 16;

impl Accounts {
    /// The key in the link of an invitation.
    pub fn invitation_key(&self, id: i64) -> String {
        format!("{id}-{}", BASE64_URL_SAFE_NO_PAD.encode(self.invitation_tag(id)))
    }

    /// The invitation that a key opens; or why it opens none now.
    ///
    /// # Errors
    /// The database failed.
    pub async fn invitation(&self, key: &str) -> Result<Result<HouseInvitation, Uninvited>, StoreError> {
        let Some(id) = self.reads_invitation(key) else { return Ok(Err(Uninvited::Forged)) };
        let Some(found) = self.store.house_invitation(id).await? else { return Ok(Err(Uninvited::Forged)) };
        Ok(match self.clock.now() {
            _ if found.revoked_at.is_some() => Err(Uninvited::Revoked),
            _ if found.taken >= found.places => Err(Uninvited::UsedUp),
            now if now >= found.expires_at => Err(Uninvited::Expired),
            _ => Ok(found),
        })
    }

    /// Makes an account for somebody who comes by an invitation, and takes one of its places.
    ///
    /// # Errors
    /// As [`Self::register`]; or the invitation counts no more.
    pub async fn register_invited(
        &self,
        name: &Username,
        password: Password,
        invitation: &HouseInvitation,
    ) -> Result<Person, RegisterError> {
        self.add(name, password, Role::Player, Some(invitation.id), None).await
    }

    fn reads_invitation(&self, key: &str) -> Option<i64> {
        let (id, tag) = key.split_once('-')?;
        let plain = !id.is_empty() && id.len() < 19 && id.bytes().all(|byte| byte.is_ascii_digit());
        let id = plain.then(|| id.parse().ok()).flatten()?;
        let given = BASE64_URL_SAFE_NO_PAD.decode(tag).ok()?;
        let differs = |(one, other): (&u8, u8)| one ^ other;
        let same = given.len() == TAG
            && given.iter().zip(self.invitation_tag(id)).map(differs).fold(0, |all, one| all | one) == 0;
        same.then_some(id)
    }

    fn invitation_tag(&self, id: i64) -> [u8; TAG] {
        let whole = self.sessions.tag(&format!("{FOR} {id}"));
        std::array::from_fn(|index| whole[index])
    }
}
