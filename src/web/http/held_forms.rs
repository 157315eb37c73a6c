//! Forms that wait until their user has reauthenticated.
//!
//! Such a form is held in memory, never on disk, and the page that asks for the password leads on to
//! `/reauthenticate/forms/{id}`. A `POST` to that URL becomes the held request, before middleware and router see it,
//! so that it is checked like any other request. Each form is sent on once, within [`HOLD_TIME`], and only in its session.

use std::collections::VecDeque;
use std::fmt;
use std::future::{Future, ready};

use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{Method, Uri};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{Error as ActixError, HttpRequest};
use futures_util::{FutureExt, StreamExt, stream};
use parking_lot::Mutex;
use tokio::sync::oneshot;

use super::{cookie, form, protection};
use crate::now::Moment;
use crate::now::spans::MINUTE;
use crate::urls;
use crate::web::{AppState, LocalPath, WebError};

/// How long a form is held.
const HOLD_TIME: i64 = 10 * MINUTE;
/// How many are held in total and for one session. The oldest are dropped.
const MAX: usize = 256;
const MOST_OF_A_SESSION: usize = 4;
/// Their maximum size together, in bytes.
const MOST_BYTES: usize = 8 * 1024 * 1024;

type FormTokenHash = [u8; 32];

/// The held forms, oldest first.
#[derive(Default)]
pub struct HeldRequests(Mutex<VecDeque<WaitingForm>>);

struct WaitingForm {
    id: String,
    session: FormTokenHash,
    since: Moment,
    sent: SentForm,
}

/// The parts of a request that are held.
struct SentForm {
    uri: Uri,
    referer: Option<HeaderValue>,
    body: Bytes,
}

impl HeldRequests {
    fn insert(&self, session: FormTokenHash, sent: SentForm, now: Moment) -> String {
        self.sweep(now);
        let id = hex::encode(rand::random::<[u8; 16]>());
        let mut held = self.0.lock();
        held.push_back(WaitingForm { id: id.clone(), session, since: now, sent });
        let own = held.iter().filter(|held| held.session == session).count();
        if own > MOST_OF_A_SESSION
            && let Some(oldest) = held.iter().position(|held| held.session == session)
        {
            held.remove(oldest);
        }
        while held.len() > MAX || held.iter().map(|held| held.sent.body.len()).sum::<usize>() > MOST_BYTES {
            held.pop_front();
        }
        id
    }

    fn take(&self, id: &str, session: FormTokenHash, now: Moment) -> Option<SentForm> {
        self.sweep(now);
        let mut held = self.0.lock();
        let at = held.iter().position(|held| held.id == id && held.session == session)?;
        held.remove(at).map(|held| held.sent)
    }

    /// Moves the forms of a session to its new token.
    pub fn move_session(&self, from: FormTokenHash, to: FormTokenHash) {
        for held in self.0.lock().iter_mut().filter(|held| held.session == from) {
            held.session = to;
        }
    }

    /// Drops expired forms.
    pub fn sweep(&self, now: Moment) {
        self.0.lock().retain(|held| now.since(held.since) < HOLD_TIME);
    }
}

impl fmt::Debug for HeldRequests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HeldRequests({})", self.0.lock().len())
    }
}

/// The body of a request, handed to its handler once the request is admitted.
pub struct HeldForm {
    unread: Payload,
    handler: oneshot::Sender<Payload>,
}

impl HeldForm {
    /// Takes the body, and leaves one in its place that waits for [`admit`].
    pub fn of(payload: &mut Payload) -> Self {
        let (handler, admitted) = oneshot::channel::<Payload>();
        let unread = payload.take();
        let waits = admitted.into_stream().filter_map(|body| ready(body.ok())).flatten();
        *payload = Payload::Stream { payload: Box::pin(waits) };
        Self { unread, handler }
    }
}

/// Admits a request and hands on its body. If it needs reauthentication, the form is held, and the page that asks for
/// it leads back to it.
///
/// # Errors
/// The request was not admitted, or its form is too large or incomplete.
pub async fn admit<T>(
    request: &HttpRequest,
    body: HeldForm,
    admitted: impl Future<Output = Result<T, WebError>>,
) -> Result<T, WebError> {
    match admitted.await {
        Ok(admitted) => {
            // A handler that reads no body has dropped the receiver.
            let _ = body.handler.send(body.unread);
            Ok(admitted)
        }
        Err(WebError::Confirm { next, fragment }) => {
            let next = hold(request, body.unread).await?.unwrap_or(next);
            Err(WebError::Confirm { next, fragment })
        }
        Err(other) => Err(other),
    }
}

