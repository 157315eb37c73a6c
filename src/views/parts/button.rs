//! Buttons and links that look like buttons.

use maud::{Markup, Render, html};

use super::Icon;

/// The prominence of a button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ButtonKind {
    /// The main action of a page.
    Filled,
    /// All other actions.
    #[default]
    Quiet,
    /// Hardly more than a link.
    Plain,
    /// Reserved for playing a move.
    Brass,
    /// Actions that cannot be undone.
    Grave,
}

impl ButtonKind {
    const fn class(self) -> &'static str {
        match self {
            ButtonKind::Filled => "button filled",
            ButtonKind::Quiet => "button",
            ButtonKind::Plain => "button plain",
            ButtonKind::Brass => "button brass",
            ButtonKind::Grave => "button grave",
        }
    }
}

/// A button that submits its form.
#[derive(Clone, Copy, Debug, Default)]
pub struct Button<'a> {
    /// The label, in one to three words.
    pub label: &'a str,
    pub kind: ButtonKind,
    /// An icon before the label.
    pub icon: Option<Icon>,
    /// Name and value, if the form asks which button was pressed.
    pub sends: Option<(&'a str, &'a str)>,
}

impl Render for Button<'_> {
    fn render(&self) -> Markup {
        let (name, value) = self.sends.unzip();
        html! {
            button type="submit" class=(self.kind.class()) name=[name] value=[value] {
                @if let Some(icon) = self.icon { (icon) }
                (self.label)
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct LinkButton<'a, Href> {
    pub href: Href,
    /// The label, in one to three words.
    pub label: &'a str,
    pub kind: ButtonKind,
}

impl<Href: std::fmt::Display> Render for LinkButton<'_, Href> {
    fn render(&self) -> Markup {
        html! { a class=(self.kind.class()) href=(self.href.to_string()) { (self.label) } }
    }
}
