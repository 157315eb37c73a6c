//! Staff actions in words.

use std::borrow::Cow;

use maud::{Markup, html};

use super::users::in_words;
use super::words::verdict_in_words;
use crate::texts::{Language, current_language, tr, tr_in};
use crate::urls;
use crate::users::{ReportVerdict, Role, StaffActionKind, WITHOUT_END};
use crate::{tr, tr_format};

/// The user on whom an action was performed.
pub(super) enum ActionTarget<'a> {
    Named(&'a str),
    /// A deleted user.
    Gone,
    /// The user that the page is about.
    Them,
}

impl ActionTarget<'_> {
    fn of(&self, gone: &'static str, them: &'static str) -> Markup {
        match self {
            ActionTarget::Named(name) => {
                html! { a href=(urls::AdminUser { name }) translate="no" { (name) } }
            }
            ActionTarget::Gone => html! { (gone) },
            ActionTarget::Them => html! { (them) },
        }
    }

    /// The target as the object of a sentence.
    pub(super) fn is_object(&self) -> Markup {
        self.of(tr_in("whom", "a former user"), tr_in("whom", "them"))
    }

    /// The target as a possessive.
    fn is_owner(&self) -> Markup {
        self.of(tr_in("of whom", "a former user"), tr_in("of whom", "them"))
    }
}

/// An action as a sentence without its end.
pub(super) fn action(act: StaffActionKind, who: Markup, target: Option<&ActionTarget<'_>>) -> Markup {
    let to = || target.unwrap_or(&ActionTarget::Gone).is_object();
    let of = || target.unwrap_or(&ActionTarget::Gone).is_owner();
    match act {
        StaffActionKind::CreateAccount => tr!("{who} created an account for {whom}", who = who, whom = to()),
        StaffActionKind::ImportAccounts => tr!("{who} created accounts from a list", who = who),
        StaffActionKind::CreateCards => tr!("{who} made cards for new accounts", who = who),
        StaffActionKind::UndoImport => tr!("{who} removed unused accounts", who = who),
        StaffActionKind::Note => tr!("{who} wrote a note about {whom}", who = who, whom = to()),
        StaffActionKind::Suspend => tr!("{who} suspended {whom}", who = who, whom = to()),
        StaffActionKind::Approve => tr!("{who} approved the account of {whom}", who = who, whom = of()),
        StaffActionKind::EndSuspension => {
            tr!("{who} ended the suspension for {whom}", who = who, whom = of())
        }
        StaffActionKind::Rename => tr!("{who} renamed {whom}", who = who, whom = to()),
        StaffActionKind::ChangeRole => tr!("{who} changed the role for {whom}", who = who, whom = of()),
        StaffActionKind::SignOut => tr!("{who} signed out {whom}", who = who, whom = to()),
        StaffActionKind::ResetLink => tr!("{who} created a reset link for {whom}", who = who, whom = to()),
        StaffActionKind::ResetPassword => {
            tr!("{who} set a new password for {whom}", who = who, whom = to())
        }
        StaffActionKind::RemoveFactors => {
            tr!("{who} turned off two-step sign-in for {whom}", who = who, whom = of())
        }
        StaffActionKind::DeleteAccount => tr!("{who} deleted the account of {whom}", who = who, whom = of()),
        StaffActionKind::Mute => tr!("{who} muted {whom}", who = who, whom = to()),
        StaffActionKind::EndMute => tr!("{who} unmuted {whom}", who = who, whom = of()),
        StaffActionKind::AbortMatch => tr!("{who} cancelled a match", who = who),
        StaffActionKind::AdjudicateMatch => tr!("{who} decided a match", who = who),
        StaffActionKind::RemoveMessage => {
            tr!("{who} removed a chat message by {whom}", who = who, whom = of())
        }
        StaffActionKind::Warn => tr!("{who} warned {whom}", who = who, whom = to()),
        StaffActionKind::LookIntoReport => match target {
            Some(_) => tr!("{who} viewed a report about {whom}", who = who, whom = to()),
            None => tr!("{who} viewed a report", who = who),
        },
        StaffActionKind::SettleReport => match target {
            Some(_) => tr!("{who} settled a report about {whom}", who = who, whom = to()),
            None => tr!("{who} settled a report", who = who),
        },
        StaffActionKind::ReopenReport => match target {
            Some(_) => tr!("{who} reopened a report about {whom}", who = who, whom = to()),
            None => tr!("{who} reopened a report", who = who),
        },
        StaffActionKind::Announce => tr!("{who} published an announcement", who = who),
        StaffActionKind::EndAnnouncement => tr!("{who} removed an announcement", who = who),
        StaffActionKind::MakeInvitation => tr!("{who} created an invitation", who = who),
        StaffActionKind::RevokeInvitation => tr!("{who} revoked an invitation", who = who),
        StaffActionKind::ChangeSite => tr!("{who} changed settings of the site", who = who),
        StaffActionKind::AcceptKey => tr!("{who} accepted a new secret key", who = who),
    }
}

