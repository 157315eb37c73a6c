//! Why staff could not do what they wanted to.

use crate::texts::tr;
use thiserror::Error;

/// Why nothing was done. What it displays as is what they read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// It takes more than their role.
    #[error("{}", tr("Your role does not allow this."))]
    NotYours,
    /// It would befall themselves.
    #[error("{}", tr("Nobody does that to themselves. Ask another admin."))]
    Oneself,
    /// A moderator would do it to somebody who looks after others too.
    #[error("{}", tr("Moderators look after players only. Ask an admin."))]
    Peer,
    /// They have a part in what it is about.
    #[error("{}", tr("You have a part in this: somebody else has to look into it."))]
    Involved,
    /// Reports about different people cannot be settled together.
    #[error("{}", tr("Only reports about the same person can be settled together."))]
    Unrelated,
    /// Nobody would be left to look after the house.
    #[error("{}", tr("They are the last admin. Make somebody else an admin first."))]
    LastAdmin,
    /// There is nobody like that.
    #[error("{}", tr("Nobody in this house is called that."))]
    Nobody,
    /// It is so already.
    #[error("{}", tr("That is so already."))]
    AlreadySo,
    /// Somebody else has changed what it was about.
    #[error("{}", tr("Somebody else was faster. Look at the page again."))]
    Stale,
    /// Somebody has the name, or had it until lately.
    #[error("{}", tr("This name is taken."))]
    NameTaken,
    /// The end of a suspension is not ahead.
    #[error("{}", tr("The end has to be ahead."))]
    Past,
}

/// What kind of reason it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Not for this person.
    Forbidden,
    /// Not there.
    Missing,
    /// Not as things stand.
    Conflict,
    /// Not at all.
    Invalid,
}

impl Refused {
    /// What kind of reason it is.
    pub const fn fault(self) -> Fault {
        match self {
            Refused::NotYours | Refused::Oneself | Refused::Peer | Refused::Involved => Fault::Forbidden,
            Refused::Nobody => Fault::Missing,
            Refused::LastAdmin | Refused::AlreadySo | Refused::Stale | Refused::NameTaken => Fault::Conflict,
            Refused::Past | Refused::Unrelated => Fault::Invalid,
        }
    }
}
