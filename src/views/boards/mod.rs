//! Boards: how the positions of each game are drawn, pressed and described.
//!
//! What never changes (wood, holes, paper) is an asset; the pieces are flat children of `#pieces` whose place is a class
//! of a generated stylesheet, so a move is a class that changes and the browser carries the piece over; what can be
//! pressed lies above, as links and buttons in `#press`. The markup of a piece is the same for everybody: how the board is
//! turned is a class on its root.

mod aeroplane;
mod analysis_board;
mod counting;
mod description;
mod frame;
mod frames;
mod kalah;
mod marbles;
mod move_form;
mod quarto;
mod sketch;
mod sternhalma;
mod still_board;
#[cfg(test)]
mod tests;
mod tictactoe;
mod words;

use compact_str::{CompactString, format_compact};
use maud::{Markup, Render, html};

use crate::artwork::strokes::{dots, line, number, ring};
use crate::artwork::{BoardExtent, GameArtwork, UNIT};
use crate::games::{Cell, Effect, Game, Piece, PlacedPiece, Position, Seat, for_game, for_position};
use crate::texts::tr;
use crate::urls::asset;
use crate::views::words::capital;
use counting::SeedCounting;

pub use analysis_board::{AnalysisBoard, AnalysisChoices};
pub use description::{DescribedBoard, TurnLine, announced, announcement, score};
pub use frame::{BoardFrame, BoardPartials, CellElementId, PieceElementId, partial, partials};
pub use frames::{mark, relights, settled, steps, unsettles, way};
pub use move_form::{LEAVES_PREVIEW, MoveForm, NamedMoves, PREVIEW_HEADER, TO_PROBLEM, chosen, chosen_for};
pub use sketch::{
    EMPTY_PLACE, MoveMark, SignLook, Sketch, SketchInput, SketchNote, SketchRow, SketchSign, is_preparation,
    seat_sign, sketch,
};
pub use still_board::StillBoard;
pub use words::{asks, attribute, in_a_sentence, in_words, say, why};

