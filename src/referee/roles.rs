//! The roles of the staff whose rulings are in a batch.

use std::collections::HashMap;

use super::job::{RefereeJob, RefereeTask};
use crate::store::{Store, StoreError};
use crate::users::{Role, UserId};

/// The current roles of the authors of rulings. Suspended and deleted users count as players.
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
