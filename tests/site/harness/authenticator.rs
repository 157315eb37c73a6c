//! A passkey authenticator: it signs challenges together with the origin of the page.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{PageAnswer, TestPerson, TestSite};

const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const NEW: u8 = 0x40;

/// An authenticator with one passkey, which a test may have lie about its origin.
#[derive(Clone)]
pub struct Authenticator {
    /// The origin it claims.
    pub origin: String,
    /// The relying party id.
    pub site: String,
    /// The signature counter.
    pub count: u32,
    /// Whether it verifies its user.
    pub verifies: bool,
    /// Whether the page that asked was in a frame of another site.
    pub framed: bool,
    key: Vec<u8>,
    id: [u8; 32],
    handle: Option<String>,
}

impl Authenticator {
    pub fn new(site: &TestSite) -> Self {
        let key =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &SystemRandom::new()).unwrap();
        Self {
            origin: site.url.clone(),
            site: "localhost".to_owned(),
            count: 0,
            verifies: true,
            framed: false,
            key: key.as_ref().to_vec(),
            id: rand::random(),
            handle: None,
        }
    }

    /// Creates the passkey.
    pub fn makes(&mut self, options: &Value) -> String {
        let options = &options["asks"]["publicKey"];
        self.handle = Some(options["user"]["id"].as_str().unwrap().to_owned());
        let public = self.pair().public_key().as_ref().to_vec();
        let (x, y) = (&public[1..33], &public[33..65]);
        let cose =
            [&[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20][..], x, &[0x22, 0x58, 0x20], y].concat();
        let credential = [&[0; 16][..], &[0, 32], &self.id, &cose].concat();
        let data = [self.data(NEW), credential].concat();
        let length = u8::try_from(data.len()).unwrap();
        let object = [&b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58"[..], &[length], &data].concat();
        let client = self.client("webauthn.create", options);
        self.wrap(
            json!({ "attestationObject": BASE64.encode(object), "clientDataJSON": BASE64.encode(client) }),
        )
    }

    /// Signs with the passkey.
    pub fn shows(&mut self, options: &Value) -> String {
        self.count += 1;
        let data = self.data(0);
        let client = self.client("webauthn.get", &options["asks"]["publicKey"]);
        let signed = [&data[..], &Sha256::digest(&client)].concat();
        let signature = self.pair().sign(&SystemRandom::new(), &signed).unwrap();
        self.wrap(json!({
            "authenticatorData": BASE64.encode(data),
            "clientDataJSON": BASE64.encode(client),
            "signature": BASE64.encode(signature.as_ref()),
            "userHandle": self.handle,
        }))
    }

    fn wrap(&self, response: Value) -> String {
        let id = BASE64.encode(self.id);
        json!({ "id": id, "rawId": id, "type": "public-key", "response": response }).to_string()
    }

    fn client(&self, kind: &str, options: &Value) -> Vec<u8> {
        let client = json!({
            "type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": self.framed,
        });
        client.to_string().into_bytes()
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let flags = flags | PRESENT | if self.verifies { VERIFIED } else { 0 };
        [&Sha256::digest(&self.site)[..], &[flags], &self.count.to_be_bytes()].concat()
    }

    fn pair(&self) -> EcdsaKeyPair {
        let rng = SystemRandom::new();
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &self.key, &rng).unwrap()
    }
}

impl TestPerson {
    /// The challenge at a path.
    pub async fn requests_challenge(&self, path: &str) -> Value {
        let answer = self.post(path, &[]).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }

    /// Sends the response to a challenge.
    pub async fn answers(&self, path: &str, options: &Value, answer: &str) -> PageAnswer {
        let challenge = options["id"].as_str().unwrap();
        self.post(path, &[("challenge", challenge), ("answer", answer)]).await
    }

    /// Adds a passkey. Returns the response of the site.
    pub async fn adds_passkey(&self, device: &mut Authenticator, name: &str) -> PageAnswer {
        let options = self.requests_challenge("/account/passkeys/challenge").await;
        let answer = device.makes(&options);
        let challenge = options["id"].as_str().unwrap();
        self.post("/account/passkeys", &[("name", name), ("challenge", challenge), ("answer", &answer)]).await
    }
}
