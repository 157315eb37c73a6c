//! Push endpoints: URLs that a browser reports, or an attacker. Pure.

use std::fmt;
use std::net::IpAddr;

use thiserror::Error;
use url::{Host, Url};

use super::addresses::is_public;
use crate::error_codes;
use crate::texts::tr;

/// Names that are reserved for hosts of the local network, whatever they resolve to.
const NEAR: [&str; 7] = ["localhost", "local", "internal", "lan", "intranet", "home", "arpa"];

/// The URL at a push service under which a browser receives pushes.
#[derive(Clone, PartialEq, Eq)]
pub struct PushEndpoint {
    url: Url,
    /// Whether it is on a loopback address, which only tests use.
    here: bool,
}

/// Why an endpoint was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PushEndpointError {
    #[error("{}", tr("The push service address is too long."))]
    Long,
    /// Not a URL.
    #[error("{}", tr("That isn’t the address of a push service."))]
    Form,
    /// Not an HTTPS URL on the standard port.
    #[error("{}", tr("The address of a push service must use https on the default port."))]
    Way,
    /// A host of the local network.
    #[error("{}", tr("The address of a push service must be public."))]
    Near,
}

error_codes! {
    PushEndpointError {
        Self::Long => "push-endpoint-too-long",
        Self::Form => "push-endpoint-not-a-url",
        Self::Way => "push-endpoint-not-https",
        Self::Near => "push-endpoint-not-public",
    }
}

impl PushEndpoint {
    /// Maximum length in bytes. Those of today's services are a quarter of it.
    pub const MAX_LENGTH: usize = 1024;

    /// Parses an endpoint. `loopback` permits loopback addresses.
    ///
    /// # Errors
    /// It is too long, not a URL, not HTTPS, or in the local network.
    pub fn parse(text: &str, loopback: bool) -> Result<Self, PushEndpointError> {
        if text.len() > Self::MAX_LENGTH {
            return Err(PushEndpointError::Long);
        }
        let url = Url::parse(text).map_err(|_| PushEndpointError::Form)?;
        let host = url.host().ok_or(PushEndpointError::Form)?;
        let plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        if !plain || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(PushEndpointError::Form);
        }
        let address = address(&host);
        if loopback && url.scheme() == "http" && address.is_some_and(|address| address.is_loopback()) {
            return Ok(Self { url, here: true });
        }
        if url.scheme() != "https" || url.port().is_some() {
            return Err(PushEndpointError::Way);
        }
        let far = match host {
            Host::Domain(name) => is_far(name),
            _ => address.is_some_and(is_public),
        };
        if far { Ok(Self { url, here: false }) } else { Err(PushEndpointError::Near) }
    }

    /// Whether requests may go to this address, to which its host resolved.
    pub fn may_be_at(&self, address: IpAddr) -> bool {
        if self.here { address.is_loopback() } else { is_public(address) }
    }

    pub fn is_https(&self) -> bool {
        self.url.scheme() == "https"
    }

    pub fn host(&self) -> Host<&str> {
        self.url.host().unwrap_or(Host::Domain(""))
    }

    pub fn port(&self) -> u16 {
        self.url.port_or_known_default().unwrap_or(443)
    }

    /// The push service, without the secret part.
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }

    /// Path and query.
    pub fn path(&self) -> String {
        match self.url.query() {
            Some(query) => format!("{}?{query}", self.url.path()),
            None => self.url.path().to_owned(),
        }
    }

    /// Host and port, for the `Host` header.
    pub fn authority(&self) -> String {
        let origin = self.origin();
        origin.split_once("://").map_or("", |(_, authority)| authority).to_owned()
    }

    /// The complete URL.
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }
}

/// The path is a secret between browser and site.
impl fmt::Debug for PushEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PushEndpoint({}/…)", self.origin())
    }
}

fn address(host: &Host<&str>) -> Option<IpAddr> {
    match host {
        Host::Domain(_) => None,
        Host::Ipv4(v4) => Some(IpAddr::V4(*v4)),
        Host::Ipv6(v6) => Some(IpAddr::V6(*v6).to_canonical()),
    }
}

