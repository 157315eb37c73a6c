//! The board of Kalah: carved wood, with small stones for seeds.

mod examples;
mod rules;
#[cfg(test)]
mod tests;
mod words;

use compact_str::CompactString;
use maud::{Markup, html};

use super::board_view::MoveAhead;
use super::board_view::{BoardView, LastPly, MarkStyles};
use super::counting::{SeedCounting, SeedHeap, heap_id, number_id};
use crate::artwork::GameArtwork;
use crate::artwork::kalah::BOARDS;
use crate::artwork::kalah::shape::{self, KalahShape};
use crate::artwork::kalah::stones::{self, SeedArt};
use crate::artwork::strokes::number;
use crate::artwork::{BoardExtent, Layer, UNIT};
use crate::games::kalah::{Kalah, KalahMove, LEAST_HOUSES, Pit, cell};
use crate::games::{Cell, Effect, PlacedPiece, Rules, Seat};
use crate::texts::tr;
use crate::tr_format;
use crate::urls::asset;

fn shape(position: &Kalah) -> KalahShape {
    KalahShape(position.houses())
}

impl BoardView for Kalah {
    fn class(&self) -> String {
        format!("kalah kalah{}", self.houses())
    }

    fn art(&self) -> &'static str {
        BOARDS[usize::from(self.houses() - LEAST_HOUSES) % BOARDS.len()]
    }

    fn extent(&self) -> BoardExtent {
        shape(self).extent()
    }

    fn place(&self, cell: Cell) -> CompactString {
        shape::cell_classes(cell)
    }

    fn spot(&self, cell: Cell) -> (f64, f64) {
        shape(self).spot(cell)
    }

    fn piece(&self, _: PlacedPiece, _: &str, _: Option<&str>) -> Markup {
        html! {}
    }

    fn counting(&self) -> Option<&dyn SeedCounting> {
        Some(self)
    }

    /// Each player sees their houses at the bottom.
    fn turns(&self, seat: Seat) -> u8 {
        3 * seat.number()
    }

    /// A small ring where the seeds were, and one around the place of the last one.
    fn trail(&self, last: &LastPly<'_>) -> String {
        let mut counted = last.effects.iter().filter_map(|effect| match effect {
            Effect::Count { cell, .. } => Some(*cell),
            _ => None,
        });
        let (Some(from), Some(to)) = (counted.next(), counted.next_back()) else { return String::new() };
        format!("{}{}", shape(self).outline(from, -0.2), shape(self).outline(to, 0.035))
    }

    /// Seeds can be dragged onto each place where one of them is sown.
    fn ahead(&self, notation: &str) -> MoveAhead {
        let Ok(mv @ KalahMove::Sow(_)) = notation.parse() else { return MoveAhead::default() };
        let mut effects = Vec::new();
        self.clone().advance(&mv, &mut effects);
        let counted = effects.iter().filter_map(|effect| match effect {
            Effect::Count { cell, .. } => Some(*cell),
            _ => None,
        });
        let onto = counted.skip(1).fold(Vec::new(), |mut onto, cell| {
            onto.retain(|other| *other != cell);
            onto.push(cell);
            onto
        });
        MoveAhead { path: String::new(), onto }
    }

    /// The viewer's store, which is lit when they have won.
    fn goal(&self, seat: Seat) -> String {
        shape(self).outline(cell(seat, Pit::Store), 0.02)
    }

    fn mark_styles(&self) -> MarkStyles {
        MarkStyles {
            last: r##"fill="none" stroke="#fff1d2" stroke-width=".9" stroke-opacity=".85""##,
            lit: r##"fill="#fff1d2" fill-opacity=".22" stroke="#fff1d2" stroke-width="1.8""##,
            is_either: false,
        }
    }

    fn highlight_path(&self, cells: &[Cell]) -> String {
        cells.iter().map(|cell| shape(self).outline(*cell, 0.02)).collect()
    }

    fn small(&self, turns: u8) -> Markup {
        let BoardExtent { width, height, left, above } = self.extent();
        let size = [-left, -above, width, height].map(|length| number(length * UNIT));
        let turned = if turns == 3 { -1.0 } else { 1.0 };
        let dots: String = self
            .cells()
            .flat_map(|cell| {
                let (x, y) = self.spot(cell);
                let dot = move |stone: SeedArt| {
                    let (x, y) = (x * UNIT * turned + stone.x, y * UNIT * turned + stone.y);
                    format!("M{} {}h0", x.round(), y.round())
                };
                stones::seeds_in_pit(shape(self), cell, self.seeds(cell)).into_iter().map(dot)
            })
            .collect();
        html! {
            svg.small-board viewBox=(size.join(" ")) aria-hidden="true" {
                image href=(asset(self.art())) x=(size[0]) y=(size[1]) width=(size[2]) height=(size[3]) {}
                path.seeds d=(dots) {}
            }
        }
    }

    fn layers(&self, turns: u8) -> Vec<Layer> {
        let side = if turns == 3 { -1.0 } else { 1.0 };
        let seeds = |cell: Cell| {
            let (x, y) = self.spot(cell);
            let seed = move |seed: SeedArt| {
                Layer::on_board(seed.name, (x * side + seed.x / UNIT, y * side + seed.y / UNIT), 7.0)
            };
            stones::seeds_in_pit(shape(self), cell, self.seeds(cell)).into_iter().map(seed)
        };
        self.cells().flat_map(seeds).collect()
    }

    fn cell_label(&self, cell: Cell) -> String {
        tr_format!("house {house}", house = self.cell_name(cell))
    }

    fn ply_sentence(&self, who: &str, notation: &str) -> String {
        words::ply_sentence(self, who, notation)
    }

    fn listing(&self, notation: &str, effects: &[Effect]) -> Markup {
        words::listing(self, notation, effects)
    }

    fn ply_label(&self, notation: &str) -> String {
        words::ply_label(self, notation)
    }

    fn cell_title(&self, cell: Cell) -> String {
        words::cell_title(self, cell)
    }

    fn why(&self, _: &[Effect]) -> Option<String> {
        words::result(self)
    }

    fn seat_summary(&self, seat: Seat) -> Option<String> {
        Some(words::seat_summary(self, seat))
    }

    fn ply_announcement(&self, who: &str, notation: &str) -> String {
        words::ply_announcement(self, who, notation)
    }

    fn unnamed(&self, seat: Seat) -> String {
        if seat.number() == 0 { tr("Lower player").to_owned() } else { tr("Upper player").to_owned() }
    }

    fn score(&self, seat: Seat) -> Option<String> {
        Some(words::score(self, seat))
    }

    fn short_score(&self, seat: Seat) -> Option<String> {
        Some(words::short_score(self, seat))
    }

    fn tips(&self) -> [String; 3] {
        words::tips()
    }

    fn description() -> &'static str {
        tr("Sow seeds around the board one by one, and bring home the most.")
    }
}

