//! Paths within this site.

use std::fmt;

use actix_web::HttpRequest;
use actix_web::http::header;
use serde::{Deserialize, Deserializer};
use url::Url;
use url::form_urlencoded::byte_serialize;

use crate::matches::MatchId;
use crate::urls;

/// A path of this site with its query, to which it is safe to redirect. Anything else becomes `/`.
///
/// ```
/// use parlour::web::LocalPath;
/// assert_eq!(LocalPath::new("/matches/new?game=kalah").as_str(), "/matches/new?game=kalah");
/// assert_eq!(LocalPath::new("//evil.example").as_str(), "/");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalPath(String);

/// What follows a link in a sentence and is copied with it, as browsers send it.
const AFTER_LINK: [&str; 13] = ["/", ".", ",", ";", ":", "!", "?", ")", "]", "%3E", "'", "%22", "%E2%80%9D"];
const BRACKETS: [(&str, &str); 3] = [("(", ")"), ("[", "]"), ("%3C", "%3E")];

/// Maximum length in bytes.
const MAX_LENGTH: usize = 1024;

impl LocalPath {
    /// Parses a path as browsers do.
    pub fn new(text: &str) -> Self {
        Self(local(text).unwrap_or_else(|| "/".to_owned()))
    }

    /// Where to return to after signing in: the requested page, or the page with the form.
    pub fn back_to(request: &HttpRequest) -> Self {
        let here = request.uri().path_and_query().map_or("/", |path| path.as_str());
        if request.method().is_safe() {
            return Self::new(here);
        }
        let referer = request.headers().get(header::REFERER).and_then(|value| value.to_str().ok());
        match referer.and_then(|text| Url::parse(text).ok()) {
            Some(page) if is_here(&page, request) && is_page(&page, request) => Self::of_page(&page),
            _ => Self::new(page_of_form(request.path())),
        }
    }

    /// The path of a page with a form. A repeated form comes from the page that asked to reauthenticate, which names it.
    pub fn of_page(page: &Url) -> Self {
        let mut query = page.query_pairs().filter(|_| page.path() == urls::ReauthenticateForm::ROUTE);
        match query.find(|(name, _)| name == "next") {
            Some((_, next)) => Self::new(&next),
            None => Self::new(&page[url::Position::BeforePath..]),
        }
    }

    /// The requested page without what follows a link in a sentence and was copied with it; `None` if nothing does.
    pub fn without_punctuation(request: &HttpRequest) -> Option<Self> {
        let path = request.path();
        // A closing bracket belongs to the opening one, as in the name of a bot.
        let is_opened =
            |after: &str| BRACKETS.iter().any(|(open, close)| *close == after && path.contains(open));
        let after =
            |link: &'_ str| AFTER_LINK.iter().find(|after| link.ends_with(**after) && !is_opened(after));
        let mut link = path;
        while let Some(after) = after(link) {
            link = &link[..link.len() - after.len()];
        }
        let query = request.uri().query().map_or_else(String::new, |query| format!("?{query}"));
        (link.len() < path.len() && !link.is_empty()).then(|| Self::new(&format!("{link}{query}")))
    }

    /// The sign-in page that leads here.
    pub fn after_sign_in(&self) -> String {
        self.behind("/login")
    }

    /// A page that leads here.
    pub fn behind(&self, page: impl fmt::Display) -> String {
        let next: String = byte_serialize(self.0.as_bytes()).collect();
        if self.0 == "/" { page.to_string() } else { format!("{page}?next={next}") }
    }

    /// The match that a `POST` to this path joins, if it does.
    ///
    /// ```
    /// use parlour::web::LocalPath;
    /// assert!(LocalPath::new("/matches/7Wd2hkQ9xYzA/seats").joins().is_some());
    /// assert!(LocalPath::new("/matches/7Wd2hkQ9xYzA").joins().is_none());
    /// ```
    pub fn joins(&self) -> Option<MatchId> {
        let id = self.0.strip_prefix("/matches/")?.strip_suffix("/seats")?;
        id.parse().ok()
    }

