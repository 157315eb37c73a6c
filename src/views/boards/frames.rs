//! The messages of the live stream: the steps of a ply, and the board at rest.

use maud::{Markup, html};

use super::board_view::{DiceRolled, LastPly, view};
use super::counting::SeedCounts;
use super::drawing::{DIE, highlights, id, pieces, trail};
use super::frame::{BoardFrame, BoardPartials, HOP, drawn, partials};
use crate::games::{Cell, Effect, Piece, PlacedPiece, Position};

/// The steps of a ply, one message each, for all viewers.
pub fn steps(before: &Position, effects: &[Effect]) -> Vec<BoardFrame> {
    let counts = view(before).counting().map(|counting| SeedCounts::new(counting, before));
    let mut scene = BoardScene { position: before, standing: before.pieces(), counts, rolled: None };
    let mut steps = Vec::new();
    let mut rest = effects;
    while let Some((effect, others)) = rest.split_first() {
        let beside = scene.beside(effect, others);
        steps.extend(if beside.is_empty() {
            scene.show(effect)
        } else {
            scene.move_together(effect, beside)
        });
        rest = &others[beside.len()..];
    }
    steps
}

/// The way of a piece with more than one step: its element and the places it passes, for a script that repeats the
/// animation.
pub fn path_of_piece(position: &Position, effects: &[Effect]) -> Option<String> {
    let travels = || {
        effects.iter().filter_map(|effect| match effect {
            Effect::Travel { piece, path } => Some((*piece, path)),
            _ => None,
        })
    };
    let (mover, _) = travels().next()?;
    let path = travels().filter(|(piece, _)| *piece == mover).flat_map(|(_, path)| path);
    let on = |cell: &Cell| view(position).cell_classes(PlacedPiece { piece: mover, cell: *cell });
    let places: Vec<_> = path.map(on).collect();
    (places.len() > 1).then(|| format!("{},{}", id(mover), places.join(",")))
}

/// Whether a ply leaves something on the board to be cleared away, or pieces that have to land.
pub fn needs_settling(after: &Position, effects: &[Effect]) -> bool {
    let flies = view(after).lifts_pieces();
    effects.iter().any(|effect| match effect {
        Effect::Count { .. } | Effect::Gather { .. } | Effect::Exchange(_) => true,
        Effect::Travel { .. } => flies,
        Effect::Place(_) | Effect::Roll { .. } | Effect::Turn(_) | Effect::Highlight { .. } => false,
    })
}

/// The board at rest: all pieces in their places, the last ply marked.
pub fn resting_board(position: &Position, last: Option<LastPly<'_>>) -> Markup {
    partials(|partials| {
        partials.put_drawn("pieces", pieces(position, &position.pieces(), None, &[]));
        mark(partials, position, last, true);
    })
}

/// Whether the highlighted cells differ after a ply, or some were highlighted during it.
pub fn relights(before: &Position, effects: &[Effect], after: &Position) -> bool {
    let lights = |effect: &Effect| matches!(effect, Effect::Highlight { .. });
    before.highlighted_cells() != after.highlighted_cells() || effects.iter().any(lights)
}

/// The marks on the board at rest: the last ply, and highlighted cells if they changed.
pub fn mark(partials: &mut BoardPartials<'_>, position: &Position, last: Option<LastPly<'_>>, relit: bool) {
    if relit {
        partials.put_drawn("lit", highlights(position));
    }
    partials.put_drawn("last", trail(position, last.as_ref()));
    if position.game().has_dice() {
        partials.put_drawn(DIE, view(position).die(DiceRolled::Rest, Some(DIE)));
    }
}

/// The pieces while a ply is shown.
struct BoardScene<'a> {
    position: &'a Position,
    standing: Vec<PlacedPiece>,
    counts: Option<SeedCounts<'a>>,
    /// The face that was rolled.
    rolled: Option<u8>,
}

