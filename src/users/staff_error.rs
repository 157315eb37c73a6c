//! Why a staff action was refused.

use thiserror::Error;

use crate::error_codes;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StaffActionError {
    /// It needs a higher role.
    #[error("the role does not allow it")]
    NotYours,
    /// Staff cannot do it to themselves.
    #[error("users cannot do this to themselves")]
    Oneself,
    /// Only admins may do it to staff.
    #[error("only an admin can do this to staff")]
    Peer,
    /// They are involved in it.
    #[error("they are involved in it")]
    Involved,
    /// Reports about different users cannot be settled together.
    #[error("the reports are about different users")]
    Unrelated,
    /// No admin would be left.
    #[error("they are the last admin")]
    LastAdmin,
    /// There is no such user or object.
    #[error("there is no such user")]
    Nobody,
    /// A guest has no account.
    #[error("a guest has no account")]
    Guest,
    /// It has been done already.
    #[error("nothing to change")]
    AlreadySo,
    /// It was changed by another user in the meantime.
    #[error("someone else has changed it since")]
    Stale,
    /// The name is taken, or was given up a short time ago.
    #[error("the name is taken")]
    NameTaken,
    /// The end of a suspension is in the past.
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
        Self::Guest => "guest-account",
        Self::AlreadySo => "already-so",
        Self::Stale => "changed-since",
        Self::NameTaken => "name-taken",
        Self::Past => "end-in-past",
    }
}

/// Classes of errors, which decide the HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaffErrorClass {
    /// Not permitted for this user.
    Forbidden,
    Missing,
    /// Not possible now.
    Conflict,
    /// Never possible.
    Invalid,
}

impl StaffActionError {
    pub const fn class(self) -> StaffErrorClass {
        match self {
            StaffActionError::NotYours
            | StaffActionError::Oneself
            | StaffActionError::Peer
            | StaffActionError::Involved => StaffErrorClass::Forbidden,
            StaffActionError::Nobody => StaffErrorClass::Missing,
            StaffActionError::LastAdmin
            | StaffActionError::Guest
            | StaffActionError::AlreadySo
            | StaffActionError::Stale
            | StaffActionError::NameTaken => StaffErrorClass::Conflict,
            StaffActionError::Past | StaffActionError::Unrelated => StaffErrorClass::Invalid,
        }
    }
}
