//! Boards: how the positions of each game are drawn, played on and described.
//!
//! What never changes (wood, holes, paper) is an asset. The pieces are children of `#pieces` whose place is a class
//! of a generated stylesheet, so a move changes a class and the browser animates the piece. Controls lie above, as
//! links and buttons in `#press`. The markup of a piece is the same for all viewers: the rotation of the board is a
//! class on its root.

mod aeroplane;
mod analysis_board;
mod board_image;
mod counting;
mod description;
mod drawn_board;
mod frame;
mod frames;
mod kalah;
mod marbles;
mod move_form;
mod quarto;
mod sternhalma;
mod still_board;
#[cfg(test)]
mod tests;
mod tictactoe;
mod words;

use compact_str::{CompactString, format_compact};
use maud::{Markup, html};

use crate::artwork::strokes::{dots, line, number, ring};
use crate::artwork::{BoardExtent, GameArtwork, UNIT};
use crate::games::{Cell, Effect, Game, Piece, PlacedPiece, Position, Seat, for_game, for_position};
use crate::texts::tr;
use crate::views::words::capital;
use counting::SeedCounting;
use move_form::MoveAhead;

pub use analysis_board::{AnalysisBoard, AnalysisChoices};
pub use board_image::{IMAGE_SIZE, board_image, email_image};
pub use description::{
    DescribedBoard, TurnLine, announced, announcement, announcement_of_ply, score, short_score,
};
pub use drawn_board::DrawnBoard;
pub use frame::{BoardFrame, BoardPartials, IdSelector, NumberedId, partial, partials};
pub use frames::{mark, needs_settling, path_of_piece, relights, resting_board, steps};
pub use move_form::{LEAVES_PREVIEW, MoveForm, NamedMoves, PREVIEW_HEADER, TO_PROBLEM, chosen, chosen_for};
pub use still_board::StillBoard;
pub use words::{
    activity, asks, attribute, game_description, in_words, listed_ply, listing, move_sentence, trail_path,
    why,
};

