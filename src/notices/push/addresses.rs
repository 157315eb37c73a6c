//! Which IP addresses are public. Pure.

use std::net::IpAddr;
use std::sync::LazyLock;

use ipnet::{IpNet, Ipv6Net};

/// Networks of the IANA special-purpose registries that are not globally reachable: this host, private, shared,
/// link-local, documentation, benchmarking, relay, multicast and reserved addresses.
const APART: &[&str] = &[
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "2620:4f:8000::/48",
    "3fff::/20",
];
static NETS: LazyLock<Vec<IpNet>> =
    LazyLock::new(|| APART.iter().filter_map(|net| net.parse().ok()).collect());

/// Global unicast addresses of IPv6. All others are link-local, multicast or unassigned.
const GLOBAL: Ipv6Net = Ipv6Net::new_assert(std::net::Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);
/// The prefix of IPv4 addresses translated by NAT64.
const TRANSLATED: Ipv6Net = Ipv6Net::new_assert(std::net::Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96);

/// Whether an address is globally reachable, and so not in a network of the operator.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V6(v6) if TRANSLATED.contains(&v6) => {
            let [.., a, b, c, d] = v6.octets();
            is_public(IpAddr::from([a, b, c, d]))
        }
        IpAddr::V6(v6) if !GLOBAL.contains(&v6) => false,
        address => !NETS.iter().any(|net| net.contains(&address)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_net_of_the_list_is_one() {
        assert_eq!(NETS.len(), APART.len());
    }

    #[test]
    fn what_is_near_is_told_from_what_is_out_in_the_world() {
        for near in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.254",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.178.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "239.255.255.250",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::2",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:0:127.0.0.1",
            "64:ff9b::127.0.0.1",
            "64:ff9b::192.168.0.1",
            "64:ff9b:1::8.8.8.8",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "4000::1",
            "5f00::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(near.parse().unwrap()), "{near}");
        }
        for far in [
            "1.1.1.1",
            "8.8.8.8",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.1",
            "169.253.0.1",
            "172.15.255.255",
            "172.32.0.0",
            "192.167.1.1",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
            "2606:4700::1111",
            "2a00:1450:4001::1",
            "2620:fe::fe",
        ] {
            assert!(is_public(far.parse().unwrap()), "{far}");
        }
    }
}
