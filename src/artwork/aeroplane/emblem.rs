//! The colours of the enamel, and the sign of each: sun, waves, star and leaf.

use crate::games::aeroplane::board::PlaneColour;

/// The paint of a colour.
pub struct EmblemPaint {
    /// The highlight.
    pub light: &'static str,
    /// The body.
    pub body: &'static str,
    /// The shade.
    pub deep: &'static str,
    /// The colour of its sign.
    pub sign: &'static str,
    /// The rim of its planes and the badge on their wing: dark for two seats and light for two, so that red and green
    /// can be told apart without their hue.
    pub badge: &'static str,
    /// The colour of the sign on the badge.
    pub badge_sign: &'static str,
}

pub const fn emblem_paint(colour: PlaneColour) -> EmblemPaint {
    match colour {
        PlaneColour::Yellow => EmblemPaint {
            light: "#ffe08a",
            body: "#eab63c",
            deep: "#8a5a0b",
            sign: "#6b4206",
            badge: "#4d2f04",
            badge_sign: "#ffe9b0",
        },
        PlaneColour::Blue => EmblemPaint {
            light: "#8cc3f0",
            body: "#3a7fbd",
            deep: "#123a63",
            sign: "#eef7ff",
            badge: "#fffaf0",
            badge_sign: "#123a63",
        },
        PlaneColour::Red => EmblemPaint {
            light: "#f79a80",
            body: "#c4452d",
            deep: "#601507",
            sign: "#fff0e2",
            badge: "#fffaf0",
            badge_sign: "#7a1a08",
        },
        PlaneColour::Green => EmblemPaint {
            light: "#a3d99a",
            body: "#43904c",
            deep: "#134019",
            sign: "#f3fce2",
            badge: "#0d2f13",
            badge_sign: "#e9fbd6",
        },
    }
}

/// The sign of a colour, drawn within five units of the origin, to be filled.
pub const fn path(colour: PlaneColour) -> &'static str {
    match colour {
        PlaneColour::Yellow => {
            "M0-2.600a2.600 2.600 0 1 1 0 5.200 2.600 2.600 0 1 1 0-5.200zM-.6-5h1.200v1.500h-1.200zM-.6 3.500h1.200V5h-1.200zM-5-.6h1.500V.6H-5zM3.500-.6H5V.6H3.500zM-3.900-3.100l.8-.8 1.100 1.100-.8.8zM2 2.800l.8-.8 1.100 1.100-.8.8zM3.100-3.900l.8.8-1.100 1.100-.8-.8zM-2.800 2l.8.8-1.100 1.100-.8-.8z"
        }
        PlaneColour::Blue => {
            "M-5-2.400c1.700-2 3.300-2 5 0s3.300 2 5 0v1.900c-1.700 2-3.300 2-5 0s-3.300-2-5 0zM-5 1.600c1.700-2 3.300-2 5 0s3.300 2 5 0v1.900c-1.700 2-3.300 2-5 0s-3.300-2-5 0z"
        }
        PlaneColour::Red => {
            "M0-5l1.300 3.300 3.500.2-2.700 2.300.9 3.500L0 2.400-3 4.300l.9-3.500L-4.800-1.500l3.500-.2z"
        }
        PlaneColour::Green => {
            "M0-5C3.400-2.600 3.800 1.200.5 3.600V1.900L2.100.2 1.600-.3.5.9V-.8L1.700-2.100l-.5-.4L.5-1.800V-3h-1v1.200l-.7-.7-.5.4L-.5-.8V.9L-1.600-.3l-.5.5L-.5 1.900v1.700C-3.800 1.200-3.400-2.600 0-5zM-.5 3h1v2h-1z"
        }
    }
}
