//! Games that count what cells hold: heaps of seeds that are sown one by one, gathered and exchanged, and the sowing
//! hand.
//!
//! A heap at rest is never animated. Only a heap marked as moving travels to another cell, and a new one is drawn
//! there when it has arrived, so nothing is seen to move back.

use std::collections::BTreeMap;
use std::time::Duration;

use maud::{Markup, html};

use super::frame::{BoardFrame, HOP, drawn};
use crate::games::{Cell, Effect, Position};

/// Duration of sowing one seed.
const SEED: Duration = Duration::from_millis(140);
/// Duration of picking up the seeds.
const LIFT: Duration = Duration::from_millis(240);

/// How a game draws what it counts. On a live board everything has an id: see [`heap_id`] and [`number_id`].
pub(super) trait SeedCounting {
    /// The seeds of a cell, in their place or on their way to another.
    fn seeds(&self, heap: SeedHeap<'_>) -> Markup;
    /// The number beside a cell.
    fn number(&self, cell: Cell, count: u8, live: bool) -> Markup;
    /// The seeds in the sowing hand at a cell; empty when it rests.
    fn hand(&self, at: Option<Cell>, count: u8, class: &str) -> Markup;
    /// The labels of the sides and of the cells.
    fn labels(&self, live: bool) -> Markup;
}

/// The seeds of a cell.
#[derive(Clone, Copy)]
pub(super) struct SeedHeap<'a> {
    pub cell: Cell,
    pub count: u8,
    pub at: Cell,
    pub is_moving: bool,
    /// For each of its last seeds that is sown now, after how many others.
    pub sown: &'a [u8],
    pub live: bool,
}

pub(super) fn heap_id(cell: Cell) -> String {
    format!("q{}", cell.0)
}

pub(super) fn number_id(cell: Cell) -> String {
    format!("n{}", cell.0)
}

/// Everything that is counted, at rest after a ply whose effects are shown seed by seed, if they are given.
pub(super) fn at_rest(
    view: &dyn SeedCounting,
    position: &Position,
    live: bool,
    effects: &[Effect],
) -> Markup {
    let (counts, sown) = (position.counts(), sown(effects));
    let heap = |cell: Cell, count| {
        let sown = sown.get(&cell).map_or(&[][..], Vec::as_slice);
        view.seeds(SeedHeap { cell, count, at: cell, is_moving: false, sown, live })
    };
    html! {
        (view.labels(live))
        @for (cell, count) in &counts { (view.number(*cell, *count, live)) }
        @for (cell, count) in &counts { (heap(*cell, *count)) }
        @if live { (view.hand(None, 0, "")) }
    }
}

/// For each cell, after how many other seeds its own are sown. The first cell that is counted is the one they are from.
fn sown(effects: &[Effect]) -> BTreeMap<Cell, Vec<u8>> {
    let mut sown: BTreeMap<Cell, Vec<u8>> = BTreeMap::new();
    let counted = effects.iter().filter_map(|effect| match effect {
        Effect::Count { cell, .. } => Some(*cell),
        _ => None,
    });
    for (after, cell) in (0..).zip(counted.skip(1)) {
        sown.entry(cell).or_default().push(after);
    }
    sown
}

/// The counts while a ply is shown.
pub(super) struct SeedCounts<'a> {
    view: &'a dyn SeedCounting,
    of: BTreeMap<Cell, u8>,
    hand: u8,
}

impl<'a> SeedCounts<'a> {
    pub fn new(view: &'a dyn SeedCounting, position: &Position) -> Self {
        Self { view, of: position.counts().into_iter().collect(), hand: 0 }
    }

    /// The hand takes the surplus of a cell, or drops what it lacks.
    pub fn count(&mut self, cell: Cell, count: u8) -> BoardFrame {
        let before = self.of.insert(cell, count).unwrap_or_default();
        let (hand, class, look) = match count < before {
            true => (before - count, " lifted", LIFT),
            false => (self.hand.saturating_sub(count - before), " moving", SEED),
        };
        self.hand = hand;
        let sown: &[u8] = if count > before { &[0] } else { &[] };
        let markup = html! {
            (self.cell(cell, sown))
            (drawn("hand", self.view.hand(Some(cell), hand, class)))
        };
        BoardFrame { markup, look }
    }

    /// Heaps travel to a cell and stay there.
    pub fn move_heaps(&mut self, from: &[Cell], to: Cell, count: u8) -> Vec<BoardFrame> {
        let leave = html! { @for cell in from { (self.travel(*cell, to)) } };
        self.of.extend(from.iter().map(|cell| (*cell, 0)).chain([(to, count)]));
        let arrive = html! { @for cell in from.iter().chain([&to]) { (self.cell(*cell, &[])) } };
        vec![BoardFrame { markup: leave, look: HOP }, BoardFrame { markup: arrive, look: LIFT }]
    }

    /// Heaps exchange places.
    pub fn exchange(&mut self, pairs: &[(Cell, Cell)]) -> Vec<BoardFrame> {
        let both = pairs.iter().flat_map(|(one, other)| [(*one, *other), (*other, *one)]);
        let leave = html! { @for (from, to) in both.clone() { (self.travel(from, to)) } };
        for (one, other) in pairs {
            let (first, second) = (self.count_at(*one), self.count_at(*other));
            self.of.extend([(*one, second), (*other, first)]);
        }
        let arrive = html! { @for (cell, _) in both { (self.cell(cell, &[])) } };
        vec![BoardFrame { markup: leave, look: 2 * HOP }, BoardFrame { markup: arrive, look: LIFT }]
    }

    fn count_at(&self, cell: Cell) -> u8 {
        self.of.get(&cell).copied().unwrap_or_default()
    }

    /// A heap on its way. Its number is removed already.
    fn travel(&self, from: Cell, to: Cell) -> Markup {
        let count = self.count_at(from);
        let heap = SeedHeap { cell: from, count, at: to, is_moving: true, sown: &[], live: true };
        html! {
            (drawn(&number_id(from), self.view.number(from, 0, true)))
            (drawn(&heap_id(from), self.view.seeds(heap)))
        }
    }

    fn cell(&self, cell: Cell, sown: &[u8]) -> Markup {
        let count = self.count_at(cell);
        let heap = SeedHeap { cell, count, at: cell, is_moving: false, sown, live: true };
        html! {
            (drawn(&number_id(cell), self.view.number(cell, count, true)))
            (drawn(&heap_id(cell), self.view.seeds(heap)))
        }
    }
}
