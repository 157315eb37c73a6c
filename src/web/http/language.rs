//! The language of a request: the account's, or the one a visitor has chosen, or the first of the browser's
//! preferences that the site has, or the one that admins have chosen for the site.

use std::future::Future;

use actix_web::HttpRequest;
use actix_web::http::header::{AcceptLanguage, Header};
use actix_web::web::Data;

use super::cookie;
use crate::texts::{self, Language};
use crate::users::UserId;
use crate::web::{AppState, WebError};

/// Runs a request with its own language, which [`set_request_language`] sets.
pub fn scope<F: Future>(answer: F) -> impl Future<Output = F::Output> {
    texts::scope(Language::default(), answer)
}

/// Sets the language of the request.
pub(super) async fn set_request_language(
    request: &HttpRequest,
    user: Option<UserId>,
) -> Result<(), WebError> {
    let state = request.app_data::<Data<AppState>>().zip(user);
    let language = match state {
        Some((state, user)) => state.store.user_settings(user).await?.look.language,
        None => chosen_in_browser(request).unwrap_or_else(|| language_for(request)),
    };
    texts::set_language(language);
    Ok(())
}

/// Sets the language that the browser prefers, for responses that are independent of users and cookies.
pub fn set_accepted_language(request: &HttpRequest) {
    texts::set_language(language_for(request));
}

/// The language that was last chosen in this browser.
fn chosen_in_browser(request: &HttpRequest) -> Option<Language> {
    Language::from_key(cookie::value(request, cookie::LANGUAGE)?)
}

/// The language that the browser prefers of those that the site has, or the one of the site.
fn language_for(request: &HttpRequest) -> Language {
    let of_site = || request.app_data::<Data<AppState>>().map(|state| state.settings.now().language);
    accepted_language(request).or_else(of_site).unwrap_or_default()
}

fn accepted_language(request: &HttpRequest) -> Option<Language> {
    let ranked = AcceptLanguage::parse(request).map(|accepted| accepted.ranked()).unwrap_or_default();
    let tags = ranked.iter().filter_map(|ranked_item| ranked_item.item());
    tags.filter_map(|tag| Language::from_key(tag.primary_language())).next()
}

#[cfg(test)]
mod tests {
    use actix_web::cookie::Cookie;
    use actix_web::test::TestRequest;

    use super::{accepted_language, chosen_in_browser};
    use crate::texts::Language;

    #[test]
    fn the_first_supported_language_of_the_browser_is_used() {
        let asks = |languages: &str| {
            accepted_language(
                &TestRequest::get().insert_header(("Accept-Language", languages)).to_http_request(),
            )
        };
        assert_eq!(asks("de-CH, fr;q=0.8"), Some(Language::German));
        assert_eq!(asks("fr, de;q=0.5, en;q=0.4"), Some(Language::German));
        assert_eq!(asks("en-GB, de;q=0.9"), Some(Language::English));
        for none in ["*", "fr", "; ; nonsense, q=x"] {
            assert_eq!(asks(none), None, "{none}");
        }
        assert_eq!(accepted_language(&TestRequest::get().to_http_request()), None);
    }

    #[test]
    fn the_language_cookie_of_a_browser_is_used_when_valid() {
        let with = |value| TestRequest::get().cookie(Cookie::new("language", value)).to_http_request();
        assert_eq!(chosen_in_browser(&with("de")), Some(Language::German));
        assert_eq!(chosen_in_browser(&with("<b>")), None);
    }
}
