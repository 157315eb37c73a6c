//! What staff, and whoever sits at the machine, do to accounts.

use super::{Accounts, ChangeError, Password, RegisterError, ResetKey, Username};
use crate::matches::{Person, UserId};
use crate::people::{By, Deed, Reason, Refused, Role};
use crate::store::{Decided, StoreError};

impl Accounts {
    /// Does something to somebody, written into the log of the house; it holds from their next request on. Or says why not.
    ///
    /// # Errors
    /// The database failed; nothing was changed.
    pub async fn deal(
        &self,
        by: By,
        whom: UserId,
        deed: Deed,
        reason: Reason,
    ) -> Result<Decided, StoreError> {
        let decided = self.store.deal(by, whom, deed, reason, self.clock.now()).await?;
        self.forget(whom);
        Ok(decided)
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
    ) -> Result<Person, RegisterError> {
        self.add(name, password, role, None, Some(By::CommandLine)).await
    }

    /// Gives somebody another password without asking for theirs, as whoever sits at the machine does. All of their sessions
    /// end.
    ///
    /// # Errors
    /// The password is easily guessed, or it cannot be done now.
    pub async fn give_password(&self, person: &Person, new: Password) -> Result<(), ChangeError> {
        let name = Username::parse(&person.name).map_err(|_| ChangeError::Wrong)?;
        let hash = self.hashing.run(move || new.check(&name).map(|()| new.hash())).await???;
        self.store.give_password(person.id, hash, self.clock.now()).await?;
        self.sessions.forget_all_of(person.id);
        Ok(())
    }

    /// Takes somebody out of the house, written into its log; or says why not. Their matches are given up afterwards, by
    /// [`sweeper::see_off`](crate::sweeper::see_off). With `letter`, they are told at the address they had.
    ///
    /// # Errors
    /// The database failed; nothing was changed.
    pub async fn dismiss(
        &self,
        by: By,
        whom: UserId,
        reason: Reason,
        letter: bool,
    ) -> Result<Decided, StoreError> {
        let decided = self.store.dismiss(by, whom, reason, self.clock.now(), letter).await?;
        self.forget(whom);
        Ok(decided)
    }

    /// Makes a link by which somebody chooses another password, written into the log of the house; or says why not.
    ///
    /// # Errors
    /// The database failed; nothing was changed.
    pub async fn hand_out_reset_link(
        &self,
        by: By,
        whom: UserId,
        reason: Reason,
    ) -> Result<Result<ResetKey, Refused>, StoreError> {
        let key = ResetKey::random();
        let link = self.password_link(whom, key.hash());
        Ok(self.store.hand_out_password_link(by, link, reason).await?.map(|()| key))
    }
}
