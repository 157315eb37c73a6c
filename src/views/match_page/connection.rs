//! The connection of a page to the server: where its loss is shown, and what a page says of a request that was not sent.

use std::time::Duration;

use maud::{Markup, html};

use crate::texts::tr;
use crate::views::parts::NoticeBox;

/// The longest time between two messages of a live stream: a page that hears nothing for longer has lost its connection.
pub const HEARTBEAT: Duration = Duration::from_secs(10);

/// Empty while there is a connection. Scripts put the words there, and copy the notice where refusals are shown.
pub(super) fn status() -> Markup {
    html! {
        p #connection role="status" data-lost=(tr("Reconnecting…")) {}
        template #not-sent {
            div.not-sent {
                (NoticeBox::bad(tr("Not sent.")))
                button.button type="button" { (tr("Try again")) }
            }
        }
    }
}
