//! The matches on a user's dashboard.

use sqlx::FromRow;

use super::lists::{finished_of, listed};
use super::rows::{ListedRow, add_seats, fetch_listed, listed_matches};
use crate::lists::{OwnMatches, RunningCounts};
use crate::matches::MatchId;
use crate::now::Moment;
use crate::store::sql::{self, Int};
use crate::store::{Store, StoreError};
use crate::users::UserId;

// A user's running matches are each in one list: their turn (0), invitations (1), offers to them (2), waiting for
// others (3), open (4). All are counted, but the rows of a page are picked before their columns are collected.
const RUNNING_OF: &str = listed!(
    "picked.my_turn, picked.invited, picked.to_answer, picked.waiting, picked.not_started, m.changed_at",
    "FROM (SELECT id, row_number() OVER (ORDER BY list, list <> 3 AND deadline IS NULL, CASE WHEN list <> 3 THEN deadline END,
            CASE WHEN list = 0 THEN changed_at ELSE -changed_at END, id) AS number,
            count(*) FILTER (WHERE list = 0) OVER () AS my_turn, count(*) FILTER (WHERE list = 1) OVER () AS invited,
            count(*) FILTER (WHERE list = 2) OVER () AS to_answer, count(*) FILTER (WHERE list = 3) OVER () AS waiting,
            count(*) FILTER (WHERE list = 4) OVER () AS not_started
        FROM (SELECT m.id, m.deadline, m.changed_at, CASE WHEN m.to_act = $1 THEN 0
                WHEN m.to_act IS NOT NULL THEN CASE WHEN mine.pending_offer IS NULL THEN 3 ELSE 2 END
                WHEN mine.is_reserved THEN 1 ELSE 4 END AS list
            FROM match_seats mine CROSS JOIN matches m
            WHERE m.id = mine.match_id AND mine.user_id = $1 AND mine.ended_at IS NULL) AS running
        ORDER BY number LIMIT $2 OFFSET $3) AS picked
     CROSS JOIN matches m WHERE m.id = picked.id ORDER BY picked.number"
);
const TURNS_OF: &str = "SELECT count(*) FROM match_seats mine JOIN matches m ON m.id = mine.match_id
     WHERE mine.user_id = $1 AND mine.ended_at IS NULL
     AND (m.to_act = $1 OR mine.pending_offer IS NOT NULL OR (mine.is_reserved AND m.status = 'open'))";
const NEXT_TURN_OF: &str = "SELECT m.id FROM match_seats mine CROSS JOIN matches m
     WHERE m.id = mine.match_id AND mine.user_id = $1 AND mine.ended_at IS NULL AND m.to_act = $1 AND m.id <> $2
     ORDER BY m.deadline IS NULL, m.deadline, m.changed_at, m.id LIMIT 1";
const UNSEEN_OF: &str = listed!(
    "mine.ended_at",
    "FROM (SELECT match_id, ended_at FROM match_seats
            WHERE user_id = $1 AND ended_at >= $2 AND NOT is_reserved ORDER BY ended_at DESC LIMIT $4) AS mine
     JOIN matches m ON m.id = mine.match_id
     WHERE (SELECT e.seq > coalesce((SELECT read_marks.seq FROM read_marks WHERE read_marks.user_id = $1 AND read_marks.match_id = m.id), 0)
            AND NOT EXISTS (SELECT 1 FROM match_events own
                WHERE own.match_id = m.id AND own.seq BETWEEN e.seq - 9 AND e.seq AND own.actor_id = $1 AND own.at = e.at)
        FROM match_events e WHERE e.match_id = m.id AND e.kind = 'ended' ORDER BY e.seq DESC LIMIT 1)
     ORDER BY mine.ended_at DESC, mine.match_id LIMIT $3"
);

/// How many finished matches are shown, and how many at most that have ended recently.
const FEW_FINISHED: u32 = 6;
const MOST_UNSEEN: u32 = 12;
/// Among how many of the matches that ended last those are looked for whose end was not seen: each costs a few lookups.
const LATEST_ENDED: u32 = 50;

/// A running match, with the size of each list.
#[derive(FromRow)]
struct RunningMatch {
    #[sqlx(try_from = "i64")]
    my_turn: u32,
    #[sqlx(try_from = "i64")]
    invited: u32,
    #[sqlx(try_from = "i64")]
    to_answer: u32,
    #[sqlx(try_from = "i64")]
    waiting: u32,
    #[sqlx(try_from = "i64")]
    not_started: u32,
    #[sqlx(flatten)]
    row: ListedRow,
}

impl Store {
    /// A user's unfinished matches and the latest finished ones. Matches that ended since a moment and whose end they
    /// have not seen are listed apart.
    pub async fn matches_of(
        &self,
        user: UserId,
        ended_since: Moment,
        limit: u32,
    ) -> Result<OwnMatches, StoreError> {
        self.matches_from(user, ended_since, 0, limit).await
    }

