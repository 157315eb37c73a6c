//! The error of the last request.

use maud::{Markup, html};

use crate::views::parts::NoticeBox;

/// Where errors are shown.
pub(super) fn problem(message: Option<&str>) -> Markup {
    html! { div.problems #problem { @if let Some(message) = message { (NoticeBox::bad(message)) } } }
}
