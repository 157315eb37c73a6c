//! Guest accounts: created without a password, turned into accounts of people, or deleted.

use super::{sessions, signup_invitations, usernames};
use crate::language::Language;
use crate::now::Moment;
use crate::store::rows::person;
use crate::store::{Store, StoreError, sql};
use crate::users::{UserId, UserSummary, guest_name, look_alike_key};

/// The number of digits in the name of a guest, for each attempt to find a free name.
const DIGITS: [u32; 12] = [4, 4, 4, 4, 4, 4, 6, 6, 6, 9, 9, 9];
/// The number of guests that are deleted at a time.
const BATCH: u32 = 200;

const CREATE: &str = "INSERT INTO users (name, name_key, password, kind, language, created_at, last_seen_at)
    SELECT value, lower(value), '', 'guest', $2, $3, $3 FROM json_each($1)
    WHERE lower(value) NOT IN (SELECT name_key FROM users) ORDER BY key LIMIT 1 RETURNING id, name";
const CONVERT: &str =
    "UPDATE users SET name = $2, name_key = $3, looks_like = $6, password = $4, kind = 'person', signup_invitation_id = $5
    WHERE id = $1 AND kind = 'guest' AND deletion_state IS NULL";
const IDLE: &str = "SELECT id FROM users WHERE kind = 'guest' AND last_seen_at < $1 AND deletion_state IS NULL ORDER BY last_seen_at LIMIT $2";
const LEFT: &str = "SELECT id FROM users WHERE kind = 'guest' AND deletion_state = 'done' LIMIT $1";

/// A guest who creates an account.
#[derive(Clone, Debug)]
pub struct GuestRegistration {
    pub guest: UserId,
    pub name: String,
    /// The name in the form that is compared.
    pub key: String,
    /// The hash of the password.
    pub password: String,
    /// The sign-up link that was used.
    pub came_by: Option<i64>,
    /// The hash of the token of their new session.
    pub session: [u8; 32],
    /// The device of that session.
    pub device: String,
    pub at: Moment,
}

/// Why a guest did not get an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuestRegistrationError {
    /// Another user has the name, or had it recently.
    UsernameTaken,
    /// The sign-up link is no longer valid.
    NotInvited,
    /// The guest was deleted, or already has an account.
    NoGuest,
}

impl Store {
    /// Creates a guest.
    ///
    /// # Errors
    /// The database failed, or no name was free.
    pub async fn create_guest(&self, language: Language, at: Moment) -> Result<UserSummary, StoreError> {
        let names = DIGITS.map(|digits| {
            let least = 10_u32.pow(digits - 1);
            guest_name(least + rand::random::<u32>() % (9 * least))
        });
        let names = sql::list(names);
        let created: Option<(i64, String)> = self
            .write(transaction!(|db| {
                let query = sql::query_as(CREATE).bind(names).bind(language.key()).bind(at.0);
                Ok(query.fetch_optional(db).await?)
            }))
            .await?;
        created.map(person).ok_or(StoreError::NoGuestName)
    }

    /// Turns a guest into a person with an account. Their matches stay theirs; all of their sessions end, and another
    /// one is opened in the same transaction.
    pub async fn register_guest(
        &self,
        new: GuestRegistration,
    ) -> Result<Result<UserSummary, GuestRegistrationError>, StoreError> {
        let guest = new.guest;
        let registered = self.write(transaction!(|db| { register(db, new).await })).await?;
        self.invalidate_settings_of(guest);
        Ok(registered)
    }

    /// At most 200 guests who were last seen before a moment, longest ago first.
    pub async fn idle_guests(&self, before: Moment) -> Result<Vec<UserId>, StoreError> {
        let ids: Vec<i64> =
            self.read(move |db| async move {
                sql::query_scalar(IDLE).bind(before.0).bind(BATCH).fetch_all(&db).await
            })
            .await?;
        Ok(ids.into_iter().map(UserId).collect())
    }

    /// Deletes the matches of deleted guests in which only bots were opponents, then their accounts unless a match with other
    /// people has their seat. Returns the number of deleted matches.
    pub async fn purge_guests(&self) -> Result<u64, StoreError> {
        let ids: Vec<i64> = self
            .read(move |db| async move { sql::query_scalar(LEFT).bind(BATCH).fetch_all(&db).await })
            .await?;
        let mut matches = 0;
        for id in ids {
            matches += self.write(transaction!(|db| { delete_guest(db, id).await })).await?;
        }
        if matches > 0 {
            self.empty_log();
        }
        Ok(matches)
    }
}

