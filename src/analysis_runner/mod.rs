//! Analyses finished matches: a background task that evaluates the positions of some matches in the search pool, at its
//! lowest priority.
//!
//! Requests are rows in the database, and evaluations are stored there after every few positions, so an analysis continues
//! after a restart. The evaluation of a position depends only on the position, so evaluating one twice does no harm.

mod order;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::{Notify, watch};
use tokio::time::sleep;

use self::order::next_analyses;

use crate::bots::SearchLimits;
use crate::bots::review::{self, PositionReview};
use crate::games::Position;
use crate::matches::MatchId;
use crate::periodic::TaskTrigger;
use crate::referee::{Referee, RefereeError};
use crate::search_pool::{SearchOwner, SearchPool, SearchPriority, SearchQueueError, SearchRequest};
use crate::store::{Store, StoreError};

/// How often the runner looks for waiting analyses, unless it is woken.
const INTERVAL: Duration = Duration::from_secs(60);
/// The number of positions after which evaluations are stored.
const BATCH: usize = 8;
/// The node limit of one evaluation: positions searched, or plies played out.
const NODES: u64 = 120_000;
/// The time limit of one evaluation, for slow machines.
const TIME: Duration = Duration::from_secs(2);
/// The wait before a search is tried again that the queue has refused.
const RETRY: Duration = Duration::from_millis(250);
/// The seed of all searches, so that an analysis can be repeated.
const SEED: u64 = 1;

/// Analyses finished matches.
#[derive(Debug)]
pub struct AnalysisRunner {
    store: Store,
    referee: Referee,
    pool: SearchPool,
    nodes: u64,
    trigger: TaskTrigger,
    /// Notified when an analysis is requested, also while others run.
    added: Notify,
}

/// Why an analysis was not finished.
enum Interruption {
    /// The database failed. It is tried again.
    Store(StoreError),
    /// The match could not be read. It is tried again.
    Unavailable,
    /// The site stops.
    Stopping,
    /// The match cannot be analysed.
    Failed,
}

impl From<StoreError> for Interruption {
    fn from(error: StoreError) -> Self {
        match error {
            // What is stored of one match would otherwise stop the analyses of all others.
            StoreError::Corrupt(_) => Self::Failed,
            other => Self::Store(other),
        }
    }
}

impl From<SearchQueueError> for Interruption {
    fn from(error: SearchQueueError) -> Self {
        match error {
            SearchQueueError::Stopped => Self::Stopping,
            _ => Self::Failed,
        }
    }
}

impl AnalysisRunner {
    /// A runner, idle until [`Self::run`]. `nodes` is an additional limit of each search.
    pub fn new(store: Store, referee: Referee, pool: SearchPool, nodes: u64) -> Self {
        let (trigger, added) = (TaskTrigger::default(), Notify::new());
        Self { store, referee, pool, nodes: nodes.min(NODES), trigger, added }
    }

    /// Wakes the runner.
    pub fn wake(&self) {
        self.trigger.wake();
        self.added.notify_one();
    }

    /// Makes all waiting analyses.
    pub async fn run_once(&self) {
        self.trigger.run().await;
    }

    /// Analyses matches until the site stops.
    pub async fn run(self: Arc<Self>, stopping: watch::Receiver<bool>) {
        let mut schedule = self.trigger.schedule(INTERVAL, stopping);
        while let Some(_run) = schedule.next().await {
            match self.analyse_waiting().await {
                Ok(()) | Err(Interruption::Failed | Interruption::Unavailable) => {}
                Err(Interruption::Store(error)) => tracing::warn!(%error, "failed to analyse matches"),
                Err(Interruption::Stopping) => return,
            }
        }
    }

    /// Makes all waiting analyses, several at a time. Another begins whenever one is done or requested.
    async fn analyse_waiting(&self) -> Result<(), Interruption> {
        let (mut tasks, mut running) = (FuturesUnordered::new(), HashSet::new());
        loop {
            let waiting = self.store.waiting_analyses().await?;
            for id in next_analyses(waiting, &running, |user| self.pool.client(user)) {
                running.insert(id.clone());
                tasks.push(self.analyse_or_fail(id));
            }
            if tasks.is_empty() {
                return Ok(());
            }
            tokio::select! {
                Some(done) = tasks.next() => { running.remove(&done?); }
                () = self.added.notified() => {}
            }
        }
    }

    async fn analyse_or_fail(&self, id: MatchId) -> Result<MatchId, Interruption> {
        match self.analyse(&id).await {
            Err(Interruption::Failed) => {
                tracing::error!(%id, "a match cannot be analysed");
                self.store.fail_analysis(&id).await?;
            }
            result => result?,
        }
        Ok(id)
    }

    /// Continues the analysis of a match.
    async fn analyse(&self, id: &MatchId) -> Result<(), Interruption> {
        let Some(analysis) = self.store.match_analysis(id).await? else { return Ok(()) };
        let positions = self.positions(id).await?;
        let mut found = analysis.positions;
        for (number, position) in positions.iter().enumerate().skip(found.len()) {
            let (position, played) = position;
            found.push(self.evaluate(id, position, played.as_deref()).await?);
            if found.len() % BATCH == 0 && number + 1 < positions.len() {
                self.store.save_analysis(id, &found, false).await?;
            }
        }
        Ok(self.store.save_analysis(id, &found, true).await?)
    }

    /// The positions of a match, from the opening to the end, each with the ply that was played in it.
    async fn positions(&self, id: &MatchId) -> Result<Vec<(Position, Option<String>)>, Interruption> {
        let view = match self.referee.read(id).await {
            Ok(view) => view,
            Err(RefereeError::Failed | RefereeError::NotRead) => return Err(Interruption::Unavailable),
            Err(_) => return Err(Interruption::Failed),
        };
        let positions = view.m.positions_in(0..=view.m.plies.len()).map_err(|_| Interruption::Failed)?;
        let plies = view.m.plies.iter().map(|ply| Some(ply.notation.to_string())).chain([None]);
        Ok(positions.into_iter().map(|stood| stood.position).zip(plies).collect())
    }

    /// Evaluates a position of a match, and the ply that was played in it, or a position that follows from it.
    ///
    /// # Errors
    /// The site stops, or the search failed.
    pub async fn evaluate(
        &self,
        id: &MatchId,
        position: &Position,
        played: Option<&str>,
    ) -> Result<PositionReview, SearchQueueError> {
        loop {
            let request = SearchRequest {
                owner: SearchOwner::Match(id.clone()),
                priority: SearchPriority::Analysis,
                nodes: self.nodes,
                time: TIME,
            };
            let (position, played) = (position.clone(), played.map(str::to_owned));
            let job =
                move |limits: &SearchLimits<'_>| review::review(&position, played.as_deref(), SEED, limits);
            let searched = match self.pool.search(request, job) {
                Ok(search) => search.await,
                Err(error) => Err(error),
            };
            match searched {
                Ok(review) => return Ok(review),
                Err(error) if error.is_temporary() => sleep(RETRY).await,
                Err(error) => return Err(error),
            }
        }
    }
}
