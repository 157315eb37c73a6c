//! The die: in its cup before a roll, tumbling, and at rest.

use crate::artwork::strokes::number;
use crate::games::aeroplane::board::rotated;

/// The face drawn before the first roll.
pub const CUP: u8 = 0;

const NAMES: [&str; 7] =
    ["die/cup.svg", "die/1.svg", "die/2.svg", "die/3.svg", "die/4.svg", "die/5.svg", "die/6.svg"];

/// Pips of each face, on a field of 20 by 20.
const PIPS: [&[(i8, i8)]; 7] = [
    &[],
    &[(0, 0)],
    &[(-4, -4), (4, 4)],
    &[(-4, -4), (0, 0), (4, 4)],
    &[(-4, -4), (4, -4), (-4, 4), (4, 4)],
    &[(-4, -4), (4, -4), (0, 0), (-4, 4), (4, 4)],
    &[(-4, -4), (4, -4), (-4, 0), (4, 0), (-4, 4), (4, 4)],
];

/// The asset with a face, or the cup.
pub fn name(face: u8) -> &'static str {
    NAMES[usize::from(face) % NAMES.len()]
}

/// The side of the drawing of a die, in drawing units.
pub const SIDE: f64 = 26.0;

/// The place of a colour's die: in front of its hangar, on the inner side of the ring.
pub fn place(colour: u8) -> (f64, f64) {
    rotated((-1.75, 2.1), colour)
}

/// The stylesheet with the place of each colour's die.
pub fn rules() -> String {
    let rule = |colour: u8| {
        let (x, y) = place(colour);
        format!(".aeroplane .d{colour}{{--x:{};--y:{}}}\n", number(x), number(y))
    };
    (0..4).map(rule).collect()
}

/// All faces and the cup: names and contents.
pub fn generated_files() -> impl Iterator<Item = (&'static str, String)> {
    (1..7).map(|face| (name(face), draw(face))).chain([(name(CUP), cup())])
}

fn draw(face: u8) -> String {
    let pip = |(x, y): &(i8, i8)| {
        let r = if face == 1 { 2.3 } else { 1.65 };
        format!(r#"<circle cx="{x}" cy="{y}" r="{r}"/>"#)
    };
    let pips: String = PIPS[usize::from(face) % 7].iter().map(pip).collect();
    let ink = if face == 1 { "#a5321f" } else { "#2b221b" };
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 20 20">
<defs><linearGradient id="f" x2=".6" y2="1"><stop stop-color="#fffef9"/><stop offset=".6" stop-color="#f5ecd8"/><stop offset="1" stop-color="#d8c6a2"/></linearGradient></defs>
<rect x="-7.400" y="-6.600" width="16" height="16" rx="4" fill="#20150a" opacity=".3"/>
<rect x="-8" y="-8" width="16" height="16" rx="3.600" fill="url(#f)" stroke="#8b7650" stroke-width=".6"/>
<rect x="-7.100" y="-7.100" width="14.200" height="14.200" rx="5.200" fill="#fffdf6" opacity=".75"/>
<g fill="{ink}">{pips}</g>
</svg>
"##
    )
}

/// A leather cup from above, with the die in it.
fn cup() -> String {
    r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 20 20">
<defs><radialGradient id="l" cx=".4" cy=".35" r=".75"><stop stop-color="#a7683c"/><stop offset="1" stop-color="#54290f"/></radialGradient><radialGradient id="i" cx=".5" cy=".42" r=".6"><stop stop-color="#3c1c0b"/><stop offset="1" stop-color="#160801"/></radialGradient></defs>
<circle cx=".7" cy="1.200" r="9" fill="#20150a" opacity=".32"/>
<circle r="8.800" fill="url(#l)"/><circle r="7.900" fill="none" stroke="#f2d5a8" stroke-width=".5" stroke-dasharray="1.300 1" opacity=".8"/>
<circle r="6.700" fill="url(#i)"/>
<g transform="rotate(18) scale(.46)"><rect x="-8" y="-8" width="16" height="16" rx="3.600" fill="#f7efdd"/><g fill="#2b221b"><circle cx="-4" cy="-4" r="1.800"/><circle r="1.800"/><circle cx="4" cy="4" r="1.800"/></g></g>
</svg>
"##
    .to_owned()
}
