//! How the positions of a game are drawn.

use compact_str::CompactString;
use maud::{Markup, html};

use super::counting::SeedCounting;
use super::still_board::StillBoard;
use crate::artwork::{BoardExtent, Layer};
use crate::games::{Cell, Effect, PlacedPiece, Position, Seat, for_position};
use crate::matches::{LastMove, Match};
use crate::texts::tr;
use crate::views::parts::words::{all_of, capital};

/// How the positions of a game are drawn. Lengths are in units of the distance between two cells; `y` goes down.
pub(super) trait BoardView {
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
    /// The coordinates that pages write as text, which pictures write as outlines, and the points around which they are.
    fn written_coordinates(&self) -> Vec<(String, (f64, f64))> {
        self.rim()
    }
    /// The path that tints where the player of a seat has to bring their pieces.
    fn goal(&self, seat: Seat) -> String {
        let _ = seat;
        String::new()
    }
    /// The element of the die, if there is one, without `svg` around it; on a live board with an id.
    fn die(&self, rolled: DiceRolled, id: Option<&str>) -> Markup {
        let _ = (rolled, id);
        html! {}
    }
    /// The class that positions a seat's die.
    fn die_place(&self, seat: Seat) -> String {
        let _ = seat;
        String::new()
    }
    /// The path that marks the last ply.
    fn trail(&self, last: &LastPly<'_>) -> String;
    /// How marks look in a picture.
    fn mark_styles(&self) -> MarkStyles;
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
    /// What a picture of its own shows: the board with what lies beside it.
    fn picture(&self) -> BoardExtent {
        self.extent()
    }
    /// The pieces for such a picture, from back to front, in drawing units.
    fn layers(&self, turns: u8) -> Vec<Layer>;
    /// The die of the seat to act for such a picture, with this face or the one that it shows.
    fn die_layer(&self, rolled: Option<u8>, turns: u8) -> Option<Layer> {
        let _ = (rolled, turns);
        None
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
    /// The headline of the seat to act, if "Your move" does not say what to do.
    fn own_turn(&self) -> Option<String> {
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
        highlight_reasons(effects)
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
    /// The colour of a seat, in games for more than two.
    fn colour(&self, seat: Seat) -> Option<&'static str> {
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
    /// What to do on this board, for players in their first match: a short sentence for each of their first moves.
    fn tips(&self) -> [String; 3];
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

/// How the marks of a board look in a picture, as attributes of SVG: as by the stylesheet, without shadows.
pub(super) struct MarkStyles {
    /// The path of the last ply.
    pub(super) last: &'static str,
    /// The path of highlighted cells.
    pub(super) lit: &'static str,
    /// Whether the last ply has no mark if cells are highlighted.
    pub(super) is_either: bool,
}

/// The state of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiceRolled {
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
pub(super) fn view(position: &Position) -> &dyn BoardView {
    for_position!(position, inner => inner)
}

/// The last ply.
#[derive(Clone, Copy, Debug)]
pub struct LastPly<'a> {
    pub notation: &'a str,
    pub effects: &'a [Effect],
}

impl<'a> LastPly<'a> {
    /// The last ply of a match that moved something.
    pub fn of(m: &'a Match, moved: Option<&'a LastMove>) -> Option<Self> {
        let moved = moved?;
        Some(Self { notation: &m.plies.get(moved.ply)?.notation, effects: &moved.effects })
    }
}

/// A move before it is played, for the script that shows where its control leads.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveAhead {
    /// The data of an SVG path.
    pub path: String,
    /// The cells onto which the control can be dragged instead of being pressed. The move ends on the last one.
    pub onto: Vec<Cell>,
}

/// Why a ply highlighted cells, each reason once.
pub(super) fn highlight_reasons(effects: &[Effect]) -> Option<String> {
    let mut whys: Vec<&str> = Vec::new();
    for effect in effects {
        if let Effect::Highlight { why, .. } = effect
            && !whys.contains(&tr(why))
        {
            whys.push(tr(why));
        }
    }
    (!whys.is_empty()).then(|| all_of(&whys))
}
