//! The client address of a request.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Once;

use actix_web::HttpRequest;
use actix_web::http::header::HeaderMap;
use ipnet::IpNet;

use crate::web::AppState;

const FORWARDED_FOR: &str = "X-Forwarded-For";

/// The subnet of a client: a single IPv4 address, or the /64 of an IPv6 address, as a provider assigns them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientSubnet(IpAddr);

impl ClientSubnet {
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(v6) => Self(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64).into()),
            v4 @ IpAddr::V4(_) => Self(v4),
        }
    }

    /// The subnet of a request's client. Forwarding headers count only from trusted proxies.
    pub fn asking(request: &HttpRequest, trusted: &[IpNet]) -> Self {
        Self::of(client(request, trusted))
    }
}

/// The client's address for a log line; `None` where addresses are not logged.
pub fn logged(request: &HttpRequest, state: &AppState) -> Option<IpAddr> {
    state.config.log_addresses.then(|| client(request, &state.config.trusted_proxies))
}

/// Whether an address is that of a trusted proxy.
pub fn is_trusted(address: IpAddr, trusted: &[IpNet]) -> bool {
    trusted.iter().any(|net| net.contains(&address.to_canonical()))
}

/// The address of a request's client. Forwarding headers count only from trusted proxies.
fn client(request: &HttpRequest, trusted: &[IpNet]) -> IpAddr {
    let peer = request.peer_addr().map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |peer| peer.ip());
    warn_of_untrusted_proxy(peer, request.headers(), trusted);
    behind(peer, request.headers(), trusted).to_canonical()
}

/// Warns once if a proxy nearby is not trusted: limits then count everybody behind it as one client.
fn warn_of_untrusted_proxy(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) {
    static WARNED: Once = Once::new();
    if headers.contains_key(FORWARDED_FOR) && is_private(peer) && !is_trusted(peer, trusted) {
        WARNED.call_once(|| {
            tracing::warn!(
                %peer,
                "X-Forwarded-For from {peer} is ignored: if that is your proxy, add it to TRUSTED_PROXIES, or everyone \
                 behind it shares one rate limit"
            );
        });
    }
}

/// Whether an address is on this machine or in a private network, as that of a reverse proxy usually is.
fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

/// Each proxy appends its client to the list. From the right, the first address that is not a trusted proxy is the
/// client; those to its left may be forged.
fn behind(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let mut nearest = peer;
    let lists: Vec<_> = headers.get_all(FORWARDED_FOR).filter_map(|value| value.to_str().ok()).collect();
    for heard in lists.iter().rev().flat_map(|list| list.rsplit(',')) {
        if !is_trusted(nearest, trusted) {
            break;
        }
        match forwarded(heard.trim()) {
            Some(address) => nearest = address,
            None => break,
        }
    }
    nearest
}

/// An entry of the list: an address, which some proxies write with a port or in brackets.
fn forwarded(entry: &str) -> Option<IpAddr> {
    let bare =
        || entry.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(entry).parse().ok();
    entry.parse::<SocketAddr>().map(|address| address.ip()).ok().or_else(bare)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

    use super::{ClientSubnet, behind};

    fn asked(peer: &str, forwarded: &[&'static str]) -> String {
        let mut headers = HeaderMap::new();
        for list in forwarded {
            headers.append(HeaderName::from_static("x-forwarded-for"), HeaderValue::from_static(list));
        }
        let trusted = ["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()];
        behind(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn a_stranger_is_not_believed() {
        assert_eq!(asked("203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
    }

    #[test]
    fn a_trusted_proxy_is_believed_but_not_what_it_was_told() {
        assert_eq!(asked("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(asked("10.0.0.1", &["1.2.3.4, 198.51.100.1, 10.9.9.9"]), "198.51.100.1");
        assert_eq!(asked("10.0.0.1", &["1.2.3.4", "198.51.100.1", "10.9.9.9"]), "198.51.100.1");
        assert_eq!(asked("::ffff:10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(asked("10.0.0.1", &["nonsense"]), "10.0.0.1");
        assert_eq!(asked("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn an_entry_may_have_a_port_or_brackets() {
        assert_eq!(asked("10.0.0.1", &["198.51.100.1:4711"]), "198.51.100.1");
        assert_eq!(asked("10.0.0.1", &["198.51.100.1:4711, 10.9.9.9:80"]), "198.51.100.1");
        assert_eq!(asked("10.0.0.1", &["[2001:db8::1]:4711"]), "2001:db8::1");
        assert_eq!(asked("10.0.0.1", &["[2001:db8::1]"]), "2001:db8::1");
        assert_eq!(asked("10.0.0.1", &["2001:db8::1"]), "2001:db8::1");
        for wrong in ["198.51.100.1:port", "[198.51.100.1", "198.51.100.1]:80", "unknown", "_hidden:80"] {
            assert_eq!(asked("10.0.0.1", &[wrong]), "10.0.0.1");
        }
    }

    #[test]
    fn a_line_is_one_subnet_however_many_addresses_it_has() {
        let subnet = |text: &str| ClientSubnet::of(text.parse::<IpAddr>().unwrap());
        assert_eq!(subnet("2001:db8:1:2::1"), subnet("2001:db8:1:2:ffff::9"));
        assert_ne!(subnet("2001:db8:1:2::1"), subnet("2001:db8:1:3::1"));
        assert_eq!(subnet("::ffff:192.0.2.1"), subnet("192.0.2.1"));
        assert_ne!(subnet("192.0.2.1"), subnet("192.0.2.2"));
    }
}
