//! Limits on open connections: by address, live streams by address and by account, and in total, so that file
//! descriptors are left for the database and for mail.

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::net::{IpAddr, Shutdown};
use std::num::NonZeroU32;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::dev::Extensions;
use actix_web::rt::net::TcpStream;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use ipnet::IpNet;
use parking_lot::Mutex;
use socket2::SockRef;

use super::client_address::{ClientSubnet, is_trusted};
use crate::config::Config;
use crate::metrics::{CounterMetric, Metrics};
use crate::users::UserId;
use crate::web::WebError;

/// File descriptors reserved for everything but connections: the database, mail and push services, log files.
const RESERVE: usize = 128;
/// One address, and one IPv6 /48, may hold at most this fraction of the connections that the descriptors suffice for,
/// and its streams half of that, however high the configured limits are.
const SHARE: usize = 4;
/// `Retry-After` in seconds for a client with too many connections.
const RETRY_AFTER: u64 = 10;
/// The response on a connection that is closed at once, before its request is read.
const REFUSAL: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// What is open, and the limits.
pub struct ConnectionLimits {
    all: ConnectionLimit<()>,
    by_address: ConnectionLimit<ClientSubnet>,
    streams_by_address: ConnectionLimit<ClientSubnet>,
    streams_by_account: ConnectionLimit<UserId>,
    counts_addresses: bool,
    trusted_proxies: Vec<IpNet>,
    log_addresses: bool,
    refusal_lines: DefaultDirectRateLimiter,
    metrics: Metrics,
}

/// A connection that is served. Counted until it is dropped with the connection.
struct AdmittedConnection {
    _all: ConnectionPermit<()>,
    _of_address: Vec<ConnectionPermit<ClientSubnet>>,
}

/// A connection that is about to be closed.
struct RefusedConnection;

/// A live stream. Counted until it is dropped with the stream.
#[derive(Debug)]
pub struct StreamPermit {
    _of_address: Vec<ConnectionPermit<ClientSubnet>>,
    _of_account: Option<ConnectionPermit<UserId>>,
}

impl ConnectionLimits {
    /// Limits for a process with this number of file descriptors.
    pub fn new(config: &Config, descriptors: usize, metrics: Metrics) -> Self {
        let capacity = descriptors.saturating_sub(RESERVE.min(descriptors / 2));
        let share = (capacity / SHARE).max(1);
        let limits = config.client_limits;
        Self {
            all: ConnectionLimit::new(capacity, capacity),
            by_address: ConnectionLimit::new(limits.connections_per_address, share),
            streams_by_address: ConnectionLimit::new(limits.streams_per_address, share.div_ceil(2)),
            streams_by_account: ConnectionLimit::new(limits.streams_per_account, capacity),
            counts_addresses: config.rate_limits,
            trusted_proxies: config.trusted_proxies.clone(),
            log_addresses: config.log_addresses,
            refusal_lines: RateLimiter::direct(Quota::per_minute(NonZeroU32::MIN)),
            metrics,
        }
    }

    /// The maximum number of connections.
    pub fn capacity(&self) -> usize {
        self.all.most
    }

    /// Counts a new connection, or closes it with 429. Called by the server before it reads anything.
    pub fn admit(&self, connection: &dyn Any, data: &mut Extensions) {
        let Some(stream) = connection.downcast_ref::<TcpStream>() else { return };
        let Ok(peer) = stream.peer_addr() else { return };
        match self.permit(peer.ip()) {
            Some(admitted) => {
                data.insert(admitted);
            }
            None => {
                data.insert(RefusedConnection);
                self.metrics.count(CounterMetric::ConnectionsRefused);
                self.log_refusal(peer.ip());
                let socket = SockRef::from(stream);
                // The client may be gone.
                let _ = socket.send(REFUSAL);
                let _ = socket.shutdown(Shutdown::Both);
            }
        }
    }

    /// Trusted proxies are not counted by address, as they bring many clients.
    fn permit(&self, peer: IpAddr) -> Option<AdmittedConnection> {
        let counted = self.counts_addresses && !is_trusted(peer, &self.trusted_proxies);
        let _of_address =
            if counted { self.by_address.take_all(ClientSubnet::of(peer))? } else { Vec::new() };
        Some(AdmittedConnection { _all: self.all.take((), 1)?, _of_address })
    }

    fn log_refusal(&self, peer: IpAddr) {
        if self.refusal_lines.check().is_ok() {
            let address = self.log_addresses.then(|| tracing::field::display(peer.to_canonical()));
            tracing::warn!(address, "connections are refused: too many are open (logged once a minute)");
        }
    }

    /// Counts a live stream of an address and an account.
    ///
    /// # Errors
    /// There are too many.
    pub fn stream(&self, from: ClientSubnet, user: Option<UserId>) -> Result<StreamPermit, WebError> {
        let too_many = || WebError::TooMany(RETRY_AFTER);
        if !self.counts_addresses {
            return Ok(StreamPermit { _of_address: Vec::new(), _of_account: None });
        }
        let _of_account = match user {
            Some(user) => Some(self.streams_by_account.take(user, 1).ok_or_else(too_many)?),
            None => None,
        };
        let _of_address = self.streams_by_address.take_all(from).ok_or_else(too_many)?;
        Ok(StreamPermit { _of_address, _of_account })
    }
}

impl fmt::Debug for ConnectionLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConnectionLimits").field("capacity", &self.capacity()).finish_non_exhaustive()
    }
}

/// Refuses requests on a connection that is about to be closed, whose response nobody would read.
pub fn require_admitted(request: &HttpRequest) -> Result<(), WebError> {
    match request.conn_data::<RefusedConnection>() {
        Some(RefusedConnection) => Err(WebError::TooMany(RETRY_AFTER)),
        None => Ok(()),
    }
}

