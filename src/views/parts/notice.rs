//! A notice on a page.

use maud::{Markup, Render, html};

use super::Icon;

/// What kind of thing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NoticeTone {
    /// Something went as asked.
    #[default]
    Good,
    /// Something is worth knowing.
    Plain,
    /// Something did not go as asked.
    Bad,
}

/// A sentence near where it matters.
#[derive(Clone, Debug, Default)]
pub struct NoticeBox<'a> {
    /// What kind.
    pub tone: NoticeTone,
    /// What is said.
    pub text: std::borrow::Cow<'a, str>,
}

impl<'a> NoticeBox<'a> {
    /// Something went as asked.
    pub fn good(text: impl Into<std::borrow::Cow<'a, str>>) -> Self {
        NoticeBox { tone: NoticeTone::Good, text: text.into() }
    }

    /// Something is worth knowing.
    pub fn plain(text: impl Into<std::borrow::Cow<'a, str>>) -> Self {
        NoticeBox { tone: NoticeTone::Plain, text: text.into() }
    }

    /// Something did not go as asked.
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