/// The name of an action in the filter.
pub(super) fn action_name(act: StaffActionKind) -> &'static str {
    match act {
        StaffActionKind::CreateAccount => tr("Account created"),
        StaffActionKind::ImportAccounts => tr("Accounts created from a list"),
        StaffActionKind::CreateCards => tr("Cards made for new accounts"),
        StaffActionKind::UndoImport => tr("Unused accounts removed"),
        StaffActionKind::Note => tr("Note written"),
        StaffActionKind::Suspend => tr_in("act", "User suspended"),
        StaffActionKind::Approve => tr_in("act", "Account approved"),
        StaffActionKind::EndSuspension => tr("Suspension ended"),
        StaffActionKind::Rename => tr_in("act", "User renamed"),
        StaffActionKind::ChangeRole => tr("Role changed"),
        StaffActionKind::SignOut => tr_in("act", "Signed out everywhere"),
        StaffActionKind::ResetLink => tr("Reset link created"),
        StaffActionKind::ResetPassword => tr("New password set"),
        StaffActionKind::RemoveFactors => tr("Two-step sign-in turned off"),
        StaffActionKind::DeleteAccount => tr("Account deleted"),
        StaffActionKind::Mute => tr_in("act", "User muted"),
        StaffActionKind::EndMute => tr("Mute ended"),
        StaffActionKind::AbortMatch => tr("Match cancelled"),
        StaffActionKind::AdjudicateMatch => tr("Match decided"),
        StaffActionKind::RemoveMessage => tr("Chat message removed"),
        StaffActionKind::Warn => tr_in("act", "User warned"),
        StaffActionKind::LookIntoReport => tr("Report viewed"),
        StaffActionKind::SettleReport => tr("Report settled"),
        StaffActionKind::ReopenReport => tr("Report reopened"),
        StaffActionKind::Announce => tr("Announcement published"),
        StaffActionKind::EndAnnouncement => tr("Announcement removed"),
        StaffActionKind::MakeInvitation => tr("Invitation created"),
        StaffActionKind::RevokeInvitation => tr("Invitation revoked"),
        StaffActionKind::ChangeSite => tr("Settings of the site changed"),
        StaffActionKind::AcceptKey => tr("New secret key accepted"),
    }
}

/// The detail of an audit entry, translated from the English in which it is stored.
pub(super) fn detail(act: Option<StaffActionKind>, noted: &str) -> Cow<'_, str> {
    if current_language() == Language::English && noted != WITHOUT_END {
        return noted.into();
    }
    translated(act, noted).map_or(noted.into(), Cow::Owned)
}

