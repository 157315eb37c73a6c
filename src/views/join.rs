//! Joining a match by its code.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{Button, ButtonKind, TextField};
use crate::texts::tr;
use crate::tr;
use crate::urls;

/// The page with the form: what was typed, and why it led nowhere.
pub fn page(reader: PageViewer<'_>, typed: &str, problem: Option<&str>) -> Markup {
    Page::new(tr("Join by code"), reader).width(PageWidth::Narrow).class("door").body(html! {
        h1 { (tr("Join by code")) }
        form.stack method="get" action=(urls::Join) {
            (TextField {
                name: "code", label: tr("Code"), value: typed, problem, class: "code", longest: Some(12), first: true,
                help: tr("Six letters and figures, as whoever opened the table has told you. Capital or small makes no difference."),
                autocomplete: "off", ..TextField::default()
            })
            (Button { label: tr("To the table"), kind: ButtonKind::Filled, ..Button::default() })
        }
        @let tables = html! { a href=(urls::OpenMatches) { (tr("open tables")) } };
        p.aside { (tr!("No code? Look at the {tables}.", tables = tables)) }
    })
}
