//! The watchers of each match, and the broadcast of changes to them.
//!
//! The referee publishes after it has committed. Each watched match has a broadcast channel. A change is rendered
//! once for each kind of viewer and each language, by the first stream that needs it, and shared by the others.

mod read_mark_buffer;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use parking_lot::RwLock;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::broadcast::{self, Receiver, Sender};

pub use self::read_mark_buffer::ReadMarkBuffer;
use crate::matches::{ByMatch, MatchId, MatchView, MatchViewer};
use crate::texts::{self, Language};
use crate::users::UserId;

/// How many messages a stream may be behind before it has to catch up from the log. Bounds the memory of slow
/// readers.
const BACKLOG: usize = 32;

/// A piece of a stream.
#[derive(Clone, Debug)]
pub struct StreamFrame {
    /// How long to wait after the previous piece, so that it can be seen.
    pub pause: Duration,
    pub bytes: Bytes,
}

/// The frames that are the same for everyone who watches a match.
#[derive(Debug, Default)]
pub struct SharedFrames {
    /// All steps but the last.
    pub steps: Vec<StreamFrame>,
    /// Pause before the last step.
    pub pause: Duration,
    /// The last step, to which each viewer's own part is added.
    pub last: String,
}

/// A match before and after a change.
#[derive(Clone, Debug)]
pub struct MatchChange {
    pub before: Arc<MatchView>,
    pub after: Arc<MatchView>,
}

/// A change of a match, with its renderings.
#[derive(Debug)]
pub struct MatchUpdate {
    pub change: MatchChange,
    /// By language.
    common: [OnceLock<SharedFrames>; Language::COUNT],
    /// By language, then by viewer.
    frames: Box<[OnceLock<Arc<[StreamFrame]>>]>,
}

impl MatchUpdate {
    fn new(change: MatchChange) -> Self {
        let kinds = MatchViewer::kinds(change.after.m.seats.count()) * Language::COUNT;
        let frames = (0..kinds).map(|_| OnceLock::new()).collect();
        Self { change, common: Default::default(), frames }
    }

    /// What all viewers get in the current language, rendered by `render` if it is the first to ask.
    pub fn common(&self, render: impl FnOnce() -> SharedFrames) -> &SharedFrames {
        self.common[texts::current_language().index()].get_or_init(render)
    }

    /// What a viewer gets in the current language, rendered by `render` if it is the first of its kind.
    pub fn frames(
        &self,
        viewer: MatchViewer,
        render: impl FnOnce() -> Vec<StreamFrame>,
    ) -> Arc<[StreamFrame]> {
        let seats = self.change.after.m.seats.count();
        let slot = texts::current_language().index() * MatchViewer::kinds(seats) + viewer.index(seats);
        match self.frames.get(slot) {
            Some(slot) => Arc::clone(slot.get_or_init(|| render().into())),
            None => render().into(),
        }
    }
}

/// A message to a stream.
#[derive(Clone, Debug)]
pub enum HubMessage {
    /// The match has changed.
    News(Arc<MatchUpdate>),
    /// The sanctions of this user have changed.
    Sanctions(UserId),
    /// The reader was too slow and has missed messages: it has to catch up from the log.
    Missed,
}

type TopicMap = RwLock<ByMatch<Sender<HubMessage>>>;

/// The broadcast hub. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Hub {
    topics: Arc<TopicMap>,
    read_marks: Arc<ReadMarkBuffer>,
}

impl Hub {
    /// The buffer of read marks.
    pub fn read_marks(&self) -> &ReadMarkBuffer {
        &self.read_marks
    }

    /// Subscribes to a match.
    pub fn watch(&self, id: &MatchId) -> Watch {
        let mut topics = self.topics.write();
        let sender = topics.entry(id.clone()).or_insert_with(|| broadcast::channel(BACKLOG).0);
        let topic = HubTopic { id: id.clone(), topics: Arc::clone(&self.topics) };
        Watch { receiver: sender.subscribe(), _topic: topic }
    }

