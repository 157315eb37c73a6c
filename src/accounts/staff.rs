//! Changes to accounts made by staff and from the command line.

use super::{AccountError, Accounts, NewUser, Password, ResetKey, Username};
use crate::users::{AuditActor, Role, StaffAction, StaffReason, UserId, UserSummary};

impl Accounts {
    /// Does something to somebody, written into the log of the site; it holds from their next request on.
    ///
    /// # Errors
    /// They may not do it, or not as things stand, or the database failed; nothing was changed.
    pub async fn deal(
        &self,
        by: AuditActor,
        whom: UserId,
        action: StaffAction,
        reason: StaffReason,
    ) -> Result<(), AccountError> {
        let decided = self.store.deal(by, whom, action, reason, self.clock.now()).await?;
        self.forget(whom);
        Ok(decided?)
    }

    /// What is remembered of somebody is asked for again.
    pub fn forget(&self, user: UserId) {
        self.sessions.forget_all_of(user);
        self.directory.forget(user);
    }

    /// Makes an account for somebody, as whoever sits at the machine does.
    ///
    /// # Errors
    /// As [`Self::register`].
    pub async fn create(
        &self,
        name: &Username,
        password: Password,
        role: Role,
    ) -> Result<UserSummary, AccountError> {
        let new = NewUser { role, made_by: Some(AuditActor::CommandLine), ..NewUser::default() };
        self.add(name, password, new).await
    }

    /// Gives somebody another password without asking for theirs, as whoever sits at the machine does. All of their sessions
    /// end.
    ///
    /// # Errors
    /// The password is easily guessed, or it cannot be done now.
    pub async fn give_password(&self, person: &UserSummary, new: Password) -> Result<(), AccountError> {
        let name = Username::parse(&person.name).map_err(|_| AccountError::WrongPassword)?;
        let hash = self.hash(new, name).await?;
        self.store.give_password(person.id, hash, self.clock.now()).await?;
        self.sessions.forget_all_of(person.id);
        Ok(())
    }

    /// Takes somebody out of the site, written into its log. Their matches are given up afterwards, by
    /// [`sweeper::finish_account_deletions`](crate::sweeper::finish_account_deletions). With `email`, they are told at the address they had.
    ///
    /// # Errors
    /// They may not do it, or not as things stand, or the database failed; nothing was changed.
    pub async fn dismiss(
        &self,
        by: AuditActor,
        whom: UserId,
        reason: StaffReason,
        email: bool,
    ) -> Result<(), AccountError> {
        let decided = self.store.dismiss(by, whom, reason, self.clock.now(), email).await?;
        self.forget(whom);
        Ok(decided?)
    }

    /// Makes a link by which somebody chooses another password, written into the log of the site.
    ///
    /// # Errors
    /// They may not do it, or not as things stand, or the database failed; nothing was changed.
    pub async fn hand_out_reset_link(
        &self,
        by: AuditActor,
        whom: UserId,
        reason: StaffReason,
    ) -> Result<ResetKey, AccountError> {
        let key = ResetKey::random();
        let link = self.password_link(whom, key.hash());
        self.store.hand_out_password_link(by, link, reason).await??;
        Ok(key)
    }
}
