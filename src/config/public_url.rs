//! The public URL of the site.

use std::fmt;
use std::net::IpAddr;

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
        self.port().and_then(|port| host.strip_suffix(port)?.strip_suffix(':')).unwrap_or(host)
    }

    /// The port, unless it is the default one of the scheme.
    pub fn port(&self) -> Option<&str> {
        let (_, port) = self.origin.rsplit_once(':')?;
        port.bytes().all(|byte| byte.is_ascii_digit()).then_some(port)
    }

    pub fn is_https(&self) -> bool {
        self.https
    }

    /// Whether only this machine can be reached at it.
    pub fn is_loopback(&self) -> bool {
        let host = self.host().trim_matches(['[', ']']);
        let is_local = host == "localhost" || host.ends_with(".localhost");
        is_local || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
    }

    /// The name of a cookie that is not shared with another site at another port of the same host, as browsers do.
    pub fn cookie_name(&self, name: &str) -> String {
        match self.port() {
            Some(port) => format!("{name}-{port}"),
            None => name.to_owned(),
        }
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
    fn a_url_is_normalised_to_an_origin() {
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
    fn the_names_of_cookies_end_with_a_port_that_is_not_the_default() {
        let name = |text| PublicUrl::parse(text).map(|url| url.cookie_name("parlour"));
        for (text, expected) in [
            ("https://parlour.example", "parlour"),
            ("https://parlour.example:443", "parlour"),
            ("http://parlour.example:80", "parlour"),
            ("http://[::1]", "parlour"),
            ("https://parlour.example:8443", "parlour-8443"),
            ("http://192.168.1.5:8080", "parlour-8080"),
            ("http://[::1]:8080", "parlour-8080"),
        ] {
            assert_eq!(name(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn loopback_urls_are_recognised() {
        let is_loopback = |text| PublicUrl::parse(text).unwrap().is_loopback();
        for text in ["http://localhost:8080", "http://a.localhost", "http://127.0.0.2", "http://[::1]:8080"] {
            assert!(is_loopback(text), "{text}");
        }
        for text in ["http://192.168.1.5:8080", "http://localhost.example", "http://[fd00::1]"] {
            assert!(!is_loopback(text), "{text}");
        }
    }

    #[test]
    fn a_url_with_anything_after_the_host_is_refused() {
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
