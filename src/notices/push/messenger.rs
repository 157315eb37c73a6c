//! HTTP client for push services. Endpoints are untrusted input: the name is resolved here,
//! every address is checked, and one of the checked addresses is connected to, without a proxy. Redirects are not
//! followed, and of a response only the head is read.
//!
//! This uses hyper because `reqwest` cannot limit the size of a response head, and connects to an address literal in
//! a URL without asking its resolver, which alone could refuse it. The TLS configuration and the look-up when a
//! device is added would stay here as well.

use std::fmt;
use std::io;
#[cfg(test)]
use std::net::IpAddr;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper::{Request, header};
use hyper_util::rt::TokioIo;
use jiff::fmt::rfc2822::DateTimeParser;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, Error as TlsError, RootCertStore};
use url::Host;

use super::endpoint::PushEndpoint;
use crate::now::Moment;

/// Time limits for resolving a name, for connecting, and for the whole request.
const LOOKING_UP: Duration = Duration::from_secs(5);
const CONNECTING: Duration = Duration::from_secs(5);
const ALL: Duration = Duration::from_secs(10);
/// How many addresses of a name are tried.
const TRIED: usize = 3;
/// Maximum size of a response head in bytes.
const HEAD: usize = 16 * 1024;

/// Why a request to a push service failed.
#[derive(Debug, Error)]
pub enum PushRequestError {
    /// The name does not resolve.
    #[error("the host name does not resolve")]
    Unknown,
    /// The name resolves to an address that is not public.
    #[error("the host name resolves to a private address")]
    Near,
    /// No answer in time.
    #[error("timed out")]
    Late,
    #[error("{0}")]
    Connection(#[from] io::Error),
    /// Not an HTTP response.
    #[error("{0}")]
    Http(#[from] hyper::Error),
}

/// A response of a push service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushReply {
    pub status: u16,
    /// `Retry-After`, in milliseconds.
    pub again: Option<i64>,
}

/// The headers and encrypted body of a push.
#[derive(Debug)]
pub struct PushRequest {
    /// The `Authorization` header.
    pub authorization: String,
    /// `TTL`: for how many seconds the service stores it for a browser that is offline.
    pub keep: i64,
    /// `Topic`: a later push of the same topic replaces it.
    pub topic: Option<String>,
    /// `Urgency`: whether a sleeping phone is woken for it.
    pub urgent: bool,
    /// The encrypted body.
    pub sealed: Vec<u8>,
}

/// How names are resolved.
enum NameResolver {
    /// By the operating system.
    System,
    /// From a list that a test can change.
    #[cfg(test)]
    Test(Box<dyn Fn() -> Vec<IpAddr> + Send + Sync>),
}

/// The HTTP client for push services.
pub struct PushMessenger {
    tls: TlsConnector,
    book: NameResolver,
}

impl fmt::Debug for PushMessenger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PushMessenger")
    }
}

