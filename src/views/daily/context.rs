//! What the page of a position of the day is rendered from.

use compact_str::CompactString;

use crate::games::{Cell, Effect, Position};
use crate::lists::{DailyAnswer, DailyPosition};
use crate::matches::MatchView;
use crate::now::UtcDay;
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::views::boards::{self, AnalysisChoices};
use crate::views::parts::options::match_title;
use crate::views::parts::words::capital;

/// A position of the day for a viewer.
#[derive(Clone, Copy, Debug)]
pub struct DailyBoardPage<'a> {
    pub daily: &'a DailyPosition,
    pub today: UtcDay,
    /// The match that it is from, which the viewer may not be allowed to see.
    pub view: &'a MatchView,
    pub position: &'a Position,
    pub answer: DailyAnswer,
    /// The cells that are chosen.
    pub chosen: &'a [Cell],
    /// Whether chains are chosen step by step.
    pub along: bool,
    /// The move on the board, which the viewer has to confirm.
    pub tried: Option<&'a TriedPly>,
    /// The verdict on the last move.
    pub verdict: Option<&'a DailyVerdict>,
    /// On how many consecutive days the viewer found a position; `None` for visitors.
    pub streak: Option<usize>,
}

impl DailyBoardPage<'_> {
    pub(super) fn url(&self) -> String {
        urls::DailyBoard { day: &self.daily.day.to_string(), game: self.daily.game.key() }.to_string()
    }

    /// What distinguishes the pieces of the seat to act, in games in which something does.
    pub(super) fn side(&self) -> Option<String> {
        let side = boards::side(self.position, self.position.to_act().seat()?)?;
        Some(capital(&side))
    }

    pub(super) fn title(&self) -> String {
        format!("{}: {}", match_title(&self.view.m.options), self.headline())
    }

    pub(super) fn headline(&self) -> String {
        match self.side() {
            Some(side) => tr_format!("Find the best move for {side}", side = side),
            None => tr("Find the best move").to_owned(),
        }
    }

    /// The verdict in words.
    pub(super) fn verdict_text(&self) -> Option<&'static str> {
        let is_best = self.verdict?.is_best;
        Some(if is_best { tr("That’s the best move.") } else { tr("There’s a better move.") })
    }

    /// What screen readers are told.
    pub(super) fn announced(&self) -> String {
        let tried = || Some(capital(&boards::ply_label(self.position, &self.tried?.notation)));
        let verdict = self.verdict_text().map(str::to_owned);
        verdict.or_else(tried).unwrap_or_else(|| self.headline())
    }
}

impl AnalysisChoices for DailyBoardPage<'_> {
    fn url_with_cells(&self, cells: &[CompactString], along: bool) -> String {
        urls::with_cells(&self.url(), cells, along)
    }

    fn url_after_ply(&self, notation: &str) -> String {
        format!("{}?ply={}", self.url(), urls::UrlSegment(notation))
    }
}

/// A move to be confirmed.
#[derive(Clone, Debug)]
pub struct TriedPly {
    pub notation: String,
    /// The position after it.
    pub position: Position,
    pub effects: Vec<Effect>,
}

/// The verdict on a move.
#[derive(Clone, Debug)]
pub struct DailyVerdict {
    pub notation: String,
    pub is_best: bool,
}