/// Holds a form, and returns the path that sends it on. Requests by scripts are not held; scripts ask again.
async fn hold(request: &HttpRequest, body: Payload) -> Result<Option<LocalPath>, WebError> {
    let Some(state) = request.app_data::<Data<AppState>>() else { return Ok(None) };
    let Some(session) = session(request, state) else { return Ok(None) };
    if request.method() != Method::POST || !form::is_form(request) {
        return Ok(None);
    }
    let referer = request.headers().get(header::REFERER).cloned();
    let sent = SentForm { uri: request.uri().clone(), referer, body: form::body(request, body).await? };
    let id = state.held.insert(session, sent, state.clock.now());
    Ok(Some(LocalPath::new(&urls::HeldForm { id: &id }.to_string())))
}

fn session(request: &HttpRequest, state: &AppState) -> Option<FormTokenHash> {
    let token = cookie::read(request, &state.public_url)?;
    Some(state.accounts.session_hash(&token))
}

/// Replaces a request for a held form by that form. Other requests pass unchanged.
pub async fn resume<B: MessageBody + 'static>(
    mut req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, ActixError> {
    if let Some(sent) = asked_for(req.request()) {
        sent.replace(&mut req);
    }
    next.call(req).await
}

fn asked_for(request: &HttpRequest) -> Option<SentForm> {
    let id = request.path().strip_prefix(urls::HELD_REQUESTS).filter(|_| request.method() == Method::POST)?;
    let state = request.app_data::<Data<AppState>>()?;
    protection::of_this_site(request, state).ok()?;
    state.held.take(id, session(request, state)?, state.clock.now())
}

impl SentForm {
    fn replace(self, req: &mut ServiceRequest) {
        let Self { uri, referer, body } = self;
        req.match_info_mut().get_mut().update(&uri);
        let head = req.head_mut();
        head.uri = uri;
        head.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
        head.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(form::MEDIA_TYPE));
        match referer {
            Some(referer) => head.headers.insert(header::REFERER, referer),
            None => head.headers.remove(header::REFERER),
        };
        req.set_payload(Payload::Stream { payload: Box::pin(stream::once(ready(Ok(body)))) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Moment = Moment(1_000_000);
    const ONE: FormTokenHash = [1; 32];
    const OTHER: FormTokenHash = [2; 32];

    fn sent(bytes: usize) -> SentForm {
        SentForm { uri: Uri::from_static("/account/totp"), referer: None, body: vec![b'x'; bytes].into() }
    }

    #[test]
    fn a_held_form_is_sent_once_in_its_session_and_expires() {
        let held = HeldRequests::default();
        let id = held.insert(ONE, sent(3), NOW);
        assert!(held.take(&id, OTHER, NOW).is_none() && held.take("", ONE, NOW).is_none());
        held.move_session(ONE, OTHER);
        assert!(held.take(&id, ONE, NOW).is_none());
        assert_eq!(held.take(&id, OTHER, NOW).map(|sent| sent.body.len()), Some(3));
        assert!(held.take(&id, OTHER, NOW).is_none(), "it was sent on");
        let late = held.insert(ONE, sent(3), NOW);
        assert!(held.take(&late, ONE, NOW.after(HOLD_TIME)).is_none());
        assert!(held.0.lock().is_empty());
    }

    #[test]
    fn held_forms_are_bounded_in_number_and_size() {
        let held = HeldRequests::default();
        let first = held.insert(ONE, sent(1), NOW);
        for number in 0..MOST_OF_A_SESSION {
            let id = held.insert(ONE, sent(1), NOW);
            assert_eq!(held.0.lock().iter().any(|held| held.id == first), number + 1 < MOST_OF_A_SESSION);
            assert!(held.0.lock().iter().any(|held| held.id == id));
        }
        for number in 0..2 * MAX {
            held.insert([u8::try_from(number % 251).unwrap(); 32], sent(form::MAX), NOW);
        }
        let bytes: usize = held.0.lock().iter().map(|held| held.sent.body.len()).sum();
        assert!(bytes <= MOST_BYTES && held.0.lock().len() <= MAX, "{bytes}");
    }
}
