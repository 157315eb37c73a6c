//! Following conditional moves after a ply.

use std::sync::Arc;

use compact_str::CompactString;

use super::{ConditionalMove, ConditionalMoves, ConditionalRule, ConditionalState, ConditionalStep};
use crate::games::Seat;
use crate::matches::{Match, MatchEvent, MatchStatus, MatchView, PlyOrigin};
use crate::users::UserId;

/// The result of matching a conditional move.
enum FollowResult {
    /// It waits for others.
    Waits,
    /// The ply to be played.
    Plays(CompactString),
    /// It has been played to its end.
    Is(ConditionalState),
}

/// Updates all conditional moves after a change. Returns the ply of the seat to act, if it has one, with its user.
pub fn update_and_follow(before: &Match, after: &mut MatchView) -> Option<(UserId, MatchEvent)> {
    if after.conditional_moves.are_silent() {
        return None;
    }
    // A ply that was taken back should not be played again at once.
    let taken_back = after.m.plies.len() < before.plies.len();
    let mut answer = None;
    for (seat, order) in after.conditional_moves.all().to_vec() {
        if order.state != ConditionalState::Standing {
            continue;
        }
        let verdict = if taken_back {
            FollowResult::Is(ConditionalState::Cancelled)
        } else {
            order.follow(&after.m, seat)
        };
        match verdict {
            FollowResult::Waits => {}
            FollowResult::Plays(ply) => {
                answer = after.m.seats[seat].map(|user| (user, MatchEvent::ply(seat, &ply)))
            }
            FollowResult::Is(ConditionalState::Cancelled) => {
                ConditionalMoves::cancel(Arc::make_mut(&mut after.conditional_moves), seat, order, &after.m);
            }
            FollowResult::Is(state) => ConditionalMoves::set(
                Arc::make_mut(&mut after.conditional_moves),
                seat,
                ConditionalMove { state, ..order },
            ),
        }
    }
    answer
}

impl ConditionalMove {
    /// How many plies of a rule have been played, if it still fits.
    pub fn stands_at(&self, clause: &ConditionalRule, m: &Match, seat: Seat) -> Option<usize> {
        let ConditionalRule::Line(steps) = clause else { return Some(0) };
        matches_plies(steps, m, seat, self.since).then(|| m.plies.len() - self.since)
    }

    /// The part that has not been played yet.
    pub fn remaining(&self, m: &Match, seat: Seat) -> Vec<ConditionalRule> {
        let left = |clause: &ConditionalRule| match (clause, self.stands_at(clause, m, seat)) {
            (ConditionalRule::Line(steps), Some(played)) if played < steps.len() => {
                Some(ConditionalRule::Line(steps[played..].to_vec()))
            }
            (ConditionalRule::Rule(rule), _) => Some(ConditionalRule::Rule(rule)),
            _ => None,
        };
        self.clauses.iter().filter_map(left).collect()
    }

    /// [`Self::remaining`] as text for the form.
    pub fn remaining_text(&self, m: &Match, seat: Seat) -> String {
        self.remaining(m, seat).iter().map(|line| format!("{line}\n")).collect()
    }

    fn follow(&self, m: &Match, seat: Seat) -> FollowResult {
        if m.status != MatchStatus::Playing || !m.still_playing().any(|playing| playing == seat) {
            return FollowResult::Is(ConditionalState::Played);
        }
        let acts = m.to_act().seat() == Some(seat);
        let played = m.plies.len().saturating_sub(self.since);
        let lines = || self.fitting(m, seat);
        if !acts && lines().any(|line| line.len() > played) {
            return FollowResult::Waits;
        }
        let legal = |ply: &&CompactString| m.position.check(ply).is_ok();
        let own = lines().filter_map(|line| line.get(played)?.ply.as_ref());
        if let Some(ply) = own.filter(|_| acts).find(legal) {
            return FollowResult::Plays(ply.clone());
        }
        let mut rules = self.rules().peekable();
        if rules.peek().is_some() {
            let mut plies = rules.filter_map(|rule| m.position.conditional_move(rule, seat));
            let ply = plies.next().filter(|_| acts);
            return ply.map_or(FollowResult::Waits, |ply| FollowResult::Plays(ply.into()));
        }
        let to_the_end = lines().any(|line| line.len() == played);
        FollowResult::Is(if to_the_end { ConditionalState::Played } else { ConditionalState::Cancelled })
    }

    fn rules(&self) -> impl Iterator<Item = &'static str> {
        self.clauses.iter().filter_map(|clause| match clause {
            ConditionalRule::Rule(rule) => Some(*rule),
            ConditionalRule::Line(_) => None,
        })
    }

    fn fitting<'a>(
        &'a self,
        m: &'a Match,
        seat: Seat,
    ) -> impl Iterator<Item = &'a Vec<ConditionalStep>> + Clone {
        self.clauses.iter().filter_map(move |clause| match clause {
            ConditionalRule::Line(steps) => matches_plies(steps, m, seat, self.since).then_some(steps),
            ConditionalRule::Rule(_) => None,
        })
    }
}

/// Whether a line fits the plies played since it was entered, and continues with the seat to act.
pub(super) fn matches_plies(steps: &[ConditionalStep], m: &Match, seat: Seat, since: usize) -> bool {
    let Some(played) = m.plies.len().checked_sub(since).filter(|played| *played <= steps.len()) else {
        return false;
    };
    let as_played = m.plies.iter().skip(since).zip(steps).all(|(ply, step)| {
        (ply.by == PlyOrigin::Seat(seat)) == step.own
            && step.ply.as_ref().is_none_or(|said| *said == ply.notation)
    });
    let acts = m.to_act().seat() == Some(seat);
    as_played && steps.get(played).is_none_or(|next| next.own == acts)
}
