//! Lists of matches: the lobby, what has finished lately, somebody's own.

use std::cmp::Reverse;

use sqlx::sqlite::SqlitePool;

use super::rows::{Row, all, page};
use crate::matches::{Before, Listed, Mine, Page, Rating, UserId};
use crate::now::Moment;
use crate::store::{Store, StoreError};

macro_rules! listed {
    ($sort:literal, $rest:literal) => {
        concat!(
            "SELECT m.id, m.game, m.status, m.options, m.position, m.seats, m.to_act, m.visibility, m.rated, m.plies,
            m.opened_by, m.opened_at, m.changed_at, m.ended_at, m.how, m.deadline, m.time, m.lapses_at, m.lapsed,
            m.rating_from, m.rating_to, ",
            $sort,
            " AS sort_at,
            (SELECT json_group_array(json_array(s.seat, s.user_id, u.name, s.place, s.kept, s.asked) ORDER BY s.seat)
                FROM match_seats s JOIN users u ON u.id = s.user_id WHERE s.match_id = m.id) AS seated ",
            $rest
        )
    };
}

const OPEN: &str = listed!(
    "m.opened_at",
    "FROM matches m WHERE m.status = 'open' AND m.visibility = 'public' AND m.opened_at <= $1
     AND (m.opened_at < $1 OR m.id > $2) ORDER BY m.opened_at DESC, m.id LIMIT $3"
);
// As somebody sees them: neither those at which somebody sits whom they have blocked, nor the other way round; and if asked,
// only those where they can sit down.
const OPEN_TO: &str = listed!(
    "m.opened_at",
    "FROM matches m WHERE m.status = 'open' AND m.visibility = 'public' AND m.opened_at <= $1
     AND (m.opened_at < $1 OR m.id > $2)
     AND NOT EXISTS (SELECT 1 FROM match_seats s WHERE s.match_id = m.id AND s.kept = 0 AND (
        EXISTS (SELECT 1 FROM blocks b WHERE b.user_id = $4 AND b.blocked_id = s.user_id)
        OR EXISTS (SELECT 1 FROM blocks b WHERE b.user_id = s.user_id AND b.blocked_id = $4)))
     AND (NOT $5 OR (
        NOT EXISTS (SELECT 1 FROM match_seats s WHERE s.match_id = m.id AND s.user_id = $4 AND s.kept = 0)
        AND (EXISTS (SELECT 1 FROM match_seats s WHERE s.match_id = m.id AND s.user_id = $4)
            OR ((SELECT count(*) FROM match_seats s WHERE s.match_id = m.id) < m.seats
                AND coalesce((SELECT r.value FROM ratings r WHERE r.user_id = $4 AND r.game = m.game
                    AND r.ladder = iif(m.seats = 2, 'two', 'more')), $6)
                    BETWEEN (coalesce(m.rating_from, -100000) - 0.5) * 1e9
                        AND (coalesce(m.rating_to, 100000) + 0.5) * 1e9))))
     ORDER BY m.opened_at DESC, m.id LIMIT $3"
);
const PLAYING: &str = listed!(
    "m.opened_at",
    "FROM matches m WHERE m.status = 'playing' AND m.visibility = 'public' AND m.opened_at <= $1
     AND (m.opened_at < $1 OR m.id > $2) ORDER BY m.opened_at DESC, m.id LIMIT $3"
);
const FINISHED: &str = listed!(
    "m.ended_at",
    "FROM matches m WHERE m.status = 'ended' AND m.visibility = 'public' AND m.how <> 'aborted' AND m.ended_at <= $1
     AND (m.ended_at < $1 OR m.id > $2) ORDER BY m.ended_at DESC, m.id LIMIT $3"
);
const RUNNING_OF: &str = listed!(
    "m.changed_at",
    "FROM match_seats mine JOIN matches m ON m.id = mine.match_id
     WHERE mine.user_id = $1 AND mine.ended_at IS NULL
     ORDER BY CASE WHEN m.to_act = $1 THEN 0 ELSE 1 END, m.deadline IS NULL, m.deadline, m.changed_at DESC LIMIT $2"
);
const TURNS_OF: &str = "SELECT count(*) FROM match_seats mine JOIN matches m ON m.id = mine.match_id
     WHERE mine.user_id = $1 AND mine.ended_at IS NULL
     AND (m.to_act = $1 OR mine.asked IS NOT NULL OR (mine.kept = 1 AND m.status = 'open'))";
