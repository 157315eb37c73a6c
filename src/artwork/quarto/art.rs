//! The wooden board and the felt tray.

use super::places::{BOARD, PieceTray, QuartoPlace, WELL, WELL_RADII, coordinates, on_board, scale};
use crate::artwork::UNIT;
use crate::artwork::picture::COORDINATES;
use crate::artwork::strokes::number;
use crate::games::quarto::{QuartoPiece, SIZE};
use crate::games::square::Square;

/// The board: a slab of cherry with sixteen wells.
pub fn board() -> String {
    let top = top();
    let (wells, names, grain) = (wells(), names(), wood_grain());
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{}">
<defs>
<linearGradient id="w" x2=".3" y2="1"><stop stop-color="#ad7141"/><stop offset=".5" stop-color="#996037"/><stop offset="1" stop-color="#824b29"/></linearGradient>
<linearGradient id="f" x2="0" y2="1"><stop stop-color="#6f4022"/><stop offset="1" stop-color="#3b1d0d"/></linearGradient>
<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="12" cy="-52" r="95"><stop stop-color="#ffe3b5" stop-opacity=".4"/><stop offset=".6" stop-color="#ffe3b5" stop-opacity="0"/><stop offset="1" stop-color="#1c0c03" stop-opacity=".33"/></radialGradient>
<linearGradient id="d" x2="0" y2="1"><stop stop-color="#40200e"/><stop offset=".5" stop-color="#67391d"/><stop offset="1" stop-color="#8a552f"/></linearGradient>
<linearGradient id="r" x2="0" y2="1"><stop stop-color="#1f0d04" stop-opacity=".8"/><stop offset=".55" stop-color="#1f0d04" stop-opacity=".1"/><stop offset="1" stop-color="#ffdcab" stop-opacity=".75"/></linearGradient>
<path id="t" d="{top}"/>
<clipPath id="k"><path d="{top}"/></clipPath>
<filter id="b" x="-.2" y="-.2" width="1.4" height="1.4"><feGaussianBlur stdDeviation="1.100"/></filter>
</defs>
<use href="#t" transform="translate(0 5.800)" fill="#1a0d05" stroke="#1a0d05" stroke-linejoin="round" opacity=".55" filter="url(#b)"/>
<path fill="url(#f)" stroke="url(#f)" stroke-width="2" stroke-linejoin="round" d="M-16 12.400l.6 5.200h90.800l.6-5.200z"/>
<use href="#t" fill="url(#w)" stroke="url(#w)" stroke-width="2" stroke-linejoin="round"/>
<g clip-path="url(#k)" fill="none" stroke="#2d1405" stroke-opacity=".2" stroke-width=".35">{grain}</g>
<use href="#t" fill="none" stroke="#f3d5a4" stroke-opacity=".55" stroke-width=".5" stroke-linejoin="round" transform="translate(1.050 -.980) scale(.965)"/>
<use href="#t" fill="url(#g)" stroke="url(#g)" stroke-width="2" stroke-linejoin="round"/>
<path d="M-16 12.400h92" stroke="#ffdfae" stroke-opacity=".5" stroke-width=".5"/>
{wells}
{names}
</svg>
"##,
        view_box(-BOARD.left, -BOARD.above, BOARD.width, BOARD.height)
    )
}

fn view_box(x: f64, y: f64, width: f64, height: f64) -> String {
    [x, y, width, height].map(|length| number(length * UNIT)).join(" ")
}

/// The top of the slab, whose far edge looks shorter.
fn top() -> String {
    let half = 2.25 * scale(3.9);
    let (left, right) = (number((1.5 - half) * UNIT), number((1.5 + half) * UNIT));
    format!("M-16 12.400L{left} -68.400H{right}L76 12.400z")
}

