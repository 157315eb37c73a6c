//! Users and staff actions on them. Whether an action is permitted is decided in the transaction that performs it, so
//! that concurrent actions cannot interfere.

use super::applications::end_waiting;
use super::deletions::delete;
use super::passwords::{NewPassword, PasswordLink, change, insert};
use super::sessions::delete_all_of;
use super::two_factor::{self, FactorChangeNote};
use super::usernames::is_free;
use crate::now::Moment;
use crate::store::moderation::staff::{StaffDecision, another_admin};
use crate::store::moderation::{audit, sanctions};
use crate::store::rows::standing;
use crate::store::{Store, StoreError, WriteTransaction, sql};
use crate::users::{
    AccountStanding, AuditActor, AuditNote, FactorChange, Role, StaffAction, StaffActionError,
    StaffActionKind, StaffRank, StaffReason, UserId, UserKind, WITHOUT_END, check_permission, look_alike_key,
    to_the_minute,
};

impl Store {
    /// Performs a staff action on a user and writes the audit entry; or returns why not, and changes nothing.
    pub async fn apply_action(
        &self,
        by: AuditActor,
        target: UserId,
        action: StaffAction,
        reason: StaffReason,
        at: Moment,
    ) -> Result<StaffDecision, StoreError> {
        let why = reason.to_string();
        let note = AuditNote::new(at, by, action.act()).about(target, why);
        let dealing = self.act(note, move |db, note, standing| {
            Box::pin(async move {
                match action {
                    // The audit entry is the note.
                    StaffAction::Note => Ok(Ok(())),
                    StaffAction::Suspend { until, changes } => {
                        suspend(db, note, standing, until, changes).await
                    }
                    StaffAction::EndSuspension => end_suspension(db, target, standing, at).await,
                    StaffAction::Approve => approve(db, target, standing, at).await,
                    StaffAction::Rename { name, key } => rename(db, note, target, name, key).await,
                    StaffAction::ChangeRole { from, to } => change_role(db, note, standing, from, to).await,
                    StaffAction::SignOut => sign_out(db, target).await,
                    StaffAction::RemoveFactors { email } => {
                        remove_factors(db, target, FactorChangeNote { at, email }).await
                    }
                }
            })
        });
        let dealt = dealing.await?;
        self.caches.open_reports.invalidate(&());
        Ok(dealt)
    }

    /// As [`act`], in its own transaction.
    pub(in crate::store) async fn act<T, D>(
        &self,
        note: AuditNote,
        action: D,
    ) -> Result<Result<T, StaffActionError>, StoreError>
    where
        D: for<'c> FnOnce(&'c mut sql::Connection, &'c mut AuditNote, AccountStanding) -> ActingStaff<'c, T>
            + Send
            + 'static,
        T: Send + 'static,
    {
        self.write(move |db| Box::pin(act(db, note, action))).await
    }
}

/// A staff action inside of a transaction.
pub(in crate::store) type ActingStaff<'c, T> = WriteTransaction<'c, Result<T, StaffActionError>>;

/// Performs a staff action, if it is permitted, and writes the audit entry; or returns why not.
pub(in crate::store) async fn act<T, D>(
    db: &mut sql::Connection,
    mut note: AuditNote,
    action: D,
) -> Result<Result<T, StaffActionError>, StoreError>
where
    D: for<'c> FnOnce(&'c mut sql::Connection, &'c mut AuditNote, AccountStanding) -> ActingStaff<'c, T>,
{
    let standing = match check_permitted(db, &note).await? {
        Ok(standing) => standing,
        Err(refused) => return Ok(Err(refused)),
    };
    let done = action(&mut *db, &mut note, standing).await?;
    if done.is_ok() {
        audit::insert_entry(db, &note).await?;
    }
    Ok(done)
}

