//! `parlour healthcheck`: asks a site on this machine whether it is ready.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;

use crate::config::{Config, ServeFlags};
use crate::urls;

/// How long each step of the request may take.
const PATIENCE: Duration = Duration::from_secs(3);
/// How much of the response is read, in bytes: enough for the status.
const STATUS_LINE: u64 = 64;

/// Check that the site on this machine is ready; exit status 0 if it is, 1 if not
#[derive(Debug, Args)]
pub struct HealthcheckArgs {
    /// Address and port the site listens on [default: 127.0.0.1:8080]
    #[arg(long, env = "BIND", value_name = "ADDRESS:PORT")]
    bind: Option<String>,
}

impl HealthcheckArgs {
    /// Sends one request.
    ///
    /// # Errors
    /// The site does not answer, or is not ready.
    pub fn run(self) -> anyhow::Result<()> {
        let config = Config::read(ServeFlags { bind: self.bind, ..ServeFlags::default() })?;
        let address = reachable(config.bind);
        let answer = ask(address).with_context(|| format!("{address} does not answer"))?;
        let status = answer.lines().next().unwrap_or_default();
        ensure!(status.split(' ').nth(1) == Some("200"), "{address} is not ready: {status}");
        Ok(())
    }
}

/// An address to connect to. A site that listens on all addresses also listens on this machine.
fn reachable(bind: SocketAddr) -> SocketAddr {
    let ip = match bind.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, bind.port())
}

fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET {} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n", urls::Ready)?;
    let mut answer = Vec::new();
    stream.take(STATUS_LINE).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

#[cfg(test)]
mod tests {
    use super::reachable;

    #[test]
    fn a_wildcard_address_is_checked_on_loopback() {
        let target_of = |bind: &str| reachable(bind.parse().unwrap()).to_string();
        assert_eq!(target_of("0.0.0.0:8080"), "127.0.0.1:8080");
        assert_eq!(target_of("[::]:8080"), "[::1]:8080");
        assert_eq!(target_of("192.0.2.7:80"), "192.0.2.7:80");
    }
}
