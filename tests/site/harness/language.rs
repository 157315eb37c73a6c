//! Checks of the language of pages.

use reqwest::Method;
use scraper::{ElementRef, Html, Node};

use super::{PASSWORD, PageAnswer, TestPerson, TestSite};

/// Words that are the same in English and German, and names.
const ALIKE: [&str; 14] = [
    "Parlour",
    "English",
    "Deutsch",
    "Name",
    "Code",
    "Passkeys",
    "Admin",
    "Admins",
    "parlour doctor",
    "In UTC.",
    "UTC",
    "bot",
    "Text",
    "(optional)",
];

impl TestPerson {
    /// Fetches a page with a browser that prefers German.
    pub async fn get_in_german(&self, path: &str) -> PageAnswer {
        self.send(self.request(Method::GET, path).header("Accept-Language", "de")).await
    }

    /// Sends a form with a browser that prefers German.
    pub async fn post_in_german(&self, path: &str, fields: &[(&str, &str)]) -> PageAnswer {
        self.send(self.request(Method::POST, path).header("Accept-Language", "de").form(fields)).await
    }

    /// Chooses a language in the settings.
    pub async fn speaks(&self, language: &str) {
        let look = [("theme", "auto"), ("motion", "auto"), ("sound", "off"), ("language", language)];
        assert_eq!(self.post("/settings/appearance", &look).await.status, 303, "{language}");
    }
}

impl TestSite {
    /// A user registered with a browser that prefers German.
    pub async fn register_in_german(&self, name: &str) -> TestPerson {
        let person = self.visitor();
        let registered =
            person.post_in_german("/register", &[("username", name), ("password", PASSWORD)]).await;
        assert_eq!(registered.status, 303, "{}", registered.body);
        person
    }
}

impl PageAnswer {
    /// All texts that people read or hear of a page, without times.
    fn all_texts(&self) -> Vec<String> {
        let page = Html::parse_document(&self.body);
        let mut texts = Vec::new();
        for node in page.tree.nodes() {
            match node.value() {
                Node::Text(text) if node.parent().and_then(ElementRef::wrap).is_some_and(is_read) => {
                    texts.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
                }
                Node::Element(element) if element.name() != "time" => {
                    let heard = ["aria-label", "title", "alt", "placeholder"];
                    texts.extend(heard.iter().filter_map(|name| element.attr(name)).map(str::to_owned));
                }
                _ => {}
            }
        }
        texts
    }

    /// The texts of this German page that are the same on the English one, apart from these names.
    pub fn left_in_english(&self, english: &PageAnswer, names: &[&str]) -> Vec<String> {
        assert_eq!(self.attribute("html", "lang").as_deref(), Some("de"), "{}", self.body);
        assert_eq!(english.attribute("html", "lang").as_deref(), Some("en"), "{}", english.body);
        let known = english.all_texts();
        let is_word = |text: &str| text.chars().filter(|character| character.is_alphabetic()).count() > 1;
        let is_left = |text: &String| is_word(text) && known.contains(text);
        let is_alike = |text: &String| {
            ALIKE.contains(&text.as_str()) || names.contains(&text.as_str()) || text.ends_with(" kB")
        };
        self.all_texts().into_iter().filter(|text| is_left(text) && !is_alike(text)).collect()
    }
}

fn is_read(element: ElementRef<'_>) -> bool {
    !["script", "style", "time", "code"].contains(&element.value().name())
}