async fn register(
    db: &mut sql::Connection,
    new: GuestRegistration,
) -> Result<Result<UserSummary, GuestRegistrationError>, StoreError> {
    if let Some(invitation) = new.came_by
        && !signup_invitations::is_usable(db, invitation, new.at).await?
    {
        return Ok(Err(GuestRegistrationError::NotInvited));
    }
    if !usernames::is_free(db, &new.key, None, new.at).await? {
        return Ok(Err(GuestRegistrationError::UsernameTaken));
    }
    let query = sql::query(CONVERT).bind(new.guest.0).bind(&new.name).bind(&new.key).bind(&new.password);
    let query = query.bind(new.came_by).bind(look_alike_key(&new.key));
    if query.execute(&mut *db).await? == 0 {
        return Ok(Err(GuestRegistrationError::NoGuest));
    }
    if let Some(invitation) = new.came_by {
        signup_invitations::use_up(db, invitation).await?;
    }
    sessions::delete_all_of(db, new.guest, &[]).await?;
    sessions::insert(db, &new.session, new.guest, &new.device, new.at).await?;
    Ok(Ok(person((new.guest.0, new.name))))
}

/// The matches that are deleted with a guest: finished, private, unrated, with only bots in the other seats, and without
/// reports.
const DELETABLE_MATCHES: &str =
    "SELECT m.id FROM match_seats mine CROSS JOIN matches m
    WHERE m.id = mine.match_id AND mine.user_id = $1 AND m.status = 'ended' AND m.visibility = 'private' AND NOT m.rated
        AND NOT EXISTS (SELECT 1 FROM match_seats o JOIN users u ON u.id = o.user_id
            WHERE o.match_id = m.id AND o.user_id <> $1 AND u.kind <> 'bot')
        AND NOT EXISTS (SELECT 1 FROM chat_messages c WHERE c.match_id = m.id AND c.user_id <> $1)
        AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.match_id = m.id)";

/// The statements that delete these matches, in order. Private matches are in no score between two users. Rows that reference a
/// match with `ON DELETE CASCADE` go with the last statement.
const PURGE: [&str; 9] = [
    "UPDATE tallies SET played = tallies.played - gone.played, won = tallies.won - gone.won, shared = tallies.shared - gone.shared
    FROM (SELECT s.user_id, f.game, count(*) AS played, count(*) FILTER (WHERE s.place = 1 AND f.firsts = 1) AS won,
            count(*) FILTER (WHERE s.place = 1 AND f.firsts > 1) AS shared
        FROM (SELECT m.id, m.game, (SELECT count(*) FROM match_seats o WHERE o.match_id = m.id AND o.place = 1) AS firsts
            FROM json_each($1) d CROSS JOIN matches m WHERE m.id = d.value AND m.end_reason <> 'aborted') f
            CROSS JOIN match_seats s WHERE s.match_id = f.id
        GROUP BY s.user_id, f.game) gone
    WHERE tallies.user_id = gone.user_id AND tallies.game = gone.game AND tallies.visibility = 'private'",
    "DELETE FROM tallies WHERE played = 0 AND user_id IN (
        SELECT s.user_id FROM json_each($1) d CROSS JOIN match_seats s WHERE s.match_id = d.value)",
    "UPDATE match_counts SET matches = match_counts.matches - gone.matches
    FROM (SELECT m.game, m.status, count(*) AS matches FROM json_each($1) d CROSS JOIN matches m WHERE m.id = d.value
        GROUP BY m.game, m.status) gone
    WHERE match_counts.game = gone.game AND match_counts.status = gone.status",
    "DELETE FROM chat_messages WHERE match_id IN (SELECT value FROM json_each($1))",
    "DELETE FROM conditional_moves WHERE match_id IN (SELECT value FROM json_each($1))",
    "DELETE FROM cancelled_conditional_moves WHERE match_id IN (SELECT value FROM json_each($1))",
    "DELETE FROM match_seats WHERE match_id IN (SELECT value FROM json_each($1))",
    "DELETE FROM match_events WHERE match_id IN (SELECT value FROM json_each($1))",
    "DELETE FROM matches WHERE id IN (SELECT value FROM json_each($1))",
];

/// Deletes the account unless a match with other people has it in a seat, which then shows a deleted user, or the log of
/// a match or the audit log refers to its id. The highest id stays, because SQLite would give it to the next account.
const FORGET: &str = "DELETE FROM users WHERE id = $1 AND id < (SELECT max(id) FROM users)
    AND NOT EXISTS (SELECT 1 FROM match_seats WHERE user_id = $1)
    AND NOT EXISTS (SELECT 1 FROM matches WHERE opened_by = $1)
    AND NOT EXISTS (SELECT 1 FROM match_events WHERE former_id = $1)
    AND NOT EXISTS (SELECT 1 FROM audit_log WHERE target_id = $1)
    AND NOT EXISTS (SELECT 1 FROM chat_messages WHERE user_id = $1)";
const REMAINS: &str = "UPDATE users SET kind = 'person' WHERE id = $1";

