//! The list of moves: a row for each round and a column for each seat. The plies of a seat in one round, with the
//! rolls before them, share a cell.

use std::fmt::Write;

use maud::{Markup, PreEscaped, Render, html};

use super::{MatchPage, ShownMatch, clock_events};
use crate::games::{Effect, Position, Seat};
use crate::matches::{ClockEffect, Match, PlayedEntry, PlyOrigin};
use crate::texts::{tr, tr_in};
use crate::urls;
use crate::views::boards::{self, BoardPartials, IdSelector, LastPly, NumberedId, chip};
use crate::views::parts::SeatChip;

/// Of several positions requested during a request, only the last is fetched.
pub(super) const LATEST: &str = "#steps:queue last";

/// A turn, or a part of it: a ply, or that the turn was skipped.
struct ListedTurn {
    /// From 1.
    round: usize,
    seat: Seat,
    /// The index of the ply; `None` if the turn was skipped.
    ply: Option<usize>,
}

/// The entries of the list in order. A round ends when an earlier seat is to act again.
fn turns(m: &Match) -> Vec<ListedTurn> {
    let mut all: Vec<ListedTurn> = Vec::with_capacity(m.plies.len());
    let mut add = |seat: Seat, ply| {
        let (round, last) = all.last().map_or((0, None), |last| (last.round, Some(last.seat)));
        let begins = last.is_none_or(|last| seat.number() < last.number());
        all.push(ListedTurn { round: round + usize::from(begins), seat, ply });
    };
    let mut skips = m.clock_events.iter().filter(|event| event.effect == ClockEffect::TurnSkipped).peekable();
    for (index, ply) in m.plies.iter().enumerate() {
        while let Some(skip) = skips.next_if(|skip| skip.plies <= index) {
            add(skip.seat, None);
        }
        add(ply.turn, Some(index));
    }
    skips.for_each(|skip| add(skip.seat, None));
    all
}

/// A ply in the list.
struct Entry<'a> {
    /// From 1.
    number: usize,
    ply: &'a PlayedEntry,
    before: &'a Position,
    effects: &'a [Effect],
    current: bool,
    fresh: bool,
}

impl Entry<'_> {
    /// The link to the position after the ply.
    fn link(&self, page_context: &MatchPage<'_>) -> Markup {
        let href = page_context.path().at(self.number);
        let who = match self.ply.by {
            PlyOrigin::Seat(seat) => page_context.name(seat),
            PlyOrigin::Chance => tr("The die"),
        };
        let mut sentence = boards::move_sentence(self.before, &self.ply.notation, who);
        if self.fresh {
            let _ = write!(sentence, ", {}", tr("new to you"));
        }
        html! {
            a.roll[self.ply.by == PlyOrigin::Chance].fresh[self.fresh] id=(ply_id(self.number)) href=(href) rel="nofollow"
                aria-current=[self.current.then_some("step")]
                hx-get=[page_context.ply.is_some().then_some(&href)] {
                (boards::listed_ply(self.before, &LastPly { notation: &self.ply.notation, effects: self.effects }, &sentence))
            }
        }
    }
}

fn ply_id(number: usize) -> NumberedId {
    NumberedId("ply", number)
}

fn round_id(round: usize) -> NumberedId {
    NumberedId("round", round)
}

/// The list with all plies so far.
pub(super) fn list(page_context: &MatchPage<'_>, shown: &ShownMatch<'_>) -> Markup {
    let m = &page_context.view.m;
    let again = page_context.ply.is_some();
    html! {
        nav.move-list #plies aria-label=(tr("Moves")) data-trails=(urls::MoveTrails { id: m.id.as_str() })
            hx-target:inherited=[again.then_some("#panel")] hx-swap:inherited=[again.then_some("outerMorph")]
            hx-replace-url:inherited=[again.then_some("true")] hx-sync:inherited=[again.then_some(LATEST)] {
            @if !m.plies.is_empty() || !m.clock_events.is_empty() || !m.draws_offered().is_empty() {
                h2 { (tr("Moves")) }
                // The wrapper is laid out from its end, so that the newest move is visible without scripts.
                div.moves {
                    div class={ "rounds of" (m.seats.count()) } role="table" aria-label=(tr("Moves")) {
                        (head(page_context))
                        (rounds(page_context, shown.plies))
                    }
                }
            }
        }
    }
}