const UNSEEN_OF: &str = listed!(
    "mine.ended_at",
    "FROM match_seats mine JOIN matches m ON m.id = mine.match_id
     WHERE mine.user_id = $1 AND mine.ended_at >= $2 AND mine.kept = 0
     AND (SELECT e.seq > coalesce((SELECT seen.seq FROM seen WHERE seen.user_id = $1 AND seen.match_id = m.id), 0)
            AND NOT EXISTS (SELECT 1 FROM match_events own
                WHERE own.match_id = m.id AND own.seq BETWEEN e.seq - 9 AND e.seq AND own.by = $1 AND own.at = e.at)
        FROM match_events e WHERE e.match_id = m.id AND e.kind = 'ended' ORDER BY e.seq DESC LIMIT 1)
     ORDER BY mine.ended_at DESC, mine.match_id LIMIT $3"
);
const SEEN_OF: &str = listed!(
    "m.changed_at",
    "FROM match_seats mine JOIN matches m ON m.id = mine.match_id
     WHERE mine.user_id = $1 AND mine.ended_at IS NULL AND m.status = 'playing' AND m.visibility = 'public'
     ORDER BY m.changed_at DESC LIMIT $2"
);
const FINISHED_OF: &str = listed!(
    "mine.ended_at",
    "FROM match_seats mine JOIN matches m ON m.id = mine.match_id
     WHERE mine.user_id = $1 AND mine.ended_at <= $2 AND (mine.ended_at < $2 OR mine.match_id > $3)
     AND m.how <> 'aborted' AND (m.visibility = 'public' OR $4)
     ORDER BY mine.ended_at DESC, mine.match_id LIMIT $5"
);

const BETWEEN: &str = listed!(
    "mine.ended_at",
    "FROM match_seats mine JOIN match_seats theirs ON theirs.match_id = mine.match_id AND theirs.user_id = $2
     JOIN matches m ON m.id = mine.match_id
     WHERE mine.user_id = $1 AND mine.ended_at IS NOT NULL AND mine.place IS NOT NULL AND theirs.place IS NOT NULL
     AND m.how <> 'aborted' AND m.visibility = 'public' ORDER BY mine.ended_at DESC, mine.match_id LIMIT $3"
);

/// So many that are over are shown, and so many at most of those whose end is news.
const FEW_FINISHED: u32 = 6;
const MOST_UNSEEN: u32 = 12;

impl Store {
    /// Public matches that wait for people, newest first, from behind `before` on.
    ///
    /// # Errors
    /// The database failed.
    pub async fn open_matches(&self, before: Option<Before>, limit: u32) -> Result<Page, StoreError> {
        self.page(OPEN, before, limit).await
    }

