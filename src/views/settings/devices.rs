//! Devices with notifications, as a part of the settings.

use maud::{Markup, Render, html};

use crate::now::Moment;
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::views::parts::{Button, ButtonKind, Icon, TimeLabel};

/// A device in the list.
#[derive(Clone, Debug)]
pub struct DeviceRowView {
    pub id: String,
    pub name: String,
    /// The hash of its endpoint, by which the browser recognises itself.
    pub print: String,
    /// When notifications were turned on.
    pub created_at: Moment,
    /// When it last received one.
    pub last_accepted_at: Option<Moment>,
    /// Since when notifications to it have failed.
    pub failing_since: Option<Moment>,
}

/// The section with all devices and the current browser.
pub(super) struct DevicesSection<'a> {
    /// The public VAPID key.
    pub key: &'a str,
    pub of: &'a [DeviceRowView],
    pub now: Moment,
    /// Whether the site sends mail.
    pub mail: bool,
}

impl Render for DevicesSection<'_> {
    fn render(&self) -> Markup {
        html! {
            p {
                (tr(
                    "When it’s your move, a match begins or ends, or someone writes to you. Works even when \
                     this site is closed; skipped if you’ve already seen it here.",
                ))
                @if self.mail {
                    " " (tr("The email about it is sent an hour later, unless you’ve looked by then."))
                }
            }
            (self.here())
            @if !self.of.is_empty() {
                ul.devices { @for device in self.of { (self.device(device)) } }
            }
        }
    }
}

impl DevicesSection<'_> {
    /// The state of the current browser, which only scripts know.
    fn here(&self) -> Markup {
        html! {
            p.soft #by-script { (tr("Turning on notifications needs JavaScript.")) }
            div.stack.tight #this-device hidden aria-live="polite" data-key=(self.key) data-worker=(urls::ServiceWorker) {
                p.sure data-is="on" hidden { (Icon::Check) span { (tr("Notifications are on for this device.")) } }
                p.soft data-is="unable" hidden {
                    (tr(
                        "This browser doesn’t support notifications. On an iPhone or iPad, add this site to the \
                         home screen and open it from there.",
                    ))
                }
                p.soft data-is="denied" hidden {
                    (tr("Your browser blocks notifications from this site. Allow them in its settings, then come back."))
                }
                p.sure.wrong data-is="failed" hidden {
                    (Icon::Warning) span { (tr("Your browser couldn’t reach its push service. Try again later.")) }
                }
                form method="post" action=(urls::Devices) data-is="off" hidden {
                    input type="hidden" name="endpoint";
                    input type="hidden" name="p256dh";
                    input type="hidden" name="auth";
                    (Button { label: tr("Turn on notifications"), ..Button::default() })
                }
            }
        }
    }

    fn device(&self, device: &DeviceRowView) -> Markup {
        let when = |at| TimeLabel { at, now: self.now };
        html! {
            li data-print=(device.print) {
                div {
                    p.row { b { (device.name) } span.tag data-here hidden { (tr("this device")) } }
                    p.soft.small {
                        @let made = when(device.created_at);
                        @if let Some(since) = device.failing_since {
                            (tr!("Turned on {made}, became unreachable {since}.", made = made, since = when(since)))
                        } @else if let Some(last_notified) = device.last_accepted_at {
                            (tr!("Turned on {made}, last notified {notified}.", made = made, notified = when(last_notified)))
                        } @else {
                            (tr!("Turned on {made}.", made = made))
                        }
                    }
                }
                div.row {
                    form method="post" action=(urls::TestDevice { id: &device.id }) {
                        (Button { label: tr("Send test"), ..Button::default() })
                    }
                    form method="post" action=(urls::RemoveDevice { id: &device.id }) data-removes {
                        (Button { label: tr("Remove"), kind: ButtonKind::Plain, ..Button::default() })
                    }
                }
            }
        }
    }
}
