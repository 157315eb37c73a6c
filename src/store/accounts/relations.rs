//! Blocked, muted and followed players, by user. (Chat bans by staff are in `staff_messages`.)

use std::collections::HashSet;

use crate::matches::MatchId;
use crate::now::Moment;
use crate::store::{Store, StoreError, sql};
use crate::users::{UserId, UserSummary};

const AMONG: &str = "SELECT user_id, blocked_id FROM blocks
    WHERE user_id IN (SELECT value FROM json_each($1)) AND blocked_id IN (SELECT value FROM json_each($2))";
const PENDING_INVITATIONS: &str =
    "SELECT DISTINCT m.id FROM match_seats s JOIN matches m ON m.id = s.match_id
    WHERE s.user_id = $1 AND s.ended_at IS NULL AND s.is_reserved AND m.status = 'open'";
/// How many players a user can block, mute and follow.
const MAX: i64 = 500;

/// What a user has decided about another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerRelation {
    /// They cannot play each other, and the chat is hidden.
    Blocked,
    /// The chat is hidden.
    Muted,
    /// Their matches come first in lists, and are in the feed.
    Followed,
}

/// The statements for one of them.
struct RelationStatements {
    keep: &'static str,
    end: &'static str,
    list: &'static str,
}

macro_rules! statements {
    ($table:literal, $column:literal) => {
        RelationStatements {
            keep: concat!(
                "INSERT INTO ",
                $table,
                " (user_id, ",
                $column,
                ", since) SELECT $1, $2, $3
                    WHERE (SELECT count(*) FROM ",
                $table,
                " WHERE user_id = $1 AND ",
                $column,
                " <> $2) < $4
                    ON CONFLICT (user_id, ",
                $column,
                ") DO UPDATE SET since = ",
                $table,
                ".since"
            ),
            end: concat!("DELETE FROM ", $table, " WHERE user_id = $1 AND ", $column, " = $2"),
            list: concat!(
                "SELECT u.id, u.name, a.since FROM ",
                $table,
                " a JOIN users u ON u.id = a.",
                $column,
                " WHERE a.user_id = $1 ORDER BY u.name_key"
            ),
        }
    };
}

impl PlayerRelation {
    const fn statements(self) -> RelationStatements {
        match self {
            Self::Blocked => statements!("blocks", "blocked_id"),
            Self::Muted => statements!("muted_players", "muted_id"),
            Self::Followed => statements!("follows", "followed_id"),
        }
    }
}

impl Store {
    /// Blocks, mutes or follows a player. Returns whether there was room for one more.
    pub async fn add_relation(
        &self,
        user: UserId,
        other: UserId,
        how: PlayerRelation,
        at: Moment,
    ) -> Result<bool, StoreError> {
        let done = self
            .write(transaction!(|db| {
                let query = sql::query(how.statements().keep).bind(user.0).bind(other.0);
                Ok(query.bind(at.0).bind(MAX).execute(db).await? > 0)
            }))
            .await?;
        self.invalidate_settings_of(user);
        Ok(done)
    }

    /// Undoes that.
    pub async fn remove_relation(
        &self,
        user: UserId,
        other: UserId,
        how: PlayerRelation,
    ) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            sql::query(how.statements().end).bind(user.0).bind(other.0).execute(db).await?;
            Ok(())
        }))
        .await?;
        self.invalidate_settings_of(user);
        Ok(())
    }

    /// The players that a user has blocked, muted or follows, by name, and since when.
    pub async fn related_players(
        &self,
        user: UserId,
        how: PlayerRelation,
    ) -> Result<Vec<(UserSummary, Moment)>, StoreError> {
        let list = how.statements().list;
        let rows: Vec<(i64, String, i64)> =
            self.read(move |db| async move { sql::query_as(list).bind(user.0).fetch_all(&db).await }).await?;
        let one = |(id, name, since): (i64, String, i64)| {
            (UserSummary { id: UserId(id), name: name.into() }, Moment(since))
        };
        Ok(rows.into_iter().map(one).collect())
    }

    /// The open matches to which a user is invited and has not answered.
    pub async fn pending_invitations_of(&self, user: UserId) -> Result<Vec<MatchId>, StoreError> {
        let ids: Vec<String> = self
            .read(move |db| async move {
                sql::query_scalar(PENDING_INVITATIONS).bind(user.0).fetch_all(&db).await
            })
            .await?;
        Ok(ids.into_iter().filter_map(|id| id.parse().ok()).collect())
    }

    /// The pairs among these in which the first has blocked the second.
    pub async fn blocks_among(
        &self,
        pairs: &[(UserId, UserId)],
    ) -> Result<HashSet<(UserId, UserId)>, StoreError> {
        let users = sql::list(pairs.iter().map(|(user, _)| user.0));
        let others = sql::list(pairs.iter().map(|(_, other)| other.0));
        let rows: Vec<(i64, i64)> = self
            .read(|db| async move { sql::query_as(AMONG).bind(users).bind(others).fetch_all(&db).await })
            .await?;
        let blocks = rows.into_iter().map(|(user, other)| (UserId(user), UserId(other)));
        Ok(blocks.filter(|block| pairs.contains(block)).collect())
    }
}
