//! Rows that follow the rules of the program: ratings, and the audit log.

use std::collections::HashMap;

use parlour::games::Game;
use parlour::matches::{PlayerRating, RatingPool, rate};
use parlour::now::Moment;
use parlour::users::{AuditActor, StaffActionKind, UserId, WITHOUT_END};
use serde_json::{Value, json};
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use super::super::clones::run;
use super::super::now::now;
use super::GrownAmounts;

/// Rows per statement.
const BATCH_SIZE: usize = 20_000;

/// A rating change as it is written: game, pool, user, number, and the rest.
type GrownRatingChange = (String, &'static str, i64, u32, String, i64, [i64; 3]);

/// Rates the copied matches in the order in which they ended.
pub async fn add(db: &mut SqliteConnection) -> sqlx::Result<()> {
    let order = "INSERT INTO rated_matches (match_id) SELECT m.id FROM matches m JOIN clones c ON c.id = m.id
        WHERE m.status = 'ended' AND m.rated = 1 AND m.end_reason <> 'aborted' ORDER BY m.ended_at, m.id";
    run(db, order).await?;
    let mut changes = changes(db).await?;
    changes.sort_unstable_by(|one, other| {
        (&one.0, one.1, one.2, one.3).cmp(&(&other.0, other.1, other.2, other.3))
    });
    for changes in changes.chunks(BATCH_SIZE) {
        let adding = "INSERT INTO rating_changes
            (game, pool, user_id, number, match_id, at, value, deviation, volatility)
            SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> '$[6][0]',
                value ->> '$[6][1]', value ->> '$[6][2]' FROM json_each($1)";
        sqlx::query(adding)
            .bind(Value::from_iter(changes.iter().map(|change| json!(change))).to_string())
            .execute(&mut *db)
            .await?;
    }
    // Users of the original matches have such rows already.
    let latest =
        "INSERT OR REPLACE INTO ratings (game, pool, user_id, number, at, value, deviation, volatility)
        SELECT game, pool, user_id, max(number), at, value, deviation, volatility FROM rating_changes
        GROUP BY game, pool, user_id";
    run(db, latest).await
}

async fn changes(db: &mut SqliteConnection) -> sqlx::Result<Vec<GrownRatingChange>> {
    let ended = "SELECT m.id, m.game, m.seat_count, m.ended_at, s.user_id, s.place
        FROM rated_matches r JOIN matches m ON m.id = r.match_id JOIN clones c ON c.id = m.id
        JOIN match_seats s ON s.match_id = m.id ORDER BY r.number, s.seat";
    let rows = sqlx::query(ended).fetch_all(db).await?;
    let (mut current, mut changes) = (HashMap::<(String, i64), PlayerRating>::new(), Vec::new());
    for seats in rows.chunk_by(|one, other| one.get::<&str, _>(0) == other.get::<&str, _>(0)) {
        let (id, game): (String, String) = (seats[0].try_get(0)?, seats[0].try_get(1)?);
        let (ladder, at) = (RatingPool::of(seats[0].try_get(2)?), seats[0].try_get(3)?);
        let people: Vec<i64> = seats.iter().map(|seat| seat.try_get(4)).collect::<Result<_, _>>()?;
        let places: Vec<u8> = seats.iter().map(|seat| seat.try_get(5)).collect::<Result<_, _>>()?;
        let key = |user: &i64| (game.clone(), *user);
        let before: Vec<_> =
            people.iter().map(|user| current.get(&key(user)).copied().unwrap_or(PlayerRating::NEW)).collect();
        for (user, rating) in people.iter().zip(rate(&before, &places, Moment(at))) {
            current.insert(key(user), rating);
            let numbers = rating.billionths();
            changes.push((game.clone(), ladder.key(), *user, rating.number, id.clone(), at, numbers));
        }
    }
    debug_assert!(changes.iter().all(|change| Game::from_key(&change.0).is_some()));
    Ok(changes)
}

/// Writes entries of the audit log.
pub async fn add_audit(db: &mut SqliteConnection, amounts: GrownAmounts) -> sqlx::Result<()> {
    let admin: i64 =
        sqlx::query_scalar("SELECT id FROM users WHERE role = 'admin'").fetch_one(&mut *db).await?;
    let mut rows = Vec::new();
    // The first one promotes the admin; then each suspension is ended.
    for number in 0..=amounts.entries & !1 {
        let at = Moment(now() - (amounts.entries - number) * 60_000);
        let (action, target, detail) = match (number, number % 2) {
            (0, _) => (StaffActionKind::ChangeRole, admin, "from player to admin"),
            (_, 1) => (StaffActionKind::Suspend, 1001 + number / 2 % amounts.people, WITHOUT_END),
            _ => (StaffActionKind::EndSuspension, 1001 + (number - 1) / 2 % amounts.people, ""),
        };
        let actor = if number == 0 { AuditActor::CommandLine } else { AuditActor::Person(UserId(admin)) };
        rows.push(json!([at.0, actor.id(), action.key(), target, "loud", detail]));
    }
    for rows in rows.chunks(BATCH_SIZE) {
        let adding = "INSERT INTO audit_log (at, actor_id, action, target_id, reason, detail)
            SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
            FROM json_each($1)";
        sqlx::query(adding)
            .bind(Value::from_iter(rows.iter().cloned()).to_string())
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}
