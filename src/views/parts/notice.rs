//! Notices on pages.

use maud::{Markup, Render, html};

use super::{Button, Icon};
use crate::texts::tr;
use crate::urls;

/// The kind of a notice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NoticeTone {
    /// Success.
    #[default]
    Good,
    /// Information.
    Plain,
    /// Failure.
    Bad,
}

/// A sentence near what it is about.
#[derive(Clone, Debug, Default)]
pub struct NoticeBox<'a> {
    pub tone: NoticeTone,
    pub text: std::borrow::Cow<'a, str>,
}

impl<'a> NoticeBox<'a> {
    /// A success message.
    pub fn good(text: impl Into<std::borrow::Cow<'a, str>>) -> Self {
        NoticeBox { tone: NoticeTone::Good, text: text.into() }
    }

    /// An information.
    pub fn plain(text: impl Into<std::borrow::Cow<'a, str>>) -> Self {
        NoticeBox { tone: NoticeTone::Plain, text: text.into() }
    }

    /// An error message.
    pub fn bad(text: impl Into<std::borrow::Cow<'a, str>>) -> Self {
        NoticeBox { tone: NoticeTone::Bad, text: text.into() }
    }
}

impl Render for NoticeBox<'_> {
    fn render(&self) -> Markup {
        let (class, role, icon) = match self.tone {
            NoticeTone::Good => ("notice", "status", Icon::Check),
            NoticeTone::Plain => ("notice", "status", Icon::Lamp),
            NoticeTone::Bad => ("notice bad", "alert", Icon::Warning),
        };
        html! { div class=(class) role=(role) { (icon) p { (self.text) } } }
    }
}

/// What was just done, with a button that takes it back.
#[derive(Clone, Debug)]
pub struct UndoableNotice<'a> {
    pub text: &'a str,
    /// What the button sends, and where.
    pub action: String,
    pub fields: &'a [(&'static str, &'a str)],
}

impl Render for UndoableNotice<'_> {
    fn render(&self) -> Markup {
        html! {
            div.notice role="status" {
                (Icon::Check)
                p { (self.text) }
                form method="post" action=(urls::once(&self.action)) {
                    @for (name, value) in self.fields { input type="hidden" name=(name) value=(value); }
                    (Button { label: tr("Undo"), ..Button::default() })
                }
            }
        }
    }
}
