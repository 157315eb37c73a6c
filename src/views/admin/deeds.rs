//! What staff do, in words.

use std::borrow::Cow;

use maud::{Markup, html};

use super::people::in_words;
use super::words::verdict_in_words;
use crate::texts::{Language, spoken, tr, tr_in};
use crate::urls;
use crate::users::{Act, Role, Verdict, WITHOUT_END};
use crate::{say, tr};

/// Whom something befell.
pub(super) enum Whom<'a> {
    /// Somebody by name.
    Named(&'a str),
    /// Somebody who has left the house.
    Gone,
    /// Whoever the page is about.
    Them,
}

impl Whom<'_> {
    fn of(&self, gone: &'static str, them: &'static str) -> Markup {
        match self {
            Whom::Named(name) => html! { a href=(urls::AdminPerson { name }) { (name) } },
            Whom::Gone => html! { (gone) },
            Whom::Them => html! { (them) },
        }
    }

    /// As those something is done to, or for.
    pub(super) fn is_object(&self) -> Markup {
        self.of(tr_in("whom", "somebody who is gone"), tr_in("whom", "them"))
    }

    /// As those something is taken from, or is of.
    fn is_owner(&self) -> Markup {
        self.of(tr_in("of whom", "somebody who is gone"), tr_in("of whom", "them"))
    }
}

/// What somebody has done, as a sentence without its end.
pub(super) fn deed(act: Act, who: Markup, whom: Option<&Whom<'_>>) -> Markup {
    let to = || whom.unwrap_or(&Whom::Gone).is_object();
    let of = || whom.unwrap_or(&Whom::Gone).is_owner();
    match act {
        Act::CreateAccount => tr!("{who} made an account for {whom}", who = who, whom = to()),
        Act::Suspend => tr!("{who} suspended {whom}", who = who, whom = to()),
        Act::EndSuspension => tr!("{who} ended the suspension of {whom}", who = who, whom = of()),
        Act::Rename => tr!("{who} renamed {whom}", who = who, whom = to()),
        Act::ChangeRole => tr!("{who} changed the role of {whom}", who = who, whom = of()),
        Act::SignOut => tr!("{who} signed out {whom}", who = who, whom = to()),
        Act::ResetLink => tr!("{who} made a reset link for {whom}", who = who, whom = to()),
        Act::ResetPassword => tr!("{who} gave another password to {whom}", who = who, whom = to()),
        Act::RemoveFactors => tr!("{who} took the second factors of {whom}", who = who, whom = of()),
        Act::DeleteAccount => tr!("{who} deleted the account of {whom}", who = who, whom = of()),
        Act::Mute => tr!("{who} muted {whom}", who = who, whom = to()),
        Act::EndMute => tr!("{who} let talk again {whom}", who = who, whom = to()),
        Act::AbortMatch => tr!("{who} called off a match", who = who),
        Act::AdjudicateMatch => tr!("{who} decided a match", who = who),
        Act::RemoveMessage => tr!("{who} removed a chat message by {whom}", who = who, whom = to()),
        Act::Warn => tr!("{who} warned {whom}", who = who, whom = to()),
        Act::LookIntoReport => match whom {
            Some(_) => tr!("{who} looked into a report about {whom}", who = who, whom = to()),
            None => tr!("{who} looked into a report", who = who),
        },
        Act::SettleReport => match whom {
            Some(_) => tr!("{who} settled a report about {whom}", who = who, whom = to()),
            None => tr!("{who} settled a report", who = who),
        },
        Act::Announce => tr!("{who} announced something", who = who),
        Act::EndAnnouncement => tr!("{who} took down an announcement", who = who),
        Act::MakeInvitation => tr!("{who} made an invitation", who = who),
        Act::RevokeInvitation => tr!("{who} revoked an invitation", who = who),
        Act::AcceptKey => tr!("{who} accepted a new secret key", who = who),
    }
}

