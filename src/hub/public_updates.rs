//! Changes of public matches, for pages that show many matches.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::OnceCell;
use tokio::sync::broadcast::{self, Receiver, Sender};

use crate::matches::{Match, MatchId, MatchVisibility};
use crate::texts::Language;

/// How many changes a stream may be behind before it has to catch up from the database.
const BACKLOG: usize = 256;

/// A message to a stream of a page that shows many matches.
#[derive(Clone, Debug)]
pub enum PublicMessage {
    /// A match has changed, which is public or was changed by another server.
    Changed(Arc<PublicUpdate>),
    /// Other servers have changed matches, and which is not known here.
    Behind,
}

/// That a match has changed, with its rendering.
#[derive(Debug)]
pub struct PublicUpdate {
    pub id: MatchId,
    /// By language.
    rendered: [OnceCell<Bytes>; Language::COUNT],
}

impl PublicUpdate {
    /// What all readers of a language get, rendered by `render` if this is the first to ask.
    ///
    /// # Errors
    /// Those of `render`. The next to ask renders it again.
    pub async fn rendered<E>(
        &self,
        language: Language,
        render: impl Future<Output = Result<Bytes, E>>,
    ) -> Result<Bytes, E> {
        self.rendered[language.index()].get_or_try_init(|| render).await.cloned()
    }
}

/// The channel of the changes of all public matches.
#[derive(Clone, Debug)]
pub(super) struct PublicUpdates(Sender<PublicMessage>);

impl Default for PublicUpdates {
    fn default() -> Self {
        Self(broadcast::channel(BACKLOG).0)
    }
}

impl PublicUpdates {
    pub fn subscribe(&self) -> Receiver<PublicMessage> {
        self.0.subscribe()
    }

    /// Sends a change to the readers, if the match is public and its log is longer than before.
    pub fn publish(&self, before: &Match, after: &Match) {
        if after.visibility == MatchVisibility::Public && after.seq > before.seq {
            self.announce(&after.id);
        }
    }

    /// Sends a change of a match to the readers, who check whether it is public.
    pub fn announce(&self, id: &MatchId) {
        if self.0.receiver_count() > 0 {
            let update = PublicUpdate { id: id.clone(), rendered: Default::default() };
            // An error means that the last reader has just left.
            let _ = self.0.send(PublicMessage::Changed(Arc::new(update)));
        }
    }

    /// Has the readers look for changes.
    pub fn missed(&self) {
        let _ = self.0.send(PublicMessage::Behind);
    }
}
