//! Who looks on at which match, and what they have seen of it. Imports `matches`, `texts`, `now::Moment`.
//!
//! The referee publishes after it has committed, and a round carries the news to the threads on which somebody watches.
//! What there is to see is rendered once for each kind of viewer and each language, by the first of them that needs it,
//! and shared by the others.

mod mailbox;
mod rounds;
mod screens;

use std::future::poll_fn;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use bytes::Bytes;
use parking_lot::{Mutex, RwLock};

pub use self::mailbox::Behind;
use self::mailbox::Mailbox;
pub use self::rounds::{Place, Round};
pub use self::screens::Screens;
use crate::matches::{ByMatch, MatchId, Table, UserId, Viewer};
use crate::now::Moment;
use crate::texts::{self, Language};

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
    left: Mutex<Left>,
}

/// To whom it is left to tell the page that asked.
#[derive(Debug, Default)]
enum Left {
    /// Nobody knows yet.
    #[default]
    Open,
    /// The answer; the page's stream sleeps on.
    Answer(Weak<Mailbox>),
    /// The page's stream, as any other's.
    Stream,
}

/// News of which a page is going to be told by the answer it waits for. Let go before that, it is left to the page's stream.
#[derive(Debug)]
pub struct Telling {
    news: Arc<News>,
    told: bool,
}

impl Telling {
    /// To be told.
    pub const fn of(news: Arc<News>) -> Self {
        Self { news, told: false }
    }

    /// The answer tells it.
    pub const fn is_told(&mut self) {
        self.told = true;
    }
}

impl Deref for Telling {
    type Target = News;

    fn deref(&self) -> &News {
        &self.news
    }
}

impl Drop for Telling {
    fn drop(&mut self) {
        if !self.told {
            self.news.leave_to_stream();
        }
    }
}

impl News {
    fn new(change: Change) -> Self {
        let kinds = Viewer::kinds(change.after.m.seats.count()) * Language::COUNT;
        let frames = (0..kinds).map(|_| OnceLock::new()).collect();
        Self { change, common: Default::default(), frames, left: Mutex::default() }
    }

    /// Lets the reader of this mailbox sleep on, if they are going to be told by an answer.
    fn leave_to_answer(&self, mailbox: &Arc<Mailbox>) -> bool {
        let mut left = self.left.lock();
        let open = matches!(*left, Left::Open);
        if open {
            *left = Left::Answer(Arc::downgrade(mailbox));
        }
        open
    }

    fn leave_to_stream(&self) {
        let left = std::mem::replace(&mut *self.left.lock(), Left::Stream);
        if let Left::Answer(mailbox) = left
            && let Some(mailbox) = mailbox.upgrade()
        {
            mailbox.wake();
        }
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

type Audience = Arc<Mutex<Vec<Arc<Mailbox>>>>;

/// By match: who watches it, for each place from which somebody does.
type Topics = RwLock<ByMatch<Vec<(Place, Audience)>>>;

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

    /// Watches a match from now on, from here, for a user if there is one, and for a page if it has given itself a number.
    pub fn watch(&self, id: &MatchId, user: Option<UserId>, tab: Option<Tab>) -> Watch {
        let here = Place::here();
        let mailbox = Arc::new(Mailbox::of(user, tab));
        let mut topics = self.topics.write();
        let places = topics.entry(id.clone()).or_default();
        match places.iter().find(|(place, _)| *place == here) {
            Some((_, audience)) => audience.lock().push(Arc::clone(&mailbox)),
            None => places.push((here, Arc::new(Mutex::new(vec![Arc::clone(&mailbox)])))),
        }
        Watch { mailbox, id: id.clone(), topics: Arc::clone(&self.topics) }
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
        for (place, audience) in places {
            let (audience, news) = (Arc::clone(audience), Arc::clone(&news));
            round.take(place, move || audience.lock().iter().for_each(|mailbox| mailbox.put(&news)));
        }
        Some(news)
    }

    /// Has every stream of a user look up what they are kept from. It asks every stream there is: sanctions are rare.
    pub fn sanctions_changed(&self, user: UserId) {
        let topics = self.topics.read();
        for (_, audience) in topics.values().flatten() {
            audience.lock().iter().for_each(|mailbox| mailbox.look_up_sanctions(user));
        }
    }

    /// How many streams watch the match.
    pub fn watchers(&self, id: &MatchId) -> usize {
        let count = |(_, audience): &(Place, Audience)| audience.lock().len();
        self.topics.read().get(id).map_or(0, |places| places.iter().map(count).sum())
    }
}

/// A watch on one match; it ends when it is dropped.
#[derive(Debug)]
pub struct Watch {
    mailbox: Arc<Mailbox>,
    id: MatchId,
    topics: Arc<Topics>,
}

impl Watch {
    /// Waits for the next thing that happens.
    ///
    /// # Errors
    /// The reader has fallen behind.
    pub async fn next(&mut self) -> Result<Arc<News>, Behind> {
        poll_fn(|context| self.mailbox.poll(context)).await
    }

    /// The next thing that has happened already, if anything has.
    pub fn ready(&mut self) -> Option<Result<Arc<News>, Behind>> {
        self.mailbox.take()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut topics = self.topics.write();
        let Some(places) = topics.get_mut(&self.id) else { return };
        places.retain(|(_, audience)| {
            let mut audience = audience.lock();
            audience.retain(|mailbox| !Arc::ptr_eq(mailbox, &self.mailbox));
            !audience.is_empty()
        });
        if places.is_empty() {
            topics.remove(&self.id);
        }
    }
}