/// How the positions of a game are drawn. Lengths are in units of the distance between two cells; `y` goes down.
trait BoardView {
    /// The classes of the root element.
    fn class(&self) -> String;
    /// The asset with everything that never changes.
    fn art(&self) -> &'static str;
    /// The size of the board.
    fn extent(&self) -> BoardExtent;
    /// The classes that position something on a cell.
    fn place(&self, cell: Cell) -> CompactString;
    /// The coordinates of a cell.
    fn spot(&self, cell: Cell) -> (f64, f64);
    /// The element of a piece, without `svg` around it; on a live board with an id. Images have `x` and `y` as
    /// attributes, because WebKit ignores them in stylesheets.
    fn piece(&self, standing: PlacedPiece, class: &str, id: Option<&str>) -> Markup;
    /// How it draws what cells hold, if it counts that.
    fn counting(&self) -> Option<&dyn SeedCounting> {
        None
    }
    /// The classes of a piece that change with its cell.
    fn cell_classes(&self, standing: PlacedPiece) -> CompactString {
        self.place(standing.cell)
    }
    /// The class, with a leading space, of a piece that shares its cell; empty if it is alone.
    fn crowd_class(&self, standing: PlacedPiece, all: &[PlacedPiece]) -> &'static str {
        let _ = (standing, all);
        ""
    }
    /// Whether pieces can share cells: they are redrawn when others arrive or leave.
    fn shares_cells(&self) -> bool {
        false
    }
    /// Whether moving pieces are lifted and land, instead of sliding: they are redrawn at the end.
    fn lifts_pieces(&self) -> bool {
        false
    }
    /// The number of rotation steps: six of 60°, or four of 90°.
    fn whole_turn(&self) -> u8 {
        6
    }
    /// By how many steps anticlockwise the board is rotated for a seat.
    fn turns(&self, seat: Seat) -> u8 {
        let _ = seat;
        0
    }
    /// The letters and numbers at the rim that name cells, with their coordinates, unless the drawing has them.
    fn rim(&self) -> Vec<(String, (f64, f64))> {
        Vec::new()
    }
    /// The element of the die, if there is one, without `svg` around it; on a live board with an id.
    fn die(&self, thrown: DiceThrown, id: Option<&str>) -> Markup {
        let _ = (thrown, id);
        html! {}
    }
    /// The class that positions a seat's die.
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
    /// What is shown of a legal move before it is played, if its control alone does not say where it leads.
    fn ahead(&self, notation: &str) -> MoveAhead {
        let _ = notation;
        MoveAhead::default()
    }
    /// The path that highlights cells.
    fn highlight_path(&self, cells: &[Cell]) -> String;
    /// The board for a list, in as few bytes as possible.
    fn small(&self, turns: u8) -> Markup;
    /// The board for an image of its own, with everything in attributes. It is not on a page, so its size does not matter.
    fn large(&self, turns: u8) -> Markup {
        self.small(turns)
    }
    /// What choosing a cell does: "d2, your marble".
    fn cell_label(&self, cell: Cell) -> String {
        self.cell_title(cell)
    }
    /// A ply as a sentence: "Ada moves d2 to f3".
    fn ply_sentence(&self, who: &str, notation: &str) -> String;
    /// A ply as a sentence for screen readers, with details that are seen on the board, such as the number of seeds.
    fn ply_announcement(&self, who: &str, notation: &str) -> String {
        self.ply_sentence(who, notation)
    }
    /// The mark that a move of a seat would place, for a pale copy below the pointer; empty if moves place no mark of the seat.
    fn own_mark(&self, seat: Seat) -> Markup {
        let _ = seat;
        html! {}
    }
    /// A ply in a list of moves, with the effects it had: what is shorter than its sentence and clearer than its
    /// notation.
    fn listing(&self, notation: &str, effects: &[Effect]) -> Markup {
        let _ = effects;
        html! { (notation) }
    }
    /// The label of a ply's button: "move d2 to f3".
    fn ply_label(&self, notation: &str) -> String;
    /// A summary of the legal moves, if a list would be long.
    fn moves(&self) -> Option<String> {
        None
    }
    /// What the seat to act has to do, if "your move" is not enough.
    fn asks(&self) -> Option<String> {
        None
    }
    /// What the seat to act is doing, for everybody else, if [`Self::asks`] says what it has to do.
    fn activity(&self) -> Option<String> {
        None
    }
    /// The pieces of a seat: "marbles on d2, f3"; `None` if pieces belong to no seat.
    fn holding(&self, cells: &str) -> Option<String> {
        let _ = cells;
        None
    }
    /// The name of a cell.
    fn cell_title(&self, cell: Cell) -> String;
    /// What a ply led to, if that needs an explanation.
    fn why(&self, effects: &[Effect]) -> Option<String> {
        words::highlight_reasons(effects)
    }
    /// Parts of the board other than the pieces of each seat.
    fn shared(&self) -> Vec<String> {
        Vec::new()
    }
    /// What a seat has on the board, if its pieces do not say that.
    fn seat_summary(&self, seat: Seat) -> Option<String> {
        let _ = seat;
        None
    }
    /// What distinguishes the pieces of a seat: "yellow".
    fn side(&self, seat: Seat) -> Option<String> {
        let _ = seat;
        None
    }
    /// The name of a seat if nobody plays, as in a figure of the rules.
    fn unnamed(&self, seat: Seat) -> String {
        let first = if seat.number() == 0 { tr("First player") } else { tr("Second player") };
        self.side(seat).map_or_else(|| first.to_owned(), |side| capital(&side))
    }
    /// The progress of a seat, if the game counts it: "12 in store".
    fn score(&self, seat: Seat) -> Option<String> {
        let _ = seat;
        None
    }
    /// [`Self::score`] in a few characters: "12", "7/10".
    fn short_score(&self, seat: Seat) -> Option<String> {
        let _ = seat;
        None
    }
    /// A word of the rules in the language of the page: see
    /// [`RuleReason::with_words`](crate::games::RuleReason::with_words).
    fn attribute(word: &str) -> Option<&'static str>
    where
        Self: Sized,
    {
        let _ = word;
        None
    }
    /// A one-sentence description of the game.
    fn description() -> &'static str
    where
        Self: Sized;
    /// A position for the front page, if this game has one.
    fn showcase() -> Option<StillBoard>
    where
        Self: Sized,
    {
        None
    }
}

/// The state of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiceThrown {
    /// Tumbling, with a face that is shown in passing.
    Rolling {
        face: u8,
        /// The number of the tumble, from 0.
        turn: u8,
    },
    /// Just rolled, with this face.
    Lies(u8),
    /// As in the position.
    Rest,
}

