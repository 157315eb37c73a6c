//! The board of Sternhalma: a star of turned wood with drilled holes, and glass marbles.

mod examples;
mod rules;
mod words;

use std::sync::LazyLock;

use compact_str::CompactString;
use maud::{Markup, html};

use super::board_view::MoveAhead;
use super::board_view::{BoardView, LastPly, MarkStyles};
use super::drawing::cell_class;
use super::marbles::colour;
use super::still_board::StillBoard;
use crate::artwork::marble;
use crate::artwork::sternhalma::{EXTENT, SMALL, STAR, spot};
use crate::artwork::strokes::{dots, line, number, ring};
use crate::artwork::{BoardExtent, Layer, UNIT};
use crate::games::sternhalma::board::name;
use crate::games::sternhalma::{Sternhalma, SternhalmaMove, board};
use crate::games::{Cell, Effect, Game, PlacedPiece, Rules, Seat};
use crate::texts::tr;
use crate::tr_format;
use crate::urls::asset;
use crate::views::parts::words::capital;

/// A three-player match for the front page.
const SHOWCASE: [&str; 22] = [
    "c3-e9", "m3-m5", "m11-m9", "a1-e7", "m1-k3", "m13-k9", "c2-e8", "l2-l4", "l11-l9", "c1-e5", "k1-i1",
    "k11-i9", "d4-f9", "m4-m6", "m10-m8", "d3-f8", "l3-l5", "l10-l8", "d2-f7", "k2-k4", "k10-k8", "d1-f4",
];

/// For each hole, the ring where a marble was and the ring around where it is. Every ply shows two of them, and
/// formatting a ring takes eight numbers.
static RINGS: LazyLock<Vec<[String; 2]>> = LazyLock::new(|| {
    let rings = |cell: u8| [5.2, 10.4].map(|radius| ring(spot(Cell(cell)), radius));
    (0..board::HOLES).map(rings).collect()
});

impl BoardView for Sternhalma {
    fn class(&self) -> String {
        "sternhalma".to_owned()
    }

