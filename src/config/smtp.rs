//! The mail server.

use std::fmt;

use percent_encoding::percent_decode_str;
use url::Url;

/// The mail server: `smtp://user:password@host:port`, or `smtps://…`.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpConfig {
    pub host: String,
    pub port: u16,
    /// User name and password.
    pub login: Option<(String, String)>,
    pub tls: SmtpTls,
}

/// The encryption of connections to the mail server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmtpTls {
    /// From the start.
    Always,
    /// After `STARTTLS`; nothing is sent without it.
    Required,
    /// After `STARTTLS`, if the server offers it.
    Offered,
    None,
}

impl SmtpConfig {
    /// Parses a URL. `?tls=required|offered|none` sets the encryption of `smtp://`, which is `required` with a
    /// password.
    ///
    /// # Errors
    /// What it must be.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        if text.contains('#') {
            return Err("a URL without #: write # as %23");
        }
        let invalid = "a mail server, such as smtp://user:password@mail.example.org:587";
        let url = Url::parse(text).map_err(|_| invalid)?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(invalid)?.to_owned();
        if !matches!(url.path(), "" | "/") || !matches!(url.scheme(), "smtp" | "smtps") {
            return Err(invalid);
        }
        let login = login(&url).ok_or(invalid)?;
        let tls = match (url.scheme(), url.query()) {
            ("smtps", None) => SmtpTls::Always,
            ("smtp", None) if login.is_some() => SmtpTls::Required,
            ("smtp", None | Some("tls=offered")) => SmtpTls::Offered,
            ("smtp", Some("tls=required")) => SmtpTls::Required,
            ("smtp", Some("tls=none")) => SmtpTls::None,
            _ => {
                return Err(
                    "a URL that ends after the port, or with ?tls=required, offered or none for smtp://",
                );
            }
        };
        let port = url.port().unwrap_or(if tls == SmtpTls::Always { 465 } else { 587 });
        Ok(Self { host, port, login, tls })
    }
}

/// User name and password if they are given; `None` if they are invalid.
#[expect(clippy::option_option, reason = "given or not, and readable or not")]
fn login(url: &Url) -> Option<Option<(String, String)>> {
    let text = |text| percent_decode_str(text).decode_utf8().ok().map(String::from);
    match (url.username(), url.password()) {
        ("", None) => Some(None),
        (user, Some(password)) if !user.is_empty() => Some(Some((text(user)?, text(password)?))),
        _ => None,
    }
}

/// Hides the password.
impl fmt::Debug for SmtpConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Smtp({}:{}, {:?})", self.host, self.port, self.tls)
    }
}

#[cfg(test)]
mod tests {
    use super::{SmtpConfig, SmtpTls};

    #[test]
    fn a_mail_server_url_is_parsed() {
        let read =
            |text| SmtpConfig::parse(text).ok().map(|smtp| (smtp.host, smtp.port, smtp.login, smtp.tls));
        let login = Some(("ada@example.org".to_owned(), "p/w:1".to_owned()));
        assert_eq!(
            read("smtp://ada%40example.org:p%2Fw%3A1@mail.example.org"),
            Some(("mail.example.org".to_owned(), 587, login, SmtpTls::Required))
        );
        assert_eq!(read("smtp://mailpit:1025"), Some(("mailpit".to_owned(), 1025, None, SmtpTls::Offered)));
        assert_eq!(read("smtps://mx.example").map(|it| (it.1, it.3)), Some((465, SmtpTls::Always)));
        assert_eq!(read("smtp://a:b@mx?tls=none").map(|it| it.3), Some(SmtpTls::None));
    }

    #[test]
    fn an_invalid_mail_server_url_is_refused() {
        for (text, names) in [
            ("mail.example.org", "such as smtp://user:password@"),
            ("http://mail.example.org", "such as smtp://user:password@"),
            ("smtp://", "such as smtp://user:password@"),
            ("smtp://user@mx", "such as smtp://user:password@"),
            ("smtp://:password@mx", "such as smtp://user:password@"),
            ("smtp://mx/inbox", "such as smtp://user:password@"),
            ("smtp://a:%ff@mx", "such as smtp://user:password@"),
            ("smtp://mx?tls=maybe", "?tls=required, offered or none"),
            ("smtps://mx?tls=none", "?tls=required, offered or none"),
            ("smtp://a:b#c@mx", "write # as %23"),
            ("smtp://mx#c", "write # as %23"),
        ] {
            let expected = SmtpConfig::parse(text).unwrap_err();
            assert!(expected.contains(names), "{text}: {expected}");
        }
    }

    #[test]
    fn debug_output_hides_the_password() {
        let shown = format!("{:?}", SmtpConfig::parse("smtp://ada:hidden@mx.example:25"));
        assert!(shown.contains("mx.example:25") && !shown.contains("hidden"), "{shown}");
    }
}
