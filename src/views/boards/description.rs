//! Positions and moves as text, for screen readers.

use maud::{Markup, Render, html};

use super::board_view::view;
use super::words::in_words;
use crate::games::{Position, Seat, ToAct};
use crate::texts::tr;
use crate::tr_format;

/// A position as a list: the pieces of each seat, what belongs to no seat, the seat to act, and the legal moves.
pub struct DescribedBoard<'a> {
    pub position: &'a Position,
    /// The name of a seat's player, if people play.
    pub name: Option<&'a dyn Fn(Seat) -> String>,
    pub turn: TurnLine,
}

/// What a description says about the seat to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnLine {
    /// Nothing: the position is final.
    None,
    /// The seat to act.
    Seat,
    /// The seat to act and the legal moves.
    Moves,
}

impl Render for DescribedBoard<'_> {
    fn render(&self) -> Markup {
        html! {
            ul { @for line in self.lines() { li { (line) } } }
        }
    }
}

impl DescribedBoard<'_> {
    /// The items of the list.
    pub fn lines(&self) -> Vec<String> {
        let line = |(seat, words)| match seat {
            Some(seat) => format!("{}: {words}", self.player(seat)),
            None => words,
        };
        in_words(self.position).into_iter().map(line).chain(self.to_act()).collect()
    }

    /// What a picture of the board does not say: whose pieces are which, and what belongs to no seat.
    pub fn legend(&self) -> Vec<String> {
        let view = view(self.position);
        let seats = Seat::first(self.position.seats()).filter(|seat| view.side(*seat).is_some());
        seats.map(|seat| self.player(seat)).chain(view.shared()).collect()
    }

    /// The description as a section of the page.
    pub fn section(&self) -> Markup {
        html! {
            section #position.unseen aria-labelledby="position-heading" {
                h2 #position-heading { (tr("Position")) }
                (self)
            }
        }
    }

    /// "Ada (yellow)", or "Yellow" if nobody plays.
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
            ToAct::Chance { for_seat } => Some(tr_format!("{name} to roll", name = self.name(for_seat))),
            ToAct::Seat(seat) if self.turn == TurnLine::Seat => {
                Some(tr_format!("{name} to move", name = self.name(seat)))
            }
            ToAct::Seat(seat) => Some(tr_format!(
                "{name} to move: {moves}",
                name = self.name(seat),
                moves = moves(self.position)
            )),
        }
    }
}

/// The legal moves: a summary, or a list if there are few.
fn moves(position: &Position) -> String {
    let view = view(position);
    let all = || {
        let offers: Vec<_> = position.legal().iter().map(|ply| view.ply_label(ply)).collect();
        offers.join("; ")
    };
    view.moves().unwrap_or_else(all)
}

/// The live region for announcements.
pub fn announcement(words: impl Render) -> Markup {
    html! { p #announcement.unseen role="status" { (words) } }
}

/// The announcement of a ply, with the name of its sound: see `static/sounds.js`.
pub fn announcement_of_ply(words: impl Render, sound: &str) -> Markup {
    html! { p #announcement.unseen data-sound=(sound) role="status" { (words) } }
}

/// A ply as an announcement: "Ada sows house 3, 4 seeds".
pub fn announced(position: &Position, notation: &str, name: &str) -> String {
    view(position).ply_announcement(name, notation)
}

/// The progress of a seat, if the game counts it: "12 in store".
pub fn score(position: &Position, seat: Seat) -> Option<String> {
    view(position).score(seat)
}

/// The colour of a seat, in games for more than two.
pub fn colour(position: &Position, seat: Seat) -> Option<&'static str> {
    view(position).colour(seat)
}

/// What distinguishes the pieces of a seat, if anything does: its colour, or "crosses".
pub fn side(position: &Position, seat: Seat) -> Option<String> {
    let view = view(position);
    view.colour(seat).map(str::to_owned).or_else(|| view.side(seat))
}

/// The name of a seat if nobody plays: "Crosses", "Lower player".
pub fn unnamed(position: &Position, seat: Seat) -> String {
    view(position).unnamed(seat)
}

/// [`score`] in a few characters: "12", "7/10".
pub fn short_score(position: &Position, seat: Seat) -> Option<String> {
    view(position).short_score(seat)
}
