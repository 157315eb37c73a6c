//! Checks that conditional moves and rulings were made by users who were entitled to them.

use std::collections::BTreeSet;

use super::conditional_moves::ConditionalMoveRow;
use crate::games::Seat;
use crate::matches::{ConditionalMove, ConditionalState, MatchView};
use crate::store::{Store, StoreError, sql};
use crate::users::UserId;

const RECORDED: &str = "SELECT DISTINCT a.match_id, a.actor_id FROM json_each($1) input CROSS JOIN audit_log a
    WHERE a.match_id = input.value AND a.actor_id IS NOT NULL AND a.action IN ('abort-match', 'adjudicate-match')";

/// Problems with the stored conditional moves of a match.
pub(super) fn wrong_conditional_moves(view: &MatchView, stored: &[ConditionalMoveRow]) -> Vec<String> {
    let sits = |seat: Seat| view.m.seats.get(seat).is_some_and(Option::is_some);
    let wrong = |row: &ConditionalMoveRow| {
        let seat = row.seat;
        if !sits(Seat::new(seat)) {
            return Some(format!("conditional moves of seat {seat}, which is empty"));
        }
        let problem = wrong_order(view, row.since_ply as usize, &row.state, &row.text)?;
        Some(format!("the conditional moves of seat {seat} {problem}"))
    };
    let cancelled = view.conditional_moves.cancelled().iter();
    let cancelled = cancelled.filter(|cancelled| !sits(cancelled.seat) || cancelled.seq > view.m.seq);
    let cancelled = cancelled.map(|cancelled| {
        format!(
            "seat {} had no conditional moves to cancel at entry {}",
            cancelled.seat.number(),
            cancelled.seq
        )
    });
    stored.iter().filter_map(wrong).chain(cancelled).collect()
}

/// Active ones must be in canonical form, and entered after plies that still stand.
fn wrong_order(view: &MatchView, since: usize, state: &str, text: &str) -> Option<&'static str> {
    let Some(state) = ConditionalState::from_key(state) else { return Some("have an unknown state") };
    if state != ConditionalState::Standing {
        return None;
    }
    if since > view.m.plies.len() {
        return Some("were entered after a move that does not exist");
    }
    let read = ConditionalMove::read(since, state, text);
    (read.state != state || read.text() != text).then_some("are not in canonical form")
}

impl Store {
    /// The matches among these whose ruling has no entry by its author in the audit log.
    pub(super) async fn unrecorded_adjudications(
        &self,
        rulings: &[(String, UserId)],
    ) -> Result<Vec<String>, StoreError> {
        if rulings.is_empty() {
            return Ok(Vec::new());
        }
        let ids = sql::list(rulings.iter().map(|(id, _)| id.as_str()));
        let recorded: Vec<(String, i64)> =
            self.read(|db| async move { sql::query_as(RECORDED).bind(ids).fetch_all(&db).await }).await?;
        let is_recorded =
            |(id, by): &(String, UserId)| recorded.iter().any(|entry| (&entry.0, entry.1) == (id, by.0));
        let unrecorded: BTreeSet<_> =
            rulings.iter().filter(|ruling| !is_recorded(ruling)).map(|(id, _)| id.clone()).collect();
        Ok(unrecorded.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::RECORDED;
    use crate::store::plan;

    #[tokio::test]
    async fn the_entry_about_a_ruling_is_found_by_its_match() {
        for steps in plan::of(RECORDED).await {
            assert!(steps.contains("SEARCH a USING INDEX audit_by_match (match_id=?)"), "{steps}");
        }
    }
}
