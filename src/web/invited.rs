//! The users that a form invites by name.

use super::{AppState, WebError};
use crate::games::SetupError;
use crate::matches::SeatInvitationError;
use crate::texts::tr;
use crate::tr_format;
use crate::users::UserSummary;
use crate::views::messages::ErrorMessage;
use crate::views::new_match::STANDING;
use crate::views::parts::words::one_of;

/// The field of the form for new matches. It may be repeated.
pub const FIELD: &str = "invite";
/// The field for how long a match stays open.
pub const OPEN_FOR: &str = "open_for";
/// Maximum length of a name that an error repeats.
const MAX_LENGTH: usize = 20;

const DAY: u32 = 24;
const USUAL: u32 = 7 * DAY;
const USUAL_LIVE: u32 = 2;

/// The user with this name, in any case.
///
/// # Errors
/// The database failed; or there is no such user, with a message for the form.
pub async fn by_name(
    state: &AppState,
    name: &str,
) -> Result<Result<UserSummary, SeatInvitationError>, WebError> {
    let name = name.trim();
    let unknown = || SeatInvitationError::Unknown(name.chars().take(MAX_LENGTH).collect());
    Ok(state.accounts.directory().find(name).await?.ok_or_else(unknown))
}

/// All invited users of the form for new matches, or why they cannot be invited together.
pub async fn of_form(
    state: &AppState,
    host: &UserSummary,
    fields: &[(String, String)],
    seats: u8,
) -> Result<Result<Vec<UserSummary>, String>, WebError> {
    let names: Vec<_> = names(fields).take(usize::from(seats)).collect();
    if names.len() >= usize::from(seats) {
        return Ok(Err(match seats - 1 {
            1 => tr("This match has one other seat, so you can invite one person.").to_owned(),
            others => {
                tr_format!(
                    "This match has {number} other seats, so you can invite at most {number} people.",
                    number = others
                )
            }
        }));
    }
    let mut people: Vec<UserSummary> = Vec::new();
    for name in names {
        let person = match by_name(state, name).await? {
            Ok(person) if person.id == host.id => Err(SeatInvitationError::Yourself),
            Ok(person) if people.iter().any(|other| other.id == person.id) => {
                Err(SeatInvitationError::Invited(person.name.to_string()))
            }
            found => found,
        };
        match person {
            Ok(person) => people.push(person),
            Err(refusal) => return Ok(Err(refusal.message())),
        }
    }
    Ok(Ok(people))
}

/// The names in one or several fields, separated by commas or spaces.
fn names(fields: &[(String, String)]) -> impl Iterator<Item = &str> {
    let typed = fields.iter().filter(|(field, _)| field == FIELD).map(|(_, value)| value.as_str());
    typed.flat_map(|value| value.split([',', ';', ' ', '\n', '\r', '\t'])).filter(|name| !name.is_empty())
}

/// How many hours a match stays open.
///
/// # Errors
/// The value is not offered.
pub fn open_for(text: Option<&str>, live: bool) -> Result<u32, SetupError> {
    match text {
        None | Some("usual") => Ok(if live { USUAL_LIVE } else { USUAL }),
        Some("1") => Ok(DAY),
        Some("3") => Ok(3 * DAY),
        Some("7") => Ok(7 * DAY),
        Some("14") => Ok(14 * DAY),
        Some(other) => Err(SetupError::BadValue {
            key: OPEN_FOR.to_owned(),
            value: other.to_owned(),
            takes: one_of(&["usual", "1", "3", "7", "14", STANDING]),
        }),
    }
}
