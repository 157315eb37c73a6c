//! SMTP step by step, so that it is known which step a mail server refused and whose fault that is.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use lettre::Message;
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::response::Response;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::config::{SmtpConfig, SmtpTls};

/// How long the server may take for each reply.
const PATIENCE: Duration = Duration::from_secs(20);

/// A step of sending a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmtpStep {
    /// Connecting, the greeting and `EHLO`.
    Connect,
    /// `STARTTLS`.
    Encrypt,
    /// `AUTH`.
    SignIn,
    /// `MAIL FROM`.
    Sender,
    /// `RCPT TO`.
    Recipient,
    /// `DATA`, before the message.
    Data,
    /// The message and its end.
    Message,
}

impl fmt::Display for SmtpStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SmtpStep::Connect => "connection",
            SmtpStep::Encrypt => "STARTTLS",
            SmtpStep::SignIn => "AUTH",
            SmtpStep::Sender => "MAIL FROM",
            SmtpStep::Recipient => "RCPT TO",
            SmtpStep::Data => "DATA",
            SmtpStep::Message => "message",
        })
    }
}

/// What a failure means for this message and for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmtpVerdict {
    /// No message gets through: the server, the sign-in or the sender is at fault.
    NoMail,
    /// The server refused this site rather than the recipient, in reply to the recipient or the message.
    SenderRefused,
    /// This message can be retried.
    TryAgain,
    /// This message will never be accepted.
    Refused,
}

#[derive(Debug, Error)]
#[error("{step}: {problem}")]
pub struct SmtpFailure {
    pub step: SmtpStep,
    /// The reply of the server, or why there was none.
    pub problem: String,
    /// The reply code, if the server answered.
    code: Option<u16>,
}

impl SmtpFailure {
    fn new(step: SmtpStep, error: &SmtpError) -> Self {
        Self { step, problem: error.to_string(), code: error.status().map(u16::from) }
    }

    /// Whether the server answered, so that the connection still works.
    pub const fn is_answer(&self) -> bool {
        self.code.is_some()
    }

    /// Whether the server answered with a permanent refusal.
    pub fn is_permanent(&self) -> bool {
        self.code.is_some_and(|code| code >= 500)
    }

    /// What it means for this message and for others.
    pub fn verdict(&self) -> SmtpVerdict {
        match self.step {
            SmtpStep::Connect | SmtpStep::Encrypt | SmtpStep::SignIn | SmtpStep::Sender => {
                SmtpVerdict::NoMail
            }
            _ if !self.is_permanent() => SmtpVerdict::TryAgain,
            _ if self.blames_sender() => SmtpVerdict::SenderRefused,
            SmtpStep::Recipient | SmtpStep::Data | SmtpStep::Message => SmtpVerdict::Refused,
        }
    }

    /// Many servers check the client and the sender only at the recipient: an open relay refused, a block
    /// list, a sender policy. Their enhanced status codes (RFC 3463) tell that from an unknown recipient.
    fn blames_sender(&self) -> bool {
        let by_code = matches!(self.code, Some(530 | 534 | 535 | 538));
        // The reply follows what kind of error it is: "permanent error (550): 5.7.1 …".
        let reply = self.problem.split_once("): ").map_or(&*self.problem, |(_, reply)| reply);
        by_code || ["5.7.", "5.1.7", "5.1.8"].iter().any(|status| reply.starts_with(status))
    }
}

/// Called after each step with the reply of the server.
pub type SmtpReport<'a> = &'a mut (dyn FnMut(SmtpStep, &str) + Send);

/// How to connect to the mail server.
#[derive(Debug)]
pub struct SmtpServer {
    smtp: SmtpConfig,
    hello: ClientId,
}

impl SmtpServer {
    /// The configured server. `EHLO` uses the site's host.
    pub fn new(smtp: SmtpConfig, site_host: &str) -> Self {
        let hello = match site_host.trim_matches(['[', ']']).parse() {
            Ok(IpAddr::V4(address)) => ClientId::Ipv4(address),
            Ok(IpAddr::V6(address)) => ClientId::Ipv6(address),
            Err(_) => ClientId::Domain(site_host.to_owned()),
        };
        Self { smtp, hello }
    }

    /// Connects, encrypts and signs in as configured.
    ///
    /// # Errors
    /// The first step that failed.
    pub async fn connect(&self, report: SmtpReport<'_>) -> Result<SmtpConnection, SmtpFailure> {
        let SmtpConfig { host, port, tls, login } = &self.smtp;
        let mut connection = SmtpConnection(match tls {
            SmtpTls::Always => {
                let (server, parameters) = ((host.as_str(), *port), self.parameters(SmtpStep::Connect)?);
                let connecting = AsyncSmtpConnection::connect_tokio1(
                    server,
                    Some(PATIENCE),
                    &self.hello,
                    Some(parameters),
                    None,
                );
                in_time(SmtpStep::Connect, connecting).await?
            }
            _ => {
                let stream = self.open().await?;
                let connecting = AsyncSmtpConnection::connect_with_transport(Box::new(stream), &self.hello);
                in_time(SmtpStep::Connect, connecting).await?
            }
        });
        report(SmtpStep::Connect, &connection.0.server_info().to_string());
        let offered = connection.0.can_starttls();
        if *tls == SmtpTls::Required || (*tls == SmtpTls::Offered && offered) {
            let parameters = self.parameters(SmtpStep::Encrypt)?;
            in_time(SmtpStep::Encrypt, connection.0.starttls(parameters, &self.hello)).await?;
            report(SmtpStep::Encrypt, "encrypted");
        }
        if let Some((user, password)) = login {
            let login = Credentials::new(user.clone(), password.clone());
            let answer = in_time(SmtpStep::SignIn, connection.0.auth(DEFAULT_MECHANISMS, &login)).await?;
            report(SmtpStep::SignIn, &in_words(&answer));
        }
        Ok(connection)
    }

