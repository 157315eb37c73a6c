//! The page that leads to the OpenID Connect provider.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{ButtonKind, LinkButton};
use crate::texts::tr;
use crate::tr_format;

/// The page, from which browsers go on at once. A redirect as the answer to a form may not lead to another site, as no
/// form of this site may.
pub fn page(reader: PageViewer<'_>, name: &str, url: &str) -> Markup {
    Page::new(tr("Signing in"), reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (tr("Signing in")) }
        (LinkButton { href: url, label: &tr_format!("Continue to {name}", name = name), kind: ButtonKind::Filled })
    })
}
