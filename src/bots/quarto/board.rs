//! Quarto as the search sees it: a ply places the piece in hand and gives the next one.

use super::symmetry::{Set, canonical_key};
use crate::bots::alpha_beta::{MoveResult, RankedMove, SearchPosition, WIN};
use crate::games::quarto::{LINES, PIECE_COUNT, Quarto, QuartoMove, QuartoPiece, SIZE, STRAIGHT};
use crate::games::square::Square;
use crate::games::{Cell, Rules, ToAct};

/// The margin of an opening move: a draw is 0, a win a million.
const MARGIN: i32 = 10;

/// In a code: no square, or no piece.
const NONE: u8 = 16;

/// The pieces that have a property (odd) or lack it (even), two sets for each of the four properties.
const SHARING: [Set; 8] = [0x5555, 0xaaaa, 0x3333, 0xcccc, 0x0f0f, 0xf0f0, 0x00ff, 0xff00];

#[derive(Clone, Copy, Debug)]
pub(super) struct QuartoBoard {
    /// For each property the squares whose piece has it.
    planes: [Set; 4],
    occupied: Set,
    /// The pieces that are neither placed nor in hand.
    pool: Set,
    hand: u8,
    /// The squares that complete a line for pieces of each set of [`SHARING`], some of them taken by now.
    completing: [Set; 8],
    blocks: bool,
    won: bool,
}

impl QuartoBoard {
    /// The board of a position that is not over.
    pub fn of(position: &Quarto) -> Option<Self> {
        let ToAct::Seat(_) = position.to_act() else { return None };
        let mut board = Self {
            planes: [0; 4],
            occupied: 0,
            pool: position.pool().fold(0, |pool, piece| pool | piece.alone()),
            hand: position.hand().map_or(NONE, |piece| piece.number()),
            completing: [0; 8],
            blocks: position.options().squares,
            won: false,
        };
        for square in 0..16 {
            if let Some(piece) = position.piece_at(Cell(square)) {
                board.put(piece.number(), square);
            }
        }
        Some(board)
    }

    /// Whether no piece has been placed or given yet.
    pub const fn is_opening(&self) -> bool {
        self.occupied == 0 && self.hand == NONE
    }

    /// Squares that are empty.
    pub const fn empty(&self) -> u32 {
        (!self.occupied).count_ones()
    }

    #[inline]
    fn put(&mut self, piece: u8, square: u8) {
        let at = 1 << square;
        self.occupied |= at;
        for (property, plane) in self.planes.iter_mut().enumerate() {
            if piece >> property & 1 == 1 {
                *plane |= at;
            }
        }
        let kinds = if self.blocks { LINES.len() } else { STRAIGHT };
        for line in LINES.iter().take(kinds) {
            let last = line & !self.occupied;
            if line & at != 0 && last.is_power_of_two() {
                self.note(line & self.occupied, last);
            }
        }
    }

    /// Notes what three pieces of a line share: such a piece on the fourth square completes it.
    #[inline]
    fn note(&mut self, three: Set, last: Set) {
        for (plane, completing) in self.planes.iter().zip(self.completing.as_chunks_mut::<2>().0) {
            let having = plane & three;
            if having == 0 {
                completing[0] |= last;
            } else if having == three {
                completing[1] |= last;
            }
        }
    }

    /// The squares on which a piece wins.
    #[inline]
    fn winning_squares(&self, piece: u8) -> Set {
        let sharing = self.completing.iter().zip(SHARING);
        let all = sharing
            .fold(0, |all, (squares, pieces)| if pieces >> piece & 1 == 1 { all | squares } else { all });
        all & !self.occupied
    }

    /// The pieces left with which the seat that gets one of them wins at once.
    #[inline]
    fn winning_pieces(&self) -> Set {
        let sharing = self.completing.iter().zip(SHARING);
        let wins = |(squares, pieces): (&Set, Set)| if squares & !self.occupied != 0 { pieces } else { 0 };
        sharing.fold(0, |all, pair| all | wins(pair)) & self.pool
    }

    /// Adds every way to go on after placing on a square (or none): all gives that do not lose at once, or with `all` every
    /// give; when each of them loses, one.
    #[inline]
    fn gives_into(&self, square: u8, all: bool, moves: &mut Vec<RankedMove>) -> bool {
        if self.pool == 0 {
            moves.push(RankedMove { mv: code(square, NONE), rank: 0 });
            return true;
        }
        let safe = self.pool & !self.winning_pieces();
        let left = safe.count_ones() as i32;
        // The seat that gives the last safe piece has won: an odd number is good for the seat that gives now.
        let rank = if left % 2 == 1 { 1 << 18 } else { 0 } - left * 256;
        let given = if all { self.pool } else { safe };
        for piece in squares_of(given) {
            moves.push(RankedMove { mv: code(square, piece), rank });
        }
        safe != 0
    }

