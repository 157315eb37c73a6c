//! Analyses of matches: requests, progress and evaluations.

use crate::bots::review::PositionReview;
use crate::matches::MatchId;
use crate::now::Moment;
use crate::store::{Store, StoreError, sql};
use crate::users::UserId;

/// The most waiting analyses, of all users, of all guests, of one account and of one guest. Anybody can be many guests, who
/// leave room for accounts.
const MOST: i64 = 200;
const MOST_OF_ALL_GUESTS: i64 = 100;
const MOST_OF_ACCOUNT: i64 = 3;
const MOST_OF_GUEST: i64 = 1;

const STATE: &str = "SELECT state FROM match_analyses WHERE match_id = $1";
const WAITING_COUNTS: &str = "SELECT count(*), count(*) FILTER (WHERE u.kind = 'guest'),
        count(*) FILTER (WHERE a.requested_by = $1), EXISTS (SELECT 1 FROM users WHERE id = $1 AND kind = 'guest')
    FROM match_analyses a LEFT JOIN users u ON u.id = a.requested_by WHERE a.state = 'waiting'";
const ADD: &str = "INSERT INTO match_analyses (match_id, requested_by, requested_at, state, position_count)
    VALUES ($1, $2, $3, 'waiting', $4) ON CONFLICT (match_id) DO UPDATE
    SET state = 'waiting', requested_by = excluded.requested_by, requested_at = excluded.requested_at
    WHERE match_analyses.state = 'failed'";
const WAITING: &str = "SELECT match_id, requested_by FROM match_analyses WHERE state = 'waiting'
    ORDER BY requested_at, match_id";
const READ: &str =
    "SELECT state, position_count, evaluated, positions FROM match_analyses WHERE match_id = $1";
const SAVE: &str = "UPDATE match_analyses SET state = $2, evaluated = $3, positions = $4
    WHERE match_id = $1 AND state = 'waiting'";
const FAIL: &str = "UPDATE match_analyses SET state = 'failed' WHERE match_id = $1 AND state = 'waiting'";
// CROSS JOIN fixes the order: a user has few running matches.
const PLAYED_NOW: &str = "SELECT EXISTS (SELECT 1 FROM match_seats mine
    CROSS JOIN matches m CROSS JOIN match_seats other CROSS JOIN users u
    WHERE mine.user_id = $1 AND mine.ended_at IS NULL AND NOT mine.is_reserved
        AND m.id = mine.match_id AND other.match_id = m.id AND other.user_id <> mine.user_id AND u.id = other.user_id
        AND m.status = 'playing' AND m.game = $2 AND m.position = $3 AND (u.kind <> 'bot' OR m.rated))";

/// How an analysis stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisState {
    /// Requested, and not finished.
    Waiting,
    Done,
    /// It failed, and can be requested again.
    Failed,
}

/// The analysis of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchAnalysis {
    pub state: AnalysisState,
    /// How many positions the match has.
    pub position_count: usize,
    /// The evaluations so far, from the opening on.
    pub positions: Vec<PositionReview>,
}

/// An analysis that waits or runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingAnalysis {
    pub match_id: MatchId,
    /// `None` if their account was deleted, or the site itself requested it.
    pub requested_by: Option<UserId>,
}

/// The result of requesting an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisRequest {
    /// It is waiting.
    Added,
    /// There is one already, waiting or done.
    Known,
    /// The account or guest has the most analyses that may wait.
    AccountFull,
    /// The site has the most analyses that may wait.
    Full,
}

impl AnalysisState {
    /// Read as it is stored; `None` for an unknown state.
    pub(super) fn from_key(key: &str) -> Option<Self> {
        Some(match key {
            "waiting" => Self::Waiting,
            "done" => Self::Done,
            "failed" => Self::Failed,
            _ => return None,
        })
    }
}

impl Store {
    /// Adds the request for an analysis of a match, unless there is one that has not failed. Without a user, the site itself
    /// requests it.
    pub async fn request_analysis(
        &self,
        id: &MatchId,
        by: impl Into<Option<UserId>>,
        position_count: usize,
        at: Moment,
    ) -> Result<AnalysisRequest, StoreError> {
        let (id, by) = (id.to_string(), by.into().map(|user| user.0));
        self.write(transaction!(|db| {
            let state: Option<String> = sql::query_scalar(STATE).bind(&id).fetch_optional(&mut *db).await?;
            if state.is_some_and(|state| state != "failed") {
                return Ok(AnalysisRequest::Known);
            }
            let (all, of_guests, own, is_guest): (i64, i64, i64, bool) =
                sql::query_as(WAITING_COUNTS).bind(by).fetch_one(&mut *db).await?;
            if own >= if is_guest { MOST_OF_GUEST } else { MOST_OF_ACCOUNT } {
                return Ok(AnalysisRequest::AccountFull);
            }
            if all >= MOST || (is_guest && of_guests >= MOST_OF_ALL_GUESTS) {
                return Ok(AnalysisRequest::Full);
            }
            let query = sql::query(ADD).bind(id).bind(by).bind(at.0).bind(position_count as i64);
            query.execute(db).await?;
            Ok(AnalysisRequest::Added)
        }))
        .await
    }

