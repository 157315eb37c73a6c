//! Deletion of accounts. Personal data is deleted in one transaction, which also marks the user, so that their
//! matches are resigned even if the process is killed in between.

use super::usernames;
use crate::matches::MatchId;
use crate::now::Moment;
use crate::store::data_holdings::{ErasurePolicy, HOLDINGS};
use crate::store::moderation::staff::{StaffDecision, another_admin};
use crate::store::rows::person;
use crate::store::{Store, StoreError, sql};
use crate::users::{FORMER, Role, StaffActionError, UserId, UserKind, UserSummary};

/// The last email goes to the confirmed address. Its row holds language and name until it is sent.
const GOODBYE: &str =
    "INSERT INTO outbox (email_key, user_id, address, kind, body, state, created_at, next_at, tries)
    SELECT $2, u.id, b.address, 'goodbye', u.language || ':' || u.name, 'waiting', $3, $3, 0
    FROM users u JOIN email_settings b ON b.user_id = u.id WHERE u.id = $1 AND b.address IS NOT NULL";
const ANONYMIZE: &str =
    "UPDATE users SET name = $2, name_key = $3, looks_like = NULL, password = '', created_at = 0, time_zone = 'UTC',
    auto_advance = FALSE, move_confirmation = 'default', theme = 'auto', sound = FALSE, motion = 'auto', language = 'en',
    role = 'player', suspended_at = NULL, suspended_until = NULL, suspension_reason = NULL, application = NULL,
    away_from = NULL, away_until = NULL, muted_until = NULL, mute_reason = NULL, last_seen_at = NULL, signup_invitation_id = NULL,
    deletion_state = 'started' WHERE id = $1";
const IS_IDLE_GUEST: &str =
    "SELECT EXISTS (SELECT 1 FROM users WHERE id = $1 AND kind = 'guest' AND last_seen_at < $2)";
const EMPTY_ORDERS: &str = "UPDATE conditional_moves SET state = 'withdrawn', text = ''
    WHERE EXISTS (SELECT 1 FROM match_seats s WHERE s.match_id = conditional_moves.match_id
        AND s.seat = conditional_moves.seat AND s.user_id = $1)
    AND match_id IN (SELECT match_id FROM match_seats WHERE user_id = $1)";

impl Store {
    /// Deletes a user's name, password, sessions, email, notes and chat messages. Their matches are resigned later;
    /// see [`Self::deleted_users_in_matches`]. With `email`, a confirmation goes to the address they had.
    pub async fn delete_person(
        &self,
        user: UserId,
        at: Moment,
        email: bool,
    ) -> Result<StaffDecision, StoreError> {
        let decided = self.write(transaction!(|db| { delete(db, user, at, email).await })).await?;
        self.invalidate_settings_of(user);
        self.empty_log();
        self.caches.open_reports.invalidate(&());
        Ok(decided)
    }

    /// Deletes a guest as [`Self::delete_person`] does, unless they were seen after `before` or have an account by now.
    /// Returns whether they were deleted.
    pub async fn delete_idle_guest(
        &self,
        guest: UserId,
        before: Moment,
        at: Moment,
    ) -> Result<bool, StoreError> {
        let deleting = self.write(transaction!(|db| {
            let query = sql::query_scalar(IS_IDLE_GUEST).bind(guest.0).bind(before.0);
            let is_idle: bool = query.fetch_one(&mut *db).await?;
            Ok(is_idle && delete(db, guest, at, false).await?.is_ok())
        }));
        let deleted = deleting.await?;
        self.invalidate_settings_of(guest);
        self.empty_log();
        self.caches.open_reports.invalidate(&());
        Ok(deleted)
    }

    /// Deleted users whose matches still have to be resigned.
    pub async fn deleted_users_in_matches(&self) -> Result<Vec<UserSummary>, StoreError> {
        let rows: Vec<(i64, String)> = self
            .read(|db| async move {
                sql::query_as("SELECT id, name FROM users WHERE deletion_state = 'started'")
                    .fetch_all(&db)
                    .await
            })
            .await?;
        Ok(rows.into_iter().map(person).collect())
    }

