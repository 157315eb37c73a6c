//! Messages as they are sent: sender, headers and parts.

use std::fmt::Display;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use lettre::Message;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MessageBuilder, MultiPart, SinglePart};
use thiserror::Error;

use super::emails::{self, WrittenEmail};
use super::smtp::SmtpServer;
use crate::config::{PublicUrl, SmtpConfig};
use crate::downloads::ReplayFile;
use crate::matches::MatchId;
use crate::store::OutboxEmail;
use crate::users::preferences::EmailAddress;
use crate::users::{FORMER, SiteSettings};

/// Server and sender for outgoing email.
#[derive(Debug)]
pub struct Mailer {
    pub server: SmtpServer,
    /// The sender; `None` for an address at the host of the site.
    from: Option<Mailbox>,
    host: String,
}

/// A row of the outbox that cannot be made into an email.
#[derive(Debug, Error)]
#[error("the email cannot be written: {0}")]
pub struct UndeliverableNotice(String);

impl UndeliverableNotice {
    pub(super) fn new(problem: impl Display) -> Self {
        Self(problem.to_string())
    }
}

/// An image in an email: its id, and the PNG.
pub(super) type DrawnImage = (String, Bytes);

/// Headers and attachments that only notifications have.
#[derive(Debug)]
pub(super) struct Notification {
    /// The link to unsubscribe.
    pub unsubscribe: String,
    /// The match, if it is about one.
    pub about: Option<MatchId>,
    /// The matches that have ended.
    pub replays: Vec<ReplayFile>,
}

impl Mailer {
    /// Sends by this server, from this sender or else from an address at the host of the site.
    pub fn to(smtp: &SmtpConfig, from: Option<Mailbox>, site: &PublicUrl) -> Self {
        let host = site.host().to_owned();
        Self { server: SmtpServer::new(smtp.clone(), &host), from, host }
    }

    /// Whether mail may go to this address: only the sender of an intranet is followed to a domain without a dot.
    pub fn accepts(&self, to: &EmailAddress) -> bool {
        to.has_dotted_domain() || self.sender("").is_some_and(|sender| !sender.email.domain().contains('.'))
    }

    /// The sender of a site with this name.
    fn sender(&self, site: &str) -> Option<Mailbox> {
        let own =
            || Some(Mailbox::new(Some(site.to_owned()), format!("parlour@{}", self.host).parse().ok()?));
        self.from.clone().or_else(own)
    }

    /// The message for a row of the outbox, from the site with this name.
    pub(super) fn message(
        &self,
        site: &str,
        email: &OutboxEmail,
        written: WrittenEmail,
        images: Vec<DrawnImage>,
        notification: Option<Notification>,
    ) -> Result<Message, UndeliverableNotice> {
        let to = email.address.parse().map_err(UndeliverableNotice::new)?;
        let to = Mailbox::new(Some(email.to.name.to_string()).filter(|name| name != FORMER), to);
        let sent = SystemTime::UNIX_EPOCH + Duration::from_millis(email.created_at.0.unsigned_abs());
        // The same for every attempt, so that the recipient's server can recognise a duplicate if its answer was
        // lost.
        let id = format!("<{}@{}>", email.key.replace(':', "."), self.host);
        let (subject, html) = emails::of_site(site, &written);
        let mut message = self.with_headers(site, to, subject)?.date(sent).message_id(Some(id));
        let mut body = body(written.text, html, images)?;
        if let Some(notification) = notification {
            message = self.notification_headers(message, email, &notification)?;
            body = with_replays(body, notification.replays)?;
        }
        message.multipart(body).map_err(UndeliverableNotice::new)
    }

    /// A message for testing the configuration.
    ///
    /// # Errors
    /// There is no valid sender.
    pub fn test_message(&self, to: Mailbox, site: &PublicUrl) -> Result<Message, UndeliverableNotice> {
        let written = emails::test(&site.to_string());
        let name = SiteSettings::DEFAULT_NAME;
        let (subject, html) = emails::of_site(name, &written);
        let message = self.with_headers(name, to, subject)?.message_id(None);
        message.multipart(body(written.text, html, Vec::new())?).map_err(UndeliverableNotice::new)
    }

    fn with_headers(
        &self,
        site: &str,
        to: Mailbox,
        subject: String,
    ) -> Result<MessageBuilder, UndeliverableNotice> {
        let from = self.sender(site).ok_or_else(|| UndeliverableNotice::new("MAIL_FROM is not set"))?;
        let automatic = header("Auto-Submitted", "auto-generated")?;
        Ok(Message::builder().from(from).to(to).subject(subject).raw_header(automatic))
    }

    /// Headers by which mail programs sort, thread and unsubscribe.
    fn notification_headers(
        &self,
        message: MessageBuilder,
        email: &OutboxEmail,
        Notification { unsubscribe, about, .. }: &Notification,
    ) -> Result<MessageBuilder, UndeliverableNotice> {
        let host = &self.host;
        let message = message
            .raw_header(header("List-Id", &format!("<notifications.{host}>"))?)
            .raw_header(header("List-Unsubscribe", &format!("<{unsubscribe}>"))?)
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")?);
        let Some(id) = about else { return Ok(message) };
        // The id of no real message. All emails about a match refer to it and so form a thread.
        let root = format!("<match.{id}.{}@{host}>", email.to.id.0);
        Ok(message.in_reply_to(root.clone()).references(root))
    }
}

fn body(text: String, html: String, images: Vec<DrawnImage>) -> Result<MultiPart, UndeliverableNotice> {
    let parts = MultiPart::alternative().singlepart(SinglePart::plain(text));
    let html = SinglePart::html(html);
    if images.is_empty() {
        return Ok(parts.singlepart(html));
    }
    let kind = ContentType::parse("image/png").map_err(UndeliverableNotice::new)?;
    let attached = images.into_iter().fold(MultiPart::related().singlepart(html), |related, (id, png)| {
        related.singlepart(Attachment::new_inline(id).body(png.to_vec(), kind.clone()))
    });
    Ok(parts.multipart(attached))
}

fn with_replays(body: MultiPart, replays: Vec<ReplayFile>) -> Result<MultiPart, UndeliverableNotice> {
    if replays.is_empty() {
        return Ok(body);
    }
    replays.into_iter().try_fold(MultiPart::mixed().multipart(body), |mixed, ReplayFile { name, html }| {
        // The type has the name too: in the disposition, long ones are cut into parameters that not all programs join.
        let kind = ContentType::parse(&format!("text/html; charset=utf-8; name=\"{name}\""));
        Ok(mixed.singlepart(Attachment::new(name).body(html, kind.map_err(UndeliverableNotice::new)?)))
    })
}

fn header(name: &str, value: &str) -> Result<HeaderValue, UndeliverableNotice> {
    let name = HeaderName::new_from_ascii(name.to_owned()).map_err(UndeliverableNotice::new)?;
    Ok(HeaderValue::dangerous_new_pre_encoded(name, value.to_owned(), value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_a_dot_is_accepted_only_by_a_sender_without_one() {
        let smtp = SmtpConfig::parse("smtp://127.0.0.1:25?tls=none").unwrap();
        let site = PublicUrl::parse("https://games.example").unwrap();
        for (from, accepts) in [("games@club.example", false), ("games@intranet", true)] {
            let mailer = Mailer::to(&smtp, from.parse().ok(), &site);
            assert_eq!(mailer.accepts(&EmailAddress::parse("root@localhost").unwrap()), accepts, "{from}");
            assert!(mailer.accepts(&EmailAddress::parse("ada@club.example").unwrap()));
        }
    }
}
