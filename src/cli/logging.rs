//! The log of `parlour serve`, on standard error.
//!
//! What clients send may appear in it, so a line of the text format is always one line without control characters (the
//! JSON format escapes them anyway), and what the HTTP parser reports about malformed requests is rate-limited.

use std::fmt::{self, Write};
use std::io::{self, IsTerminal};
use std::num::NonZeroU32;
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tracing::subscriber::Interest;
use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::fmt::FormatFields;
use tracing_subscriber::fmt::format::{DefaultFields, Writer};
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::prelude::*;

use crate::config::{Config, LogFormat};
use crate::users::is_invisible;

/// Starts logging as configured.
///
/// # Errors
/// The filter is invalid.
pub fn start(config: &Config) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&config.log_filter)?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false)
        // An error about a log that cannot be written, as on a full disk, cannot be written either, and would end the
        // thread.
        .log_internal_errors(false);
    let limited = ParserErrors::new();
    match config.log_format {
        LogFormat::Text => log.fmt_fields(EscapedFields).finish().with(limited).init(),
        LogFormat::Json => {
            log.json().flatten_event(true).with_span_list(false).finish().with(limited).init();
        }
    }
    Ok(())
}

/// The fields of events and spans as the text format writes them, with control characters escaped.
struct EscapedFields;

impl<'w> FormatFields<'w> for EscapedFields {
    fn format_fields<R: RecordFields>(&self, mut writer: Writer<'w>, fields: R) -> fmt::Result {
        let mut text = String::new();
        DefaultFields::new().format_fields(Writer::new(&mut text), fields)?;
        escape(&text, &mut writer)
    }
}

/// Writes a text with characters escaped that could end a line, control a terminal or reorder what is displayed.
pub(super) fn escape(text: &str, to: &mut impl Write) -> fmt::Result {
    text.chars().try_for_each(|character| match character {
        '\u{2028}' | '\u{2029}' => write!(to, "{}", character.escape_unicode()),
        character if is_invisible(character) => write!(to, "{}", character.escape_unicode()),
        character if character.is_control() => write!(to, "{}", character.escape_default()),
        character => to.write_char(character),
    })
}

/// How many errors of the HTTP parser are logged at once; then one in every `PARSER_ERROR_PERIOD`.
const PARSER_ERRORS: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);
const PARSER_ERROR_PERIOD: Duration = Duration::from_secs(10);

/// Limits what the HTTP parser logs: any client can send any number of malformed requests.
struct ParserErrors(Option<DefaultDirectRateLimiter>);

impl ParserErrors {
    fn new() -> Self {
        let quota = Quota::with_period(PARSER_ERROR_PERIOD).map(|quota| quota.allow_burst(PARSER_ERRORS));
        Self(quota.map(RateLimiter::direct))
    }

    fn is_relevant(metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && *metadata.level() <= Level::WARN && metadata.target().starts_with("actix_http")
    }
}

impl<S: Subscriber> Layer<S> for ParserErrors {
    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> Interest {
        if Self::is_relevant(metadata) { Interest::sometimes() } else { Interest::always() }
    }

    fn enabled(&self, metadata: &Metadata<'_>, _: Context<'_, S>) -> bool {
        !Self::is_relevant(metadata) || self.0.as_ref().is_none_or(|limit| limit.check().is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn a_log_line_stays_one_line_whatever_it_quotes() {
        let escaped = |text: &str| {
            let mut written = String::new();
            escape(text, &mut written).unwrap();
            written
        };
        assert_eq!(escaped("plain “text”, grüße ★"), "plain “text”, grüße ★");
        assert_eq!(escaped("a\nb\r\tc"), r"a\nb\r\tc");
        assert_eq!(escaped("\u{1b}[2J\u{7}\u{9b}"), r"\u{1b}[2J\u{7}\u{9b}");
        assert_eq!(escaped("\u{2028}\u{202e}\u{61c}"), r"\u{2028}\u{202e}\u{61c}");
    }
}
