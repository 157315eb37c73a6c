//! Facts for notices to players whose seats bots have taken over. They contain the takeover only.

use serde_json::json;

use super::{NoticeFacts, NoticeFactsRow, facts};
use crate::matches::MatchId;
use crate::now::Moment;
use crate::store::rows::match_ids;
use crate::store::{Store, StoreError};
use crate::users::UserId;

macro_rules! takeover_facts {
    ($from:literal, $where:literal) => {
        concat!(
            "SELECT u.id AS user_id, e.match_id, u.zone, u.language, p.quiet_from, p.quiet_to, p.notices_from,
            CASE WHEN p.address IS NOT NULL AND p.pace <> 'off' THEN p.pace END AS pace,
            (SELECT min(d.made_at) FROM devices d WHERE d.user_id = u.id) AS push_from,
            0 AS turn, NULL AS turned, NULL AS passed, NULL AS started, NULL AS ended, NULL AS said, NULL AS invited,
            NULL AS answered, NULL AS asked, NULL AS closing, NULL AS skipped,
            json_array(e.seq, e.at, e.by) AS timed_out, NULL AS vacation, NULL AS orders_cancelled, NULL AS came,
            NULL AS deadline, max(coalesce(r.seq, 0), coalesce((SELECT own.seq FROM match_events own
                WHERE own.match_id = e.match_id AND own.by = u.id ORDER BY own.seq DESC LIMIT 1), 0)) AS seen,
            coalesce(r.line, 0) AS heard,
            (SELECT json_group_object(t.kind, t.number) FROM notices_sent t
                WHERE t.user_id = u.id AND t.match_id = e.match_id AND t.way = 'mail') AS sent,
            (SELECT json_group_object(t.kind, json_array(t.number, t.at)) FROM notices_sent t
                WHERE t.user_id = u.id AND t.match_id = e.match_id AND t.way = 'push') AS pushed
            FROM ",
            $from,
            " CROSS JOIN users u ON u.id = e.body ->> 'former' LEFT JOIN email_settings p ON p.user_id = u.id
            LEFT JOIN read_marks r ON r.user_id = u.id AND r.match_id = e.match_id
            WHERE e.kind = 'seat_taken_over' AND ",
            $where
        )
    };
}

// Bots take over in casual matches only, so logs of others are not read.
const OF_MATCHES: &str = takeover_facts!(
    "json_each($1) asked CROSS JOIN matches m ON m.id = asked.value AND m.rated = 0
    CROSS JOIN match_events e ON e.match_id = m.id",
    "($2 IS NULL OR u.id = $2)"
);
const OF_USERS: &str = takeover_facts!(
    "json_each($1) asked CROSS JOIN match_events e ON e.body ->> 'former' = asked.value AND e.at > $2",
    "true"
);

impl Store {
    /// The takeovers in these matches, for all former players or for one.
    pub(super) async fn takeover_facts_of(
        &self,
        matches: &[MatchId],
        user: Option<UserId>,
    ) -> Result<Vec<NoticeFacts>, StoreError> {
        let ids = match_ids(matches);
        let rows: Vec<NoticeFactsRow> = self
            .read(move |db| async move {
                sqlx::query_as(OF_MATCHES).bind(ids).bind(user.map(|user| user.0)).fetch_all(&db).await
            })
            .await?;
        rows.into_iter().map(facts).collect()
    }

    /// The takeovers since this moment, for these former players.
    pub(super) async fn takeover_facts_of_users(
        &self,
        users: &[UserId],
        after: Moment,
    ) -> Result<Vec<NoticeFacts>, StoreError> {
        let users = json!(users).to_string();
        let rows: Vec<NoticeFactsRow> =
            self.read(move |db| async move {
                sqlx::query_as(OF_USERS).bind(users).bind(after.0).fetch_all(&db).await
            })
            .await?;
        rows.into_iter().map(facts).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{OF_MATCHES, OF_USERS};
    use crate::store::plan;

    #[tokio::test]
    async fn takeovers_are_found_by_match_and_by_former_player() {
        for (sql, index) in [
            (OF_MATCHES, "SEARCH e USING PRIMARY KEY (match_id=?)"),
            (OF_USERS, "SEARCH e USING INDEX match_events_takeovers (<expr>=? AND at>?)"),
        ] {
            for steps in plan::of(sql).await {
                assert!(steps.contains(index), "{steps}");
                assert!(!steps.contains("SCAN u"), "{steps}");
            }
        }
    }
}
