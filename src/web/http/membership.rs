//! Sites that are visible to members only.

use actix_web::{FromRequest, HttpRequest};

use super::sanctions::{is_own, sanctioned};
use crate::urls;
use crate::web::{AppState, SignedIn, WebError, assets};

/// What visitors and guests may open on such a site: signing in and up, what a secret link in an email or a feed reader leads
/// to, the texts of the host, and files.
const PUBLIC: &[&str] = &[
    urls::Home::ROUTE,
    urls::Login::ROUTE,
    urls::LoginForm::ROUTE,
    urls::LoginChallenge::ROUTE,
    urls::LoginPasskey::ROUTE,
    urls::TwoFactor::ROUTE,
    urls::TwoFactorChallenge::ROUTE,
    urls::TwoFactorPasskey::ROUTE,
    urls::LoginOidc::ROUTE,
    urls::OidcCallback::ROUTE,
    urls::Logout::ROUTE,
    urls::Register::ROUTE,
    urls::AccountRegistration::ROUTE,
    urls::Setup::ROUTE,
    urls::Reset::ROUTE,
    urls::ResetPassword::ROUTE,
    urls::Confirmation::ROUTE,
    urls::Unsubscribe::ROUTE,
    urls::NewsFeed::ROUTE,
    urls::DeadlinesFeed::ROUTE,
    urls::HostText::ROUTE,
    urls::ChooseLanguage::ROUTE,
    urls::DismissAnnouncement::ROUTE,
    urls::GameImage::ROUTE,
    urls::ServiceWorker::ROUTE,
    urls::Manifest::ROUTE,
    urls::Favicon::ROUTE,
    urls::Robots::ROUTE,
    urls::SecurityTxt::ROUTE,
    urls::WellKnownPassword::ROUTE,
    urls::Metrics::ROUTE,
    urls::Health::ROUTE,
    urls::Ready::ROUTE,
    assets::ROUTE,
];

/// Sends visitors to sign in, and refuses guests and users whose accounts await approval, where only members may see the site.
pub(super) async fn require(request: &HttpRequest, state: &AppState) -> Result<(), WebError> {
    if !state.settings.now().is_members_only() {
        return Ok(());
    }
    // An address in an unusual spelling has no pattern, but may have a handler.
    let route = request.match_pattern();
    let route = route.as_deref().unwrap_or_default();
    if PUBLIC.contains(&route) {
        return Ok(());
    }
    let SignedIn(_, standing) = SignedIn::extract(request).await?;
    if standing.awaits_approval() && !is_own(route) { Err(sanctioned(&standing)) } else { Ok(()) }
}
