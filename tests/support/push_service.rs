//! A push service on this machine with subscribed browsers. It verifies the sender, and decrypts pushes for each
//! browser.

#![allow(dead_code, reason = "each binary of tests uses its part")]

use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};
use web_push_native::p256::ecdsa::signature::Verifier;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::{Auth, decrypt, p256::SecretKey};

/// Longer than anything takes. Only failing tests wait this long.
const TIMEOUT: Duration = Duration::from_secs(40);
/// How long to wait for a push that should not come: some rounds of the delivery task.
const SILENCE: Duration = Duration::from_millis(3200);

/// The behaviour of the push service.
#[derive(Clone, Copy)]
#[repr(u8)]
pub enum PushMode {
    /// Accepts pushes.
    Takes,
    /// Asks to retry in ten minutes.
    Later,
    /// Fails.
    Fails,
    /// The subscription has ended.
    Gone,
    /// Rejects pushes.
    Refuses,
    /// Redirects to another URL of its own.
    Redirects,
    /// Reads requests and never responds.
    Hangs,
    /// Accepts pushes with an endless response.
    Babbles,
}

/// A browser with a push subscription.
#[derive(Clone)]
pub struct PushBrowser {
    pub endpoint: String,
    secret: SecretKey,
    auth: [u8; 16],
}

/// A push that was received.
#[derive(Clone, Debug)]
pub struct ReceivedPush {
    /// The browser it is for.
    pub browser: String,
    pub headers: HashMap<String, String>,
    /// The public VAPID key of the sender.
    pub key: String,
    /// The decrypted content.
    pub message: Value,
}

/// The service.
pub struct PushService {
    pub url: String,
    shared: Arc<PushServiceState>,
    pushes: UnboundedReceiver<ReceivedPush>,
}

struct PushServiceState {
    url: String,
    mode: AtomicU8,
    tries: AtomicUsize,
    browsers: Mutex<HashMap<String, PushBrowser>>,
}

impl PushBrowser {
    fn new(endpoint: String) -> Self {
        let secret = SecretKey::from_slice(&rand::random::<[u8; 32]>()).unwrap();
        Self { endpoint, secret, auth: rand::random() }
    }

    /// A browser with another endpoint.
    pub fn at(endpoint: &str) -> Self {
        Self::new(endpoint.to_owned())
    }

    /// The form that a page sends to subscribe.
    pub fn form(&self) -> [(&'static str, String); 3] {
        let point = self.secret.public_key().to_encoded_point(false);
        [
            ("endpoint", self.endpoint.clone()),
            ("p256dh", BASE64_URL_SAFE_NO_PAD.encode(point.as_bytes())),
            ("auth", BASE64_URL_SAFE_NO_PAD.encode(self.auth)),
        ]
    }

    fn read(&self, sealed: &[u8]) -> Value {
        let auth = Auth::from(self.auth);
        let message = decrypt(sealed.to_vec(), &self.secret, &auth).expect("sealed for another browser");
        serde_json::from_slice(&message).unwrap()
    }
}

impl ReceivedPush {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// Title and text of the notification.
    pub fn words(&self) -> (&str, &str) {
        (self.message["title"].as_str().unwrap(), self.message["body"].as_str().unwrap())
    }
}

impl PushService {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let shared = Arc::new(PushServiceState {
            url: url.clone(),
            mode: AtomicU8::new(0),
            tries: AtomicUsize::new(0),
            browsers: Mutex::default(),
        });
        let (sender, pushes) = unbounded_channel();
        let service = Arc::clone(&shared);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&service), sender.clone()));
            }
        });
        Self { url, shared, pushes }
    }

    /// A browser of this name with a subscription here.
    pub fn browser(&self, name: &str) -> PushBrowser {
        let browser = PushBrowser::new(format!("{}/push/{name}", self.url));
        self.shared.browsers.lock().unwrap().insert(name.to_owned(), browser.clone());
        browser
    }

    pub fn set_mode(&self, mode: PushMode) {
        self.shared.mode.store(mode as u8, Ordering::SeqCst);
    }

    /// The next push that was received, whatever the response.
    pub async fn next(&mut self) -> ReceivedPush {
        timeout(TIMEOUT, self.pushes.recv()).await.expect("no push was received").unwrap()
    }

    /// The number of requests.
    pub fn tries(&self) -> usize {
        self.shared.tries.load(Ordering::SeqCst)
    }

    /// Checks that no push was received.
    pub fn is_empty(&mut self) {
        if let Ok(push) = self.pushes.try_recv() {
            panic!("unexpected push: {push:?}");
        }
    }

    /// Checks that no push comes.
    pub async fn assert_stays_empty(&mut self) {
        if let Ok(push) = timeout(SILENCE, self.pushes.recv()).await {
            panic!("unexpected push: {push:?}");
        }
    }
}

