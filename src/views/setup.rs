//! The page that creates the first admin.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{Button, ButtonKind};
use super::register::credential_fields;
use crate::texts::tr;
use crate::urls;

#[derive(Clone, Copy, Debug, Default)]
pub struct SetupPage<'a> {
    /// The key of the link.
    pub key: &'a str,
    /// The name as it was sent.
    pub username: &'a str,
    /// The problem with the name.
    pub name_problem: Option<&'a str>,
    /// The problem with the password.
    pub password_problem: Option<&'a str>,
}

/// The page with the form.
pub fn page(reader: PageViewer<'_>, form: SetupPage<'_>) -> Markup {
    let title = tr("Create the first admin");
    Page::new(title, reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (title) }
        p.lead { (tr("This site has no admin yet. Create an account that can manage it.")) }
        form.stack method="post" action=(urls::once(urls::Setup)) {
            input type="hidden" name="key" value=(form.key);
            input type="hidden" name="zone" value="" data-own-zone;
            (credential_fields(form.username, form.name_problem, form.password_problem))
            (Button { label: tr("Create account"), kind: ButtonKind::Filled, ..Button::default() })
        }
    })
}
