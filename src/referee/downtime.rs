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
            Some(self.apply_events(downtime.to, None, &view, vec![event]))
        });
        if let Some(Err(error)) = credited {
            tracing::error!(code = error.code(), %error, %id, "failed to credit downtime");
        }
    }
}

impl Referee {
    /// The match as it will be once every downtime is credited to it, so that no outdated deadline is shown. Nothing is
    /// written: the log gets the credit before anything is decided about the match.
    pub(super) fn with_downtime_credited(&self, view: Arc<MatchView>) -> Arc<MatchView> {
        let owed = self.uptime.owed();
        if !owed.iter().any(|downtime| view.m.credit_for(downtime).is_some()) {
            return view;
        }
        let mut credited = MatchView::clone(&view);
        owed.iter().for_each(|downtime| credited.m.credit(downtime));
        Arc::new(credited)
    }
}