fn wells() -> String {
    let well = |square| {
        let QuartoPlace { x, y, scale } = on_board(square);
        let (rx, ry) = (WELL_RADII.0 * scale, WELL_RADII.1 * scale);
        let [x, y, rx, ry] = [x, y + WELL * scale, rx, ry].map(|length| number(length * UNIT));
        format!(r#"<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}"/>"#)
    };
    let wells: String = Square::all(SIZE).map(well).collect();
    format!(r#"<g fill="url(#d)" stroke="url(#r)" stroke-width=".7">{wells}</g>"#)
}

/// Letters on the front edge, numbers to the left of the wells.
fn names() -> String {
    let name = |(name, (x, y)): (String, (f64, f64))| {
        format!(r#"<text x="{}" y="{}">{name}</text>"#, number(x * UNIT), number(y * UNIT))
    };
    let all: String = coordinates().into_iter().map(name).collect();
    let [start, end] = COORDINATES;
    format!(
        r##"{start} font-family="Georgia,serif" font-size="3.400" fill="#f6dcb2" fill-opacity=".9" text-anchor="middle" dominant-baseline="central">{all}{end}"##
    )
}

/// Long, slightly curved lines across the slab, all different, always the same.
fn wood_grain() -> String {
    let mut seed = 0x0123_4567_u32;
    let mut next = |most: f64| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(seed >> 16) / 65_536.0 * most
    };
    let line = |y: f64, a: f64, b: f64| {
        let (y, a, b) = (number(y), number(a - 2.5), number(b - 2.5));
        format!(r#"<path d="M-20 {y}c20 {a} 40 {b} 55 0s30 {b} 45 {a}"/>"#)
    };
    (0..42).map(|row| line(f64::from(row) * 2.0 - 70.0 + next(1.4), next(5.0), next(5.0))).collect()
}

/// The tray: felt with a shadow for each remaining piece, and a stand for the one in hand.
pub fn tray(tray: PieceTray) -> String {
    let PieceTray { x, y, width, height, hand, .. } = tray;
    let frame = |inset: f64, round: f64| {
        let [left, top] = [x, y].map(|length| number(length * UNIT + inset));
        let [width, height] = [width, height].map(|length| number(length * UNIT - 2.0 * inset));
        format!(r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="{round}""#)
    };
    let (rim, felt) = (frame(0.0, 4.0), frame(1.4, 2.8));
    let slots: String = (0..16).map(|number| slot(tray.pool(QuartoPiece::new(number)))).collect();
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{}">
<defs>
<linearGradient id="w" x2=".3" y2="1"><stop stop-color="#9c6236"/><stop offset="1" stop-color="#5f3319"/></linearGradient>
<linearGradient id="f" x2="0" y2="1"><stop stop-color="#1d4037"/><stop offset=".2" stop-color="#2b5a4c"/><stop offset="1" stop-color="#356858"/></linearGradient>
<linearGradient id="p" x2="0" y2="1"><stop stop-color="#a56a3b"/><stop offset="1" stop-color="#7a4726"/></linearGradient>
</defs>
{rim} transform="translate(0 1.300)" fill="#2a1308" opacity=".7"/>
{rim} fill="url(#w)"/>
{felt} fill="url(#f)" stroke="#0c1f19" stroke-opacity=".6" stroke-width=".6"/>
<g fill="#0b211a" fill-opacity=".34">{slots}</g>
{}
</svg>
"##,
        view_box(x, y, width, height + 0.1),
        stand_shape(hand)
    )
}

fn slot(QuartoPlace { x, y, scale }: QuartoPlace) -> String {
    let (x, y) = (number(x * UNIT), number((y + WELL * scale) * UNIT));
    format!(r#"<ellipse cx="{x}" cy="{y}" rx="5.800" ry="2.700"/>"#)
}

fn stand_shape(QuartoPlace { x, y, scale }: QuartoPlace) -> String {
    let disc = |below: f64, paint: &str| {
        let [x, y, rx, ry] =
            [x * UNIT, (y + WELL * scale) * UNIT + below, 9.2 * scale, 4.2 * scale].map(number);
        format!(r#"<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" {paint}/>"#)
    };
    [
        disc(2.2, r##"fill="#0b211a" opacity=".5""##),
        disc(1.2, r##"fill="#4b2812""##),
        disc(0.0, r##"fill="url(#p)" stroke="#ffdfae" stroke-opacity=".5" stroke-width=".4""##),
    ]
    .concat()
}

/// The sign of a seat beside its name. It is not made of wood, since pieces belong to nobody.
pub fn chip(seat: u8) -> String {
    let pips = if seat == 0 {
        r#"<circle r="2.600"/>"#
    } else {
        r#"<circle cx="-3.400" r="2.600"/><circle cx="3.400" r="2.600"/>"#
    };
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 20 20"><circle r="9.400" fill="#2b5a4c" stroke="#173730"/><circle r="7.600" fill="none" stroke="#f3e3c3" stroke-opacity=".45" stroke-width=".7"/><g fill="#f8ecd2">{pips}</g></svg>
"##
    )
}