impl BoardScene<'_> {
    fn show(&mut self, effect: &Effect) -> Vec<BoardFrame> {
        match effect {
            Effect::Travel { piece, path } => self.travel(&[*piece], path),
            Effect::Place(standing) => vec![BoardFrame::hop(self.add_piece(*standing))],
            Effect::Highlight { cells, .. } => vec![BoardFrame::hop(self.light(cells))],
            Effect::Count { .. } | Effect::Gather { .. } | Effect::Exchange(_) => self.reckon(effect),
            Effect::Roll { face } => self.roll(*face),
            // The panel shows the turn. A roll without a legal move is shown a little longer.
            Effect::Turn(_) => self.rolled.map(|face| self.die(DiceRolled::Lies(face))).into_iter().collect(),
        }
    }

    /// A change of what is counted.
    fn reckon(&mut self, effect: &Effect) -> Vec<BoardFrame> {
        match (&mut self.counts, effect) {
            (Some(counts), Effect::Count { cell, count }) => vec![counts.count(*cell, *count)],
            (Some(counts), Effect::Gather { from, to, count }) => counts.move_heaps(from, *to, *count),
            (Some(counts), Effect::Exchange(pairs)) => counts.exchange(pairs),
            _ => Vec::new(),
        }
    }

    /// The following effects in which others go the same way from the same cell: they move together.
    fn beside<'e>(&self, effect: &Effect, others: &'e [Effect]) -> &'e [Effect] {
        let Effect::Travel { piece, path } = effect else { return &[] };
        let same = |other: &&Effect| {
            matches!(other, Effect::Travel { piece: other, path: other_path }
                if other_path == path && self.cell(*other) == self.cell(*piece))
        };
        &others[..others.iter().take_while(same).count()]
    }

    fn move_together(&mut self, first: &Effect, beside: &[Effect]) -> Vec<BoardFrame> {
        let piece = |effect: &Effect| match effect {
            Effect::Travel { piece, .. } => Some(*piece),
            _ => None,
        };
        let together: Vec<_> = std::iter::once(first).chain(beside).filter_map(piece).collect();
        match first {
            Effect::Travel { path, .. } => self.travel(&together, path),
            _ => Vec::new(),
        }
    }

    fn cell(&self, piece: Piece) -> Option<Cell> {
        self.standing.iter().find(|standing| standing.piece.id == piece.id).map(|standing| standing.cell)
    }

    fn travel(&mut self, pieces: &[Piece], path: &[Cell]) -> Vec<BoardFrame> {
        path.iter().map(|cell| BoardFrame::hop(self.step_to(pieces, *cell))).collect()
    }

    /// A step to a cell. Pieces that shared the cell, or share the new one, make room.
    fn step_to(&mut self, pieces: &[Piece], to: Cell) -> Markup {
        let goes = |standing: &PlacedPiece| pieces.iter().any(|piece| piece.id == standing.piece.id);
        let view = view(self.position);
        let before = if view.shares_cells() { self.standing.clone() } else { Vec::new() };
        for standing in self.standing.iter_mut().filter(|standing| goes(standing)) {
            standing.cell = to;
        }
        let left = |cell: Cell| before.iter().any(|was| was.cell == cell && goes(was));
        let makes_room = |on: PlacedPiece| {
            (on.cell == to || left(on.cell))
                && view.crowd_class(on, &self.standing) != view.crowd_class(on, &before)
        };
        partials(|partials| {
            for on in &self.standing {
                let crowd = view.crowd_class(*on, &self.standing);
                // A lifted piece lands later; any other is put down at its place.
                if goes(on) && view.lifts_pieces() {
                    self.put_piece(partials, *on, &format!("{crowd} moving"));
                } else if goes(on) || view.shares_cells() && makes_room(*on) {
                    self.put_piece(partials, *on, crowd);
                }
            }
        })
    }

    fn add_piece(&mut self, new: PlacedPiece) -> Markup {
        let behind = self.standing.partition_point(|standing| standing.piece.id < new.piece.id);
        self.standing.insert(behind, new);
        drawn("pieces", pieces(self.position, &self.standing, Some(new.piece), &[]))
    }

    fn light(&self, cells: &[Cell]) -> Markup {
        drawn("lit", html! { path.lit #lit d=(view(self.position).highlight_path(cells)) {} })
    }

    /// The die tumbles over two other faces.
    fn roll(&mut self, face: u8) -> Vec<BoardFrame> {
        self.rolled = Some(face);
        let tumble = |turn: u8| DiceRolled::Rolling { face: (face + 1 + 2 * turn) % 6 + 1, turn };
        [tumble(0), tumble(1), DiceRolled::Lies(face)].map(|rolled| self.die(rolled)).into()
    }

    fn die(&self, rolled: DiceRolled) -> BoardFrame {
        let look = if matches!(rolled, DiceRolled::Lies(_)) { 2 * HOP } else { HOP };
        BoardFrame { markup: drawn(DIE, view(self.position).die(rolled, Some(DIE))), look }
    }

    fn put_piece(&self, partials: &mut BoardPartials<'_>, standing: PlacedPiece, class: &str) {
        let id = id(standing.piece);
        partials.put_drawn(&id, view(self.position).piece(standing, class, Some(&id)));
    }
}
