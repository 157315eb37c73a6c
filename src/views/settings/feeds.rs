//! Secret feed URLs, as a part of the settings.

use maud::{Markup, Render, html};

use crate::texts::tr;
use crate::urls;
use crate::users::preferences::FeedKind;
use crate::views::parts::{Button, ButtonKind, CopyButton, LinkButton};

/// The URL of a feed on the page.
#[derive(Clone, Debug)]
pub enum FeedUrl {
    /// The feed is turned off.
    None,
    /// Shown only after reauthentication.
    Hidden,
    Shown(String),
}

/// A feed and its URL.
pub(super) struct FeedLink<'a> {
    pub feed: FeedKind,
    pub url: &'a FeedUrl,
}

impl Render for FeedLink<'_> {
    fn render(&self) -> Markup {
        let key = self.feed.key();
        let (title, help) = match self.feed {
            FeedKind::News => {
                (tr("News"), tr("Atom feed: your turns, invitations, and matches that begin or end."))
            }
            FeedKind::Deadlines => (
                tr("Deadlines"),
                tr("Calendar to subscribe to: your move deadlines, with an alarm three hours before."),
            ),
        };
        html! {
            div.stack.tight {
                h3 id={ "feed-" (key) "-title" } { (title) }
                p.soft id={ "feed-" (key) "-help" } { (help) }
                @if let FeedUrl::Shown(url) = self.url {
                    div.field {
                        input.input.address-line id={ "feed-" (key) } readonly value=(url)
                            aria-labelledby={ "feed-" (key) "-title" } aria-describedby={ "feed-" (key) "-help" };
                    }
                }
                (self.buttons())
            }
        }
    }
}

impl FeedLink<'_> {
    fn buttons(&self) -> Markup {
        let kind = self.feed.key();
        let exists = !matches!(self.url, FeedUrl::None);
        html! {
            div.row {
                @match self.url {
                    FeedUrl::Shown(url) => (CopyButton { what: url, is_text: false, is_small: false }),
                    FeedUrl::Hidden => {
                        (LinkButton { href: urls::Reauthenticate.leading_to(urls::Settings::ROUTE), label: tr("Show link"), kind: ButtonKind::Quiet })
                    },
                    FeedUrl::None => {},
                }
                form method="post" action=(urls::CreateFeed { kind }) {
                    (Button { label: if exists { tr("Create new link") } else { tr("Create private link") }, ..Button::default() })
                }
                @if exists {
                    form method="post" action=(urls::RemoveFeed { kind }) {
                        (Button { label: tr("Remove"), kind: ButtonKind::Plain, ..Button::default() })
                    }
                }
            }
        }
    }
}