/// The names of the columns.
fn head(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    html! {
        div.head role="row" {
            span role="columnheader" { span.unseen { (tr_in("a match", "Round")) } }
            @for seat in Seat::first(m.seats.count()) {
                span role="columnheader" title=(page_context.name(seat)) {
                    (SeatChip { sign: chip(m.game, m.seats.count(), seat) })
                    span.name { (page_context.name(seat)) }
                }
            }
        }
    }
}

/// All rows, with the clock events during a round after its row.
fn rounds(page_context: &MatchPage<'_>, shown: usize) -> Markup {
    let m = &page_context.view.m;
    let known = page_context.last_known_ply();
    let mut links = Vec::with_capacity(m.plies.len());
    let walked = m.each_ply(|index, before, effects| {
        let (Some(ply), number) = (m.plies.get(index), index + 1) else { return };
        let current = page_context.ply.is_some() && number == shown;
        let entry = Entry { number, ply, before, effects, current, fresh: number > known };
        links.push(entry.link(page_context));
    });
    // The match was folded from these plies.
    debug_assert!(walked.is_ok());
    let turns = turns(m);
    let mut rows = String::new();
    let mut from = 0;
    let mut rounds = turns.chunk_by(|turn, next| turn.round == next.round).peekable();
    while let Some(round) = rounds.next() {
        row(m, round, &links).render_to(&mut rows);
        let last = round.iter().filter_map(|turn| turn.ply).max().map(|ply| ply + 1);
        let until = if rounds.peek().is_none() { usize::MAX } else { last.unwrap_or(from) };
        clock_events::events_in(page_context, from..=until).render_to(&mut rows);
        from = from.max(last.unwrap_or(0) + 1);
    }
    if turns.is_empty() {
        clock_events::events_in(page_context, 0..=usize::MAX).render_to(&mut rows);
    }
    PreEscaped(rows)
}

fn row(m: &Match, round: &[ListedTurn], links: &[Markup]) -> Markup {
    let number = round.first().map_or(0, |turn| turn.round);
    html! {
        div #(round_id(number)) role="row" {
            span role="rowheader" { (number) }
            @for seat in Seat::first(m.seats.count()) {
                span role="cell" {
                    @for turn in round.iter().filter(|turn| turn.seat == seat) {
                        @match turn.ply {
                            Some(ply) => @if let Some(link) = links.get(ply) { (link) },
                            None => span.skipped { (tr_in("a turn", "skipped")) },
                        }
                    }
                }
            }
        }
    }
}

/// The update that adds the last ply to its cell, or in a new row.
pub(super) fn one_more(partials: &mut BoardPartials<'_>, page_context: &MatchPage<'_>, before: &Position) {
    let m = &page_context.view.m;
    let (number, turns) = (m.plies.len(), turns(m));
    let (Some(ply), Some((turn, earlier))) = (m.plies.last(), turns.split_last()) else { return };
    let entry = Entry { number, ply, before, effects: &m.last_effects, current: false, fresh: false };
    let link = entry.link(page_context);
    if earlier.last().is_some_and(|last| last.round == turn.round) {
        let column = turn.seat.number() + 2;
        let cell = format!("#round{} > :nth-child({column})", turn.round);
        partials.put_at(IdSelector(ply_id(number)), "delete", html! {});
        partials.put_at(cell, "beforeend", link);
    } else {
        let mut links = vec![html! {}; number - 1];
        links.push(link);
        partials.put_at(IdSelector(round_id(turn.round)), "delete", html! {});
        partials.put_at("#plies .rounds", "beforeend", row(m, std::slice::from_ref(turn), &links));
    }
}

/// The paths of all plies on the board, one line each; empty for plies that move nothing.
pub fn trails(m: &Match) -> String {
    let mut lines = String::new();
    let walked = m.each_ply(|index, before, effects| {
        if let Some(ply) = m.plies.get(index).filter(|_| effects.iter().any(Effect::moves)) {
            lines.push_str(&boards::trail_path(before, &LastPly { notation: &ply.notation, effects }));
        }
        lines.push('\n');
    });
    // The match was folded from these plies.
    debug_assert!(walked.is_ok());
    lines
}
