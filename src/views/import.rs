//! The page that opens the record of a match.

use maud::{Markup, html};

use super::page::{Page, PageViewer};
use super::parts::{Button, ButtonKind, beneath_field, described_by};
use crate::texts::tr;
use crate::urls;

/// The name of the field with the file.
pub const FIELD: &str = "record";

/// `problem` is why a record was refused.
pub fn page(reader: PageViewer<'_>, problem: Option<&str>) -> Markup {
    let help = tr("The JSON file from “Share and embed” on the page of a match.");
    Page::new(tr("Open a record"), reader).body(html! {
        header.stack {
            h1 { (tr("Open a record")) }
            p.lead { (tr("Replay and analyse a match that you downloaded, here or from another Parlour. Its moves are checked, and nothing is stored.")) }
        }
        form.stack method="post" action=(urls::Import) enctype="multipart/form-data" {
            div.field.wrong[problem.is_some()] {
                label for=(FIELD) { (tr("Record of a match")) }
                input.input type="file" id=(FIELD) name=(FIELD) required accept=".json,application/json"
                    aria-invalid=[problem.map(|_| "true")] aria-describedby=[described_by(FIELD, help, problem)];
                (beneath_field(FIELD, help, problem))
            }
            div.actions { (Button { label: tr("Open the record"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    })
}