impl SeedCounting for Kalah {
    fn seeds(&self, heap: SeedHeap<'_>) -> Markup {
        let id = heap.live.then(|| heap_id(heap.cell));
        let stones = stones::seeds_in_pit(shape(self), heap.cell, heap.count);
        // On a heap that is too high to show them, the last stones fall out of sight.
        let lying = usize::from(heap.count).saturating_sub(heap.sown.len());
        html! {
            g id=[id] class={ "piece heap " (shape::cell_classes(heap.at)) @if heap.is_moving { " moving" } } {
                @for (index, stone) in stones.iter().enumerate() {
                    (seed_markup(stone, index.checked_sub(lying).and_then(|sown| heap.sown.get(sown))))
                }
            }
        }
    }

    fn number(&self, cell: Cell, count: u8, live: bool) -> Markup {
        let id = live.then(|| number_id(cell));
        html! { text id=[id] class={ "piece number " (shape::rim_classes(cell)) @if count == 0 { " none" } } { (count) } }
    }

    fn hand(&self, at: Option<Cell>, count: u8, class: &str) -> Markup {
        let place = at.map_or(CompactString::const_new("km"), shape::cell_classes);
        html! {
            g #hand class={ "piece hand " (place.as_str()) (class) } { @for stone in stones::hand(count) { (seed_markup(&stone, None)) } }
        }
    }

    fn labels(&self, live: bool) -> Markup {
        html! {
            @for seat in Seat::first(2) {
                image id=[live.then(|| format!("s{seat}"))] class={ "piece sign " (shape::rim_classes(cell(seat, Pit::Store))) }
                    x="-2.7" y="-2.7" href=(asset(Self::chip(2, seat))) {}
                @for house in 1..=self.houses() {
                    @let on = cell(seat, Pit::House(house));
                    text id=[live.then(|| format!("h{}", on.0))] class={ "piece house " (shape::rim_classes(on)) } { (house) }
                }
            }
        }
    }
}

/// A stone, and if it is sown now, after how many others.
fn seed_markup(stone: &SeedArt, sown: Option<&u8>) -> Markup {
    let [x, y] = [stone.x, stone.y].map(|place| number((place * 10.0).round() / 10.0));
    html! { image class=[sown.map(|after| format!("new w{after}"))] href=(asset(stone.name)) x=(x) y=(y) {} }
}
