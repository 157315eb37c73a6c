//! Chooses the positions of the day: a background task that looks for turning points in analysed matches, and searches whether
//! one move is clearly best there.

mod proof;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use self::proof::is_clearly_best;
use crate::analysis_runner::AnalysisRunner;
use crate::bots::review::turning_points;
use crate::games::{Game, Position};
use crate::lists::DailyPosition;
use crate::matches::{MatchEnding, MatchId, MatchView, PlyOrigin};
use crate::now::{Clock, UtcDay};
use crate::periodic::TaskTrigger;
use crate::referee::Referee;
use crate::search_pool::SearchQueueError;
use crate::store::{AnalysisState, DailyCandidate, Store, StoreError};

/// How often the positions of the day are completed.
const INTERVAL: Duration = Duration::from_secs(3600);
/// The most positions of a game that are searched in one run.
const MOST_SEARCHED: usize = 20;

/// Chooses the positions of the day.
#[derive(Debug)]
pub struct DailyRunner {
    store: Store,
    referee: Referee,
    analyses: Arc<AnalysisRunner>,
    clock: Clock,
    trigger: TaskTrigger,
}

/// Why no position was chosen.
enum Interruption {
    Store(StoreError),
    /// The site stops.
    Stopping,
}

impl From<StoreError> for Interruption {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Positions in which no move was clearly best, by match and ply. They are searched once a day.
#[derive(Default)]
struct UnsuitablePositions {
    day: Option<UtcDay>,
    plies: HashSet<(MatchId, usize)>,
}

impl DailyRunner {
    /// A runner, idle until [`Self::run`].
    pub fn new(store: Store, referee: Referee, analyses: Arc<AnalysisRunner>, clock: Clock) -> Self {
        Self { store, referee, analyses, clock, trigger: TaskTrigger::default() }
    }

    /// Completes the positions of today.
    pub async fn run_once(&self) {
        self.trigger.run().await;
    }

    /// Chooses positions until the site stops.
    pub async fn run(self: Arc<Self>, stopping: watch::Receiver<bool>) {
        let mut schedule = self.trigger.schedule(INTERVAL, stopping);
        let mut unsuitable = UnsuitablePositions::default();
        while let Some(_run) = schedule.next().await {
            let day = UtcDay::of(self.clock.now());
            if unsuitable.day != Some(day) {
                unsuitable = UnsuitablePositions { day: Some(day), plies: HashSet::new() };
            }
            for game in Game::ALL {
                match self.choose(day, *game, &mut unsuitable).await {
                    Ok(()) => {}
                    Err(Interruption::Store(error)) => {
                        tracing::warn!(code = error.code(), %error, "failed to choose a position of the day");
                    }
                    Err(Interruption::Stopping) => return,
                }
            }
        }
    }

    /// Chooses the position of a game, unless it has one. If there is none, another match is analysed for the next run.
    async fn choose(
        &self,
        day: UtcDay,
        game: Game,
        unsuitable: &mut UnsuitablePositions,
    ) -> Result<(), Interruption> {
        if self.store.daily_positions(day).await?.iter().any(|daily| daily.game == game) {
            return Ok(());
        }
        let candidates = self.store.daily_candidates(game).await?;
        let mut searched = 0;
        for candidate in candidates.iter().filter(|found| found.analysis == Some(AnalysisState::Done)) {
            for (ply, position, best) in self.turning_points(&candidate.match_id).await? {
                let key = (candidate.match_id.clone(), ply);
                if unsuitable.plies.contains(&key) {
                    continue;
                }
                if searched == MOST_SEARCHED {
                    return Ok(());
                }
                searched += 1;
                if self.is_clearly_best(&candidate.match_id, &position, &best).await? {
                    let (match_id, ply) = key;
                    let daily = DailyPosition { day, game, match_id, ply, best };
                    return Ok(self.store.add_daily_position(&daily).await?);
                }
                unsuitable.plies.insert(key);
            }
        }
        self.request_analysis(day, &candidates).await
    }

    /// The turning points of an analysed match that were not used before: ply, position before it, and best move.
    async fn turning_points(&self, id: &MatchId) -> Result<Vec<(usize, Position, String)>, Interruption> {
        let used = self.store.daily_plies_of(id).await?;
        // What cannot be read does not keep other matches from being used.
        let (Ok(view), Ok(Some(analysis))) =
            (self.referee.read(id).await, self.store.match_analysis(id).await)
        else {
            return Ok(Vec::new());
        };
        if !may_be_shown(&view) {
            return Ok(Vec::new());
        }
        let seat = |by| if let PlyOrigin::Seat(seat) = by { Some(seat) } else { None };
        let plies = view.m.plies.iter().map(|ply| (seat(ply.by), ply.notation.as_str()));
        let loser = view.m.ending().and_then(MatchEnding::loser);
        let points = turning_points(view.m.game, plies, &analysis.positions, loser);
        let point = |ply: usize| {
            let best = analysis.positions.get(ply)?.best_move()?.to_owned();
            Some((ply, view.m.position_at(ply).ok()?.position, best))
        };
        let unused = points.iter().map(|point| point.ply).filter(|ply| !used.contains(ply));
        Ok(unused.filter_map(point).collect())
    }

    async fn is_clearly_best(
        &self,
        id: &MatchId,
        position: &Position,
        best: &str,
    ) -> Result<bool, Interruption> {
        let proved =
            is_clearly_best(
                position,
                best,
                |after| async move { self.analyses.evaluate(id, &after, None).await },
            );
        match proved.await {
            Ok(proved) => Ok(proved),
            Err(SearchQueueError::Stopped) => Err(Interruption::Stopping),
            Err(_) => Ok(false),
        }
    }

    /// Requests the analysis of the newest match without one, at most once a day for a game.
    async fn request_analysis(&self, day: UtcDay, candidates: &[DailyCandidate]) -> Result<(), Interruption> {
        let is_today =
            |found: &DailyCandidate| found.requested_by_site_at.is_some_and(|at| at >= day.start());
        let newest = candidates.iter().find(|found| found.analysis.is_none());
        let Some(newest) = newest.filter(|_| !candidates.iter().any(is_today)) else { return Ok(()) };
        if let Ok(view) = self.referee.read(&newest.match_id).await {
            let (id, positions) = (&newest.match_id, view.m.plies.len() + 1);
            self.store.request_analysis(id, None, positions, self.clock.now()).await?;
            self.analyses.wake();
        }
        Ok(())
    }
}

/// Whether positions of a match can be used: what follows from a move is searched with all seats, so none has left.
fn may_be_shown(view: &MatchView) -> bool {
    view.m.ending().is_some() && view.m.is_public() && view.m.dropped_out.is_empty()
}
