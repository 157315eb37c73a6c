//! The match that a visitor joins once they have signed in.

use super::{AppState, LocalPath};
use crate::views::parts::JoinForm;

/// What the pages to sign up and sign in say of the match that is joined afterwards. `None` where none is joined, where it is
/// no longer open, and where it cannot be read: that is no reason to keep anybody from signing in.
pub async fn joining(state: &AppState, next: &LocalPath) -> Option<JoinForm> {
    let table = state.referee.get(&next.joins()?, None).await.ok()?;
    JoinForm::of(&table)
}
