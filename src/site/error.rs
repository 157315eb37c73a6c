//! Why the site did not start.

use std::io;
use std::net::SocketAddr;

use thiserror::Error;
use tokio_rustls::rustls::Error as TlsError;

use crate::backup_runner::BackupSetupError;
use crate::config::SecretError;
use crate::notices::push::PushError;
use crate::store::StoreError;

/// Why the site did not start.
#[derive(Debug, Error)]
pub enum StartError {
    #[error("{0} is already in use by another program; stop it, or set BIND to another address")]
    AddressInUse(SocketAddr),
    #[error("cannot listen on {address}, the value of BIND: {cause}")]
    Listen { address: SocketAddr, cause: io::Error },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Secret(#[from] SecretError),
    #[error(transparent)]
    Push(#[from] PushError),
    #[error(transparent)]
    Backups(#[from] BackupSetupError),
    /// TLS cannot be set up for the OpenID Connect provider.
    #[error("connections to OIDC_ISSUER cannot be encrypted: {0}")]
    Oidc(#[from] TlsError),
    /// The metrics cannot be registered.
    #[error("the metrics cannot be set up: {0}")]
    Metrics(#[from] prometheus::Error),
    /// A thread or runtime could not be started.
    #[error("the threads of the site could not be started: {0}")]
    Threads(#[from] io::Error),
}
