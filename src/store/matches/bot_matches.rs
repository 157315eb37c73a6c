//! Matches that wait for a bot: for its ply, its answer to an offer, or for it to accept the rematch that it is
//! invited to.

use crate::matches::MatchId;
use crate::store::rows::match_ids;
use crate::store::{Store, StoreError, sql};

// CROSS JOIN makes SQLite begin with the bots, which are few. Otherwise it may read all seats.
const WAITING: &str = "SELECT DISTINCT s.match_id FROM bots b
    CROSS JOIN match_seats s CROSS JOIN matches m
    WHERE s.user_id = b.user_id AND s.ended_at IS NULL AND m.id = s.match_id AND m.status <> 'ended'
        AND (m.to_act = s.user_id OR s.pending_offer IS NOT NULL OR s.is_reserved)";
const WAITING_AMONG: &str = "SELECT DISTINCT s.match_id FROM json_each($1) input
    CROSS JOIN match_seats s CROSS JOIN bots b CROSS JOIN matches m
    WHERE s.match_id = input.value AND b.user_id = s.user_id AND m.id = s.match_id AND m.status <> 'ended'
        AND (m.to_act = s.user_id OR s.pending_offer IS NOT NULL OR s.is_reserved)";

impl Store {
    /// All matches that wait for bots.
    pub async fn matches_waiting_for_bots(&self) -> Result<Vec<MatchId>, StoreError> {
        let rows: Vec<String> =
            self.read(|db| async move { sql::query_scalar(WAITING).fetch_all(&db).await }).await?;
        ids(&rows)
    }

    /// The matches among these that wait for bots.
    pub async fn waiting_for_bots_among(&self, matches: &[MatchId]) -> Result<Vec<MatchId>, StoreError> {
        let input = match_ids(matches);
        let query = |db| async move { sql::query_scalar(WAITING_AMONG).bind(input).fetch_all(&db).await };
        ids(&self.read(query).await?)
    }
}

fn ids(rows: &[String]) -> Result<Vec<MatchId>, StoreError> {
    let id = |row: &String| row.parse().map_err(|_| StoreError::Corrupt(format!("match {row}: id")));
    rows.iter().map(id).collect()
}

#[cfg(test)]
mod tests {
    use super::{WAITING, WAITING_AMONG};
    use crate::store::plan;

    #[tokio::test]
    async fn pending_bot_moves_are_read_from_the_running_matches_of_bots() {
        for steps in plan::of(WAITING).await {
            assert!(steps.contains("match_seats_by_user (user_id=? AND ended_at=?)"), "{steps}");
            assert!(!steps.contains("SCAN m") && !steps.contains("SCAN s"), "{steps}");
        }
        for steps in plan::of(WAITING_AMONG).await {
            for table in ["s", "b", "m"] {
                assert!(steps.contains(&format!("SEARCH {table} ")), "{steps}");
            }
        }
    }
}
