//! Emails as they are sent: who they are from, their headers, and which texts they hold.

use std::fmt::Display;
use std::time::{Duration, SystemTime};

use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder, MultiPart};
use thiserror::Error;

use super::Notices;
use super::smtp::Server;
use crate::config::{PublicUrl, Smtp};
use crate::matches::MatchId;
use crate::store::Letter;
use crate::texts::{Language, in_language};
use crate::urls;
use crate::users::{FORMER, FactorChange};
use crate::views::letters::{self, SITE_NAME, Written};

/// Everything emails are sent with.
#[derive(Debug)]
pub struct Post {
    /// The mail server.
    pub server: Server,
    from: Option<Mailbox>,
    host: String,
}

/// An email cannot be made of what is in the outbox.
#[derive(Debug, Error)]
#[error("the email cannot be written: {0}")]
pub struct Unwritable(String);

impl Unwritable {
    pub(super) fn new(problem: impl Display) -> Self {
        Self(problem.to_string())
    }
}

/// Headers only notifications have.
#[derive(Debug)]
pub(super) struct Notification {
    /// The link that ends all mail.
    pub unsubscribe: String,
    /// The match it is about, if it is about one.
    pub about: Option<MatchId>,
}

impl Post {
    /// Emails are sent by this server, from this sender or an address at the host of the site.
    pub fn to(smtp: &Smtp, from: Option<Mailbox>, site: &PublicUrl) -> Self {
        let host = site.host().to_owned();
        let from = from.or_else(|| format!("{SITE_NAME} <parlour@{host}>").parse().ok());
        Self { server: Server::new(smtp.clone(), &host), from, host }
    }

    /// The email for a row of the outbox.
    pub(super) fn message(
        &self,
        letter: &Letter,
        written: Written,
        notification: Option<&Notification>,
    ) -> Result<Message, Unwritable> {
        let to = letter.address.parse().map_err(Unwritable::new)?;
        let to = Mailbox::new(Some(letter.to.name.to_string()).filter(|name| name != FORMER), to);
        let sent = SystemTime::UNIX_EPOCH + Duration::from_millis(letter.made_at.0.unsigned_abs());
        // The same for every attempt: should the answer of the server be lost, the recipient's can tell that it has it.
        let id = format!("<{}@{}>", letter.key.replace(':', "."), self.host);
        let mut message = self.headed(to, &written)?.date(sent).message_id(Some(id));
        if let Some(notification) = notification {
            message = self.notification_headers(message, letter, notification)?;
        }
        complete(message, written)
    }

    /// An email that shows that mail can be sent.
    ///
    /// # Errors
    /// There is no valid sender.
    pub fn test_message(&self, to: Mailbox, site: &PublicUrl) -> Result<Message, Unwritable> {
        let written = letters::test(&site.to_string());
        let message = self.headed(to, &written)?.message_id(None);
        complete(message, written)
    }

    fn headed(&self, to: Mailbox, written: &Written) -> Result<MessageBuilder, Unwritable> {
        let from = self.from.clone().ok_or_else(|| Unwritable::new("MAIL_FROM is not set"))?;
        let subject = written.subject.clone();
        let automatic = header("Auto-Submitted", "auto-generated")?;
        Ok(Message::builder().from(from).to(to).subject(subject).raw_header(automatic))
    }

    /// The headers mail programs sort, thread and unsubscribe by.
    fn notification_headers(
        &self,
        message: MessageBuilder,
        letter: &Letter,
        Notification { unsubscribe, about }: &Notification,
    ) -> Result<MessageBuilder, Unwritable> {
        let host = &self.host;
        let message = message
            .raw_header(header("List-Id", &format!("{SITE_NAME} <notifications.{host}>"))?)
            .raw_header(header("List-Unsubscribe", &format!("<{unsubscribe}>"))?)
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")?);
        let Some(id) = about else { return Ok(message) };
        // No email has this id: it is the root that all of a match hang on, so that they form one thread.
        let root = format!("<match.{id}.{}@{host}>", letter.to.id.0);
        Ok(message.in_reply_to(root.clone()).references(root))
    }
}

fn complete(message: MessageBuilder, Written { text, html, .. }: Written) -> Result<Message, Unwritable> {
    message.multipart(MultiPart::alternative_plain_html(text, html)).map_err(Unwritable::new)
}

fn header(name: &str, value: &str) -> Result<HeaderValue, Unwritable> {
    let name = HeaderName::new_from_ascii(name.to_owned()).map_err(Unwritable::new)?;
    Ok(HeaderValue::dangerous_new_pre_encoded(name, value.to_owned(), value.to_owned()))
}

impl Notices {
    /// What an email about a user's account says.
    pub(super) fn write_account_email(&self, letter: &Letter) -> Result<Written, Unwritable> {
        in_language(letter.language, || self.account_email(letter))
    }

    fn account_email(&self, letter: &Letter) -> Result<Written, Unwritable> {
        let (name, site) = (&letter.to.name, self.site.to_string());
        let reset = format!("{site}{}", urls::Reset);
        match letter.kind.as_str() {
            "confirmation" => {
                let key = self.keys.confirmation(&letter.key).text();
                let link = format!("{site}{}", urls::Confirmation { key: &key });
                Ok(letters::confirmation(name, &site, &link))
            }
            "reset" => {
                let key = self.keys.reset(&letter.key).text();
                let link = format!("{site}{}", urls::NewPassword { key: &key });
                Ok(letters::reset(name, &site, &link))
            }
            "password" => Ok(letters::password_changed(name, &site, &reset)),
            "factors" => {
                let change = FactorChange::from_key(&letter.body)
                    .ok_or_else(|| Unwritable::new(format_args!("{:?} is unknown", letter.body)))?;
                Ok(letters::factors_changed(name, &site, &reset, change))
            }
            "goodbye" => {
                // Whom it is for has no settings any more.
                let spoken = letter.body.split_once(':');
                let spoken = spoken.and_then(|(key, name)| Some((Language::from_key(key)?, name)));
                let (language, name) = spoken.unwrap_or((Language::default(), &letter.body));
                Ok(in_language(language, || letters::goodbye(name, &site)))
            }
            kind => Err(Unwritable::new(format_args!("{kind:?} is unknown"))),
        }
    }
}
