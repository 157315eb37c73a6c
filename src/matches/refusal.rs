//! Why a command was not carried out, in words for the person who gave it.

use std::fmt::Display;

use thiserror::Error;

use super::{InvitationRefusal, Line, MOST_OPEN_TABLES, OfferRefusal, OrderProblem, RulingRefusal};
use crate::games::{Filling, PlayError, SetupError, Why};
use crate::say;
use crate::texts::{filled, tr, tr_in};

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The match has moved on since the page was drawn.
    #[error("{}", tr("The match has moved on since this page was drawn. Here is how it stands now."))]
    Stale,
    /// Another seat is to act.
    #[error("{}", tr("It is not your turn."))]
    NotYourTurn,
    /// Only those who play may do this.
    #[error("{}", tr("You have no seat at this match."))]
    NotSeated,
    /// No seat is kept for this person.
    #[error("{}", tr("No seat at this match is kept for you."))]
    NotInvited,
    /// The die has not been thrown.
    #[error("{}", tr("Throw the die first. What it shows nobody can choose."))]
    ThrowFirst,
    /// The match has not begun.
    #[error("{}", tr("The match has not started yet."))]
    NotStarted,
    /// The match has begun or is over.
    #[error("{}", tr("This match is no longer open."))]
    NotOpen,
    /// The match is over.
    #[error("{}", tr("The match is over."))]
    Over,
    /// The match goes on.
    #[error("{}", tr("The match is not over yet."))]
    NotOver,
    /// No seat is left, or what is left is kept for others.
    #[error("{}", tr("There is no free seat left at this match."))]
    Full,
    /// Somebody at the table does not want to meet them, which is not said.
    #[error("{}", tr("You cannot sit down at this table."))]
    NotForYou,
    /// The same, of a rematch.
    #[error("{}", tr("A rematch of this match is not to be had."))]
    NoRematch,
    /// Their rating is outside what the table is for.
    #[error("{}", say!("This table is for ratings {range}. Yours is {own}.", range = .range, own = .own))]
    Rating {
        /// What it is for, in words.
        range: String,
        /// Theirs.
        own: i64,
    },
    /// They ask for ratings among which theirs is not.
    #[error("{}", say!("The ratings you ask for have to include your own, which is {own}.", own = .own))]
    OutsideOwnRange {
        /// Theirs.
        own: i64,
    },
    /// Only the host may do this.
    #[error("{}", tr("Only the host of this match can do that."))]
    NotHost,
    /// More people have to sit down first.
    #[error("{}", say!("At least {least} people have to sit down before the match can start.", least = .least))]
    TooFew {
        /// How many.
        least: u8,
    },
    /// Everybody has moved: the match counts.
    #[error("{}", tr("Everybody has moved already, so the match counts. You can resign instead."))]
    TooLateToAbort,
    /// No time is kept.
    #[error("{}", tr("No time is kept at this match."))]
    NoClock,
    /// It is their own turn.
    #[error("{}", tr("It is your own turn: only others can give you time."))]
    OwnTime,
    /// The seat has left the match already.
    #[error("{}", tr("You have left this match already."))]
    Gone,
    /// It cannot be asked or answered.
    #[error("{0}")]
    Offer(#[from] OfferRefusal),
    /// Nobody is invited.
    #[error("{0}")]
    Invitation(#[from] InvitationRefusal),
    /// The ply cannot be played.
    #[error("{}", not_played(.0))]
    Ply(#[from] PlayError),
    /// Whoever wants to open another table has many that wait for people.
    #[error("{}", too_many_tables())]
    TooManyTables,
    /// The match cannot be opened like this.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// A standing order cannot be left.
    #[error("{0}")]
    Order(#[from] OrderProblem),
    /// It cannot be decided like this.
    #[error("{0}")]
    Ruling(#[from] RulingRefusal),
    /// Nothing was said.
    #[error("{}", tr("Write something first."))]
    NothingSaid,
    /// More was said than anybody reads.
    #[error("{}", say!("That is too long: {most} characters are the most.", most = Line::LONGEST))]
    TooMuchSaid,
    /// The chat has as many messages as one match can have.
    #[error("{}", say!("This chat is full: a match has room for {most} messages.", most = Line::MOST))]
    ChatFull,
}

fn too_many_tables() -> String {
    say!(
        "You have {most} open tables already. Close one, or wait until somebody sits down at it.",
        most = MOST_OPEN_TABLES,
    )
}

/// Why a ply was not played, in the words of whoever tried.
pub(super) fn not_played(error: &PlayError) -> String {
    match error {
        PlayError::Unreadable { notation, expected } => say!(
            "“{notation}” cannot be read as a move: write {expected}",
            notation = notation,
            expected = tr(expected),
        ),
        PlayError::Illegal { why, .. } => not_legal(why),
        PlayError::GameOver => tr("the match is over: nothing more can be played").to_owned(),
    }
}

fn not_legal(why: &Why) -> String {
    let said = |filling: &Filling| match filling {
        Filling::Name(name) => name.clone(),
        Filling::Words(words) => {
            words.iter().map(|word| tr_in("the piece", word)).collect::<Vec<_>>().join(" ")
        }
    };
    let said: Vec<_> = why.fillings().iter().map(|(hole, filling)| (*hole, said(filling))).collect();
    let holes: Vec<(&str, &dyn Display)> = said.iter().map(|(hole, said)| (*hole, said as _)).collect();
    filled(tr(why.text()), &holes)
}

/// What kind of mistake a refusal points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The person may not do this at all.
    Forbidden,
    /// It does not go with how the match stands.
    Conflict,
    /// What was asked for makes no sense.
    Invalid,
}

impl Refusal {
    /// What kind of mistake it was.
    pub fn fault(&self) -> Fault {
        match self {
            Refusal::Invitation(InvitationRefusal::NotInvited(_)) => Fault::Conflict,
            Refusal::NotSeated
            | Refusal::NotForYou
            | Refusal::NoRematch
            | Refusal::Rating { .. }
            | Refusal::NotInvited
            | Refusal::NotHost
            | Refusal::Ruling(RulingRefusal::Own)
            | Refusal::Offer(OfferRefusal::Own | OfferRefusal::NotOwn) => Fault::Forbidden,
            Refusal::Ply(PlayError::Unreadable { .. } | PlayError::Illegal { .. })
            | Refusal::Setup(_)
            | Refusal::TooManyTables
            | Refusal::OutsideOwnRange { .. }
            | Refusal::Invitation(_)
            | Refusal::Order(_)
            | Refusal::Ruling(_)
            | Refusal::NothingSaid
            | Refusal::TooMuchSaid => Fault::Invalid,
            _ => Fault::Conflict,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::texts::{Language, in_language};

    #[test]
    fn whoever_tries_what_the_rules_do_not_allow_hears_why_in_their_language() {
        let refused = |game: Game, plies: &[&str]| {
            let options = game.options([]).unwrap();
            let mut position = game.opening(&options, 2).unwrap();
            let refused = plies.iter().find_map(|ply| position.play(ply).err()).unwrap();
            let said = || Refusal::from(refused.clone()).to_string();
            (said(), in_language(Language::German, said))
        };
        let said = |english: &str, german: &str| (english.to_owned(), german.to_owned());
        assert_eq!(
            refused(Game::Sternhalma, &["d2-f5"]),
            said(
                "d2 cannot reach f5: no chain of hops leads there",
                "d2 kommt nicht nach f5: Keine Kette von Sprüngen führt dorthin",
            )
        );
        assert_eq!(
            refused(Game::Quarto, &["d", "e"]),
            said(
                "the tall dark round solid piece is in hand: place it on an empty square first",
                "du hast den großen dunklen runden vollen Stein in der Hand: Setze ihn zuerst auf ein leeres Feld",
            )
        );
        assert_eq!(
            refused(Game::TicTacToe, &["so"]),
            said(
                "“so” cannot be read as a move: write a square such as b2",
                "„so“ ist kein Zug: Schreib ein Feld wie b2",
            )
        );
    }
}
