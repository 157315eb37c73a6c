//! Sign-up links. The key in a link is a MAC of the invitation's number, so the database does not contain it.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use super::{AccountError, Accounts, InvitationError, NewUser, Password, Username};
use crate::language::Language;
use crate::users::{SignupInvitation, UserSummary};

/// Prefix of the text that is signed; changing it would invalidate all links. Longer than any token, so that no such MAC equals the hash of a token.
const FOR: &str = "an invitation to come and play in this house, number";
const TAG: usize = 16;

impl Accounts {
    /// The key in the link of an invitation.
    pub fn invitation_key(&self, id: i64) -> String {
        format!("{id}-{}", BASE64_URL_SAFE_NO_PAD.encode(self.invitation_tag(id)))
    }

    /// The invitation with this key.
    ///
    /// # Errors
    /// The key is wrong, the invitation cannot be used any more, or the database failed.
    pub async fn invitation(&self, key: &str) -> Result<SignupInvitation, AccountError> {
        let id = self.reads_invitation(key).ok_or(InvitationError::Forged)?;
        let found = self.store.signup_invitation(id).await?.ok_or(InvitationError::Forged)?;
        match self.clock.now() {
            _ if found.revoked_at.is_some() => Err(InvitationError::Revoked.into()),
            _ if found.uses >= found.max_uses => Err(InvitationError::UsedUp.into()),
            now if now >= found.expires_at => Err(InvitationError::Expired.into()),
            _ => Ok(found),
        }
    }

    /// Creates an account with an invitation and takes one of its places.
    ///
    /// # Errors
    /// As [`Self::register`]; or the invitation is no longer valid.
    pub async fn register_invited(
        &self,
        name: &Username,
        password: Password,
        language: Language,
        invitation: &SignupInvitation,
    ) -> Result<UserSummary, AccountError> {
        let came_by = Some(invitation.id);
        self.add(name, password, NewUser { language, came_by, ..NewUser::default() }).await
    }

    fn reads_invitation(&self, key: &str) -> Option<i64> {
        let (id, tag) = key.split_once('-')?;
        let plain = !id.is_empty() && id.len() < 19 && id.bytes().all(|byte| byte.is_ascii_digit());
        let id = plain.then(|| id.parse().ok()).flatten()?;
        let given = BASE64_URL_SAFE_NO_PAD.decode(tag).ok()?;
        (given.len() == TAG && self.sessions.is_tag(&signed_text(id), &given)).then_some(id)
    }

    fn invitation_tag(&self, id: i64) -> [u8; TAG] {
        let whole = self.sessions.tag(&signed_text(id));
        std::array::from_fn(|index| whole[index])
    }
}

fn signed_text(id: i64) -> String {
    format!("{FOR} {id}")
}
