//! The button that leads to the OpenID Connect provider.

use maud::{Markup, Render, html};

use super::{Button, ButtonKind, Icon};

/// A button that leads to the provider.
#[derive(Clone, Debug)]
pub struct ProviderButton<'a> {
    /// The URL of the form.
    pub action: String,
    /// Hidden fields with what follows.
    pub afterwards: Markup,
    pub label: &'a str,
    pub kind: ButtonKind,
}

impl Render for ProviderButton<'_> {
    fn render(&self) -> Markup {
        html! {
            form.stack method="post" action=(self.action) {
                (self.afterwards)
                (Button { label: self.label, kind: self.kind, icon: Some(Icon::Key), ..Button::default() })
            }
        }
    }
}
