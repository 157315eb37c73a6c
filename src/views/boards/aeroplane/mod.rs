//! The board of Aeroplane Chess: a ring of coloured cells on enamelled tin, four hangars, and tin planes.

mod examples;
mod rules;
mod sprite_url;
#[cfg(test)]
mod tests;
mod words;

use compact_str::{CompactString, format_compact};
use maud::{Markup, html};

use self::sprite_url::SpriteUrl;
use super::board_view::MoveAhead;
use super::board_view::{BoardView, DiceRolled, LastPly, MarkStyles};
use super::drawing::cell_class;
use crate::artwork::aeroplane::BOARD;
use crate::artwork::aeroplane::EXTENT;
use crate::artwork::aeroplane::SMALL;
use crate::artwork::aeroplane::die;
use crate::artwork::aeroplane::fan;
use crate::artwork::aeroplane::heading;
use crate::artwork::aeroplane::plane;
use crate::artwork::aeroplane::spot;
use crate::artwork::strokes::{dots, line, number, ring};
use crate::artwork::{BoardExtent, Layer, UNIT};
use crate::games::aeroplane::board::{AeroplaneSpot, RING, rotated};
use crate::games::aeroplane::{Aeroplane, AeroplaneMove, PLANES};
use crate::games::{Cell, Effect, PlacedPiece, Rules, Seat};
use crate::texts::tr;
use crate::tr_format;
use crate::urls::asset;

/// The class of a tumbling die, with a leading space; empty at rest.
const fn die_class(rolled: DiceRolled) -> &'static str {
    match rolled {
        DiceRolled::Rolling { turn: 0, .. } => " tumbling",
        DiceRolled::Rolling { .. } => " tumbling again",
        DiceRolled::Lies(_) | DiceRolled::Rest => "",
    }
}

/// How many cells a jump goes on.
const JUMP: u8 = 4;

/// The line along cells. It follows the ring also where a plane jumps.
fn way(path: &[Cell]) -> String {
    let mut cells: Vec<Cell> = path.first().copied().into_iter().collect();
    for step in path.windows(2) {
        if let [from @ ..RING, to @ ..RING] = [step[0].0, step[1].0]
            && (to + RING - from) % RING == JUMP
        {
            cells.extend((1..JUMP).map(|by| Cell((from + by) % RING)));
        }
        cells.push(step[1]);
    }
    line(cells.into_iter().map(spot))
}

impl BoardView for Aeroplane {
    fn class(&self) -> String {
        "aeroplane".to_owned()
    }

