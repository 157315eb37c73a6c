//! Accounts that an admin creates at once, and the links with which their users choose a password.

use super::error::{AccountListProblem, LineProblem};
use super::{AccountError, AccountList, Accounts, ResetKey};
use crate::language::Language;
use crate::now::Moment;
use crate::now::spans::DAY;
use crate::store::{
    ImportConflict, ImportRefusal, NewAccountEmail, NewAccountImport, NewImportedAccount, PasswordLink,
};
use crate::users::{UserId, UserSummary};

/// How long the links are valid.
const COUNTS: i64 = 14 * DAY;

/// The links of users who have not signed in yet.
#[derive(Clone, Debug)]
pub struct NewUserLinks {
    pub of: Vec<(UserSummary, ResetKey)>,
    pub expire_at: Moment,
}

impl Accounts {
    /// Creates all accounts of a list, or returns the problems, and creates none. `email` returns the outbox key of an
    /// email and the hash of the key in its link; `None` if the site sends no mail.
    ///
    /// # Errors
    /// It is not permitted, or the database failed.
    pub async fn import(
        &self,
        by: UserId,
        AccountList(list): AccountList,
        language: Language,
        email: impl Fn() -> Option<(String, [u8; 32])>,
    ) -> Result<Result<i64, Vec<LineProblem>>, AccountError> {
        let lines: Vec<_> = list.iter().map(|account| account.line).collect();
        let accounts = list.into_iter().map(|account| NewImportedAccount {
            name: account.name.as_str().to_owned(),
            key: account.name.key().to_owned(),
            email: account.email.zip(email()).map(|(address, (email, key_hash))| NewAccountEmail {
                address,
                email,
                key_hash,
            }),
        });
        let (accounts, at) = (accounts.collect(), self.clock.now());
        let new = NewAccountImport { accounts, language, at, links_expire_at: at.after(COUNTS) };
        match self.store.import_accounts(by, new).await? {
            Ok(import) => Ok(Ok(import)),
            Err(ImportRefusal::Staff(refused)) => Err(refused.into()),
            Err(ImportRefusal::Conflicts(conflicts)) => {
                let problem = |(index, conflict): (usize, _)| LineProblem {
                    line: lines.get(index).copied(),
                    problem: match conflict {
                        ImportConflict::Name => AccountListProblem::NameTaken,
                        ImportConflict::Address => AccountListProblem::AddressTaken,
                    },
                };
                Ok(Err(conflicts.into_iter().map(problem).collect()))
            }
        }
    }

    /// Creates links for all users of an import who have not signed in yet. Earlier ones are no longer valid.
    ///
    /// # Errors
    /// It is not permitted, all have signed in, or the database failed; nothing was changed.
    pub async fn create_card_links(&self, by: UserId, import: i64) -> Result<NewUserLinks, AccountError> {
        let at = self.clock.now();
        let expires_at = at.after(COUNTS);
        let accounts = self.store.imported_accounts(import).await?;
        let new = accounts.into_iter().filter(|account| !account.has_signed_in);
        let of: Vec<_> = new.map(|account| (account.person, ResetKey::random())).collect();
        let link = |(user, key): &(UserSummary, ResetKey)| PasswordLink {
            user: user.id,
            key_hash: key.hash(),
            at,
            expires_at,
        };
        self.store.insert_card_links(by, import, of.iter().map(link).collect(), at).await??;
        Ok(NewUserLinks { of, expire_at: expires_at })
    }

    /// Removes the accounts of an import that nobody has used.
    ///
    /// # Errors
    /// It is not permitted, there are none, it was done before, or the database failed; nothing was changed.
    pub async fn undo_import(&self, by: UserId, import: i64) -> Result<(), AccountError> {
        let removed = self.store.undo_account_import(by, import, self.clock.now()).await??;
        removed.into_iter().for_each(|user| self.clear_caches_of(user));
        Ok(())
    }
}
