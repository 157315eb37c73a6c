//! Apps that make codes for signing in.

use parlour::now::Moment;
use totp_rs::{Builder, Secret};

use super::{TestPerson, TestSite};

/// An app on somebody's phone.
pub struct AuthenticatorApp {
    secret: String,
}

impl AuthenticatorApp {
    /// The code it shows at a moment.
    pub fn shows(&self, at: Moment) -> String {
        let secret = Secret::try_from_base32(&self.secret).unwrap();
        let totp = Builder::new().with_secret(secret).build().unwrap();
        totp.generate(u64::try_from(at.0 / 1000).unwrap()).to_string()
    }
}

impl TestPerson {
    /// Begins to set up an app.
    pub async fn begins_app(&self) -> AuthenticatorApp {
        assert_eq!(self.post("/account/totp", &[]).await.location(), "/account/totp");
        self.reads_app().await
    }

    /// Reads what an app is told that is being set up.
    pub async fn reads_app(&self) -> AuthenticatorApp {
        let page = self.get("/account/totp").await;
        AuthenticatorApp { secret: page.text(".secret code").unwrap().replace(' ', "") }
    }

    /// Sets up an app; the recovery codes that are shown then.
    pub async fn sets_up_app(&self, site: &TestSite) -> (AuthenticatorApp, Vec<String>) {
        let app = self.begins_app().await;
        let page = self.post("/account/totp/code", &[("code", &app.shows(site.clock.now()))]).await;
        assert_eq!(page.status, 200, "{}", page.body);
        (app, page.texts(".codes code"))
    }
}
