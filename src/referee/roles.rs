//! The roles of the staff whose rulings a batch decides.

use std::collections::HashMap;

use super::job::{RefereeJob, RefereeTask};
use crate::store::{Store, StoreError};
use crate::users::{Role, UserId};

/// The roles that the users have now who rule in these jobs. Whoever is suspended or has left is a player.
pub(super) async fn roles_of(
    jobs: &[RefereeJob],
    store: &Store,
) -> Result<HashMap<UserId, Role>, StoreError> {
    let mut roles = HashMap::new();
    for job in jobs.iter().filter(|job| matches!(job.task, RefereeTask::Adjudicate(..))) {
        if let Ok(user) = job.user() {
            roles.insert(user, store.role_of(user, job.at).await?);
        }
    }
    Ok(roles)
}
