//! The board of Tic-Tac-Toe: a ruled grid on paper, with crosses and noughts drawn by hand in ink.

mod examples;
mod rules;
mod words;

use compact_str::{CompactString, format_compact};
use maud::{Markup, html};

use super::board_view::{BoardView, LastPly, MarkStyles};
use crate::artwork::strokes::{dots, number};
use crate::artwork::tictactoe::{LEAST, PAPERS, art, extent};
use crate::artwork::{BoardExtent, Drawing, Layer, UNIT};
use crate::games::square::Square;
use crate::games::tictactoe::TicTacToe;
use crate::games::{Cell, Effect, PlacedPiece, Rules, Seat};
use crate::texts::tr;
use crate::tr_format;
use crate::urls::asset;

impl BoardView for TicTacToe {
    fn class(&self) -> String {
        format!("tictactoe size{}", self.size())
    }

    fn art(&self) -> &'static str {
        PAPERS[usize::from(self.size() - LEAST) % PAPERS.len()]
    }

    fn extent(&self) -> BoardExtent {
        extent(self.size())
    }

    fn place(&self, cell: Cell) -> CompactString {
        let Square { file, rank } = Square::of(cell, self.size());
        format_compact!("f{file} r{rank}")
    }

    fn spot(&self, cell: Cell) -> (f64, f64) {
        let Square { file, rank } = Square::of(cell, self.size());
        (f64::from(file), -f64::from(rank))
    }

    fn piece(&self, PlacedPiece { piece, cell }: PlacedPiece, class: &str, id: Option<&str>) -> Markup {
        // One path for each stroke, so that they can be drawn one after the other.
        html! {
            g id=[id] class={ "piece " (self.place(cell)) " s" (piece.kind) (class) } {
                @for stroke in art::strokes(piece.kind, piece.id) { path pathLength="1" d=(stroke) {} }
            }
        }
    }

    fn own_mark(&self, seat: Seat) -> Markup {
        html! {
            svg.mark hidden {
                g class={ "s" (seat.number()) } {
                    @for stroke in art::strokes(seat.number(), 0) { path pathLength="1" d=(stroke) {} }
                }
            }
        }
    }

    fn trail(&self, last: &LastPly<'_>) -> String {
        let placed = last.effects.iter().find_map(|effect| match effect {
            Effect::Place(standing) => Some(standing.cell),
            _ => None,
        });
        placed.map_or_else(String::new, |cell| dots(std::iter::once(self.spot(cell))))
    }

    fn mark_styles(&self) -> MarkStyles {
        MarkStyles {
            last: r##"fill="none" stroke="#8a6f4c" stroke-width="16.5" stroke-opacity=".2""##,
            lit: r##"fill="none" stroke="#c9d8b4" stroke-width="17" stroke-opacity=".75""##,
            is_either: true,
        }
    }

    fn highlight_path(&self, cells: &[Cell]) -> String {
        dots(cells.iter().map(|cell| self.spot(*cell)))
    }

    fn small(&self, _: u8) -> Markup {
        let BoardExtent { width, height, left, above } = self.extent();
        let size = [-left, -above, width, height].map(|length| number(length * UNIT));
        let of = |seat: Seat| -> String {
            let own = Square::all(self.size()).filter(|square| self.mark(*square) == Some(seat));
            own.map(|square| art::small_mark(seat.number(), self.spot(square.cell(self.size())))).collect()
        };
        html! {
            svg.small-board.paper viewBox=(size.join(" ")) aria-hidden="true" {
                image href=(asset(self.art())) x=(size[0]) y=(size[1]) width=(size[2]) height=(size[3]) {}
                path.ink.s0 d=(of(Seat::new(0))) {}
                path.ink.s1 d=(of(Seat::new(1))) {}
            }
        }
    }

    fn layers(&self, _: u8) -> Vec<Layer> {
        let mark = |PlacedPiece { piece, cell }| {
            let drawing = Drawing::Document(art::lone_mark(piece.kind, piece.id));
            Layer { drawing, ..Layer::on_board("", self.spot(cell), UNIT) }
        };
        self.pieces().into_iter().map(mark).collect()
    }

    fn ply_sentence(&self, who: &str, notation: &str) -> String {
        tr_format!("{who} marks {square}", who = who, square = notation)
    }

    fn ply_label(&self, notation: &str) -> String {
        tr_format!("mark {square}", square = notation)
    }

    fn moves(&self) -> Option<String> {
        Some(words::moves(self))
    }

    fn side(&self, seat: Seat) -> Option<String> {
        Some(words::side(seat).to_owned())
    }

    fn holding(&self, cells: &str) -> Option<String> {
        Some(tr_format!("marks on {cells}", cells = cells))
    }

    fn cell_title(&self, cell: Cell) -> String {
        self.cell_name(cell).into()
    }

    fn tips(&self) -> [String; 3] {
        words::tips(self)
    }

    fn description() -> &'static str {
        tr("Three in a row on paper, or more on a larger board.")
    }
}
