//! Guests who create an account.

use super::{AccountError, Accounts, HashingFor, Password, Username};
use crate::store::{GuestRegistration, GuestRegistrationError};
use crate::users::{StaffActionError, UserSummary};

impl Accounts {
    /// Turns a guest into a person with an account. Their matches stay theirs; all of their sessions end.
    ///
    /// # Errors
    /// The name is taken, the guest no longer exists, or the database failed.
    pub async fn register_guest(
        &self,
        guest: &UserSummary,
        name: &Username,
        password: Password,
    ) -> Result<UserSummary, AccountError> {
        // Checked before the expensive hash; the unique key decides.
        if self.store.user_by_name(name.key()).await?.is_some() {
            return Err(AccountError::UsernameTaken);
        }
        let password = self.hash(password, name.clone(), HashingFor::Anybody).await?;
        let (key, at) = (name.key().to_owned(), self.clock.now());
        let new = GuestRegistration { guest: guest.id, name: name.as_str().to_owned(), key, password, at };
        let registered = self.store.register_guest(new).await?;
        self.sessions.invalidate_all_of(guest.id);
        self.directory.invalidate(guest.id);
        registered.map_err(|error| match error {
            GuestRegistrationError::UsernameTaken => AccountError::UsernameTaken,
            GuestRegistrationError::NoGuest => AccountError::Refused(StaffActionError::Nobody),
        })
    }
}