    fn art(&self) -> &'static str {
        BOARD
    }

    fn extent(&self) -> BoardExtent {
        EXTENT
    }

    fn lifts_pieces(&self) -> bool {
        true
    }

    /// The planes of the seat to act are clicked on their cells.
    fn place(&self, cell: Cell) -> CompactString {
        let (AeroplaneSpot::Plane(plane), Some(seat)) = (AeroplaneSpot::of(cell), self.turn()) else {
            return cell_class(cell);
        };
        let standing = self.pieces();
        let stands = self.cell_of(seat, plane);
        let of_plane = standing.iter().filter(|other| other.piece.kind == seat.number());
        let fan = of_plane.skip(plane.into()).map(|own| fan::class(*own, &standing)).next();
        format_compact!("{}{}", cell_class(stands), fan.unwrap_or_default())
    }

    fn spot(&self, cell: Cell) -> (f64, f64) {
        spot(cell)
    }

    fn piece(&self, standing: PlacedPiece, class: &str, id: Option<&str>) -> Markup {
        let PlacedPiece { piece, .. } = standing;
        let plane = plane::name(self.colour(Seat::new(piece.kind)), piece.id % 4);
        html! {
            image id=[id] class={ "piece " (self.cell_classes(standing)) (class) } x="-9.4" y="-9.4" href=(SpriteUrl(plane)) {}
        }
    }

    fn cell_classes(&self, PlacedPiece { piece, cell }: PlacedPiece) -> CompactString {
        format_compact!("{} {}", cell_class(cell), heading::class(self.colour(Seat::new(piece.kind)), cell))
    }

    fn shares_cells(&self) -> bool {
        true
    }

    fn crowd_class(&self, standing: PlacedPiece, all: &[PlacedPiece]) -> &'static str {
        fan::class(standing, all)
    }

    fn whole_turn(&self) -> u8 {
        4
    }

    fn turns(&self, seat: Seat) -> u8 {
        self.colour(seat).number()
    }

    fn die(&self, rolled: DiceRolled, id: Option<&str>) -> Markup {
        let face = match rolled {
            DiceRolled::Rolling { face, .. } | DiceRolled::Lies(face) => face,
            DiceRolled::Rest => self.die().unwrap_or(die::CUP),
        };
        let away = if self.turn().is_none() { " away" } else { "" };
        let place = self.die_place(self.turn().unwrap_or_default());
        html! {
            image id=[id] class={ "die " (place) (die_class(rolled)) (away) } x="-13" y="-13"
                href=(SpriteUrl(die::name(face))) {}
        }
    }

    fn die_place(&self, seat: Seat) -> String {
        format!("d{}", self.colour(seat).number())
    }

    /// A line along the way of the plane, a ring where it is, and one around each plane that was sent back.
    fn trail(&self, last: &LastPly<'_>) -> String {
        let travels = last.effects.iter().filter_map(|effect| match effect {
            Effect::Travel { piece, path } => Some((piece, path)),
            _ => None,
        });
        let Some((mover, _)) = travels.clone().next() else { return String::new() };
        let (own, others): (Vec<_>, Vec<_>) = travels.partition(|(piece, _)| *piece == mover);
        let path: Vec<Cell> = own.into_iter().flat_map(|(_, path)| path).copied().collect();
        let back = others.into_iter().filter(|(piece, _)| piece.kind != mover.kind);
        let back = back.filter_map(|(_, path)| path.last());
        let rings = path.last().into_iter().chain(back).map(|cell| ring(spot(*cell), 9.6));
        way(&path) + &rings.collect::<String>()
    }

    /// A line along the way of the plane, which can be dragged to its end.
    fn ahead(&self, notation: &str) -> MoveAhead {
        let (Ok(mv), Some(seat)) = (notation.parse(), self.turn()) else { return MoveAhead::default() };
        let AeroplaneMove::Plane(plane) = mv else { return MoveAhead::default() };
        let mut effects = Vec::new();
        self.clone().advance(&mv, &mut effects);
        let mover = seat.number() * PLANES as u8 + plane;
        let own = effects.iter().filter_map(|effect| match effect {
            Effect::Travel { piece, path } if piece.id == mover => Some(path),
            _ => None,
        });
        let path: Vec<Cell> =
            std::iter::once(self.cell_of(seat, plane)).chain(own.flatten().copied()).collect();
        MoveAhead { path: way(&path), onto: path.last().copied().into_iter().collect() }
    }

    fn mark_styles(&self) -> MarkStyles {
        MarkStyles {
            last: r##"fill="none" stroke="#fffaf0" stroke-width="2.2" stroke-opacity=".95""##,
            lit: r##"fill="none" stroke="#fffaf0" stroke-width="1.8" stroke-dasharray="3.2 2.6""##,
            is_either: false,
        }
    }

    fn highlight_path(&self, cells: &[Cell]) -> String {
        cells.iter().map(|cell| ring(spot(*cell), 8.4)).collect()
    }

    fn small(&self, turns: u8) -> Markup {
        let BoardExtent { width, height, left, above } = EXTENT;
        let size = [-left, -above, width, height].map(|length| number(length * UNIT));
        let standing = self.pieces();
        let of = |seat: Seat| {
            let own = standing.iter().filter(|on| on.piece.kind == seat.number());
            dots(own.map(|on| fan::spot(spot(on.cell), *on, &standing)).map(|at| rotated(at, 4 - turns % 4)))
        };
        html! {
            svg.small-board.aeroplane viewBox=(size.join(" ")) aria-hidden="true" {
                image href=(asset(SMALL)) x=(size[0]) y=(size[1]) width=(size[2]) height=(size[3])
                    transform=[(turns > 0).then(|| format!("rotate({})", 360 - 90 * u16::from(turns % 4)))] {}
                @for seat in Seat::first(self.seats()) {
                    path.o d=(of(seat)) {}
                    path class={ "m s" (self.colour(seat).number()) } d=(of(seat)) {}
                    path class={ "i s" (self.colour(seat).number()) } d=(of(seat)) {}
                }
            }
        }
    }

    fn layers(&self, turns: u8) -> Vec<Layer> {
        let standing = self.pieces();
        let plane = |on: &PlacedPiece| {
            let colour = self.colour(Seat::new(on.piece.kind));
            let middle = rotated(fan::spot(spot(on.cell), *on, &standing), 4 - turns % 4);
            let plane = plane::name(colour, on.piece.id % 4);
            let angle = heading::angle(colour, on.cell) - 90 * i16::from(turns);
            Layer { angle, ..Layer::on_board(plane, middle, 18.8 * fan::size(*on, &standing)) }
        };
        standing.iter().map(plane).collect()
    }

    fn die_layer(&self, rolled: Option<u8>, turns: u8) -> Option<Layer> {
        let face = rolled.or(self.die()).unwrap_or(die::CUP);
        let middle = rotated(die::place(self.colour(self.turn()?).number()), 4 - turns % 4);
        Some(Layer::on_board(die::name(face), middle, die::SIDE))
    }

    fn ply_sentence(&self, who: &str, notation: &str) -> String {
        words::ply_sentence(self, who, notation)
    }

    /// The face of the die, or the plane with what it did.
    fn listing(&self, notation: &str, effects: &[Effect]) -> Markup {
        words::listing(self, notation, effects)
    }

    fn ply_label(&self, notation: &str) -> String {
        words::ply_label(self, notation)
    }

    fn own_turn(&self) -> Option<String> {
        words::own_turn(self)
    }

    fn seat_summary(&self, seat: Seat) -> Option<String> {
        Some(words::seat_summary(self, seat))
    }

    fn colour(&self, seat: Seat) -> Option<&'static str> {
        Some(words::of_colour(Aeroplane::colour(self, seat)))
    }

    fn side(&self, seat: Seat) -> Option<String> {
        Some(words::of_colour(Aeroplane::colour(self, seat)).to_owned())
    }

    fn score(&self, seat: Seat) -> Option<String> {
        Some(words::score(self, seat))
    }

    fn short_score(&self, seat: Seat) -> Option<String> {
        Some(words::short_score(self, seat))
    }

    fn shared(&self) -> Vec<String> {
        Aeroplane::die(self).map(|face| tr_format!("the die shows {face}", face = face)).into_iter().collect()
    }

    fn cell_title(&self, cell: Cell) -> String {
        words::cell_title(AeroplaneSpot::of(cell))
    }

    fn tips(&self) -> [String; 3] {
        words::tips(self)
    }

    fn description() -> &'static str {
        tr(
            "Roll a six to take off, fly once around the board and bring all four planes home, sending rivals back on the way.",
        )
    }
}
