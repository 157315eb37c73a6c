//! Searching for moves, and delays of bots.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use tokio::time::sleep;

use super::BotRunner;
use crate::bots::{self, BotLevel, ChosenMove, SearchLimits};
use crate::games::Seat;
use crate::lists::BotAccount;
use crate::matches::{Match, MatchView};
use crate::search_pool::{SearchOwner, SearchPriority, SearchQueueError, SearchRequest};

/// Search time of the lower levels. Longer searches do not delay theirs.
const QUICK: Duration = Duration::from_millis(100);
/// Search time of the higher levels in live matches and those without a time control.
const LIVE: Duration = Duration::from_secs(3);
/// Search time in correspondence matches.
const CORRESPONDENCE: Duration = Duration::from_secs(10);
/// Delay before a search that was not queued is retried.
const RETRY: Duration = Duration::from_millis(250);
/// A search takes at most this fraction of the remaining time.
const SHARE_OF_CLOCK: i64 = 8;

impl BotRunner {
    /// The move of the bot whose turn it is, in notation.
    pub(super) async fn choose(&self, view: &MatchView, bot: &BotAccount) -> String {
        match self.search(view, bot).await {
            Some(choice) => choice.mv,
            // Any legal move, as the match would stall without one.
            None => view.m.position.legal().into_iter().next().unwrap_or_default(),
        }
    }

    /// Whether a bot accepts a draw: if it is not better off. With two seats its search decides; with more, or before
    /// a roll, the current ranking.
    pub(super) async fn accepts_draw(&self, view: &MatchView, bot: &BotAccount, seat: Seat) -> bool {
        let m = &view.m;
        let found = match m.to_act().seat() {
            Some(_) if m.seats.count() == 2 => self.search(view, bot).await,
            _ => None,
        };
        let Some(choice) = found else { return !leads(m, seat) };
        let ahead = choice.value - bots::even_value(&m.position);
        if m.to_act().seat() == Some(seat) { ahead <= 0.0 } else { ahead >= 0.0 }
    }

    /// Searches the position within the limits of the bot's level. `None` if the search failed.
    async fn search(&self, view: &MatchView, bot: &BotAccount) -> Option<ChosenMove<String>> {
        let (m, level) = (&view.m, bot.level);
        let seed = seed(m);
        loop {
            let position = m.position.clone();
            let job = move |limits: &SearchLimits<'_>| {
                let limits = SearchLimits { variety: Some(seed), ..*limits };
                bots::think(&position, level, seed, &limits)
            };
            let queued = match self.pool.search(self.request(m, level), job) {
                Ok(search) => search.await,
                Err(error) => Err(error),
            };
            match queued {
                Ok(choice) => return choice,
                Err(error) if error.is_temporary() => sleep(RETRY).await,
                Err(SearchQueueError::Failed) => {
                    tracing::error!(id = %m.id, "the search of a bot failed; the first legal move is played");
                    return None;
                }
                // The site is stopping, which ends this task.
                Err(_) => std::future::pending().await,
            }
        }
    }

    fn request(&self, m: &Match, level: BotLevel) -> SearchRequest {
        let clock = m.clocks.as_ref().map(|clocks| clocks.control().pace);
        let live = clock.is_none_or(|pace| pace.is_live());
        let most = match level {
            BotLevel::FirstSteps | BotLevel::Beginner | BotLevel::Casual | BotLevel::Intermediate => QUICK,
            BotLevel::Advanced | BotLevel::Expert | BotLevel::Master if live => LIVE,
            BotLevel::Advanced | BotLevel::Expert | BotLevel::Master => CORRESPONDENCE,
        };
        let left =
            m.deadline().map_or(i64::MAX, |deadline| deadline.since(self.clock.now()) / SHARE_OF_CLOCK);
        let left = Duration::from_millis(u64::try_from(left).unwrap_or(0));
        let person = m.seats.as_slice().iter().flatten().find(|user| self.bots.get(**user).is_none());
        let time = most.min(left);
        SearchRequest {
            owner: person.map_or_else(|| SearchOwner::Match(m.id.clone()), |user| SearchOwner::User(*user)),
            priority: if time <= QUICK {
                SearchPriority::Quick
            } else if live {
                SearchPriority::Live
            } else {
                SearchPriority::Correspondence
            },
            nodes: self.pace.nodes,
            time,
        }
    }

    /// Waits until the last ply has been visible for a natural time.
    pub(super) async fn wait_since_last_ply(&self, m: &Match) {
        let shown = m.plies.last().map_or(0, |ply| self.clock.now().since(ply.at).max(0));
        let shown = Duration::from_millis(u64::try_from(shown).unwrap_or(0));
        sleep(self.delay(m).saturating_sub(shown)).await;
    }

    /// The delay before a bot acts, which varies with the position.
    pub(super) fn delay(&self, m: &Match) -> Duration {
        let (least, most) = (*self.pace.delay.start(), *self.pace.delay.end());
        least + most.saturating_sub(least).mul_f64((seed(m) % 1000) as f64 / 1000.0)
    }
}

/// The seed of a search, which depends on the match and position only, so that a restart changes no move.
fn seed(m: &Match) -> u64 {
    let mut hasher = DefaultHasher::new();
    (m.id.as_str(), m.board_version).hash(&mut hasher);
    hasher.finish()
}

/// Whether a seat is ranked before all others still playing.
fn leads(m: &Match, seat: Seat) -> bool {
    let ranking = m.position.ranking_if_stopped();
    let place = |seat: Seat| ranking.places().get(seat.index()).copied().unwrap_or(u8::MAX);
    m.still_playing().filter(|other| *other != seat).all(|other| place(seat) < place(other))
}
