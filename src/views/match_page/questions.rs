//! Actions with consequences, which are confirmed in place. They are `details` elements, which work without scripts: the
//! summary opens the question and then is its Cancel button, so the focus stays where it is.

use maud::{Markup, html};

use super::buttons::{button_content, form};
use crate::texts::tr;
use crate::views::parts::{Button, ButtonKind, Icon};

/// An action and the question before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Consequential<'a> {
    /// The id of the element.
    pub id: &'static str,
    /// The URL of the action.
    pub action: String,
    /// What the action sends, if it needs that.
    pub sends: Option<(&'a str, &'a str)>,
    /// The label in the row or the menu.
    pub label: &'a str,
    pub question: &'a str,
    /// The label of the button that carries it out; by default the same.
    pub sure: &'a str,
    /// The label of the button that does not; by default "Cancel".
    pub back: &'a str,
    /// Whether it cannot be undone.
    pub grave: bool,
}

/// An icon in the row. The question takes the place of the row.
pub(super) fn tool(icon: Icon, what: &Consequential<'_>) -> Markup {
    question(what, "tool", &button_content(icon, what.label))
}

/// An entry of the menu. The question takes its place.
pub(super) fn item(what: &Consequential<'_>) -> Markup {
    question(what, "item", &html! { (what.label) })
}

fn question(what: &Consequential<'_>, class: &str, face: &Markup) -> Markup {
    let or = |label, default| if str::is_empty(label) { default } else { label };
    let words = format!("{}-question", what.id);
    // Only one question of the row is open at a time. Those of the menu are inside an element of that group.
    let group = (class == "tool").then_some("action");
    let kind = if what.grave { ButtonKind::Grave } else { ButtonKind::Quiet };
    html! {
        details.careful id=(what.id) name=[group] {
            summary class=(class) aria-describedby=(words) {
                span.closed { (face) }
                span.opened { (or(what.back, tr("Cancel"))) }
            }
            div role="group" aria-labelledby=(words) {
                p id=(words) { (what.question) }
                (form(&what.action, None, html! {
                    (Button { label: or(what.sure, what.label), kind, sends: what.sends, ..Button::default() })
                }))
            }
        }
    }
}
