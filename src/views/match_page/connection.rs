//! The state of the connection to the server: where its loss is shown, and the notice about a request that failed.

use std::time::Duration;

use maud::{Markup, html};

use crate::texts::tr;
use crate::views::parts::NoticeBox;

/// The longest time between two messages of a stream; a page that receives nothing for longer is disconnected.
pub const HEARTBEAT: Duration = Duration::from_secs(10);

/// The status, empty while connected. Scripts fill it in, and copy the notice to where errors are shown.
pub(super) fn status() -> Markup {
    html! {
        p.connection #connection role="status" data-lost=(tr("Reconnecting…")) data-polls=(tr("Checking for moves every few seconds")) {}
        template #not-sent {
            div.not-sent {
                (NoticeBox::bad(tr("Not sent.")))
                button.button type="button" { (tr("Try again")) }
            }
        }
    }
}
