//! Sign-in at an OpenID Connect provider: the authorisation code flow with PKCE, state and nonce.

mod error;
mod http;
mod identity;

use std::sync::Arc;
use std::time::{Duration, Instant};

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreClientAuthMethod, CoreErrorResponseType,
    CoreGenderClaim, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm,
    CoreProviderMetadata, CoreRevocableToken, CoreRevocationErrorResponse, CoreTokenIntrospectionResponse,
    CoreTokenType,
};
use openidconnect::{
    AccessToken, AdditionalClaims, AuthType, AuthorizationCode, ClaimsVerificationError, Client, ClientId,
    ClientSecret, CsrfToken, EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet,
    HttpRequest, IdToken, IdTokenFields, IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, Scope, SignatureVerificationError, StandardErrorResponse,
    StandardTokenResponse, TokenResponse,
};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio_rustls::rustls::Error as TlsError;

pub use error::OidcError;
pub use identity::OidcIdentity;

use crate::config::{Config, OidcConfig, PublicUrl};
use crate::now::Moment;
use http::OidcHttpClient;
use identity::{Claims, identity};

/// How long the discovery document and the keys of the provider are used.
const KEPT: Duration = Duration::from_secs(60 * 60);

/// All claims beside those of the standard, such as the role.
#[derive(Debug, Deserialize, Serialize)]
#[serde(transparent)]
struct OtherClaims(Claims);

impl AdditionalClaims for OtherClaims {}

type OidcIdToken =
    IdToken<OtherClaims, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;

type OidcTokenFields = IdTokenFields<
    OtherClaims,
    EmptyExtraTokenFields,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;

type OidcClient = Client<
    OtherClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    StandardTokenResponse<OidcTokenFields, CoreTokenType>,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// The discovery document and the keys of the provider.
type OidcMetadata = Arc<CoreProviderMetadata>;

/// What an attempt to sign in is recognised by when the browser comes back.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct OidcAttempt {
    pub state: String,
    nonce: String,
    /// The PKCE verifier.
    verifier: String,
}

/// The provider. It is asked for nothing before the first sign-in.
#[derive(Debug)]
pub struct OidcProvider {
    config: OidcConfig,
    issuer: IssuerUrl,
    redirect: RedirectUrl,
    http: OidcHttpClient,
    /// What was last fetched, and when.
    known: Mutex<Option<(OidcMetadata, Instant)>>,
}

impl OidcProvider {
    /// The configured provider, if there is one. It sends browsers back to a path of this site.
    ///
    /// # Errors
    /// TLS cannot be set up.
    pub fn open(config: &Config, site: &PublicUrl, callback: &str) -> Result<Option<Self>, TlsError> {
        let Some(config) = config.oidc.clone() else { return Ok(None) };
        let invalid = |error: url::ParseError| TlsError::General(error.to_string());
        Ok(Some(Self {
            issuer: IssuerUrl::new(config.issuer.clone()).map_err(invalid)?,
            redirect: RedirectUrl::new(format!("{site}{callback}")).map_err(invalid)?,
            http: OidcHttpClient::new()?,
            known: Mutex::default(),
            config,
        }))
    }

    pub const fn config(&self) -> &OidcConfig {
        &self.config
    }

    /// Begins an attempt to sign in. Returns the URL to send the browser to. With `fresh`, users have to prove again
    /// who they are, even if they have a session at the provider.
    ///
    /// # Errors
    /// The provider does not answer, or with something invalid.
    pub async fn begin(&self, fresh: bool) -> Result<(String, OidcAttempt), OidcError> {
        let client = self.client(&*self.metadata().await?);
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let flow = CoreAuthenticationFlow::AuthorizationCode;
        let mut request = client.authorize_url(flow, CsrfToken::new_random, Nonce::new_random);
        for scope in ["profile", "email"] {
            request = request.add_scope(Scope::new(scope.to_owned()));
        }
        if fresh {
            request = request.set_max_age(Duration::ZERO);
        }
        let (url, state, nonce) = request.set_pkce_challenge(challenge).url();
        let verifier = verifier.into_secret();
        let (state, nonce) = (state.into_secret(), nonce.secret().clone());
        Ok((url.into(), OidcAttempt { state, nonce, verifier }))
    }

