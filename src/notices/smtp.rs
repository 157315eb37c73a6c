//! The mail server: a pool of connections to it, and a walk through the steps of SMTP.
//!
//! The pool does not say at which step the server refused a message. So after a failure the steps up to the sender are
//! walked on a connection of its own: if they fail, no message gets through, and otherwise the failure is about the
//! message alone.

use std::fmt;
use std::net::IpAddr;
use std::pin::pin;
use std::time::Duration;

use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::response::Response;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use parking_lot::Mutex;
use thiserror::Error;
use tokio::time::timeout;

use crate::config::{SmtpConfig, SmtpTls};

/// How many messages are sent at once, each over a connection of its own.
pub(super) const CONNECTIONS: u8 = 4;
/// How long the server may take for a message, or for a walk.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a connection is kept open for the next message.
const IDLE: Duration = Duration::from_secs(30);

/// A step of sending a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmtpStep {
    /// Connecting, the greeting and `EHLO`; for the pool also `STARTTLS` and `AUTH`.
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
    /// Any of them.
    Delivery,
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
            SmtpStep::Delivery => "delivery",
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

    fn no_answer(step: SmtpStep) -> Self {
        Self { step, problem: "no answer in time".to_owned(), code: None }
    }

    /// Whether the server answered with a permanent refusal.
    pub fn is_permanent(&self) -> bool {
        self.code.is_some_and(|code| code >= 500)
    }

    /// What it means for this message and for others. A message that the pool could not deliver has failed at a later
    /// step than `MAIL FROM`, unless a [walk](SmtpServer::walk) fails as well.
    pub fn verdict(&self) -> SmtpVerdict {
        match self.step {
            SmtpStep::Connect | SmtpStep::Encrypt | SmtpStep::SignIn | SmtpStep::Sender => {
                SmtpVerdict::NoMail
            }
            _ if !self.is_permanent() => SmtpVerdict::TryAgain,
            _ if self.blames_sender() => SmtpVerdict::SenderRefused,
            _ => SmtpVerdict::Refused,
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

    /// Connects, encrypts and signs in as configured, and announces the sender of a message. If it `sends`, the message
    /// is sent as well.
    ///
    /// # Errors
    /// The first step that failed.
    pub async fn walk(
        &self,
        message: &Message,
        sends: bool,
        report: SmtpReport<'_>,
    ) -> Result<(), SmtpFailure> {
        let mut step = SmtpStep::Connect;
        match timeout(PATIENCE, self.take_steps(message, sends, &mut step, report)).await {
            Ok(walked) => walked.map_err(|error| SmtpFailure::new(step, &error)),
            Err(_) => Err(SmtpFailure::no_answer(step)),
        }
    }

    async fn take_steps(
        &self,
        message: &Message,
        sends: bool,
        step: &mut SmtpStep,
        report: SmtpReport<'_>,
    ) -> Result<(), SmtpError> {
        let SmtpConfig { host, port, tls, login } = &self.smtp;
        let encryption = || TlsParameters::new(host.clone());
        let from_start = (*tls == SmtpTls::Always).then(encryption).transpose()?;
        let address = (host.as_str(), *port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(address, Some(PATIENCE), &self.hello, from_start, None)
                .await?;
        report(*step, &connection.server_info().to_string());
        if *tls == SmtpTls::Required || (*tls == SmtpTls::Offered && connection.can_starttls()) {
            *step = SmtpStep::Encrypt;
            connection.starttls(encryption()?, &self.hello).await?;
            report(*step, "encrypted");
        }
        if let Some((user, password)) = login {
            *step = SmtpStep::SignIn;
            let login = Credentials::new(user.clone(), password.clone());
            report(*step, &in_words(&connection.auth(DEFAULT_MECHANISMS, &login).await?));
        }
        let envelope = message.envelope();
        *step = SmtpStep::Sender;
        let sender = Mail::new(envelope.from().cloned(), Vec::new());
        report(*step, &in_words(&connection.command(sender).await?));
        if sends {
            *step = SmtpStep::Recipient;
            for address in envelope.to() {
                let recipient = Rcpt::new(address.clone(), Vec::new());
                report(*step, &in_words(&connection.command(recipient).await?));
            }
            *step = SmtpStep::Data;
            report(*step, &in_words(&connection.command(Data).await?));
            *step = SmtpStep::Message;
            report(*step, &in_words(&connection.message(&message.formatted()).await?));
        }
        connection.abort().await;
        Ok(())
    }
}

/// Connections to the mail server that are kept open for the next message.
#[derive(Debug)]
pub(super) struct SmtpPool<'a> {
    server: &'a SmtpServer,
    /// Opened for the first message, and again after it had to be closed. Belongs to the runtime of that message.
    transport: Mutex<Option<AsyncSmtpTransport<Tokio1Executor>>>,
}

impl<'a> SmtpPool<'a> {
    pub const fn new(server: &'a SmtpServer) -> Self {
        Self { server, transport: Mutex::new(None) }
    }

    /// Checks that there is a connection, encrypted and signed in as configured, or makes one.
    ///
    /// # Errors
    /// The server cannot be reached or refused a step before the first message.
    pub async fn connect(&self) -> Result<(), SmtpFailure> {
        let failed = |error| SmtpFailure::new(SmtpStep::Connect, &error);
        let transport = self.transport().map_err(failed)?;
        match timeout(PATIENCE, transport.test_connection()).await {
            Ok(connected) => connected.map(drop).map_err(failed),
            Err(_) => {
                self.close().await;
                Err(SmtpFailure::no_answer(SmtpStep::Connect))
            }
        }
    }

    /// Sends a message. The server may have taken it also if that fails or is cancelled.
    ///
    /// # Errors
    /// The server refused it, or did not answer: the first step up to the sender that fails for any message, or else
    /// [`SmtpStep::Delivery`].
    pub async fn send(&self, message: &Message) -> Result<(), SmtpFailure> {
        let failed = |error| SmtpFailure::new(SmtpStep::Delivery, &error);
        let transport = self.transport().map_err(failed)?;
        let raw = message.formatted();
        let mut sending = pin!(transport.send_raw(message.envelope(), &raw));
        let failure = match timeout(PATIENCE, sending.as_mut()).await {
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(error)) => failed(error),
            Err(_) => {
                // Before `sending` is dropped: its connection would return to the pool in the middle of the dialogue.
                self.close().await;
                SmtpFailure::no_answer(SmtpStep::Delivery)
            }
        };
        self.server.walk(message, false, &mut |_, _| {}).await?;
        Err(failure)
    }

    /// Closes the connections. Those in use are closed when they are done.
    pub async fn close(&self) {
        let transport = self.transport.lock().take();
        if let Some(transport) = transport {
            let _ = timeout(Duration::from_secs(1), transport.shutdown()).await;
        }
    }

    fn transport(&self) -> Result<AsyncSmtpTransport<Tokio1Executor>, SmtpError> {
        let mut transport = self.transport.lock();
        if let Some(open) = &*transport {
            return Ok(open.clone());
        }
        let SmtpServer { smtp, hello } = self.server;
        let encryption = || TlsParameters::new(smtp.host.clone());
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(smtp.host.clone())
            .port(smtp.port)
            .hello_name(hello.clone())
            .timeout(Some(PATIENCE))
            .pool_config(PoolConfig::new().max_size(u32::from(CONNECTIONS)).idle_timeout(IDLE))
            .tls(match smtp.tls {
                SmtpTls::Always => Tls::Wrapper(encryption()?),
                SmtpTls::Required => Tls::Required(encryption()?),
                SmtpTls::Offered => Tls::Opportunistic(encryption()?),
                SmtpTls::None => Tls::None,
            });
        if let Some((user, password)) = &smtp.login {
            builder = builder.credentials(Credentials::new(user.clone(), password.clone()));
        }
        Ok(transport.insert(builder.build()).clone())
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
        for step in [SmtpStep::Recipient, SmtpStep::Data, SmtpStep::Message, SmtpStep::Delivery] {
            assert_eq!(verdict(step, 451, "4.7.1 greylisted"), SmtpVerdict::TryAgain);
            assert_eq!(verdict(step, 550, "5.1.1 no such user"), SmtpVerdict::Refused);
            assert_eq!(verdict(step, 550, "mailbox unavailable"), SmtpVerdict::Refused);
            assert_eq!(verdict(step, 554, "5.7.1 Relay access denied"), SmtpVerdict::SenderRefused);
            assert_eq!(verdict(step, 550, "5.1.8 no such sender domain"), SmtpVerdict::SenderRefused);
            assert_eq!(verdict(step, 530, "sign in first"), SmtpVerdict::SenderRefused);
            let relay = "permanent error (554): 5.7.1 Relay access denied";
            assert_eq!(verdict(step, 554, relay), SmtpVerdict::SenderRefused);
            let unknown = "permanent error (550): 5.1.1 User unknown [185.7.12.3]";
            assert_eq!(verdict(step, 550, unknown), SmtpVerdict::Refused, "an IP address is no status");
        }
        let silent = SmtpFailure { step: SmtpStep::Delivery, problem: String::new(), code: None };
        assert_eq!(silent.verdict(), SmtpVerdict::TryAgain);
    }
}
