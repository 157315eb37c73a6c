//! The record of a match as text for people, in the current language. Programs read `record.json`.

use std::fmt::Write;

use super::context::MatchPage;
use super::{clock_events, facts, move_list, status};
use crate::games::{BySeat, Seat};
use crate::matches::{Clocks, ListedTurn, MatchView, MatchViewer, RatingChange};
use crate::texts::{tr, tr_in};
use crate::views::boards;
use crate::views::parts::exactly;
use crate::views::parts::options::{match_title, variant};
use crate::views::parts::words::called;
use crate::views::ratings::rating_change;

/// The maximum length of a line, in characters. Only words without spaces are longer.
const WIDTH: usize = 100;
/// The spaces between two columns.
const GAP: usize = 2;
/// What the rest of a broken line begins with.
const INDENT: &str = "      ";

/// The record of a match with the ratings around it. Everyone who may see the match gets the same: there is nothing in
/// it that only some of them may know.
pub fn record_text(view: &MatchView, ratings: &[RatingChange]) -> String {
    let page_context = &MatchPage::now(view, MatchViewer::Watcher, view.m.changed_at);
    let mut text = String::new();
    for part in [
        vec![title(view)],
        players(view, ratings),
        vec![status::summary(page_context)],
        properties(page_context),
        moves(page_context),
    ] {
        if !text.is_empty() && !part.is_empty() {
            text.push('\n');
        }
        for line in part {
            wrap(&mut text, &line);
        }
    }
    text
}

/// "Tic-Tac-Toe, Board 5, Line 4"
pub(super) fn title(view: &MatchView) -> String {
    let options = &view.m.options;
    [match_title(options).to_owned()].into_iter().chain(variant(options)).collect::<Vec<_>>().join(", ")
}

/// "Crosses: Ada, 1500? → 1662? (+162)"
pub(super) fn players(view: &MatchView, ratings: &[RatingChange]) -> Vec<String> {
    let player = |seat: Seat| {
        let side = boards::unnamed(&view.m.position, seat);
        let name = view.name(seat).map_or(tr("nobody").into(), called);
        let rating = view.m.seats[seat].and_then(|user| rating_change(ratings, user));
        let rating = rating.map(|rating| format!(", {rating}")).unwrap_or_default();
        format!("{side}: {name}{rating}")
    };
    Seat::first(view.m.seats.count()).map(player).collect()
}

/// The properties that do not change, and when it took place.
pub(super) fn properties(page_context: &MatchPage<'_>) -> Vec<String> {
    let m = &page_context.view.m;
    let rated = if m.rated { tr("Rated") } else { tr_in("a match", "Casual") };
    let properties = [
        (tr("Created"), Some(exactly(m.opened_at))),
        (tr("Ended"), m.ended_at.map(exactly)),
        (tr("First move"), Some(facts::first_move(page_context))),
        (tr("Time"), Some(facts::time(m.clocks.as_ref().map(Clocks::control)))),
        (tr("Ratings"), Some(rated.to_owned())),
        (tr("Match"), Some(m.id.to_string())),
    ];
    properties.into_iter().filter_map(|(name, value)| Some(format!("{name}: {}", value?))).collect()
}

/// The moves in a column for each seat and a line for each round, with the clock events during a round after its line.
fn moves(page_context: &MatchPage<'_>) -> Vec<String> {
    let turns = page_context.view.m.turns_from(0);
    if turns.is_empty() {
        return clock_events::in_words(page_context, 0..=usize::MAX).collect();
    }
    let (rounds, events): (Vec<_>, Vec<_>) = move_list::listed_rounds(&turns, 0, true).unzip();
    let rounds: Vec<_> = rounds.into_iter().map(|round| cells(page_context, round)).collect();
    let columns = Columns::of(page_context, &rounds);
    let mut lines = vec![columns.line("", columns.heads.as_slice())];
    for ((number, round), events) in (1..).zip(&rounds).zip(events) {
        lines.push(columns.line(&format!("{number}."), round.as_slice()));
        lines.extend(clock_events::in_words(page_context, events).map(|words| columns.line("", &[words])));
    }
    lines
}

/// The plies of a round, with the rolls before them, by seat.
fn cells(page_context: &MatchPage<'_>, round: &[ListedTurn]) -> BySeat<String> {
    let m = &page_context.view.m;
    let word = |turn: &ListedTurn| match turn.ply {
        Some(ply) => m.plies.get(ply).map_or("", |ply| ply.notation.as_str()),
        None => tr_in("a turn", "skipped"),
    };
    let of = |seat| round.iter().filter(|turn| turn.seat == seat).map(word).collect::<Vec<_>>().join(" ");
    BySeat::from_fn(m.seats.count(), of)
}

/// The columns of the moves.
struct Columns {
    /// The width of the numbers of rounds.
    numbers: usize,
    /// The width of each other column. Longer cells move the next ones to the right.
    widths: BySeat<usize>,
    /// The names of the players.
    heads: BySeat<String>,
}

impl Columns {
    fn of(page_context: &MatchPage<'_>, rounds: &[BySeat<String>]) -> Self {
        let seats = page_context.view.m.seats.count();
        let numbers = rounds.len().to_string().len() + 1;
        let widest = (WIDTH - numbers - 1) / usize::from(seats) - GAP;
        let heads = BySeat::from_fn(seats, |seat| shortened(&page_context.name(seat), widest));
        let width = |seat| {
            let cells = rounds.iter().map(|cells| &cells[seat]).chain([&heads[seat]]);
            cells.map(|cell| length(cell)).max().unwrap_or_default().min(widest)
        };
        Self { numbers, widths: BySeat::from_fn(seats, width), heads }
    }

    /// A line with a label before the columns.
    fn line(&self, label: &str, cells: &[String]) -> String {
        let mut line = format!("{label:>width$} ", width = self.numbers);
        for (cell, width) in cells.iter().zip(self.widths.as_slice()) {
            let _ = write!(line, "{cell:width$}{:GAP$}", "");
        }
        line
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// A text cut to this many characters.
fn shortened(text: &str, most: usize) -> String {
    if length(text) <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// Adds a line, broken between words if it is too long.
fn wrap(text: &mut String, line: &str) {
    let (mut rest, mut width) = (line.trim_end(), WIDTH);
    while let Some((end, _)) = rest.char_indices().nth(width) {
        let words = rest.trim_start();
        let indented = rest.len() - words.len();
        let mut spaces = words.match_indices(' ').map(|(at, _)| indented + at).peekable();
        let next = spaces.peek().copied();
        let Some(at) = spaces.take_while(|at| *at <= end).last().or(next) else { break };
        text.extend([rest[..at].trim_end(), "\n", INDENT]);
        (rest, width) = (rest[at..].trim_start(), WIDTH - INDENT.len());
    }
    text.extend([rest, "\n"]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let mut text = String::new();
        wrap(&mut text, &["ä"; 60].join(" "));
        assert_eq!(text, format!("{}\n{INDENT}{}\n", ["ä"; 50].join(" "), ["ä"; 10].join(" ")));
        let (mut text, long) = (String::new(), "x".repeat(150));
        wrap(&mut text, &format!("a {long} b"));
        assert_eq!(text, format!("a\n{INDENT}{long}\n{INDENT}b\n"));
        text.clear();
        wrap(&mut text, "");
        assert_eq!(text, "\n");
    }
}
