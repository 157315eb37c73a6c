//! Making a browser known to a user, and recognising it.

use super::{Accounts, Username};
use crate::store::StoreError;

impl Accounts {
    /// The cookie that makes this browser known to the user after they have signed in; `None` if there is no such
    /// account.
    pub async fn remember_browser(&self, name: &str) -> Result<Option<String>, StoreError> {
        let found = self.with_password_hash(name).await?;
        Ok(found.map(|(name, hash)| self.known.issue_cookie(&name, &hash)))
    }

    /// Whether a cookie shows that this name has signed in with its current password in that browser.
    pub async fn is_known_browser(&self, held: &str, name: &str) -> Result<bool, StoreError> {
        let found = self.with_password_hash(name).await?;
        Ok(found.is_some_and(|(name, hash)| self.known.verify(held, &name, &hash)))
    }

    /// The username and password hash of an account.
    async fn with_password_hash(&self, name: &str) -> Result<Option<(Username, String)>, StoreError> {
        let Ok(name) = Username::parse(name) else { return Ok(None) };
        let found = self.store.credentials(name.key()).await?;
        Ok(found.map(|credentials| (name, credentials.password)))
    }
}
