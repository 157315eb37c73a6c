//! Checks the `Host` of requests.

use std::net::IpAddr;
use std::sync::Once;

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderMap};
use url::Url;

use super::client_address::is_trusted;
use crate::config::PublicUrl;
use crate::urls;
use crate::web::{AppState, WebError};

/// Routes that monitoring may request under any host.
const ANYWHERE: [&str; 3] = [urls::Health::ROUTE, urls::Ready::ROUTE, urls::Metrics::ROUTE];

/// Maximum length of a domain name.
const LONGEST_NAME: usize = 253;

/// Refuses a request to another host than that of `PUBLIC_URL`, if that is set. A page of another site could have its
/// own name resolve to this server and read what visitors can see here (DNS rebinding).
pub fn require_own(request: &HttpRequest, state: &AppState) -> Result<(), WebError> {
    let Some(host) = request.headers().get(header::HOST) else { return Ok(()) };
    let named = host.to_str().map_or("", name);
    warn_of_other_address(request.headers(), named, &state.public_url);
    let Some(public) = state.config.public_url.as_ref().map(|url| url.host()) else { return Ok(()) };
    if is_own(named, public) || ANYWHERE.contains(&request.path()) || is_of_a_proxy(request, state) {
        return Ok(());
    }
    Err(WebError::OtherHost)
}

/// Warns once if a browser has opened the site under another domain name than that of `PUBLIC_URL`, with which emails,
/// feeds and cookies are made.
fn warn_of_other_address(headers: &HeaderMap, named: &str, site: &PublicUrl) {
    static WARNED: Once = Once::new();
    if is_other_domain(named, site) && is_of_browser(headers, named) {
        WARNED.call_once(|| {
            tracing::warn!(
                public_url = %site,
                "the site was opened at {named}, but PUBLIC_URL is {site}: set PUBLIC_URL to the address people use"
            );
        });
    }
}

/// Whether a host is a domain name other than that of the site.
fn is_other_domain(named: &str, site: &PublicUrl) -> bool {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_domain = named.contains('.') && named.len() <= LONGEST_NAME && named.bytes().all(is_name);
    let is_local = named.parse::<IpAddr>().is_ok() || named.to_ascii_lowercase().ends_with(".localhost");
    is_domain && !is_local && !named.eq_ignore_ascii_case(site.host())
}

/// Whether a page at this host has made the request: it loads its styles, or sends a form. Programs that try addresses
/// name no such page.
fn is_of_browser(headers: &HeaderMap, named: &str) -> bool {
    let page = |header| headers.get(header).and_then(|page| Url::parse(page.to_str().ok()?).ok());
    let is_here = |page: Url| page.host_str().is_some_and(|host| host.eq_ignore_ascii_case(named));
    [header::ORIGIN, header::REFERER].into_iter().filter_map(page).any(is_here)
}

/// A trusted proxy may use any name for this server.
fn is_of_a_proxy(request: &HttpRequest, state: &AppState) -> bool {
    request.peer_addr().is_some_and(|peer| is_trusted(peer.ip(), &state.config.trusted_proxies))
}

/// An address, or a name without a dot, cannot belong to another site, so those pass. A `PUBLIC_URL` of `localhost`
/// is the default written out.
fn is_own(named: &str, public: &str) -> bool {
    let is_address = named.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    public == "localhost" || named.eq_ignore_ascii_case(public) || is_address || !named.contains('.')
}

/// A host without its port and without a trailing dot.
fn name(host: &str) -> &str {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name.strip_suffix('.').unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

    use super::{is_of_browser, is_other_domain, is_own, name};
    use crate::config::PublicUrl;

    #[test]
    fn only_a_domain_name_can_be_another_address_of_the_site() {
        let site = PublicUrl::parse("https://parlour.example").unwrap();
        let is_other = |host| is_other_domain(name(host), &site);
        assert!(is_other("games.test") && is_other("www.parlour.example:8080"));
        let same = ["parlour.example", "Parlour.example:443", "parlour.example."];
        let local = ["localhost:8080", "a.localhost", "127.0.0.1:80", "[::1]:8080", "nas", ""];
        for host in same.into_iter().chain(local) {
            assert!(!is_other(host), "{host}");
        }
        assert!(!is_other("a.\u{1b}[2J") && !is_other("x.example/path") && !is_other(&"a.".repeat(200)));
    }

    #[test]
    fn a_request_is_of_a_browser_if_a_page_at_its_host_has_made_it() {
        let is_of_browser = |header: &'static str, page: &'static str| {
            let header = (HeaderName::from_static(header), HeaderValue::from_static(page));
            is_of_browser(&HeaderMap::from_iter([header]), "games.test")
        };
        assert!(
            is_of_browser("referer", "https://games.test/games")
                && is_of_browser("origin", "http://games.test:81")
        );
        assert!(!is_of_browser("referer", "https://other.test/") && !is_of_browser("origin", "null"));
        assert!(!is_of_browser("user-agent", "https://games.test"));
    }

    #[test]
    fn a_host_is_accepted_if_it_is_the_sites_or_cannot_belong_to_another_site() {
        let is_own = |host| is_own(name(host), "parlour.example");
        for own in
            ["parlour.example", "PARLOUR.example:443", "parlour.example.", "localhost:8080", "127.0.0.1:80"]
        {
            assert!(is_own(own), "{own}");
        }
        assert!(is_own("[::1]:8080") && is_own("192.168.1.5") && is_own("nas:8080"));
        for other in
            ["evil.example", "parlour.example.evil.example", "xparlour.example", "localhost.evil.example"]
        {
            assert!(!is_own(other), "{other}");
        }
    }
}
