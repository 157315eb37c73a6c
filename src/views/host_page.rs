//! A page with a text of the host.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{from_markdown, host_page_title};
use crate::users::HostPage;

/// A page with a text of the host, in Markdown.
pub fn page(reader: PageViewer<'_>, of: HostPage, text: &str) -> Markup {
    let title = host_page_title(of);
    Page::new(title, reader).width(PageWidth::Column).body(html! {
        h1 { (title) }
        div.stack dir="auto" { (from_markdown(text)) }
    })
}