    /// A connection without Nagle's algorithm: a message and the line that ends it are two writes, and the second would
    /// wait until the server has acknowledged the first, for which it may take 40 ms.
    async fn open(&self) -> Result<TcpStream, SmtpFailure> {
        let failed = |problem: String| SmtpFailure { step: SmtpStep::Connect, problem, code: None };
        let connecting = TcpStream::connect((self.smtp.host.as_str(), self.smtp.port));
        let stream =
            timeout(PATIENCE, connecting).await.map_err(|_| failed("no answer in time".to_owned()))?;
        let stream = stream.map_err(|error| failed(format!("Connection error: {error}")))?;
        // It works without, only slower.
        let _ = stream.set_nodelay(true);
        Ok(stream)
    }

    fn parameters(&self, step: SmtpStep) -> Result<TlsParameters, SmtpFailure> {
        TlsParameters::new(self.smtp.host.clone()).map_err(|error| SmtpFailure::new(step, &error))
    }
}

/// An open connection, signed in.
pub struct SmtpConnection(AsyncSmtpConnection);

impl SmtpConnection {
    /// Announces a message up to the point from which the server is responsible for it. It may be dropped at any time
    /// without a message having been sent.
    ///
    /// # Errors
    /// The first step that failed. The connection can be used for another message once it was [reset](Self::reset).
    pub async fn begin_message(
        &mut self,
        message: &Message,
        report: SmtpReport<'_>,
    ) -> Result<(), SmtpFailure> {
        let envelope = message.envelope();
        let sender = Mail::new(envelope.from().cloned(), Vec::new());
        report(SmtpStep::Sender, &in_words(&in_time(SmtpStep::Sender, self.0.command(sender)).await?));
        for address in envelope.to() {
            let recipient = Rcpt::new(address.clone(), Vec::new());
            report(
                SmtpStep::Recipient,
                &in_words(&in_time(SmtpStep::Recipient, self.0.command(recipient)).await?),
            );
        }
        report(SmtpStep::Data, &in_words(&in_time(SmtpStep::Data, self.0.command(Data)).await?));
        Ok(())
    }

    /// Sends the announced message. Once this has begun the server may have taken it, whatever happens next.
    ///
    /// # Errors
    /// The server refused the message, or did not answer.
    pub async fn send_message(
        &mut self,
        message: &Message,
        report: SmtpReport<'_>,
    ) -> Result<(), SmtpFailure> {
        let answer = in_time(SmtpStep::Message, self.0.message(&message.formatted())).await?;
        report(SmtpStep::Message, &in_words(&answer));
        Ok(())
    }

    /// Resets the connection after a refusal. Returns whether it can be used again.
    pub async fn reset(&mut self) -> bool {
        !self.0.has_broken() && in_time(SmtpStep::Sender, self.0.command(Rset)).await.is_ok()
    }

    /// Sends `QUIT`, if the server still listens.
    pub async fn close(mut self) {
        let _ = in_time(SmtpStep::Connect, self.0.quit()).await;
    }
}

async fn in_time<T>(
    step: SmtpStep,
    answer: impl Future<Output = Result<T, SmtpError>>,
) -> Result<T, SmtpFailure> {
    match timeout(PATIENCE, answer).await {
        Ok(answer) => answer.map_err(|error| SmtpFailure::new(step, &error)),
        Err(_) => Err(SmtpFailure { step, problem: "no answer in time".to_owned(), code: None }),
    }
}

fn in_words(answer: &Response) -> String {
    let lines: Vec<_> = answer.message().collect();
    format!("{} {}", u16::from(answer.code()), lines.join(" ")).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(step: SmtpStep, code: u16, problem: &str) -> SmtpVerdict {
        SmtpFailure { step, problem: problem.to_owned(), code: Some(code) }.verdict()
    }

    #[test]
    fn only_a_refused_recipient_or_message_is_final() {
        for step in [SmtpStep::Connect, SmtpStep::Encrypt, SmtpStep::SignIn, SmtpStep::Sender] {
            for code in [421, 451, 535, 550, 554] {
                assert_eq!(verdict(step, code, "5.1.1 no"), SmtpVerdict::NoMail, "{step} {code}");
            }
        }
        for step in [SmtpStep::Recipient, SmtpStep::Data, SmtpStep::Message] {
            assert_eq!(verdict(step, 451, "4.7.1 greylisted"), SmtpVerdict::TryAgain);
            assert_eq!(verdict(step, 550, "5.1.1 no such user"), SmtpVerdict::Refused);
            assert_eq!(verdict(step, 550, "mailbox unavailable"), SmtpVerdict::Refused);
            assert_eq!(verdict(step, 554, "5.7.1 Relay access denied"), SmtpVerdict::SenderRefused);
            assert_eq!(verdict(step, 530, "sign in first"), SmtpVerdict::SenderRefused);
            let relay = "permanent error (554): 5.7.1 Relay access denied";
            assert_eq!(verdict(step, 554, relay), SmtpVerdict::SenderRefused);
            let unknown = "permanent error (550): 5.1.1 User unknown [185.7.12.3]";
            assert_eq!(verdict(step, 550, unknown), SmtpVerdict::Refused, "an IP address is no status");
        }
        let silent = SmtpFailure { step: SmtpStep::Message, problem: String::new(), code: None };
        assert_eq!(silent.verdict(), SmtpVerdict::TryAgain);
    }
}
