//! Lists of matches: open, running and finished ones, and the history of a user.

use super::rows::{ListedRow, fetch_listed, listed_matches, page};
use crate::games::Game;
use crate::lists::{ListPage, ListedMatch, OpenFilter, PaceFilter, PageCursor};
use crate::matches::PlayerRating;
use crate::store::{Store, StoreError, sql};
use crate::users::UserId;

macro_rules! listed {
    ($sort:literal, $rest:expr) => {
        concat!(
            "SELECT m.id, m.game, m.status, m.options, m.position, m.seat_count, m.to_act, m.visibility, m.rated, m.ply_count,
            m.opened_by, m.opened_at, m.changed_at, m.ended_at, m.end_reason, m.deadline, m.time_control, m.expires_at, m.expired,
            m.min_rating, m.max_rating, m.min_on_time, m.draws_seats, m.average_rating, ",
            $sort,
            " AS sort_at ",
            $rest
        )
    };
}

pub(super) use listed;

const OPEN: &str = listed!(
    "m.opened_at",
    "FROM matches m WHERE m.status = 'open' AND m.visibility = 'public' AND m.opened_at <= $1
     AND (m.opened_at < $1 OR m.id > $2) ORDER BY m.opened_at DESC, m.id LIMIT $3"
);
// Open matches for a user: without those of players whom they have blocked or who have blocked them, and
// optionally only those they can join. The search is limited, because few may match.
const OPEN_TO: &str = listed!(
    "m.opened_at",
    "FROM matches m WHERE m.status = 'open' AND m.visibility = 'public' AND m.opened_at <= $1
     AND (m.opened_at < $1 OR m.id > $2) AND m.opened_at >= $7 AND (m.opened_at > $7 OR m.id <= $8)
     AND NOT EXISTS (SELECT 1 FROM match_seats s WHERE s.match_id = m.id AND NOT s.is_reserved AND (
        EXISTS (SELECT 1 FROM blocks b WHERE b.user_id = $4 AND b.blocked_id = s.user_id)
        OR EXISTS (SELECT 1 FROM blocks b WHERE b.user_id = s.user_id AND b.blocked_id = $4)))
     AND $9 IN ('', m.game) AND coalesce(m.rated = $11, TRUE)
     AND $10 IN ('', CASE WHEN m.is_live IS NULL THEN 'untimed' WHEN m.is_live THEN 'live' ELSE 'days' END)
     AND (NOT $5 OR (
        NOT EXISTS (SELECT 1 FROM match_seats s WHERE s.match_id = m.id AND s.user_id = $4 AND NOT s.is_reserved)
        AND (EXISTS (SELECT 1 FROM match_seats s WHERE s.match_id = m.id AND s.user_id = $4)
            OR ((SELECT count(*) FROM match_seats s WHERE s.match_id = m.id) < m.seat_count
                AND coalesce((SELECT r.value FROM ratings r WHERE r.user_id = $4 AND r.game = m.game
                    AND r.pool = CASE WHEN m.seat_count = 2 THEN 'two' ELSE 'more' END), $6)
                    BETWEEN (coalesce(m.min_rating, -100000) - 0.5) * 1e9
                        AND (coalesce(m.max_rating, 100000) + 0.5) * 1e9
                AND coalesce(m.min_on_time <= $12, TRUE)))))
     ORDER BY m.opened_at DESC, m.id LIMIT $3"
);
const SEARCH_END: &str =
    "SELECT opened_at, id FROM matches WHERE status = 'open' AND visibility = 'public' AND opened_at <= $1
    AND (opened_at < $1 OR id > $2) ORDER BY opened_at DESC, id LIMIT 1 OFFSET $3";
// The rows are picked first, so that columns are collected only for those that are shown.
const SEEN_OF: &str = listed!(
    "m.changed_at",
    "FROM (SELECT m.id FROM match_seats mine CROSS JOIN matches m
        WHERE mine.user_id = $1 AND mine.ended_at IS NULL AND m.id = mine.match_id AND m.status = 'playing'
            AND m.visibility = 'public'
        ORDER BY m.changed_at DESC LIMIT $2) picked CROSS JOIN matches m WHERE m.id = picked.id
     ORDER BY m.changed_at DESC"
);
const FINISHED_OF: &str = listed!(
    "mine.ended_at",
    "FROM match_seats mine JOIN matches m ON m.id = mine.match_id
     WHERE mine.user_id = $1 AND mine.ended_at <= $2 AND (mine.ended_at < $2 OR mine.match_id > $3)
     AND m.end_reason <> 'aborted' AND (m.visibility = 'public' OR $4)
     ORDER BY mine.ended_at DESC, mine.match_id LIMIT $5"
);

// Searches the matches of the one who has finished fewer.
macro_rules! has_fewer {
    () => {
        "(SELECT coalesce(sum(played), 0) FROM tallies WHERE user_id = $1)
            <= (SELECT coalesce(sum(played), 0) FROM tallies WHERE user_id = $2)"
    };
}

const BETWEEN: &str = listed!(
    "mine.ended_at",
    concat!(
        "FROM match_seats mine CROSS JOIN match_seats theirs CROSS JOIN matches m
        WHERE theirs.match_id = mine.match_id AND m.id = mine.match_id AND theirs.user_id = CASE WHEN ",
        has_fewer!(),
        " THEN $2 ELSE $1 END AND mine.user_id = CASE WHEN ",
        has_fewer!(),
        " THEN $1 ELSE $2 END AND mine.ended_at IS NOT NULL AND mine.place IS NOT NULL AND theirs.place IS NOT NULL
     AND m.end_reason <> 'aborted' AND m.visibility = 'public' ORDER BY mine.ended_at DESC, mine.match_id LIMIT $3"
    )
);