/// The board of a position. The match is exhaustive, so a game without a board does not compile.
fn view(position: &Position) -> &dyn BoardView {
    for_position!(position, inner => inner)
}

/// The asset with the sign of a seat: its marble, its mark, or a chip with its number.
pub fn chip(game: Game, seats: u8, seat: Seat) -> &'static str {
    for_game!(game, R => <R as GameArtwork>::chip(seats, seat))
}

/// The picture of an empty board.
pub fn art(position: &Position) -> &'static str {
    view(position).art()
}

/// The stylesheet with the positions of a game's cells.
pub fn stylesheet(game: Game) -> &'static str {
    for_game!(game, R => <R as GameArtwork>::STYLESHEET)
}

/// The picture of the front page: of the first game that has one.
pub fn showcase() -> Option<StillBoard> {
    Game::ALL.iter().find_map(|game| showcase_of(*game))
}

/// The game on the picture of the front page.
pub fn showcase_game() -> Game {
    Game::ALL.iter().copied().find(|game| showcase_of(*game).is_some()).unwrap_or(Game::ALL[0])
}

/// The position of a game for the front page, if it has one.
pub fn showcase_of(game: Game) -> Option<StillBoard> {
    for_game!(game, R => <R as BoardView>::showcase())
}

/// By how many steps the board is rotated for a viewer (60°, or 90° on a square board). Watchers see it as seat 0
/// does.
pub fn turns(position: &Position, seat: Option<Seat>) -> u8 {
    let view = view(position);
    seat.map_or(0, |seat| view.turns(seat)) % view.whole_turn()
}

/// The class that rotates a board.
fn turn(view: &dyn BoardView, turns: u8) -> String {
    let kind = if view.whole_turn() == 4 { "quarter" } else { "turn" };
    format!("{kind}{}", turns % view.whole_turn())
}

/// The class of a board that the viewer has turned around; `None` if it looks the same from every seat.
fn flipped(position: &Position, turns: u8) -> Option<String> {
    let view = view(position);
    let differs = Seat::first(position.seats()).any(|seat| view.turns(seat) % view.whole_turn() != 0);
    differs.then(|| turn(view, turns + view.whole_turn() / 2))
}

/// The last ply.
#[derive(Clone, Copy, Debug)]
pub struct LastPly<'a> {
    pub notation: &'a str,
    pub effects: &'a [Effect],
}

/// The label of a ply's button: "Move d2 to f3".
pub fn ply_label(position: &Position, notation: &str) -> String {
    capital(&view(position).ply_label(notation))
}

/// The board for a list.
pub fn small(position: &Position, turns: u8) -> Markup {
    let view = view(position);
    view.small(turns % view.whole_turn())
}

/// The pieces. A new one is animated.
fn pieces(position: &Position, standing: &[PlacedPiece], new: Option<Piece>) -> Markup {
    let view = view(position);
    let class = |on: PlacedPiece| {
        let crowd = view.crowd_class(on, standing);
        if new == Some(on.piece) { format!("{crowd} new") } else { crowd.to_owned() }
    };
    html! {
        g #pieces {
            @for on in standing { (view.piece(*on, &class(*on), Some(&id(on.piece)))) }
            @if let Some(counting) = view.counting() { (counting::at_rest(counting, position, true)) }
        }
    }
}

/// The id of the die on the page.
const DIE: &str = "die";

/// The class that positions something on a cell.
fn cell_class(cell: Cell) -> CompactString {
    format_compact!("c{}", cell.0)
}

/// The id of a piece on the page, the same as long as the piece exists.
fn id(piece: Piece) -> CompactString {
    format_compact!("p{}", piece.id)
}

fn trail(position: &Position, last: Option<&LastPly<'_>>) -> Markup {
    let path = last.map(|last| view(position).trail(last)).unwrap_or_default();
    html! { path.last #last d=(path) {} }
}

/// The drawing of a suggested move; empty if it cannot be played.
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

/// The coordinates of a board. Each stays upright when the board is rotated.
fn rim(view: &dyn BoardView) -> Markup {
    let labels = view.rim();
    html! {
        @if !labels.is_empty() {
            g.rim {
                @for (label, (x, y)) in &labels { text x=(number(x * UNIT)) y=(number(y * UNIT)) { (label) } }
            }
        }
    }
}

fn highlights(position: &Position) -> Markup {
    html! { path.lit #lit d=(view(position).highlight_path(&position.highlighted_cells())) {} }
}
