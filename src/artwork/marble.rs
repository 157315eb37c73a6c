//! The six glass marbles: a colour and a swirl for each seat, so that they can be told apart without colours.

/// The assets in seat order.
pub const NAMES: [&str; 6] =
    ["marbles/0.svg", "marbles/1.svg", "marbles/2.svg", "marbles/3.svg", "marbles/4.svg", "marbles/5.svg"];

/// The asset of a seat's marble.
pub fn name(seat: u8) -> &'static str {
    NAMES[usize::from(seat) % NAMES.len()]
}

/// All marbles: names and contents.
pub fn generated_files() -> impl Iterator<Item = (String, String)> {
    NAMES.into_iter().zip(GLASS).map(|(name, glass)| (name.to_owned(), glass.draw()))
}

struct MarbleGlass {
    /// The highlight, the body, and the rim.
    light: &'static str,
    body: &'static str,
    deep: &'static str,
    /// The ribbon inside, drawn on a field of 40 by 40.
    swirl: &'static str,
}

const GLASS: [MarbleGlass; 6] = [
    // Brass yellow: a cat's eye.
    MarbleGlass {
        light: "#ffe9ae",
        body: "#dda63a",
        deep: "#6e4508",
        swirl: r##"<path fill="#5a3206" d="M8 31C9 17 18 8 32 8 31 22 22 31 8 31z"/><path fill="#fff1c4" d="M12 27c3-7 7-11 15-14-3 7-7 11-15 14z"/>"##,
    },
    // River blue: waves.
    MarbleGlass {
        light: "#cfe8ff",
        body: "#3f86c4",
        deep: "#0f3157",
        swirl: r##"<g fill="none" stroke="#eaf6ff" stroke-width="3" stroke-linecap="round"><path d="M4 14c5-5 9-5 13-1s9 4 18-2M3 22c6-5 10-5 14-1s10 4 20-2M6 30c5-5 9-5 13-1s8 4 14-1"/></g>"##,
    },
    // Brick red: three blades.
    MarbleGlass {
        light: "#ffc9b5",
        body: "#c2482f",
        deep: "#5a140a",
        swirl: r##"<g fill="#ffe7d6"><path d="M20 20C14 15 14 8 20 3c5 3 6 11 0 17z"/><path d="M20 20C14 15 14 8 20 3c5 3 6 11 0 17z" transform="rotate(120 20 20)"/><path d="M20 20C14 15 14 8 20 3c5 3 6 11 0 17z" transform="rotate(240 20 20)"/></g>"##,
    },
    // Fern green: a curl.
    MarbleGlass {
        light: "#d6f2bf",
        body: "#4b9a4f",
        deep: "#123d1c",
        swirl: r##"<path fill="none" stroke="#f1fbd9" stroke-width="3.200" stroke-linecap="round" d="M22 20c0-3-5-3-5.500 1S20 28 25 26s7-8 3.500-13S16 7 11 12s-5 14 1 20"/>"##,
    },
    // Plum: dots.
    MarbleGlass {
        light: "#f0cdf2",
        body: "#8e4c98",
        deep: "#35103d",
        swirl: r##"<g fill="#fbe6fb"><circle cx="20" cy="20" r="3.400"/><circle cx="20" cy="9" r="2.800"/><circle cx="30.500" cy="16.500" r="2.800"/><circle cx="26.500" cy="29" r="2.800"/><circle cx="13.500" cy="29" r="2.800"/><circle cx="9.500" cy="16.500" r="2.800"/></g>"##,
    },
    // Slate: rings.
    MarbleGlass {
        light: "#e4ebf0",
        body: "#66737f",
        deep: "#1e262d",
        swirl: r##"<g fill="none" stroke="#f4f8fa" stroke-width="2.600"><circle cx="20" cy="20" r="11.500"/><circle cx="20" cy="20" r="5.500"/></g>"##,
    },
];

impl MarbleGlass {
    fn draw(&self) -> String {
        let MarbleGlass { light, body, deep, swirl } = self;
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">
<defs>
<radialGradient id="g" cx=".34" cy=".28" r=".82"><stop stop-color="{light}"/><stop offset=".42" stop-color="{body}"/><stop offset="1" stop-color="{deep}"/></radialGradient>
<radialGradient id="r" cx=".4" cy=".36" r=".64"><stop offset=".62" stop-color="{deep}" stop-opacity="0"/><stop offset="1" stop-color="{deep}" stop-opacity=".85"/></radialGradient>
<radialGradient id="c" cx=".7" cy=".76" r=".36"><stop stop-color="{light}" stop-opacity=".8"/><stop offset="1" stop-color="{light}" stop-opacity="0"/></radialGradient>
<radialGradient id="h"><stop stop-color="#fff"/><stop offset=".45" stop-color="#fff" stop-opacity=".85"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<radialGradient id="s"><stop offset=".7" stop-opacity=".55"/><stop offset="1" stop-opacity="0"/></radialGradient>
<clipPath id="k"><circle cx="20" cy="19.500" r="17"/></clipPath>
</defs>
<circle cx="21" cy="21.500" r="18.500" fill="url(#s)"/>
<circle cx="20" cy="19.500" r="17" fill="url(#g)"/>
<g clip-path="url(#k)"><g opacity=".92" transform="translate(2.400 2) scale(.88)">{swirl}</g><circle cx="20" cy="19.500" r="17" fill="url(#r)"/></g>
<circle cx="20" cy="19.500" r="16.400" fill="url(#c)"/>
<ellipse cx="13.500" cy="10.800" rx="5.600" ry="3.800" transform="rotate(-36 13.500 10.800)" fill="url(#h)"/>
</svg>
"##
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_has_a_different_swirl() {
        let swirls: std::collections::BTreeSet<_> = GLASS.iter().map(|glass| glass.swirl).collect();
        assert_eq!(swirls.len(), 6);
    }
}