impl PushMessenger {
    /// A client that trusts the certificate authorities of browsers.
    ///
    /// # Errors
    /// TLS cannot be set up.
    pub fn new() -> Result<Self, TlsError> {
        Self::with_roots(RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() })
    }

    fn with_roots(roots: RootCertStore) -> Result<Self, TlsError> {
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self { tls: TlsConnector::from(Arc::new(config)), book: NameResolver::System })
    }

    /// Resolves an endpoint. Succeeds only if all of its addresses are permitted.
    ///
    /// # Errors
    /// The name does not resolve, or to an address that is not permitted.
    pub async fn resolve(&self, endpoint: &PushEndpoint) -> Result<Vec<SocketAddr>, PushRequestError> {
        let port = endpoint.port();
        let found: Vec<SocketAddr> = match endpoint.host() {
            Host::Ipv4(v4) => vec![(v4, port).into()],
            Host::Ipv6(v6) => vec![(v6, port).into()],
            Host::Domain(name) => match &self.book {
                NameResolver::System => match timeout(LOOKING_UP, lookup_host((name, port))).await {
                    Ok(Ok(found)) => found.collect(),
                    Ok(Err(_)) => return Err(PushRequestError::Unknown),
                    Err(_) => return Err(PushRequestError::Late),
                },
                #[cfg(test)]
                NameResolver::Test(book) => {
                    book().into_iter().map(|address| (address, port).into()).collect()
                }
            },
        };
        if found.is_empty() {
            return Err(PushRequestError::Unknown);
        }
        if !found.iter().all(|found| endpoint.may_be_at(found.ip())) {
            return Err(PushRequestError::Near);
        }
        Ok(found)
    }

    /// Sends a push.
    ///
    /// # Errors
    /// It could not be sent, or there was no response.
    pub async fn deliver(
        &self,
        endpoint: &PushEndpoint,
        parcel: PushRequest,
        now: Moment,
    ) -> Result<PushReply, PushRequestError> {
        let delivering = async {
            let stream = connect(self.resolve(endpoint).await?).await?;
            self.send_request(stream, endpoint, parcel, now).await
        };
        timeout(ALL, delivering).await.unwrap_or(Err(PushRequestError::Late))
    }

    async fn send_request(
        &self,
        stream: TcpStream,
        endpoint: &PushEndpoint,
        parcel: PushRequest,
        now: Moment,
    ) -> Result<PushReply, PushRequestError> {
        if !endpoint.is_https() {
            return hand_over(stream, endpoint, parcel, now).await;
        }
        let name = ServerName::try_from(endpoint.host().to_string().trim_matches(['[', ']']).to_owned());
        let name = name.map_err(|_| PushRequestError::Unknown)?;
        hand_over(self.tls.connect(name, stream).await?, endpoint, parcel, now).await
    }
}

async fn connect(addresses: Vec<SocketAddr>) -> Result<TcpStream, PushRequestError> {
    let mut trouble = PushRequestError::Unknown;
    for address in addresses.into_iter().take(TRIED) {
        match timeout(CONNECTING, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(error)) => trouble = error.into(),
            Err(_) => trouble = PushRequestError::Late,
        }
    }
    Err(trouble)
}

async fn hand_over<S>(
    stream: S,
    endpoint: &PushEndpoint,
    parcel: PushRequest,
    now: Moment,
) -> Result<PushReply, PushRequestError>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let mut request = Request::post(endpoint.path())
        .header(header::HOST, endpoint.authority())
        .header(header::AUTHORIZATION, parcel.authorization)
        .header(header::CONTENT_TYPE, "application/octet-stream")
        .header(header::CONTENT_ENCODING, "aes128gcm")
        .header(header::CONNECTION, "close")
        .header("TTL", parcel.keep)
        .header("Urgency", if parcel.urgent { "high" } else { "normal" });
    if let Some(topic) = parcel.topic {
        request = request.header("Topic", topic);
    }
    let request = request.body(Full::new(Bytes::from(parcel.sealed))).map_err(io::Error::other)?;
    let (mut sender, connection) =
        http1::Builder::new().max_buf_size(HEAD).handshake(TokioIo::new(stream)).await?;
    // Dropped on a timeout, and as soon as the head of the response is there.
    let mut driving = JoinSet::new();
    driving.spawn(connection);
    let answer = sender.send_request(request).await?;
    let again = answer.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
    let again = again.and_then(|text| wait(text, now));
    Ok(PushReply { status: answer.status().as_u16(), again })
}

