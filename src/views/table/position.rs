//! The position as text, for people who cannot see the board. It is the same for everybody who looks on.

use maud::Markup;

use super::{Shown, Sight};
use crate::games::{Position, Seat};
use crate::matches::Status;
use crate::texts::tr;
use crate::views::boards::{Described, TurnLine};
use crate::views::words::called;

/// The position that is shown.
pub(super) fn shown(sight: &Sight<'_>, shown: &Shown<'_>) -> Markup {
    let playing = sight.table.m.status == Status::Playing || !sight.shows_the_end();
    section(sight, &shown.position, if playing { TurnLine::Moves } else { TurnLine::None })
}

/// The position as the match stands.
pub(super) fn now(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    section(sight, &m.position, if m.status == Status::Playing { TurnLine::Moves } else { TurnLine::None })
}

fn section(sight: &Sight<'_>, position: &Position, turn: TurnLine) -> Markup {
    let name = |seat: Seat| sight.table.name(seat).map_or_else(|| tr("an empty seat"), called).to_owned();
    Described { position, name: Some(&name), turn }.section()
}
