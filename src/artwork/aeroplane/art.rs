//! The tin board.

use super::emblem::{EmblemPaint, emblem_paint, path};
use super::layout::spot;
use crate::artwork::UNIT;
use crate::artwork::strokes::number;
use crate::games::aeroplane::board::{AeroplaneSpot, PlaneColour, RING, ring};

/// The complete board.
pub fn board() -> String {
    let defs: String = PlaneColour::ALL.into_iter().map(defs).collect();
    let (band, sky) = (band(), sky());
    let sides: String = PlaneColour::ALL.into_iter().map(side).collect();
    let cells: String = (0..RING).map(cell).collect();
    let flights: String = PlaneColour::ALL.into_iter().map(shortcut_line).collect();
    let homes: String = PlaneColour::ALL.into_iter().map(home).collect();
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-159 -159 318 318">
<defs>
<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="215"><stop stop-color="#fdf7e6"/><stop offset=".7" stop-color="#f3e7cb"/><stop offset="1" stop-color="#dcc79c"/></radialGradient>
<radialGradient id="k" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="120"><stop stop-color="#eaf5f6"/><stop offset="1" stop-color="#a9cfdd"/></radialGradient>
<radialGradient id="v" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="222"><stop offset=".62" stop-color="#2b1705" stop-opacity="0"/><stop offset="1" stop-color="#2b1705" stop-opacity=".3"/></radialGradient>
<filter id="b" x="-.1" y="-.1" width="1.200" height="1.200"><feGaussianBlur stdDeviation="2.200"/></filter>
{defs}</defs>
<rect x="-155" y="-155" width="310" height="310" rx="27" fill="#1a0f06" opacity=".5" filter="url(#b)"/>
<rect x="-156" y="-156" width="312" height="312" rx="26" fill="#24384a"/>
<rect x="-155" y="-155" width="310" height="310" rx="25" fill="none" stroke="#6f8da3" stroke-width="1.400"/>
<rect x="-152.500" y="-152.500" width="305" height="305" rx="22.500" fill="none" stroke="#f3e3bb" stroke-width=".9"/>
<rect x="-150.500" y="-150.500" width="301" height="301" rx="21" fill="url(#g)"/>
{sky}{sides}
<path d="{band}" fill="none" stroke="#5b4427" stroke-opacity=".55" stroke-width="23" stroke-linejoin="round"/>
<path d="{band}" fill="none" stroke="#fbf2dc" stroke-width="21.600" stroke-linejoin="round"/>
{cells}{flights}
{homes}
<circle r="8.600" fill="#f8efd8" stroke="#24384a" stroke-width=".9"/><path fill="#24384a" d="M0-7.400L1.700-1.700 7.400 0 1.700 1.700 0 7.400-1.700 1.700-7.400 0-1.700-1.700z"/><circle r="1.200" fill="#f8efd8"/>
<rect x="-150.500" y="-150.500" width="301" height="301" rx="21" fill="url(#v)"/>
</svg>
"##
    )
}

/// The board for a list: panels, and dots for cells.
pub fn small() -> String {
    let side = |colour: PlaneColour| {
        let (turn, body) = (u16::from(colour.number()) * 90, emblem_paint(colour).body);
        let own = (0..RING).filter(|cell| cell % 4 == colour.number()).map(AeroplaneSpot::Ring);
        let column = (1..=5).map(|column| AeroplaneSpot::Column(colour, column));
        let dots = crate::artwork::strokes::dots(
            own.chain(column).chain([AeroplaneSpot::Home(colour)]).map(AeroplaneSpot::place),
        );
        format!(
            r##"<rect x="-147" y="73" width="59" height="60" rx="12" fill="{body}" transform="rotate({turn})"/><path d="{dots}" fill="none" stroke="{body}" stroke-width="16" stroke-linecap="round"/>"##
        )
    };
    let sides: String = PlaneColour::ALL.into_iter().map(side).collect();
    let band = band();
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-159 -159 318 318"><rect x="-156" y="-156" width="312" height="312" rx="26" fill="#24384a"/><rect x="-150" y="-150" width="300" height="300" rx="21" fill="#f3e7cb"/><path d="{band}" fill="#bfdde6" stroke="#fbf2dc" stroke-width="21" stroke-linejoin="round"/>{sides}</svg>
"##
    )
}

