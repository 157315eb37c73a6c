//! Credits downtime to matches, before anything is decided about them.

use std::sync::Arc;

use super::Referee;
use super::batch::CommandBatch;
use crate::matches::{MatchId, MatchView, ServerDowntime};

impl CommandBatch {
    /// Credits the pending downtimes to every match of the batch that they cost time.
    pub(super) fn credit(&mut self, pending: &[ServerDowntime]) {
        if pending.is_empty() {
            return;
        }
        let ids: Vec<_> = self.views.keys().cloned().collect();
        for id in &ids {
            for downtime in pending {
                self.credit_to(id, downtime);
            }
        }
    }

    fn credit_to(&mut self, id: &MatchId, downtime: &ServerDowntime) {
        let credited = self.views.get(id).cloned().and_then(|view| {
            let event = view.m.credit_for(downtime)?;
            Some(self.append(downtime.to, None, &view, vec![event]))
        });
        if let Some(Err(error)) = credited {
            tracing::error!(code = error.code(), %error, %id, "failed to credit downtime");
        }
    }
}

impl Referee {
    /// The match with the pending downtimes credited, so that no outdated deadline is shown. Unchanged as long as
    /// nothing can be written.
    pub(super) async fn with_downtime_credited(&self, view: Arc<MatchView>) -> Arc<MatchView> {
        if self.store.availability().is_failing() {
            return view;
        }
        let pending = self.uptime.pending().await.unwrap_or_default();
        if !pending.iter().any(|downtime| view.m.credit_for(downtime).is_some()) {
            return view;
        }
        self.sweep(&view.m.id).await.unwrap_or(view)
    }
}
