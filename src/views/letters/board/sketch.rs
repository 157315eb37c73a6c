//! Which signs stand where on each game's board.

use super::{Board, HOLE, Look, Mark, Note, Row, Sign, aside, code, legend};
use crate::games::aeroplane::Aeroplane;
use crate::games::aeroplane::board::{CELLS, Colour, Spot, turned as quarter_turned};
use crate::games::kalah::{self, Kalah, Place};
use crate::games::quarto::Quarto;
use crate::games::square::Square;
use crate::games::sternhalma::{Sternhalma, board as star};
use crate::games::tictactoe::TicTacToe;
use crate::games::{Cell, Effect, Position, Seat};
use crate::say;
use crate::texts::tr;
use crate::views::boards;

/// A board, sign by sign.
pub struct Sketch {
    pub(super) rows: Vec<Row>,
    /// How many columns a sign takes in characters.
    pub(super) pitch: usize,
    /// What stands above it and below it.
    pub(super) above: Option<String>,
    pub(super) below: Option<String>,
    /// What else there is to say.
    pub(super) notes: Vec<Note>,
}

const SEATS: [&str; 6] = ["#8a6410", "#245a8c", "#96341f", "#2f6e3b", "#6b3673", "#4a5560"];
const SEEDS: &str = "#fbf6ea";
/// Yellow, blue, red and green: planes, and the cells that belong to them.
const PLANES: [&str; 4] = ["#f2c230", "#245a8c", "#b3261e", "#2f6e3b"];
const CELLS_OF: [&str; 4] = ["#f7e3a1", "#bcd3ea", "#f0bdb6", "#bfdcc2"];
const HOLE_SIGN: Look = Look::Empty(".", HOLE);
/// The board of Aeroplane Chess is a grid of fifteen by fifteen.
const GRID: usize = 15;

/// What a seat's pieces are written with.
pub fn sign(position: &Position, seat: Seat) -> Option<String> {
    match position {
        Position::TicTacToe(_) => Some(mark(seat)),
        Position::Sternhalma(_) => Some((seat.number() + 1).to_string()),
        Position::Aeroplane(position) => Some(letter(position.colour(seat)).to_owned()),
        Position::Quarto(_) | Position::Kalah(_) => None,
    }
}

