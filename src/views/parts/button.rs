//! Things to press.

use maud::{Markup, Render, html};

use super::Icon;

/// How loud a button is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ButtonKind {
    /// The one thing to do on a page.
    Filled,
    /// Everything else.
    #[default]
    Quiet,
    /// Hardly more than a link.
    Plain,
    /// Your move, and nothing else.
    Brass,
    /// What cannot be undone.
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

/// A button that sends the form it stands in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Button<'a> {
    /// What it does, in a word or three.
    pub label: &'a str,
    /// How loud it is.
    pub kind: ButtonKind,
    /// A picture before the words.
    pub icon: Option<Icon>,
    /// Name and value, when the form asks which button was pressed.
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

/// A link that looks like a button.
#[derive(Clone, Copy, Debug)]
pub struct LinkButton<'a, Href> {
    /// Where it leads.
    pub href: Href,
    /// What is there, in a word or three.
    pub label: &'a str,
    /// How loud it is.
    pub kind: ButtonKind,
}

impl<Href: std::fmt::Display> Render for LinkButton<'_, Href> {
    fn render(&self) -> Markup {
        html! { a class=(self.kind.class()) href=(self.href.to_string()) { (self.label) } }
    }
}