fn translated(act: Option<StaffActionKind>, noted: &str) -> Option<String> {
    fn role(key: &str) -> &str {
        match Role::from_key(key) {
            Some(role) => in_words(role),
            None => key,
        }
    }
    Some(match act? {
        StaffActionKind::Suspend if noted == WITHOUT_END => tr("until ended").to_owned(),
        StaffActionKind::Suspend | StaffActionKind::Mute => {
            tr_format!("until {moment}", moment = noted.strip_prefix("until ")?)
        }
        StaffActionKind::CreateAccount => tr_format!("as {role}", role = role(noted.strip_prefix("as ")?)),
        StaffActionKind::ImportAccounts | StaffActionKind::CreateCards | StaffActionKind::UndoImport => {
            let (id, accounts) = noted.strip_prefix("import ")?.split_once(", accounts: ")?;
            tr_format!("import {id}, accounts: {accounts}", id = id, accounts = accounts)
        }
        StaffActionKind::ChangeRole => {
            let (before, after) = noted.strip_prefix("from ")?.split_once(" to ")?;
            tr_format!("from {before} to {after}", before = role(before), after = role(after))
        }
        StaffActionKind::AdjudicateMatch => {
            tr_format!("places {places}", places = noted.strip_prefix("places ")?)
        }
        StaffActionKind::RemoveMessage => tr_format!("message {id}", id = noted.strip_prefix("message ")?),
        StaffActionKind::LookIntoReport | StaffActionKind::ReopenReport => {
            tr_format!("report {id}", id = noted.strip_prefix("report ")?)
        }
        StaffActionKind::SettleReport => {
            let (id, verdict) = noted.strip_prefix("report ")?.split_once(": ")?;
            let settled = ReportVerdict::from_key(verdict).map(verdict_in_words)?;
            tr_format!("report {id}: {settled}", id = id, settled = settled)
        }
        StaffActionKind::MakeInvitation => {
            let (id, rest) = noted.strip_prefix("number ")?.split_once(", for ")?;
            let (places, until) = rest.split_once(", until ")?;
            tr_format!("number {id}, for {places}, until {moment}", id = id, places = places, moment = until)
        }
        StaffActionKind::RevokeInvitation => tr_format!("number {id}", id = noted.strip_prefix("number ")?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::detail;
    use crate::texts::{Language, in_language};
    use crate::users::{StaffActionKind, WITHOUT_END};

    #[test]
    fn details_of_the_audit_log_are_in_the_language_of_the_reader() {
        let endless = || detail(Some(StaffActionKind::Suspend), WITHOUT_END).into_owned();
        assert_eq!(endless(), "until ended");
        assert_eq!(in_language(Language::German, endless), "bis auf Weiteres");
        for (act, noted, expected) in [
            (StaffActionKind::Mute, "until 2026-11-29 10:05 UTC", "bis 2026-11-29 10:05 UTC"),
            (StaffActionKind::CreateAccount, "as admin", "als Admin"),
            (StaffActionKind::UndoImport, "import 3, accounts: 24", "Import 3, Konten: 24"),
            (StaffActionKind::ChangeRole, "from player to moderator", "von Mitglied zu Moderation"),
            (StaffActionKind::AdjudicateMatch, "places 1 2", "Plätze 1 2"),
            (StaffActionKind::RemoveMessage, "message 7", "Nachricht 7"),
            (StaffActionKind::LookIntoReport, "report 7", "Meldung 7"),
            (StaffActionKind::SettleReport, "report 7: dismissed", "Meldung 7: abgewiesen"),
            (StaffActionKind::RevokeInvitation, "number 3", "Nummer 3"),
            (StaffActionKind::MakeInvitation, "number 3, for 2, until soon", "Nummer 3, für 2, bis soon"),
            (StaffActionKind::Announce, "until we meet", "until we meet"),
            (StaffActionKind::Suspend, "for ever", "for ever"),
        ] {
            assert_eq!(detail(Some(act), noted), noted);
            assert_eq!(in_language(Language::German, || detail(Some(act), noted).into_owned()), expected);
        }
    }
}
