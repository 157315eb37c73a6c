//! The client address of a request.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Once;

use actix_web::HttpRequest;
use actix_web::http::header::HeaderMap;
use ipnet::{IpNet, Ipv6Net};

const FORWARDED_FOR: &str = "X-Forwarded-For";

/// The subnet of a client: a single IPv4 address, or the /64 of an IPv6 address. Providers assign a /64, a /56 or a
/// /48, so limits count those around it too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientSubnet(IpNet);

impl ClientSubnet {
    /// How many /64 networks a limit allows in a /56, and in a /48.
    const WIDER: [(u8, u8); 2] = [(56, 4), (48, 16)];

    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(v6) => Self::ipv6(v6, 64),
            v4 @ IpAddr::V4(_) => Self(v4.into()),
        }
    }

    /// The IPv6 network of an address with this prefix length, at most 128.
    fn ipv6(address: Ipv6Addr, length: u8) -> Self {
        Self(Ipv6Net::new(address, length).unwrap_or(Ipv6Net::from(address)).trunc().into())
    }

    /// The IPv6 networks around it, each with the factor of its limits.
    pub fn wider(self) -> impl Iterator<Item = (Self, u8)> {
        let v6 = match self.0 {
            IpNet::V6(net) => Some(net.addr()),
            IpNet::V4(_) => None,
        };
        v6.into_iter().flat_map(|v6| Self::WIDER.map(|(length, factor)| (Self::ipv6(v6, length), factor)))
    }

    /// The IPv4 address, or the /48 of the IPv6 address.
    pub fn widest(self) -> IpNet {
        self.wider().last().map_or(self.0, |(subnet, _)| subnet.0)
    }

    /// The subnet of a request's client. Forwarding headers count only from trusted proxies.
    pub fn asking(request: &HttpRequest, trusted: &[IpNet]) -> Self {
        Self::of(client_address(request, trusted))
    }
}

/// Whether an address is that of a trusted proxy.
pub fn is_trusted(address: IpAddr, trusted: &[IpNet]) -> bool {
    trusted.iter().any(|net| net.contains(&address.to_canonical()))
}

/// The address of a request's client. Forwarding headers count only from trusted proxies.
pub fn client_address(request: &HttpRequest, trusted: &[IpNet]) -> IpAddr {
    let peer = request.peer_addr().map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |peer| peer.ip());
    warn_of_untrusted_proxy(peer, request.headers(), trusted);
    behind(peer, request.headers(), trusted).to_canonical()
}

/// Warns once if a proxy nearby is not trusted: limits then count all clients behind it as one.
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

    fn client_of(peer: &str, forwarded: &[&'static str]) -> String {
        let mut headers = HeaderMap::new();
        for list in forwarded {
            headers.append(HeaderName::from_static("x-forwarded-for"), HeaderValue::from_static(list));
        }
        let trusted = ["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()];
        behind(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn a_forwarding_header_from_an_untrusted_address_is_ignored() {
        assert_eq!(client_of("203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
    }

    #[test]
    fn only_the_entry_added_by_a_trusted_proxy_is_believed() {
        assert_eq!(client_of("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(client_of("10.0.0.1", &["1.2.3.4, 198.51.100.1, 10.9.9.9"]), "198.51.100.1");
        assert_eq!(client_of("10.0.0.1", &["1.2.3.4", "198.51.100.1", "10.9.9.9"]), "198.51.100.1");
        assert_eq!(client_of("::ffff:10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(client_of("10.0.0.1", &["nonsense"]), "10.0.0.1");
        assert_eq!(client_of("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn an_entry_may_have_a_port_or_brackets() {
        assert_eq!(client_of("10.0.0.1", &["198.51.100.1:4711"]), "198.51.100.1");
        assert_eq!(client_of("10.0.0.1", &["198.51.100.1:4711, 10.9.9.9:80"]), "198.51.100.1");
        assert_eq!(client_of("10.0.0.1", &["[2001:db8::1]:4711"]), "2001:db8::1");
        assert_eq!(client_of("10.0.0.1", &["[2001:db8::1]"]), "2001:db8::1");
        assert_eq!(client_of("10.0.0.1", &["2001:db8::1"]), "2001:db8::1");
        for wrong in ["198.51.100.1:port", "[198.51.100.1", "198.51.100.1]:80", "unknown", "_hidden:80"] {
            assert_eq!(client_of("10.0.0.1", &[wrong]), "10.0.0.1");
        }
    }

    #[test]
    fn an_ipv6_subnet_counts_as_one_client() {
        let subnet = |text: &str| ClientSubnet::of(text.parse::<IpAddr>().unwrap());
        assert_eq!(subnet("2001:db8:1:2::1"), subnet("2001:db8:1:2:ffff::9"));
        assert_ne!(subnet("2001:db8:1:2::1"), subnet("2001:db8:1:3::1"));
        assert_eq!(subnet("::ffff:192.0.2.1"), subnet("192.0.2.1"));
        assert_ne!(subnet("192.0.2.1"), subnet("192.0.2.2"));
    }

    #[test]
    fn an_ipv6_subnet_is_part_of_a_56_and_a_48() {
        let wider = |text: &str| {
            let subnet = ClientSubnet::of(text.parse::<IpAddr>().unwrap());
            subnet.wider().map(|(net, factor)| (net.0.to_string(), factor)).collect::<Vec<_>>()
        };
        let nets = [("2001:db8:1:ff00::/56".to_owned(), 4), ("2001:db8:1::/48".to_owned(), 16)];
        assert_eq!(wider("2001:db8:1:ff02::1"), nets);
        assert_eq!(wider("192.0.2.1"), []);
        let widest = |text: &str| ClientSubnet::of(text.parse::<IpAddr>().unwrap()).widest().to_string();
        assert_eq!(widest("2001:db8:1:ff02::1"), "2001:db8:1::/48");
        assert_eq!(widest("::ffff:192.0.2.1"), "192.0.2.1/32");
    }
}