/// How many open matches are searched at once. The next page continues the search.
const SEARCHED: u32 = 200;

impl Store {
    /// Public open matches, newest first, after `before`.
    pub async fn open_matches(&self, before: Option<PageCursor>, limit: u32) -> Result<ListPage, StoreError> {
        let (at, id) = cursor_before(before);
        let query = sql::query_as(OPEN).bind(at).bind(id).bind(limit + 1);
        let rows = self.read(|db| async move { fetch_listed(&db, query).await }).await?;
        Ok(page(rows, limit))
    }

    /// The open matches that a user may see, or a visitor without one, and that pass a filter. As the search is limited, a page
    /// may have few rows or none and still be followed by another.
    pub async fn open_matches_to(
        &self,
        user: Option<UserId>,
        filter: OpenFilter,
        before: Option<PageCursor>,
        limit: u32,
    ) -> Result<ListPage, StoreError> {
        let (at, id) = cursor_before(before);
        let known = user.filter(|_| filter.fits);
        let reliability = self.recent_reliability(known.as_slice()).await?;
        let on_time = known.and_then(|user| reliability.get(&user)?.in_time);
        let [new, ..] = PlayerRating::NEW.billionths();
        let (rows, end) = self
            .read(move |db| async move {
                let end = sql::query_as(SEARCH_END).bind(at).bind(&id).bind(SEARCHED - 1);
                let end: Option<(i64, String)> = end.fetch_optional(&db).await?;
                let (end_at, end_id) = end.clone().unwrap_or((i64::MIN, String::new()));
                let query = sql::query_as(OPEN_TO).bind(at).bind(id).bind(limit + 1);
                // No user has this number.
                let user = user.map_or(0, |user| user.0);
                let query = query.bind(user).bind(filter.fits).bind(new).bind(end_at).bind(end_id);
                let query = query
                    .bind(filter.game.map_or("", Game::key))
                    .bind(filter.pace.map_or("", PaceFilter::key));
                let query = query.bind(filter.rated).bind(on_time);
                Ok((fetch_listed(&db, query).await?, end))
            })
            .await?;
        let page = page(rows, limit);
        let end = end.and_then(|(at, id)| Some(PageCursor { key: at, id: id.parse().ok()? }));
        Ok(ListPage { next: page.next.or(end), ..page })
    }

    /// A user's finished matches, latest first; private ones only with `private`.
    pub async fn finished_matches_of(
        &self,
        user: UserId,
        private: bool,
        before: Option<PageCursor>,
        limit: u32,
    ) -> Result<ListPage, StoreError> {
        let rows = self.read(move |db| finished_of(db, user, private, before, limit + 1)).await?;
        Ok(page(rows, limit))
    }

    /// A user's public running matches, latest first.
    pub async fn running_matches_of(&self, user: UserId, limit: u32) -> Result<Vec<ListedMatch>, StoreError> {
        let query = sql::query_as(SEEN_OF).bind(user.0).bind(limit);
        let rows = self.read(|db| async move { fetch_listed(&db, query).await }).await?;
        Ok(listed_matches(rows))
    }
}

/// The latest finished public matches in which both users have a place.
pub(super) async fn latest_between(
    db: sql::Pool,
    me: UserId,
    them: UserId,
    limit: u32,
) -> sqlx::Result<Vec<ListedRow>> {
    fetch_listed(&db, sql::query_as(BETWEEN).bind(me.0).bind(them.0).bind(limit)).await
}

pub(super) async fn finished_of(
    db: sql::Pool,
    user: UserId,
    private: bool,
    before: Option<PageCursor>,
    limit: u32,
) -> sqlx::Result<Vec<ListedRow>> {
    let (at, id) = cursor_before(before);
    let query = sql::query_as(FINISHED_OF).bind(user.0).bind(at).bind(id).bind(private).bind(limit);
    fetch_listed(&db, query).await
}

/// The position before the first row of a page.
fn cursor_before(before: Option<PageCursor>) -> (i64, String) {
    before.map_or((i64::MAX, String::new()), |before| (before.key, before.id.to_string()))
}

#[cfg(test)]
mod tests {
    use super::{BETWEEN, FINISHED_OF, OPEN, OPEN_TO, SEARCH_END, SEEN_OF};
    use crate::store::plan;

    #[tokio::test]
    async fn a_page_of_matches_is_read_from_its_cursor() {
        for (sql, first) in [
            (OPEN, "SEARCH m USING INDEX matches_open (opened_at<?)"),
            (OPEN_TO, "SEARCH m USING INDEX matches_open (opened_at>? AND opened_at<?)"),
            (FINISHED_OF, "SEARCH mine USING COVERING INDEX match_seats_by_user (user_id=? AND ended_at<?)"),
            (BETWEEN, "SEARCH mine USING INDEX match_seats_by_user (user_id=? AND ended_at>?)"),
        ] {
            for steps in plan::of(sql).await {
                assert_eq!(steps.first(), first, "{sql}\n{steps}");
                assert!(!steps.sorts(), "{sql}\n{steps}");
            }
        }
    }

    #[tokio::test]
    async fn a_bounded_search_reads_no_table_rows() {
        for steps in plan::of(SEARCH_END).await {
            let first = "SEARCH matches USING COVERING INDEX matches_open (opened_at<?)";
            assert_eq!((steps.first(), steps.sorts()), (first, false), "{steps}");
        }
    }

    #[tokio::test]
    async fn the_matches_a_user_plays_are_found_by_their_seats() {
        for steps in plan::of(SEEN_OF).await {
            let own = "SEARCH mine USING COVERING INDEX match_seats_by_user (user_id=? AND ended_at=?)";
            assert!(steps.contains(own), "{steps}");
        }
    }
}
