//! The star: turned wood, drilled holes, glass marbles.

mod art;

use maud::{Markup, html};

use super::{Extent, Last, UNIT, View, dots, marble, number, push_ring, push_way};
use crate::games::sternhalma::{Sternhalma, board};
use crate::games::{Cell, Effect, Rules, Seat, Standing};
use crate::say;
use crate::texts::tr;
use crate::web::paths::asset;

pub(super) const STYLESHEET: &str = "boards/sternhalma.css";
const STAR: &str = "boards/sternhalma.svg";
const SMALL: &str = "boards/sternhalma-small.svg";

/// The star reaches as far up as down; below it lies its shadow.
const EXTENT: Extent = Extent { width: 14.1, height: 16.3, left: 7.05, above: 8.0 };

pub(super) fn drawn() -> impl Iterator<Item = (String, String)> {
    let files = [(STYLESHEET, places()), (STAR, art::star()), (SMALL, art::small())];
    files.into_iter().map(|(name, body)| (name.to_owned(), body))
}

/// The stylesheet that puts things on holes.
fn places() -> String {
    let Extent { width, height, left, above } = EXTENT;
    let holes = (0..board::HOLES).map(|hole| {
        let (x, y) = spot(Cell(hole));
        format!(".c{hole}{{--x:{};--y:{}}}\n", number(x), number(y))
    });
    format!(
        ".sternhalma{{--w:{width};--h:{height};--left:{left};--above:{above}}}\n{}",
        holes.collect::<String>()
    )
}

/// The board's `y` points north, the screen's down.
fn spot(cell: Cell) -> (f64, f64) {
    let (x, y) = board::place(cell);
    (x, -y)
}

impl View for Sternhalma {
    fn class(&self) -> String {
        "sternhalma".to_owned()
    }

    fn art(&self) -> &'static str {
        STAR
    }

    fn extent(&self) -> Extent {
        EXTENT
    }

    fn place(&self, cell: Cell) -> String {
        format!("c{}", cell.0)
    }

    fn spot(&self, cell: Cell) -> (f64, f64) {
        spot(cell)
    }

    fn piece(&self, Standing { piece, cell }: Standing, class: &str, id: Option<&str>) -> Markup {
        html! {
            image id=[id] class={ "piece c" (cell.0) " s" (piece.look) (class) }
                href=(asset(marble::name(piece.look))) {}
        }
    }

    fn turns(&self, seat: Seat) -> u8 {
        board::home(self.seats(), seat).turns()
    }

    /// A small ring where the marble was, a line along its way, a ring around where it is.
    fn trail(&self, last: &Last<'_>) -> String {
        let from = last.notation.split_once('-').and_then(|(from, _)| board::cell(from));
        let travel = last.effects.iter().find_map(|effect| match effect {
            Effect::Travel { path, .. } => Some(path),
            _ => None,
        });
        let (Some(from), Some(path)) = (from, travel) else { return String::new() };
        let mut trail = String::with_capacity(160);
        push_ring(&mut trail, spot(from), 5.2);
        push_way(&mut trail, std::iter::once(&from).chain(path).map(|cell| spot(*cell)));
        if let Some(to) = path.last() {
            push_ring(&mut trail, spot(*to), 10.4);
        }
        trail
    }

    fn lit(&self, cells: &[Cell]) -> String {
        dots(cells.iter().map(|cell| spot(*cell)))
    }

    fn small(&self, turns: u8) -> Markup {
        let of =
            |seat: Seat| dots(board::each(self.marbles(seat)).map(|cell| spot(board::turned(cell, turns))));
        let Extent { width, height, left, above } = EXTENT;
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

    fn choosing(&self, cell: Cell) -> String {
        say!("{cell}, your marble", cell = self.cell_name(cell))
    }

    fn doing(&self, who: &str, notation: &str) -> String {
        match notation.split_once('-') {
            Some((from, to)) => say!("{who} moves {from} to {to}", who = who, from = from, to = to),
            None => say!("{who} passes", who = who),
        }
    }

    fn offering(&self, notation: &str) -> String {
        match notation.split_once('-') {
            Some((from, to)) => say!("move {from} to {to}", from = from, to = to),
            None => tr("pass").to_owned(),
        }
    }

    fn holding(&self, cells: &str) -> Option<String> {
        Some(say!("marbles on {cells}", cells = cells))
    }

    fn naming(&self, cell: Cell) -> String {
        self.cell_name(cell)
    }
}