/// How the positions of a game are drawn. Lengths are in units of the distance between two cells; `y` goes down.
trait BoardView {
    /// The classes of the board's root.
    fn class(&self) -> String;
    /// The asset with all that never changes.
    fn art(&self) -> &'static str;
    /// How much room the board takes.
    fn extent(&self) -> BoardExtent;
    /// The classes that put something on a cell.
    fn place(&self, cell: Cell) -> CompactString;
    /// Where a cell lies, from the origin.
    fn spot(&self, cell: Cell) -> (f64, f64);
    /// The element of a piece, without `svg` around it; with an id where the board is alive. An image has `x` and `y` as
    /// attributes: WebKit ignores them in stylesheets.
    fn piece(&self, standing: PlacedPiece, class: &str, id: Option<&str>) -> Markup;
    /// How it draws what cells hold, where it counts that.
    fn counting(&self) -> Option<&dyn SeedCounting> {
        None
    }
    /// The classes of a piece that change from cell to cell.
    fn footing(&self, standing: PlacedPiece) -> CompactString {
        self.place(standing.cell)
    }
    /// The class, with a space before it, of a piece that shares its cell with others; nothing when it stands alone.
    fn crowd(&self, standing: PlacedPiece, all: &[PlacedPiece]) -> &'static str {
        let _ = (standing, all);
        ""
    }
    /// Whether pieces share cells: those that stay where others come or leave are drawn anew then.
    fn shares_cells(&self) -> bool {
        false
    }
    /// Whether a piece that travels is lifted and lands, instead of sliding: it is drawn anew when it has come to rest.
    fn lifts_pieces(&self) -> bool {
        false
    }
    /// How many turns bring the board around: six of 60°, or four of 90°.
    fn whole_turn(&self) -> u8 {
        6
    }
    /// By how many turns anticlockwise a seat sees the board turned.
    fn turns(&self, seat: Seat) -> u8 {
        let _ = seat;
        0
    }
    /// The element of the die, where there is one, without `svg` around it; with an id where the board is alive.
    fn die(&self, thrown: DiceThrown, id: Option<&str>) -> Markup {
        let _ = (thrown, id);
        html! {}
    }
    /// The class that puts something where a seat's die lies.
    fn die_place(&self, seat: Seat) -> String {
        let _ = seat;
        String::new()
    }
    /// The path that marks the last ply.
    fn trail(&self, last: &LastPly<'_>) -> String;
    /// The path that marks a ply before it is played.
    fn suggestion(&self, suggested: &LastPly<'_>) -> String {
        self.trail(suggested)
    }
    /// The path that lights cells.
    fn lit(&self, cells: &[Cell]) -> String;
    /// The board for a list, as few bytes as it takes.
    fn small(&self, turns: u8) -> Markup;
    /// What pressing a cell chooses: "d2, your marble".
    fn choosing(&self, cell: Cell) -> String {
        self.naming(cell)
    }
    /// What a ply does, and whose it is: "Ada moves d2 to f3".
    fn doing(&self, who: &str, notation: &str) -> String;
    /// What a ply does, announced to people who cannot see it: with what there is to see besides, such as how many seeds.
    fn announcing(&self, who: &str, notation: &str) -> String {
        self.doing(who, notation)
    }
    /// What a ply is called on its button: "move d2 to f3".
    fn offering(&self, notation: &str) -> String;
    /// The legal moves in a few words, where a list of all of them would be long.
    fn moves(&self) -> Option<String> {
        None
    }
    /// What the seat to act is asked for, where "your move" does not say it.
    fn asks(&self) -> Option<String> {
        None
    }
    /// Where the pieces of a seat stand: "marbles on d2, f3". Nothing where no piece is anybody's.
    fn holding(&self, cells: &str) -> Option<String> {
        let _ = cells;
        None
    }
    /// What a cell is called.
    fn naming(&self, cell: Cell) -> String;
    /// What there is to say about what a ply led to.
    fn why(&self, effects: &[Effect]) -> Option<String> {
        words::lit_for(effects)
    }
    /// What there is to say of a board besides the pieces of each seat.
    fn shared(&self) -> Vec<String> {
        Vec::new()
    }
    /// What a seat has on the board, where that is not told by where its pieces stand.
    fn having(&self, seat: Seat) -> Option<String> {
        let _ = seat;
        None
    }
    /// What tells the pieces of a seat from the others': "yellow".
    fn side(&self, seat: Seat) -> Option<String> {
        let _ = seat;
        None
    }
    /// What a seat is called where nobody plays, as in a figure of the rules.
    fn unnamed(&self, seat: Seat) -> String {
        let first = if seat.number() == 0 { tr("First player") } else { tr("Second player") };
        self.side(seat).map_or_else(|| first.to_owned(), |side| capital(&side))
    }
    /// How far a seat has come, where the game counts that: "12 in store".
    fn score(&self, seat: Seat) -> Option<String> {
        let _ = seat;
        None
    }
    /// The board with signs, for mail.
    fn sketch(&self, input: &SketchInput<'_>) -> Sketch;
    /// What the pieces of a seat are written with in a sketch. Nothing where no piece is anybody's.
    fn seat_sign(&self, seat: Seat) -> Option<String> {
        let _ = seat;
        None
    }
    /// Whether a ply only prepares the next one, so that the move before it stays marked in a sketch.
    fn is_preparation(&self, notation: &str) -> bool {
        let _ = notation;
        false
    }
    /// What a word is called that the rules put into a reason: see [`Why::with_words`](crate::games::Why::with_words).
    fn attribute(word: &str) -> Option<&'static str>
    where
        Self: Sized,
    {
        let _ = word;
        None
    }
    /// The game in a sentence, for somebody who does not know it.
    fn in_a_sentence() -> &'static str
    where
        Self: Sized;
    /// A match some way on, where the front page can show one of this game.
    fn showcase() -> Option<StillBoard>
    where
        Self: Sized,
    {
        None
    }
}

/// How the die is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiceThrown {
    /// It tumbles, showing a face in passing.
    Rolling {
        /// Which face.
        face: u8,
        /// Its how manyeth turn, from 0.
        turn: u8,
    },
    /// It has come to lie.
    Lies(u8),
    /// As the position has it.
    Rest,
}

/// A game without a board does not compile.
fn view(position: &Position) -> &dyn BoardView {
    for_position!(position, inner => inner)
}

/// The asset with the sign of a seat at a table of `seats`: its marble, the mark it makes, or a chip with its number.
pub fn chip(game: Game, seats: u8, seat: Seat) -> &'static str {
    for_game!(game, R => <R as GameArtwork>::chip(seats, seat))
}

/// The stylesheet with the places of a game's board.
pub fn stylesheet(game: Game) -> &'static str {
    for_game!(game, R => <R as GameArtwork>::STYLESHEET)
}

/// The picture of the front page: of the first game that has one.
pub fn showcase() -> Option<StillBoard> {
    Game::ALL.iter().find_map(|game| for_game!(*game, R => <R as BoardView>::showcase()))
}

