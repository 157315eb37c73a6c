//! What pushes are signed and sent with.

use thiserror::Error;
use tokio_rustls::rustls::Error as TlsError;

use super::messenger::PushMessenger;
use super::vapid::VapidSigner;
use crate::config::{Config, PublicUrl};
use crate::store::{Store, StoreError};

/// Why push cannot be set up.
#[derive(Debug, Error)]
pub enum PushError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no VAPID key, and none can be created.
    #[error("the key that pushes are signed with cannot be made or read")]
    Key,
    /// TLS cannot be set up.
    #[error("connections cannot be encrypted: {0}")]
    Tls(#[from] TlsError),
}

/// The VAPID key and the HTTP client.
#[derive(Debug)]
pub struct PushSender {
    pub(super) vapid: VapidSigner,
    pub(super) messenger: PushMessenger,
    /// Whether endpoints may be on loopback addresses.
    pub(super) loopback: bool,
}

impl PushSender {
    /// Opens push with the VAPID key in the database, which is created on the first start.
    ///
    /// # Errors
    /// The database failed, or TLS or the key cannot be set up.
    pub async fn open(store: &Store, site: &PublicUrl, config: &Config) -> Result<Self, PushError> {
        let made = VapidSigner::make().map_err(|_| PushError::Key)?;
        let stored = store.push_key(made).await?;
        let vapid = VapidSigner::read(&stored, contact(site, config)).ok_or(PushError::Key)?;
        Ok(Self { vapid, messenger: PushMessenger::new()?, loopback: config.push_to_loopback })
    }
}

/// The contact for push services: an email address with a real domain or an `https` URL. Apple answers `BadJwtToken`
/// to an address at localhost. A site that has neither is one that is being tried out on a single machine.
fn contact(site: &PublicUrl, config: &Config) -> String {
    match &config.mail_from {
        Some(from) if from.email.domain().contains('.') => format!("mailto:{}", from.email),
        _ if site.is_https() => site.to_string(),
        _ => "mailto:parlour@site.invalid".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn push_services_get_a_valid_contact() {
        let contact = |site: &str, from: Option<&str>| {
            let mail_from = from.map(|from| from.parse().unwrap());
            contact(&PublicUrl::parse(site).unwrap(), &Config { mail_from, ..Config::default() })
        };
        let club = Some("Club <games@club.example>");
        assert_eq!(contact("https://parlour.example", club), "mailto:games@club.example");
        assert_eq!(contact("https://parlour.example", None), "https://parlour.example");
        assert_eq!(contact("https://parlour.example", Some("root@localhost")), "https://parlour.example");
        assert_eq!(contact("http://localhost:8080", None), "mailto:parlour@site.invalid");
    }
}