fn defs(colour: PlaneColour) -> String {
    let EmblemPaint { light, body, deep, sign, .. } = emblem_paint(colour);
    let (name, emblem) = (colour.name(), path(colour));
    format!(
        r##"<linearGradient id="{name}" x2=".5" y2="1"><stop stop-color="{light}"/><stop offset=".3" stop-color="{body}"/><stop offset="1" stop-color="{body}"/></linearGradient>
<g id="t{name}"><rect x="-9.300" y="-9.300" width="18.600" height="18.600" rx="4" fill="{deep}"/><rect x="-9.300" y="-9.300" width="18.600" height="17.600" rx="4" fill="url(#{name})"/><path d="M-7-7.600c4-1 10-1 14 0" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1" stroke-linecap="round"/></g>
<path id="s{name}" d="{emblem}" fill="{sign}"/>
<pattern id="p{name}" width="15" height="15" patternUnits="userSpaceOnUse" patternTransform="rotate(30)"><path d="{emblem}" transform="translate(7.500 7.500) scale(.62)" fill="{sign}" opacity=".26"/></pattern>
"##
    )
}

fn at(colour: PlaneColour, body: &str) -> String {
    format!(r#"<g transform="rotate({})">{body}</g>"#, u16::from(colour.number()) * 90)
}

/// The line through all cells of the ring.
fn band() -> String {
    let corner = |cell| {
        let (x, y) = AeroplaneSpot::Ring(cell).place();
        format!("{} {}", number(x * UNIT), number(y * UNIT))
    };
    format!("M{}z", (0..RING).map(corner).collect::<Vec<_>>().join("L"))
}

/// The sky inside the ring, with a few clouds.
fn sky() -> String {
    let band = band();
    let cloud = |x: i16, y: i16, size: f64| {
        format!(
            r##"<path transform="translate({x} {y}) scale({size})" fill="#fff" opacity=".75" d="M-14 5c-5 0-6-7 0-7.500C-13-8-5-9-3-5c3-5 11-3 11 1.500C14-4 15 5 9 5z"/>"##
        )
    };
    let clouds =
        [(-44, -100, 0.8), (34, 96, 0.9), (99, -32, 0.8), (-98, 40, 0.7), (44, -26, 0.9), (-30, -58, 0.7)];
    let clouds: String = clouds.into_iter().map(|(x, y, size)| cloud(x, y, size)).collect();
    format!(r#"<path d="{band}" fill="url(#k)"/>{clouds}"#)
}

/// The hangar, runway and column of a colour.
fn side(colour: PlaneColour) -> String {
    let EmblemPaint { light, body, deep, sign, .. } = emblem_paint(colour);
    let (name, emblem) = (colour.name(), path(colour));
    let places: String = [(-132, 88), (-103, 88), (-132, 117), (-103, 117)]
        .iter()
        .map(|(x, y)| {
            format!(
                r##"<circle cx="{x}" cy="{y}" r="12.400" fill="{deep}" opacity=".55"/><circle cx="{x}" cy="{y}" r="11.400" fill="#fbf3df"/><circle cx="{x}" cy="{y}" r="11.400" fill="none" stroke="{body}" stroke-width="1"/><path d="{emblem}" transform="translate({x} {y}) scale(1.3)" fill="{body}" opacity=".45"/>"##
            )
        })
        .collect();
    let column: String = (1..=5)
        .map(|column| {
            let y = number((7.0 - f64::from(column)) * UNIT);
            format!(
                r##"<g transform="translate(0 {y})"><use href="#t{name}"/><path d="M-4.500 2.500L0-2.500l4.500 5" fill="none" stroke="{sign}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" opacity=".85"/></g>"##
            )
        })
        .collect();
    at(
        colour,
        &format!(
            r##"<rect x="-148.500" y="71.500" width="61" height="62" rx="13" fill="{deep}"/><rect x="-148.500" y="71.500" width="61" height="60.500" rx="13" fill="{body}"/><rect x="-148.500" y="71.500" width="61" height="60.500" rx="13" fill="url(#p{name})"/><path d="M-136 74.500c12-1.500 28-1.500 40 0" fill="none" stroke="{light}" stroke-width="1.600" stroke-linecap="round"/>{places}
<path d="M-117.500 132v8h24" fill="none" stroke="#4b535a" stroke-width="9" stroke-linejoin="round"/><path d="M-117.500 132v8h24" fill="none" stroke="#fff" stroke-opacity=".8" stroke-width=".9" stroke-dasharray="4 3"/>
<circle cx="-83" cy="140" r="10" fill="{deep}"/><circle cx="-83" cy="140" r="9.200" fill="#fbf3df"/><circle cx="-83" cy="140" r="7.600" fill="none" stroke="{body}" stroke-width="2.200"/><path d="M-86 136.500l6 3.500-6 3.500z" fill="{deep}"/>
{column}"##
        ),
    )
}

/// A cell of the ring with the sign of its colour, or an arrow where planes fly on or turn into a column.
fn cell(cell: u8) -> String {
    let colour = PlaneColour::ALL[usize::from(cell % 4)];
    let (name, sign) = (colour.name(), emblem_paint(colour).sign);
    let (x, y) = AeroplaneSpot::Ring(cell).place();
    let (x, y) = (number(x * UNIT), number(y * UNIT));
    let turn = u16::from(colour.number()) * 90;
    let mark = if cell == ring(colour, 50) {
        format!(
            r##"<path transform="rotate({turn})" d="M0-6.500L5.500-.5H2.200V6.500H-2.200V-.5H-5.500z" fill="{sign}"/>"##
        )
    } else if cell == ring(colour, 18) {
        format!(
            r##"<path transform="rotate({})" d="M0-7c1 0 1.300 1.500 1.300 3L7 0v1.800L1.300.5 1 4.300l2 1.500V7L0 6.200-3 7V5.800l2-1.500-.3-3.800L-7 1.800V0l5.700-4C-1.300-5.500-1-7 0-7z" fill="{sign}"/>"##,
            turn + 90
        )
    } else {
        format!(r##"<use href="#s{name}"/>"##)
    };
    format!(r##"<g transform="translate({x} {y})"><use href="#t{name}"/>{mark}</g>"##)
}

/// The shortcut of a colour, as a dashed line across a column.
fn shortcut_line(colour: PlaneColour) -> String {
    let EmblemPaint { body, deep, .. } = emblem_paint(colour);
    let place = |steps| spot(AeroplaneSpot::Ring(ring(colour, steps)).cell());
    let ((x, y), (to_x, to_y)) = (place(18), place(30));
    let (along, down) = ((to_x - x) / 6.0, (to_y - y) / 6.0);
    let point =
        |part: f64| format!("{} {}", number((x + along * part) * UNIT), number((y + down * part) * UNIT));
    let (from, to) = (point(0.62), point(5.38));
    let turn = u16::from(colour.number()) * 90 + 90;
    let heads: String = [1.5, 4.5]
        .iter()
        .map(|part| {
            let at = point(*part);
            format!(
                r##"<path transform="translate({at}) rotate({turn})" d="M0-4.600L3.600 2.800 0 1.200-3.600 2.800z" fill="{body}" stroke="{deep}" stroke-width=".6" stroke-linejoin="round"/>"##
            )
        })
        .collect();
    format!(
        r##"<path d="M{from}L{to}" fill="none" stroke="#fffaf0" stroke-width="3" stroke-linecap="round" stroke-dasharray="5 4.500" opacity=".9"/><path d="M{from}L{to}" fill="none" stroke="{body}" stroke-width="1.800" stroke-linecap="round" stroke-dasharray="5 4.500"/>{heads}"##
    )
}

/// The home of a colour: a landing place beside the compass in the middle.
fn home(colour: PlaneColour) -> String {
    let EmblemPaint { light, body, deep, .. } = emblem_paint(colour);
    let emblem = path(colour);
    at(
        colour,
        &format!(
            r##"<path d="M-5 5.500L-13 29c0 1.500 1 2.300 2.500 2.300h21c1.500 0 2.500-.8 2.500-2.300L5 5.500z" fill="{deep}"/><path d="M-5 5.500L-12.300 28c0 1.500 1 2.300 2.500 2.300H9.800c1.500 0 2.500-.8 2.500-2.300L5 5.500z" fill="{body}"/><circle cy="20" r="8.800" fill="#fbf3df" stroke="{light}" stroke-width="1"/><path d="{emblem}" transform="translate(0 20)" fill="{body}" opacity=".6"/>"##
        ),
    )
}
