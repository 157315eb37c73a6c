//! Checks the `Host` of requests.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::http::header;

use super::client_address::is_trusted;
use crate::urls;
use crate::web::{AppState, WebError};

/// Routes that monitoring may request under any host.
const ANYWHERE: [&str; 3] = [urls::Health::ROUTE, urls::Ready::ROUTE, urls::Metrics::ROUTE];

/// Refuses a request to another host than that of `PUBLIC_URL`, if that is set. A page of another site could have its
/// own name resolve to this server and read what visitors can see here (DNS rebinding).
pub fn require_own(request: &HttpRequest, state: &AppState) -> Result<(), WebError> {
    let Some(public) = state.config.public_url.as_ref().map(|url| url.host()) else { return Ok(()) };
    let Some(host) = request.headers().get(header::HOST) else { return Ok(()) };
    let named = host.to_str().map_or("", name);
    if is_own(named, public) || ANYWHERE.contains(&request.path()) || is_of_a_proxy(request, state) {
        return Ok(());
    }
    Err(WebError::OtherHost)
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
    use super::{is_own, name};

    #[test]
    fn a_host_is_the_sites_own_or_one_that_no_other_site_can_claim() {
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
