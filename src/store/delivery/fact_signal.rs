//! The signal that there are new facts about matches.

use std::sync::Arc;

use tokio::sync::watch;

/// Counts commits with facts, for consumers that wait for more.
#[derive(Clone, Debug, Default)]
pub(in crate::store) struct FactSignal(Arc<watch::Sender<u64>>);

impl FactSignal {
    pub fn wake(&self) {
        self.0.send_modify(|commits| *commits += 1);
    }

    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.0.subscribe()
    }
}
