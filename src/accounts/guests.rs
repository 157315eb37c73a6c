//! Guests who create an account, or sign in to another one.

use super::{AccountError, Accounts, HashingFor, Password, SecretToken, Username};
use crate::now::Moment;
use crate::store::{GuestRegistration, GuestRegistrationError, StoreError};
use crate::users::{SignupInvitation, StaffActionError, UserId, UserSummary};

impl Accounts {
    /// Turns a guest into a person with an account, with an invitation if they came by one. Their matches stay theirs; all
    /// of their sessions end, and a new one is opened for this device.
    ///
    /// # Errors
    /// The name is taken, the invitation is no longer valid, the guest no longer exists, or the database failed.
    pub async fn register_guest(
        &self,
        guest: &UserSummary,
        name: &Username,
        password: Password,
        invitation: Option<&SignupInvitation>,
        device: &str,
    ) -> Result<(UserSummary, SecretToken), AccountError> {
        // Checked before the expensive hash; the unique key decides.
        if self.store.user_by_name(name.key()).await?.is_some() {
            return Err(AccountError::UsernameTaken);
        }
        let password = self.hash(password, name.clone(), HashingFor::Anybody).await?;
        let token = SecretToken::random();
        let new = GuestRegistration {
            guest: guest.id,
            name: name.as_str().to_owned(),
            key: name.key().to_owned(),
            password,
            came_by: invitation.map(|invitation| invitation.id),
            session: self.sessions.hash(&token),
            device: device.to_owned(),
            at: self.clock.now(),
        };
        let registered = self.store.register_guest(new).await?;
        self.sessions.invalidate_all_of(guest.id);
        self.directory.invalidate(guest.id);
        match registered {
            Ok(person) => Ok((person, token)),
            Err(GuestRegistrationError::UsernameTaken) => Err(AccountError::UsernameTaken),
            Err(GuestRegistrationError::NotInvited) => Err(AccountError::NotInvited),
            Err(GuestRegistrationError::NoGuest) => Err(AccountError::Refused(StaffActionError::Nobody)),
        }
    }

    /// Deletes a guest whose browser has signed in to an account. Their matches end later, by
    /// [`sweeper::finish_account_deletions`](crate::sweeper::finish_account_deletions).
    pub async fn delete_guest(&self, guest: UserId) -> Result<(), StoreError> {
        self.delete_idle_guest(guest, Moment(i64::MAX)).await.map(drop)
    }
}