async fn delete_guest(db: &mut sql::Connection, user: i64) -> Result<u64, StoreError> {
    let deleted: Vec<String> = sql::query_scalar(DELETABLE_MATCHES).bind(user).fetch_all(&mut *db).await?;
    let ids = sql::list(deleted.iter().map(String::as_str));
    for statement in PURGE.iter().filter(|_| !deleted.is_empty()) {
        sql::query(*statement).bind(&ids).execute(&mut *db).await?;
    }
    if sql::query(FORGET).bind(user).execute(&mut *db).await? == 0 {
        sql::query(REMAINS).bind(user).execute(db).await?;
    }
    Ok(deleted.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::database::schema::migrated_in_memory;
    use crate::store::plan;
    use crate::store::sql::Connection;

    /// A table with rows of matches is either emptied by [`PURGE`] or by the foreign key, or keeps the match.
    #[tokio::test]
    async fn every_table_that_refers_to_matches_is_purged_or_keeps_the_match() {
        let mut db = Connection::from(migrated_in_memory().await);
        let of = "SELECT t.name FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f
            WHERE t.type = 'table' AND f.\"table\" = 'matches' AND f.on_delete <> 'CASCADE'";
        let tables: Vec<String> = sql::query_scalar(of).fetch_all(&mut db).await.unwrap();
        assert!(tables.len() > 5, "{tables:?}");
        for table in tables {
            let emptied =
                PURGE.iter().any(|statement| statement.starts_with(&format!("DELETE FROM {table} ")));
            let keeps = ["reports", "rated_matches", "rating_changes"].contains(&&*table);
            assert!(emptied || keeps, "{table}");
        }
    }

    #[tokio::test]
    async fn an_account_of_a_guest_begins_with_the_session_opened_in_its_transaction() {
        let mut db = Connection::from(migrated_in_memory().await);
        db.execute_script(
            "INSERT INTO users (id, name, name_key, password, kind, created_at)
                VALUES (1, 'Guest 7', 'guest 7', '', 'guest', 0);
            INSERT INTO sessions (token_hash, user_id, device, created_at, last_seen_at, reauthenticated_at)
                VALUES (zeroblob(32), 1, '', 0, 0, 0)",
        )
        .await
        .unwrap();
        let new = GuestRegistration {
            guest: UserId(1),
            name: "Ada".to_owned(),
            key: "ada".to_owned(),
            password: String::new(),
            came_by: None,
            session: [1; 32],
            device: String::new(),
            at: Moment(2),
        };
        register(&mut db, new).await.unwrap().unwrap();
        let sessions = sql::query_scalar("SELECT token_hash FROM sessions WHERE user_id = 1");
        let sessions: Vec<Vec<u8>> = sessions.fetch_all(&mut db).await.unwrap();
        assert_eq!(sessions, [vec![1; 32]]);
    }

    /// Deleting a match or a user looks for rows that refer to it.
    #[tokio::test]
    async fn references_to_matches_are_found_by_an_index() {
        let mut db = Connection::from(migrated_in_memory().await);
        let without_index = "SELECT t.name || '.' || f.\"from\"
            FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f
            WHERE t.type = 'table' AND f.\"table\" = 'matches' AND NOT EXISTS (
                SELECT 1 FROM pragma_index_list(t.name) i JOIN pragma_index_info(i.name) c
                WHERE c.seqno = 0 AND c.name = f.\"from\")";
        let columns: Vec<String> = sql::query_scalar(without_index).fetch_all(&mut db).await.unwrap();
        assert_eq!(columns, [""; 0]);
        for steps in plan::of(FORGET).await {
            // Small tables, and `matches` by `to_act`: an index would be written with every ply.
            let whole = [
                "account_imports",
                "announcements",
                "report_views",
                "reports",
                "signup_invitations",
                "matches",
            ];
            let mut scans = steps.matches("SCAN ");
            assert!(scans.all(|step| whole.iter().any(|table| step.ends_with(table))), "{steps}");
        }
        for steps in plan::of("SELECT 1 FROM head_to_head WHERE higher_id = $1").await {
            assert!(steps.contains("head_to_head_by_higher"), "{steps}");
        }
    }

    #[tokio::test]
    async fn the_id_of_a_deleted_guest_is_not_given_to_another_user() {
        let mut db = Connection::from(migrated_in_memory().await);
        db.execute_script("INSERT INTO users (id, name, name_key, password, kind, created_at, deletion_state) VALUES
                (1, 'Ada', 'ada', '', 'person', 0, NULL), (2, 'Former', 'left:2', '', 'guest', 0, 'done'),
                (3, 'Former', 'left:3', '', 'guest', 0, 'done'), (4, 'Former', 'left:4', '', 'guest', 0, 'done'),
                (5, 'Former', 'left:5', '', 'guest', 0, 'done');
            INSERT INTO matches (id, game, options, status, visibility, code, seat_count, seats_taken, ply_count, position, opened_by,
                opened_at, changed_at) VALUES ('a', 'quarto', '', 'playing', 'public', 'a', 2, 2, 0, '', 1, 0, 0);
            INSERT INTO match_events VALUES ('a', 1, 0, NULL, 'seat_taken_over', '{}', 2);
            INSERT INTO audit_log (at, action, target_id, reason, detail) VALUES (0, 'suspend', 3, '', '')",
        )
        .await
        .unwrap();
        for guest in 2..=5 {
            delete_guest(&mut db, guest).await.unwrap();
        }
        let left: Vec<i64> =
            sql::query_scalar("SELECT id FROM users ORDER BY id").fetch_all(&mut db).await.unwrap();
        assert_eq!(left, [1, 2, 3, 5]);
        let next = "INSERT INTO users (name, name_key, password, created_at) VALUES ('Ben', 'ben', '', 0) RETURNING id";
        assert_eq!(sql::query_scalar::<i64>(next).fetch_one(&mut db).await.unwrap(), 6);
    }

    #[tokio::test]
    async fn idle_guests_and_their_matches_are_found_by_indexes() {
        for (sql, read) in [
            (IDLE, "SEARCH users USING INDEX users_guests (last_seen_at<?)"),
            (LEFT, "USING INDEX users_guests"),
            (DELETABLE_MATCHES, "SEARCH mine USING "),
        ] {
            for steps in plan::of(sql).await {
                assert!(steps.contains(read), "{steps}");
            }
        }
    }

    #[tokio::test]
    async fn tallies_of_deleted_matches_are_subtracted() {
        let mut db = Connection::from(migrated_in_memory().await);
        db.execute_script("INSERT INTO users (id, name, name_key, password, kind, created_at, deletion_state) VALUES
                (1, 'Former', 'left:1', '', 'guest', 0, 'done'), (2, 'Quarto Casual (bot)', 'quarto casual (bot)', '', 'bot', 0, NULL),
                (3, 'Ada', 'ada', '', 'person', 0, NULL);
            INSERT INTO matches (id, game, options, status, visibility, code, seat_count, seats_taken, ply_count, position, opened_by,
                opened_at, changed_at, ended_at, end_reason) SELECT value, 'quarto', '', 'ended', 'private', value, 2, 2, 0, '', 1,
                0, 0, 1, 'resigned' FROM json_each('[\"a\", \"b\", \"c\"]');
            INSERT INTO match_seats (match_id, seat, user_id, place, ended_at, is_reserved) VALUES
                ('a', 0, 1, 2, 1, 0), ('a', 1, 2, 1, 1, 0), ('b', 0, 1, 1, 1, 0), ('b', 1, 2, 2, 1, 0),
                ('c', 0, 1, 2, 1, 0), ('c', 1, 3, 1, 1, 0);
            INSERT INTO tallies (user_id, game, visibility, played, won, shared) VALUES
                (1, 'quarto', 'private', 3, 1, 0), (2, 'quarto', 'private', 5, 2, 1), (3, 'quarto', 'private', 1, 1, 0);
            INSERT INTO match_counts VALUES ('quarto', 'ended', 3);
            INSERT INTO match_events SELECT id, 1, 0, 1, 'opened', '{}', NULL FROM matches;
            INSERT INTO match_analyses (match_id, requested_by, requested_at, state, position_count)
                SELECT id, 1, 0, 'waiting', 1 FROM matches;",
        )
        .await
        .unwrap();
        assert_eq!(delete_guest(&mut db, 1).await.unwrap(), 2);
        let left: Vec<(i64, i64, i64, i64)> =
            sql::query_as("SELECT user_id, played, won, shared FROM tallies ORDER BY 1")
                .fetch_all(&mut db)
                .await
                .unwrap();
        assert_eq!(left, [(1, 1, 0, 0), (2, 3, 1, 1), (3, 1, 1, 0)]);
        let matches: Vec<String> =
            sql::query_scalar("SELECT id FROM matches").fetch_all(&mut db).await.unwrap();
        assert_eq!(matches, ["c"]);
        let analyses: Vec<String> =
            sql::query_scalar("SELECT match_id FROM match_analyses").fetch_all(&mut db).await.unwrap();
        assert_eq!(analyses, ["c"]);
        let (counted, kind): (i64, String) =
            sql::query_as("SELECT (SELECT matches FROM match_counts), (SELECT kind FROM users WHERE id = 1)")
                .fetch_one(&mut db)
                .await
                .unwrap();
        assert_eq!((counted, &*kind), (1, "person"));
        assert_eq!(delete_guest(&mut db, 1).await.unwrap(), 0);
    }
}
