//! What happened at somebody's matches, as a letter.

use std::sync::Arc;

use jiff::Timestamp;
use maud::{Markup, html};

use super::{BUTTON, LINK, SMALL, Written, board};
use crate::games::{Game, Seat};
use crate::matches::{By, How, Match, Table, UserId};
use crate::notices::wanted::Zone;
use crate::now::Moment;
use crate::views::boards;
use crate::views::words::capital;

/// So many boards are drawn in one letter; further matches are links.
const BOARDS: usize = 8;
/// So many of the last words are told.
const LINES: usize = 6;
const HEADING: &str = "margin:24px 0 4px;font:500 20px/1.3 Georgia,'Times New Roman',serif";

/// What there is to tell about one match.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Whom it is told.
    pub user: UserId,
    /// The match.
    pub table: Arc<Table>,
    /// Where they live.
    pub zone: Zone,
    /// Where it is.
    pub link: String,
    /// It has begun.
    pub started: bool,
    /// It is their turn.
    pub turn: bool,
    /// It is over.
    pub ended: bool,
    /// What was said, and by whom.
    pub said: Vec<(String, String)>,
}

/// The letter about these matches, without its frame; none when there is nothing to tell.
pub fn news(pieces: &[Piece]) -> Option<Written> {
    let pieces: Vec<_> = pieces.iter().filter(|piece| piece.tells_something()).collect();
    let subject = match pieces.as_slice() {
        [] => return None,
        [one] => one.subject(),
        several if several.iter().all(|piece| piece.turn) => {
            format!("Your move in {} matches", several.len())
        }
        several => format!("News of {} of your matches", several.len()),
    };
    let drawn = |number| number < BOARDS;
    let texts = pieces.iter().enumerate().map(|(number, piece)| piece.text(drawn(number)));
    let text = texts.collect::<Vec<_>>().join("\n\n\n");
    let html = html! { @for (number, piece) in pieces.iter().enumerate() { (piece.html(drawn(number))) } };
    Some(Written { subject, text, html: html.into_string() })
}

impl Piece {
    fn tells_something(&self) -> bool {
        self.started || self.turn || self.ended || !self.said.is_empty()
    }

    fn m(&self) -> &Match {
        &self.table.m
    }

    fn seat(&self) -> Seat {
        self.m().seat_of(self.user).unwrap_or(Seat::new(0))
    }

    fn game(&self) -> Game {
        self.m().game
    }

    fn name(&self, seat: Seat) -> String {
        self.table.name(seat).unwrap_or("nobody").to_owned()
    }

    /// The others at the table.
    fn others(&self) -> String {
        let own = self.m().seat_of(self.user);
        let seats = Seat::first(self.m().seats.count()).filter(|seat| Some(*seat) != own);
        let names: Vec<_> = seats.filter_map(|seat| self.table.name(seat)).collect();
        listed(&names)
    }

    fn subject(&self) -> String {
        let (others, game) = (self.others(), self.game().title());
        if self.ended {
            format!("Your match against {others} is over: {game}")
        } else if self.turn {
            format!("Your move against {others}: {game}")
        } else if self.started {
            format!("Your match against {others} has begun: {game}")
        } else {
            let mut names: Vec<_> = self.said.iter().map(|(name, _)| name.as_str()).collect();
            names.dedup();
            format!("{} wrote to you: {game}", listed(&names))
        }
    }

