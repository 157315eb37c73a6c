//! Secret addresses for programs that read feeds and calendars.

use maud::{Markup, Render, html};

use crate::notices::wanted::Feed;
use crate::texts::tr;
use crate::views::parts::{Button, Kind};
use crate::web::paths;

/// A feed and its address, if it has one.
pub(super) struct Address<'a> {
    /// Which feed.
    pub feed: Feed,
    /// Where it is.
    pub address: Option<&'a str>,
}

impl Render for Address<'_> {
    fn render(&self) -> Markup {
        let key = self.feed.key();
        let (title, help) = match self.feed {
            Feed::News => (
                tr("News"),
                tr("An Atom feed for your feed reader: your turn, who invites you, what began and ended."),
            ),
            Feed::Deadlines => (
                tr("Deadlines"),
                tr(
                    "A calendar to subscribe to: until when you have to move, with an alarm three hours before.",
                ),
            ),
        };
        html! {
            div.stack.tight {
                h3 id={ "feed-" (key) "-title" } { (title) }
                p.soft id={ "feed-" (key) "-help" } { (help) }
                @if let Some(address) = self.address {
                    div.field {
                        input.input.address-line id={ "feed-" (key) } readonly value=(address)
                            aria-labelledby={ "feed-" (key) "-title" } aria-describedby={ "feed-" (key) "-help" };
                    }
                }
                (self.buttons())
            }
        }
    }
}

impl Address<'_> {
    fn buttons(&self) -> Markup {
        let kind = self.feed.key();
        html! {
            div.row {
                @if let Some(address) = self.address {
                    button.button type="button" hidden data-wake data-copy=(address) data-copied=(tr("Copied")) { (tr("Copy")) }
                }
                form method="post" action=(paths::FeedAddress { kind }) {
                    (Button { label: if self.address.is_some() { tr("Change the address") } else { tr("Make an address") }, ..Button::default() })
                }
                @if self.address.is_some() {
                    form method="post" action=(paths::ForgetFeed { kind }) {
                        (Button { label: tr("Remove"), kind: Kind::Plain, ..Button::default() })
                    }
                }
            }
        }
    }
}
