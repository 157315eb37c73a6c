//! The public URL of the site.

use std::fmt;

use url::Url;

/// The URL of the site without a path: `https://parlour.example`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    origin: String,
    https: bool,
}

impl PublicUrl {
    /// Parses a URL with http or https, a host, an optional port, and nothing else.
    pub fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let web = matches!(url.scheme(), "http" | "https") && url.has_host();
        let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        let nobody = url.username().is_empty() && url.password().is_none();
        let https = url.scheme() == "https";
        (web && bare && nobody).then(|| Self { origin: url.origin().ascii_serialization(), https })
    }

    /// The URL on this machine.
    pub fn local(port: u16) -> Self {
        Self { origin: format!("http://localhost:{port}"), https: false }
    }

    /// As browsers write it in `Origin`.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The host without a port.
    pub fn host(&self) -> &str {
        let host = self.origin.split_once("://").map_or("", |(_, host)| host);
        match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        }
    }

    pub fn is_https(&self) -> bool {
        self.https
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin)
    }
}

#[cfg(test)]
mod tests {
    use super::PublicUrl;

    #[test]
    fn an_address_is_written_as_browsers_write_origins() {
        let origin = |text| PublicUrl::parse(text).map(|url| url.origin().to_owned());
        assert_eq!(origin("https://Parlour.example:443/").as_deref(), Some("https://parlour.example"));
        assert_eq!(origin("http://192.168.1.5:8080").as_deref(), Some("http://192.168.1.5:8080"));
    }

    #[test]
    fn the_host_is_without_a_port() {
        let host = |text| PublicUrl::parse(text).map(|url| url.host().to_owned());
        assert_eq!(host("https://parlour.example").as_deref(), Some("parlour.example"));
        assert_eq!(host("http://localhost:8080").as_deref(), Some("localhost"));
        assert_eq!(host("http://[::1]:8080").as_deref(), Some("[::1]"));
        assert_eq!(host("http://[::1]").as_deref(), Some("[::1]"));
    }

    #[test]
    fn an_address_with_anything_behind_it_is_refused() {
        for text in [
            "parlour.example",
            "ftp://a.example",
            "https://a.example/games",
            "https://a.example/?x",
            "https://me@a.example",
        ] {
            assert_eq!(PublicUrl::parse(text), None, "{text}");
        }
    }
}
