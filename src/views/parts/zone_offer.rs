//! The offer to take over the time zone of a device.

use maud::{Markup, html};

use super::{Button, ButtonKind, ReturnPathField};
use crate::texts::tr;
use crate::tr;
use crate::urls;

/// The offer to change the account's time zone to that of the device. It is hidden; a script shows it if the two
/// differ, until it is dismissed in that browser. `next` is where to go afterwards.
pub fn zone_offer(saved: &str, next: &str) -> Markup {
    let device = html! { b data-zone-name {} };
    html! {
        form.notice method="post" action=(urls::TimeZone) hidden data-zone-offer=(saved) {
            input type="hidden" name="zone" value="" data-own-zone;
            (ReturnPathField(next))
            div.stack role="status" {
                p { (tr!("This device is in the time zone {zone}. Your account uses {saved}.", zone = device, saved = saved)) }
                div.row {
                    (Button { label: tr("Use this time zone"), kind: ButtonKind::Filled, ..Button::default() })
                    button.button.plain type="button" data-zone-dismiss { (tr("Dismiss")) }
                }
            }
        }
    }
}
