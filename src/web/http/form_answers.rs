//! Answers to forms that were carried out a short time ago, see `once`.

use std::convert::Infallible;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::HeaderMap;
use actix_web::web::Bytes;
use tokio::sync::Mutex;

use crate::cached::Cached;

/// How long an answer is kept. A page that somebody returns to later has a new key.
const KEPT: Duration = Duration::from_secs(60);
/// How many answers are kept.
const CAPACITY: usize = 1000;
/// The form, by its URL, which contains the key, and its fields.
type FormHash = [u8; 32];

/// Where the answer to a form is, once there is one.
pub(super) type AnswerPlace = Arc<Mutex<Option<FormAnswer>>>;

/// The answers to forms that were carried out a short time ago.
#[derive(Debug)]
pub struct FormAnswers(Cached<FormHash, AnswerPlace>);

/// An answer to a form.
#[derive(Clone)]
pub(super) struct FormAnswer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// Hides the answer, which may contain a session or codes.
impl Debug for FormAnswer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("FormAnswer")
    }
}

impl Default for FormAnswers {
    fn default() -> Self {
        Self(Cached::new(CAPACITY, KEPT))
    }
}

impl FormAnswers {
    /// The place for the answer to a form. The request that locks it first carries the form out.
    pub(super) async fn place(&self, form: FormHash) -> AnswerPlace {
        let Ok(place) = self.0.get_or_load_once(form, async { Ok::<_, Infallible>(Arc::default()) }).await;
        place
    }
}

impl FormAnswer {
    pub(super) fn response(&self) -> HttpResponse {
        let mut response = HttpResponse::new(self.status).set_body(self.body.clone());
        *response.headers_mut() = self.headers.clone();
        response.map_into_boxed_body()
    }
}
