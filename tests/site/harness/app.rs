//! Authenticator apps.

use parlour::now::Moment;
use totp_rs::{Builder, Secret};

use super::{TestPerson, TestSite};

/// An authenticator app.
pub struct AuthenticatorApp {
    secret: String,
}

impl AuthenticatorApp {
    /// Its code at a moment.
    pub fn shows(&self, at: Moment) -> String {
        let secret = Secret::try_from_base32(&self.secret).unwrap();
        let totp = Builder::new().with_secret(secret).build().unwrap();
        totp.generate(u64::try_from(at.0 / 1000).unwrap()).to_string()
    }
}

impl TestPerson {
    /// Begins to add an app.
    pub async fn begins_app(&self) -> AuthenticatorApp {
        assert_eq!(self.post("/account/totp", &[]).await.location(), "/account/totp");
        self.reads_app().await
    }

    /// Reads the setup of an app that is being added.
    pub async fn reads_app(&self) -> AuthenticatorApp {
        let page = self.get("/account/totp").await;
        AuthenticatorApp { secret: page.text(".secret code").unwrap().replace(' ', "") }
    }

    /// Adds an app. Returns also the recovery codes.
    pub async fn sets_up_app(&self, site: &TestSite) -> (AuthenticatorApp, Vec<String>) {
        let app = self.begins_app().await;
        let page = self.post("/account/totp/code", &[("code", &app.shows(site.clock.now()))]).await;
        assert_eq!(page.status, 200, "{}", page.body);
        (app, page.texts(".codes code"))
    }
}
