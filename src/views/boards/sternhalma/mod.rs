//! The star: turned wood, drilled holes, glass marbles.

mod art;
mod words;

use std::sync::LazyLock;

use compact_str::CompactString;
use maud::{Markup, html};

use super::press::Stencil;
use super::{Extent, Last, UNIT, View, dots, marble, number, on, push_numbers, push_ring, way_letters};
use crate::games::sternhalma::{Sternhalma, board};
use crate::games::{Cell, Effect, Rules, Seat, Standing};
use crate::say;
use crate::texts::{Language, in_language, spoken, tr};
use crate::views::parts::Text;
use crate::views::words::capital;
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

/// What paths have of a hole: written once, since every ply is marked with some of it.
struct Hole {
    /// Where it lies.
    spot: String,
    /// The ring around it when a marble has left it.
    left: String,
    /// The ring around it when one has come there.
    reached: String,
}

static HOLES: LazyLock<Vec<Hole>> =
    LazyLock::new(|| (0..board::HOLES).map(|hole| Hole::new(Cell(hole))).collect());

impl Hole {
    fn new(cell: Cell) -> Self {
        let (x, y) = spot(cell);
        let [mut place, mut left, mut reached] = Default::default();
        push_numbers(&mut place, &[x * UNIT, y * UNIT]);
        push_ring(&mut left, (x, y), 5.2);
        push_ring(&mut reached, (x, y), 10.4);
        Self { spot: place, left, reached }
    }
}

/// The board's `y` points north, the screen's down.
fn spot(cell: Cell) -> (f64, f64) {
    let (x, y) = board::place(cell);
    (x, -y)
}

fn choosing(cell: Cell) -> String {
    say!("{cell}, your marble", cell = board::name(cell))
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

    fn place(&self, cell: Cell) -> CompactString {
        on(cell).into()
    }

    fn spot(&self, cell: Cell) -> (f64, f64) {
        spot(cell)
    }

    fn piece(&self, Standing { piece, cell }: Standing, class: &str, id: Option<&str>) -> Markup {
        html! {
            image id=[id.map(Text)] class={ "piece " (Text(on(cell))) " s" (piece.look) (Text(class)) } x="-10.3" y="-10.1"
                href=(Text(asset(marble::name(piece.look)))) {}
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
        trail.push_str(&HOLES[from.index()].left);
        for (cell, letter) in std::iter::once(&from).chain(path).zip(way_letters()) {
            trail.push(letter);
            trail.push_str(&HOLES[cell.index()].spot);
        }
        if let Some(to) = path.last() {
            trail.push_str(&HOLES[to.index()].reached);
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
        choosing(cell)
    }

    fn mine(&self, cell: Cell) -> Option<&'static Stencil> {
        static MINE: LazyLock<[Vec<Stencil>; Language::COUNT]> = LazyLock::new(|| {
            let mine = |hole| {
                let cell = Cell(hole);
                Stencil::mine(cell, board::name(cell), on(cell), &choosing(cell))
            };
            let all = || (0..board::HOLES).map(mine).collect();
            std::array::from_fn(|index| in_language(Language::ALL[index], all))
        });
        MINE[spoken().index()].get(cell.index())
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

    fn moves(&self) -> Option<String> {
        Some(words::moves(self))
    }

    fn having(&self, seat: Seat) -> Option<String> {
        Some(words::having(self, seat))
    }

    fn side(&self, seat: Seat) -> Option<String> {
        Some(words::side(self, seat))
    }

    fn unnamed(&self, seat: Seat) -> String {
        capital(marble::colour(seat.number()))
    }

    fn score(&self, seat: Seat) -> Option<String> {
        Some(words::score(self, seat))
    }

    fn naming(&self, cell: Cell) -> String {
        self.cell_name(cell).into()
    }
}
