//! Who looks on at which match, and what they have seen of it. Imports `matches`, `texts`, `now::Moment`.
//!
//! The referee publishes after it has committed, and a round carries the news to the threads on which somebody watches.
//! What there is to see is rendered once for each kind of viewer and each language, by the first of them that needs it,
//! and shared by the others.

mod rounds;
mod screens;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use parking_lot::{Mutex, RwLock};
use tokio::sync::broadcast;

pub use self::rounds::{Place, Round};
pub use self::screens::Screens;
use crate::matches::{ByMatch, MatchId, Table, UserId, Viewer};
use crate::now::Moment;
use crate::texts::{self, Language};

/// How far a reader may fall behind before it is told to catch up from the log.
const BACKLOG: usize = 32;

/// A piece of a stream: wait so long after the one before, then send it.
#[derive(Clone, Debug)]
pub struct Frame {
    /// How long what went before is looked at.
    pub pause: Duration,
    /// What is sent.
    pub bytes: Bytes,
}

/// What everybody is told about something that happened.
#[derive(Debug, Default)]
pub struct Common {
    /// All steps but the last.
    pub steps: Vec<Frame>,
    /// How long the step before the last is looked at.
    pub pause: Duration,
    /// The last step, to which each viewer's own part is added.
    pub last: String,
}

/// A page that somebody has open, by the number it has given itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tab {
    /// Whose it is.
    pub user: UserId,
    /// Which of theirs.
    pub number: u32,
}

/// A match before and after something happened there.
#[derive(Clone, Debug)]
pub struct Change {
    /// The match before.
    pub before: Arc<Table>,
    /// The match after.
    pub after: Arc<Table>,
    /// The page that asked for just this, and can be told of it in the answer.
    pub asked: Option<Tab>,
}

/// Something that happened at a match.
#[derive(Debug)]
pub struct News {
    /// What.
    pub change: Change,
    /// By language.
    common: [OnceLock<Common>; Language::COUNT],
    /// By language, then by viewer.
    frames: Box<[OnceLock<Arc<[Frame]>>]>,
}

impl News {
    fn new(change: Change) -> Self {
        let kinds = Viewer::kinds(change.after.m.seats.count()) * Language::COUNT;
        let frames = (0..kinds).map(|_| OnceLock::new()).collect();
        Self { change, common: Default::default(), frames }
    }

    /// What everybody is told in the language that is spoken, rendered by `render` if nobody has yet.
    pub fn common(&self, render: impl FnOnce() -> Common) -> &Common {
        self.common[texts::spoken().index()].get_or_init(render)
    }

    /// The frames a viewer is sent in the language that is spoken, rendered by `render` if nobody has yet.
    pub fn frames(&self, viewer: Viewer, render: impl FnOnce() -> Vec<Frame>) -> Arc<[Frame]> {
        let seats = self.change.after.m.seats.count();
        let slot = texts::spoken().index() * Viewer::kinds(seats) + viewer.index(seats);
        match self.frames.get(slot) {
            Some(slot) => Arc::clone(slot.get_or_init(|| render().into())),
            None => render().into(),
        }
    }
}

type Sender = broadcast::Sender<Arc<News>>;

/// By match: a channel for each place from which somebody watches it.
type Topics = RwLock<ByMatch<Vec<(Place, Sender)>>>;

/// The matches at which something has happened, and when their logs last grew, where somebody keeps account of that.
#[derive(Debug, Default)]
struct Touched {
    kept: AtomicBool,
    matches: Mutex<ByMatch<Moment>>,
}

/// The switchboard. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Hub {
    topics: Arc<Topics>,
    touched: Arc<Touched>,
    screens: Arc<Screens>,
}

impl Hub {
    /// What people have had on their screens.
    pub fn screens(&self) -> &Screens {
        &self.screens
    }

    /// Watches a match from now on, from here.
    pub fn watch(&self, id: &MatchId) -> Watch {
        let here = Place::here();
        let mut topics = self.topics.write();
        let places = topics.entry(id.clone()).or_default();
        let news = match places.iter().find(|(place, _)| *place == here) {
            Some((_, sender)) => sender.subscribe(),
            None => {
                let (sender, news) = broadcast::channel(BACKLOG);
                places.push((here.clone(), sender));
                news
            }
        };
        Watch { news, id: id.clone(), place: here, topics: Arc::clone(&self.topics) }
    }

    /// Remembers from now on at which matches something happens.
    pub fn keep_touched(&self) {
        self.touched.kept.store(true, Ordering::SeqCst);
    }

    /// Takes what was remembered.
    pub fn take_touched(&self) -> ByMatch<Moment> {
        std::mem::take(&mut *self.touched.matches.lock())
    }

    /// Has a round tell everybody who watches the match. Nothing, where nobody does.
    pub fn publish(&self, change: Change, round: &mut Round) -> Option<Arc<News>> {
        let m = &change.after.m;
        if self.touched.kept.load(Ordering::Relaxed) {
            self.touched.matches.lock().insert(m.id.clone(), m.changed_at);
        }
        let topics = self.topics.read();
        let places = topics.get(&m.id)?;
        let news = Arc::new(News::new(change));
        for (place, sender) in places {
            let (sender, news) = (sender.clone(), Arc::clone(&news));
            // Nobody may be left to hear it, which is no error.
            round.take(place, move || drop(sender.send(news)));
        }
        Some(news)
    }

    /// How many streams watch the match.
    pub fn watchers(&self, id: &MatchId) -> usize {
        let count = |(_, sender): &(Place, Sender)| sender.receiver_count();
        self.topics.read().get(id).map_or(0, |places| places.iter().map(count).sum())
    }
}

/// Why there is no news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missed {
    /// The reader was too slow: it has to catch up from the log.
    Behind,
    /// There will be no more.
    Closed,
}

/// A watch on one match; it ends when it is dropped.
#[derive(Debug)]
pub struct Watch {
    news: broadcast::Receiver<Arc<News>>,
    id: MatchId,
    place: Place,
    topics: Arc<Topics>,
}

impl Watch {
    /// Waits for the next thing that happens.
    ///
    /// # Errors
    /// The reader has fallen behind, or the hub is gone.
    pub async fn next(&mut self) -> Result<Arc<News>, Missed> {
        self.news.recv().await.map_err(|error| match error {
            broadcast::error::RecvError::Lagged(_) => Missed::Behind,
            broadcast::error::RecvError::Closed => Missed::Closed,
        })
    }

    /// The next thing that has happened already, if anything has.
    pub fn ready(&mut self) -> Option<Result<Arc<News>, Missed>> {
        match self.news.try_recv() {
            Ok(news) => Some(Ok(news)),
            Err(broadcast::error::TryRecvError::Empty) => None,
            Err(broadcast::error::TryRecvError::Lagged(_)) => Some(Err(Missed::Behind)),
            Err(broadcast::error::TryRecvError::Closed) => Some(Err(Missed::Closed)),
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut topics = self.topics.write();
        let Some(places) = topics.get_mut(&self.id) else { return };
        places.retain(|(place, sender)| sender.receiver_count() > usize::from(*place == self.place));
        if places.is_empty() {
            topics.remove(&self.id);
        }
    }
}
