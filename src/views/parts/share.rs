//! Buttons that share or copy links.

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

/// A button that copies a link, or a text as it is. It needs scripts, and is hidden without them.
#[derive(Clone, Copy, Debug)]
pub struct CopyButton<'a> {
    pub what: &'a str,
    pub is_text: bool,
    pub is_small: bool,
}

impl Render for CopyButton<'_> {
    fn render(&self) -> Markup {
        html! {
            button.button.small[self.is_small] type="button" hidden data-wake data-copy=(self.what) data-text[self.is_text]
                data-copied=(tr("Copied")) { (tr("Copy")) }
        }
    }
}
