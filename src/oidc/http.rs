//! The HTTP client for the provider. Redirects are not followed; time and size of an answer are limited.
//!
//! Unlike push services, the provider is chosen by the host and may be in a private network.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::client::conn::http1;
use hyper::header::{self, HeaderValue};
use hyper_util::rt::TokioIo;
use openidconnect::{HttpRequest, HttpResponse};
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, Error as TlsError, RootCertStore};
use url::{Host, Url};

use crate::config::OidcConfig;

/// Time limit for a request, from resolving the name to the end of the answer.
const TIME: Duration = Duration::from_secs(10);
/// Maximum size of the head and of the body of an answer, in bytes.
const HEAD: usize = 16 * 1024;
const BODY: usize = 256 * 1024;

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum OidcHttpError {
    /// The provider names a URL that secrets must not be sent to.
    #[error("the URL is neither https nor on this machine")]
    Url,
    #[error("timed out")]
    Late,
    #[error("the answer has more than {BODY} bytes")]
    Large,
    #[error("{0}")]
    Connection(#[from] io::Error),
    /// Not an HTTP response.
    #[error("{0}")]
    Http(#[from] hyper::Error),
}

/// The HTTP client for the provider.
pub(super) struct OidcHttpClient(TlsConnector);

impl fmt::Debug for OidcHttpClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OidcHttpClient")
    }
}

impl OidcHttpClient {
    /// A client that trusts the certificate authorities of browsers.
    ///
    /// # Errors
    /// TLS cannot be set up.
    pub fn new() -> Result<Self, TlsError> {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self(TlsConnector::from(Arc::new(config))))
    }

    /// Sends a request and reads the answer.
    ///
    /// # Errors
    /// There is none, or it is too large.
    pub async fn send(&self, request: HttpRequest) -> Result<HttpResponse, OidcHttpError> {
        timeout(TIME, self.connect_and_send(request)).await.unwrap_or(Err(OidcHttpError::Late))
    }

    async fn connect_and_send(&self, request: HttpRequest) -> Result<HttpResponse, OidcHttpError> {
        let url = Url::parse(&request.uri().to_string()).map_err(|_| OidcHttpError::Url)?;
        let url = Some(url).filter(OidcConfig::is_safe).ok_or(OidcHttpError::Url)?;
        let (host, port) = url.host().zip(url.port_or_known_default()).ok_or(OidcHttpError::Url)?;
        let stream = match host {
            Host::Domain(name) => TcpStream::connect((name, port)).await?,
            Host::Ipv4(address) => TcpStream::connect((address, port)).await?,
            Host::Ipv6(address) => TcpStream::connect((address, port)).await?,
        };
        if url.scheme() == "http" {
            return exchange(stream, &url, request).await;
        }
        let name = ServerName::try_from(host.to_string().trim_matches(['[', ']']).to_owned());
        let name = name.map_err(|_| OidcHttpError::Url)?;
        exchange(self.0.connect(name, stream).await?, &url, request).await
    }
}

async fn exchange<S>(stream: S, url: &Url, request: HttpRequest) -> Result<HttpResponse, OidcHttpError>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut head, body) = request.into_parts();
    let path = url[url::Position::BeforePath..url::Position::AfterQuery].parse();
    head.uri = path.map_err(|_| OidcHttpError::Url)?;
    let authority = &url[url::Position::BeforeHost..url::Position::AfterPort];
    let host = HeaderValue::from_str(authority).map_err(|_| OidcHttpError::Url)?;
    head.headers.insert(header::HOST, host);
    head.headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    let request = hyper::Request::from_parts(head, Full::new(Bytes::from(body)));
    let (mut sender, connection) =
        http1::Builder::new().max_buf_size(HEAD).handshake(TokioIo::new(stream)).await?;
    // Dropped on a timeout, and as soon as the answer is there.
    let mut driving = JoinSet::new();
    driving.spawn(connection);
    let (head, body) = sender.send_request(request).await?.into_parts();
    let body =
        Limited::new(body, BODY).collect().await.map_err(|error| match error.downcast::<hyper::Error>() {
            Ok(error) => OidcHttpError::Http(*error),
            Err(error) if error.is::<LengthLimitError>() => OidcHttpError::Large,
            Err(error) => OidcHttpError::Connection(io::Error::other(error)),
        })?;
    Ok(HttpResponse::from_parts(head, body.to_bytes().to_vec()))
}