    /// What happened, a sentence each.
    fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if self.started {
            sentences.push("The match has begun.".to_owned());
        }
        if self.turn || self.ended {
            sentences.extend(self.last_ply());
        }
        if self.turn {
            let throws = self.m().to_throw() == self.m().seat_of(self.user);
            sentences.push(if throws { "It is your turn to throw." } else { "It is your move." }.to_owned());
            sentences.extend(boards::asks(&self.m().position));
            sentences.extend(self.m().deadline().and_then(|deadline| self.until(deadline)));
        }
        if self.ended {
            sentences.push(self.ending());
        }
        sentences
    }

    /// What was played last, if it was somebody else who did.
    fn last_ply(&self) -> Option<String> {
        let m = self.m();
        let last = m.plies.last()?;
        let before = m.stood_at(m.plies.len() - 1).ok()?.position;
        let name = match last.by {
            By::Seat(seat) if m.seat_of(self.user) == Some(seat) => return None,
            By::Seat(seat) => self.name(seat),
            By::Chance => "The die".to_owned(),
        };
        Some(format!("{}.", boards::say(&before, &last.notation, &name)))
    }

    fn until(&self, deadline: Moment) -> Option<String> {
        let at = Timestamp::from_millisecond(deadline.0).ok()?.to_zoned(self.zone.zone().clone());
        Some(format!("You have until {} ({}).", at.strftime("%A %-d %B, %H:%M"), self.zone.name()))
    }

    fn ending(&self) -> String {
        let m = self.m();
        let Some(ending) = m.ending() else { return String::new() };
        let winners: Vec<Seat> = ending.winners().collect();
        let won = match winners.as_slice() {
            _ if ending.how == How::Aborted => return "It was called off and does not count.".to_owned(),
            _ if ending.is_draw() => "It is a draw.".to_owned(),
            [winner] if m.seat_of(self.user) == Some(*winner) => "You have won.".to_owned(),
            [winner] => format!("{} has won.", self.name(*winner)),
            shared => {
                let names: Vec<_> = shared.iter().map(|seat| self.name(*seat)).collect();
                format!("{} share the first place.", listed(&names))
            }
        };
        match (ending.how, boards::why(&m.position, &m.last_effects)) {
            (How::Rules, Some(why)) => format!("{won} {}.", capital(&why)),
            _ => won,
        }
    }

    /// The last that was said.
    fn lines(&self) -> &[(String, String)] {
        &self.said[self.said.len().saturating_sub(LINES)..]
    }

    /// Who is written with what.
    fn signs(&self) -> Option<String> {
        let m = self.m();
        let signs = Seat::first(m.seats.count())
            .map(|seat| Some(format!("{} {}", board::sign(&m.position, seat)?, self.name(seat))));
        signs.collect::<Option<Vec<_>>>().map(|signs| signs.join(", "))
    }

    fn draws(&self, drawn: bool) -> bool {
        drawn && (self.turn || self.started || self.ended)
    }

    fn text(&self, drawn: bool) -> String {
        let mut parts = vec![format!("{} against {}", self.game().title(), self.others())];
        let sentences = self.sentences().join(" ");
        if !sentences.is_empty() {
            parts.push(sentences);
        }
        if self.draws(drawn) {
            parts.push(board::text(&self.m().position, self.seat(), |seat| self.name(seat)));
            parts.extend(self.signs());
        }
        let said: Vec<_> = self.lines().iter().map(|(name, words)| format!("{name}: {words}")).collect();
        if !said.is_empty() {
            parts.push(said.join("\n"));
        }
        parts.push(self.link.clone());
        parts.join("\n\n")
    }

    fn html(&self, drawn: bool) -> Markup {
        let press = if self.turn { "Move" } else { "Look at the match" };
        html! {
            h2 style=(HEADING) { a href=(self.link) style=(LINK) { (self.game().title()) " against " (self.others()) } }
            @let sentences = self.sentences().join(" ");
            @if !sentences.is_empty() { p style="margin:0 0 4px" { (sentences) } }
            @if self.draws(drawn) {
                (board::table(&self.m().position, self.seat(), |seat| self.name(seat)))
                @if let Some(signs) = self.signs() { p style=(SMALL) { (signs) } }
            }
            @for (name, words) in self.lines() { p style="margin:8px 0" { b { (name) } " " (words) } }
            p style="margin:12px 0 0" { a href=(self.link) style=(BUTTON) { (press) } }
        }
    }
}

/// Names with commas between them, and an "and".
fn listed(names: &[impl AsRef<str>]) -> String {
    let names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
