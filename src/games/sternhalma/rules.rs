//! The rules as the program calls them.

use std::ops::RangeInclusive;

use compact_str::CompactString;

use super::board::{self, MARBLES, cells_of, hole, home};
use super::history::{HistoryPly, MarbleSet};
use super::moves::SternhalmaMove;
use super::options::SternhalmaOptions;
use super::position::{Sternhalma, piece};
use super::{chain, text, why_not};
use crate::games::{
    Cell, Clicks, Effect, EffectSink, HopChain, Outcome, PlacedPiece, RuleReason, Rules, Seat, SetupError,
    ToAct, UnreadableNotation, check_seats,
};

impl Rules for Sternhalma {
    const KEY: &'static str = "sternhalma";
    const TITLE: &'static str = "Chinese Checkers (Sternhalma)";
    const BOT_TITLE: &'static str = "Sternhalma";
    const SEATS: RangeInclusive<u8> = 2..=6;
    const NOTATION: &'static str = "two holes such as d2-e6, or pass";

    type Move = SternhalmaMove;
    type Options = SternhalmaOptions;

    fn opening(options: &SternhalmaOptions, seats: u8) -> Result<Self, SetupError> {
        check_seats::<Self>(seats)?;
        let mut marbles = MarbleSet::default();
        for seat in Seat::first(seats) {
            marbles[seat.index()] = home(seats, seat).holes();
        }
        Ok(Self::set_up(*options, seats, marbles))
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    #[inline]
    fn to_act(&self) -> ToAct {
        if self.over { ToAct::Nobody } else { ToAct::Seat(self.acting) }
    }

    fn legal_moves_into(&self, moves: &mut Vec<SternhalmaMove>) {
        if self.over {
            return;
        }
        let before = moves.len();
        self.each_marble(|from, ends| moves.extend(cells_of(ends).map(|to| SternhalmaMove::Go { from, to })));
        if moves.len() == before {
            moves.push(SternhalmaMove::Pass);
        }
    }

    fn moves_to_choose_into(&self, so_far: &[Cell], moves: &mut Vec<SternhalmaMove>) {
        match so_far {
            [] if !self.over => {
                moves.extend(self.one_move_each());
                if moves.is_empty() {
                    moves.push(SternhalmaMove::Pass);
                }
            }
            [from] => moves
                .extend(cells_of(self.destinations(*from)).map(|to| SternhalmaMove::Go { from: *from, to })),
            _ => {}
        }
    }

    fn count_legal_moves(&self) -> u64 {
        let mut count = 0;
        if !self.over {
            self.each_marble(|_, ends| count += u64::from(ends.count_ones()));
            count = count.max(1);
        }
        count
    }

    fn is_legal(&self, mv: &SternhalmaMove) -> bool {
        match *mv {
            SternhalmaMove::Pass => !self.over && self.must_pass(),
            SternhalmaMove::Go { from, to } => self.destinations(from) & hole(to) != 0,
        }
    }

    fn advance(&mut self, mv: &SternhalmaMove, sink: &mut impl EffectSink) {
        let (hash, seat) = (self.hash, self.acting);
        let (from, to) = match *mv {
            SternhalmaMove::Pass => Default::default(),
            SternhalmaMove::Go { from, to } => {
                sink.emit(|| Effect::Travel { piece: self.piece_on(from), path: self.route(from, to) });
                self.move_marble(from, to);
                (from, to)
            }
        };
        self.history.push(hash, HistoryPly { seat, from, to });
        self.turns[seat.index()] = self.turns[seat.index()].saturating_add(1);
        self.settle();
        if let ToAct::Seat(next) = self.to_act() {
            sink.emit(|| Effect::Turn(next));
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over.then(|| self.places())
    }

    fn ranking_if_stopped(&self) -> Outcome {
        self.places()
    }

    fn has_finished(&self, seat: Seat) -> bool {
        !self.is_unfinished(seat)
    }

    /// The target of the winner.
    fn highlighted_cells(&self) -> Vec<Cell> {
        let won = self.finished().first().filter(|_| self.over);
        won.map_or_else(Vec::new, |seat| cells_of(board::target(self.seats, *seat).holes()).collect())
    }

    fn skip(&mut self) {
        self.pass_over();
    }

    fn skip_uncounted(&mut self) {
        if !self.over {
            self.acting = self.next_unfinished();
        }
    }

    fn why_not(&self, mv: &SternhalmaMove) -> RuleReason {
        why_not::why_not(self, *mv)
    }

    fn clicks(&self, mv: &SternhalmaMove) -> Clicks {
        match *mv {
            SternhalmaMove::Pass => Clicks::NONE,
            SternhalmaMove::Go { from, to } => [from, to].into(),
        }
    }

    fn chain(&self, so_far: &[Cell]) -> Option<HopChain<SternhalmaMove>> {
        chain::chain(self, so_far)
    }

    fn cell_name(&self, cell: Cell) -> CompactString {
        board::name(cell).into()
    }

    fn pieces(&self) -> Vec<PlacedPiece> {
        let of = |seat: Seat| {
            let places = self.places[seat.index()].into_iter().enumerate();
            places.map(move |(number, cell)| PlacedPiece { piece: piece(seat, number), cell })
        };
        let mut pieces = Vec::with_capacity(usize::from(self.seats) * MARBLES);
        pieces.extend(Seat::first(self.seats).flat_map(of));
        pieces
    }

    fn text(&self) -> String {
        text::write(self)
    }

    fn from_text(options: &SternhalmaOptions, seats: u8, text: &str) -> Result<Self, UnreadableNotation> {
        check_seats::<Self>(seats).map_err(|_| UnreadableNotation)?;
        text::read(*options, seats, text)
    }
}
