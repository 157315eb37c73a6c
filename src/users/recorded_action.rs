//! The role, suspension and mute of a user according to the audit log.

use super::{AccountStanding, ActiveChatBan, Role, StaffActionKind, WITHOUT_END, to_the_minute};
use crate::now::Moment;

/// The role, suspension and mute of a user, folded from the audit entries about them in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedStanding {
    role: Role,
    suspension: Option<StaffMeasure>,
    mute: Option<StaffMeasure>,
}

/// A suspension or mute according to its entry, which has the end to the minute.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StaffMeasure {
    at: Moment,
    why: String,
    until: String,
}

impl RecordedStanding {
    /// Applies the next entry about the user. Actions that do not affect their standing are ignored.
    pub fn note(&mut self, act: &str, at: Moment, why: &str, detail: &str) {
        let measure = || Some(StaffMeasure { at, why: why.to_owned(), until: detail.to_owned() });
        match StaffActionKind::from_key(act) {
            Some(StaffActionKind::CreateAccount | StaffActionKind::ChangeRole) => {
                let role = detail.rsplit(' ').next().and_then(Role::from_key);
                self.role = role.unwrap_or(self.role);
            }
            Some(StaffActionKind::Suspend) => self.suspension = measure(),
            Some(StaffActionKind::EndSuspension) => self.suspension = None,
            Some(StaffActionKind::Mute) => self.mute = measure(),
            Some(StaffActionKind::EndMute) => self.mute = None,
            Some(StaffActionKind::DeleteAccount) => *self = Self::default(),
            _ => {}
        }
    }

    /// How the user's standing differs from the audit log, a sentence for each difference.
    pub fn differences(&self, standing: &AccountStanding, mute: Option<&ActiveChatBan>) -> Vec<String> {
        let mut found = Vec::new();
        if standing.role != self.role {
            found.push(format!("the role is {}, but by the audit log it is {}", standing.role, self.role));
        }
        let suspension = standing.suspended.as_ref().map(|suspension| StaffMeasure {
            at: suspension.since,
            why: suspension.reason.to_string(),
            until: until(suspension.until),
        });
        if suspension != self.suspension {
            found.push("the suspension is not the one in the audit log".to_owned());
        }
        // The start of a mute is in the audit log only.
        let at = self.mute.as_ref().map_or(Moment(0), |mute| mute.at);
        let mute =
            mute.map(|mute| StaffMeasure { at, why: mute.why.clone(), until: until(Some(mute.until)) });
        if mute != self.mute {
            found.push("the mute is not the one in the audit log".to_owned());
        }
        found
    }
}

/// The end of a suspension or mute as the detail of an entry has it.
fn until(end: Option<Moment>) -> String {
    end.map_or_else(|| WITHOUT_END.to_owned(), |end| format!("until {}", to_the_minute(end)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::users::Suspension;

    /// A user who was muted, suspended and promoted.
    fn recorded() -> RecordedStanding {
        let mut recorded = RecordedStanding::default();
        recorded.note("create-account", Moment(1), "", "as player");
        recorded.note("suspend", Moment(2), "shouts", WITHOUT_END);
        recorded.note("end-suspension", Moment(3), "", "");
        recorded.note("change-role", Moment(4), "trusted", "from player to moderator");
        recorded.note("suspend", Moment(5), "shouts again", "until 2026-11-21 12:00 UTC");
        recorded.note("mute", Moment(6), "swears", "until 2026-11-21 12:00 UTC");
        recorded.note("sign-out", Moment(7), "", "");
        recorded
    }

    fn standing(role: Role, since: i64, reason: &str) -> AccountStanding {
        let until = Some(Moment(1_795_262_400_000));
        let suspended = Some(Suspension { since: Moment(since), until, reason: reason.into() });
        AccountStanding { role, suspended, ..AccountStanding::default() }
    }

    fn mute(why: &str) -> ActiveChatBan {
        ActiveChatBan { until: Moment(1_795_262_400_000), why: why.to_owned() }
    }

    #[test]
    fn a_standing_that_agrees_with_the_log_has_no_differences() {
        let standing = standing(Role::Moderator, 5, "shouts again");
        assert_eq!(recorded().differences(&standing, Some(&mute("swears"))), [""; 0]);
        assert_eq!(RecordedStanding::default().differences(&AccountStanding::default(), None), [""; 0]);
    }

    #[test]
    fn every_difference_to_the_log_is_named() {
        let right = || standing(Role::Moderator, 5, "shouts again");
        for (standing, mute, named) in [
            (standing(Role::Admin, 5, "shouts again"), Some(mute("swears")), "the role is admin"),
            (standing(Role::Moderator, 6, "shouts again"), Some(mute("swears")), "the suspension"),
            (standing(Role::Moderator, 5, "sings"), Some(mute("swears")), "the suspension"),
            (AccountStanding { suspended: None, ..right() }, Some(mute("swears")), "the suspension"),
            (right(), Some(mute("sings")), "the mute"),
            (right(), None, "the mute"),
        ] {
            let found = recorded().differences(&standing, mute.as_ref());
            assert!(found.len() == 1 && found[0].starts_with(named), "{found:?}");
        }
    }
}