    /// The path, empty for `/`, which is the default destination.
    pub fn unless_home(&self) -> &str {
        if self.0 == "/" { "" } else { &self.0 }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether the page that sent a form can be loaded again: not the answer to a form that was sent before.
fn is_page(page: &Url, request: &HttpRequest) -> bool {
    let is_answer = page.path() == request.path() || page.path().starts_with("/reauthenticate");
    !is_answer || page.path() == urls::ReauthenticateForm::ROUTE
}

impl Default for LocalPath {
    fn default() -> Self {
        Self("/".to_owned())
    }
}

impl fmt::Display for LocalPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for LocalPath {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(|text| Self::new(&text))
    }
}

/// Resolves a path like browsers, which read `\` as `/` and drop tabs. The result must not leave the site, nor may it
/// do so if it is resolved once more, as `//evil` would.
fn local(text: &str) -> Option<String> {
    let site = Url::parse("http://parlour.invalid/").ok()?;
    if !text.starts_with('/') || text.len() > MAX_LENGTH {
        return None;
    }
    let url = site.join(text).ok().filter(|url| url.origin() == site.origin())?;
    let path = &url[url::Position::BeforePath..];
    (!path.starts_with("//")).then(|| path.to_owned())
}

fn is_here(page: &Url, request: &HttpRequest) -> bool {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    host.is_some_and(|host| host == &page[url::Position::BeforeHost..url::Position::AfterPort])
}

/// The page of a form, by its URL: `/matches/x` for `/matches/x/plies` and `/matches/x/seats/leave`.
fn page_of_form(path: &str) -> &str {
    match path.match_indices('/').nth(2) {
        Some((end, _)) => &path[..end],
        None => "/",
    }
}

#[cfg(test)]
mod tests {
    use super::{LocalPath, page_of_form};

    #[test]
    fn a_local_path_is_accepted() {
        for path in ["/", "/matches/new", "/matches/x?ply=3&y=%2F", "/people/ada#games"] {
            assert_eq!(LocalPath::new(path).as_str(), path);
        }
    }

    #[test]
    fn no_path_leaves_the_site() {
        let tricks = [
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "https://evil.example",
            "evil.example",
            "",
            "/\t/evil.example",
            "/\n/evil.example",
            "/.//evil.example",
            "/x/..//evil.example",
            "/%2e//evil.example",
            "javascript:alert(1)",
            " //evil.example",
            "///evil.example",
            "/\\/evil.example",
        ];
        for trick in tricks {
            assert_eq!(LocalPath::new(trick).as_str(), "/", "{trick:?}");
        }
        assert_eq!(LocalPath::new(&format!("/{}", "x".repeat(4096))).as_str(), "/");
    }

    #[test]
    fn only_the_seats_path_of_a_match_joins_it() {
        let joins = |path| LocalPath::new(path).joins().map(|id| id.to_string());
        assert_eq!(joins("/matches/7Wd2hkQ9xYzA/seats").as_deref(), Some("7Wd2hkQ9xYzA"));
        for path in [
            "/",
            "/matches/7Wd2hkQ9xYzA",
            "/matches/7Wd2hkQ9xYzA/seats/",
            "/matches/7Wd2hkQ9xYzA/seats?x=1",
            "/matches/7Wd2hkQ9xYzA/seats/leave",
            "/matches/7Wd2hkQ9xYzA/resignation",
            "/matches/7Wd2hkQ9xYzA/../../account/delete/seats",
            "/matches/7Wd2/seats",
            "//evil.example/matches/7Wd2hkQ9xYzA/seats",
        ] {
            assert_eq!(joins(path), None, "{path}");
        }
    }

    #[test]
    fn a_path_cannot_inject_a_header() {
        assert_eq!(LocalPath::new("/a\r\nSet-Cookie: x=y").as_str(), "/aSet-Cookie:%20x=y");
    }

    #[test]
    fn a_form_belongs_to_the_page_at_the_start_of_its_path() {
        assert_eq!(page_of_form("/matches/x/plies"), "/matches/x");
        assert_eq!(page_of_form("/matches/x/seats/leave"), "/matches/x");
        assert_eq!(page_of_form("/matches"), "/");
        assert_eq!(page_of_form("/"), "/");
    }
}
