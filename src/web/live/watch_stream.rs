//! The stream of a page that shows many matches. It is the same for everyone, and sends only what changes on their tiles.

use actix_web::web::Bytes;
use futures_util::stream::{self, Stream as Messages};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time;

use super::frames;
use super::stream::{BEAT, stopped};
use crate::hub::{Hub, PublicMessage};
use crate::matches::MatchId;
use crate::metrics::{CounterMetric, GaugeGuard, GaugeMetric, Metrics};
use crate::now::{Clock, Moment};
use crate::store::{Store, StoreError};
use crate::texts::{self, Language};
use crate::views::match_page::HEARTBEAT;
use crate::web::http::stream_limit::StreamPermit;

/// How long a change may take to be committed, in milliseconds.
const COMMITTED: i64 = 5000;

/// Parameters of a stream.
#[derive(Debug)]
pub struct WatchStart {
    /// The matches on the page.
    pub ids: Vec<MatchId>,
    /// When the page was made.
    pub since: Moment,
    pub language: Language,
    pub clock: Clock,
    /// Becomes true when the site stops.
    pub stopping: watch::Receiver<bool>,
    pub metrics: Metrics,
    /// Counts this stream as open.
    pub _permit: Option<StreamPermit>,
}

/// A stream in progress.
pub struct WatchStream {
    start: WatchStart,
    store: Store,
    updates: Receiver<PublicMessage>,
    /// Whether changes may have been missed.
    behind: bool,
    _open: GaugeGuard,
}

impl WatchStream {
    /// Subscribes. The first message is what has changed since the page was made, or shortly before: a change is in the database
    /// a little later than it is dated.
    pub fn open(mut start: WatchStart, store: Store, hub: &Hub) -> Self {
        start.since = start.since.after(-COMMITTED);
        let _open = start.metrics.gauge_guard(GaugeMetric::Streams);
        Self { updates: hub.watch_public(), start, store, behind: true, _open }
    }

    /// The messages, until the reader leaves, the site stops, or the database cannot be read: then the browser reconnects.
    pub fn messages(self) -> impl Messages<Item = Result<Bytes, actix_web::Error>> {
        stream::unfold(Box::new(self), |mut stream| async move {
            let message = stream.next().await;
            let message = message.inspect_err(
                |error| tracing::warn!(code = error.code(), %error, "failed to read a match that is watched"),
            );
            Some((Ok(message.ok().flatten()?), stream))
        })
    }

    async fn next(&mut self) -> Result<Option<Bytes>, StoreError> {
        if std::mem::take(&mut self.behind) {
            return Ok(Some(self.missed().await?));
        }
        let beat = time::sleep(HEARTBEAT);
        tokio::pin!(beat);
        loop {
            let update = tokio::select! {
                update = self.updates.recv() => update,
                () = &mut beat => return Ok(Some(Bytes::from_static(BEAT.as_bytes()))),
                () = stopped(&mut self.start.stopping) => return Ok(None),
            };
            match update {
                Ok(PublicMessage::Changed(update)) if self.start.ids.contains(&update.id) => {
                    let ids = std::slice::from_ref(&update.id);
                    let rendered =
                        update.rendered(self.start.language, self.changes(ids, Moment(0), true)).await?;
                    return Ok(Some(rendered));
                }
                Ok(PublicMessage::Changed(_)) => {}
                Ok(PublicMessage::Behind) => return Ok(Some(self.missed().await?)),
                Err(RecvError::Lagged(_)) => {
                    self.start.metrics.count(CounterMetric::SlowReaders);
                    return Ok(Some(self.missed().await?));
                }
                Err(RecvError::Closed) => return Ok(None),
            }
        }
    }

    /// What has changed since the page was made; a heartbeat if nothing has, because an empty message would not be sent.
    async fn missed(&self) -> Result<Bytes, StoreError> {
        let missed = self.changes(&self.start.ids, self.start.since, false).await?;
        Ok(if missed.is_empty() { Bytes::from_static(BEAT.as_bytes()) } else { missed })
    }

    /// The messages about those of these matches that have changed since a moment. With `moved`, they have just changed.
    async fn changes(&self, ids: &[MatchId], since: Moment, moved: bool) -> Result<Bytes, StoreError> {
        let listed = self.store.public_matches(ids, since).await?;
        let now = self.start.clock.now();
        let frames = || listed.iter().map(|listed| frames::watched(listed, moved, now)).collect::<String>();
        Ok(texts::in_language(self.start.language, frames).into())
    }
}
