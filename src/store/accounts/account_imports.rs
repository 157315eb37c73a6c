//! Accounts that an admin creates at once, from a list.

use sqlx::FromRow;

use super::account::{NewAccount, insert};
use super::passwords::{self, PasswordLink};
use super::{deletions, usernames};
use crate::language::Language;
use crate::now::Moment;
use crate::store::moderation::staff::StaffDecision;
use crate::store::rows::person;
use crate::store::{Store, StoreError, sql};
use crate::users::preferences::EmailAddress;
use crate::users::{
    AccountImport, AuditActor, AuditNote, ImportedAccount, NewAccountEmailState, Role, StaffActionError,
    StaffActionKind, UserId,
};

/// Accounts to be created at once.
#[derive(Clone, Debug)]
pub struct NewAccountImport {
    pub accounts: Vec<NewImportedAccount>,
    pub language: Language,
    pub at: Moment,
    /// When the links in the emails expire.
    pub links_expire_at: Moment,
}

/// An account to be created with others.
#[derive(Clone, Debug)]
pub struct NewImportedAccount {
    pub name: String,
    /// The name in lower case, by which names are compared.
    pub key: String,
    pub email: Option<NewAccountEmail>,
}

/// The email with the link with which a new user chooses their password, and confirms that they read the address.
#[derive(Clone, Debug)]
pub struct NewAccountEmail {
    pub address: EmailAddress,
    /// The outbox key.
    pub email: String,
    /// The hash of the key in the link.
    pub key_hash: [u8; 32],
}

/// What of a new account belongs to another user already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportConflict {
    Name,
    Address,
}

/// Why no account was created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportRefusal {
    /// The conflicts, each with the index of its account.
    Conflicts(Vec<(usize, ImportConflict)>),
    Staff(StaffActionError),
}

#[derive(FromRow)]
struct ImportRow {
    id: i64,
    created_by: String,
    created_at: i64,
    #[sqlx(try_from = "i64")]
    accounts: u32,
    undone_at: Option<i64>,
}

#[derive(FromRow)]
struct ImportedRow {
    id: i64,
    name: String,
    has_signed_in: bool,
    has_matches: bool,
    email: Option<String>,
}

const ADDRESS_IN_USE: &str = "SELECT EXISTS (
        SELECT 1 FROM email_settings WHERE address IS NOT NULL AND lower(address) = lower($1))
    OR EXISTS (SELECT 1 FROM address_confirmations WHERE lower(address) = lower($1) AND expires_at > $2)";
const LATEST: &str = "SELECT i.id, u.name AS created_by, i.created_at, i.accounts, i.undone_at
    FROM account_imports i JOIN users u ON u.id = i.created_by ORDER BY i.id DESC LIMIT $1";
const ONE: &str = "SELECT i.id, u.name AS created_by, i.created_at, i.accounts, i.undone_at
    FROM account_imports i JOIN users u ON u.id = i.created_by WHERE i.id = $1";
const ACCOUNTS: &str = "SELECT u.id, u.name, u.last_seen_at IS NOT NULL AS has_signed_in,
        EXISTS (SELECT 1 FROM match_seats s WHERE s.user_id = u.id) AS has_matches,
        (SELECT o.state FROM outbox o WHERE o.user_id = u.id AND o.kind = 'created') AS email
    FROM imported_accounts a JOIN users u ON u.id = a.user_id WHERE a.import_id = $1 ORDER BY u.id";
const NOT_SIGNED_IN: &str = "SELECT u.id FROM imported_accounts a JOIN users u ON u.id = a.user_id
    WHERE a.import_id = $1 AND u.last_seen_at IS NULL ORDER BY u.id";
const UNUSED: &str = "SELECT u.id FROM imported_accounts a JOIN users u ON u.id = a.user_id
    WHERE a.import_id = $1 AND u.last_seen_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM match_seats s WHERE s.user_id = u.id) ORDER BY u.id";

