//! What changes with a match beside its log: ratings, the player's results against bots, and vacation.

use crate::games::Seat;
use crate::lists::BotScore;
use crate::matches::{Clocks, Match, MatchStatus, MatchView};
use crate::now::Moment;
use crate::store::{Store, StoreError};
use crate::users::UserId;

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

/// The remaining vacation in hours of all who play in a match that is protected by vacation.
///
/// # Errors
/// The database failed.
pub async fn vacation_left(store: &Store, m: &Match, now: Moment) -> Result<Vec<(Seat, u32)>, StoreError> {
    if !has_vacation(m) || m.status != MatchStatus::Playing {
        return Ok(Vec::new());
    }
    let people: Vec<_> = m.still_playing().filter_map(|seat| Some((seat, m.seats[seat]?))).collect();
    let users: Vec<_> = people.iter().map(|(_, user)| *user).collect();
    let left = store.vacation_left(&users, now).await?;
    Ok(people.into_iter().map(|(seat, user)| (seat, left.get(&user).copied().unwrap_or(0))).collect())
}

/// Whether what [`vacation_left`] shows may be different after a change.
pub(super) fn changes_vacation(before: &Match, after: &Match) -> bool {
    let shown = |m: &Match| {
        let since = m.clocks.as_ref().and_then(Clocks::on_vacation);
        (m.status == MatchStatus::Playing, since, m.still_playing().count())
    };
    has_vacation(after) && shown(before) != shown(after)
}

pub(super) fn has_vacation(m: &Match) -> bool {
    m.clocks.as_ref().is_some_and(|clocks| clocks.control().vacation)
}
