//! Following conditional moves after a ply.

use std::sync::Arc;

use compact_str::CompactString;

use super::{ConditionalMove, ConditionalMoves, ConditionalRule, ConditionalState, ConditionalStep};
use crate::games::{Seat, ToAct};
use crate::matches::passed_turns::pass_over;
use crate::matches::{Match, MatchEvent, MatchStatus, MatchView, OfferKind, PlyOrigin};
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
    if after.m.plies.len() < before.plies.len() {
        take_back(before, after);
        return None;
    }
    if after.conditional_moves.are_silent() {
        return None;
    }
    drop_wildcards(before, after);
    let mut answer = None;
    for (seat, order) in after.conditional_moves.all().to_vec() {
        if order.state != ConditionalState::Standing {
            continue;
        }
        match order.follow(&after.m, seat) {
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

/// Cancels all conditional moves after a takeback, because a ply that was taken back should not be played again at once.
/// If nobody had to agree to it, those that waited before the ply wait again: nobody can cancel them for others.
fn take_back(before: &Match, after: &mut MatchView) {
    let Some(first) = before.plies.get(after.m.plies.len()) else { return };
    let unasked = before.offer(OfferKind::Takeback).is_none();
    for (seat, order) in after.conditional_moves.all().to_vec() {
        if !after.conditional_moves.waited_before(seat, &order, first.seq) {
            continue;
        }
        let is_earlier = order.since <= after.m.plies.len();
        let waits = unasked && is_earlier && matches!(order.follow(&after.m, seat), FollowResult::Waits);
        match order.state {
            ConditionalState::Standing if !waits => {
                ConditionalMoves::cancel(Arc::make_mut(&mut after.conditional_moves), seat, order, &after.m);
            }
            ConditionalState::Cancelled if waits => {
                ConditionalMoves::restore(
                    Arc::make_mut(&mut after.conditional_moves),
                    seat,
                    order,
                    first.seq,
                );
            }
            _ => {}
        }
    }
}

/// Removes the wildcards that stand for plies of seats which have just dropped out. Part of [`update_and_follow`]; needed alone
/// where a ply of the site follows first.
pub fn drop_wildcards(before: &Match, after: &mut MatchView) {
    let gone = after.m.dropped_out.get(before.dropped_out.len()..).unwrap_or_default();
    if gone.is_empty() {
        return;
    }
    for (seat, order) in after.conditional_moves.all().to_vec() {
        let clauses = order.clauses.iter().map(|clause| order.without_wildcards(clause, before, seat, gone));
        let clauses: Vec<_> = clauses.collect();
        if order.state == ConditionalState::Standing && clauses != order.clauses {
            let order = ConditionalMove { clauses, ..order };
            ConditionalMoves::set(Arc::make_mut(&mut after.conditional_moves), seat, order);
        }
    }
}

impl ConditionalMove {
    /// A rule without the wildcards for plies of seats that drop out at this point of the match. What the other
    /// wildcards stand for is unknown: whose turn it is later is found with the first legal ply of each.
    fn without_wildcards(
        &self,
        clause: &ConditionalRule,
        m: &Match,
        seat: Seat,
        gone: &[Seat],
    ) -> ConditionalRule {
        let (ConditionalRule::Line(steps), Some(played)) = (clause, self.stands_at(clause, m, seat)) else {
            return clause.clone();
        };
        let (mut position, mut remaining) = (m.position.clone(), steps[..played].to_vec());
        for (at, step) in steps.iter().enumerate().skip(played) {
            let acts = match position.to_act() {
                ToAct::Seat(seat) | ToAct::Chance { for_seat: seat } => Some(seat),
                ToAct::Nobody => None,
            };
            if step.ply.is_some() || !acts.is_some_and(|acts| gone.contains(&acts)) {
                remaining.push(step.clone());
            }
            let ply =
                step.ply.as_ref().map(ToString::to_string).or_else(|| position.legal().into_iter().next());
            if ply.is_none_or(|ply| position.play_unseen(&ply).is_err()) {
                remaining.extend_from_slice(&steps[at + 1..]);
                break;
            }
            pass_over(&mut position, &m.dropped_out);
        }
        ConditionalRule::Line(remaining)
    }

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
            && step.ply.as_ref().is_none_or(|expected| *expected == ply.notation)
    });
    let acts = m.to_act().seat() == Some(seat);
    as_played && steps.get(played).is_none_or(|next| next.own == acts)
}
