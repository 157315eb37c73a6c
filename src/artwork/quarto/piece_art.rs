//! The sixteen pieces: maple is plain, walnut has an inlaid line of maple, so that they can be told apart without
//! colours.

use crate::artwork::strokes::number;
use crate::games::quarto::QuartoPiece;

/// The middle of the foot, below the middle of a field of 100 by 100.
const FOOT: f64 = 29.0;

struct WoodColour {
    light: &'static str,
    body: &'static str,
    deep: &'static str,
    top: [&'static str; 2],
    grain: &'static str,
    hole: [&'static str; 2],
    inlay: Option<&'static str>,
}

const MAPLE: WoodColour = WoodColour {
    light: "#fff0cf",
    body: "#e6bd82",
    deep: "#a8713a",
    top: ["#fbe3b8", "#d9a865"],
    grain: "#9a6227",
    hole: ["#5a3413", "#a87845"],
    inlay: None,
};

const WALNUT: WoodColour = WoodColour {
    light: "#a4744f",
    body: "#5d3720",
    deep: "#27130a",
    top: ["#8a5b3a", "#4a2a17"],
    grain: "#1c0c05",
    hole: ["#0d0502", "#3b2012"],
    inlay: Some("#ecc88e"),
};

/// The drawing of a piece.
pub fn draw(piece: QuartoPiece) -> String {
    let wood = if piece.is_dark() { WALNUT } else { MAPLE };
    let top = FOOT - if piece.is_tall() { 60.0 } else { 27.0 };
    let body = if piece.is_round() { round(&wood, top) } else { square(&wood, top) };
    let hole = match (piece.is_hollow(), piece.is_round()) {
        (false, _) => String::new(),
        (true, true) => round_hole(&wood, top),
        (true, false) => square_hole(&wood, top),
    };
    let defs = defs(piece, &wood);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100"><defs>{defs}</defs><ellipse cx="5" cy="32" rx="42" ry="18" fill="url(#s)"/>{body}{hole}</svg>
"##
    )
}

/// The gradients of a piece: of its round side, or of its left and right face, of its top, of its hole and of the shadow.
fn defs(piece: QuartoPiece, wood: &WoodColour) -> String {
    let WoodColour { light, body, deep, top: [near, far], hole: [dark, wall], .. } = wood;
    let sides = if piece.is_round() {
        format!(
            r##"<linearGradient id="b"><stop stop-color="{body}"/><stop offset=".22" stop-color="{light}"/><stop offset=".55" stop-color="{body}"/><stop offset="1" stop-color="{deep}"/></linearGradient>"##
        )
    } else {
        format!(
            r##"<linearGradient id="l"><stop stop-color="{body}"/><stop offset="1" stop-color="{light}"/></linearGradient><linearGradient id="r"><stop stop-color="{body}"/><stop offset="1" stop-color="{deep}"/></linearGradient>"##
        )
    };
    let hole = if piece.is_hollow() {
        format!(
            r##"<linearGradient id="h" x1=".2" x2=".6" y2="1"><stop offset=".55" stop-color="{dark}"/><stop offset="1" stop-color="{wall}"/></linearGradient>"##
        )
    } else {
        String::new()
    };
    format!(
        r##"{sides}<linearGradient id="t" x2=".8" y2="1"><stop stop-color="{near}"/><stop offset="1" stop-color="{far}"/></linearGradient>{hole}<radialGradient id="s"><stop offset=".45" stop-opacity=".5"/><stop offset="1" stop-opacity="0"/></radialGradient>"##
    )
}

/// A disc or a column, seen slightly from above.
fn round(WoodColour { light, grain, inlay, .. }: &WoodColour, top: f64) -> String {
    let threads = [(-25.0, 2), (-14.0, -2), (-3.0, 3), (9.0, -2), (20.0, 2)];
    let threads = threads
        .map(|(x, bend)| thread(x, top + 12.6 * (1.0 - (x / 32.0) * (x / 32.0)).sqrt(), bend, FOOT - top));
    let inlay = inlay.map_or_else(String::new, |wood| {
        format!(r#"<path fill="{wood}" opacity=".92" d="M-32 22a32 14 0 0 0 64 0v-4a32 14 0 0 1-64 0z"/>"#)
    });
    format!(
        r##"<path fill="url(#b)" d="M-32 {top}V{FOOT}a32 14 0 0 0 64 0V{top}z"/><path fill="none" stroke="{grain}" stroke-opacity=".28" stroke-width="1.200" d="{}"/>{inlay}<ellipse cy="{top}" rx="32" ry="14" fill="url(#t)" stroke="{light}" stroke-opacity=".7" stroke-width="1.200"/><g fill="none" stroke="{grain}" stroke-opacity=".25"><ellipse cx="-3" cy="{top}" rx="21" ry="8.500"/><ellipse cx="-4" cy="{top}" rx="12" ry="4.600"/></g>"##,
        threads.concat()
    )
}

fn round_hole(WoodColour { light, .. }: &WoodColour, top: f64) -> String {
    format!(
        r##"<ellipse cy="{top}" rx="21" ry="8.800" fill="url(#h)"/><path fill="none" stroke="{light}" stroke-opacity=".85" stroke-width="1.600" d="M-20 {}a21 8.800 0 0 0 40 0"/>"##,
        number(top + 2.2)
    )
}

/// A block standing on a corner of its foot, seen slightly from above.
fn square(WoodColour { light, grain, inlay, .. }: &WoodColour, top: f64) -> String {
    let threads = [(-29.0_f64, 2), (-21.0, -2), (-13.0, 2), (-5.0, -1), (8.0, 2), (17.0, -2), (27.0, 2)];
    let threads =
        threads.map(|(x, bend)| thread(x, top + 16.0 * (1.0 - x.abs() / 36.0), bend, FOOT - top - 1.0));
    let inlay = inlay.map_or_else(String::new, |wood| {
        format!(r#"<path fill="{wood}" opacity=".92" d="M-36 21L0 37 36 21v-4L0 33-36 17z"/>"#)
    });
    let (back, front) = (top - 16.0, top + 16.0);
    format!(
        r##"<path fill="url(#l)" d="M-36 {top}V28L0 44V{front}z"/><path fill="url(#r)" d="M36 {top}V28L0 44V{front}z"/><path fill="none" stroke="{grain}" stroke-opacity=".28" stroke-width="1.200" d="{}"/>{inlay}<path fill="url(#t)" stroke="{light}" stroke-opacity=".7" stroke-width="1.200" stroke-linejoin="round" d="M-36 {top}L0 {back} 36 {top} 0 {front}z"/><path fill="none" stroke="{grain}" stroke-opacity=".25" d="M-27 {}l36-16m-27 20l36-16m-27 20l36-16"/>"##,
        threads.concat(),
        top + 4.0
    )
}

fn square_hole(WoodColour { light, .. }: &WoodColour, top: f64) -> String {
    let (back, front) = (number(top - 10.2), number(top + 10.2));
    format!(
        r##"<path fill="url(#h)" d="M-23 {top}L0 {back} 23 {top} 0 {front}z"/><path fill="none" stroke="{light}" stroke-opacity=".85" stroke-width="1.600" d="M-23 {top}L0 {front} 23 {top}"/>"##
    )
}

/// A line of the grain, down the side.
fn thread(x: f64, y: f64, bend: i8, length: f64) -> String {
    format!("M{x} {}q{bend} {} 0 {}", number(y), number(length / 2.0), number(length))
}
