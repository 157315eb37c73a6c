//! Reads the fields of the new-match form that fill seats with bots.

use crate::bots::BotLevel;
use crate::games::{Game, SetupError};
use crate::lists::BotDirectory;
use crate::texts::tr;
use crate::tr_format;
use crate::users::{UserId, UserSummary};
use crate::views::new_match::BOTS;
use crate::views::parts::words::one_of;

/// The requested bots: one for each field that is not empty.
///
/// # Errors
/// An unknown level, or more bots than `free` seats.
pub fn of_form(
    bots: &BotDirectory,
    game: Game,
    free: usize,
    fields: &[(String, String)],
) -> Result<Vec<UserSummary>, SetupError> {
    let sent = fields.iter().filter(|(field, level)| field == BOTS && !level.is_empty());
    let mut chosen: Vec<UserSummary> = Vec::new();
    for (_, text) in sent {
        let levels =
            || one_of(&BotLevel::ALL.map(|level| level.number().to_string()).each_ref().map(String::as_str));
        let level = text.parse().ok().and_then(BotLevel::from_number);
        let level = level.ok_or_else(|| bad(text, levels()))?;
        let taken: Vec<UserId> = chosen.iter().map(|bot| bot.id).collect();
        let bot = bots.free(game, level, &taken).filter(|_| chosen.len() < free);
        let room = || bad(text, at_most(free));
        chosen.push(bot.ok_or_else(room)?.user.clone());
    }
    Ok(chosen)
}

fn at_most(free: usize) -> String {
    match free {
        0 => tr("no bots, as every seat is taken").to_owned(),
        free => tr_format!(free; "at most one bot", "at most {n} bots"),
    }
}

fn bad(value: &str, takes: String) -> SetupError {
    SetupError::BadValue { key: BOTS.to_owned(), value: value.to_owned(), takes }
}
