//! The list of moves: a row for each round and a column for each seat. The plies of a seat in one round, with the
//! rolls before them, share a cell.

use std::fmt::Write;
use std::iter;
use std::ops::{Range, RangeInclusive};

use maud::{Markup, PreEscaped, Render, html};

use super::clock_events;
use super::context::{MatchPage, ShownMatch};
use super::updates::{ListedPlies, RegionUpdates};
use crate::games::{Effect, Position, Seat};
use crate::matches::{ListedTurn, Match, PlayedEntry, PlyOrigin, PositionAfter};
use crate::texts::{tr, tr_in};
use crate::urls;
use crate::views::boards::{self, IdSelector, LastPly, NumberedId, chip};
use crate::views::parts::SeatChip;

/// Of several positions requested during a request, only the last is fetched.
pub(super) const LATEST: &str = "#steps:queue last";

/// Longer lists show only the rounds around the shown ply.
const LONGEST_LIST: usize = 200;
/// How many plies they show before it.
const LISTED_BEFORE: usize = 100;
/// How many plies they show after it.
const LISTED_AFTER: usize = 50;

/// The links of a range of plies to the positions after them.
fn links(page_context: &MatchPage<'_>, plies: Range<usize>, shown: usize) -> Vec<Markup> {
    let m = &page_context.view.m;
    // The match was folded from these plies.
    let stood = m.positions_in(plies.start..=plies.end).unwrap_or_default();
    let known = page_context.last_known_ply();
    let each = plies.zip(stood.windows(2));
    let link = |(index, stood): (usize, &[PositionAfter])| {
        let number = index + 1;
        let current = page_context.ply.is_some() && number == shown;
        let entry = Entry { number, ply: m.plies.get(index)?, current, fresh: number > known };
        Some(entry.link(page_context, &stood[0].position, &stood[1].effects))
    };
    each.filter_map(link).collect()
}

/// A ply in the list.
struct Entry<'a> {
    /// From 1.
    number: usize,
    ply: &'a PlayedEntry,
    current: bool,
    fresh: bool,
}

impl Entry<'_> {
    /// The link to the position after the ply.
    fn link(&self, page_context: &MatchPage<'_>, before: &Position, effects: &[Effect]) -> Markup {
        let href = page_context.path().at(self.number);
        let mut sentence = page_context.ply_sentence(before, &self.ply.notation);
        if self.fresh {
            let _ = write!(sentence, ", {}", tr("new to you"));
        }
        html! {
            a.roll[self.ply.by == PlyOrigin::Chance].fresh[self.fresh] id=(ply_id(self.number)) href=(href) rel="nofollow"
                aria-current=[self.current.then_some("step")]
                hx-get=[page_context.ply.is_some().then_some(&href)] {
                (boards::listed_ply(before, &LastPly { notation: &self.ply.notation, effects }, &sentence))
            }
        }
    }
}

/// The selector of a part of the list that does not have an entry yet.
struct Without<T> {
    list: T,
    entry: NumberedId,
}

