//! What a bot has to do in a match.

use crate::games::Seat;
use crate::lists::{BotAccount, BotDirectory};
use crate::matches::{Match, MatchStatus, OfferToAnswer};

/// An action due from a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BotDuty {
    /// Join a rematch in which a seat is reserved for it.
    Join,
    /// Answer a draw offer at this seat.
    AnswerDraw(Seat),
    /// Answer a takeback offer.
    AnswerTakeback,
    /// Agree to a pause.
    AgreeToPause,
    /// Roll the dice.
    Roll,
    /// Play a ply.
    Move,
}

/// The next action due, and its bot. Offers come before plies. While the clocks are paused bots do nothing, as a ply
/// would end the pause.
pub(super) fn next<'b>(m: &Match, bots: &'b BotDirectory) -> Option<(&'b BotAccount, BotDuty)> {
    match m.status {
        MatchStatus::Ended(_) => None,
        MatchStatus::Open => {
            let mut invited = m.reserved.as_slice().iter().flatten().filter_map(|user| bots.get(*user));
            invited.find(|bot| m.invited_seat(bot.user.id).is_some()).map(|bot| (bot, BotDuty::Join))
        }
        MatchStatus::Playing => {
            let mut seats = Seat::first(m.seats.count());
            let answer_due = seats.find_map(|seat| Some((bot_at(m, seat, bots)?, answer(m, seat)?)));
            answer_due.or_else(|| ply(m, bots))
        }
    }
}

fn answer(m: &Match, seat: Seat) -> Option<BotDuty> {
    m.offer_to_answer(seat).map(|asks| match asks {
        OfferToAnswer::Draw => BotDuty::AnswerDraw(seat),
        OfferToAnswer::Takeback => BotDuty::AnswerTakeback,
        OfferToAnswer::Pause => BotDuty::AgreeToPause,
    })
}

fn ply<'b>(m: &Match, bots: &'b BotDirectory) -> Option<(&'b BotAccount, BotDuty)> {
    if m.pause.on || m.goes_on_by_itself() {
        return None;
    }
    let bot = bot_at(m, m.seat_to_act()?, bots)?;
    Some((bot, if m.to_roll().is_some() { BotDuty::Roll } else { BotDuty::Move }))
}

fn bot_at<'b>(m: &Match, seat: Seat, bots: &'b BotDirectory) -> Option<&'b BotAccount> {
    bots.get(m.seats.get(seat).copied().flatten()?)
}
