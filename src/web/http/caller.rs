//! The user who made the request.

use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use url::form_urlencoded;

use super::{cookie, form, language};
use crate::accounts::Session;
use crate::now::Moment;
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::users::{AccountStanding, UserId, UserKind, UserSummary};
use crate::web::{AppState, ErrorWords, LocalPath, WebError, is_fragment};

/// The user who made the request, or a visitor, with their standing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caller(pub Option<UserSummary>, pub AccountStanding);

/// When the user of a request last proved their identity, read together with their standing.
#[derive(Clone, Copy, Debug)]
struct ReauthenticatedAt(Moment);

/// A user with a session, guests included, with their standing. Visitors are redirected to the sign-in page and come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionUser(pub UserSummary, pub AccountStanding);

/// A user with an account, with their standing. Visitors are redirected to the sign-in page and come back; a guest gets
/// 403 and a link to create an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn(pub UserSummary, pub AccountStanding);

impl From<SessionUser> for Caller {
    fn from(SessionUser(user, standing): SessionUser) -> Self {
        Self(Some(user), standing)
    }
}

impl From<SignedIn> for SessionUser {
    fn from(SignedIn(user, standing): SignedIn) -> Self {
        Self(user, standing)
    }
}

impl From<SignedIn> for Caller {
    fn from(SignedIn(person, standing): SignedIn) -> Self {
        Self(Some(person), standing)
    }
}

impl Caller {
    pub fn user(&self) -> Option<UserId> {
        self.0.as_ref().map(|person| person.id)
    }

    /// Whether the caller is a guest.
    pub fn is_guest(&self) -> bool {
        self.0.is_some() && self.1.kind == UserKind::Guest
    }

    /// Whether the caller is neither a visitor nor a guest.
    pub fn has_account(&self) -> bool {
        self.0.is_some() && self.1.kind == UserKind::Person
    }

    pub fn name(&self) -> Option<&str> {
        self.0.as_ref().map(|person| &*person.name)
    }

    /// Looks up the session, once per request, and sets the language of the request.
    ///
    /// # Errors
    /// A form is from the page of somebody else, who was signed in before in this browser. The database failed.
    pub async fn of(request: &HttpRequest) -> Result<Self, WebError> {
        let caller = Self::of_any_page(request).await?;
        match (page_user(request), &caller.0) {
            (Some(user), Some(now)) if user != now.id => Err(other_user(&now.name)),
            _ => Ok(caller),
        }
    }

    /// The same for forms that are accepted from the page of any user.
    pub(super) async fn of_any_page(request: &HttpRequest) -> Result<Self, WebError> {
        if let Some(caller) = request.extensions().get::<Caller>() {
            return Ok(caller.clone());
        }
        let caller = match request.app_data::<Data<AppState>>() {
            Some(state) => Self::by_cookie(request, state).await?,
            None => Self::default(),
        };
        language::set_request_language(request, caller.user()).await?;
        request.extensions_mut().insert(caller.clone());
        Ok(caller)
    }

    /// When the caller last proved their identity.
    pub async fn reauthenticated_at(request: &HttpRequest) -> Result<Option<Moment>, WebError> {
        Self::of(request).await?;
        Ok(request.extensions().get().map(|ReauthenticatedAt(at)| *at))
    }

    async fn by_cookie(request: &HttpRequest, state: &AppState) -> Result<Self, WebError> {
        let Some(token) = cookie::read(request, &state.public_url) else { return Ok(Self::default()) };
        let Some(session) = state.accounts.session(&token).await? else { return Ok(Self::default()) };
        request.extensions_mut().insert(ReauthenticatedAt(session.reauthenticated_at));
        Ok(session.into())
    }
}

/// The header of requests by scripts with the user whose page they are from.
const PAGE_USER: &str = "parlour-user";

