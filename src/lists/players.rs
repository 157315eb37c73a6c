//! Players as the list of players shows them.

use crate::now::Moment;
use crate::users::UserSummary;

/// A player in the list.
#[derive(Clone, Debug)]
pub struct ListedPlayer {
    pub person: UserSummary,
    /// When they last used the site, to the hour; `None` after a long absence.
    pub last_seen_at: Option<Moment>,
    /// How many public matches they have finished.
    pub played: u32,
}
