//! The match that a visitor joins once they have signed in.

use super::{AppState, LocalPath};
use crate::views::parts::JoinNotice;

/// The match that is joined after signing up or in, for these pages. `None` if there is none, it is not open any
/// more, or it cannot be read, which must not prevent signing in.
pub async fn join_notice(state: &AppState, next: &LocalPath) -> Option<JoinNotice> {
    let view = state.referee.get(&next.joins()?, None).await.ok()?;
    JoinNotice::of(&view)
}