/// The standing of the target, or why the action is not permitted, in this transaction.
async fn check_permitted(
    db: &mut sql::Connection,
    note: &AuditNote,
) -> Result<Result<AccountStanding, StaffActionError>, StoreError> {
    let target = match note.target {
        None => None,
        Some(user) => match standing_of(db, user).await? {
            Some((_, UserKind::Guest)) if needs_account(note.action) => {
                return Ok(Err(StaffActionError::Guest));
            }
            Some((standing, _)) => Some((user, standing)),
            None => return Ok(Err(StaffActionError::Nobody)),
        },
    };
    if let AuditActor::Person(user) = note.actor {
        let actor =
            standing_of(db, user).await?.map(|(standing, _)| standing).unwrap_or_default().at(note.at);
        let role = if actor.suspended.is_some() { Role::Player } else { actor.role };
        let ranked = target.as_ref().map(|(user, standing)| StaffRank::new(*user, standing.role));
        if let Err(refused) = check_permission(StaffRank::new(user, role), note.action, ranked) {
            return Ok(Err(refused));
        }
    }
    Ok(Ok(target.map(|(_, standing)| standing).unwrap_or_default()))
}

/// Whether an action changes what a guest does not have: role, password, second factors or a chosen name.
const fn needs_account(act: StaffActionKind) -> bool {
    use StaffActionKind::{ChangeRole, RemoveFactors, Rename, ResetLink, ResetPassword};
    matches!(act, ChangeRole | RemoveFactors | Rename | ResetLink | ResetPassword)
}

type StandingRow = (String, String, Option<i64>, Option<i64>, Option<String>);

/// The standing of a person or guest, and which of both they are. Staff actions do not apply to bots.
async fn standing_of(
    db: &mut sql::Connection,
    user: UserId,
) -> Result<Option<(AccountStanding, UserKind)>, StoreError> {
    let of = "SELECT kind, role, suspended_at, suspended_until, suspension_reason FROM users
        WHERE id = $1 AND deletion_state IS NULL AND kind <> 'bot'";
    let row: Option<StandingRow> = sql::query_as(of).bind(user.0).fetch_optional(db).await?;
    let read = |(kind, role, since, until, why): StandingRow| {
        let kind = if kind == UserKind::Guest.key() { UserKind::Guest } else { UserKind::Person };
        Ok((standing(&role, since, until, why)?, kind))
    };
    row.map(read).transpose()
}

impl Store {
    /// The role of a user at a moment. Suspended and deleted users count as players.
    pub async fn role_of(&self, user: UserId, at: Moment) -> Result<Role, StoreError> {
        let of = "SELECT role FROM users WHERE id = $1 AND deletion_state IS NULL
            AND (suspended_at IS NULL OR suspended_until <= $2)";
        let role: Option<String> =
            self.read(move |db| async move {
                sql::query_scalar(of).bind(user.0).bind(at.0).fetch_optional(&db).await
            })
            .await?;
        Ok(role.and_then(|role| Role::from_key(&role)).unwrap_or_default())
    }
}

/// Whether no other admin could act without this one.
async fn is_last_admin(
    db: &mut sql::Connection,
    target: UserId,
    standing: &AccountStanding,
    at: Moment,
) -> Result<bool, StoreError> {
    let active = standing.role == Role::Admin && standing.suspended.is_none();
    Ok(active && !another_admin(db, target, at).await?)
}

