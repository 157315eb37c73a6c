//! Names of possible opponents.

use crate::store::{Store, StoreError, sql};
use crate::users::UserId;

/// How many names are suggested.
const SUGGESTED: u32 = 8;

/// The opponents of the latest 50 finished matches of a user, and of running ones if there are fewer, which come first.
const RECENT: &str = "SELECT u.name FROM (
        SELECT match_id, COALESCE(ended_at, 9223372036854775807) AS ended_at FROM match_seats
        WHERE user_id = $1 ORDER BY match_seats.ended_at DESC NULLS LAST LIMIT 50
    ) mine
    JOIN match_seats theirs ON theirs.match_id = mine.match_id AND theirs.user_id <> $1
    JOIN users u ON u.id = theirs.user_id AND u.kind = 'person' AND u.deletion_state IS NULL
    WHERE NOT EXISTS (SELECT 1 FROM blocks b WHERE b.user_id = $1 AND b.blocked_id = u.id)
    GROUP BY u.id ORDER BY max(mine.ended_at) DESC, u.name LIMIT $2";

/// People with a name in a range of keys.
const STARTING: &str = "SELECT name FROM users
    WHERE name_key >= $1 AND name_key < $2 AND id <> $3 AND kind = 'person' AND deletion_state IS NULL
        AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.user_id = $3 AND b.blocked_id = users.id)
    ORDER BY name_key LIMIT $4";

impl Store {
    /// The names of the opponents in the latest matches of a user, latest first, without those they have blocked.
    pub async fn recent_opponents(&self, user: UserId) -> Result<Vec<String>, StoreError> {
        self.read(move |db| async move {
            sql::query_scalar(RECENT).bind(user.0).bind(SUGGESTED).fetch_all(&db).await
        })
        .await
    }

    /// The first names that begin with a key, without the user's own and those they have blocked.
    pub async fn names_starting_with(&self, key: &str, user: UserId) -> Result<Vec<String>, StoreError> {
        let (from, to) = (key.to_owned(), format!("{key}{}", char::MAX));
        self.read(move |db| async move {
            let query = sql::query_scalar(STARTING).bind(from).bind(to).bind(user.0);
            query.bind(SUGGESTED).fetch_all(&db).await
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::{RECENT, STARTING};
    use crate::store::plan;

    #[tokio::test]
    async fn suggestions_are_read_with_an_index() {
        for steps in plan::of(STARTING).await {
            assert!(steps.contains("(name_key>? AND name_key<?)"), "{steps}");
        }
        for steps in plan::of(RECENT).await {
            assert!(steps.contains("INDEX match_seats_by_user (user_id=?)"), "{steps}");
        }
    }
}