    /// The waiting analyses, in the order of the requests.
    pub async fn waiting_analyses(&self) -> Result<Vec<WaitingAnalysis>, StoreError> {
        let rows: Vec<(String, Option<i64>)> =
            self.read(|db| async move { sql::query_as(WAITING).fetch_all(&db).await }).await?;
        let analysis = |(id, by): (String, Option<i64>)| {
            let match_id =
                id.parse().map_err(|_| StoreError::Corrupt(format!("analysis of match {id}: id")))?;
            Ok(WaitingAnalysis { match_id, requested_by: by.map(UserId) })
        };
        rows.into_iter().map(analysis).collect()
    }

    /// The analysis of a match, if one was requested.
    pub async fn match_analysis(&self, id: &MatchId) -> Result<Option<MatchAnalysis>, StoreError> {
        let text = id.to_string();
        let row: Option<(String, i64, i64, String)> = self
            .read(move |db| async move { sql::query_as(READ).bind(text).fetch_optional(&db).await })
            .await?;
        row.map(|row| analysis(row).ok_or_else(|| StoreError::Corrupt(format!("analysis of match {id}"))))
            .transpose()
    }

    /// Stores the evaluations of a match so far, in the order of its positions.
    pub async fn save_analysis(
        &self,
        id: &MatchId,
        positions: &[PositionReview],
        is_done: bool,
    ) -> Result<(), StoreError> {
        let (id, evaluated) = (id.to_string(), positions.len() as i64);
        let text =
            serde_json::to_string(positions).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let state = if is_done { "done" } else { "waiting" };
        self.write(transaction!(|db| {
            let query = sql::query(SAVE).bind(id).bind(state).bind(evaluated).bind(text);
            Ok(query.execute(db).await.map(drop)?)
        }))
        .await
    }

    /// Marks an analysis as failed.
    pub async fn fail_analysis(&self, id: &MatchId) -> Result<(), StoreError> {
        let id = id.to_string();
        self.write(transaction!(|db| { Ok(sql::query(FAIL).bind(id).execute(db).await.map(drop)?) })).await
    }

    /// Whether a running match of the user that is rated or against other people has this position.
    pub async fn plays_position(
        &self,
        user: UserId,
        game: &'static str,
        position: String,
    ) -> Result<bool, StoreError> {
        self.read(move |db| async move {
            sql::query_scalar(PLAYED_NOW).bind(user.0).bind(game).bind(position).fetch_one(&db).await
        })
        .await
    }
}

/// `None` for an unknown state.
fn analysis(
    (state, position_count, evaluated, positions): (String, i64, i64, String),
) -> Option<MatchAnalysis> {
    let state = AnalysisState::from_key(&state)?;
    let positions: Vec<PositionReview> = serde_json::from_str(&positions).ok()?;
    let position_count = usize::try_from(position_count).ok()?;
    (positions.len() as i64 == evaluated).then_some(MatchAnalysis { state, position_count, positions })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::plan;

    #[tokio::test]
    async fn analyses_are_found_by_their_indexes_however_many_there_are() {
        for steps in plan::of(WAITING).await {
            assert!(steps.contains("match_analyses_waiting") && !steps.sorts(), "{steps}");
        }
        for steps in plan::of(WAITING_COUNTS).await {
            assert!(steps.contains("match_analyses_waiting"), "{steps}");
        }
        for steps in plan::of(PLAYED_NOW).await {
            assert!(steps.contains("match_seats_by_user (user_id=? AND ended_at=?)"), "{steps}");
            assert!(!steps.contains("SCAN m") && !steps.contains("SCAN other"), "{steps}");
        }
    }

    #[test]
    fn a_row_reads_back_as_it_was_written() {
        let (best, played) = (Some(1.25), Some(0.75));
        let review = PositionReview { values: vec![0.5, -0.5], best, played, line: vec!["3".into()] };
        let text = serde_json::to_string(&[&review]).unwrap();
        let read = analysis(("done".into(), 1, 1, text)).unwrap();
        assert_eq!((read.state, read.positions), (AnalysisState::Done, vec![review.clone()]));
        let earlier = r#"[{"values":[0.5,-0.5],"best":1.25,"line":["3"]}]"#;
        let read = analysis(("done".into(), 1, 1, earlier.into())).unwrap();
        assert_eq!(read.positions, [PositionReview { played: None, ..review }]);
        assert_eq!(analysis(("done".into(), 2, 2, "[]".into())), None);
        assert_eq!(analysis(("later".into(), 0, 0, "[]".into())), None);
    }
}