async fn suspend(
    db: &mut sql::Connection,
    note: &mut AuditNote,
    standing: AccountStanding,
    until: Option<Moment>,
    changes: bool,
) -> Result<StaffDecision, StoreError> {
    let (Some(target), standing) = (note.target, standing.at(note.at)) else {
        return Ok(Err(StaffActionError::Nobody));
    };
    if standing.suspended.is_some() && !changes || standing.awaits_approval() {
        return Ok(Err(StaffActionError::AlreadySo));
    }
    if until.is_some_and(|until| until <= note.at) {
        return Ok(Err(StaffActionError::Past));
    }
    if is_last_admin(db, target, &standing, note.at).await? {
        return Ok(Err(StaffActionError::LastAdmin));
    }
    note.detail =
        until.map_or_else(|| WITHOUT_END.to_owned(), |until| format!("until {}", to_the_minute(until)));
    let suspending =
        "UPDATE users SET suspended_at = $2, suspended_until = $3, suspension_reason = $4 WHERE id = $1";
    let since = standing.suspended.map_or(note.at, |suspension| suspension.since);
    let query = sql::query(suspending).bind(target.0).bind(since.0).bind(until.map(|until| until.0));
    query.bind(&note.reason).execute(&mut *db).await?;
    sanctions::queue_email(db, target, sanctions::SanctionNotice::Suspension, note.at).await?;
    Ok(Ok(()))
}

/// Suspends a user in a larger transaction, or returns why not.
pub(in crate::store) async fn suspend_within(
    db: &mut sql::Connection,
    by: UserId,
    target: UserId,
    until: Option<Moment>,
    why: &StaffReason,
    at: Moment,
) -> Result<StaffDecision, StoreError> {
    let note =
        AuditNote::new(at, AuditActor::Person(by), StaffActionKind::Suspend).about(target, why.to_string());
    act(db, note, move |db, note, standing| Box::pin(suspend(db, note, standing, until, false))).await
}

async fn end_suspension(
    db: &mut sql::Connection,
    target: UserId,
    standing: AccountStanding,
    at: Moment,
) -> Result<StaffDecision, StoreError> {
    let standing = standing.at(at);
    if standing.suspended.is_none() || standing.awaits_approval() {
        return Ok(Err(StaffActionError::AlreadySo));
    }
    let ending = "UPDATE users SET suspended_at = NULL, suspended_until = NULL, suspension_reason = NULL WHERE id = $1";
    sql::query(ending).bind(target.0).execute(db).await?;
    Ok(Ok(()))
}

async fn approve(
    db: &mut sql::Connection,
    target: UserId,
    standing: AccountStanding,
    at: Moment,
) -> Result<StaffDecision, StoreError> {
    if !standing.awaits_approval() {
        return Ok(Err(StaffActionError::AlreadySo));
    }
    end_waiting(db, target).await?;
    sanctions::queue_email(db, target, sanctions::SanctionNotice::Approval, at).await?;
    Ok(Ok(()))
}

/// The audit entry contains no name, because entries are never changed and deleted users' names have to go.
async fn rename(
    db: &mut sql::Connection,
    note: &AuditNote,
    target: UserId,
    name: String,
    key: String,
) -> Result<StaffDecision, StoreError> {
    let now: (String, String) = sql::query_as("SELECT name, name_key FROM users WHERE id = $1")
        .bind(target.0)
        .fetch_one(&mut *db)
        .await?;
    if now.0 == name {
        return Ok(Err(StaffActionError::AlreadySo));
    }
    if now.1 != key {
        if !is_free(db, &key, Some(target), note.at).await? {
            return Ok(Err(StaffActionError::NameTaken));
        }
        let giving_up = "INSERT INTO previous_usernames (name_key, user_id, given_up_at, looks_like) VALUES ($1, $2, $3, $4)
            ON CONFLICT (name_key) DO UPDATE SET user_id = excluded.user_id, given_up_at = excluded.given_up_at";
        let like = look_alike_key(&now.1);
        sql::query(giving_up).bind(now.1).bind(target.0).bind(note.at.0).bind(like).execute(&mut *db).await?;
        sql::query("DELETE FROM previous_usernames WHERE name_key = $1").bind(&key).execute(&mut *db).await?;
    }
    let like = look_alike_key(&key);
    let renaming = sql::query("UPDATE users SET name = $2, name_key = $3, looks_like = $4 WHERE id = $1");
    renaming.bind(target.0).bind(name).bind(key).bind(like).execute(db).await?;
    Ok(Ok(()))
}

