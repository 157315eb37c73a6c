//! The match that somebody joins once they have signed in.

use super::{LocalPath, State};
use crate::views::parts::Joining;

/// What the pages to sign up and sign in say of the match that is joined afterwards. `None` where none is joined, where it is
/// no longer open, and where it cannot be read: that is no reason to keep anybody from signing in.
pub async fn joining(state: &State, next: &LocalPath) -> Option<Joining> {
    let table = state.referee.look(&next.joins()?, None).await.ok()?;
    Joining::of(&table)
}
