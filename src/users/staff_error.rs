//! Why a staff action was refused.

use thiserror::Error;

use crate::error_codes;

/// Why nothing was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StaffActionError {
    /// It takes more than their role.
    #[error("the role does not allow it")]
    NotYours,
    /// It would befall themselves.
    #[error("users cannot do this to themselves")]
    Oneself,
    /// A moderator would do it to somebody who looks after others too.
    #[error("only an admin can do this to staff")]
    Peer,
    /// They have a part in what it is about.
    #[error("they are involved in it")]
    Involved,
    /// Reports about different people cannot be settled together.
    #[error("the reports are about different users")]
    Unrelated,
    /// Nobody would be left to look after the site.
    #[error("they are the last admin")]
    LastAdmin,
    /// There is nobody like that.
    #[error("there is no such user")]
    Nobody,
    /// It is so already.
    #[error("nothing to change")]
    AlreadySo,
    /// Somebody else has changed what it was about.
    #[error("someone else has changed it since")]
    Stale,
    /// Somebody has the name, or had it until lately.
    #[error("the name is taken")]
    NameTaken,
    /// The end of a suspension is not ahead.
    #[error("the end is in the past")]
    Past,
}

error_codes! {
    StaffActionError {
        Self::NotYours => "role-not-sufficient",
        Self::Oneself => "own-account",
        Self::Peer => "staff-account",
        Self::Involved => "involved",
        Self::Unrelated => "unrelated-reports",
        Self::LastAdmin => "last-admin",
        Self::Nobody => "no-such-user",
        Self::AlreadySo => "already-so",
        Self::Stale => "changed-since",
        Self::NameTaken => "name-taken",
        Self::Past => "end-in-past",
    }
}

/// What kind of reason it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaffErrorClass {
    /// Not for this person.
    Forbidden,
    /// Not there.
    Missing,
    /// Not as things stand.
    Conflict,
    /// Not at all.
    Invalid,
}

impl StaffActionError {
    /// What kind of reason it is.
    pub const fn fault(self) -> StaffErrorClass {
        match self {
            StaffActionError::NotYours
            | StaffActionError::Oneself
            | StaffActionError::Peer
            | StaffActionError::Involved => StaffErrorClass::Forbidden,
            StaffActionError::Nobody => StaffErrorClass::Missing,
            StaffActionError::LastAdmin
            | StaffActionError::AlreadySo
            | StaffActionError::Stale
            | StaffActionError::NameTaken => StaffErrorClass::Conflict,
            StaffActionError::Past | StaffActionError::Unrelated => StaffErrorClass::Invalid,
        }
    }
}
