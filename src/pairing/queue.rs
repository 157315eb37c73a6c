//! The users who wait, each at most once, whatever the number of their open pages.

use std::collections::HashMap;

use parking_lot::Mutex;
use tokio::sync::watch;

use super::PairingChoice;
use super::opponent::{WaitingUser, opponent};
use crate::matches::MatchId;
use crate::now::Moment;
use crate::now::spans::SECOND;
use crate::users::UserId;

/// How long a wait lasts without a page that holds it, in milliseconds: until a page that is being loaded holds it, or until a
/// page without scripts is loaded again. Also how long a pairing is remembered for the other pages of its users.
pub(super) const GRACE: i64 = 15 * SECOND;

/// Two users who are being paired.
pub(super) type UserPair = [UserId; 2];

/// What has become of a user's wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairingStatus {
    Waiting {
        choice: PairingChoice,
        since: Moment,
    },
    /// They play this match.
    Paired(MatchId),
}

/// A wait that an open page keeps alive until this is dropped.
#[derive(Debug)]
pub struct HeldWait {
    pub since: Moment,
    changed: watch::Receiver<()>,
}

impl HeldWait {
    /// Resolves when the page shows an outdated status.
    pub async fn changed(&mut self) {
        // An error means that the entry was removed.
        let _ = self.changed.changed().await;
    }
}

/// The users who wait or have just been paired.
#[derive(Debug, Default)]
pub(super) struct PairingQueue(Mutex<HashMap<UserId, QueueEntry>>);

#[derive(Debug)]
struct QueueEntry {
    waiting: WaitingUser,
    stage: PairingStage,
    /// Until when the entry lasts without an open page.
    until: Moment,
    /// Notifies the open pages, each of which has a receiver. They are also notified when the entry is removed.
    changed: watch::Sender<()>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum PairingStage {
    Waiting,
    /// Their match is being created.
    Starting,
    Paired(MatchId),
}

impl QueueEntry {
    fn is_current(&self, now: Moment) -> bool {
        match self.stage {
            PairingStage::Waiting => self.changed.receiver_count() > 0 || now < self.until,
            PairingStage::Starting => true,
            PairingStage::Paired(_) => now < self.until,
        }
    }

    fn waits(&self, now: Moment) -> bool {
        self.stage == PairingStage::Waiting && self.is_current(now)
    }
}

impl PairingQueue {
    /// Lets a user wait. One who waits already keeps their place, unless they want something else now; one whose match is
    /// being created gets that match.
    pub fn join(&self, waiting: WaitingUser, now: Moment) {
        let mut entries = self.0.lock();
        entries.retain(|_, entry| entry.is_current(now));
        let until = now.after(GRACE);
        match entries.get_mut(&waiting.id) {
            Some(QueueEntry { stage: PairingStage::Starting, .. }) => {}
            Some(entry) if entry.stage == PairingStage::Waiting => {
                let is_same = entry.waiting.choice == waiting.choice;
                let since = if is_same { entry.waiting.since } else { waiting.since };
                entry.waiting = WaitingUser { since, ..waiting };
                entry.until = until;
                if !is_same {
                    entry.changed.send_replace(());
                }
            }
            _ => {
                let (stage, changed) = (PairingStage::Waiting, watch::Sender::new(()));
                entries.insert(waiting.id, QueueEntry { waiting, stage, until, changed });
            }
        }
    }

    /// The status for a page that is being loaded, which keeps the wait alive for a moment.
    pub fn status(&self, user: UserId, now: Moment) -> Option<PairingStatus> {
        let mut entries = self.0.lock();
        let entry = entries.get_mut(&user).filter(|entry| entry.is_current(now))?;
        if let PairingStage::Paired(id) = &entry.stage {
            return Some(PairingStatus::Paired(id.clone()));
        }
        entry.until = now.after(GRACE);
        Some(PairingStatus::Waiting { choice: entry.waiting.choice, since: entry.waiting.since })
    }

    /// Keeps the wait of a user alive until the result is dropped, and then no longer. `None` if they do not wait.
    pub fn hold(&self, user: UserId, now: Moment) -> Option<HeldWait> {
        let mut entries = self.0.lock();
        let entry = entries.get_mut(&user).filter(|entry| entry.is_current(now))?;
        if matches!(entry.stage, PairingStage::Paired(_)) {
            return None;
        }
        entry.until = now;
        Some(HeldWait { since: entry.waiting.since, changed: entry.changed.subscribe() })
    }

    /// Ends a wait. A match that is being created is not stopped.
    pub fn leave(&self, user: UserId) {
        let mut entries = self.0.lock();
        if entries.get(&user).is_some_and(|entry| entry.stage != PairingStage::Starting) {
            entries.remove(&user);
        }
    }

    /// Picks an opponent for a user who waits. Neither waits until one of the following is called.
    pub fn pick(&self, user: UserId, now: Moment) -> Option<(UserPair, PairingChoice)> {
        let mut entries = self.0.lock();
        let seeker = &entries.get(&user).filter(|entry| entry.waits(now))?.waiting;
        let waiting = entries.values().filter(|entry| entry.waits(now)).map(|entry| &entry.waiting);
        let (users, choice) = ([user, opponent(seeker, waiting, now)?.id], seeker.choice);
        settle(&mut entries, users, |entry, _| entry.stage = PairingStage::Starting);
        Some((users, choice))
    }

    /// Two users play a match.
    pub fn paired(&self, users: UserPair, id: &MatchId, now: Moment) {
        settle(&mut self.0.lock(), users, |entry, _| {
            entry.stage = PairingStage::Paired(id.clone());
            entry.until = now.after(GRACE);
            entry.changed.send_replace(());
        });
    }

    /// Two users wait on, as their match could not be created.
    pub fn give_back(&self, users: UserPair) {
        settle(&mut self.0.lock(), users, |entry, _| entry.stage = PairingStage::Waiting);
    }

    /// Two users wait on and are not paired with each other again.
    pub fn keep_apart(&self, users: UserPair) {
        settle(&mut self.0.lock(), users, |entry, other| {
            entry.stage = PairingStage::Waiting;
            entry.waiting.blocked.insert(other);
        });
    }
}

/// Changes the entries of two users. The second argument is the other user.
fn settle(
    entries: &mut HashMap<UserId, QueueEntry>,
    [one, other]: UserPair,
    change: impl Fn(&mut QueueEntry, UserId),
) {
    for (user, opponent) in [(one, other), (other, one)] {
        if let Some(entry) = entries.get_mut(&user) {
            change(entry, opponent);
        }
    }
}
