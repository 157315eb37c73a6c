//! Joining a match by its code.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{Button, ButtonKind, TextField};
use crate::texts::tr;
use crate::tr;
use crate::urls;

/// The form, with the code that was typed and its problem.
pub fn page(reader: PageViewer<'_>, typed: &str, problem: Option<&str>) -> Markup {
    Page::new(tr("Join with code"), reader).width(PageWidth::Narrow).class("door").body(html! {
        h1 { (tr("Join with code")) }
        form.stack method="get" action=(urls::Join) {
            (TextField {
                name: "code", label: tr("Code"), value: typed, problem, class: "code", longest: Some(12), first: true,
                help: tr("The six-character code from the host. Upper or lower case is fine."),
                autocomplete: "off", ..TextField::default()
            })
            (Button { label: tr("Go to match"), kind: ButtonKind::Filled, ..Button::default() })
        }
        @let matches = html! { a href=(urls::OpenMatches) { (tr("open matches")) } };
        p.aside { (tr!("No code? See the {matches}.", matches = matches)) }
    })
}
