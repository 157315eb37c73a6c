//! Where a request comes from.

use std::net::{IpAddr, Ipv6Addr};

use actix_web::HttpRequest;
use actix_web::http::header::HeaderMap;
use ipnet::IpNet;

/// A household, as far as an address tells: one address of version 4, or the 64 bits of version 6 that a line is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Household(IpAddr);

impl Household {
    /// The household of an address.
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(v6) => Self(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64).into()),
            v4 @ IpAddr::V4(_) => Self(v4),
        }
    }

    /// The household a request comes from, as told by the proxies that are trusted.
    pub fn asking(request: &HttpRequest, trusted: &[IpNet]) -> Self {
        let peer = request.peer_addr().map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |peer| peer.ip());
        Self::of(behind(peer, request.headers(), trusted))
    }
}

/// Each proxy adds whom it heard to the right of the list. From there, the first that is not one of ours asked; what is
/// left of it may be made up.
fn behind(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|net| net.contains(&address.to_canonical()));
    let mut nearest = peer;
    let lists: Vec<_> = headers.get_all("X-Forwarded-For").filter_map(|value| value.to_str().ok()).collect();
    for heard in lists.iter().rev().flat_map(|list| list.rsplit(',')) {
        if !is_trusted(&nearest) {
            break;
        }
        match heard.trim().parse() {
            Ok(address) => nearest = address,
            Err(_) => break,
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

    use super::{Household, behind};

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
    fn a_line_is_one_household_however_many_addresses_it_has() {
        let household = |text: &str| Household::of(text.parse::<IpAddr>().unwrap());
        assert_eq!(household("2001:db8:1:2::1"), household("2001:db8:1:2:ffff::9"));
        assert_ne!(household("2001:db8:1:2::1"), household("2001:db8:1:3::1"));
        assert_eq!(household("::ffff:192.0.2.1"), household("192.0.2.1"));
        assert_ne!(household("192.0.2.1"), household("192.0.2.2"));
    }
}
