//! The confirmation of a previewed move, at the bottom of the screen on phones.

use maud::{Markup, html};

use super::buttons::form;
use super::context::MatchPage;
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::views::boards::{self, LEAVES_PREVIEW};

pub(super) fn confirm(page_context: &MatchPage<'_>, notation: &str) -> Markup {
    let m = &page_context.view.m;
    let back = page_context.path().to_string();
    let inside = html! {
        input type="hidden" name="seq" value=(m.seq);
        @if page_context.own.play_preferences.auto_advance { input type="hidden" name="then" value="next"; }
        button.button.brass name="notation" value=(notation) autofocus { (tr("Confirm")) }
    };
    html! {
        div.confirm #confirm role="group" aria-label=(tr("Confirm move")) {
            p { (tr_format!("{move_in_words}?", move_in_words = boards::ply_label(&m.position, notation))) }
            (form(urls::Plies { id: m.id.as_str() }, None, inside))
            a.button href=(back) hx-get=(back) hx-target="#press" hx-swap="outerMorph" hx-headers=(LEAVES_PREVIEW)
                data-key="Escape" { (tr("Cancel")) }
        }
    }
}