/// A limit for each key.
struct ConnectionLimit<K> {
    most: usize,
    /// The limit of keys that have a multiple of it.
    cap: usize,
    open: Arc<Mutex<HashMap<K, usize>>>,
}

/// Something that is counted until it is dropped.
struct ConnectionPermit<K: Eq + Hash> {
    key: K,
    open: Arc<Mutex<HashMap<K, usize>>>,
}

impl<K: Eq + Hash + Copy> ConnectionLimit<K> {
    fn new(most: usize, cap: usize) -> Self {
        Self { most, cap, open: Arc::default() }
    }

    /// `factor` multiplies the limit.
    fn take(&self, key: K, factor: u8) -> Option<ConnectionPermit<K>> {
        let most = self.most.saturating_mul(factor.into()).min(self.cap);
        let mut open = self.open.lock();
        let count = open.entry(key).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(ConnectionPermit { key, open: Arc::clone(&self.open) })
    }
}

impl ConnectionLimit<ClientSubnet> {
    /// Counts for the address and for the networks around it.
    fn take_all(&self, from: ClientSubnet) -> Option<Vec<ConnectionPermit<ClientSubnet>>> {
        [(from, 1)]
            .into_iter()
            .chain(from.wider())
            .map(|(subnet, factor)| self.take(subnet, factor))
            .collect()
    }
}

impl<K: Eq + Hash> Drop for ConnectionPermit<K> {
    fn drop(&mut self) {
        let mut open = self.open.lock();
        if let Some(count) = open.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.key);
            }
        }
    }
}

impl<K: Eq + Hash + fmt::Debug> fmt::Debug for ConnectionPermit<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ConnectionPermit({:?})", self.key)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;
    use crate::config::ClientLimits;

    fn connections(client_limits: ClientLimits, descriptors: usize) -> ConnectionLimits {
        let trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()];
        ConnectionLimits::new(
            &Config { client_limits, trusted_proxies, ..Config::default() },
            descriptors,
            Metrics::default(),
        )
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// How many of a thousand attempts succeed.
    fn most<T>(take: impl Fn() -> Option<T>) -> usize {
        let held: Vec<_> = (0..1000).map_while(|_| take()).collect();
        held.len()
    }

    #[test]
    fn connections_of_an_address_are_limited_and_released() {
        let limits = ClientLimits { connections_per_address: 3, ..ClientLimits::default() };
        let connections = connections(limits, 100_000);
        for _ in 0..2 {
            assert_eq!(most(|| connections.permit(address("192.0.2.1"))), 3);
        }
        let held = connections.permit(address("192.0.2.1"));
        assert_eq!(most(|| connections.permit(address("192.0.2.2"))), 3);
        assert_eq!(most(|| connections.permit(address("192.0.2.1"))), 2);
        assert_eq!(
            most(|| connections.permit(address("10.0.0.1"))),
            1000,
            "a trusted proxy has many clients"
        );
        drop(held);
    }

    #[test]
    fn one_address_holds_at_most_a_share_of_the_descriptors() {
        let connections = connections(ClientLimits::default(), 1024);
        assert_eq!(connections.capacity(), 1024 - RESERVE);
        assert_eq!(most(|| connections.permit(address("192.0.2.1"))), 224);
        assert_eq!(most(|| connections.stream(ClientSubnet::of(address("192.0.2.1")), None).ok()), 112);
        assert_eq!(most(|| connections.permit(address("10.0.0.1"))), 896, "the reserve is not given away");
    }

    #[test]
    fn an_ipv6_network_holds_a_few_times_the_connections_of_one_address() {
        let limits =
            ClientLimits { connections_per_address: 3, streams_per_address: 2, ..ClientLimits::default() };
        let connections = connections(limits, 100_000);
        let number = std::cell::Cell::new(0_u16);
        let next = |prefix: &str, shift: u32| {
            number.set(number.get() + 1);
            address(&format!("{prefix}:{:x}::1", number.get() << shift))
        };
        assert_eq!(most(|| connections.permit(next("2001:db8:1", 0))), 12, "of a /56");
        assert_eq!(most(|| connections.permit(next("2001:db8:2", 6))), 48, "of a /48");
        let stream = |from| connections.stream(ClientSubnet::of(from), None).ok();
        assert_eq!(most(|| stream(next("2001:db8:3", 6))), 32, "streams of a /48");
    }

    #[test]
    fn streams_of_an_account_are_limited_across_addresses() {
        let limits = ClientLimits { streams_per_account: 5, ..ClientLimits::default() };
        let connections = connections(limits, 100_000);
        let from = |last: u8| ClientSubnet::of(IpAddr::from([192, 0, 2, last]));
        let held: Vec<_> = (0..5).map(|n| connections.stream(from(n), Some(UserId(1))).unwrap()).collect();
        assert!(matches!(connections.stream(from(9), Some(UserId(1))), Err(WebError::TooMany(RETRY_AFTER))));
        assert!(connections.stream(from(9), Some(UserId(2))).is_ok());
        assert!(connections.stream(from(9), None).is_ok());
        drop(held);
        assert!(connections.stream(from(9), Some(UserId(1))).is_ok());
    }

    #[test]
    fn released_connections_leave_no_entry() {
        let connections = connections(ClientLimits::default(), 1024);
        drop((0..100).map(|n| connections.permit(IpAddr::from([192, 0, 2, n]))).collect::<Vec<_>>());
        assert!(connections.by_address.open.lock().is_empty());
    }
}
