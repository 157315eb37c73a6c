//! What the house keeps about somebody, for themselves to take along. Every table is named here: what becomes of it is
//! decided when it is made, and a test walks the schema.

use super::{Store, StoreError};
use crate::matches::{MatchId, UserId};

/// What becomes of a table when somebody takes along what is theirs.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// A file of this name. The query gives a JSON object a row, and never what is another person's alone; moments are in
    /// keys that are `at` or end in `_at`.
    File(&'static str, &'static str),
    /// It stays here, for this reason.
    Stays(&'static str),
}

use Takes::{File, Stays};

/// Every table of the house.
pub const TABLES: &[(&str, Takes)] = &[
    (
        "users",
        File(
            "account",
            "SELECT json_object('name', name, 'opened_at', created_at, 'zone', zone,
                'goes_on_after_a_ply', json(iif(goes_on, 'true', 'false')),
                'confirms_plies', json(iif(confirms, 'true', 'false')))
             FROM users WHERE id = $1",
        ),
    ),
    (
        "sessions",
        File(
            "sessions",
            "SELECT json_object('device', device, 'opened_at', created_at, 'used_at', seen_at)
             FROM sessions WHERE user_id = $1 ORDER BY created_at",
        ),
    ),
    (
        "letterboxes",
        File(
            "letterbox",
            "SELECT json_object('address', address, 'pace', pace, 'quiet_from_hour', quiet_from,
                'quiet_to_hour', quiet_to, 'told_from_at', told_from) FROM letterboxes WHERE user_id = $1",
        ),
    ),
    (
        "address_confirmations",
        File(
            "unconfirmed-address",
            "SELECT json_object('address', address, 'expires_at', expires_at)
             FROM address_confirmations WHERE user_id = $1",
        ),
    ),
    (
        "outbox",
        File(
            "letters",
            "SELECT json_object('address', address, 'kind', kind, 'state', state, 'made_at', made_at,
                'tries', tries, 'problem', problem) FROM outbox WHERE user_id = $1 ORDER BY id",
        ),
    ),
    (
        "devices",
        File(
            "devices",
            "SELECT json_object('name', name, 'made_at', made_at, 'taken_at', taken_at,
                'failing_since_at', failing_since) FROM devices WHERE user_id = $1 ORDER BY id",
        ),
    ),
    (
        "pushes",
        File(
            "pushes",
            "SELECT json_object('device', d.name, 'match', p.match_id, 'state', p.state, 'made_at', p.made_at)
             FROM devices d JOIN pushes p ON p.device_id = d.id WHERE d.user_id = $1 ORDER BY p.id",
        ),
    ),
    (
        "feeds",
        File(
            "feeds",
            "SELECT json_object('kind', kind, 'made_at', made_at) FROM feeds WHERE user_id = $1 ORDER BY kind",
        ),
    ),
    (
        "holidays",
        File(
            "holidays",
            "SELECT json_object('hour_at', hour) FROM holidays WHERE user_id = $1 ORDER BY hour",
        ),
    ),
    (
        "seen",
        File(
            "seen",
            "SELECT json_object('match', match_id, 'entry', seq, 'line', line)
             FROM seen WHERE user_id = $1 ORDER BY match_id",
        ),
    ),
    (
        "told",
        File(
            "notices",
            "SELECT json_object('match', match_id, 'kind', kind, 'way', way, 'number', number, 'at', at)
             FROM told WHERE user_id = $1 ORDER BY match_id, way, kind",
        ),
    ),
    (
        "notes",
        File(
            "notes",
            "SELECT json_object('match', match_id, 'text', text) FROM notes WHERE user_id = $1 ORDER BY match_id",
        ),
    ),
    (
        "standing_orders",
        File(
            "standing-orders",
            "SELECT json_object('match', o.match_id, 'seat', o.seat, 'state', o.state, 'text', o.text)
             FROM match_seats mine JOIN standing_orders o ON o.match_id = mine.match_id AND o.seat = mine.seat
             WHERE mine.user_id = $1 AND mine.kept = 0 ORDER BY o.match_id",
        ),
    ),
    (
        "match_talk",
        File(
            "talk",
            "SELECT json_object('match', match_id, 'at', at, 'text', text)
             FROM match_talk WHERE user_id = $1 ORDER BY id",
        ),
    ),
    (
        "match_seats",
        File(
            "seats",
            "SELECT json_object('match', match_id, 'seat', seat, 'place', place, 'ended_at', ended_at,
                'invited', json(iif(kept, 'true', 'false'))) FROM match_seats WHERE user_id = $1 ORDER BY match_id",
        ),
    ),
    (
        // Plies are in the records; how a match was opened holds the secret of its dice.
        "match_events",
        File(
            "doings",
            "SELECT json_object('match', e.match_id, 'entry', e.seq, 'at', e.at, 'what', e.kind,
                'seat', e.body ->> 'seat', 'by', (SELECT name FROM users WHERE id = e.by),
                'whom', (SELECT name FROM users WHERE id = e.body ->> 'user'))
             FROM (SELECT DISTINCT match_id FROM match_seats WHERE user_id = $1) mine
             JOIN match_events e ON e.match_id = mine.match_id
             WHERE (e.by = $1 AND e.kind NOT IN ('opened', 'played'))
                OR (e.kind = 'invited' AND e.body ->> 'user' = $1)
             ORDER BY e.at, e.match_id, e.seq",
        ),
    ),
    (
        "ratings",
        File(
            "ratings",
            "SELECT json_object('game', game, 'ladder', ladder, 'matches', number, 'at', at,
                'value', value / 1e9, 'deviation', deviation / 1e9, 'volatility', volatility / 1e9)
             FROM ratings WHERE user_id = $1 ORDER BY game, ladder",
        ),
    ),
    (
        "rating_changes",
        File(
            "rating-history",
            "SELECT json_object('game', game, 'ladder', ladder, 'number', number, 'match', match_id, 'at', at,
                'value', value / 1e9, 'deviation', deviation / 1e9, 'volatility', volatility / 1e9)
             FROM rating_changes WHERE user_id = $1 ORDER BY game, ladder, number",
        ),
    ),
    ("matches", Stays("every match of theirs is there as its record")),
    ("rated_matches", Stays("says in which order matches were rated, and nothing of anybody")),
    ("push_key", Stays("is the key of the house")),
    ("house", Stays("says when the program last ran")),
    ("_sqlx_migrations", Stays("is about the schema")),
];

impl Store {
    /// The rows that a query of [`TABLES`] has for somebody, each a JSON object.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rows_of(&self, user: UserId, query: &'static str) -> Result<Vec<String>, StoreError> {
        self.read(move |db| async move { sqlx::query_scalar(query).bind(user.0).fetch_all(&db).await }).await
    }

    /// Every match at which somebody has a seat.
    ///
    /// # Errors
    /// The database failed.
    pub async fn all_matches_of(&self, user: UserId) -> Result<Vec<MatchId>, StoreError> {
        let ids: Vec<String> = self
            .read(move |db| async move {
                let of =
                    "SELECT DISTINCT match_id FROM match_seats WHERE user_id = $1 AND kept = 0 ORDER BY 1";
                sqlx::query_scalar(of).bind(user.0).fetch_all(&db).await
            })
            .await?;
        Ok(ids.into_iter().filter_map(|id| id.parse().ok()).collect())
    }
}