    /// Completes an attempt with the code that the browser brought back.
    ///
    /// # Errors
    /// The code is not valid, or the provider does not answer, or with something invalid.
    pub async fn finish(
        &self,
        attempt: OidcAttempt,
        code: String,
        now: Moment,
    ) -> Result<OidcIdentity, OidcError> {
        let metadata = self.metadata().await?;
        let send = |request| self.http.send(request);
        let exchange = self.client(&metadata);
        let exchange = exchange.exchange_code(AuthorizationCode::new(code)).map_err(OidcError::invalid)?;
        let verifier = PkceCodeVerifier::new(attempt.verifier);
        let tokens = exchange.set_pkce_verifier(verifier).request_async(&send).await?;
        let token = tokens.id_token().ok_or_else(|| OidcError::Invalid("no ID token".to_owned()))?;
        let nonce = Nonce::new(attempt.nonce);
        let claims = match self.verified(token, &metadata, &nonce, now) {
            Err(ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey,
            )) => self.verified(token, &*self.fetch().await?, &nonce, now),
            verified => verified,
        };
        let claims = claims.map_err(OidcError::invalid)?;
        let info = self.user_info(&metadata, tokens.access_token()).await?;
        let found = identity(&self.config.issuer, self.config.role_claim.as_deref(), [&claims, &info]);
        found.map_err(|claim| OidcError::Invalid(format!("an invalid claim: {claim}")))
    }

    /// The claims of an ID token, if it is valid.
    fn verified(
        &self,
        token: &OidcIdToken,
        metadata: &CoreProviderMetadata,
        nonce: &Nonce,
        now: Moment,
    ) -> Result<Claims, ClaimsVerificationError> {
        let client = self.client(metadata);
        let now = chrono::DateTime::from_timestamp_millis(now.0).unwrap_or_default();
        // Other audiences are harmless if the token was issued to this site, which is checked below.
        let verifier =
            client.id_token_verifier().set_other_audience_verifier_fn(|_| true).set_time_fn(|| now);
        let claims = token.claims(&verifier, nonce)?;
        let party = claims.authorized_party().map(|party| party.as_str());
        let is_own = party.is_some_and(|party| party == self.config.client_id);
        if party.map_or(claims.audiences().len() > 1, |_| !is_own) {
            let words = "the token was issued to another client".to_owned();
            return Err(ClaimsVerificationError::InvalidAudience(words));
        }
        let claims = serde_json::to_value(claims).ok().and_then(|claims| claims.as_object().cloned());
        claims.ok_or_else(|| ClaimsVerificationError::Other("unreadable claims".to_owned()))
    }

    /// The claims of the UserInfo endpoint; none if there is no such endpoint.
    async fn user_info(
        &self,
        metadata: &CoreProviderMetadata,
        token: &AccessToken,
    ) -> Result<Claims, OidcError> {
        let Some(url) = metadata.userinfo_endpoint() else { return Ok(Claims::new()) };
        let request = hyper::Request::get(url.as_str())
            .header(hyper::header::ACCEPT, "application/json")
            .header(hyper::header::AUTHORIZATION, format!("Bearer {}", token.secret()));
        let request: HttpRequest = request.body(Vec::new()).map_err(OidcError::invalid)?;
        let answer = self.http.send(request).await?;
        if answer.status() != hyper::StatusCode::OK {
            return Err(OidcError::Invalid(format!("{} of the UserInfo endpoint", answer.status())));
        }
        serde_json::from_slice(answer.body()).map_err(OidcError::invalid)
    }

    fn client(&self, metadata: &CoreProviderMetadata) -> OidcClient {
        let secret = self.config.client_secret.clone().map(ClientSecret::new);
        let id = ClientId::new(self.config.client_id.clone());
        let methods = metadata.token_endpoint_auth_methods_supported();
        let is_basic = methods.is_none_or(|all| all.contains(&CoreClientAuthMethod::ClientSecretBasic));
        let client = OidcClient::from_provider_metadata(metadata.clone(), id, secret);
        client.set_redirect_uri(self.redirect.clone()).set_auth_type(if is_basic {
            AuthType::BasicAuth
        } else {
            AuthType::RequestBody
        })
    }

    /// What is known about the provider; it is fetched if that is an hour ago.
    async fn metadata(&self) -> Result<OidcMetadata, OidcError> {
        let known = self.known.lock().clone();
        match known {
            Some((metadata, at)) if at.elapsed() < KEPT => Ok(metadata),
            _ => self.fetch().await,
        }
    }

    async fn fetch(&self) -> Result<OidcMetadata, OidcError> {
        let send = |request| self.http.send(request);
        let fetched = CoreProviderMetadata::discover_async(self.issuer.clone(), &send).await?;
        // Browsers are sent there.
        if !OidcConfig::is_safe(fetched.authorization_endpoint().url()) {
            return Err(OidcError::Invalid("the authorization endpoint is not https".to_owned()));
        }
        let fetched = Arc::new(fetched);
        *self.known.lock() = Some((Arc::clone(&fetched), Instant::now()));
        Ok(fetched)
    }
}
