//! Positions and moves as text, for people who cannot see the board.

use maud::{Markup, Render, html};

use super::{in_words, view};
use crate::games::{Position, Seat, ToAct};
use crate::say;
use crate::texts::tr;

/// A position as a list: what each seat has, what belongs to no seat, whose turn it is and what can be played.
pub struct DescribedBoard<'a> {
    /// The position.
    pub position: &'a Position,
    /// What the player of a seat is called, where people play.
    pub name: Option<&'a dyn Fn(Seat) -> String>,
    /// What is said of the seat to act.
    pub turn: TurnLine,
}

/// What a description says of the seat to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnLine {
    /// Nothing: nobody will act from here.
    None,
    /// Whose turn it is.
    Seat,
    /// Whose turn it is, and the legal moves.
    Moves,
}

impl Render for DescribedBoard<'_> {
    fn render(&self) -> Markup {
        let lines = in_words(self.position).into_iter().map(|(seat, words)| match seat {
            Some(seat) => format!("{}: {words}", self.player(seat)),
            None => words,
        });
        html! {
            ul { @for line in lines.chain(self.to_act()) { li { (line) } } }
        }
    }
}

impl DescribedBoard<'_> {
    /// As the section of a page that stands for its board.
    pub fn section(&self) -> Markup {
        html! {
            section #position.unseen aria-labelledby="position-heading" {
                h2 #position-heading { (tr("Position")) }
                (self)
            }
        }
    }

    /// "Ada (yellow)", or "Yellow" where nobody plays.
    fn player(&self, seat: Seat) -> String {
        let name = self.name(seat);
        match view(self.position).side(seat).filter(|_| self.name.is_some()) {
            Some(side) => format!("{name} ({side})"),
            None => name,
        }
    }

    fn name(&self, seat: Seat) -> String {
        self.name.map_or_else(|| view(self.position).unnamed(seat), |name| name(seat))
    }

    fn to_act(&self) -> Option<String> {
        let acts = Some(self.position.to_act()).filter(|_| self.turn != TurnLine::None);
        match acts? {
            ToAct::Nobody => None,
            ToAct::Chance { for_seat } => Some(say!("{name} to roll", name = self.name(for_seat))),
            ToAct::Seat(seat) if self.turn == TurnLine::Seat => {
                Some(say!("{name} to move", name = self.name(seat)))
            }
            ToAct::Seat(seat) => {
                Some(say!("{name} to move: {moves}", name = self.name(seat), moves = moves(self.position)))
            }
        }
    }
}

/// The legal moves, all of them where they are few.
fn moves(position: &Position) -> String {
    let view = view(position);
    let all = || {
        let offers: Vec<_> = position.legal().iter().map(|ply| view.offering(ply)).collect();
        offers.join("; ")
    };
    view.moves().unwrap_or_else(all)
}

/// The region of a page in which something is announced.
pub fn announcement(words: &str) -> Markup {
    html! { p #say.unseen role="status" { (words) } }
}

/// A ply as it is announced: "Ada sows site 3, 4 seeds".
pub fn announced(position: &Position, notation: &str, name: &str) -> String {
    view(position).announcing(name, notation)
}

/// How far a seat has come, where the game counts that: "12 in store".
pub fn score(position: &Position, seat: Seat) -> Option<String> {
    view(position).score(seat)
}
