//! The tips for players in their first match of a game: one for each of their first moves.

use maud::{Markup, html};

use super::context::MatchPage;
use crate::matches::{Match, MatchStatus, MatchViewer, PlyOrigin};
use crate::texts::tr;
use crate::urls;
use crate::views::boards::{self, TO_PROBLEM};
use crate::views::parts::{Button, ButtonKind};

const COUNT: usize = 3;

/// Whether a viewer can be shown tips: a player who still has one of their first moves to make. Whether this is their first
/// match is for the caller to find out.
pub fn may_show_tips(m: &Match, viewer: MatchViewer) -> bool {
    m.ending().is_none() && !m.pass_and_play && moves(m, viewer).is_some_and(|moves| moves < COUNT)
}

/// All tips, of which the stylesheet shows the one for the next move: see [`shown`]. The others keep its place, so that nothing
/// moves when the tip changes. Empty without tips.
pub(super) fn tips(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let action = urls::DismissTips { key: m.game.key() }.to_string();
    html! {
        div.tips #tips {
            @if page_context.own.shows_tips && page_context.ply.is_none() {
                @for tip in boards::tips(&m.position) { p { (tip) } }
                form method="post" action=(action) hx-post=(action) hx-target="#tips" hx-swap="innerHTML"
                    hx-sync="this:drop" hx-disable="find button"
                    hx-status:4xx=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) {
                    input type="hidden" name="match_id" value=(m.id.as_str());
                    (Button { label: tr("Dismiss"), kind: ButtonKind::Plain, ..Button::default() })
                }
            }
        }
    }
}

/// The number of the tip for the viewer's next move, from 1. It depends only on the match, so it is part of the turn bar, which
/// the stream updates; the tips themselves are only on the pages of users who get them.
pub(super) fn shown(page_context: &MatchPage<'_>) -> Option<usize> {
    let m = &page_context.view.m;
    let is_now = m.status == MatchStatus::Playing && page_context.ply.is_none() && !m.pass_and_play;
    moves(m, page_context.viewer).filter(|moves| is_now && *moves < COUNT).map(|moves| moves + 1)
}

/// How many moves a player has made, at most as many as there are tips.
fn moves(m: &Match, viewer: MatchViewer) -> Option<usize> {
    let seat = viewer.seat()?;
    Some(m.plies.iter().filter(|ply| ply.by == PlyOrigin::Seat(seat)).take(COUNT).count())
}