    /// Broadcasts a change to the watchers of the match.
    pub fn publish(&self, change: MatchChange) {
        if let Some(sender) = self.topics.read().get(&change.after.m.id) {
            // An error means that the last watcher has just left.
            let _ = sender.send(HubMessage::News(Arc::new(MatchUpdate::new(change))));
        }
    }

    /// Has every stream of a user look up its sanctions. Wakes all streams, as sanctions are rare.
    pub fn sanctions_changed(&self, user: UserId) {
        for sender in self.topics.read().values() {
            let _ = sender.send(HubMessage::Sanctions(user));
        }
    }

    /// How many streams watch the match.
    pub fn watchers(&self, id: &MatchId) -> usize {
        self.topics.read().get(id).map_or(0, Sender::receiver_count)
    }
}

/// A subscription to one match. It ends when it is dropped.
#[derive(Debug)]
pub struct Watch {
    // Dropped first, so that the topic no longer counts this receiver when it checks whether it was the last.
    receiver: Receiver<HubMessage>,
    _topic: HubTopic,
}

impl Watch {
    /// Waits for the next message. Cancel safe.
    pub async fn next(&mut self) -> HubMessage {
        match self.receiver.recv().await {
            Ok(message) => message,
            Err(RecvError::Lagged(_)) => HubMessage::Missed,
            // The channel exists for as long as this watch.
            Err(RecvError::Closed) => std::future::pending().await,
        }
    }

    /// The next message that was sent already, if any.
    pub fn ready(&mut self) -> Option<HubMessage> {
        match self.receiver.try_recv() {
            Ok(message) => Some(message),
            Err(TryRecvError::Lagged(_)) => Some(HubMessage::Missed),
            Err(TryRecvError::Empty | TryRecvError::Closed) => None,
        }
    }
}

/// Removes the channel of a match once nobody watches it.
#[derive(Debug)]
struct HubTopic {
    id: MatchId,
    topics: Arc<TopicMap>,
}

impl Drop for HubTopic {
    fn drop(&mut self) {
        let mut topics = self.topics.write();
        if topics.get(&self.id).is_some_and(|sender| sender.receiver_count() == 0) {
            topics.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::matches::{JoinCode, Match, MatchOpening};
    use crate::now::Moment;
    use crate::users::UserNames;

    fn id() -> MatchId {
        MatchId::from_digits([0; 12])
    }

    fn change() -> MatchChange {
        let opening = MatchOpening::plain(Game::TicTacToe, 2, JoinCode::from_digits([0; 6]));
        let m = Match::open(id(), &opening, UserId(1), Moment(0)).unwrap();
        let view = Arc::new(MatchView {
            m,
            names: UserNames::default(),
            chat: Arc::default(),
            orders: Arc::default(),
        });
        MatchChange { before: Arc::clone(&view), after: view }
    }

    #[tokio::test]
    async fn all_watchers_share_one_update() {
        let hub = Hub::default();
        let (mut one, mut other) = (hub.watch(&id()), hub.watch(&id()));
        hub.publish(change());
        let (HubMessage::News(one), HubMessage::News(other)) = (one.next().await, other.next().await) else {
            panic!("no news")
        };
        assert!(Arc::ptr_eq(&one, &other), "what is rendered for one is rendered for the other");
    }

    #[test]
    fn a_slow_reader_is_notified_of_missed_updates_and_receives_the_latest() {
        let hub = Hub::default();
        let mut watch = hub.watch(&id());
        (0..=BACKLOG).for_each(|_| hub.publish(change()));
        assert!(matches!(watch.ready(), Some(HubMessage::Missed)));
        (0..BACKLOG).for_each(|_| assert!(matches!(watch.ready(), Some(HubMessage::News(_)))));
        assert!(watch.ready().is_none());
    }

    #[test]
    fn the_channel_of_a_match_is_removed_with_its_last_watcher() {
        let hub = Hub::default();
        let (one, other) = (hub.watch(&id()), hub.watch(&id()));
        assert_eq!(hub.watchers(&id()), 2);
        drop(one);
        assert_eq!(hub.watchers(&id()), 1);
        drop(other);
        assert!(hub.topics.read().is_empty());
    }
}
