//! Sharing a page of this site.

use maud::{Markup, Render, html};

use crate::texts::tr;

/// A button that shares a link by the dialog of the device, or copies it where there is none. It needs scripts, and is
/// hidden without them.
#[derive(Clone, Copy, Debug)]
pub struct ShareButton<'a> {
    pub path: &'a str,
}

impl Render for ShareButton<'_> {
    fn render(&self) -> Markup {
        html! {
            button.button.small type="button" hidden data-wake data-copy=(self.path) data-copied=(tr("Copied")) data-share=(tr("Share")) {
                (tr("Copy link"))
            }
        }
    }
}