impl Store {
    /// Creates all of these accounts and queues the emails to their users, or returns why none was created.
    pub async fn import_accounts(
        &self,
        by: UserId,
        new: NewAccountImport,
    ) -> Result<Result<i64, ImportRefusal>, StoreError> {
        self.write(transaction!(|db| {
            let conflicts = conflicts(db, &new).await?;
            if !conflicts.is_empty() {
                return Ok(Err(ImportRefusal::Conflicts(conflicts)));
            }
            let note = AuditNote::new(new.at, AuditActor::Person(by), StaffActionKind::ImportAccounts);
            let created = super::users::act(db, note, move |db, note, _| {
                Box::pin(async move {
                    let adding = "INSERT INTO account_imports (created_by, created_at, accounts)
                        VALUES ($1, $2, $3) RETURNING id";
                    let count = u32::try_from(new.accounts.len()).unwrap_or(u32::MAX);
                    let query = sql::query_scalar(adding).bind(by.0).bind(new.at.0).bind(count);
                    let import: i64 = query.fetch_one(&mut *db).await?;
                    for account in &new.accounts {
                        create(db, import, account, &new).await?;
                    }
                    note.detail = detail(import, new.accounts.len());
                    Ok(Ok(import))
                })
            });
            Ok(created.await?.map_err(ImportRefusal::Staff))
        }))
        .await
    }

    /// The latest imports, latest first.
    pub async fn account_imports(&self, limit: u32) -> Result<Vec<AccountImport>, StoreError> {
        let rows: Vec<ImportRow> = self
            .read(move |db| async move { sql::query_as(LATEST).bind(limit).fetch_all(&db).await })
            .await?;
        Ok(rows.into_iter().map(account_import).collect())
    }

    /// The import with this id.
    pub async fn account_import(&self, id: i64) -> Result<Option<AccountImport>, StoreError> {
        let row: Option<ImportRow> =
            self.read(move |db| async move { sql::query_as(ONE).bind(id).fetch_optional(&db).await }).await?;
        Ok(row.map(account_import))
    }

    /// The accounts of an import that were not deleted, in the order of the list.
    pub async fn imported_accounts(&self, import: i64) -> Result<Vec<ImportedAccount>, StoreError> {
        let rows: Vec<ImportedRow> = self
            .read(move |db| async move { sql::query_as(ACCOUNTS).bind(import).fetch_all(&db).await })
            .await?;
        let account = |row: ImportedRow| ImportedAccount {
            person: person((row.id, row.name)),
            has_signed_in: row.has_signed_in,
            has_matches: row.has_matches,
            email: row.email.map(|state| match &*state {
                "waiting" => NewAccountEmailState::Waiting,
                "sent" => NewAccountEmailState::Sent,
                _ => NewAccountEmailState::Failed,
            }),
        };
        Ok(rows.into_iter().map(account).collect())
    }

    /// Stores links for the users of an import who have not signed in yet, or returns why not. Their earlier links are
    /// no longer valid.
    pub async fn insert_card_links(
        &self,
        by: UserId,
        import: i64,
        links: Vec<PasswordLink>,
        at: Moment,
    ) -> Result<StaffDecision, StoreError> {
        let detail = detail(import, links.len());
        let note = AuditNote::new(at, AuditActor::Person(by), StaffActionKind::CreateCards);
        self.act(AuditNote { detail, ..note }, move |db, _, _| {
            Box::pin(async move {
                let users: Vec<i64> =
                    sql::query_scalar(NOT_SIGNED_IN).bind(import).fetch_all(&mut *db).await?;
                if !links.iter().map(|link| link.user.0).eq(users) {
                    return Ok(Err(StaffActionError::Stale));
                }
                if links.is_empty() {
                    return Ok(Err(StaffActionError::AlreadySo));
                }
                for link in &links {
                    passwords::delete_links(db, link.user).await?;
                    passwords::insert(db, link).await?;
                }
                Ok(Ok(()))
            })
        })
        .await
    }

