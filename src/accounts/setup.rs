//! The first admin, whose account is created with a link that only the log of the server has.

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::{AccountError, Accounts, NewUser, Password, Username};
use crate::language::Language;
use crate::store::StoreError;
use crate::users::{AuditActor, Role, UserSummary};

/// The key of the link that creates the first admin: 32 random bytes, kept only in memory.
pub struct SetupKey([u8; 32]);

impl SetupKey {
    fn random() -> Self {
        Self(rand::random())
    }

    /// The key as written in the link.
    pub fn text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Whether this is the text of the key. Compares hashes, so that the time it takes reveals nothing about the key.
    pub fn is(&self, text: &str) -> bool {
        BASE64_URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| Sha256::digest(bytes) == Sha256::digest(self.0))
    }
}

impl fmt::Debug for SetupKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SetupKey(…)")
    }
}

impl Accounts {
    /// A new key to create the first admin; `None` if there is an admin.
    pub async fn setup_key(&self) -> Result<Option<SetupKey>, StoreError> {
        Ok((!self.has_admin().await?).then(SetupKey::random))
    }

    /// Whether there is an admin who can act now.
    pub async fn has_admin(&self) -> Result<bool, StoreError> {
        self.store.has_admin(self.clock.now()).await
    }

    /// Creates the account of the first admin. As at the command line, the name may be a reserved one.
    ///
    /// # Errors
    /// As [`Self::register`]; or there is an admin by now.
    pub async fn create_first_admin(
        &self,
        name: &Username,
        password: Password,
        language: Language,
    ) -> Result<UserSummary, AccountError> {
        let created_by = Some(AuditActor::CommandLine);
        let new = NewUser { role: Role::Admin, only_admin: true, created_by, language, ..NewUser::default() };
        match self.add(name, password, new).await {
            // The name of an admin who was just created.
            Err(AccountError::UsernameTaken) if self.has_admin().await? => Err(AccountError::AdminExists),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SetupKey;

    #[test]
    fn a_setup_key_is_compared_with_its_whole_text() {
        let key = SetupKey::random();
        let text = key.text();
        assert!(text.len() == 43 && key.is(&text));
        for other in ["", &text[..42], &format!("{text}A"), &SetupKey::random().text(), "not a key"] {
            assert!(!key.is(other), "{other}");
        }
        assert_eq!(format!("{key:?}"), "SetupKey(…)");
    }
}
