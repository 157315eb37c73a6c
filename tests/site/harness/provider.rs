//! An OpenID Connect provider on this machine, whose answers a test decides.

use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use parlour::config::OidcConfig;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The name of the provider on pages.
pub const PROVIDER: &str = "Club login";

/// What the provider answers.
pub struct ProviderAnswers {
    /// The claims of the ID token.
    pub claims: Value,
    /// The answer of the UserInfo endpoint.
    pub user_info: Value,
    /// The key that signs, with its id.
    pub key: (Ed25519KeyPair, String),
    /// The key in the document.
    pub published: (Vec<u8>, String),
    /// Another answer of the token endpoint: status and body.
    pub token: Option<(u16, String)>,
    /// All requests, with their bodies.
    pub requests: Vec<String>,
}

/// The provider. It stops when it is dropped.
pub struct TestProvider {
    pub url: String,
    answers: Arc<Mutex<ProviderAnswers>>,
    serving: tokio::task::JoinHandle<()>,
}

impl Drop for TestProvider {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn new_key() -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(&rand::random::<[u8; 32]>()).unwrap()
}

impl TestProvider {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let key = new_key();
        let published = (key.public_key().as_ref().to_vec(), "first".to_owned());
        let answers = ProviderAnswers {
            claims: json!({}),
            user_info: Value::Null,
            key: (key, "first".to_owned()),
            published,
            token: None,
            requests: Vec::new(),
        };
        let answers = Arc::new(Mutex::new(answers));
        let (own, issuer) = (Arc::clone(&answers), url.clone());
        let serving = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let _ = answer(stream, &own, &issuer).await;
            }
        });
        Self { url, answers, serving }
    }

    /// The settings of a site that uses it.
    pub fn config(&self) -> OidcConfig {
        OidcConfig {
            issuer: self.url.clone(),
            client_id: "parlour".to_owned(),
            client_secret: Some("a secret".to_owned()),
            name: Some(PROVIDER.to_owned()),
            role_claim: None,
            create: true,
            only: false,
        }
    }

    /// Changes what it answers.
    pub fn set(&self, change: impl FnOnce(&mut ProviderAnswers)) {
        change(&mut self.answers.lock().unwrap());
    }

    /// The claims of a valid ID token for a nonce.
    pub fn claims(&self, subject: &str, nonce: &str) -> Value {
        let now = jiff::Timestamp::now().as_second();
        json!({
            "iss": self.url, "sub": subject, "aud": "parlour", "exp": now + 60, "iat": now, "nonce": nonce,
        })
    }

    /// Signs with a new key from now on, which the document of keys has if it is published.
    pub fn change_key(&self, id: &str, published: bool) {
        self.set(|answers| {
            answers.key = (new_key(), id.to_owned());
            if published {
                answers.published = (answers.key.0.public_key().as_ref().to_vec(), id.to_owned());
            }
        });
    }

    /// All requests since the last time.
    pub fn requests(&self) -> Vec<String> {
        std::mem::take(&mut self.answers.lock().unwrap().requests)
    }
}

async fn answer(mut stream: TcpStream, answers: &Mutex<ProviderAnswers>, url: &str) -> std::io::Result<()> {
    let request = read(&mut stream).await?;
    let (status, body) = {
        let mut answers = answers.lock().unwrap();
        answers.requests.push(request.clone());
        respond(&answers, &request, url)
    };
    let head = "Content-Type: application/json\r\nConnection: close";
    let length = body.len();
    let answer = format!("HTTP/1.1 {status} -\r\n{head}\r\nContent-Length: {length}\r\n\r\n{body}");
    stream.write_all(answer.as_bytes()).await
}

async fn read(stream: &mut TcpStream) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            if body.len() >= length.unwrap_or(0) {
                return Ok(text);
            }
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Ok(text);
        }
    }
}

fn respond(answers: &ProviderAnswers, request: &str, url: &str) -> (u16, String) {
    let path = request.split(' ').nth(1).unwrap_or_default();
    let json = match path {
        "/.well-known/openid-configuration" => json!({
            "issuer": url,
            "authorization_endpoint": format!("{url}/authorize"),
            "token_endpoint": format!("{url}/token"),
            "userinfo_endpoint": (!answers.user_info.is_null()).then(|| format!("{url}/userinfo")),
            "jwks_uri": format!("{url}/keys"),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["EdDSA", "RS256"],
        }),
        "/keys" => {
            let (key, id) = &answers.published;
            let x = BASE64_URL_SAFE_NO_PAD.encode(key);
            json!({ "keys": [{ "kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": id, "x": x }] })
        }
        "/userinfo" => answers.user_info.clone(),
        "/token" => match &answers.token {
            Some((status, body)) => return (*status, body.clone()),
            None => json!({ "access_token": "token", "token_type": "Bearer", "id_token": signed(answers) }),
        },
        _ => return (404, String::new()),
    };
    (200, json.to_string())
}

fn signed(answers: &ProviderAnswers) -> String {
    let (key, id) = &answers.key;
    let part = |json: &Value| BASE64_URL_SAFE_NO_PAD.encode(json.to_string());
    let text = format!("{}.{}", part(&json!({ "alg": "EdDSA", "kid": id })), part(&answers.claims));
    format!("{text}.{}", BASE64_URL_SAFE_NO_PAD.encode(key.sign(text.as_bytes())))
}