/// `Retry-After` in milliseconds: seconds, or a date.
fn wait(text: &str, now: Moment) -> Option<i64> {
    let text = text.trim();
    if let Ok(seconds) = text.parse::<u32>() {
        return Some(i64::from(seconds) * 1000);
    }
    let at = DateTimeParser::new().parse_timestamp(text).ok()?;
    Some(Moment(at.as_millisecond()).since(now).max(0))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio::task::JoinHandle;
    use tokio_rustls::TlsAcceptor;
    use tokio_rustls::rustls::ServerConfig;
    use tokio_rustls::rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};

    use super::*;

    fn example_push() -> PushRequest {
        PushRequest { authorization: String::new(), keep: 60, topic: None, urgent: false, sealed: vec![1] }
    }

    fn with_book(book: impl Fn() -> Vec<IpAddr> + Send + Sync + 'static) -> PushMessenger {
        PushMessenger { book: NameResolver::Test(Box::new(book)), ..PushMessenger::new().unwrap() }
    }

    #[tokio::test]
    async fn a_name_that_later_resolves_to_a_private_address_is_refused() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let requests = AtomicUsize::new(0);
        let messenger = with_book(move || {
            let near = requests.fetch_add(1, Ordering::SeqCst) > 0;
            vec![if near { [127, 0, 0, 1].into() } else { [8, 8, 8, 8].into() }]
        });
        let endpoint = PushEndpoint::parse("https://push.example/x", true).unwrap();
        assert!(messenger.resolve(&endpoint).await.is_ok(), "it is out in the world when it is entered");
        let sent = messenger.deliver(&endpoint, example_push(), Moment(0)).await;
        assert!(matches!(sent, Err(PushRequestError::Near)), "{sent:?}");
        let nobody = timeout(Duration::from_millis(200), listener.accept()).await;
        assert!(nobody.is_err(), "nothing was connected to");
    }

    #[tokio::test]
    async fn a_name_with_one_private_address_among_others_is_refused() {
        for near in ["10.0.0.1", "::1", "::ffff:192.168.0.1", "169.254.169.254", "fd00::1"] {
            let messenger = with_book(move || vec![[8, 8, 8, 8].into(), near.parse().unwrap()]);
            let endpoint = PushEndpoint::parse("https://push.example/x", false).unwrap();
            assert!(matches!(messenger.resolve(&endpoint).await, Err(PushRequestError::Near)), "{near}");
        }
        let nobody = with_book(Vec::new);
        let endpoint = PushEndpoint::parse("https://push.example/x", false).unwrap();
        assert!(matches!(nobody.resolve(&endpoint).await, Err(PushRequestError::Unknown)));
    }

    /// A service with a certificate for a name, which answers once with the head of the request.
    async fn service_named(
        name: &str,
    ) -> (CertificateDer<'static>, TcpStream, JoinHandle<io::Result<String>>) {
        let made = rcgen::generate_simple_self_signed(vec![name.to_owned()]).unwrap();
        let certificate = made.cert.der().clone();
        let key = PrivatePkcs8KeyDer::from(made.signing_key.serialize_der());
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], key.into())
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let serving = tokio::spawn(async move {
            let (stream, _) = listener.accept().await?;
            let mut stream = TlsAcceptor::from(Arc::new(config)).accept(stream).await?;
            let mut heard = Vec::new();
            while !heard.windows(4).any(|window| window == b"\r\n\r\n") {
                stream.read_buf(&mut heard).await?;
            }
            stream.write_all(b"HTTP/1.1 429 Slowly\r\nRetry-After: 7\r\n\r\n").await?;
            Ok(String::from_utf8_lossy(&heard).into_owned())
        });
        (certificate, stream, serving)
    }

    #[tokio::test]
    async fn a_push_service_needs_a_valid_certificate_for_its_name() {
        let endpoint = PushEndpoint::parse("https://push.example/box?of=ada", false).unwrap();
        for (name, known) in [("push.example", true), ("push.example", false), ("other.example", true)] {
            let (certificate, stream, serving) = service_named(name).await;
            let mut roots = RootCertStore::empty();
            if known {
                roots.add(certificate).unwrap();
            }
            let messenger = PushMessenger::with_roots(roots).unwrap();
            let reply = messenger.send_request(stream, &endpoint, example_push(), Moment(0)).await;
            let heard = serving.await.unwrap();
            if name == "push.example" && known {
                assert_eq!(reply.unwrap(), PushReply { status: 429, again: Some(7000) });
                let heard = heard.unwrap().to_lowercase();
                assert!(heard.starts_with("post /box?of=ada http/1.1\r\nhost: push.example\r\n"), "{heard}");
            } else {
                assert!(matches!(reply, Err(PushRequestError::Connection(_))), "{reply:?}");
                assert!(heard.is_err(), "nothing was said to {name}");
            }
        }
    }

    #[test]
    fn retry_after_is_read_in_both_forms() {
        let now = Moment(784_111_777_000);
        assert_eq!(wait("120", now), Some(120_000));
        assert_eq!(wait(" Sun, 06 Nov 1994 08:50:37 GMT", now), Some(60_000));
        assert_eq!(wait("Sun, 06 Nov 1994 08:00:00 GMT", now), Some(0));
        for text in ["", "soon", "-5", "99999999999999"] {
            assert_eq!(wait(text, now), None, "{text}");
        }
    }
}