fn is_far(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    name.rsplit_once('.').is_some_and(|(_, top)| !NEAR.contains(&top))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_of_known_push_services_are_accepted() {
        for text in [
            "https://fcm.googleapis.com/fcm/send/abc:APA91b-x_y",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAAAB",
            "https://web.push.apple.com/QGuQ",
            "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAB%2f",
            "https://push.example:443/x",
            "https://1.1.1.1/x",
            "https://[2606:4700::1111]/x",
        ] {
            let endpoint = PushEndpoint::parse(text, false).unwrap();
            assert!(endpoint.is_https() && endpoint.port() == 443, "{text}");
        }
    }

    #[test]
    fn other_endpoints_are_refused() {
        let long = format!("https://push.example/{}", "x".repeat(1024));
        for (text, wrong) in [
            ("", PushEndpointError::Form),
            ("push.example", PushEndpointError::Form),
            ("https://", PushEndpointError::Form),
            ("https://me:secret@push.example/", PushEndpointError::Form),
            ("https://push.example/#x", PushEndpointError::Form),
            ("https://push.example/a b", PushEndpointError::Form),
            ("https://push.example/\r\nHost: x", PushEndpointError::Form),
            ("data:text/plain,x", PushEndpointError::Form),
            (long.as_str(), PushEndpointError::Long),
            ("http://push.example/", PushEndpointError::Way),
            ("ftp://push.example/", PushEndpointError::Way),
            ("file://push.example/etc/passwd", PushEndpointError::Way),
            ("https://push.example:22/", PushEndpointError::Way),
            ("https://localhost/", PushEndpointError::Near),
            ("https://LOCALHOST./", PushEndpointError::Near),
            ("https://db/", PushEndpointError::Near),
            ("https://printer.local/", PushEndpointError::Near),
            ("https://metadata.google.internal/", PushEndpointError::Near),
            ("https://127.0.0.1/", PushEndpointError::Near),
            ("https://127.1/", PushEndpointError::Near),
            ("https://2130706433/", PushEndpointError::Near),
            ("https://0x7f.0.0.1/", PushEndpointError::Near),
            ("https://0177.0.0.1/", PushEndpointError::Near),
            ("https://0/", PushEndpointError::Near),
            ("https://169.254.169.254/latest/meta-data", PushEndpointError::Near),
            ("https://[::1]/", PushEndpointError::Near),
            ("https://[::ffff:10.0.0.1]/", PushEndpointError::Near),
            ("https://[fd00::1]/", PushEndpointError::Near),
            ("https://１２７.0.0.1/", PushEndpointError::Form),
        ] {
            assert_eq!(PushEndpoint::parse(text, false).unwrap_err(), wrong, "{text}");
        }
    }

    #[test]
    fn loopback_endpoints_are_accepted_only_where_allowed() {
        for text in ["http://127.0.0.1:4000/x", "http://[::1]:4000/x"] {
            assert_eq!(PushEndpoint::parse(text, false).unwrap_err(), PushEndpointError::Way);
            let here = PushEndpoint::parse(text, true).unwrap();
            assert!(here.may_be_at(IpAddr::from([127, 0, 0, 1])) && !here.is_https());
        }
        for text in ["http://10.0.0.1/", "http://push.example/", "https://127.0.0.1/", "http://localhost/"] {
            assert!(PushEndpoint::parse(text, true).is_err(), "{text}");
        }
        let far = PushEndpoint::parse("https://push.example/x", true).unwrap();
        assert!(!far.may_be_at(IpAddr::from([127, 0, 0, 1])), "a name never leads here");
        assert!(far.may_be_at(IpAddr::from([8, 8, 8, 8])));
    }

    #[test]
    fn debug_output_hides_the_path_of_an_endpoint() {
        let endpoint = PushEndpoint::parse("https://push.example/very-secret?key=too", false).unwrap();
        assert_eq!(format!("{endpoint:?}"), "PushEndpoint(https://push.example/…)");
        assert_eq!(
            (endpoint.path().as_str(), endpoint.authority().as_str()),
            ("/very-secret?key=too", "push.example")
        );
    }
}
