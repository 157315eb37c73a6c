//! The settings of the OpenID Connect provider, and how they are parsed.

use std::path::PathBuf;

use clap::Args;
use url::Url;

use super::values::{file_name, on_or_off, read, read_secret};
use super::{ConfigError, OidcConfig};

/// Maximum length of the name of the provider, in characters.
const LONGEST_NAME: usize = 40;

/// The settings of the provider, as text.
#[derive(Clone, Debug, Default, Args)]
pub struct OidcFlags {
    /// OpenID Connect provider that people can sign in with, exactly as it names itself: https, or http on this machine
    /// [default: none]
    #[arg(long, env = "OIDC_ISSUER", value_name = "URL")]
    pub oidc_issuer: Option<String>,
    /// Id of this site at the provider
    #[arg(long, env = "OIDC_CLIENT_ID", value_name = "ID")]
    pub oidc_client_id: Option<String>,
    /// Secret of this site at the provider [default: none, as for a public client]
    #[arg(long, env = "OIDC_CLIENT_SECRET", value_name = "TEXT", hide_env_values = true)]
    pub oidc_client_secret: Option<String>,
    /// File to read OIDC_CLIENT_SECRET from
    #[arg(long, env = "OIDC_CLIENT_SECRET_FILE", value_name = "FILE", value_parser = file_name())]
    pub oidc_client_secret_file: Option<PathBuf>,
    /// Name of the provider on the button to sign in [default: single sign-on]
    #[arg(long, env = "OIDC_NAME", value_name = "NAME")]
    pub oidc_name: Option<String>,
    /// Claim that says who is admin or moderator; sets the role at each sign-in [default: none]
    #[arg(long, env = "OIDC_ROLE_CLAIM", value_name = "CLAIM")]
    pub oidc_role_claim: Option<String>,
    /// Create an account for everyone the provider lets in: on or off [default: on]
    #[arg(long, env = "OIDC_CREATE", value_name = "ON|OFF")]
    pub oidc_create: Option<String>,
    /// Sign-in at the provider only, without passwords, passkeys and sign-up: on or off [default: off]
    #[arg(long, env = "SSO_ONLY", value_name = "ON|OFF")]
    pub sso_only: Option<String>,
}

impl OidcFlags {
    /// Parses the settings; `None` without a provider.
    ///
    /// # Errors
    /// A value is invalid, or a setting lacks another one.
    pub(super) fn read(self) -> Result<Option<OidcConfig>, ConfigError> {
        let issuer = read(
            self.oidc_issuer,
            None,
            "OIDC_ISSUER",
            "the address of a provider, such as https://login.example.org/realms/club; http on this machine only",
            |url| is_issuer(url).then(|| Some(url.to_owned())),
        )?;
        let text = |given, key| read(given, None, key, "a text", |text| Some(Some(text.to_owned())));
        let client_id = text(self.oidc_client_id, "OIDC_CLIENT_ID")?;
        let client_secret =
            read_secret("OIDC_CLIENT_SECRET", self.oidc_client_secret, self.oidc_client_secret_file, 1)?;
        let name = read(self.oidc_name, None, "OIDC_NAME", "a name of at most 40 characters", |name| {
            let fits = name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control);
            fits.then(|| Some(name.to_owned()))
        })?;
        let role_claim = text(self.oidc_role_claim, "OIDC_ROLE_CLAIM")?;
        let create =
            read(self.oidc_create, None, "OIDC_CREATE", "on or off", |text| on_or_off(text).map(Some))?;
        let only = read(self.sso_only, false, "SSO_ONLY", "on or off", on_or_off)?;
        let Some(issuer) = issuer else {
            let others = [
                ("OIDC_CLIENT_ID", client_id.is_some()),
                ("OIDC_CLIENT_SECRET", client_secret.is_some()),
                ("OIDC_NAME", name.is_some()),
                ("OIDC_ROLE_CLAIM", role_claim.is_some()),
                ("OIDC_CREATE", create.is_some()),
                ("SSO_ONLY", only),
            ];
            let alone = others.into_iter().find(|(_, is_set)| *is_set);
            return alone
                .map_or(Ok(None), |(key, _)| Err(ConfigError::Without { key, missing: "OIDC_ISSUER" }));
        };
        let lacks_id = ConfigError::Without { key: "OIDC_ISSUER", missing: "OIDC_CLIENT_ID" };
        let client_id = client_id.ok_or(lacks_id)?;
        let create = create.unwrap_or(true);
        Ok(Some(OidcConfig { issuer, client_id, client_secret, name, role_claim, create, only }))
    }
}