    fn art(&self) -> &'static str {
        STAR
    }

    fn extent(&self) -> BoardExtent {
        EXTENT
    }

    fn place(&self, cell: Cell) -> CompactString {
        cell_class(cell)
    }

    fn spot(&self, cell: Cell) -> (f64, f64) {
        spot(cell)
    }

    fn piece(&self, PlacedPiece { piece, cell }: PlacedPiece, class: &str, id: Option<&str>) -> Markup {
        html! {
            image id=[id] class={ "piece " (cell_class(cell)) " s" (piece.kind) (class) } x="-10.3" y="-10.1"
                href=(asset(marble::name(piece.kind))) {}
        }
    }

    fn turns(&self, seat: Seat) -> u8 {
        board::home(self.seats(), seat).turns()
    }

    /// The letter of each row before its first hole, and the number of its last hole after that.
    fn rim(&self) -> Vec<(String, (f64, f64))> {
        let rows: Vec<Vec<Cell>> = (0..board::HOLES).map(Cell).fold(Vec::new(), |mut rows, cell| {
            match rows.last_mut() {
                Some(row) if name(row[0])[..1] == name(cell)[..1] => row.push(cell),
                _ => rows.push(vec![cell]),
            }
            rows
        });
        let beside = |cell: Cell, by: f64| (spot(cell).0 + by, spot(cell).1);
        let labels = rows.iter().filter_map(|row| Some((*row.first()?, *row.last()?)));
        labels
            .flat_map(|(first, last)| {
                let (letter, number) = (name(first)[..1].to_owned(), name(last)[1..].to_owned());
                [(letter, beside(first, -0.68)), (number, beside(last, 0.68))]
            })
            .collect()
    }

    fn goal(&self, seat: Seat) -> String {
        // Every third of the ten holes is a corner, or on the way from one to the next.
        line(board::cells_of(board::target(self.seats(), seat).holes()).step_by(3).map(spot)) + "z"
    }

    /// A small ring where the marble was, a line along its way, and a ring around where it is.
    fn trail(&self, last: &LastPly<'_>) -> String {
        let from = last.notation.split_once('-').and_then(|(from, _)| board::cell(from));
        let travel = last.effects.iter().find_map(|effect| match effect {
            Effect::Travel { path, .. } => Some(path),
            _ => None,
        });
        let (Some(from), Some(path)) = (from, travel) else { return String::new() };
        let drawn = line(std::iter::once(&from).chain(path).map(|cell| spot(*cell)));
        let left = RINGS.get(usize::from(from.0)).map_or("", |[left, _]| left);
        let reached =
            path.last().and_then(|to| RINGS.get(usize::from(to.0))).map_or("", |[_, reached]| reached);
        format!("{left}{drawn}{reached}")
    }

    /// A line along the hops to the target.
    fn ahead(&self, notation: &str) -> MoveAhead {
        let Ok(SternhalmaMove::Go { from, to }) = notation.parse() else { return MoveAhead::default() };
        let cells = std::iter::once(from).chain(self.route(from, to));
        MoveAhead { path: line(cells.map(spot)), onto: Vec::new() }
    }

    fn mark_styles(&self) -> MarkStyles {
        MarkStyles {
            last: r##"fill="none" stroke="#fff1d2" stroke-width="1.7" stroke-opacity=".92""##,
            lit: r##"fill="none" stroke="#fff1d2" stroke-width="20" stroke-opacity=".35""##,
            is_either: false,
        }
    }

    fn highlight_path(&self, cells: &[Cell]) -> String {
        dots(cells.iter().map(|cell| spot(*cell)))
    }

    fn small(&self, turns: u8) -> Markup {
        let of = |seat: Seat| {
            dots(board::cells_of(self.marbles(seat)).map(|cell| spot(board::rotated(cell, turns))))
        };
        let BoardExtent { width, height, left, above } = EXTENT;
        let size = [-left, -above, width, height].map(|length| number(length * UNIT));
        html! {
            svg.small-board viewBox=(size.join(" ")) aria-hidden="true" {
                image href=(asset(SMALL)) x=(size[0]) y=(size[1]) width=(size[2]) height=(size[3]) {}
                @for seat in Seat::first(self.seats()) {
                    path class={ "m s" (seat) } d=(of(seat)) {}
                    path class={ "i s" (seat) } d=(of(seat)) {}
                }
            }
        }
    }

    fn layers(&self, turns: u8) -> Vec<Layer> {
        let marble = |PlacedPiece { piece, cell }| {
            let (x, y) = spot(board::rotated(cell, turns));
            Layer::on_board(marble::name(piece.kind), (x, y + 0.2 / UNIT), 20.6)
        };
        self.pieces().into_iter().map(marble).collect()
    }

    fn cell_label(&self, cell: Cell) -> String {
        tr_format!("{cell}, your marble", cell = board::name(cell))
    }

    fn ply_sentence(&self, who: &str, notation: &str) -> String {
        match notation.split_once('-') {
            Some((from, to)) => tr_format!("{who} moves {from} to {to}", who = who, from = from, to = to),
            None => tr_format!("{who} passes", who = who),
        }
    }

    /// "d2–f3", and the number of hops of a chain. The line can break after the dash.
    fn listing(&self, notation: &str, effects: &[Effect]) -> Markup {
        let hops = effects.iter().find_map(|effect| match effect {
            Effect::Travel { path, .. } => Some(path.len()).filter(|hops| *hops > 1),
            _ => None,
        });
        html! {
            @match notation.split_once('-') {
                Some((from, to)) => {
                    span { (from) "–" } span { (to) }
                    @if let Some(hops) = hops { small { "↷" (hops) } }
                },
                None => (tr("pass")),
            }
        }
    }

    fn ply_label(&self, notation: &str) -> String {
        match notation.split_once('-') {
            Some((from, to)) => tr_format!("move {from} to {to}", from = from, to = to),
            None => tr("pass").to_owned(),
        }
    }

    fn moves(&self) -> Option<String> {
        Some(words::moves(self))
    }

    fn seat_summary(&self, seat: Seat) -> Option<String> {
        Some(words::seat_summary(self, seat))
    }

    fn colour(&self, seat: Seat) -> Option<&'static str> {
        Some(colour(seat.number()))
    }

    fn side(&self, seat: Seat) -> Option<String> {
        Some(words::side(self, seat))
    }

    fn unnamed(&self, seat: Seat) -> String {
        capital(colour(seat.number()))
    }

    fn score(&self, seat: Seat) -> Option<String> {
        Some(words::score(self, seat))
    }

    fn short_score(&self, seat: Seat) -> Option<String> {
        Some(words::short_score(self, seat))
    }

    fn cell_title(&self, cell: Cell) -> String {
        self.cell_name(cell).into()
    }

    fn why(&self, _: &[Effect]) -> Option<String> {
        words::why(self)
    }

    fn tips(&self) -> [String; 3] {
        words::tips()
    }

    fn description() -> &'static str {
        tr("Bring ten marbles across the star, hopping over any marble in your way.")
    }

    fn showcase() -> Option<StillBoard> {
        StillBoard::opening(Game::Sternhalma, &[], 3)?.after(&SHOWCASE)
    }
}