    /// Those of them that somebody is to see; only those where they can sit down, if `fits`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn open_matches_to(
        &self,
        user: UserId,
        fits: bool,
        before: Option<Before>,
        limit: u32,
    ) -> Result<Page, StoreError> {
        let (at, id) = behind(before);
        let [new, ..] = Rating::NEW.billionths();
        let rows = self
            .read(move |db| async move {
                let query = sqlx::query_as(OPEN_TO).bind(at).bind(id).bind(limit + 1);
                query.bind(user.0).bind(fits).bind(new).fetch_all(&db).await
            })
            .await?;
        page(rows, limit)
    }

    /// Public matches that are being played, newest first, from behind `before` on.
    ///
    /// # Errors
    /// The database failed.
    pub async fn playing_matches(&self, before: Option<Before>, limit: u32) -> Result<Page, StoreError> {
        self.page(PLAYING, before, limit).await
    }

    /// Public matches that are over, latest first, from behind `before` on.
    ///
    /// # Errors
    /// The database failed.
    pub async fn finished_matches(&self, before: Option<Before>, limit: u32) -> Result<Page, StoreError> {
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
        before: Option<Before>,
        limit: u32,
    ) -> Result<Page, StoreError> {
        let rows = self.read(move |db| finished_of(db, user, private, before, limit + 1)).await?;
        page(rows, limit)
    }

    /// Somebody's matches that are not over, and the last that were; among those apart the ones that ended since a moment and
    /// whose end they have not seen.
    ///
    /// # Errors
    /// The database failed.
    pub async fn matches_of(
        &self,
        user: UserId,
        ended_since: Moment,
        limit: u32,
    ) -> Result<Mine, StoreError> {
        let (running, unseen, finished) = self
            .read(move |db| async move {
                let running: Vec<Row> =
                    sqlx::query_as(RUNNING_OF).bind(user.0).bind(limit).fetch_all(&db).await?;
                let unseen = sqlx::query_as(UNSEEN_OF).bind(user.0).bind(ended_since.0).bind(MOST_UNSEEN);
                let unseen: Vec<Row> = unseen.fetch_all(&db).await?;
                let finished = finished_of(db, user, true, None, FEW_FINISHED + MOST_UNSEEN).await?;
                Ok((running, unseen, finished))
            })
            .await?;
        let unseen = all(unseen)?;
        let mut finished = all(finished)?;
        finished.retain(|listed| unseen.iter().all(|other| other.id != listed.id));
        finished.truncate(FEW_FINISHED as usize);
        let mut mine = Mine { unseen, finished, ..Mine::default() };
        for listed in all(running)? {
            let own = listed.seat_of(user);
            let kept = own.is_some_and(|seat| seat.kept);
            let asked = own.is_some_and(|seat| seat.asked.is_some());
            let list = match listed.to_act {
                Some(to_act) if to_act == user => &mut mine.my_turn,
                Some(_) if asked => &mut mine.asked,
                Some(_) => &mut mine.waiting,
                None if kept => &mut mine.invited,
                None => &mut mine.open,
            };
            list.push(listed);
        }
        mine.my_turn.sort_by_key(|listed| (listed.deadline.is_none(), listed.deadline, listed.changed_at));
        mine.waiting.sort_by_key(|listed| Reverse(listed.changed_at));
        Ok(mine)
    }

    /// Somebody's public matches that are being played, latest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn seen_matches_of(&self, user: UserId, limit: u32) -> Result<Vec<Listed>, StoreError> {
        let rows =
            self.read(move |db| async move {
                sqlx::query_as(SEEN_OF).bind(user.0).bind(limit).fetch_all(&db).await
            })
            .await?;
        all(rows)
    }

    /// How many matches wait for somebody: it is their turn, they are asked something, or a seat is kept for them.
    ///
    /// # Errors
    /// The database failed.
    pub async fn turns_of(&self, user: UserId) -> Result<u32, StoreError> {
        let count: (u32,) = self
            .read(move |db| async move { sqlx::query_as(TURNS_OF).bind(user.0).fetch_one(&db).await })
            .await?;
        Ok(count.0)
    }

    async fn page(
        &self,
        query: &'static str,
        before: Option<Before>,
        limit: u32,
    ) -> Result<Page, StoreError> {
        let (at, id) = behind(before);
        let rows = self
            .read(move |db| async move {
                sqlx::query_as(query).bind(at).bind(id).bind(limit + 1).fetch_all(&db).await
            })
            .await?;
        page(rows, limit)
    }
}

/// The last matches of two that are over.
pub(super) async fn between(db: SqlitePool, me: UserId, them: UserId, limit: u32) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as(BETWEEN).bind(me.0).bind(them.0).bind(limit).fetch_all(&db).await
}

async fn finished_of(
    db: SqlitePool,
    user: UserId,
    private: bool,
    before: Option<Before>,
    limit: u32,
) -> sqlx::Result<Vec<Row>> {
    let (at, id) = behind(before);
    let query = sqlx::query_as(FINISHED_OF).bind(user.0).bind(at).bind(id).bind(private).bind(limit);
    query.fetch_all(&db).await
}

/// What stands before the first row of a page.
fn behind(before: Option<Before>) -> (i64, String) {
    before.map_or((i64::MAX, String::new()), |before| (before.at.0, before.id.to_string()))
}

#[cfg(test)]
mod tests {
    use super::{BETWEEN, FINISHED, FINISHED_OF, OPEN, OPEN_TO, PLAYING, UNSEEN_OF};
    use crate::store::plan;

    #[tokio::test]
    async fn however_many_matches_there_are_a_page_of_them_begins_where_it_begins() {
        for (sql, first) in [
            (OPEN, "SEARCH m USING INDEX matches_open (opened_at<?)"),
            (OPEN_TO, "SEARCH m USING INDEX matches_open (opened_at<?)"),
            (PLAYING, "SEARCH m USING INDEX matches_playing (opened_at<?)"),
            (FINISHED, "SEARCH m USING INDEX matches_finished (ended_at<?)"),
            (FINISHED_OF, "SEARCH mine USING COVERING INDEX match_seats_by_user (user_id=? AND ended_at<?)"),
            (UNSEEN_OF, "SEARCH mine USING INDEX match_seats_by_user (user_id=? AND ended_at>?)"),
            (BETWEEN, "SEARCH mine USING INDEX match_seats_by_user (user_id=? AND ended_at>?)"),
        ] {
            let steps = plan::of(sql).await;
            assert_eq!(steps[0], first, "{sql}\n{steps:#?}");
            assert!(!steps.iter().any(|step| plan::sorts(step)), "{sql}\n{steps:#?}");
        }
    }
}