impl Board<'_> {
    pub(super) fn sketch(&self) -> Sketch {
        match self.position {
            Position::TicTacToe(position) => self.paper(position),
            Position::Quarto(position) => self.slab(position),
            Position::Kalah(position) => self.houses(position),
            Position::Sternhalma(position) => self.star(position),
            Position::Aeroplane(position) => self.ring(position),
        }
    }

    /// What the last move did in a cell.
    fn mark(&self, cell: Cell) -> Mark {
        let Some((notation, effects)) = self.last else { return Mark::None };
        let counted = |effect: &Effect| match effect {
            Effect::Count { cell, .. } => Some(*cell),
            _ => None,
        };
        let mover = effects.iter().find_map(|effect| match effect {
            Effect::Travel { piece, .. } | Effect::Place(crate::games::Standing { piece, .. }) => {
                Some(*piece)
            }
            _ => None,
        });
        let rests = effects.iter().rev().find_map(|effect| match effect {
            Effect::Place(on) => Some(on.cell),
            Effect::Travel { piece, path } if Some(*piece) == mover => path.last().copied(),
            _ => None,
        });
        let to = rests.or_else(|| effects.iter().rev().find_map(counted));
        let left = notation.split_once('-').and_then(|(from, _)| star::cell(from));
        let from = left.or_else(|| effects.iter().find_map(counted));
        match cell {
            cell if to == Some(cell) => Mark::To,
            cell if from == Some(cell) => Mark::From,
            _ => Mark::None,
        }
    }

    fn paper(&self, position: &TicTacToe) -> Sketch {
        let size = position.size();
        let last = self.last.and_then(|(notation, _)| notation.parse::<Square>().ok());
        let sign = |square| {
            let look = match position.mark(square) {
                Some(seat) => Look::Piece(mark(seat), SEATS[seat.index() % SEATS.len()]),
                None => HOLE_SIGN,
            };
            Sign { look, mark: if last == Some(square) { Mark::To } else { Mark::None } }
        };
        let rank = |rank: u8| {
            let squares = (0..size).map(|file| sign(Square { file, rank }));
            row(std::iter::once(label(rank + 1)).chain(squares))
        };
        Sketch::of((0..size).rev().map(rank).chain([files(size)]), 3)
    }

    fn slab(&self, position: &Quarto) -> Sketch {
        let sign = |cell: Cell| {
            let look = position.figure(cell).map_or(HOLE_SIGN, Look::Figure);
            Sign { look, mark: self.mark(cell) }
        };
        let rank = |rank: u8| {
            row(std::iter::once(label(rank + 1)).chain((0..4).map(|file| sign(Cell(rank * 4 + file)))))
        };
        let mut sketch = Sketch::of((0..4).rev().map(rank).chain([files(4)]), 6);
        if let Some(hand) = position.hand() {
            let text = say!("In hand: {piece}", piece = code(hand));
            sketch.notes.push(aside(text, tr("In hand:"), &[hand]));
        }
        let left: Vec<_> = position.pool().collect();
        if !left.is_empty() {
            let codes: Vec<_> = left.iter().copied().map(code).collect();
            let text = say!("Left to give: {pieces}", pieces = codes.join(" "));
            sketch.notes.push(aside(text, tr("Left to give:"), &left));
        }
        sketch.notes.push(legend());
        sketch
    }

    /// The reader's houses below, sown from left to right, with the stores at the sides.
    fn houses(&self, position: &Kalah) -> Sketch {
        let (own, other) = (self.seat, Seat::new(1 - self.seat.number().min(1)));
        let seeds = |seat, place| {
            let cell = kalah::cell(seat, place);
            Sign { look: Look::Piece(position.seeds(cell).to_string(), SEEDS), mark: self.mark(cell) }
        };
        let houses = 1..=position.houses();
        let gap = std::iter::once(blank());
        let theirs = houses.clone().rev().map(|house| seeds(other, Place::House(house)));
        let ours = houses.clone().map(|house| seeds(own, Place::House(house)));
        let rows = [
            row(gap.clone().chain(houses.clone().rev().map(label))),
            row(std::iter::once(seeds(other, Place::Store)).chain(theirs).chain(gap.clone())),
            row(gap.clone().chain(ours).chain([seeds(own, Place::Store)])),
            row(gap.chain(houses.map(label))),
        ];
        let mut sketch = Sketch::of(rows, 4);
        sketch.above = Some(say!("{name} (store on the left)", name = (self.name)(other)));
        sketch.below = Some(tr("You (store on the right)").to_owned());
        sketch
    }

    /// The star, turned so that the reader's home is at the bottom. Its rows have names only while they lie flat.
    fn star(&self, position: &Sternhalma) -> Sketch {
        let turns = boards::turns(self.position, Some(self.seat));
        let standing = Position::Sternhalma(position.clone()).pieces();
        let sign = |shown: Cell| {
            let cell = star::turned(shown, (6 - turns) % 6);
            let look = match standing.iter().find(|on| on.cell == cell) {
                Some(on) => {
                    let colour = SEATS[usize::from(on.piece.look) % SEATS.len()];
                    Look::Piece((on.piece.look + 1).to_string(), colour)
                }
                None => HOLE_SIGN,
            };
            (Sign { look, mark: self.mark(cell) }, cell)
        };
        let mut first = 0;
        let rows: Vec<_> = star::ROWS
            .iter()
            .map(|holes| {
                let signs: Vec<_> = (first..first + holes).map(|cell| sign(Cell(cell))).collect();
                let (x, _) = star::place(Cell(first));
                first += holes;
                // The westernmost holes of the star are six to the west of its centre.
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 24")]
                let room = ((x + 6.0) * 2.0).round() as u8;
                let named = |(_, cell): &(Sign, Cell)| star::name(*cell).chars().next();
                let name = signs.first().and_then(named).filter(|_| turns.is_multiple_of(3));
                let edge = Sign {
                    look: name.map_or(Look::Blank, |name| Look::Label(name.into())),
                    mark: Mark::None,
                };
                Row {
                    room,
                    signs: std::iter::once(edge).chain(signs.into_iter().map(|(sign, _)| sign)).collect(),
                }
            })
            .collect();
        Sketch::of(rows.into_iter().rev(), 2)
    }

    /// The ring on a grid, turned so that the reader's hangar is at the bottom.
    fn ring(&self, position: &Aeroplane) -> Sketch {
        let turns = boards::turns(self.position, Some(self.seat)) % 4;
        let mut grid = vec![blank(); GRID * GRID];
        let mut put = |cell: Cell, look: Look, mark: Mark| {
            if let Some(sign) = grid.get_mut(on_grid(Spot::of(cell), turns)) {
                *sign = Sign { look, mark };
            }
        };
        for cell in (0..CELLS).map(Cell) {
            put(cell, empty(Spot::of(cell)), self.mark(cell));
        }
        let standing = Position::Aeroplane(position.clone()).pieces();
        for on in &standing {
            let together = standing.iter().filter(|other| other.cell == on.cell);
            let numbers: Vec<_> = together.map(|other| (other.piece.id % 4 + 1).to_string()).collect();
            let colour = position.colour(Seat::new(on.piece.look));
            let shown = if numbers.len() > 1 { "+".to_owned() } else { numbers.concat() };
            let look =
                Look::Piece(format!("{}{shown}", letter(colour)), PLANES[usize::from(colour.number() % 4)]);
            put(on.cell, look, self.mark(on.cell));
        }
        let rows: Vec<_> = grid.chunks(GRID).map(|signs| row(signs.iter().cloned())).collect();
        let mut sketch = Sketch::of(rows, 4);
        let line = |(seat, words): (Option<Seat>, String)| match seat {
            Some(seat) => format!("{}: {words}", (self.name)(seat)),
            None => words,
        };
        sketch.notes = boards::in_words(self.position).into_iter().map(|said| line(said).into()).collect();
        sketch
    }
}

