//! Lists of matches: the lobby, what has finished lately, somebody's own.

use sqlx::FromRow;
use sqlx::sqlite::SqlitePool;

use crate::games::{Game, Seat};
use crate::matches::{Listed, ListedSeat, Mine, Page, UserId};
use crate::now::Moment;
use crate::store::{Store, StoreError};

#[derive(FromRow)]
struct Row {
    id: String,
    game: String,
    options: String,
    position: String,
    seats: u8,
    seated: String,
    to_act: Option<i64>,
    plies: u32,
    changed_at: i64,
    how: Option<String>,
    sort_at: i64,
}

/// Seat, person, name, place, and whether the seat is only kept for them.
type Seated = (u8, UserId, String, Option<u8>, u8);

macro_rules! listed {
    ($sort:literal, $rest:literal) => {
        concat!(
            "SELECT m.id, m.game, m.options, m.position, m.seats, m.to_act, m.plies, m.changed_at, m.how, ",
            $sort,
            " AS sort_at,
            (SELECT json_group_array(json_array(s.seat, s.user_id, u.name, s.place, s.kept) ORDER BY s.seat)
                FROM match_seats s JOIN users u ON u.id = s.user_id WHERE s.match_id = m.id) AS seated ",
            $rest
        )
    };
}

const OPEN: &str = listed!(
    "m.opened_at",
    "FROM matches m WHERE m.status = 'open' AND m.visibility = 'public' AND m.opened_at < $1
     ORDER BY m.opened_at DESC LIMIT $2"
);
const FINISHED: &str = listed!(
    "m.ended_at",
    "FROM matches m WHERE m.status = 'ended' AND m.visibility = 'public' AND m.how <> 'aborted' AND m.ended_at < $1
     ORDER BY m.ended_at DESC LIMIT $2"
);
const RUNNING_OF: &str = listed!(
    "m.changed_at",
    "FROM match_seats mine JOIN matches m ON m.id = mine.match_id
     WHERE mine.user_id = $1 AND mine.ended_at IS NULL ORDER BY m.changed_at DESC LIMIT $2"
);
const FINISHED_OF: &str = listed!(
    "mine.ended_at",
    "FROM match_seats mine JOIN matches m ON m.id = mine.match_id
     WHERE mine.user_id = $1 AND mine.ended_at < $2 AND m.how <> 'aborted' AND (m.visibility = 'public' OR $3)
     ORDER BY mine.ended_at DESC LIMIT $4"
);

impl Store {
    /// Public matches that wait for people, newest first, opened before `before`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn open_matches(&self, before: Option<Moment>, limit: u32) -> Result<Page, StoreError> {
        self.page(OPEN, before, limit).await
    }

    /// Public matches that are over, latest first, ended before `before`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn finished_matches(&self, before: Option<Moment>, limit: u32) -> Result<Page, StoreError> {
        self.page(FINISHED, before, limit).await
    }

    /// Somebody's finished matches, latest first; private ones only when `private`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn finished_matches_of(
        &self,
        user: UserId,
        private: bool,
        before: Option<Moment>,
        limit: u32,
    ) -> Result<Page, StoreError> {
        let rows = self.read(move |db| finished_of(db, user, private, before, limit)).await?;
        page(rows, limit)
    }

    /// Somebody's matches that are not over, and the last that were.
    ///
    /// # Errors
    /// The database failed.
    pub async fn matches_of(&self, user: UserId, limit: u32) -> Result<Mine, StoreError> {
        let (running, finished) = self
            .read(move |db| async move {
                let running: Vec<Row> =
                    sqlx::query_as(RUNNING_OF).bind(user.0).bind(limit).fetch_all(&db).await?;
                let finished = finished_of(db, user, true, None, 6).await?;
                Ok((running, finished))
            })
            .await?;
        let mut mine = Mine { finished: all(finished)?, ..Mine::default() };
        for listed in all(running)? {
            let kept = listed.seats.iter().any(|seat| seat.user == user && seat.kept);
            let list = match listed.to_act {
                Some(to_act) if to_act == user => &mut mine.my_turn,
                Some(_) => &mut mine.waiting,
                None if kept => &mut mine.invited,
                None => &mut mine.open,
            };
            list.push(listed);
        }
        mine.my_turn.reverse();
        Ok(mine)
    }

    /// At how many matches it is somebody's turn.
    ///
    /// # Errors
    /// The database failed.
    pub async fn turns_of(&self, user: UserId) -> Result<u32, StoreError> {
        let count: (u32,) = self
            .read(move |db| async move {
                sqlx::query_as("SELECT count(*) FROM matches WHERE to_act = $1")
                    .bind(user.0)
                    .fetch_one(&db)
                    .await
            })
            .await?;
        Ok(count.0)
    }

    async fn page(
        &self,
        query: &'static str,
        before: Option<Moment>,
        limit: u32,
    ) -> Result<Page, StoreError> {
        let before = before.map_or(i64::MAX, |moment| moment.0);
        let rows: Vec<Row> = self
            .read(
                move |db| async move { sqlx::query_as(query).bind(before).bind(limit).fetch_all(&db).await },
            )
            .await?;
        page(rows, limit)
    }
}

async fn finished_of(
    db: SqlitePool,
    user: UserId,
    private: bool,
    before: Option<Moment>,
    limit: u32,
) -> sqlx::Result<Vec<Row>> {
    let before = before.map_or(i64::MAX, |moment| moment.0);
    sqlx::query_as(FINISHED_OF).bind(user.0).bind(before).bind(private).bind(limit).fetch_all(&db).await
}

fn page(rows: Vec<Row>, limit: u32) -> Result<Page, StoreError> {
    let full = rows.len() >= limit as usize;
    let next = rows.last().filter(|_| full).map(|row| Moment(row.sort_at));
    Ok(Page { matches: all(rows)?, next })
}

fn all(rows: Vec<Row>) -> Result<Vec<Listed>, StoreError> {
    rows.into_iter().map(listed).collect()
}

fn listed(row: Row) -> Result<Listed, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("match {}: {what}", row.id));
    let game = Game::from_key(&row.game).ok_or_else(|| corrupt("unknown game"))?;
    let options: Vec<(String, String)> =
        serde_json::from_str(&row.options).map_err(|_| corrupt("options"))?;
    let options = game
        .options(options.iter().map(|(key, value)| (key.as_str(), value.as_str())))
        .map_err(|error| corrupt(&error.to_string()))?;
    let position = game.position(&options, row.seats, &row.position).map_err(|_| corrupt("position"))?;
    let seats: Vec<Seated> = serde_json::from_str(&row.seated).map_err(|_| corrupt("seats"))?;
    let seat = |(seat, user, name, place, kept): Seated| ListedSeat {
        seat: Seat::new(seat),
        user,
        name: name.into(),
        place,
        kept: kept == 1,
    };
    Ok(Listed {
        id: row.id.parse().map_err(|_| corrupt("id"))?,
        game,
        options,
        position,
        seats: seats.into_iter().map(seat).collect(),
        seat_count: row.seats,
        to_act: row.to_act.map(UserId),
        plies: row.plies,
        changed_at: Moment(row.changed_at),
        how: row.how.and_then(|how| serde_json::from_value(how.into()).ok()),
    })
}
