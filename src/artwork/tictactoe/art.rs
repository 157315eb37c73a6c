//! Paper and ink.

use super::layout::{extent, margin};
use crate::artwork::picture::COORDINATES;
use crate::artwork::strokes::number;
use crate::artwork::{Lettering, UNIT};

/// Hand-drawn crosses and noughts, several of each, so that neighbours differ.
const CROSSES: [&str; 4] = [
    "M-5.600-5.800C-2-2.600 2.200 1.800 5.800 5.600M5.400-6C2.400-2.200-2.400 2.200-5.800 5.900",
    "M-5.900-5.200C-2.600-2.400 2.600 2.600 5.400 6M5.900-5.500C1.800-2.200-1.800 1.800-5.400 5.500",
    "M-5.400-6C-2.200-1.800 1.800 2.200 5.900 5.300M5.600-5.400C2-2.400-2.600 2.600-5.500 6",
    "M-5.800-5.500C-1.800-2.200 2.400 2 5.500 5.800M5.800-5.900C2.600-1.800-2 1.800-6 5.400",
];
const NOUGHTS: [&str; 4] = [
    "M1.200-6.200C-3.400-7-6.600-3.600-6.200.6-5.800 4.600-2.200 6.800 1.400 6.100 5 5.400 6.800 2 6.100-1.600 5.500-4.800 2.800-6.600-.6-6.300",
    "M.4-6.400C-4-6.600-6.800-2.800-6 1.200-5.200 5-1.600 6.900 2 5.800 5.400 4.800 6.900 1.200 5.900-2.200 5-5.200 2-6.900-1.400-6",
    "M1.600-6C-2.800-7-6.800-3.200-6.300 1-5.800 5.200-1.400 7 2.200 5.700 5.800 4.400 6.700.6 5.700-2.400 4.700-5.400 1.800-6.700-1-6.200",
    "M.8-6.300C-3.800-6.600-6.500-3.400-6.100.8-5.700 4.400-2.600 6.600 1 6.200 4.800 5.800 6.700 2.400 6.200-1.200 5.700-4.800 2.600-6.800-1-6.200",
];

/// The path of a mark.
pub fn mark(look: u8, id: u8) -> &'static str {
    let hands = if look == 0 { CROSSES } else { NOUGHTS };
    hands[usize::from(id.wrapping_mul(7) >> 1) % hands.len()]
}

/// The strokes of a mark, in the order in which they are drawn.
pub fn strokes(look: u8, id: u8) -> impl Iterator<Item = &'static str> {
    let path = mark(look, id);
    let second = path[1..].find('M').map_or(path.len(), |at| at + 1);
    [&path[..second], &path[second..]].into_iter().filter(|stroke| !stroke.is_empty())
}

/// The path of a mark in a list. Its strokes are thicker than those of [`mark`], which is as large with them.
pub fn small_mark(look: u8, (x, y): (f64, f64)) -> String {
    let (x, y) = (x * UNIT, y * UNIT);
    if look == 0 {
        return format!("M{} {}l10.600 10.600m0-10.600l-10.600 10.600", number(x - 5.3), number(y - 5.3));
    }
    format!("M{} {}a5.750 5.750 0 1 0 11.500 0 5.750 5.750 0 1 0-11.500 0", number(x - 5.75), number(y))
}

/// The colour of a seat's ink.
fn ink(look: u8) -> &'static str {
    if look == 0 { "#27456f" } else { "#9a3a26" }
}

/// A mark as a drawing of its own, as large as a square.
pub fn lone_mark(look: u8, id: u8) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 20 20"><path d="{}" fill="none" stroke="{}" stroke-width="1.9" stroke-linecap="round"/></svg>"#,
        mark(look, id),
        ink(look)
    )
}