/// Whether a text is a URL with https, or with http on this machine, and without a query.
fn is_issuer(text: &str) -> bool {
    let Ok(url) = Url::parse(text) else { return false };
    let bare = url.query().is_none() && url.fragment().is_none();
    let nobody = url.username().is_empty() && url.password().is_none();
    bare && nobody && url.has_host() && OidcConfig::is_safe(&url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn given() -> OidcFlags {
        let oidc_issuer = some("https://login.example.org/realms/club");
        OidcFlags { oidc_issuer, oidc_client_id: some("parlour"), ..OidcFlags::default() }
    }

    fn refused(flags: OidcFlags) -> String {
        flags.read().unwrap_err().to_string()
    }

    #[test]
    fn a_provider_needs_an_address_and_an_id_only() {
        let config = given().read().unwrap().unwrap();
        assert!(config.create && !config.only && config.client_secret.is_none() && config.name.is_none());
        assert_eq!(OidcFlags::default().read().unwrap(), None);
        let without_id = OidcFlags { oidc_client_id: None, ..given() };
        assert_eq!(
            refused(without_id),
            "OIDC_ISSUER is set without OIDC_CLIENT_ID: set both, or remove OIDC_ISSUER"
        );
    }

    #[test]
    fn settings_of_a_provider_require_its_address() {
        let none = OidcFlags::default;
        for (key, flags) in [
            ("OIDC_CLIENT_ID", OidcFlags { oidc_client_id: some("parlour"), ..none() }),
            ("OIDC_CLIENT_SECRET", OidcFlags { oidc_client_secret: some("hidden"), ..none() }),
            ("OIDC_NAME", OidcFlags { oidc_name: some("Club"), ..none() }),
            ("OIDC_ROLE_CLAIM", OidcFlags { oidc_role_claim: some("roles"), ..none() }),
            ("OIDC_CREATE", OidcFlags { oidc_create: some("on"), ..none() }),
            ("SSO_ONLY", OidcFlags { sso_only: some("on"), ..none() }),
        ] {
            let expected = format!("{key} is set without OIDC_ISSUER: set both, or remove {key}");
            assert_eq!(refused(flags), expected);
        }
        assert_eq!(OidcFlags { sso_only: some("off"), ..none() }.read().unwrap(), None);
    }

    #[test]
    fn a_provider_is_reached_with_https_or_on_this_machine() {
        let with = |url: &str| OidcFlags { oidc_issuer: some(url), ..given() };
        for url in ["https://login.example.org", "http://localhost:8081/realms/a", "http://[::1]:9/"] {
            assert_eq!(with(url).read().unwrap().unwrap().issuer, url);
        }
        for url in [
            "http://login.example.org",
            "login.example.org",
            "https://login.example.org/?realm=club",
            "https://a:b@login.example.org",
            "ftp://localhost",
        ] {
            assert!(refused(with(url)).starts_with("OIDC_ISSUER must be the address of a provider"), "{url}");
        }
    }

    #[test]
    fn an_invalid_value_is_refused_and_the_secret_is_not_shown() {
        let wrong = OidcFlags { oidc_name: some(&"x".repeat(41)), ..given() };
        assert!(refused(wrong).starts_with("OIDC_NAME must be"));
        for (key, flags) in [
            ("OIDC_CREATE", OidcFlags { oidc_create: some("perhaps"), ..given() }),
            ("SSO_ONLY", OidcFlags { sso_only: some("yes"), ..given() }),
        ] {
            assert!(refused(flags).starts_with(&format!("{key} must be on or off")));
        }
        let secret = OidcFlags { oidc_client_secret: some("hidden"), ..given() };
        let twice = OidcFlags { oidc_client_secret_file: Some("/x".into()), ..secret.clone() };
        assert_eq!(refused(twice), "OIDC_CLIENT_SECRET and OIDC_CLIENT_SECRET_FILE are both set: remove one");
        assert!(!format!("{:?}", secret.read().unwrap()).contains("hidden"));
    }
}
