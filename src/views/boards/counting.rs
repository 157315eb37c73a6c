//! Games that count what cells hold: heaps of seeds that are sown one by one, gathered and exchanged, and the sowing
//! hand.
//!
//! A heap at rest is never animated. Only a heap marked as moving travels to another cell, and a new one is drawn
//! there when it has arrived, so nothing is seen to move back.

use std::collections::BTreeMap;
use std::time::Duration;

use maud::{Markup, html};

use super::frame::{BoardFrame, HOP, drawn};
use crate::games::{Cell, Position};

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
    pub class: &'a str,
    pub live: bool,
}

pub(super) fn heap_id(cell: Cell) -> String {
    format!("q{}", cell.0)
}

pub(super) fn number_id(cell: Cell) -> String {
    format!("n{}", cell.0)
}

/// Everything that is counted, at rest.
pub(super) fn at_rest(view: &dyn SeedCounting, position: &Position, live: bool) -> Markup {
    let counts = position.counts();
    html! {
        (view.labels(live))
        @for (cell, count) in &counts { (view.number(*cell, *count, live)) }
        @for (cell, count) in &counts { (view.seeds(SeedHeap { cell: *cell, count: *count, at: *cell, class: "", live })) }
        @if live { (view.hand(None, 0, "")) }
    }
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
        let new = if count > before { " new" } else { "" };
        let markup = html! {
            (self.cell(cell, cell, new))
            (drawn("hand", self.view.hand(Some(cell), hand, class)))
        };
        BoardFrame { markup, look }
    }

    /// Heaps travel to a cell and stay there.
    pub fn move_heaps(&mut self, from: &[Cell], to: Cell, count: u8) -> Vec<BoardFrame> {
        let leave = html! { @for cell in from { (self.travel(*cell, to)) } };
        self.of.extend(from.iter().map(|cell| (*cell, 0)).chain([(to, count)]));
        let arrive = html! { @for cell in from.iter().chain([&to]) { (self.cell(*cell, *cell, "")) } };
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
        let arrive = html! { @for (cell, _) in both { (self.cell(cell, cell, "")) } };
        vec![BoardFrame { markup: leave, look: 2 * HOP }, BoardFrame { markup: arrive, look: LIFT }]
    }

    fn count_at(&self, cell: Cell) -> u8 {
        self.of.get(&cell).copied().unwrap_or_default()
    }

    /// A heap on its way. Its number is removed already.
    fn travel(&self, from: Cell, to: Cell) -> Markup {
        let heap = SeedHeap { cell: from, count: self.count_at(from), at: to, class: " moving", live: true };
        html! {
            (drawn(&number_id(from), self.view.number(from, 0, true)))
            (drawn(&heap_id(from), self.view.seeds(heap)))
        }
    }

    fn cell(&self, cell: Cell, at: Cell, class: &str) -> Markup {
        let count = self.count_at(cell);
        html! {
            (drawn(&number_id(cell), self.view.number(cell, count, true)))
            (drawn(&heap_id(cell), self.view.seeds(SeedHeap { cell, count, at, class, live: true })))
        }
    }
}
