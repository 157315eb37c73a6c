//! Emails that were due, and emails that came.

use super::ledger::{LedgerOutage, OutageCause};

/// How long after a reaction an email may still be sent that was ready before it.
const ON_ITS_WAY: i64 = 1000;
/// How long after its delivery the site may have no record of it.
const NOTED: i64 = 3000;

/// An email that came.
#[derive(Clone, Debug)]
pub struct EndureEmail {
    pub to: String,
    pub subject: String,
    pub text: String,
    pub message_id: String,
    /// When its transmission began, and when it was acknowledged.
    pub started: i64,
    pub ended: i64,
}

/// The content of an email.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmailKind {
    Turn,
    Chat,
    Ended,
}

impl EmailKind {
    /// The kind of an email, by its subject.
    fn of(subject: &str) -> Option<Self> {
        let subject = subject.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| subject.contains(word));
        if says(&["is over", "has ended", "won", "cancelled"]) {
            return Some(Self::Ended);
        }
        if says(&["your move", "your turn"]) {
            return Some(Self::Turn);
        }
        says(&["wrote", "message"]).then_some(Self::Chat)
    }
}

/// An event that a user is notified of by email, unless they see it before.
#[derive(Clone, Debug)]
pub struct EmailEvent {
    pub to: String,
    pub id: String,
    pub kind: EmailKind,
    /// The move that the email has to mention.
    pub notation: Option<String>,
    /// The two moments between which it happened.
    pub at: (i64, i64),
    /// Whether the user stays away until the email has come.
    pub awaited: bool,
    /// When it was settled: seen, answered or superseded.
    pub settled: Option<i64>,
}

/// All events and emails.
#[derive(Debug, Default)]
pub struct MailLedger {
    pub events: Vec<EmailEvent>,
    pub emails: Vec<EndureEmail>,
    /// Number of mail outages.
    pub outages: usize,
}

/// The comparison of both.
#[derive(Debug, Default)]
pub struct MailBalance {
    /// Emails that users waited for, and how many of them came.
    pub owed: usize,
    pub sent: usize,
    /// Emails to users who did not wait for them, but had not settled the event either.
    pub unasked: usize,
    /// Emails that came again because the process was killed before it could record their delivery.
    pub repeated: usize,
    pub missing: Vec<String>,
    pub doubled: Vec<String>,
    pub outdated: Vec<String>,
}

impl MailLedger {
    pub fn take(&mut self, email: EndureEmail) -> usize {
        self.emails.push(email);
        self.emails.len() - 1
    }

    /// Adds an event. Returns its index.
    pub fn expect(&mut self, event: EmailEvent) -> usize {
        self.events.push(event);
        self.events.len() - 1
    }

    /// Whether the email about an event has come.
    pub fn has_come(&self, event: usize) -> bool {
        self.emails.iter().any(|email| email.is_about(&self.events[event]))
    }

    pub fn balance(&self, outages: &[LedgerOutage]) -> MailBalance {
        let mut balance = MailBalance::default();
        let mut copies: Vec<Vec<&EndureEmail>> = vec![Vec::new(); self.events.len()];
        for email in self.emails.iter().filter(|email| email.text.contains("/matches/")) {
            match self.event_of(email) {
                None => balance.outdated.push(email.in_words("about nothing that is known")),
                Some(event) => {
                    copies[event].push(email);
                    let why = self.events[event].why_outdated(email);
                    balance.outdated.extend(why.map(|why| email.in_words(why)));
                }
            }
        }
        for (event, copies) in self.events.iter().zip(&copies) {
            balance.add(event, copies, outages);
        }
        balance
    }

    /// The last event of its kind before an email was sent.
    fn event_of(&self, email: &EndureEmail) -> Option<usize> {
        (0..self.events.len()).rev().find(|event| email.is_about(&self.events[*event]))
    }
}

impl MailBalance {
    fn add(&mut self, event: &EmailEvent, copies: &[&EndureEmail], outages: &[LedgerOutage]) {
        self.owed += usize::from(event.awaited);
        let Some((first, others)) = copies.split_first() else {
            if event.awaited {
                self.missing.push(format!("{:?} to {} about {}", event.kind, event.to, event.id));
            }
            return;
        };
        *if event.awaited { &mut self.sent } else { &mut self.unasked } += 1;
        for other in others {
            if other.message_id == first.message_id && first.was_cut_off(outages) {
                self.repeated += 1;
            } else {
                self.doubled.push(other.in_words("again"));
            }
        }
    }
}

impl EndureEmail {
    fn is_about(&self, event: &EmailEvent) -> bool {
        let kind = EmailKind::of(&self.subject) == Some(event.kind);
        kind && self.to == event.to && self.started >= event.at.0 && self.text.contains(&event.id)
    }

    /// Whether a fault may have kept the process from recording its delivery.
    fn was_cut_off(&self, outages: &[LedgerOutage]) -> bool {
        let cut_off = |outage: &&LedgerOutage| outage.cause != OutageCause::Suspended;
        let during =
            |outage: &LedgerOutage| (self.started..self.ended.saturating_add(NOTED)).contains(&outage.from);
        outages.iter().filter(cut_off).any(during)
    }

    fn in_words(&self, what: &str) -> String {
        format!("“{}” to {}, {what} ({})", self.subject, self.to, self.message_id)
    }
}

impl EmailEvent {
    fn why_outdated(&self, email: &EndureEmail) -> Option<&'static str> {
        let late = self.settled.is_some_and(|settled| email.started > settled + ON_ITS_WAY);
        let names = |notation: &String| email.text.split([' ', '.', ',', '\n']).any(|word| word == notation);
        if late {
            return Some("although that was settled");
        }
        let stale = self.notation.as_ref().is_some_and(|notation| !names(notation));
        stale.then_some("with an earlier move")
    }
}
