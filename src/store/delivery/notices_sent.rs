//! Who was notified about a match over any channel, which counts as seen when a takeback is offered.

use crate::matches::MatchId;
use crate::now::Moment;
use crate::store::rows::match_ids;
use crate::store::{Store, StoreError, sql};
use crate::users::UserId;
use crate::users::preferences::FeedKind;

const TOLD_SINCE: &str = "SELECT DISTINCT t.user_id FROM json_each($1) input
    CROSS JOIN notices_sent t WHERE t.user_id = input.value AND t.match_id = $2 AND t.at >= $3";
/// Once for each change of a match.
const NOTE_FEED: &str = "INSERT INTO notices_sent (user_id, match_id, channel, kind, number, at)
    SELECT $1, m.id, 'feed', $2, m.changed_at, $3 FROM json_each($4) served CROSS JOIN matches m WHERE m.id = served.value
    ON CONFLICT (user_id, match_id, channel, kind) DO UPDATE SET number = excluded.number, at = excluded.at
    WHERE excluded.number > notices_sent.number";

impl Store {
    /// The users among these who were notified about a match since a moment: by email, push or feed.
    pub async fn sent_since(
        &self,
        users: &[UserId],
        id: &MatchId,
        since: Moment,
    ) -> Result<Vec<UserId>, StoreError> {
        let (users, id) = (sql::list(users.iter().copied()), id.to_string());
        let rows: Vec<(i64,)> = self
            .read(move |db| async move {
                let query = sql::query_as(TOLD_SINCE).bind(users).bind(id).bind(since.0);
                query.fetch_all(&db).await
            })
            .await?;
        Ok(rows.into_iter().map(|(user,)| UserId(user)).collect())
    }

    /// Records that a user has fetched a feed with the current state of these matches.
    pub async fn note_feed(
        &self,
        user: UserId,
        feed: FeedKind,
        matches: &[MatchId],
        at: Moment,
    ) -> Result<(), StoreError> {
        let ids = match_ids(matches);
        self.write(transaction!(|db| {
            let query = sql::query(NOTE_FEED).bind(user.0).bind(feed.key()).bind(at.0).bind(ids);
            Ok(query.execute(db).await.map(drop)?)
        }))
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::TOLD_SINCE;
    use crate::store::plan;

    #[tokio::test]
    async fn sent_notices_are_looked_up_by_user_and_match() {
        for steps in plan::of(TOLD_SINCE).await {
            assert!(steps.contains("SEARCH t USING PRIMARY KEY (user_id=? AND match_id=?)"), "{steps}");
        }
    }
}
