//! The moves of a match as an animated picture: who plays above the board, and the result below it.

use std::ops::RangeInclusive;

use super::context::MatchPage;
use super::seat_clock::earlier_clock_text;
use super::status;
use crate::artwork::{Animation, Layer, Lettering};
use crate::games::{Position, Seat};
use crate::views::boards::{self, chip};

/// How many seats are beside each other.
const COLUMNS: usize = 3;
/// The height of a row of seats and of the result, in pixels, and where the baseline of its text is.
const ROW: u16 = 44;
const BASELINE: f64 = 29.0;
/// Font sizes and other lengths, in pixels.
const NAME: f64 = 20.0;
const SMALL: f64 = 17.0;
const SIGN: f64 = 26.0;
const GAP: f64 = 10.0;
/// The colours of the light theme.
const INK: &str = "#2a2420";
const SOFT: &str = "#51453a";

/// The board after each ply of a range. `None` if the picture would be too large.
pub fn animation(page_context: &MatchPage<'_>, plies: RangeInclusive<usize>) -> Option<Animation> {
    let m = &page_context.view.m;
    let (first, last) = plies.clone().into_inner();
    let stood = m.positions_in(plies).ok()?;
    let ends = last == m.plies.len() && m.ending().is_some();
    let rows = u16::from(m.seats.count()).div_ceil(COLUMNS as u16);
    let mut animation = boards::board_animation(m, &stood, ROW * rows, if ends { ROW } else { 0 })?;
    let cells: Vec<_> =
        Seat::first(m.seats.count()).map(|seat| SeatCell::of(page_context, seat, &animation)).collect();
    for cell in &cells {
        animation.background.extend(cell.sign_and_name(page_context));
    }
    for ((frame, after), ply) in animation.frames.iter_mut().zip(&stood).zip(first..) {
        frame.layers.extend(cells.iter().filter_map(|cell| cell.remark(page_context, &after.position, ply)));
    }
    if let Some(frame) = animation.frames.last_mut().filter(|_| ends) {
        let below = f64::from(animation.height - ROW) + BASELINE;
        let width = f64::from(animation.width) - 2.0 * GAP;
        frame.layers.push(fitting(&status::outcome(page_context), NAME, INK, (GAP, below), width));
    }
    animation.join_repeats();
    Some(animation)
}

/// Where a seat is shown.
struct SeatCell {
    seat: Seat,
    left: f64,
    right: f64,
    baseline: f64,
}

impl SeatCell {
    fn of(page_context: &MatchPage<'_>, seat: Seat, animation: &Animation) -> Self {
        let columns = usize::from(page_context.view.m.seats.count()).min(COLUMNS);
        let (row, column) = (seat.index() / COLUMNS, seat.index() % COLUMNS);
        let width = f64::from(animation.width) / columns as f64;
        let left = width * column as f64;
        Self {
            seat,
            left: left + GAP,
            right: left + width - GAP,
            baseline: f64::from(ROW) * row as f64 + BASELINE,
        }
    }

    fn sign_and_name(&self, page_context: &MatchPage<'_>) -> [Layer; 2] {
        let m = &page_context.view.m;
        let middle = (self.left + SIGN / 2.0, self.baseline - BASELINE + f64::from(ROW) / 2.0);
        let sign = Layer::centred(chip(m.game, m.seats.count(), self.seat), middle, SIGN);
        let start = self.left + SIGN + GAP;
        let width = (self.right - start) * 0.7;
        [sign, fitting(&page_context.name(self.seat), NAME, INK, (start, self.baseline), width)]
    }

    /// Its score and clock after a ply, at the right.
    fn remark(&self, page_context: &MatchPage<'_>, position: &Position, ply: usize) -> Option<Layer> {
        let clock = earlier_clock_text(page_context, self.seat, ply);
        let words: Vec<_> = [boards::short_score(position, self.seat), clock].into_iter().flatten().collect();
        let text = Lettering::of(&words.join("  "));
        let start = self.right - text.width(SMALL);
        (!words.is_empty()).then(|| text.layer(SMALL, SOFT, (start, self.baseline)))
    }
}

/// A text, smaller if it would be wider.
fn fitting(text: &str, size: f64, colour: &str, start: (f64, f64), width: f64) -> Layer {
    let text = Lettering::of(text);
    text.layer(size.min(size * width / text.width(size).max(1.0)), colour, start)
}
