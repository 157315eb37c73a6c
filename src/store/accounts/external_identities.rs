//! Who users are at the OpenID Connect provider.

use super::account::{NewAccount, insert};
use super::sessions::delete_all_of;
use super::two_factor::{FactorChangeNote, queue_change_email};
use super::usernames::is_free;
use crate::language::Language;
use crate::now::Moment;
use crate::store::data_inventory::{DataHolding, ErasurePolicy, ExportPolicy};
use crate::store::moderation::audit;
use crate::store::moderation::staff::another_admin;
use crate::store::rows::person;
use crate::store::{Store, StoreError, sql};
use crate::users::preferences::{EmailAddress, EmailFrequency};
use crate::users::{AuditActor, AuditNote, FactorChange, Role, StaffActionKind, UserId, UserSummary};

pub(in crate::store) const HOLDING: DataHolding = DataHolding {
    table: "external_identities",
    export: ExportPolicy::File(
        "single-sign-on",
        "SELECT issuer, subject, connected_at, used_at FROM external_identities WHERE user_id = $1",
    ),
    erasure: ErasurePolicy::Deleted("DELETE FROM external_identities WHERE user_id = $1"),
};

/// A user of a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalIdentity {
    /// The URL of the provider.
    pub issuer: String,
    /// The id of the user there.
    pub subject: String,
}

/// A sign-in of a user of a provider.
#[derive(Clone, Debug)]
pub struct ExternalLogin {
    pub identity: ExternalIdentity,
    /// Their role; `None` if the provider does not decide it.
    pub role: Option<Role>,
    /// The account if they have none; `None` if none is created.
    pub new: Option<NewExternalAccount>,
    pub at: Moment,
}

/// An account for a user of a provider who has none yet.
#[derive(Clone, Debug)]
pub struct NewExternalAccount {
    /// Names with their keys; the first that is free is taken.
    pub names: Vec<(String, String)>,
    /// A confirmed address, which they get if no other user has it.
    pub email: Option<EmailAddress>,
    pub language: Language,
}

/// How a user can sign in, beside passkeys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SignInWays {
    pub has_password: bool,
    /// When they connected their account with the provider, if they have.
    pub connected_at: Option<Moment>,
}

const WHOSE: &str = "SELECT u.id, u.name, u.role FROM external_identities e JOIN users u ON u.id = e.user_id
    WHERE e.issuer = $1 AND e.subject = $2";
const ADD_ADDRESS: &str = "INSERT INTO email_settings (user_id, address, frequency, notices_from)
    SELECT $1, $2, $3, $4 WHERE NOT EXISTS (
        SELECT 1 FROM email_settings WHERE address IS NOT NULL AND lower(address) = lower($2))";
/// An identity at an earlier provider is replaced.
const CONNECT: &str =
    "INSERT INTO external_identities (user_id, issuer, subject, connected_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (user_id) DO UPDATE SET issuer = excluded.issuer, subject = excluded.subject,
        connected_at = excluded.connected_at, used_at = NULL
        WHERE external_identities.issuer <> excluded.issuer";
const WAYS: &str = "SELECT password <> '',
        (SELECT connected_at FROM external_identities WHERE user_id = $1 AND issuer = $2)
    FROM users WHERE id = $1";
/// Not the only way to sign in.
const DISCONNECT: &str = "DELETE FROM external_identities WHERE user_id = $1
    AND (EXISTS (SELECT 1 FROM users WHERE id = $1 AND password <> '')
        OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = $1))";

impl Store {
    /// The user who is this one at the provider, and whether their account was just created; `None` if there is none,
    /// and none is created. Sets their role if the provider decides it; the last admin stays one.
    pub async fn sign_in_externally(
        &self,
        login: ExternalLogin,
    ) -> Result<Option<(UserSummary, bool)>, StoreError> {
        self.write(transaction!(|db| {
            let ExternalLogin { identity, role, new, at } = login;
            let query = sql::query_as(WHOSE).bind(&identity.issuer).bind(&identity.subject);
            let found: Option<(i64, String, String)> = query.fetch_optional(&mut *db).await?;
            let (user, current, is_new) = match (found, new) {
                (Some((id, name, role)), _) => {
                    (person((id, name)), Role::from_key(&role).unwrap_or_default(), false)
                }
                (None, Some(new)) => match create(db, new, &identity, at).await? {
                    Some(user) => (user, Role::default(), true),
                    None => return Ok(None),
                },
                (None, None) => return Ok(None),
            };
            let using = sql::query("UPDATE external_identities SET used_at = $2 WHERE user_id = $1");
            using.bind(user.id.0).bind(at.0).execute(&mut *db).await?;
            if let Some(role) = role.filter(|role| *role != current) {
                set_role(db, user.id, current, role, at).await?;
            }
            Ok(Some((user, is_new)))
        }))
        .await
    }

