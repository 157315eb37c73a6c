//! What the end of a match changes beside its log: ratings, and the player's results against bots.

use crate::lists::BotScore;
use crate::matches::{MatchId, MatchView, RatingChange};
use crate::store::{Store, StoreError};
use crate::users::UserId;

/// How a match has changed ratings; none if that cannot be read, so that the page shows them when it is loaded again.
pub(super) async fn rating_changes(store: &Store, id: &MatchId) -> Vec<RatingChange> {
    store.ratings_around(id).await.unwrap_or_else(|error| {
        tracing::warn!(code = error.code(), %error, "failed to read the rating changes of a match");
        Vec::new()
    })
}

/// The results against bots of the player who has finished a casual match against them; `None` for all others.
///
/// # Errors
/// The database failed.
pub async fn bot_scores(
    store: &Store,
    user: Option<UserId>,
    view: &MatchView,
) -> Result<Option<Vec<BotScore>>, StoreError> {
    let player = user.filter(|user| view.m.seat_of(*user).is_some());
    match player.filter(|_| view.m.ending().is_some() && view.m.is_practice()) {
        Some(user) => Ok(Some(store.bot_scores(user, view.m.game).await?)),
        None => Ok(None),
    }
}
