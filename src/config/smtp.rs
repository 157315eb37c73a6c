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
    pub fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let host = url.host_str().filter(|host| !host.is_empty())?.to_owned();
        if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
            return None;
        }
        let login = login(&url)?;
        let tls = match (url.scheme(), url.query()) {
            ("smtps", None) => SmtpTls::Always,
            ("smtp", None) if login.is_some() => SmtpTls::Required,
            ("smtp", None | Some("tls=offered")) => SmtpTls::Offered,
            ("smtp", Some("tls=required")) => SmtpTls::Required,
            ("smtp", Some("tls=none")) => SmtpTls::None,
            _ => return None,
        };
        let port = url.port().unwrap_or(if tls == SmtpTls::Always { 465 } else { 587 });
        Some(Self { host, port, login, tls })
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
    fn a_mail_server_is_read_from_its_address() {
        let read = |text| SmtpConfig::parse(text).map(|smtp| (smtp.host, smtp.port, smtp.login, smtp.tls));
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
    fn what_is_no_address_of_a_mail_server_is_refused() {
        for text in [
            "mail.example.org",
            "http://mail.example.org",
            "smtp://",
            "smtp://user@mx",
            "smtp://:password@mx",
            "smtp://mx/inbox",
            "smtp://mx?tls=maybe",
            "smtps://mx?tls=none",
            "smtp://a:%ff@mx",
        ] {
            assert_eq!(SmtpConfig::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_password_is_never_shown() {
        let shown = format!("{:?}", SmtpConfig::parse("smtp://ada:hidden@mx.example:25"));
        assert!(shown.contains("mx.example:25") && !shown.contains("hidden"), "{shown}");
    }
}