    /// Removes the accounts of an import that nobody has used, or returns why not. Their names become free at once.
    pub async fn undo_account_import(
        &self,
        by: UserId,
        import: i64,
        at: Moment,
    ) -> Result<Result<Vec<UserId>, StaffActionError>, StoreError> {
        let note = AuditNote::new(at, AuditActor::Person(by), StaffActionKind::UndoImport);
        let undoing = self.act(note, move |db, note, _| {
            Box::pin(async move {
                let unused: Vec<i64> = sql::query_scalar(UNUSED).bind(import).fetch_all(&mut *db).await?;
                let marking =
                    "UPDATE account_imports SET undone_at = $2 WHERE id = $1 AND undone_at IS NULL AND $3";
                let query = sql::query(marking).bind(import).bind(at.0).bind(!unused.is_empty());
                if query.execute(&mut *db).await? == 0 {
                    return Ok(Err(StaffActionError::AlreadySo));
                }
                for user in &unused {
                    deletions::erase(db, UserId(*user)).await?;
                    // They have no matches that would have to be resigned.
                    let done = sql::query("UPDATE users SET deletion_state = 'done' WHERE id = $1");
                    done.bind(user).execute(&mut *db).await?;
                }
                note.detail = detail(import, unused.len());
                Ok(Ok(unused.into_iter().map(UserId).collect::<Vec<_>>()))
            })
        });
        let undone = undoing.await?;
        for user in undone.iter().flatten() {
            self.invalidate_settings_of(*user);
        }
        self.empty_log();
        self.caches.open_reports.invalidate(&());
        Ok(undone)
    }
}

/// The names and addresses that other users have.
async fn conflicts(
    db: &mut sql::Connection,
    new: &NewAccountImport,
) -> Result<Vec<(usize, ImportConflict)>, StoreError> {
    let mut found = Vec::new();
    for (index, account) in new.accounts.iter().enumerate() {
        if !usernames::is_free(db, &account.key, None, new.at).await? {
            found.push((index, ImportConflict::Name));
        }
        if let Some(email) = &account.email {
            let query = sql::query_scalar(ADDRESS_IN_USE).bind(email.address.as_str()).bind(new.at.0);
            if query.fetch_one(&mut *db).await? {
                found.push((index, ImportConflict::Address));
            }
        }
    }
    Ok(found)
}

/// Creates an account of an import, without a password.
async fn create(
    db: &mut sql::Connection,
    import: i64,
    account: &NewImportedAccount,
    new: &NewAccountImport,
) -> Result<(), StoreError> {
    let row = NewAccount {
        name: account.name.clone(),
        key: account.key.clone(),
        password: String::new(),
        role: Role::default(),
        application: None,
        came_by: None,
        only_admin: false,
        language: new.language,
        created_by: None,
        at: new.at,
    };
    let user = insert(db, &row).await?;
    let query = sql::query("INSERT INTO imported_accounts (user_id, import_id) VALUES ($1, $2)");
    query.bind(user).bind(import).execute(&mut *db).await?;
    let Some(NewAccountEmail { address, email, key_hash }) = &account.email else { return Ok(()) };
    let confirming = "INSERT INTO address_confirmations (user_id, key_hash, address, expires_at)
        VALUES ($1, $2, $3, $4)";
    let query = sql::query(confirming).bind(user).bind(&key_hash[..]).bind(address.as_str());
    query.bind(new.links_expire_at.0).execute(&mut *db).await?;
    let queueing =
        "INSERT INTO outbox (email_key, user_id, address, kind, body, state, created_at, next_at, tries)
        VALUES ($1, $2, $3, 'created', '', 'waiting', $4, $4, 0)";
    let query = sql::query(queueing).bind(email).bind(user).bind(address.as_str()).bind(new.at.0);
    query.execute(&mut *db).await?;
    let expires_at = new.links_expire_at;
    passwords::insert(db, &PasswordLink { user: UserId(user), key_hash: *key_hash, at: new.at, expires_at })
        .await
}

/// The detail of audit entries.
fn detail(import: i64, accounts: usize) -> String {
    format!("import {import}, accounts: {accounts}")
}

fn account_import(row: ImportRow) -> AccountImport {
    AccountImport {
        id: row.id,
        created_by: row.created_by,
        created_at: Moment(row.created_at),
        accounts: row.accounts,
        undone_at: row.undone_at.map(Moment),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::plan;

    #[tokio::test]
    async fn imported_accounts_and_addresses_are_found_by_indexes() {
        for query in [ONE, ACCOUNTS, NOT_SIGNED_IN, UNUSED] {
            for steps in plan::of(query).await {
                assert!(!steps.contains("SCAN"), "{query}: {steps}");
            }
        }
        for steps in plan::of(ADDRESS_IN_USE).await {
            assert_eq!(steps.matches("_by_address").count(), 2, "{steps}");
        }
    }
}