/// The sign of a seat beside its name.
pub fn chip(look: u8) -> String {
    let (path, ink) = (mark(look, 0), ink(look));
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 20 20"><rect x="-9.500" y="-9.500" width="19" height="19" rx="3.500" fill="#fbf6ea" stroke="#cdbfa4"/><path d="{path}" fill="none" stroke="{ink}" stroke-width="2.800" stroke-linecap="round"/></svg>
"##
    )
}

/// A sheet of paper with a hand-ruled grid.
pub fn paper(size: u8) -> String {
    let extent = extent(size);
    let (x, y) = (number(-extent.left * UNIT), number(-extent.above * UNIT));
    let (whole, inset) = (number(extent.width * UNIT), number(extent.width * UNIT - 5.0));
    let (left, top) = (number(2.5 - extent.left * UNIT), number(1.5 - extent.above * UNIT));
    let (lines, names) = (lines(size), names(size));
    let stroke = number(0.95 - 0.012 * f64::from(size));
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {whole} {whole}">
<defs>
<linearGradient id="p" x2=".4" y2="1"><stop stop-color="#fffdf6"/><stop offset=".6" stop-color="#f8f1e0"/><stop offset="1" stop-color="#eadfc6"/></linearGradient>
<filter id="s" x="-.1" y="-.1" width="1.2" height="1.2"><feGaussianBlur stdDeviation=".9"/></filter>
</defs>
<rect x="{left}" y="{top}" width="{inset}" height="{inset}" rx="2" transform="translate(0 1.200)" fill="#2a1a0a" opacity=".38" filter="url(#s)"/>
<rect x="{left}" y="{top}" width="{inset}" height="{inset}" rx="1.500" fill="url(#p)"/>
<g fill="none" stroke="#4a4238" stroke-opacity=".85" stroke-width="{stroke}" stroke-linecap="round">{lines}</g>
{names}
</svg>
"##
    )
}

/// The lines between the squares, slightly irregular; larger boards also have an edge.
fn lines(size: u8) -> String {
    let edges = size > 3;
    let (first, last) = if edges { (0, size) } else { (1, size - 1) };
    let long = f64::from(size) * UNIT;
    let bend = |index: u8, side: i16| f64::from((i16::from(index) * 5 + side) % 7 - 3) * 0.22;
    let line = |index: u8| {
        let at = (f64::from(index) - 0.5) * UNIT;
        let (start, middle, end) = (bend(index, 1), bend(index, 4), bend(index, 2));
        let (down, across) = (number(-0.5 * UNIT - middle.abs()), number(0.5 * UNIT - long));
        let upright = format!(
            "<path d=\"M{} {across}Q{} {} {} 10\"/>",
            number(at + start),
            number(at + middle * 2.0),
            number(0.5 * UNIT - long / 2.0),
            number(at + end)
        );
        let level = format!(
            "<path d=\"M{down} {}Q{} {} {} {}\"/>",
            number(-at + end),
            number(long / 2.0 - 10.0),
            number(-at + middle * 2.0),
            number(long - 10.0),
            number(-at + start)
        );
        format!("{upright}{level}")
    };
    (first..=last).map(line).collect()
}

/// Letters below and numbers beside the grid, in soft pencil.
fn names(size: u8) -> String {
    let letters = (margin(size) * UNIT * 0.5).min(6.4);
    let name = |name: String, middle| Lettering::of(&name).element_around(letters, middle);
    let beside = -0.5 * UNIT - margin(size) * UNIT * 0.4;
    let foot = 0.5 * UNIT + margin(size) * UNIT * 0.34;
    let along = |index: u8| f64::from(index) * UNIT;
    let file = |index: u8| name(char::from(b'a' + index).to_string(), (along(index), foot));
    let rank = |index: u8| name((index + 1).to_string(), (beside, -along(index)));
    let all: String = (0..size).flat_map(|index| [file(index), rank(index)]).collect();
    let [start, end] = COORDINATES;
    format!(r##"{start} fill="#6d6252">{all}{end}"##)
}