    /// The unfinished matches in which a user has a seat or an invitation.
    pub async fn unfinished_matches_of(&self, user: UserId) -> Result<Vec<MatchId>, StoreError> {
        let ids: Vec<String> = self
            .read(move |db| async move {
                let of = "SELECT DISTINCT match_id FROM match_seats WHERE user_id = $1 AND ended_at IS NULL";
                sql::query_scalar(of).bind(user.0).fetch_all(&db).await
            })
            .await?;
        Ok(ids.into_iter().filter_map(|id| id.parse().ok()).collect())
    }

    /// Marks the deletion of a user as finished.
    pub async fn has_left(&self, user: UserId) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            sql::query(EMPTY_ORDERS).bind(user.0).execute(&mut *db).await?;
            sql::query("UPDATE users SET deletion_state = 'done' WHERE id = $1")
                .bind(user.0)
                .execute(db)
                .await?;
            Ok(())
        }))
        .await?;
        self.empty_log();
        Ok(())
    }
}

/// Deletes a user's data, or returns why not. To be called in the transaction that decides it.
pub(in crate::store) async fn delete(
    db: &mut sql::Connection,
    user: UserId,
    at: Moment,
    email: bool,
) -> Result<StaffDecision, StoreError> {
    let here = sql::query_as(
        "SELECT role, kind FROM users WHERE id = $1 AND deletion_state IS NULL AND kind <> 'bot'",
    );
    let found: Option<(String, String)> = here.bind(user.0).fetch_optional(&mut *db).await?;
    let Some((role, kind)) = found else { return Ok(Err(StaffActionError::Nobody)) };
    if role == Role::Admin.key() && !another_admin(db, user, at).await? {
        return Ok(Err(StaffActionError::LastAdmin));
    }
    if email {
        let key = format!("goodbye:{}", hex::encode(rand::random::<[u8; 8]>()));
        sql::query(GOODBYE).bind(user.0).bind(key).bind(at.0).execute(&mut *db).await?;
    }
    // No other user can take the name of a guest.
    if kind != UserKind::Guest.key() {
        usernames::reserve(db, user, at).await?;
    }
    erase(db, user).await?;
    Ok(Ok(()))
}

/// Deletes the data of a user. To be called in a larger transaction.
pub(super) async fn erase(db: &mut sql::Connection, user: UserId) -> Result<(), StoreError> {
    for holding in HOLDINGS {
        if let ErasurePolicy::Deleted(statement) = holding.erasure {
            sql::query(statement).bind(user.0).execute(&mut *db).await?;
        }
    }
    let nobody = format!("left:{}", hex::encode(rand::random::<[u8; 16]>()));
    sql::query(ANONYMIZE).bind(user.0).bind(FORMER).bind(nobody).execute(db).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::language::Language;
    use crate::store::GuestRegistration;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn guests_who_return_or_create_an_account_are_not_deleted_as_idle() {
        let folder = TempDir::new().unwrap();
        let store = Store::open_for_test(folder.path()).await;
        let mut guests = Vec::new();
        for _ in 0..3 {
            guests.push(store.create_guest(Language::default(), Moment(1)).await.unwrap().id);
        }
        assert_eq!(store.idle_guests(Moment(10)).await.unwrap().len(), 3);
        let [returned, registered, idle] = guests[..] else { panic!("{guests:?}") };
        store.execute_for_test("UPDATE users SET last_seen_at = 12 WHERE id = 1").await;
        let new = GuestRegistration {
            guest: registered,
            name: "Ada".to_owned(),
            key: "ada".to_owned(),
            password: String::new(),
            came_by: None,
            session: [1; 32],
            device: String::new(),
            at: Moment(12),
        };
        store.register_guest(new).await.unwrap().unwrap();
        for (guest, deleted) in [(returned, false), (registered, false), (idle, true), (idle, false)] {
            assert_eq!(store.delete_idle_guest(guest, Moment(10), Moment(13)).await.unwrap(), deleted);
        }
    }
}