/// Ends the sessions of a user whose role has changed.
async fn change_role(
    db: &mut sql::Connection,
    note: &mut AuditNote,
    standing: AccountStanding,
    from: Option<Role>,
    to: Role,
) -> Result<StaffDecision, StoreError> {
    let Some(target) = note.target else { return Ok(Err(StaffActionError::Nobody)) };
    let standing = standing.at(note.at);
    if from.is_some_and(|from| from != standing.role) {
        return Ok(Err(StaffActionError::Stale));
    }
    if standing.role == to {
        return Ok(Err(StaffActionError::AlreadySo));
    }
    if is_last_admin(db, target, &standing, note.at).await? {
        return Ok(Err(StaffActionError::LastAdmin));
    }
    note.detail = format!("from {} to {to}", standing.role);
    sql::query("UPDATE users SET role = $2 WHERE id = $1")
        .bind(target.0)
        .bind(to.key())
        .execute(&mut *db)
        .await?;
    delete_all_of(db, target, &[]).await?;
    Ok(Ok(()))
}

async fn sign_out(db: &mut sql::Connection, target: UserId) -> Result<StaffDecision, StoreError> {
    let signed_in = sql::query_scalar("SELECT EXISTS (SELECT 1 FROM sessions WHERE user_id = $1)");
    if !signed_in.bind(target.0).fetch_one(&mut *db).await? {
        return Ok(Err(StaffActionError::AlreadySo));
    }
    delete_all_of(db, target, &[]).await?;
    Ok(Ok(()))
}

async fn remove_factors(
    db: &mut sql::Connection,
    target: UserId,
    changed: FactorChangeNote,
) -> Result<StaffDecision, StoreError> {
    if !two_factor::forget_all(db, target).await? {
        return Ok(Err(StaffActionError::AlreadySo));
    }
    two_factor::queue_change_email(db, target, FactorChange::Removed, &changed).await?;
    Ok(Ok(()))
}

impl Store {
    /// Sets a password from the command line, or returns why not; all sessions of the user end.
    pub async fn set_password(
        &self,
        target: UserId,
        hash: String,
        at: Moment,
    ) -> Result<StaffDecision, StoreError> {
        let note = AuditNote::new(at, AuditActor::CommandLine, StaffActionKind::ResetPassword);
        let new = NewPassword { hash, email: None, at };
        self.act(AuditNote { target: Some(target), ..note }, move |db, _, _| {
            Box::pin(async move { change(db, target, &new, &[]).await.map(Ok) })
        })
        .await
    }

    /// Deletes an account by staff, or returns why not. The matches are resigned later: see
    /// [`Self::deleted_users_in_matches`]. With `email`, a confirmation goes to the address they had.
    pub async fn delete_by_staff(
        &self,
        by: AuditActor,
        target: UserId,
        reason: StaffReason,
        at: Moment,
        email: bool,
    ) -> Result<StaffDecision, StoreError> {
        let why = reason.to_string();
        let note = AuditNote::new(at, by, StaffActionKind::DeleteAccount).about(target, why);
        let done = self
            .act(note, move |db, _, _| Box::pin(async move { delete(db, target, at, email).await }))
            .await?;
        self.invalidate_settings_of(target);
        self.empty_log();
        self.caches.open_reports.invalidate(&());
        Ok(done)
    }

    /// Stores a password reset link created by staff, or returns why not.
    pub async fn insert_password_link(
        &self,
        by: AuditActor,
        link: PasswordLink,
        reason: StaffReason,
    ) -> Result<StaffDecision, StoreError> {
        let why = reason.to_string();
        let note = AuditNote::new(link.at, by, StaffActionKind::ResetLink).about(link.user, why);
        self.act(note, move |db, _, _| Box::pin(async move { insert(db, &link).await.map(Ok) })).await
    }
}