    /// The user who is this one at the provider.
    pub async fn user_by_identity(
        &self,
        identity: ExternalIdentity,
    ) -> Result<Option<UserSummary>, StoreError> {
        let row: Option<(i64, String, String)> = self
            .read(move |db| async move {
                sql::query_as(WHOSE).bind(identity.issuer).bind(identity.subject).fetch_optional(&db).await
            })
            .await?;
        Ok(row.map(|(id, name, _)| person((id, name))))
    }

    /// Connects an account with a user of the provider. Returns whether it did: neither of both may have been connected
    /// before.
    pub async fn connect_identity(
        &self,
        user: UserId,
        identity: ExternalIdentity,
        changed: FactorChangeNote,
    ) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            let ExternalIdentity { issuer, subject } = &identity;
            let query = sql::query_as(WHOSE).bind(issuer).bind(subject);
            let taken: Option<(i64, String, String)> = query.fetch_optional(&mut *db).await?;
            let query = sql::query(CONNECT).bind(user.0).bind(issuer).bind(subject).bind(changed.at.0);
            if taken.is_some() || query.execute(&mut *db).await? == 0 {
                return Ok(false);
            }
            queue_change_email(db, user, FactorChange::ProviderOn, &changed).await?;
            Ok(true)
        }))
        .await
    }

    /// Disconnects an account from the provider. Returns whether it did: only if there is another way to sign in.
    pub async fn disconnect_identity(
        &self,
        user: UserId,
        changed: FactorChangeNote,
    ) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            if sql::query(DISCONNECT).bind(user.0).execute(&mut *db).await? == 0 {
                return Ok(false);
            }
            queue_change_email(db, user, FactorChange::ProviderOff, &changed).await?;
            Ok(true)
        }))
        .await
    }

    /// How a user can sign in, with the provider of this URL.
    pub async fn sign_in_ways(&self, user: UserId, issuer: Option<&str>) -> Result<SignInWays, StoreError> {
        let issuer = issuer.map(str::to_owned);
        let row: Option<(bool, Option<i64>)> =
            self.read(move |db| async move {
                sql::query_as(WAYS).bind(user.0).bind(issuer).fetch_optional(&db).await
            })
            .await?;
        Ok(row.map_or_else(SignInWays::default, |(has_password, connected_at)| SignInWays {
            has_password,
            connected_at: connected_at.map(Moment),
        }))
    }
}

/// Creates the account of a user of the provider; `None` if all names are taken.
async fn create(
    db: &mut sql::Connection,
    new: NewExternalAccount,
    identity: &ExternalIdentity,
    at: Moment,
) -> Result<Option<UserSummary>, StoreError> {
    for (name, key) in new.names {
        if !is_free(db, &key, None, at).await? {
            continue;
        }
        let (role, language) = (Role::default(), new.language);
        let password = String::new();
        let (came_by, only_admin, created_by) = (None, false, None);
        let application = None;
        let account = NewAccount {
            name,
            key,
            password,
            role,
            application,
            came_by,
            only_admin,
            language,
            created_by,
            at,
        };
        let user = UserId(insert(db, &account).await?);
        let query = sql::query(CONNECT).bind(user.0).bind(&identity.issuer).bind(&identity.subject);
        query.bind(at.0).execute(&mut *db).await?;
        if let Some(email) = &new.email {
            let query = sql::query(ADD_ADDRESS).bind(user.0).bind(email.as_str());
            query.bind(EmailFrequency::default().key()).bind(at.0).execute(&mut *db).await?;
        }
        return Ok(Some(person((user.0, account.name))));
    }
    Ok(None)
}

/// Sets the role that the provider says, unless the last admin would be gone. All sessions end, as they do when staff
/// change a role.
async fn set_role(
    db: &mut sql::Connection,
    user: UserId,
    from: Role,
    to: Role,
    at: Moment,
) -> Result<(), StoreError> {
    if from == Role::Admin && !another_admin(db, user, at).await? {
        return Ok(());
    }
    let setting = sql::query("UPDATE users SET role = $2 WHERE id = $1").bind(user.0).bind(to.key());
    setting.execute(&mut *db).await?;
    delete_all_of(db, user, &[]).await?;
    let note = AuditNote::new(at, AuditActor::Person(user), StaffActionKind::ChangeRole);
    let note = note.about(user, "as the single sign-on provider says".to_owned());
    audit::insert_entry(db, &AuditNote { detail: format!("from {from} to {to}"), ..note }).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::plan;

    #[tokio::test]
    async fn users_are_found_by_indexes() {
        for query in [WHOSE, ADD_ADDRESS, WAYS, DISCONNECT] {
            for steps in plan::of(query).await {
                assert!(!steps.contains("SCAN e") && !steps.contains("SCAN u"), "{query}: {steps}");
            }
        }
    }
}
