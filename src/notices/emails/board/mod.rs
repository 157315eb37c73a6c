//! Boards in emails. Mail programs show none of the site's drawings, so a board is drawn twice: with characters in
//! the text part, and as a table in the HTML part. Both are rotated for the reader and mark the last move.

#[cfg(test)]
mod tests;

use maud::{Markup, html};

use crate::games::Seat;
use crate::matches::{LastMove, Match, PositionAfter};
use crate::views::boards::{
    self, EMPTY_PLACE, MoveMark, SignLook, Sketch, SketchInput, SketchNote, SketchRow, SketchSign,
};

/// The board of a match, seen from a seat.
pub fn of(m: &Match, seat: Seat, name: &dyn Fn(Seat) -> String) -> Sketch {
    let moved = m.position_at(m.plies.len()).ok().and_then(|stood| last_piece_move(m, &stood));
    let last = moved.as_ref().map(|moved| (m.plies[moved.ply].notation.as_str(), &*moved.effects));
    boards::sketch(&SketchInput { position: &m.position, seat, last, name })
}

/// The last ply that moved a piece. Plies that only prepare one, such as a roll, are passed over.
fn last_piece_move(m: &Match, stood: &PositionAfter) -> Option<LastMove> {
    let moved = stood.moved.clone()?;
    let prepares = boards::is_preparation(&m.position, &m.plies[moved.ply].notation);
    if prepares && moved.ply > 0 { m.position_at(moved.ply).ok()?.moved } else { Some(moved) }
}

const INK: &str = "#2a2420";
const SOFT: &str = "#6b5c4b";
const WOOD: &str = "#e4d3b4";
const MARKED: &str = "#c2410c";
const TABLE: &str = "table-layout:fixed;border-collapse:separate;border-spacing:0;margin:4px 0;border:4px solid #e4d3b4;\
    border-radius:8px;background:#e4d3b4";
const LABEL: &str = "padding:0;text-align:center;font:600 12px/22px monospace;color:#6b5c4b";
const CAPTION: &str = "margin:8px 0 0;color:#51453a;font-size:14px";

/// The board in characters, indented by four columns.
pub fn text(sketch: &Sketch) -> String {
    let lines =
        sketch.rows.iter().map(|row| format!("    {}", line(row, sketch.pitch)).trim_end().to_owned());
    let caption = |caption: &Option<String>| caption.as_ref().map(|caption| format!("    {caption}"));
    let drawn: Vec<_> =
        caption(&sketch.above).into_iter().chain(lines).chain(caption(&sketch.below)).collect();
    let notes = sketch.notes.iter().map(|note| note.text.as_str()).collect::<Vec<_>>().join("\n");
    [drawn.join("\n"), notes].join("\n\n").trim_end().to_owned()
}

/// The board as a table that fits the width of a phone.
pub fn html(sketch: &Sketch) -> Markup {
    let Sketch { rows, above, below, notes, .. } = sketch;
    let halves = |row: &SketchRow| u16::from(row.room) + 2 * row.signs.len() as u16;
    let widest = rows.iter().map(halves).max().unwrap_or(1);
    // Cells are up to 44 pixels wide, and the board up to 330.
    let half = (330 / widest).clamp(8, 22);
    let height = (2 * half).min(36);
    html! {
        @if let Some(above) = above { p style=(CAPTION) { (above) } }
        table role="presentation" width=(widest * half) style={ (TABLE) ";width:" (widest * half) "px" } {
            @for row in rows {
                tr {
                    @if row.room > 0 { td colspan=(row.room) {} }
                    @for sign in &row.signs { (cell(sign, height)) }
                    @let rest = widest - halves(row);
                    @if rest > 0 { td colspan=(rest) {} }
                }
            }
        }
        @if let Some(below) = below { p style=(CAPTION) { (below) } }
        @for note in notes { (caption(note)) }
    }
}

/// The caption below a board.
fn caption(note: &SketchNote) -> Markup {
    html! {
        p style=(CAPTION) { (note.caption) }
        @if !note.drawings.is_empty() {
            table role="presentation" style="border-collapse:collapse" {
                @for drawings in note.drawings.chunks(8) {
                    tr { @for drawing in drawings { td style="padding:2px;height:38px" { (drawing) } } }
                }
            }
        }
    }
}

/// A row in characters: each sign in the middle of its columns, with its mark beside it.
fn line(row: &SketchRow, pitch: usize) -> String {
    let mut line: Vec<char> = vec![' '; usize::from(row.room) * pitch / 2];
    for sign in &row.signs {
        let start = line.len();
        let text: Vec<char> = sign_text(sign).chars().collect();
        line.resize(start + pitch, ' ');
        let left = start + (pitch.saturating_sub(text.len()) / 2);
        line.splice(left..(left + text.len()).min(start + pitch), text.iter().copied());
        let (open, close) = match sign.mark {
            MoveMark::None => continue,
            MoveMark::From => ('(', ')'),
            MoveMark::To => ('[', ']'),
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

fn sign_text(sign: &SketchSign) -> &str {
    match &sign.look {
        SignLook::Blank => "",
        SignLook::Empty(text, _) => text,
        SignLook::Label(text) | SignLook::Piece(text, _) | SignLook::Drawing(text, _) => text,
    }
}

fn cell(sign: &SketchSign, height: u16) -> Markup {
    let edge = match sign.mark {
        MoveMark::None => format!("1px solid {WOOD}"),
        MoveMark::From => format!("2px dashed {MARKED}"),
        MoveMark::To => format!("2px solid {MARKED}"),
    };
    let field = |fill: &str, ink: &str| {
        format!(
            "height:{height}px;padding:0;border:{edge};border-radius:{}px;background:{fill};color:{ink};\
             text-align:center;font:600 13px/{height}px monospace",
            height / 2 + 2
        )
    };
    match &sign.look {
        SignLook::Blank => html! { td colspan="2" {} },
        SignLook::Label(text) => html! { td colspan="2" style=(LABEL) { (text) } },
        SignLook::Empty(text, fill) => {
            let dot = if *text == "." { "·" } else { text };
            html! { td colspan="2" style=(field(fill, SOFT)) { (dot) } }
        }
        SignLook::Piece(text, colour) => {
            html! { td colspan="2" style=(field(colour, ink_on(colour))) { (text) } }
        }
        SignLook::Drawing(_, drawing) => html! {
            td colspan="2" style={ "height:44px;padding:0;border:" (edge) ";border-radius:22px;background:" (EMPTY_PLACE) ";text-align:center" } {
                (drawing)
            }
        },
    }
}

/// Dark text on light colours, and light text on dark ones.
fn ink_on(colour: &str) -> &'static str {
    let channel = |at: usize| u32::from_str_radix(colour.get(at..at + 2).unwrap_or("0"), 16).unwrap_or(0);
    let light = channel(1) * 299 + channel(3) * 587 + channel(5) * 114;
    if light > 140_000 { INK } else { "#ffffff" }
}
