//! Users as staff see them: in lists and one at a time.

use sqlx::{AssertSqlSafe, FromRow};

use crate::now::Moment;
use crate::store::rows::standing;
use crate::store::{Store, StoreError, sql};
use crate::users::{UserCard, UserFile, UserFilter, UserId, UserOrder, UserSelection, UserSummary, name_key};

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
    application: Option<String>,
    is_muted: bool,
    former: Option<String>,
    #[sqlx(try_from = "i64")]
    reports: u32,
    /// How many users the list has.
    #[sqlx(try_from = "i64")]
    total: u32,
}

#[derive(FromRow)]
struct UserFileRow {
    #[sqlx(try_from = "i64")]
    sessions: u32,
    /// The note of the sign-up link.
    note: Option<String>,
    has_email: bool,
    awaits_email: bool,
    has_app: bool,
    #[sqlx(try_from = "i64")]
    passkeys: u32,
}

/// The users of a page are picked first, so that more is read only about those.
const PICKED: &str = "SELECT u.id, u.name, u.role, u.created_at, u.last_seen_at, u.suspended_at, u.suspended_until,
        u.suspension_reason, u.application, coalesce(u.muted_until > $2, FALSE) AS is_muted, picked.total,
        CASE WHEN $1 <> '' AND instr(u.name_key, $1) = 0 THEN (SELECT p.name_key FROM previous_usernames p
            WHERE p.user_id = u.id AND instr(p.name_key, $1) > 0 ORDER BY p.given_up_at DESC LIMIT 1) END AS former,
        (SELECT count(*) FROM reports r WHERE r.reported_id = u.id AND r.verdict IS NULL) AS reports
    FROM (SELECT id, count(*) OVER () AS total FROM users WHERE deletion_state IS NULL
        AND ($1 = '' OR instr(name_key, $1) > 0
            OR id IN (SELECT p.user_id FROM previous_usernames p WHERE instr(p.name_key, $1) > 0))";

const PEOPLE: &str = "kind = 'person'";
const EVERYONE: &str = "kind <> 'bot'";

/// The condition of a selection; `$2` is the time.
const fn condition(selection: UserSelection, by_name: bool) -> (&'static str, &'static str) {
    match selection {
        UserSelection::Everyone => (if by_name { EVERYONE } else { PEOPLE }, "TRUE"),
        UserSelection::Admins => (PEOPLE, "role = 'admin'"),
        UserSelection::Moderators => (PEOPLE, "role = 'moderator'"),
        UserSelection::Players => (PEOPLE, "role = 'player'"),
        UserSelection::Waiting => (PEOPLE, "suspended_at IS NOT NULL AND suspension_reason IS NULL"),
        UserSelection::Suspended => (
            EVERYONE,
            "suspended_at IS NOT NULL AND suspension_reason IS NOT NULL AND (suspended_until IS NULL OR suspended_until > $2)",
        ),
        UserSelection::Muted => (EVERYONE, "muted_until > $2"),
        UserSelection::Reported => {
            (EVERYONE, "id IN (SELECT r.reported_id FROM reports r WHERE r.verdict IS NULL)")
        }
        UserSelection::Unconfirmed => {
            (PEOPLE, "id IN (SELECT user_id FROM address_confirmations WHERE expires_at > $2)")
        }
        UserSelection::Guests => ("kind = 'guest'", "TRUE"),
    }
}

const fn order(order: UserOrder) -> &'static str {
    match order {
        UserOrder::Name => "name_key",
        UserOrder::Newest => "created_at DESC, name_key",
        UserOrder::LastSeen => "coalesce(last_seen_at, 0) DESC, name_key",
    }
}

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
    /// A page of users, and how many there are.
    pub async fn people_list(
        &self,
        filter: &UserFilter,
        at: Moment,
        limit: u32,
    ) -> Result<(Vec<UserCard>, u32), StoreError> {
        let (kind, which) = condition(filter.selection, !filter.part.is_empty());
        let order = order(filter.order);
        let sql = format!(
            "{PICKED} AND {kind} AND {which} ORDER BY {order} LIMIT $3 OFFSET $4) picked
            JOIN users u ON u.id = picked.id ORDER BY {order}"
        );
        let (part, from) = (name_key(&filter.part), filter.from);
        let rows: Vec<UserListRow> = self
            .read(move |db| async move {
                let query = sql::query_as(AssertSqlSafe(sql)).bind(part).bind(at.0);
                query.bind(limit).bind(from).fetch_all(&db).await
            })
            .await?;
        let total = rows.first().map_or(0, |row| row.total);
        let cards: Result<Vec<_>, _> = rows.into_iter().map(|row| card(row, at)).collect();
        Ok((cards?, total))
    }

    /// What staff see of the user with this name.
    pub async fn person_file(&self, name_key: &str, at: Moment) -> Result<Option<UserFile>, StoreError> {
        let key = name_key.to_owned();
        let found: Option<(UserListRow, UserFileRow, Vec<String>)> = self
            .read(move |db| async move {
                let of =
                    "SELECT id, name, role, created_at, last_seen_at, suspended_at, suspended_until, suspension_reason,
                        application, NULL AS former, coalesce(muted_until > $2, FALSE) AS is_muted, CAST(0 AS BIGINT) AS reports,
                        CAST(1 AS BIGINT) AS total FROM users WHERE name_key = $1 AND deletion_state IS NULL AND kind <> 'bot'";
                let row: Option<UserListRow> = sql::query_as(of).bind(key).bind(at.0).fetch_optional(&db).await?;
                let Some(row) = row else { return Ok(None) };
                let rest = sql::query_as(FILE).bind(row.id).bind(at.0).fetch_one(&db).await?;
                let called = sql::query_scalar(CALLED).bind(row.id).fetch_all(&db).await?;
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
        let renamed = sql::query_scalar(RENAMED).bind(name_key.to_owned());
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
        application: row.application,
        former: row.former,
        is_muted: row.is_muted,
        reports: row.reports,
    })
}
