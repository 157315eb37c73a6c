//! The carved board, the stones and the signs of the seats.

use super::shape::{HOUSE, KalahShape, STORE};
use crate::artwork::UNIT;
use crate::artwork::strokes::number;
use crate::games::Cell;
use crate::games::Seat;
use crate::games::kalah::{Pit, cell};

/// The complete board without stones.
pub fn board(shape: KalahShape) -> String {
    let extent = shape.extent();
    let size = [-extent.left, -extent.above, extent.width, extent.height].map(|length| number(length * UNIT));
    let (wide, tall) = shape.wood();
    let (wide, tall) = (wide * UNIT, tall * UNIT);
    let wood = plank(wide, tall, 0.0);
    let edge = plank(wide, tall, 1.1);
    let inlay = plank(wide, tall, 1.7);
    let (houses, grain, ridge) = (hollows(shape), wood_grain(wide, tall), ridge(shape));
    let light = number(wide * 1.25);
    let (view, lamp) = (size.join(" "), number(-wide * 0.3));
    let house = format!(r#"rx="{}" ry="{}""#, number(HOUSE * UNIT), number(shape.house() * UNIT));
    let trough = trough(shape);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">
<defs>
<linearGradient id="w" x1="0" y1="0" x2=".25" y2="1"><stop stop-color="#a8683c"/><stop offset=".5" stop-color="#874e2a"/><stop offset="1" stop-color="#643517"/></linearGradient>
<radialGradient id="l" gradientUnits="userSpaceOnUse" cx="{lamp}" cy="-30" r="{light}"><stop stop-color="#ffe2b2" stop-opacity=".34"/><stop offset=".6" stop-color="#ffe2b2" stop-opacity="0"/><stop offset="1" stop-color="#1c0c03" stop-opacity=".32"/></radialGradient>
<linearGradient id="e" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#ffdfae" stop-opacity=".7"/><stop offset=".35" stop-color="#ffdfae" stop-opacity=".12"/><stop offset="1" stop-color="#240f04" stop-opacity=".55"/></linearGradient>
<radialGradient id="d" cx=".5" cy=".66" r=".66"><stop stop-color="#8d5731"/><stop offset=".5" stop-color="#633718"/><stop offset="1" stop-color="#35190a"/></radialGradient>
<linearGradient id="s" x1=".3" y1="0" x2=".55" y2="1"><stop stop-color="#160802" stop-opacity=".78"/><stop offset=".34" stop-color="#160802" stop-opacity=".2"/><stop offset=".6" stop-color="#160802" stop-opacity="0"/><stop offset="1" stop-color="#ffcf94" stop-opacity=".2"/></linearGradient>
<linearGradient id="r" x1=".25" y1="0" x2=".55" y2="1"><stop stop-color="#1d0c03" stop-opacity=".8"/><stop offset=".5" stop-color="#1d0c03" stop-opacity=".12"/><stop offset="1" stop-color="#ffdcab" stop-opacity=".75"/></linearGradient>
<g id="h"><ellipse {house} fill="url(#d)"/><ellipse {house} fill="url(#s)"/><ellipse {house} fill="none" stroke="url(#r)" stroke-width=".9"/></g>
<g id="t"><path d="{trough}" fill="url(#d)"/><path d="{trough}" fill="url(#s)"/><path d="{trough}" fill="none" stroke="url(#r)" stroke-width=".9"/></g>
<clipPath id="k"><path d="{wood}"/></clipPath>
<filter id="b" x="-.1" y="-.2" width="1.2" height="1.5"><feGaussianBlur stdDeviation=".900"/></filter>
</defs>
<path d="{wood}" transform="translate(0 2.600)" fill="#1a0d05" opacity=".5" filter="url(#b)"/>
<path d="{wood}" transform="translate(0 2.200)" fill="#3d1e0c"/>
<path d="{wood}" fill="url(#w)"/>
<g clip-path="url(#k)" fill="none" stroke="#2d1405" stroke-opacity=".2" stroke-width=".6">{grain}</g>
<path d="{edge}" fill="none" stroke="url(#e)" stroke-width="2"/>
<path d="{inlay}" fill="none" stroke="#f3d5a4" stroke-opacity=".35" stroke-width=".4"/>
{ridge}
<path d="{wood}" fill="url(#l)"/>
{houses}
</svg>
"##
    )
}

/// The outline of the wood, at a distance inside of its edge.
fn plank(wide: f64, tall: f64, inside: f64) -> String {
    let (wide, tall) = (wide - inside, tall - inside);
    let round = (STORE * UNIT + 5.0).min(tall) - inside;
    let [start, y, r, across, down] =
        [round - wide, -tall, round, 2.0 * (wide - round), 2.0 * (tall - round)].map(number);
    format!(
        "M{start} {y}h{across}a{r} {r} 0 0 1 {r} {r}v{down}a{r} {r} 0 0 1-{r} {r}h-{across}a{r} {r} 0 0 1-{r}-{r}v-{down}a{r} {r} 0 0 1 {r}-{r}z"
    )
}