/// What an act is called where one looks for it.
pub(super) fn called(act: Act) -> &'static str {
    match act {
        Act::CreateAccount => tr("Made an account for"),
        Act::Suspend => tr_in("act", "Suspended"),
        Act::EndSuspension => tr("Ended the suspension of"),
        Act::Rename => tr_in("act", "Renamed"),
        Act::ChangeRole => tr("Changed the role of"),
        Act::SignOut => tr_in("act", "Signed out"),
        Act::ResetLink => tr("Made a reset link for"),
        Act::ResetPassword => tr("Gave another password to"),
        Act::RemoveFactors => tr("Took the second factors of"),
        Act::DeleteAccount => tr("Deleted the account of"),
        Act::Mute => tr_in("act", "Muted"),
        Act::EndMute => tr("Let talk again"),
        Act::AbortMatch => tr("Called off a match"),
        Act::AdjudicateMatch => tr("Decided a match"),
        Act::RemoveMessage => tr("Removed a chat message"),
        Act::Warn => tr_in("act", "Warned"),
        Act::LookIntoReport => tr("Looked into a report"),
        Act::SettleReport => tr("Settled a report"),
        Act::Announce => tr("Announced something"),
        Act::EndAnnouncement => tr("Took down an announcement"),
        Act::MakeInvitation => tr("Made an invitation"),
        Act::RevokeInvitation => tr("Revoked an invitation"),
        Act::AcceptKey => tr("Accepted a new secret key"),
    }
}

/// What there is to know besides, which is noted in English.
pub(super) fn detail(act: Option<Act>, noted: &str) -> Cow<'_, str> {
    if spoken() == Language::English {
        return noted.into();
    }
    translated(act, noted).map_or(noted.into(), Cow::Owned)
}

fn translated(act: Option<Act>, noted: &str) -> Option<String> {
    fn role(key: &str) -> &str {
        match Role::from_key(key) {
            Some(role) => in_words(role),
            None => key,
        }
    }
    Some(match act? {
        Act::Suspend if noted == WITHOUT_END => tr("until somebody ends it").to_owned(),
        Act::Suspend | Act::Mute => say!("until {moment}", moment = noted.strip_prefix("until ")?),
        Act::CreateAccount => say!("as {role}", role = role(noted.strip_prefix("as ")?)),
        Act::ChangeRole => {
            let (before, after) = noted.strip_prefix("from ")?.split_once(" to ")?;
            say!("from {before} to {after}", before = role(before), after = role(after))
        }
        Act::AdjudicateMatch => say!("places {places}", places = noted.strip_prefix("places ")?),
        Act::RemoveMessage => say!("message {id}", id = noted.strip_prefix("message ")?),
        Act::LookIntoReport => say!("report {id}", id = noted.strip_prefix("report ")?),
        Act::SettleReport => {
            let (id, verdict) = noted.strip_prefix("report ")?.split_once(": ")?;
            let settled = Verdict::from_key(verdict).map(verdict_in_words)?;
            say!("report {id}: {settled}", id = id, settled = settled)
        }
        Act::MakeInvitation => {
            let (id, rest) = noted.strip_prefix("number ")?.split_once(", for ")?;
            let (places, until) = rest.split_once(", until ")?;
            say!("number {id}, for {places}, until {moment}", id = id, places = places, moment = until)
        }
        Act::RevokeInvitation => say!("number {id}", id = noted.strip_prefix("number ")?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::detail;
    use crate::texts::{Language, in_language};
    use crate::users::Act;

    #[test]
    fn what_is_noted_besides_is_said_in_the_language_of_whoever_reads_the_log() {
        for (act, noted, said) in [
            (Act::Suspend, "until somebody ends it", "bis jemand die Sperre aufhebt"),
            (Act::Mute, "until 2026-11-29 10:05 UTC", "bis 2026-11-29 10:05 UTC"),
            (Act::CreateAccount, "as admin", "als Admin"),
            (Act::ChangeRole, "from player to moderator", "von Mitglied zu Aufsicht"),
            (Act::AdjudicateMatch, "places 1 2", "Plätze 1 2"),
            (Act::RemoveMessage, "message 7", "Nachricht 7"),
            (Act::LookIntoReport, "report 7", "Meldung 7"),
            (Act::SettleReport, "report 7: dismissed", "Meldung 7: abgewiesen"),
            (Act::RevokeInvitation, "number 3", "Nummer 3"),
            (Act::MakeInvitation, "number 3, for 2, until soon", "Nummer 3, für 2, bis soon"),
            (Act::Announce, "until we meet", "until we meet"),
            (Act::Suspend, "for ever", "for ever"),
        ] {
            assert_eq!(detail(Some(act), noted), noted);
            assert_eq!(in_language(Language::German, || detail(Some(act), noted).into_owned()), said);
        }
    }
}
