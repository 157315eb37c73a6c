//! The conditional moves of a seat as a tree: lines with the same beginning share it, and each move is a link to the
//! board after it.

use std::borrow::Cow;

use maud::{Markup, Render, html};

use super::words::called;
use crate::games::Seat;
use crate::matches::{
    Analysis, ConditionalMove, ConditionalRule, ConditionalState, ConditionalStep, MatchView,
};
use crate::texts::{tr, tr_in};
use crate::tr_format;
use crate::urls;
use crate::views::boards::{self, LastPly};

/// What remains of the conditional moves of a seat.
#[derive(Clone, Copy, Debug)]
pub struct ConditionalTree<'a> {
    pub view: &'a MatchView,
    pub seat: Seat,
    /// Whether moves are links to the board on which lines are entered.
    pub links: bool,
    /// The line on that board.
    pub current: &'a [&'a str],
}

/// A line, played on the board as far as that is known.
struct PlayedLine<'a> {
    steps: &'a [ConditionalStep],
    played: Option<Analysis>,
}

impl Render for ConditionalTree<'_> {
    fn render(&self) -> Markup {
        let order = self.view.conditional_moves.of(self.seat);
        let remaining = order.filter(|order| order.state == ConditionalState::Standing);
        let clauses = remaining.map_or_else(Vec::new, |order| order.remaining(&self.view.m, self.seat));
        let lines: Vec<_> = clauses.iter().filter_map(|clause| self.played(clause)).collect();
        html! {
            @if !clauses.is_empty() {
                ul.tree {
                    @for branch in branches(&lines.iter().collect::<Vec<_>>(), 0) {
                        li { (self.run(&branch, 0)) " " span.soft { (self.remark(&branch)) } (self.children(&branch, 0)) }
                    }
                    @for rule in clauses.iter().filter_map(rule) {
                        li { code { (rule) } " " span.soft { (tr("active until you delete it")) } }
                    }
                }
            }
        }
    }
}

fn rule(clause: &ConditionalRule) -> Option<&'static str> {
    match clause {
        ConditionalRule::Rule(rule) => Some(*rule),
        ConditionalRule::Line(_) => None,
    }
}

/// The lines by their ply at `depth`, in order; without those that end before it.
fn branches<'l, 'a>(lines: &[&'l PlayedLine<'a>], depth: usize) -> Vec<Vec<&'l PlayedLine<'a>>> {
    let mut all: Vec<Vec<&'l PlayedLine<'a>>> = Vec::new();
    for &line in lines {
        let Some(step) = line.steps.get(depth) else { continue };
        match all.iter_mut().find(|branch| branch[0].steps.get(depth) == Some(step)) {
            Some(branch) => branch.push(line),
            None => all.push(vec![line]),
        }
    }
    all
}

/// Whether all lines end at `depth`, or they part there.
fn parts(branch: &[&PlayedLine<'_>], depth: usize) -> bool {
    branches(branch, depth).len() != 1
}

impl ConditionalTree<'_> {
    fn played<'l>(&self, clause: &'l ConditionalRule) -> Option<PlayedLine<'l>> {
        let ConditionalRule::Line(steps) = clause else { return None };
        let known: Vec<&str> = steps.iter().map_while(|step| step.ply.as_deref()).collect();
        Some(PlayedLine { steps, played: self.view.m.analyse(self.view.m.plies.len(), &known).ok() })
    }

    /// The plies that all lines of a branch share from `depth` on.
    fn run(&self, branch: &[&PlayedLine<'_>], depth: usize) -> Markup {
        let Some(line) = branch.iter().max_by_key(|line| line.steps.len()) else { return html! {} };
        let end = (depth + 1..).find(|next| parts(branch, *next)).unwrap_or(depth + 1);
        html! {
            @for at in depth..end.min(line.steps.len()) {
                @if at > depth { " " }
                (self.step(line, at, at == depth))
            }
        }
    }

    /// The branches that follow the shared plies.
    fn children(&self, branch: &[&PlayedLine<'_>], depth: usize) -> Markup {
        let end = (depth + 1..).find(|next| parts(branch, *next)).unwrap_or(depth + 1);
        let next = branches(branch, end);
        html! {
            @if !next.is_empty() {
                ul { @for branch in &next { li { (self.run(branch, end)) (self.children(branch, end)) } } }
            }
        }
    }

    /// A ply after “if” or “then”, which is left out within a row of plies of the same side.
    fn step(&self, line: &PlayedLine<'_>, at: usize, first: bool) -> Markup {
        let step = &line.steps[at];
        let says = first || at.checked_sub(1).is_none_or(|before| line.steps[before].own != step.own);
        let word =
            if step.own { tr_in("conditional moves", "then") } else { tr_in("conditional moves", "if") };
        html! {
            @if says { span.soft { (word) } " " }
            (self.ply(line, at))
        }
    }

    fn ply(&self, line: &PlayedLine<'_>, at: usize) -> Markup {
        let m = &self.view.m;
        let Some(notation) = line.steps[at].ply.as_deref() else { return html! { (tr("any move")) } };
        let played = line
            .played
            .as_ref()
            .and_then(|played| Some((played, played.position(at)?, played.plies().get(at)?)));
        let Some((played, before, _)) = played else { return html! { (notation) } };
        let name = before.to_act().turn().map(|seat| self.name(seat)).unwrap_or_default();
        let sentence = boards::move_sentence(before, notation, &name);
        let listing = boards::listing(before, &LastPly { notation, effects: played.effects(at) });
        let known: Vec<&str> = line.steps[..=at].iter().filter_map(|step| step.ply.as_deref()).collect();
        let current = known == self.current;
        html! {
            @if self.links {
                @let to = urls::ConditionalMoves { id: m.id.as_str() }.of(m.plies.len(), &known, known.len());
                a.ply href=(to) rel="nofollow" title=(sentence) aria-label=(sentence) aria-current=[current.then_some("step")] { (listing) }
            } @else {
                span.ply title=(sentence) { (listing) }
            }
        }
    }

    fn name(&self, seat: Seat) -> Cow<'_, str> {
        self.view.name(seat).map_or_else(|| tr("nobody").into(), called)
    }

    /// What a branch waits for.
    fn remark(&self, branch: &[&PlayedLine<'_>]) -> String {
        let m = &self.view.m;
        let played = branch.first().and_then(|line| line.played.as_ref());
        if played.is_some_and(|played| matches!(played.plies().first(), Some((None, _)))) {
            return tr("waiting for the roll").to_owned();
        }
        let name = m.seat_to_act().map_or_else(|| tr("nobody").into(), |seat| self.name(seat));
        match branch.first().and_then(|line| line.steps.first()) {
            Some(ConditionalStep { ply: Some(ply), .. }) => {
                tr_format!("waiting for {name} to play {ply}", name = name, ply = ply)
            }
            Some(ConditionalStep { ply: None, .. }) => {
                tr_format!("waiting for any move by {name}", name = name)
            }
            None => String::new(),
        }
    }
}

/// Whether one of the lines begins with these plies.
pub fn has_line(order: Option<&ConditionalMove>, view: &MatchView, seat: Seat, line: &[&str]) -> bool {
    let standing = order.filter(|order| order.state == ConditionalState::Standing);
    let remaining = standing.map_or_else(Vec::new, |order| order.remaining(&view.m, seat));
    !line.is_empty() && remaining.iter().any(|clause| clause.begins_with(line))
}