/// The outline of a store around its middle.
fn trough(shape: KalahShape) -> String {
    let (half, tall) = (STORE * UNIT, shape.store() * UNIT);
    let [left, top, r, across, down] =
        [-half, half - tall, half, 2.0 * half, 2.0 * (tall - half)].map(number);
    format!("M{left} {top}a{r} {r} 0 0 1 {across} 0v{down}a{r} {r} 0 0 1-{across} 0z")
}

fn hollows(shape: KalahShape) -> String {
    let one = |on: Cell, hollow: &str| {
        let (x, y) = shape.spot(on);
        format!(r##"<use href="#{hollow}" x="{}" y="{}"/>"##, number(x * UNIT), number(y * UNIT))
    };
    let side = |seat: Seat| -> String {
        let houses = (1..=shape.0).map(|house| one(cell(seat, Pit::House(house)), "h"));
        houses.chain([one(cell(seat, Pit::Store), "t")]).collect()
    };
    Seat::first(2).map(side).collect()
}

/// A line of maple between the two rows.
fn ridge(shape: KalahShape) -> String {
    let far = number((shape.middle() + 0.4) * UNIT);
    format!(
        r##"<path d="M-{far} 0H{far}" stroke="#f3d5a4" stroke-opacity=".5" stroke-width=".6" stroke-linecap="round"/>"##
    )
}

/// Long, slightly curved lines along the wood, always the same.
fn wood_grain(wide: f64, tall: f64) -> String {
    let mut seed = 0x51ed_270b_u32;
    let mut next = |most: f64| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(seed >> 16) / 65_536.0 * most
    };
    let rows = (tall / 2.2) as i32;
    let line = |y: f64, a: f64, b: f64| {
        let [y, a, b, start, part] = [y, a - 3.0, b - 3.0, -wide, wide * 0.66].map(number);
        format!(
            r#"<path d="M{start} {y}c{part} {a} {part} {b} {part} 0s{part} {b} {part} {a} {part} {b} {part} 0"/>"#
        )
    };
    (0..rows).map(|row| line(f64::from(row) * 4.4 - tall + next(3.0), next(6.0), next(6.0))).collect()
}

/// Highlight, body, shade and outline of each stone, on a field of 20 by 20.
const STONES: [(&str, &str, &str, &str); 6] = [
    ("#fff9ec", "#e6d8bd", "#8d7a58", "M3 10C3 5 7 3 11 3.500S17.500 7 17 11s-4 6-8 5.500S3 14 3 10z"),
    (
        "#f0b596",
        "#c26d49",
        "#65270f",
        "M4 8C5.500 4 10 2.800 13.500 4.500S17.500 10 16 13.500s-6 4-9.500 2S2.800 11.500 4 8z",
    ),
    (
        "#d5dee4",
        "#8795a0",
        "#3b464f",
        "M3.200 11C2.800 7 6 3.800 10 3.500s7 2.500 7 6.500-3 7-7 7-6.500-2-6.800-6z",
    ),
    (
        "#dfe5be",
        "#95a068",
        "#454d25",
        "M5 5.500C8 2.800 13 3 15.500 6s2 7.500-1.500 9.800-8 1-10-2S2.500 7.800 5 5.500z",
    ),
    (
        "#f6dfb4",
        "#cfa069",
        "#6d4318",
        "M3.500 9C4 5 8 2.800 12 3.800s5.800 5 4.600 8.600-5 5-8.600 4.200S3 13 3.500 9z",
    ),
    (
        "#cbb4b4",
        "#86605f",
        "#3a2122",
        "M4.500 6.500C7 3.200 11.500 2.800 14.500 5s3.200 7 .8 10-7.300 2.600-10 .4S2.300 9.500 4.500 6.500z",
    ),
];

/// All stones as files.
pub fn stones() -> impl Iterator<Item = String> {
    STONES.into_iter().map(|(light, body, deep, outline)| {
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><defs><radialGradient id="g" cx=".36" cy=".28" r=".8"><stop stop-color="{light}"/><stop offset=".5" stop-color="{body}"/><stop offset="1" stop-color="{deep}"/></radialGradient><radialGradient id="h"><stop stop-color="#fff" stop-opacity=".85"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><path d="{outline}" transform="translate(.700 1.700)" fill="#120602" opacity=".55"/><path d="{outline}" fill="url(#g)" stroke="{deep}" stroke-width=".700" stroke-opacity=".8"/><ellipse cx="7.800" cy="6.800" rx="3" ry="1.900" transform="rotate(-30 7.800 6.800)" fill="url(#h)"/></svg>
"##
        )
    })
}

/// The sign of a seat: a bowl with one stone in it, or with three.
pub fn chip(seat: u8) -> String {
    let (ring, stones) = if seat == 0 {
        ("#c9962f", r##"<circle cx="10" cy="10" r="3.600"/>"##)
    } else {
        (
            "#5b9bd0",
            r##"<circle cx="10" cy="7.200" r="2.300"/><circle cx="7.200" cy="12" r="2.300"/><circle cx="12.800" cy="12" r="2.300"/>"##,
        )
    };
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9.500" fill="#2a1206"/><circle cx="10" cy="10" r="8.300" fill="#5a3118" stroke="{ring}" stroke-width="1.900"/><g fill="#f6ead0" stroke="#2a1206" stroke-width=".5">{stones}</g></svg>
"##
    )
}
