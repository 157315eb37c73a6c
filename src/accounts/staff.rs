//! Changes to accounts made by staff and from the command line.

use super::{AccountError, Accounts, HashingFor, NewUser, Password, ResetKey, Username};
use crate::users::{AuditActor, Role, StaffAction, StaffActionError, StaffReason, UserId, UserSummary};

impl Accounts {
    /// Performs a staff action on a user and writes the audit entry. It takes effect with the user's next request.
    ///
    /// # Errors
    /// It is not permitted, not possible now, or the database failed; nothing was changed.
    pub async fn apply_action(
        &self,
        by: AuditActor,
        target: UserId,
        action: StaffAction,
        reason: StaffReason,
    ) -> Result<(), AccountError> {
        let decided = self.store.apply_action(by, target, action, reason, self.clock.now()).await?;
        self.clear_caches_of(target);
        Ok(decided?)
    }

    /// Removes a user's sessions and name from the caches.
    pub fn clear_caches_of(&self, user: UserId) {
        self.sessions.invalidate_all_of(user);
        self.directory.invalidate(user);
    }

    /// Creates an account from the command line.
    ///
    /// # Errors
    /// As [`Self::register`].
    pub async fn create(
        &self,
        name: &Username,
        password: Password,
        role: Role,
    ) -> Result<UserSummary, AccountError> {
        let new = NewUser { role, created_by: Some(AuditActor::CommandLine), ..NewUser::default() };
        self.add(name, password, new).await
    }

    /// Sets a password from the command line. Ends all sessions of the user.
    ///
    /// # Errors
    /// The password is easily guessed, the user is a guest, or the database failed; nothing was changed.
    pub async fn set_password(&self, person: &UserSummary, new: Password) -> Result<(), AccountError> {
        if person.is_guest() {
            return Err(StaffActionError::Guest.into());
        }
        let name = Username::parse(&person.name).map_err(|_| AccountError::WrongPassword)?;
        let hash = self.hash(new, name, HashingFor::KnownUser).await?;
        self.store.set_password(person.id, hash, self.clock.now()).await??;
        self.sessions.invalidate_all_of(person.id);
        Ok(())
    }

    /// Deletes an account by staff and writes the audit entry. The matches are resigned later, by
    /// [`sweeper::finish_account_deletions`](crate::sweeper::finish_account_deletions). With `email`, a confirmation
    /// goes to their address.
    ///
    /// # Errors
    /// It is not permitted, not possible now, or the database failed; nothing was changed.
    pub async fn delete_by_staff(
        &self,
        by: AuditActor,
        target: UserId,
        reason: StaffReason,
        email: bool,
    ) -> Result<(), AccountError> {
        let decided = self.store.delete_by_staff(by, target, reason, self.clock.now(), email).await?;
        self.clear_caches_of(target);
        Ok(decided?)
    }

    /// Creates a password reset link by staff and writes the audit entry.
    ///
    /// # Errors
    /// It is not permitted, not possible now, or the database failed; nothing was changed.
    pub async fn create_reset_link(
        &self,
        by: AuditActor,
        target: UserId,
        reason: StaffReason,
    ) -> Result<ResetKey, AccountError> {
        let key = ResetKey::random();
        let link = self.password_link(target, key.hash());
        self.store.insert_password_link(by, link, reason).await??;
        Ok(key)
    }
}
