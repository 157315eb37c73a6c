//! The list of keyboard shortcuts. A script opens it with `?`, and adds the controls of the page that have a key.

use maud::{Markup, html};

use super::Button;
use crate::texts::tr;

/// The dialog, closed.
pub(in crate::views) fn dialog() -> Markup {
    html! {
        dialog.shortcuts-dialog #shortcuts aria-labelledby="shortcuts-title" data-space=(tr("Space")) data-escape=(tr("Esc"))
            data-arrowleft="←" data-arrowright="→" data-home=(tr("Home")) data-end=(tr("End")) {
            h2 #shortcuts-title { (tr("Keyboard shortcuts")) }
            dl.shortcuts {
                (row("?", tr("Show this list"), None))
                (row("← → ↑ ↓", tr("Go to the next cell of the board"), Some("#press > *")))
                (row(tr("Enter"), tr("Choose a cell"), Some("#press > *")))
                (row(tr("Esc"), tr("Drop the chosen piece"), Some("#press .chosen")))
                (row("↑ ↓", tr("Go to the previous or next move"), Some(".rounds a")))
                (row("f", tr("Turn the board around"), Some("#board[data-flipped]")))
            }
            template { div data-listed { dt { kbd {} } dd {} } }
            form method="dialog" { (Button { label: tr("Close"), ..Button::default() }) }
        }
    }
}

/// A key and what it does; shown only while an element matches `needs`.
fn row(key: &str, what: &str, needs: Option<&str>) -> Markup {
    html! { div data-needs=[needs] { dt { kbd { (key) } } dd { (what) } } }
}
