//! Boards in emails. A mail program shows none of the site's drawings, so a board is drawn twice: with characters in the
//! text part, and as a table in the HTML part. Both are turned to the reader and mark the last move.

mod sketch;
#[cfg(test)]
mod tests;

use maud::{Markup, html};

use crate::games::quarto::Figure;
use crate::games::{Effect, Game, Position, Seat};
use crate::matches::{Match, Moved, Stood};
use crate::texts::tr;

pub use sketch::{Sketch, sign};

/// A board as a reader sees it.
pub struct Board<'a> {
    /// How it stands.
    pub position: &'a Position,
    /// Whose side is at the bottom.
    pub seat: Seat,
    /// The last ply that moved something: its notation and effects.
    pub last: Option<(&'a str, &'a [Effect])>,
    /// What a seat is called.
    pub name: &'a dyn Fn(Seat) -> String,
}

/// Draws the board of a match for a seat.
pub fn of<T>(
    m: &Match,
    seat: Seat,
    name: &dyn Fn(Seat) -> String,
    draw: impl for<'a, 'b> FnOnce(&'a Board<'b>) -> T,
) -> T {
    let moved = m.stood_at(m.plies.len()).ok().and_then(|stood| placed(m, &stood));
    let last = moved.as_ref().map(|moved| (m.plies[moved.ply].notation.as_str(), &*moved.effects));
    draw(&Board { position: &m.position, seat, last, name })
}

/// The last ply that moved something. In Quarto that is the piece that was placed, not the one given after it.
fn placed(m: &Match, stood: &Stood) -> Option<Moved> {
    let moved = stood.moved.clone()?;
    let gives = m.game == Game::Quarto && m.plies[moved.ply].notation.len() == 1;
    if gives && moved.ply > 0 { m.stood_at(moved.ply).ok()?.moved } else { Some(moved) }
}

/// Something in one place of a board.
#[derive(Clone, Debug)]
struct Sign {
    look: Look,
    mark: Mark,
}

#[derive(Clone, Debug)]
enum Look {
    /// No part of the board.
    Blank,
    /// A coordinate.
    Label(String),
    /// A place that is empty: how it is written, and its colour.
    Empty(&'static str, &'static str),
    /// A piece, or a number of things: how it is written, and in which colour.
    Piece(String, &'static str),
    /// A piece of Quarto.
    Figure(Figure),
}

/// What the last move did in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    /// It began here.
    From,
    /// It ended here.
    To,
}

/// Something said below a board.
struct Note {
    text: String,
    html: Markup,
}

impl From<String> for Note {
    fn from(text: String) -> Self {
        let html = html! { p style=(CAPTION) { (text) } };
        Self { text, html }
    }
}

/// Signs beside each other, after so many half signs of room.
#[derive(Clone, Debug)]
struct Row {
    room: u8,
    signs: Vec<Sign>,
}

const INK: &str = "#2a2420";
const SOFT: &str = "#6b5c4b";
const WOOD: &str = "#e4d3b4";
const HOLE: &str = "#f6ecd8";
const MARKED: &str = "#c2410c";
const TABLE: &str = "table-layout:fixed;border-collapse:separate;border-spacing:0;margin:4px 0;border:4px solid #e4d3b4;\
    border-radius:8px;background:#e4d3b4";
const LABEL: &str = "padding:0;text-align:center;font:600 12px/22px monospace;color:#6b5c4b";
const CAPTION: &str = "margin:8px 0 0;color:#51453a;font-size:14px";

impl Board<'_> {
    /// Drawn with characters, four columns in.
    pub fn text(&self) -> String {
        let Sketch { rows, pitch, above, below, notes } = self.sketch();
        let lines = rows.iter().map(|row| format!("    {}", line(row, pitch)).trim_end().to_owned());
        let captions = |caption: Option<String>| caption.map(|caption| format!("    {caption}"));
        let drawn: Vec<_> = captions(above).into_iter().chain(lines).chain(captions(below)).collect();
        let notes = notes.into_iter().map(|note| note.text).collect::<Vec<_>>().join("\n");
        [drawn.join("\n"), notes].join("\n\n").trim_end().to_owned()
    }

    /// Drawn as a table no wider than a phone.
    pub fn html(&self) -> Markup {
        let Sketch { rows, above, below, notes, .. } = self.sketch();
        let halves = |row: &Row| u16::from(row.room) + 2 * row.signs.len() as u16;
        let widest = rows.iter().map(halves).max().unwrap_or(1);
        // Cells are up to 44 pixels wide, and the board up to 330.
        let half = (330 / widest).clamp(8, 22);
        let height = (2 * half).min(36);
        html! {
            @if let Some(above) = above { p style=(CAPTION) { (above) } }
            table role="presentation" width=(widest * half) style={ (TABLE) ";width:" (widest * half) "px" } {
                @for row in &rows {
                    tr {
                        @if row.room > 0 { td colspan=(row.room) {} }
                        @for sign in &row.signs { (cell(sign, height)) }
                        @let rest = widest - halves(row);
                        @if rest > 0 { td colspan=(rest) {} }
                    }
                }
            }
            @if let Some(below) = below { p style=(CAPTION) { (below) } }
            @for note in notes { (note.html) }
        }
    }
}

