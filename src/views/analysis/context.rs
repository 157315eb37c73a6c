//! What the analysis board is rendered from.

use compact_str::CompactString;

use maud::Markup;
use std::borrow::Cow;

use crate::bots::review::PositionReview;
use crate::games::{Cell, Position, Seat};
use crate::matches::{Analysis, LastMove, MatchView, MatchViewer};
use crate::texts::tr;
use crate::urls;
use crate::views::boards;
use crate::views::boards::AnalysisChoices;
use crate::views::parts::with_names;
use crate::views::parts::words::called;

/// A line on the analysis board.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisPage<'a> {
    pub view: &'a MatchView,
    pub viewer: MatchViewer,
    /// Whether the viewer is signed in.
    pub signed_in: bool,
    /// The ply of the match after which the line begins.
    pub ply: usize,
    /// Whether the page chose that ply, because its URL has none.
    pub is_opening: bool,
    /// Whether the viewer looks for a better move than the one that was played.
    pub retry: bool,
    pub line: &'a Analysis,
    /// How many plies of the line are on the board.
    pub at: usize,
    pub position: &'a Position,
    /// The cells that are chosen.
    pub chosen: &'a [Cell],
    /// Whether cells are chosen step by step.
    pub along: bool,
    /// The state of the analysis of the match.
    pub report: &'a AnalysisReport,
    /// The match as its URL contains it, if it is an imported one.
    pub imported: Option<&'a str>,
    /// The result of a search for the best move.
    pub suggested: Option<SuggestedLine<'a>>,
    /// For entering conditional moves instead of analysing.
    pub plan: Option<ConditionalPlan<'a>>,
}

/// The state of the analysis of a match.
#[derive(Clone, Debug, PartialEq)]
pub enum AnalysisReport {
    /// The match is not over, or nothing was played.
    Unavailable,
    /// It can be requested.
    Offered,
    /// How many of all positions are evaluated.
    Running { evaluated: usize, all: usize },
    /// It failed.
    Failed,
    /// The evaluations of all positions.
    Done(Vec<PositionReview>),
}

/// The best moves from a position on.
#[derive(Clone, Copy, Debug)]
pub struct SuggestedLine<'a> {
    /// In notation, the best move first.
    pub line: &'a [String],
}

impl AnalysisPage<'_> {
    pub(super) fn plies(&self) -> Vec<&str> {
        self.line.plies().iter().map(|(_, notation)| notation.as_str()).collect()
    }

    /// The board with a number of plies of a line after a ply of the match.
    pub(super) fn address(&self, ply: usize, line: &[&str], at: usize) -> String {
        let id = self.view.m.id.as_str();
        match (self.imported, self.plan) {
            (Some(record), _) => urls::ImportedBoard.of(record, ply, line, at),
            (None, Some(_)) => urls::ConditionalMoves { id }.of(ply, line, at),
            (None, None) => urls::MatchAnalysis { id }.of(ply, line, at),
        }
    }

    /// The position before a turning point, to look for a better move there.
    pub(super) fn retry_address(&self, ply: usize, line: &[&str]) -> String {
        urls::MatchAnalysis { id: self.view.m.id.as_str() }.retry(ply, line)
    }

    /// The evaluations of all positions, if the match is analysed.
    pub(super) fn evaluations(&self) -> Option<&[PositionReview]> {
        match self.report {
            AnalysisReport::Done(positions) => Some(positions),
            _ => None,
        }
    }

    /// Whether everything that the analysis found is hidden, because the viewer has yet to find a move.
    pub(super) fn hides_analysis(&self) -> bool {
        self.retry && self.line.plies().is_empty()
    }

    /// The names of the cells that are chosen.
    pub(super) fn chosen_names(&self) -> Vec<CompactString> {
        self.chosen.iter().map(|cell| self.position.cell_name(*cell)).collect()
    }

    pub(super) fn url_at(&self, at: usize) -> String {
        self.address(self.ply, &self.plies(), at)
    }

    /// The last move before the line begins.
    pub(super) fn last_of_match(&self) -> Option<LastMove> {
        self.view.m.position_at(self.ply).ok()?.moved
    }

    /// A ply as a sentence: who moves, or who has rolled.
    pub(super) fn ply_sentence(&self, before: &Position, notation: &str) -> String {
        let name = before.to_act().turn().map(|seat| self.name(seat)).unwrap_or_default();
        boards::move_sentence(before, notation, &name)
    }

    pub(super) fn name(&self, seat: Seat) -> Cow<'_, str> {
        called(self.view.name(seat).unwrap_or_else(|| tr("Nobody")))
    }

    /// A sentence in which the names of the players are marked as names.
    pub(super) fn marked(&self, sentence: &str) -> Markup {
        with_names(sentence, self.view.names.iter())
    }

    /// The best moves from the shown position: the result of a search, or those of the analysis of the match.
    pub(super) fn best_line(&self) -> Option<&[String]> {
        if self.hides_analysis() {
            return None;
        }
        let analysed = || self.evaluations().filter(|_| self.at == 0)?.get(self.ply);
        let searched = self.suggested.map(|suggested| suggested.line);
        searched.or_else(|| Some(&analysed()?.line)).filter(|line| !line.is_empty())
    }

    /// Whether no more plies follow: the match is over, or imported.
    pub(super) fn is_complete(&self) -> bool {
        self.imported.is_some() || self.view.m.ending().is_some()
    }

    /// Whether the steps go through the plies of the match, because the line is empty.
    pub(super) fn goes_through_match(&self) -> bool {
        self.is_complete() && self.line.plies().is_empty()
    }

    /// Whether the viewer may search for the best move.
    pub(super) fn may_search(&self) -> bool {
        let allowed = self.is_complete() || self.view.m.is_practice();
        self.signed_in
            && self.plan.is_none()
            && !self.retry
            && allowed
            && self.position.to_act().seat().is_some()
    }

    /// The line as conditional moves of the viewer, if they could enter it: it has to begin at the current position.
    pub(super) fn order(&self) -> Option<String> {
        let m = &self.view.m;
        let runs = m.seat_to_act().is_some() && self.ply == m.plies.len();
        let seat = self.viewer.seat().filter(|seat| runs && m.still_plays(*seat))?;
        self.line.as_conditional_move(seat)
    }
}

impl AnalysisChoices for AnalysisPage<'_> {
    fn url_with_cells(&self, cells: &[CompactString], along: bool) -> String {
        let mut to = self.url_at(self.at);
        if !cells.is_empty() {
            to.push_str("&from=");
            to.push_str(&urls::UrlSegment(&cells.join(",")).to_string());
        }
        if along {
            to.push_str("&along=1");
        }
        if self.hides_analysis() {
            to.push_str("&retry=1");
        }
        to
    }

    fn url_after_ply(&self, notation: &str) -> String {
        let mut plies = self.plies();
        plies.truncate(self.at);
        plies.push(notation);
        if self.hides_analysis() {
            return self.retry_address(self.ply, &plies);
        }
        self.address(self.ply, &plies, plies.len())
    }
}

/// The seat whose conditional moves are entered.
#[derive(Clone, Copy, Debug)]
pub struct ConditionalPlan<'a> {
    pub seat: Seat,
    /// Why the last change was refused.
    pub problem: Option<&'a str>,
}
