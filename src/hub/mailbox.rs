//! What waits for one reader.

use std::collections::VecDeque;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::task::AtomicWaker;
use parking_lot::Mutex;

use super::{News, Tab};
use crate::matches::UserId;

/// How far a reader may fall behind before it is told to catch up from the log.
const BACKLOG: usize = 32;

/// Why a reader has to look something up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// It was too slow: it has to catch up from the log.
    Slow,
    /// What its user is kept from has changed.
    Sanctions,
}

#[derive(Debug, Default)]
pub(super) struct Mailbox {
    user: Option<UserId>,
    tab: Option<Tab>,
    waiting: Mutex<Waiting>,
    reader: AtomicWaker,
}

#[derive(Debug, Default)]
struct Waiting {
    news: VecDeque<Arc<News>>,
    behind: bool,
    /// Whether the sanctions of its user have changed.
    sanctions: bool,
}

impl Mailbox {
    /// Of a user who listens on a page.
    pub fn of(user: Option<UserId>, tab: Option<Tab>) -> Self {
        Self { user, tab, ..Self::default() }
    }

    /// Has the reader look up what its user is kept from, if this is its user.
    pub fn look_up_sanctions(&self, user: UserId) {
        if self.user == Some(user) {
            self.waiting.lock().sanctions = true;
            self.wake();
        }
    }

    /// Puts something in and wakes the reader; not, if all there is for them is what they are answered anyway.
    pub fn put(self: &Arc<Self>, news: &Arc<News>) {
        let alone = self.waiting.lock().push(Arc::clone(news));
        let answered = alone && self.tab.is_some() && news.change.asked == self.tab;
        if !answered || !news.leave_to_answer(self) {
            self.wake();
        }
    }

    pub fn wake(&self) {
        self.reader.wake();
    }

    pub fn take(&self) -> Option<Result<Arc<News>, Behind>> {
        let mut waiting = self.waiting.lock();
        if std::mem::take(&mut waiting.sanctions) {
            return Some(Err(Behind::Sanctions));
        }
        if std::mem::take(&mut waiting.behind) {
            return Some(Err(Behind::Slow));
        }
        waiting.news.pop_front().map(Ok)
    }

    pub fn poll(&self, context: &Context<'_>) -> Poll<Result<Arc<News>, Behind>> {
        self.reader.register(context.waker());
        self.take().map_or(Poll::Pending, Poll::Ready)
    }
}

impl Waiting {
    /// Whether it is the first.
    fn push(&mut self, news: Arc<News>) -> bool {
        if self.news.len() == BACKLOG {
            self.news.clear();
            self.behind = true;
        }
        self.news.push_back(news);
        self.news.len() == 1 && !self.behind
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Wake, Waker};

    use super::*;
    use crate::games::Game;
    use crate::hub::{Change, Telling};
    use crate::matches::{JoinCode, Match, MatchId, Names, Opening, Table};
    use crate::now::Moment;

    const PAGE: Option<Tab> = Some(Tab { user: UserId(1), number: 7 });

    #[derive(Debug, Default)]
    struct Bell(AtomicUsize);

    impl Wake for Bell {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// A reader who sleeps, and how often they are woken.
    fn sleeper(tab: Option<Tab>) -> (Arc<Mailbox>, Arc<Bell>) {
        let (mailbox, bell) = (Arc::new(Mailbox::of(tab.map(|tab| tab.user), tab)), Arc::default());
        assert!(listens(&mailbox, &bell).is_pending());
        (mailbox, bell)
    }

    fn listens(mailbox: &Mailbox, bell: &Arc<Bell>) -> Poll<Result<Arc<News>, Behind>> {
        mailbox.poll(&Context::from_waker(&Waker::from(Arc::clone(bell))))
    }

    fn rings(bell: &Bell) -> usize {
        bell.0.load(Ordering::SeqCst)
    }

    fn news(asked: Option<Tab>) -> Arc<News> {
        let opening = Opening::plain(Game::TicTacToe, 2, JoinCode::from_digits([0; 6]));
        let m = Match::open(MatchId::from_digits([0; 12]), &opening, UserId(1), Moment(0)).unwrap();
        let table =
            Arc::new(Table { m, names: Names::default(), talk: Arc::default(), orders: Arc::default() });
        Arc::new(News::new(Change { before: Arc::clone(&table), after: table, asked }))
    }

    #[test]
    fn a_page_that_is_answered_sleeps_on_and_finds_the_news_later() {
        let (mailbox, bell) = sleeper(PAGE);
        let news = news(PAGE);
        let mut telling = Telling::of(Arc::clone(&news));
        mailbox.put(&news);
        telling.is_told();
        drop(telling);
        assert_eq!(rings(&bell), 0);
        assert!(Arc::ptr_eq(&mailbox.take().unwrap().unwrap(), &news));
    }

    #[test]
    fn a_page_that_is_not_answered_after_all_is_woken_whichever_comes_first() {
        for put_first in [true, false] {
            let (mailbox, bell) = sleeper(PAGE);
            let news = news(PAGE);
            let telling = Telling::of(Arc::clone(&news));
            if put_first {
                mailbox.put(&news);
                drop(telling);
            } else {
                drop(telling);
                mailbox.put(&news);
            }
            assert_eq!(rings(&bell), 1, "{put_first}");
        }
    }

    #[test]
    fn whoever_has_not_asked_is_woken() {
        for other in
            [None, Some(Tab { user: UserId(1), number: 8 }), Some(Tab { user: UserId(2), number: 7 })]
        {
            let (mailbox, bell) = sleeper(other);
            mailbox.put(&news(PAGE));
            assert_eq!(rings(&bell), 1, "{other:?}");
        }
    }

    #[test]
    fn whoever_has_more_to_read_than_their_answer_is_woken() {
        let (mailbox, bell) = sleeper(PAGE);
        mailbox.put(&news(PAGE));
        mailbox.put(&news(PAGE));
        assert_eq!(rings(&bell), 1);
    }

    #[test]
    fn one_answer_spares_one_stream() {
        let ((mailbox, bell), (other, rung)) = (sleeper(PAGE), sleeper(PAGE));
        let news = news(PAGE);
        mailbox.put(&news);
        other.put(&news);
        assert_eq!((rings(&bell), rings(&rung)), (0, 1));
    }

    #[test]
    fn a_slow_reader_is_told_to_catch_up_and_then_what_came_last() {
        let mailbox = Arc::new(Mailbox::of(None, None));
        let last = news(None);
        (0..BACKLOG).for_each(|_| mailbox.put(&news(None)));
        mailbox.put(&last);
        assert_eq!(mailbox.take().unwrap().unwrap_err(), Behind::Slow);
        assert!(Arc::ptr_eq(&mailbox.take().unwrap().unwrap(), &last));
        assert!(mailbox.take().is_none());
    }
    #[test]
    fn the_pages_of_a_user_whose_sanctions_have_changed_are_woken_and_no_others() {
        let ((mailbox, bell), (other, rung)) = (sleeper(PAGE), sleeper(None));
        mailbox.look_up_sanctions(UserId(1));
        other.look_up_sanctions(UserId(1));
        assert_eq!((rings(&bell), rings(&rung)), (1, 0));
        assert_eq!(mailbox.take().unwrap().unwrap_err(), Behind::Sanctions);
        assert!(mailbox.take().is_none() && other.take().is_none());
    }
}