impl Sketch {
    fn of(rows: impl IntoIterator<Item = Row>, pitch: usize) -> Self {
        Self { rows: rows.into_iter().collect(), pitch, above: None, below: None, notes: Vec::new() }
    }
}

fn mark(seat: Seat) -> String {
    ["X", "O", "A", "B", "C", "D"].get(seat.index()).copied().unwrap_or("?").to_owned()
}

const fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::Yellow => "Y",
        Colour::Blue => "B",
        Colour::Red => "R",
        Colour::Green => "G",
    }
}

fn row(signs: impl IntoIterator<Item = Sign>) -> Row {
    Row { room: 0, signs: signs.into_iter().collect() }
}

fn label(number: u8) -> Sign {
    Sign { look: Look::Label(number.to_string()), mark: Mark::None }
}

const fn blank() -> Sign {
    Sign { look: Look::Blank, mark: Mark::None }
}

/// The letters below a square board, after the column of numbers.
fn files(size: u8) -> Row {
    let file = |file: u8| Sign { look: Look::Label(char::from(b'a' + file).into()), mark: Mark::None };
    row(std::iter::once(blank()).chain((0..size).map(file)))
}

/// An empty cell of the ring, a hangar, a pad, a column or a home. Those of the ring are coloured in turn.
fn empty(spot: Spot) -> Look {
    let (text, colour) = match spot {
        Spot::Ring(cell) => (".", cell % 4),
        Spot::Hangar(colour, _) => ("-", colour.number()),
        Spot::Pad(colour) => ("o", colour.number()),
        Spot::Column(colour, _) => (":", colour.number()),
        Spot::Home(colour) => ("*", colour.number()),
        Spot::Plane(_) => ("", 0),
    };
    Look::Empty(text, CELLS_OF[usize::from(colour % 4)])
}

/// Where a cell lies on the grid, row by row from the top.
fn on_grid(spot: Spot, turns: u8) -> usize {
    let (x, y) = match spot {
        Spot::Hangar(colour, plane) => {
            let place = (f64::from(plane % 2) - 6.0, f64::from(plane / 2) + 5.0);
            quarter_turned(place, colour.number())
        }
        spot => spot.place(),
    };
    let (x, y) = quarter_turned((x, y), 4 - turns);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 14")]
    let [x, y] = [x, y].map(|length| (length.round() + 7.0).clamp(0.0, 14.0) as usize);
    y * GRID + x
}
