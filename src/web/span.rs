//! What the log says a line belongs to. Paths only, without the keys in them: queries, cookies and forms are nobody's
//! business.

use std::fmt::{self, Display, Formatter};

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use tracing::{Span, debug, info_span};
use tracing_actix_web::RootSpanBuilder;

/// Paths in which a key follows, up to the next slash.
const SECRET: [&str; 4] = ["/feeds/", "/unsubscribe/", "/settings/address/", "/join/"];

/// A path without what only its owner may know.
struct Shown<'a>(&'a str);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some((start, key)) = SECRET.iter().find_map(|start| Some((start, self.0.strip_prefix(start)?)))
        else {
            return f.write_str(self.0);
        };
        write!(f, "{start}…{}", key.find('/').map_or("", |end| &key[end..]))
    }
}

/// A span with little in it, for it is made for every request.
pub struct Lean;

impl RootSpanBuilder for Lean {
    fn on_request_start(request: &ServiceRequest) -> Span {
        info_span!("request", method = request.method().as_str(), path = %Shown(request.path()))
    }

    fn on_request_end<B: MessageBody>(_span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        match outcome {
            Ok(response) => debug!(status = response.status().as_u16(), "answered"),
            Err(error) => tracing::error!(%error, "not answered"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shown;

    #[test]
    fn the_log_holds_no_key_of_an_address() {
        let shown = |path| Shown(path).to_string();
        assert_eq!(shown("/matches/7Wd2hkQ9xYzA/plies"), "/matches/7Wd2hkQ9xYzA/plies");
        assert_eq!(shown("/feeds/12-secret/news.atom"), "/feeds/…/news.atom");
        assert_eq!(shown("/unsubscribe/12-34-secret"), "/unsubscribe/…");
        assert_eq!(shown("/settings/address/secret"), "/settings/address/…");
        assert_eq!(shown("/join/SECRET"), "/join/…");
    }
}
