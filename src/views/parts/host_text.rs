//! Texts of the host: imprint, privacy and terms, and the introduction on the front page.

use maud::{Markup, PreEscaped};

use crate::texts::tr;
use crate::users::HostPage;

/// Markdown as HTML. HTML in it is shown as text, and links lead only to web pages, emails and pages of this site.
pub fn from_markdown(text: &str) -> Markup {
    PreEscaped(markdown::to_html(text))
}

/// The title of a page of the host.
pub fn host_page_title(page: HostPage) -> &'static str {
    match page {
        HostPage::Imprint => tr("Imprint"),
        HostPage::Privacy => tr("Privacy"),
        HostPage::Terms => tr("Terms"),
    }
}

#[cfg(test)]
mod tests {
    use super::from_markdown;

    #[test]
    fn markdown_cannot_bring_in_html_or_scripts() {
        for text in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "[a](javascript:alert(1))",
            "[a](data:text/html,x)",
            "<javascript:alert(1)>",
            "![a](javascript:alert(1))",
            "[a](https://a.example \"x\" onclick=alert(1))",
            "[a]: javascript:alert(1)\n\n[a]",
        ] {
            let html = from_markdown(text).into_string();
            let is_active = [
                "<script",
                "<img src=x",
                "href=\"javascript",
                "href=\"data",
                "src=\"javascript",
                "\" onclick",
            ]
            .iter()
            .any(|part| html.contains(part));
            assert!(!is_active, "{text}: {html}");
        }
    }

    #[test]
    fn markdown_has_headings_lists_and_links() {
        let html = from_markdown("## Hello\n\n* [Club](https://club.example)\n* **bold**").into_string();
        for part in ["<h2>Hello</h2>", "<a href=\"https://club.example\">Club</a>", "<strong>bold</strong>"] {
            assert!(html.contains(part), "{html}");
        }
    }
}
