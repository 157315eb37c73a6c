//! Data for a user's download, table by table as in [`super::data_holdings`].

use super::{Store, StoreError};
use crate::matches::MatchId;
use crate::users::UserId;

impl Store {
    /// The rows that a query of [`HOLDINGS`](super::data_holdings::HOLDINGS) returns for a user, each a JSON object.
    pub async fn rows_of(&self, user: UserId, query: &'static str) -> Result<Vec<String>, StoreError> {
        self.read(move |db| async move { sqlx::query_scalar(query).bind(user.0).fetch_all(&db).await }).await
    }

    /// All matches in which a user has or had a seat.
    pub async fn all_matches_of(&self, user: UserId) -> Result<Vec<MatchId>, StoreError> {
        let ids: Vec<String> = self
            .read(move |db| async move {
                let of = "SELECT match_id FROM match_seats WHERE user_id = $1 AND kept = 0
                    UNION SELECT match_id FROM match_events
                    WHERE kind = 'seat_taken_over' AND body ->> 'former' = $1 ORDER BY 1";
                sqlx::query_scalar(of).bind(user.0).fetch_all(&db).await
            })
            .await?;
        Ok(ids.into_iter().filter_map(|id| id.parse().ok()).collect())
    }
}