    /// As [`Self::matches_of`] with a page of the unfinished matches: all are counted, and up to a limit are read
    /// from `from` on, in the order of the lists.
    pub async fn matches_from(
        &self,
        user: UserId,
        ended_since: Moment,
        from: u32,
        limit: u32,
    ) -> Result<OwnMatches, StoreError> {
        let (running, unseen, finished) = self
            .read(move |db| async move {
                let running = sql::query_as(RUNNING_OF).bind(user.0).bind(limit).bind(from);
                let mut running: Vec<RunningMatch> = running.fetch_all(&db).await?;
                add_seats(&db, running.iter_mut().map(|running| &mut running.row).collect()).await?;
                let unseen = sql::query_as(UNSEEN_OF).bind(user.0).bind(ended_since.0);
                let unseen = unseen.bind(MOST_UNSEEN).bind(LATEST_ENDED);
                let unseen = fetch_listed(&db, unseen).await?;
                // Those whose end was not seen are among them, if there are so few.
                let few = FEW_FINISHED + u32::try_from(unseen.len()).unwrap_or(MOST_UNSEEN);
                let finished = finished_of(db, user, true, None, few).await?;
                Ok((running, unseen, finished))
            })
            .await?;
        let unseen = listed_matches(unseen);
        let mut finished = listed_matches(finished);
        finished.retain(|listed| unseen.iter().all(|other| other.id != listed.id));
        finished.truncate(FEW_FINISHED as usize);
        let counts = running.first().map(counts).unwrap_or_default();
        let running = running.into_iter().map(|running| running.row).collect();
        let mut mine = OwnMatches { counts, unseen, finished, ..OwnMatches::default() };
        for listed in listed_matches(running) {
            let own = listed.seat_of(user);
            let is_invited = own.is_some_and(|seat| seat.is_reserved);
            let to_answer = own.is_some_and(|seat| seat.pending_offer.is_some());
            let list = match listed.to_act {
                Some(to_act) if to_act == user => &mut mine.my_turn,
                Some(_) if to_answer => &mut mine.to_answer,
                Some(_) => &mut mine.waiting,
                None if is_invited => &mut mine.invited,
                None => &mut mine.open,
            };
            list.push(listed);
        }
        Ok(mine)
    }

    /// The match with the least time left in which it is the user's turn, except for the one they come from.
    pub async fn next_turn_of(
        &self,
        user: UserId,
        after: Option<String>,
    ) -> Result<Option<MatchId>, StoreError> {
        let next = sql::query_scalar(NEXT_TURN_OF).bind(user.0).bind(after.unwrap_or_default());
        let id: Option<String> = self.read(|db| async move { next.fetch_optional(&db).await }).await?;
        Ok(id.and_then(|id| id.parse().ok()))
    }

    /// How many matches wait for a user: for their turn, their answer, or with an invitation.
    pub async fn turns_of(&self, user: UserId) -> Result<u32, StoreError> {
        let count: (Int<u32>,) = self
            .read(move |db| async move { sql::query_as(TURNS_OF).bind(user.0).fetch_one(&db).await })
            .await?;
        Ok(count.0.get())
    }
}

fn counts(running: &RunningMatch) -> RunningCounts {
    let &RunningMatch { my_turn, invited, to_answer, waiting, not_started, .. } = running;
    let [my_turn, invited, to_answer, waiting, open] =
        [my_turn, invited, to_answer, waiting, not_started].map(|count| count as usize);
    RunningCounts { my_turn, invited, to_answer, waiting, open }
}

#[cfg(test)]
mod tests {
    use super::{NEXT_TURN_OF, RUNNING_OF, TURNS_OF, UNSEEN_OF};
    use crate::store::plan;

    #[tokio::test]
    async fn the_dashboard_reads_only_the_running_matches_of_a_user() {
        for sql in [RUNNING_OF, NEXT_TURN_OF, TURNS_OF] {
            for steps in plan::of(sql).await {
                assert!(
                    steps.contains("INDEX match_seats_by_user (user_id=? AND ended_at=?)"),
                    "{sql}\n{steps}"
                );
                assert!(steps.contains("SEARCH m USING PRIMARY KEY (id=?)"), "{sql}\n{steps}");
                assert!(!steps.contains("SCAN m"), "{sql}\n{steps}");
            }
        }
    }

    #[tokio::test]
    async fn unseen_results_are_read_from_the_latest() {
        for steps in plan::of(UNSEEN_OF).await {
            let read = "SEARCH match_seats USING INDEX match_seats_by_user (user_id=? AND ended_at>?)";
            assert!(steps.contains(read) && steps.contains("SEARCH m USING PRIMARY KEY (id=?)"), "{steps}");
        }
    }
}