/// By how many turns (of 60°, or of 90° on a square board) somebody sees the board turned; watchers see it as seat 0 does.
pub fn turns(position: &Position, seat: Option<Seat>) -> u8 {
    let view = view(position);
    seat.map_or(0, |seat| view.turns(seat)) % view.whole_turn()
}

/// The class that turns a board.
fn turn(view: &dyn BoardView, turns: u8) -> String {
    let kind = if view.whole_turn() == 4 { "quarter" } else { "turn" };
    format!("{kind}{}", turns % view.whole_turn())
}

/// The ply that was played last.
#[derive(Clone, Copy, Debug)]
pub struct LastPly<'a> {
    /// Its notation.
    pub notation: &'a str,
    /// What there was to see.
    pub effects: &'a [Effect],
}

/// A board, with what can be pressed on it.
pub struct DrawnBoard<'a> {
    /// How it stands.
    pub position: &'a Position,
    /// How it is turned: see [`turns`].
    pub turns: u8,
    /// The ply that led here.
    pub last: Option<LastPly<'a>>,
    /// What can be pressed; `None` where the board is only looked at.
    pub press: Option<MoveForm<'a>>,
}

impl Render for DrawnBoard<'_> {
    fn render(&self) -> Markup {
        self.with(&html! { @if let Some(press) = &self.press { (press) } })
    }
}

impl DrawnBoard<'_> {
    /// The board with something above it that can be pressed.
    pub fn with(&self, over: &Markup) -> Markup {
        let view = view(self.position);
        let BoardExtent { width, height, left, above } = view.extent();
        let size = [-left, -above, width, height].map(|length| number(length * UNIT));
        html! {
            section #board class={ "board " (view.class()) " " (turn(view, self.turns)) } aria-label=(tr("The board")) {
                svg viewBox=(size.join(" ")) aria-hidden="true" {
                    image.art href=(asset(view.art())) x=(size[0]) y=(size[1]) width=(size[2]) height=(size[3]) {}
                    (lit(self.position))
                    (trail(self.position, self.last.as_ref()))
                    (view.die(DiceThrown::Rest, Some(DIE)))
                    (pieces(self.position, &self.position.pieces(), None))
                }
                (over)
            }
        }
    }
}

/// What a ply is called on its button: "Move d2 to f3".
pub fn offering(position: &Position, notation: &str) -> String {
    capital(&view(position).offering(notation))
}

/// The board for a list.
pub fn small(position: &Position, turns: u8) -> Markup {
    let view = view(position);
    view.small(turns % view.whole_turn())
}

/// The pieces; the one that has just come is drawn coming.
fn pieces(position: &Position, standing: &[PlacedPiece], new: Option<Piece>) -> Markup {
    let view = view(position);
    let class = |on: PlacedPiece| {
        let crowd = view.crowd(on, standing);
        if new == Some(on.piece) { format!("{crowd} new") } else { crowd.to_owned() }
    };
    html! {
        g #pieces {
            @for on in standing { (view.piece(*on, &class(*on), Some(&id(on.piece)))) }
            @if let Some(counting) = view.counting() { (counting::at_rest(counting, position, true)) }
        }
    }
}

/// What the die is called on the page.
const DIE: &str = "die";

/// The class that puts something on a cell.
fn on(cell: Cell) -> CompactString {
    format_compact!("c{}", cell.0)
}

/// What a piece is called on the page: it lives as long as the piece.
fn id(piece: Piece) -> CompactString {
    format_compact!("p{}", piece.id)
}

fn trail(position: &Position, last: Option<&LastPly<'_>>) -> Markup {
    let path = last.map(|last| view(position).trail(last)).unwrap_or_default();
    html! { path #last d=(path) {} }
}

/// A move that is suggested, drawn above the board. Nothing where it cannot be played.
fn suggestion(position: &Position, notation: &str) -> Markup {
    let view = view(position);
    let BoardExtent { width, height, left, above } = view.extent();
    let size = [-left, -above, width, height].map(|length| number(length * UNIT));
    let played = position.clone().play(notation).ok();
    let path = played.map(|played| view.suggestion(&LastPly { notation, effects: &played.effects }));
    html! {
        @if let Some(path) = path.filter(|path| !path.is_empty()) {
            svg.suggestion viewBox=(size.join(" ")) aria-hidden="true" { path.last d=(path) {} }
        }
    }
}

fn lit(position: &Position) -> Markup {
    html! { path #lit d=(view(position).lit(&position.lit())) {} }
}