/// A row in characters: each sign in the middle of its columns, and what marks it beside it.
fn line(row: &Row, pitch: usize) -> String {
    let mut line: Vec<char> = vec![' '; usize::from(row.room) * pitch / 2];
    for sign in &row.signs {
        let start = line.len();
        let text: Vec<char> = sign.text().chars().collect();
        line.resize(start + pitch, ' ');
        let left = start + (pitch.saturating_sub(text.len()) / 2);
        line.splice(left..(left + text.len()).min(start + pitch), text.iter().copied());
        let (open, close) = match sign.mark {
            Mark::None => continue,
            Mark::From => ('(', ')'),
            Mark::To => ('[', ']'),
        };
        if let Some(before) = left.checked_sub(1).and_then(|before| line.get_mut(before)) {
            *before = open;
        }
        match line.get_mut(left + text.len()) {
            Some(after) => *after = close,
            None => line.push(close),
        }
    }
    line.into_iter().collect()
}

impl Sign {
    fn text(&self) -> String {
        match &self.look {
            Look::Blank => String::new(),
            Look::Empty(text, _) => (*text).to_owned(),
            Look::Label(text) | Look::Piece(text, _) => text.clone(),
            Look::Figure(figure) => code(*figure),
        }
    }
}

/// A piece of Quarto in four characters: brackets for its shape, a letter for its colour, in capitals if it is tall, and
/// `o` if it is hollow.
fn code(figure: Figure) -> String {
    let colour = if figure.is_dark() { 'd' } else { 'l' };
    let colour = if figure.is_tall() { colour.to_ascii_uppercase() } else { colour };
    let (open, close) = if figure.is_round() { ('(', ')') } else { ('[', ']') };
    let fill = if figure.is_hollow() { 'o' } else { ' ' };
    format!("{open}{colour}{fill}{close}")
}

/// Pieces of Quarto that are not on the board.
fn aside(text: String, words: &str, figures: &[Figure]) -> Note {
    let html = html! {
        p style=(CAPTION) { (words) }
        table role="presentation" style="border-collapse:collapse" {
            @for figures in figures.chunks(8) {
                tr { @for figure in figures { td style="padding:2px;height:38px" { (drawn(*figure)) } } }
            }
        }
    };
    Note { text, html }
}

/// What tells pieces of Quarto apart.
fn legend() -> Note {
    let text = tr(
        "( ) round, [ ] square · capital letter tall, small letter short · D dark, L light · o hollow, otherwise solid",
    );
    let words = tr("Large pieces are tall and small ones short. Pieces with a hole are hollow.");
    Note { text: text.to_owned(), html: html! { p style=(CAPTION) { (words) } } }
}

fn cell(sign: &Sign, height: u16) -> Markup {
    let edge = match sign.mark {
        Mark::None => format!("1px solid {WOOD}"),
        Mark::From => format!("2px dashed {MARKED}"),
        Mark::To => format!("2px solid {MARKED}"),
    };
    let field = |fill: &str, ink: &str| {
        format!(
            "height:{height}px;padding:0;border:{edge};border-radius:{}px;background:{fill};color:{ink};\
             text-align:center;font:600 13px/{height}px monospace",
            height / 2 + 2
        )
    };
    match &sign.look {
        Look::Blank => html! { td colspan="2" {} },
        Look::Label(text) => html! { td colspan="2" style=(LABEL) { (text) } },
        Look::Empty(text, fill) => {
            let dot = if *text == "." { "·" } else { text };
            html! { td colspan="2" style=(field(fill, SOFT)) { (dot) } }
        }
        Look::Piece(text, colour) => {
            html! { td colspan="2" style=(field(colour, ink_on(colour))) { (text) } }
        }
        Look::Figure(figure) => html! {
            td colspan="2" style={ "height:44px;padding:0;border:" (edge) ";border-radius:22px;background:" (HOLE) ";text-align:center" } {
                (drawn(*figure))
            }
        },
    }
}

/// Dark ink on light colours, and the other way round.
fn ink_on(colour: &str) -> &'static str {
    let channel = |at: usize| u32::from_str_radix(colour.get(at..at + 2).unwrap_or("0"), 16).unwrap_or(0);
    let light = channel(1) * 299 + channel(3) * 587 + channel(5) * 114;
    if light > 140_000 { INK } else { "#ffffff" }
}

/// A piece of Quarto as it looks: round or square, large or small, dark or light, with or without a hole; with its code
/// inside, for programs that draw no shapes.
fn drawn(figure: Figure) -> Markup {
    let side: u16 = if figure.is_tall() { 36 } else { 24 };
    let (fill, edge, hole) =
        if figure.is_dark() { ("#3f2c1f", "#1f150e", HOLE) } else { ("#e3b76c", "#8a6410", HOLE) };
    let corner = if figure.is_round() { "50%" } else { "3px" };
    let hollow = side / 2 - 2;
    html! {
        div title=(code(figure)) style={
            "width:" (side) "px;height:" (side) "px;margin:0 auto;border:2px solid " (edge) ";border-radius:" (corner)
            ";background:" (fill) ";box-sizing:border-box;overflow:hidden"
        } {
            @if figure.is_hollow() {
                div style={
                    "width:" (hollow) "px;height:" (hollow) "px;margin:" ((side - 4 - hollow) / 2) "px auto;border-radius:" (corner)
                    ";background:" (hole)
                } {}
            }
        }
    }
}