/// The user whose page a form is from, if the page names one.
pub(super) fn page_user(request: &HttpRequest) -> Option<UserId> {
    if request.method().is_safe() {
        return None;
    }
    let query = form_urlencoded::parse(request.query_string().as_bytes());
    let named = query.into_iter().find(|(name, _)| name == urls::BY).map(|(_, user)| user);
    let header = || request.headers().get(PAGE_USER)?.to_str().ok().map(Cow::from);
    named.or_else(header)?.parse().ok().map(UserId)
}

fn other_user(name: &str) -> WebError {
    let words =
        tr_format!("You are signed in as {name} now. Nothing was changed. Load the page again.", name = name);
    WebError::Conflict(ErrorWords::coded("other-user", words))
}

impl From<Session> for Caller {
    fn from(session: Session) -> Self {
        Self(Some(session.person), session.standing)
    }
}

impl FromRequest for Caller {
    type Error = WebError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, WebError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { Self::of(&request).await })
    }
}

impl FromRequest for SessionUser {
    type Error = WebError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, WebError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let Caller(user, standing) = Caller::of(&request).await?;
            user.map(|user| Self(user, standing)).ok_or_else(|| {
                let fragment = is_fragment(&request);
                // Pages with scripts keep what was written themselves.
                let form = !fragment && form::is_form(&request) && page_user(&request).is_some();
                WebError::SignIn { next: LocalPath::back_to(&request), fragment, form }
            })
        })
    }
}

impl FromRequest for SignedIn {
    type Error = WebError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, WebError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let user = SessionUser::extract(request);
        Box::pin(async move {
            match user.await? {
                SessionUser(_, standing) if standing.kind == UserKind::Guest => Err(needs_account()),
                SessionUser(user, standing) => Ok(Self(user, standing)),
            }
        })
    }
}

/// The answer to a guest who requests what needs an account.
pub fn needs_account() -> WebError {
    WebError::Forbidden(tr("You need an account for this. Create one and keep your matches.").into())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use actix_web::{FromRequest, ResponseError};

    use super::SignedIn;

    /// Where a visitor with this request is redirected.
    async fn redirected_to(request: TestRequest) -> (u16, String) {
        let refused = SignedIn::extract(&request.insert_header(("Host", "localhost:8080")).to_http_request());
        let answer = refused.await.unwrap_err().error_response();
        let to = |name| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        (answer.status().as_u16(), to("Location").or(to("HX-Redirect")).unwrap())
    }

    #[actix_web::test]
    async fn a_visitor_who_opens_a_page_for_users_is_sent_to_sign_in_and_back() {
        let page = TestRequest::get().uri("/matches/new?game=kalah");
        assert_eq!(
            redirected_to(page).await,
            (303, "/login?next=%2Fmatches%2Fnew%3Fgame%3Dkalah".to_owned())
        );
        assert_eq!(redirected_to(TestRequest::get().uri("/")).await, (303, "/login".to_owned()));
        assert_eq!(
            redirected_to(TestRequest::get().uri("//evil.example/x")).await,
            (303, "/login".to_owned())
        );
    }

    #[actix_web::test]
    async fn a_visitor_who_sends_a_form_returns_to_its_page() {
        let form = || TestRequest::post().uri("/matches/x/plies");
        let back = (303, "/login?next=%2Fmatches%2Fx%3Fply%3D3".to_owned());
        assert_eq!(
            redirected_to(form().insert_header(("Referer", "http://localhost:8080/matches/x?ply=3"))).await,
            back
        );
        let above = (303, "/login?next=%2Fmatches%2Fx".to_owned());
        assert_eq!(redirected_to(form()).await, above);
        assert_eq!(
            redirected_to(form().insert_header(("Referer", "http://evil.example/matches/y"))).await,
            above
        );
    }

    #[actix_web::test]
    async fn htmx_is_redirected_as_a_whole_page() {
        let form = TestRequest::post().uri("/matches/x/plies").insert_header(("HX-Request-Type", "partial"));
        assert_eq!(redirected_to(form).await, (200, "/login?next=%2Fmatches%2Fx".to_owned()));
    }
}