impl<T: Render> Render for Without<T> {
    fn render_to(&self, buffer: &mut String) {
        self.list.render_to(buffer);
        buffer.push_str(":not(:has(");
        IdSelector(self.entry).render_to(buffer);
        buffer.push_str("))");
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
            @if !m.plies.is_empty() || !m.clock_events.is_empty() || !m.takeovers.is_empty() || !m.draws_offered().is_empty() {
                h2 { (tr("Moves")) }
                // The wrapper is laid out from its end, so that the newest move is visible without scripts.
                div.moves {
                    div class={ "rounds of" (m.seats.count()) } translate="no" role="table" aria-label=(tr("Moves")) {
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

/// The rows, with the clock events during a round after its row.
fn rounds(page_context: &MatchPage<'_>, shown: usize) -> Markup {
    let m = &page_context.view.m;
    let (listed, count) = (listed_plies(m, shown), m.plies.len());
    let links = links(page_context, listed.clone(), shown);
    let turns = turns_in(m, listed.clone());
    let first = if listed.start == 0 { 0 } else { listed.start + 1 };
    // Events after the last ply give the result away.
    let at_end = listed.end == count && page_context.shows_the_end();
    html! {
        @if listed.start > 0 { (other_moves(page_context, listed.start, tr("Earlier moves"))) }
        @for (round, events) in listed_rounds(&turns, first, at_end) {
            (row(m, round, |ply| links.get(ply.checked_sub(listed.start)?)))
            (clock_events::events_in(page_context, events))
        }
        @if turns.is_empty() { (clock_events::events_in(page_context, 0..=usize::MAX)) }
        @if listed.end < count { (other_moves(page_context, listed.end, tr("Later moves"))) }
    }
}

/// The rounds of these turns, each with the numbers of plies after which events are listed below it, from the first one
/// on. At the end of the match these are all that follow.
pub(super) fn listed_rounds(
    turns: &[ListedTurn],
    first: usize,
    at_end: bool,
) -> impl Iterator<Item = (&[ListedTurn], RangeInclusive<usize>)> {
    let mut from = first;
    let mut rounds = turns.chunk_by(|turn, next| turn.round == next.round).peekable();
    iter::from_fn(move || {
        let round = rounds.next()?;
        let last = round.iter().filter_map(|turn| turn.ply).max().map(|ply| ply + 1);
        let is_end = at_end && rounds.peek().is_none();
        let events = from..=if is_end { usize::MAX } else { last.unwrap_or(from) };
        from = from.max(last.unwrap_or(0) + 1);
        Some((round, events))
    })
}

/// The plies of the rounds that are listed: all of a short match, otherwise those around the shown one.
fn listed_plies(m: &Match, shown: usize) -> Range<usize> {
    if m.plies.len() <= LONGEST_LIST {
        return 0..m.plies.len();
    }
    m.first_in_round(shown.saturating_sub(LISTED_BEFORE))..m.first_in_round(shown + LISTED_AFTER)
}

/// The turns of whole rounds.
fn turns_in(m: &Match, plies: Range<usize>) -> Vec<ListedTurn> {
    let round_of = |ply: usize| m.plies.get(ply).map(|ply| ply.round);
    let (first, end) = (round_of(plies.start), round_of(plies.end));
    let turns =
        m.turns_from(plies.start).into_iter().skip_while(|turn| plies.start > 0 && Some(turn.round) < first);
    turns.take_while(|turn| end.is_none_or(|end| turn.round < end)).collect()
}

/// The row with the link to moves that are not listed, by a ply among them.
fn other_moves(page_context: &MatchPage<'_>, ply: usize, label: &str) -> Markup {
    let href = page_context.path().at(ply);
    html! {
        div.clock role="row" {
            span role="cell" {
                a href=(href) rel="nofollow" hx-get=[page_context.ply.is_some().then_some(&href)] { (label) }
            }
        }
    }
}

fn row<'a>(m: &Match, round: &[ListedTurn], link: impl Fn(usize) -> Option<&'a Markup>) -> Markup {
    let number = round.first().map_or(0, |turn| turn.round);
    html! {
        div #(round_id(number)) role="row" {
            span role="rowheader" { (number) }
            @for seat in Seat::first(m.seats.count()) {
                span role="cell" {
                    @for turn in round.iter().filter(|turn| turn.seat == seat) {
                        @match turn.ply {
                            Some(ply) => @if let Some(link) = link(ply) { (link) },
                            None => span.skipped { (tr_in("a turn", "skipped")) },
                        }
                    }
                }
            }
        }
    }
}

/// The update that adds the plies after those that the list has: to the cells of the round that was last, and in new
/// rows. What a page has already stays as it is.
pub(super) fn put_more(updates: &mut RegionUpdates<'_, '_>, listed: ListedPlies<'_>) {
    let page_context = updates.page_context;
    let m = &page_context.view.m;
    let links = match (listed.position, m.plies.get(listed.count)) {
        (Some(before), Some(ply)) => {
            let entry = Entry { number: listed.count + 1, ply, current: false, fresh: false };
            vec![entry.link(page_context, before, &m.last_effects)]
        }
        _ => links(page_context, listed.count..m.plies.len(), 0),
    };
    let link = |ply: usize| links.get(ply.checked_sub(listed.count)?);
    let turns = m.turns_from(listed.count.saturating_sub(1));
    let is_new = |turn: &ListedTurn| turn.ply.is_some_and(|ply| ply >= listed.count);
    let (known, new) = turns.split_at(turns.iter().position(is_new).unwrap_or(turns.len()));
    let last_round = known.last().map_or(0, |turn| turn.round);
    let (continued, begun) = new.split_at(new.partition_point(|turn| turn.round == last_round));
    let rounds = begun.chunk_by(|turn, next| turn.round == next.round);
    for round in rounds.clone() {
        let list = Without { list: PreEscaped("#plies .rounds"), entry: round_id(round[0].round) };
        updates.put_at(list, "beforeend", row(m, round, link));
    }
    // A page may have the beginning of a round.
    for turn in continued.iter().chain(rounds.filter(|round| round.len() > 1).flatten()) {
        let Some(ply) = turn.ply else { continue };
        let list = Without { list: IdSelector(round_id(turn.round)), entry: ply_id(ply + 1) };
        let cell = format!("{} > :nth-child({})", list.render().0, turn.seat.number() + 2);
        updates.put_at(cell, "beforeend", html! { @if let Some(link) = link(ply) { (link) } });
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