async fn serve(
    mut stream: TcpStream,
    service: Arc<PushServiceState>,
    pushes: UnboundedSender<ReceivedPush>,
) -> Option<()> {
    let mut heard = Vec::new();
    let head = loop {
        if let Some(end) = heard.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        stream.read_buf(&mut heard).await.ok().filter(|read| *read > 0)?;
    };
    let text = String::from_utf8(heard[..head].to_vec()).unwrap();
    let mut lines = text.lines();
    let request = lines.next()?.to_owned();
    let split =
        |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
    let headers: HashMap<_, _> = lines.filter_map(split).collect();
    let length: usize = headers["content-length"].parse().unwrap();
    let mut body = heard.split_off(head + 4);
    while body.len() < length {
        stream.read_buf(&mut body).await.ok().filter(|read| *read > 0)?;
    }
    service.tries.fetch_add(1, Ordering::SeqCst);
    let path = request.strip_prefix("POST /push/").expect("only pushes are sent here");
    let browser = path.split(' ').next()?.to_owned();
    let known = service.browsers.lock().unwrap().get(&browser).cloned().expect("a browser of this service");
    let key = sender(&headers["authorization"], &service.url);
    pushes.send(ReceivedPush { message: known.read(&body), browser, headers, key }).ok()?;
    let mode = service.mode.load(Ordering::SeqCst);
    let of = |known: PushMode| mode == known as u8;
    let answer = if of(PushMode::Later) {
        "429 Too Many Requests\r\nRetry-After: 600".to_owned()
    } else if of(PushMode::Fails) {
        "503 Service Unavailable".to_owned()
    } else if of(PushMode::Gone) {
        "410 Gone".to_owned()
    } else if of(PushMode::Refuses) {
        "400 Bad Request".to_owned()
    } else if of(PushMode::Redirects) {
        format!("307 Temporary Redirect\r\nLocation: {}/push/elsewhere", service.url)
    } else if of(PushMode::Hangs) {
        sleep(TIMEOUT).await;
        return None;
    } else if of(PushMode::Babbles) {
        stream.write_all(b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n").await.ok()?;
        while stream.write_all(b"1000\r\n").await.is_ok() && stream.write_all(&[b'x'; 0x1000]).await.is_ok() {
            stream.write_all(b"\r\n").await.ok()?;
        }
        return None;
    } else {
        "201 Created".to_owned()
    };
    stream.write_all(format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n").as_bytes()).await.ok()
}

/// The sender, after a check that the token is for this service and valid for at most a day.
fn sender(authorization: &str, service: &str) -> String {
    let (token, key) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let verifying = VerifyingKey::from_sec1_bytes(&decode(key)).unwrap();
    let signature = Signature::from_slice(&decode(signature)).unwrap();
    verifying.verify(signed.as_bytes(), &signature).expect("the signature is right");
    let (head, claims) = signed.split_once('.').unwrap();
    let [head, claims]: [Value; 2] =
        [head, claims].map(|part| serde_json::from_slice(&decode(part)).unwrap());
    assert_eq!(head, serde_json::json!({"typ": "JWT", "alg": "ES256"}));
    assert_eq!(claims["aud"], service);
    let contact = claims["sub"].as_str().unwrap().strip_prefix("mailto:").unwrap();
    assert!(contact.contains('@') && contact.contains('.') && !contact.contains("localhost"), "{claims}");
    assert!(claims["exp"].is_i64());
    key.to_owned()
}
