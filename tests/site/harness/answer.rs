//! Responses.

use reqwest::Response;
use reqwest::header::HeaderMap;
use scraper::{ElementRef, Html, Selector};

/// Markup without the marks around names in sentences, which keep browsers from translating them.
pub fn unmarked(markup: &str) -> String {
    let mut parts = markup.split("<span translate=\"no\">");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    plain.extend(parts.map(|part| part.replacen("</span>", "", 1)));
    plain
}

/// A complete response; its body is [`unmarked`].
pub struct PageAnswer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: String,
}

impl PageAnswer {
    pub async fn read(response: Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Self { status, headers, body: unmarked(&response.text().await.unwrap()) }
    }

    /// A header; empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// All values of a header.
    pub fn header_values(&self, name: &str) -> Vec<&str> {
        self.headers.get_all(name).iter().map(|value| value.to_str().unwrap()).collect()
    }

    /// Where it redirects to.
    pub fn location(&self) -> &str {
        self.header("location")
    }

    /// The text of the first element that matches.
    pub fn text(&self, selector: &str) -> Option<String> {
        self.texts(selector).into_iter().next()
    }

    /// The texts of all elements that match, with normalised white space.
    pub fn texts(&self, selector: &str) -> Vec<String> {
        let selector = Selector::parse(selector).unwrap();
        let page = self.document();
        let text = |element: ElementRef<'_>| element.text().collect::<Vec<_>>().join(" ");
        page.select(&selector).filter(is_shown).map(text).map(|text| tidy(&text)).collect()
    }

    /// An attribute of the first element that matches.
    pub fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        let selector = Selector::parse(selector).unwrap();
        let page = self.document();
        page.select(&selector).next()?.attr(name).map(str::to_owned)
    }

    /// An attribute of all elements that match and have it.
    pub fn attributes(&self, selector: &str, name: &str) -> Vec<String> {
        let selector = Selector::parse(selector).unwrap();
        let page = self.document();
        page.select(&selector).filter_map(|element| element.attr(name)).map(str::to_owned).collect()
    }

    /// The names and values of the hidden fields of a form.
    pub fn hidden_fields(&self, form: &str) -> Vec<(String, String)> {
        let fields = format!("{form} input[type=hidden][value]");
        self.attributes(&fields, "name").into_iter().zip(self.attributes(&fields, "value")).collect()
    }

    fn document(&self) -> Html {
        Html::parse_document(&self.plain_body())
    }

    /// The body. The URLs of its forms are without the user and the key.
    pub fn plain_body(&self) -> String {
        let mut parts = self.body.split(" action=\"");
        let mut plain = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (url, rest) = part.split_once('"').unwrap_or((part, ""));
            let (path, query) = url.split_once('?').unwrap_or((url, ""));
            let others: Vec<_> = query
                .split("&amp;")
                .filter(|one| !one.is_empty() && !one.starts_with("by=") && !one.starts_with("once="))
                .collect();
            let sign = if others.is_empty() { "" } else { "?" };
            plain.extend([" action=\"", path, sign, &others.join("&amp;"), "\"", rest]);
        }
        plain
    }

    /// The URL of the first form that matches, with the user and the key.
    pub fn form_url(&self, selector: &str) -> String {
        let selector = Selector::parse(selector).unwrap();
        let page = Html::parse_document(&self.body);
        page.select(&selector).next().unwrap().attr("action").unwrap().to_owned()
    }

    /// Whether it is a whole page and not a fragment.
    pub fn is_page(&self) -> bool {
        self.body.starts_with("<!DOCTYPE html>") && self.text("main").is_some()
    }
}

fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether it is visible: some elements are shown only after a failure.
fn is_shown(element: &ElementRef<'_>) -> bool {
    let waits =
        |ancestor| ElementRef::wrap(ancestor).is_some_and(|outer| outer.value().id() == Some("not-sent"));
    !element.ancestors().any(waits)
}
