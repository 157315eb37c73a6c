//! The position as text, for screen readers. It is the same for all viewers.

use maud::Markup;

use super::context::{MatchPage, ShownMatch};
use crate::games::{Position, Seat};
use crate::matches::MatchStatus;
use crate::texts::tr;
use crate::views::boards::{DescribedBoard, TurnLine};
use crate::views::parts::words::called;

/// The shown position.
pub(super) fn shown_position(page_context: &MatchPage<'_>, shown: &ShownMatch<'_>) -> Markup {
    let playing = page_context.view.m.status == MatchStatus::Playing || !page_context.shows_the_end();
    section(page_context, &shown.position, if playing { TurnLine::Moves } else { TurnLine::None })
}

fn section(page_context: &MatchPage<'_>, position: &Position, turn: TurnLine) -> Markup {
    let name =
        |seat: Seat| page_context.view.name(seat).map_or_else(|| tr("free seat").into(), called).into_owned();
    DescribedBoard { position, name: Some(&name), turn }.section()
}
