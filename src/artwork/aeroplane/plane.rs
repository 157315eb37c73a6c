//! The tin planes: a colour and a sign for each seat, and a number on the wing.

use super::emblem::{EmblemPaint, emblem_paint, path};
use crate::games::aeroplane::board::PlaneColour;

/// The assets by colour and number.
const NAMES: [[&str; 4]; 4] = [
    ["planes/yellow-1.svg", "planes/yellow-2.svg", "planes/yellow-3.svg", "planes/yellow-4.svg"],
    ["planes/blue-1.svg", "planes/blue-2.svg", "planes/blue-3.svg", "planes/blue-4.svg"],
    ["planes/red-1.svg", "planes/red-2.svg", "planes/red-3.svg", "planes/red-4.svg"],
    ["planes/green-1.svg", "planes/green-2.svg", "planes/green-3.svg", "planes/green-4.svg"],
];
const CHIPS: [&str; 4] = ["planes/yellow.svg", "planes/blue.svg", "planes/red.svg", "planes/green.svg"];

/// The digits on the wings, as strokes.
const DIGIT_SHAPES: [&str; 4] = [
    "M-.7-1l.9-.8v3.600",
    "M-1-1c.1-1.200 2-1.200 2 .1C1 .1-.9.800-1 1.800h2.100",
    "M-1-1.400c.6-.8 2-.5 1.900.5C.9-.2.300 0-.2 0 .4 0 1.100.2 1.100.9 1.100 2-.5 2.300-1.100 1.400",
    "M.5 1.800v-3.600L-1.200.8h2.500",
];

/// The asset of a plane, numbered from 0.
pub fn name(colour: PlaneColour, number: u8) -> &'static str {
    NAMES[colour as usize][usize::from(number) % 4]
}

/// The asset of a seat's plane without a number.
pub fn chip(colour: PlaneColour) -> &'static str {
    CHIPS[colour as usize]
}

/// All planes: names and contents.
pub fn generated_files() -> impl Iterator<Item = (&'static str, String)> {
    let chips = PlaneColour::ALL.into_iter().map(|colour| (chip(colour), draw(colour, "")));
    numbered().chain(chips)
}

/// The planes with a number: names and contents.
pub(super) fn numbered() -> impl Iterator<Item = (&'static str, String)> {
    PlaneColour::ALL.into_iter().flat_map(|colour| {
        (0..4).map(move |number| (name(colour, number), draw(colour, DIGIT_SHAPES[usize::from(number)])))
    })
}

const WINGS: &str = "M-1.500-3.400L-8-2.200C-9.300-1.900-9.600-.9-9.500.4c0 .9.500 1.300 1.300 1.200L-1.500 1.300h3L8.200 1.600c.8.1 1.300-.3 1.300-1.200C9.600-.9 9.300-1.900 8-2.200L1.500-3.400z";
const TAIL: &str = "M-.8 5.200L-3.500 6.200C-4.200 6.500-4.300 7.300-4.100 8.200L-.7 7.900h1.400L4.100 8.200C4.300 7.300 4.200 6.500 3.500 6.200L.8 5.200z";
const BODY: &str = "M0-8.600C1.500-8.600 2-6.600 2-4.600 2-.5 1.300 5 .8 8.400c-.2.900-1.400.9-1.600 0C-1.300 5-2-.5-2-4.600-2-6.600-1.500-8.600 0-8.600z";

/// The sign of a colour on a disc a little wider than the wing.
fn wing_badge(colour: PlaneColour, x: f64) -> String {
    let (EmblemPaint { badge, badge_sign, .. }, emblem) = (emblem_paint(colour), path(colour));
    format!(
        r#"<g transform="translate({x} -.7)"><circle r="3" fill="{badge}"/><path transform="scale(.52)" fill="{badge_sign}" d="{emblem}"/></g>"#
    )
}

/// A plane from above, pointing up, on a field of 20 by 20.
fn draw(colour: PlaneColour, figure: &str) -> String {
    let EmblemPaint { light, body, deep, sign, badge, .. } = emblem_paint(colour);
    let own = wing_badge(colour, -5.7);
    let other = if figure.is_empty() {
        wing_badge(colour, 5.7)
    } else {
        format!(
            r#"<path transform="translate(5.500 -.5) scale(.82)" fill="none" stroke="{sign}" stroke-width="1.150" stroke-linecap="round" stroke-linejoin="round" d="{figure}"/>"#
        )
    };
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 20 20">
<defs>
<linearGradient id="w" x1="0" x2="0" y1="0" y2="1"><stop stop-color="{light}"/><stop offset=".35" stop-color="{body}"/><stop offset="1" stop-color="{deep}"/></linearGradient>
<linearGradient id="b" x1="0" x2="1" y1="0" y2="0"><stop stop-color="{deep}"/><stop offset=".3" stop-color="{body}"/><stop offset=".52" stop-color="{light}"/><stop offset=".72" stop-color="{body}"/><stop offset="1" stop-color="{deep}"/></linearGradient>
<g id="s"><path d="{WINGS}"/><path d="{TAIL}"/><path d="{BODY}"/></g>
</defs>
<use href="#s" fill="#1b1208" stroke="#1b1208" stroke-width="1" stroke-linejoin="round" opacity=".32" transform="translate(.5 1)"/>
<use href="#s" fill="{badge}" stroke="{badge}" stroke-width="2" stroke-linejoin="round"/>
<use href="#s" fill="{deep}" stroke="{deep}" stroke-width=".7" stroke-linejoin="round"/>
<path fill="url(#w)" d="{WINGS}"/><path fill="url(#w)" d="{TAIL}"/>
<path fill="none" stroke="#fffaf0" stroke-opacity=".55" stroke-width=".45" d="M-8.200-1.800l6.300-1.100M8.200-1.800L1.900-2.900"/>
{own}{other}
<path fill="url(#b)" d="{BODY}"/>
<path fill="#20303c" d="M0-4.600c.8 0 1.100 1 1.100 2S.7-.6 0-.6-1.100-1.600-1.100-2.600-.8-4.600 0-4.600z"/><path fill="#cfe6f2" opacity=".8" d="M-.3-4.200c-.4.300-.5 1-.5 1.600l.7-.2z"/>
<path fill="{deep}" d="M-.35 4h.7v4.200h-.7z"/>
<path stroke="#3a2c20" stroke-opacity=".75" stroke-width=".7" stroke-linecap="round" d="M-3-8.700c2-.6 4-.2 6 0"/><circle cy="-8.800" r=".8" fill="#f3e6c8" stroke="#3a2c20" stroke-width=".3"/>
</svg>
"##
    )
}
