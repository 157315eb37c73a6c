//! The wooden star.

use std::f64::consts::PI;

use super::layout::spot;
use crate::artwork::UNIT;
use crate::artwork::strokes::number;
use crate::games::Cell;
use crate::games::sternhalma::board::{self, StarPoint};

/// The distance of the tips of the outline from the centre, before their corners are rounded.
const TIPS: f64 = 7.33;

/// The complete board.
pub fn star() -> String {
    let (outline, holes, grain, inlay) = (outline(TIPS), holes("h"), wood_grain(), inlay());
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-141 -160 282 326">
<defs>
<linearGradient id="w" x1="0" y1="0" x2=".35" y2="1"><stop stop-color="#b47b48"/><stop offset=".45" stop-color="#8d5932"/><stop offset="1" stop-color="#66391d"/></linearGradient>
<radialGradient id="t" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="13" spreadMethod="repeat"><stop stop-color="#2a1205" stop-opacity="0"/><stop offset=".55" stop-color="#2a1205" stop-opacity=".09"/><stop offset=".62" stop-color="#ffdcae" stop-opacity=".07"/><stop offset="1" stop-color="#2a1205" stop-opacity="0"/></radialGradient>
<radialGradient id="l" gradientUnits="userSpaceOnUse" cx="-40" cy="-80" r="210"><stop stop-color="#ffe3b5" stop-opacity=".38"/><stop offset=".55" stop-color="#ffe3b5" stop-opacity="0"/><stop offset="1" stop-color="#1c0c03" stop-opacity=".34"/></radialGradient>
<linearGradient id="e" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#ffdfae" stop-opacity=".75"/><stop offset=".4" stop-color="#ffdfae" stop-opacity=".12"/><stop offset="1" stop-color="#240f04" stop-opacity=".5"/></linearGradient>
<radialGradient id="d" cx=".5" cy=".62" r=".62"><stop stop-color="#6b3f21"/><stop offset=".6" stop-color="#42230f"/><stop offset="1" stop-color="#1f0e05"/></radialGradient>
<linearGradient id="r" x1=".2" y1="0" x2=".6" y2="1"><stop stop-color="#210e03" stop-opacity=".75"/><stop offset=".55" stop-color="#210e03" stop-opacity=".1"/><stop offset="1" stop-color="#ffdcab" stop-opacity=".65"/></linearGradient>
<g id="h"><circle r="6.500" fill="url(#d)"/><circle r="6.900" fill="none" stroke="url(#r)" stroke-width="1.100"/></g>
<path id="o" d="{outline}"/>
<clipPath id="k"><path d="{outline}"/></clipPath>
<filter id="b" x="-.2" y="-.2" width="1.4" height="1.4"><feGaussianBlur stdDeviation="3"/></filter>
</defs>
<use href="#o" transform="translate(0 4.500) scale(.985)" fill="#1a0d05" stroke="#1a0d05" stroke-width="22" stroke-linejoin="round" opacity=".5" filter="url(#b)"/>
<use href="#o" transform="translate(0 2.600)" fill="#472410" stroke="#472410" stroke-width="21" stroke-linejoin="round"/>
<use href="#o" fill="none" stroke="url(#w)" stroke-width="21" stroke-linejoin="round"/>
<use href="#o" fill="url(#w)"/>
<use href="#o" fill="none" stroke="url(#e)" stroke-width="21" stroke-linejoin="round" opacity=".45"/>
<use href="#o" fill="url(#w)" stroke="url(#w)" stroke-width="18.600" stroke-linejoin="round"/>
<use href="#o" fill="url(#t)" stroke="url(#t)" stroke-width="18.600" stroke-linejoin="round"/>
<g clip-path="url(#k)" fill="none" stroke="#2d1405" stroke-opacity=".16" stroke-width=".7">{grain}</g>
{inlay}
<use href="#o" fill="url(#l)" stroke="url(#l)" stroke-width="18.600" stroke-linejoin="round"/>
{holes}
</svg>
"##
    )
}

/// The board for a list: the wood and dots.
pub fn small() -> String {
    let outline = outline(TIPS);
    let holes = crate::artwork::strokes::dots((0..board::HOLES).map(|hole| spot(Cell(hole))));
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-141 -160 282 326"><defs><linearGradient id="w" x2=".35" y2="1"><stop stop-color="#a9713f"/><stop offset="1" stop-color="#6b3d20"/></linearGradient></defs><path fill="url(#w)" stroke="url(#w)" stroke-width="22" stroke-linejoin="round" d="{outline}"/><path fill="none" stroke="#38190a" stroke-opacity=".75" stroke-width="9" stroke-linecap="round" d="{holes}"/></svg>
"##
    )
}

/// The corners of a star's outline.
fn outline(tips: f64) -> String {
    let corner = |index: u8| {
        let radius = if index.is_multiple_of(2) { tips } else { tips / 3f64.sqrt() };
        let angle = f64::from(index) * PI / 6.0;
        format!("{} {}", number(radius * angle.sin() * UNIT), number(radius * angle.cos() * UNIT))
    };
    let corners: Vec<_> = (0..12).map(corner).collect();
    format!("M{}z", corners.join("L"))
}

fn holes(hole: &str) -> String {
    let one = |cell| {
        let (x, y) = spot(cell);
        format!(r##"<use href="#{hole}" x="{}" y="{}"/>"##, number(x * UNIT), number(y * UNIT))
    };
    (0..board::HOLES).map(|index| one(Cell(index))).collect()
}

/// Lighter wood in the points, with inlaid lines of maple at their base.
fn inlay() -> String {
    let around = |path: &str| -> String {
        let turned = |point: StarPoint| {
            format!(r#"<path transform="rotate({})" d="{path}"/>"#, u16::from(point.turns()) * 60)
        };
        StarPoint::ALL.into_iter().map(turned).collect()
    };
    let (points, lines) = (around("M-45 78h90l70 110h-230z"), around("M-45 78h90"));
    format!(
        r##"<g clip-path="url(#k)"><g fill="#ffd9a0" fill-opacity=".13">{points}</g><g stroke="#f3d5a4" stroke-opacity=".55" stroke-width="1.100" stroke-linecap="round">{lines}</g></g>"##
    )
}

/// Long, slightly curved lines across the board, all different, always the same.
fn wood_grain() -> String {
    let mut seed = 0x02f6_e2b1_u32;
    let mut next = |most: f64| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(seed >> 16) / 65_536.0 * most
    };
    let line = |y: f64, a: f64, b: f64| {
        let (y, a, b) = (number(y), number(a - 9.0), number(b - 9.0));
        format!(r#"<path d="M-150 {y}c60 {a} 110 {b} 160 0s90 {b} 150 {a}"/>"#)
    };
    (0..34).map(|row| line(f64::from(row) * 10.0 - 165.0 + next(7.0), next(18.0), next(18.0))).collect()
}
