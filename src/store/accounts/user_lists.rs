//! Users as staff see them: in lists and one at a time.

use sqlx::FromRow;

use crate::now::Moment;
use crate::store::rows::standing;
use crate::store::{Store, StoreError};
use crate::users::{Role, UserCard, UserFile, UserFilter, UserId, UserSummary};

#[derive(FromRow)]
struct UserListRow {
    id: i64,
    name: String,
    role: String,
    created_at: i64,
    last_seen_at: Option<i64>,
    suspended_at: Option<i64>,
    suspended_until: Option<i64>,
    suspension_reason: Option<String>,
    former: Option<String>,
}

#[derive(FromRow)]
struct UserFileRow {
    sessions: u32,
    /// The note of the sign-up link.
    note: Option<String>,
    has_email: bool,
    awaits_email: bool,
    has_app: bool,
    passkeys: u32,
}

macro_rules! people {
    ($where:literal) => {
        concat!(
            "SELECT id, name, role, created_at, last_seen_at, suspended_at, suspended_until, suspension_reason,
                CASE WHEN $2 <> '' AND instr(name_key, $2) = 0 THEN (SELECT p.name_key FROM previous_usernames p
                    WHERE p.user_id = users.id AND instr(p.name_key, $2) > 0 ORDER BY p.given_up_at DESC LIMIT 1) END AS former
             FROM users ",
            $where,
            " AND deletion_state IS NULL AND (kind = 'person' OR kind = 'guest' AND ($2 <> '' OR $4)) AND name_key > $1 AND ($2 = '' OR instr(name_key, $2) > 0
                OR EXISTS (SELECT 1 FROM previous_usernames p WHERE p.user_id = users.id AND instr(p.name_key, $2) > 0))
             AND ($3 = '' OR role = $3)
             AND (NOT $4 OR suspended_until IS NULL OR suspended_until > $5) ORDER BY name_key LIMIT $6"
        )
    };
}

/// Each query walks the most selective index.
const EVERYBODY: &str = people!("WHERE true");
const STAFF: &str = people!("WHERE role <> 'player'");
const SUSPENDED: &str = people!("WHERE suspended_at IS NOT NULL");

const FILE: &str = "SELECT (SELECT count(*) FROM sessions WHERE user_id = $1) AS sessions,
        (SELECT i.note FROM signup_invitations i WHERE i.id = u.signup_invitation_id) AS note,
        EXISTS (SELECT 1 FROM email_settings WHERE user_id = $1 AND address IS NOT NULL) AS has_email,
        EXISTS (SELECT 1 FROM address_confirmations WHERE user_id = $1 AND expires_at > $2) AS awaits_email,
        EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = $1 AND confirmed_at IS NOT NULL) AS has_app,
        (SELECT count(*) FROM passkeys WHERE user_id = $1) AS passkeys
    FROM users u WHERE u.id = $1";
const RENAMED: &str = "SELECT u.name FROM previous_usernames p JOIN users u ON u.id = p.user_id
    WHERE p.name_key = $1 AND u.deletion_state IS NULL
        AND NOT EXISTS (SELECT 1 FROM users WHERE name_key = $1)";
const CALLED: &str = "SELECT name_key FROM previous_usernames WHERE user_id = $1 ORDER BY given_up_at DESC";

impl Store {
    /// A page of users by name, and whether there are more.
    pub async fn people_list(
        &self,
        filter: &UserFilter,
        at: Moment,
        limit: u32,
    ) -> Result<(Vec<UserCard>, bool), StoreError> {
        let filter = filter.clone();
        let mut rows: Vec<UserListRow> = self
            .read(move |db| async move {
                let sql = match filter.role {
                    _ if filter.suspended => SUSPENDED,
                    Some(role) if role.is_staff() => STAFF,
                    _ => EVERYBODY,
                };
                let query = sqlx::query_as(sql).bind(filter.after.to_ascii_lowercase());
                let query = query.bind(filter.part.to_ascii_lowercase());
                let query = query.bind(filter.role.map_or("", Role::key)).bind(filter.suspended);
                query.bind(at.0).bind(limit + 1).fetch_all(&db).await
            })
            .await?;
        let more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        let cards: Result<Vec<_>, _> = rows.into_iter().map(|row| card(row, at)).collect();
        Ok((cards?, more))
    }

    /// What staff see of the user with this name.
    pub async fn person_file(&self, name_key: &str, at: Moment) -> Result<Option<UserFile>, StoreError> {
        let key = name_key.to_owned();
        let found: Option<(UserListRow, UserFileRow, Vec<String>)> = self
            .read(move |db| async move {
                let of =
                    "SELECT id, name, role, created_at, last_seen_at, suspended_at, suspended_until, suspension_reason,
                        NULL AS former FROM users WHERE name_key = $1 AND deletion_state IS NULL AND kind <> 'bot'";
                let row: Option<UserListRow> = sqlx::query_as(of).bind(key).fetch_optional(&db).await?;
                let Some(row) = row else { return Ok(None) };
                let rest = sqlx::query_as(FILE).bind(row.id).bind(at.0).fetch_one(&db).await?;
                let called = sqlx::query_scalar(CALLED).bind(row.id).fetch_all(&db).await?;
                Ok(Some((row, rest, called)))
            })
            .await?;
        let Some((row, rest, called)) = found else { return Ok(None) };
        let UserFileRow { sessions, note: came_by, has_app, passkeys, .. } = rest;
        let email = (rest.has_email || rest.awaits_email).then_some(rest.has_email);
        Ok(Some(UserFile { card: card(row, at)?, sessions, came_by, called, email, has_app, passkeys }))
    }

    /// The present name of the user who had this one before.
    pub async fn renamed_to(&self, name_key: &str) -> Result<Option<String>, StoreError> {
        let renamed = sqlx::query_scalar(RENAMED).bind(name_key.to_owned());
        self.read(move |db| async move { renamed.fetch_optional(&db).await }).await
    }
}

fn card(row: UserListRow, at: Moment) -> Result<UserCard, StoreError> {
    let standing = standing(&row.role, row.suspended_at, row.suspended_until, row.suspension_reason)?;
    Ok(UserCard {
        person: UserSummary { id: UserId(row.id), name: row.name.into() },
        standing: standing.at(at),
        since: Moment(row.created_at),
        last_seen_at: row.last_seen_at.map(Moment),
        former: row.former,
    })
}
