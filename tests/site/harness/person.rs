//! A user with a browser.

use reqwest::{Client, Method, RequestBuilder, redirect};

use super::PageAnswer;

/// A browser with cookies that does not follow redirects, so that tests can see them.
#[derive(Clone)]
pub struct TestPerson {
    client: Client,
    url: String,
}

impl TestPerson {
    pub fn new(url: &str) -> Self {
        let client = Client::builder().cookie_store(true).redirect(redirect::Policy::none()).build().unwrap();
        Self { client, url: url.to_owned() }
    }

    /// The same browser at another site.
    pub fn at_other_site(&self, url: &str) -> Self {
        Self { client: self.client.clone(), url: url.to_owned() }
    }

    /// Opens a page, and loads the images in it that are for browsers without scripts.
    pub async fn get(&self, path: &str) -> PageAnswer {
        let page = self.fetch(path).await;
        for part in page.body.split("<noscript>").skip(1) {
            let picture = part.split_once("src=\"").and_then(|(_, rest)| rest.split_once('"'));
            if let Some((picture, _)) = picture {
                assert_eq!(self.fetch(&picture.replace("&amp;", "&")).await.status, 200, "{picture}");
            }
        }
        page
    }

    /// Fetches a page without loading its images.
    pub async fn fetch(&self, path: &str) -> PageAnswer {
        self.send(self.request(Method::GET, path)).await
    }

    /// Sends a form.
    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> PageAnswer {
        self.send(self.request(Method::POST, path).form(fields)).await
    }

    /// Sends a form as htmx does for a fragment.
    pub async fn post_by_htmx(&self, path: &str, fields: &[(&str, &str)]) -> PageAnswer {
        let request = self.request(Method::POST, path).form(fields);
        self.send(request.header("HX-Request", "true").header("HX-Request-Type", "partial")).await
    }

    /// Sends bytes as a form.
    pub async fn post_bytes(&self, path: &str, bytes: impl Into<reqwest::Body>) -> PageAnswer {
        let request = self.request(Method::POST, path);
        self.send(request.header("Content-Type", "application/x-www-form-urlencoded").body(bytes)).await
    }

    /// Sends a form, and sends it again where a 307 leads, as browsers do.
    pub async fn submits(&self, path: &str, fields: &[(&str, &str)]) -> PageAnswer {
        let mut answer = self.post(path, fields).await;
        while answer.status == 307 {
            answer = self.post(answer.location(), fields).await;
        }
        answer
    }

    /// Reauthenticates on the page that asks for it. Returns the response to what follows.
    pub async fn confirms(&self, prompt: &PageAnswer, proof: (&str, &str)) -> PageAnswer {
        let hidden = prompt.hidden_fields("form[action='/reauthenticate']");
        let fields: Vec<_> = hidden.iter().map(|(name, value)| (&**name, &**value)).chain([proof]).collect();
        self.submits("/reauthenticate", &fields).await
    }

    /// A request that can be modified.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url))
    }

    /// Sends a request.
    pub async fn send(&self, request: RequestBuilder) -> PageAnswer {
        PageAnswer::read(request.send().await.unwrap()).await
    }

    /// The name in the header of a page, if signed in.
    pub async fn signed_in_as(&self) -> Option<String> {
        self.get("/no-such-page").await.text("header details.menu summary")
    }

    /// The links of the rows below a heading of the dashboard, and the text of the first row.
    pub async fn lists(&self, heading: &str) -> (Vec<String>, String) {
        let page = self.get("/").await;
        let cards = scraper::Selector::parse("section.card").unwrap();
        let (title, row) =
            (scraper::Selector::parse("h2").unwrap(), scraper::Selector::parse("a.match").unwrap());
        let html = scraper::Html::parse_document(&page.body);
        let is_it = |card: &scraper::ElementRef<'_>| {
            card.select(&title).next().is_some_and(|title| title.text().collect::<String>() == heading)
        };
        let Some(card) = html.select(&cards).find(is_it) else { return Default::default() };
        let links = card.select(&row).map(|link| link.attr("href").unwrap().to_owned()).collect();
        let words = card.text().collect::<Vec<_>>().join(" ");
        (links, words.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// How many matches wait for them.
    pub async fn turns(&self) -> String {
        self.get("/turns").await.body
    }
}