    /// Adds the moves; with `all` also those that lose at once though others do not.
    fn plies_into(&self, all: bool, moves: &mut Vec<RankedMove>) {
        if self.hand == NONE {
            if !self.gives_into(NONE, all, moves) && !all {
                moves.extend(
                    squares_of(self.pool).take(1).map(|piece| RankedMove { mv: code(NONE, piece), rank: 0 }),
                );
            }
            return;
        }
        let wins = self.winning_squares(self.hand);
        let mut losing = None;
        for square in squares_of(!self.occupied) {
            if wins >> square & 1 == 1 {
                moves.push(RankedMove { mv: code(square, NONE), rank: 1 << 19 });
                continue;
            }
            let mut next = *self;
            next.put(self.hand, square);
            if !next.gives_into(square, all, moves) {
                losing = losing.or(Some(code(square, next.pool.trailing_zeros() as u8)));
            }
        }
        if moves.is_empty() {
            moves.extend(losing.map(|mv| RankedMove { mv, rank: 0 }));
        }
    }
}

const fn code(square: u8, piece: u8) -> u16 {
    square as u16 + 17 * piece as u16
}

/// The plies a code stands for: the placement and the give, either of which may be missing.
pub(super) fn plies_of(code: u16) -> impl Iterator<Item = QuartoMove> {
    let (square, piece) = ((code % 17) as u8, (code / 17) as u8);
    let place = (square < NONE).then(|| QuartoMove::Place(Square::of(Cell(square), SIZE)));
    let give = (piece < PIECE_COUNT).then(|| QuartoMove::Give(QuartoPiece::new(piece)));
    place.into_iter().chain(give)
}

/// The codes that begin with a ply: a placement that does not end the match with every piece that can be given then.
pub(super) fn codes_of(position: &Quarto, mv: &QuartoMove) -> Vec<u16> {
    match mv {
        QuartoMove::Give(piece) => vec![code(NONE, piece.number())],
        QuartoMove::Place(square) => {
            let (square, mut after) = (square.cell(SIZE).0, *position);
            after.advance(mv, &mut ());
            let ends = after.outcome().is_some() || after.pool().next().is_none();
            let gives = after.pool().filter(|_| !ends).map(|piece| code(square, piece.number()));
            gives.chain(ends.then(|| code(square, NONE))).collect()
        }
    }
}

/// The numbers in a set.
#[inline]
fn squares_of(mut set: Set) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as u8;
        let more = set != 0;
        set &= set.wrapping_sub(1);
        more.then_some(lowest)
    })
}

impl SearchPosition for QuartoBoard {
    #[inline]
    fn key(&self) -> u64 {
        canonical_key(self.planes, self.occupied, self.hand, self.blocks)
    }

    fn moves_into(&self, moves: &mut Vec<RankedMove>) {
        self.plies_into(false, moves);
    }

    fn all_moves_into(&self, moves: &mut Vec<RankedMove>) {
        self.plies_into(true, moves);
    }

    #[inline]
    fn play(&mut self, mv: u16) -> MoveResult {
        let (square, piece) = ((mv % 17) as u8, (mv / 17) as u8);
        if square < NONE {
            self.won = self.winning_squares(self.hand) >> square & 1 == 1;
            self.put(self.hand, square);
        }
        self.hand = piece;
        if piece < NONE {
            self.pool &= !(1 << piece);
        }
        MoveResult::PLAIN
    }

    #[inline]
    fn known_value(&self) -> Option<i32> {
        let empty = self.empty() as i32;
        if self.won {
            return Some(-WIN - empty);
        }
        if empty == 0 {
            return Some(0);
        }
        (self.hand < NONE && self.winning_squares(self.hand) != 0).then_some(WIN + empty - 1)
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.won || self.occupied == Set::MAX
    }

    /// Until a third of the squares are taken.
    fn margin(&self) -> i32 {
        if self.empty() > 10 { MARGIN } else { 0 }
    }

    /// The seat that gives the last safe piece wins unless a placement changes that, so their parity is worth something, and more
    /// the fewer there are.
    fn evaluate(&self) -> i32 {
        let safe = (self.pool & !self.winning_pieces()).count_ones() as i32;
        let worth = 100 - 6 * safe;
        if safe % 2 == 1 { worth } else { -worth }
    }
}
