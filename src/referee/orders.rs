//! Standing orders: left by a seat, answered after whatever happens.

use std::sync::Arc;

use super::RefereeError;
use super::batch::Batch;
use super::job::{Answer, Job};
use crate::matches::{MatchId, Orders, Table, order, settle};

impl Batch {
    /// Puts what somebody orders in the place of what they ordered before. What it answers at once is played.
    pub(super) fn orders(&mut self, job: &Job, id: &MatchId, text: &str) -> Answer {
        let table = self.table(job, id)?;
        let before = self.catch_up(job, table)?;
        let (seat, order) = match order(&before.m, job.user()?, text) {
            Ok(order) => order,
            Err(refusal) => return Err(RefereeError::Refused { refusal, table: before }),
        };
        let mut after = Table::clone(&before);
        Orders::leave(Arc::make_mut(&mut after.orders), seat, order);
        let answer = settle(&before.m, &mut after);
        self.append.keep_orders(&before, &after);
        let after = Arc::new(after);
        self.tables.insert(id.clone(), Arc::clone(&after));
        self.append(job.at, job.by.as_ref(), &after, answer.map(|(_, event)| event).into_iter().collect())
    }
}
