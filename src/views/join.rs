//! Joining by the code that somebody told one.

use maud::{Markup, html};

use super::page::{Page, Reader, Width};
use super::parts::{Button, Field, Kind};
use crate::web::paths;

/// The page with the form: what was typed, and why it led nowhere.
pub fn page(reader: Reader<'_>, typed: &str, problem: Option<&str>) -> Markup {
    Page::new("Join by code", reader).width(Width::Narrow).class("door").body(html! {
        h1 { "Join by code" }
        form.stack method="get" action=(paths::Join) {
            (Field {
                name: "code", label: "Code", value: typed, problem, class: "code", longest: Some(12), first: true,
                help: "Six letters and figures, as whoever opened the table has told you. Capital or small makes no difference.",
                autocomplete: "off", ..Field::default()
            })
            (Button { label: "To the table", kind: Kind::Filled, ..Button::default() })
        }
        p.aside { "No code? Look at the " a href=(paths::Tables) { "open tables" } "." }
    })
}
