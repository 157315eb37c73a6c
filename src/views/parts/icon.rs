//! Icons.

use maud::{Markup, PreEscaped, Render, html};

/// An icon beside a text; it never replaces the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Icon {
    Book,
    Bulb,
    Check,
    Cross,
    Dials,
    Down,
    Eye,
    First,
    Flag,
    Half,
    Hourglass,
    Key,
    Lamp,
    Last,
    Leave,
    Magnifier,
    More,
    Next,
    Person,
    Plus,
    Previous,
    Undo,
    Warning,
}

impl Icon {
    const fn path(self) -> &'static str {
        match self {
            Icon::Book => "M4 5c3-1.500 6-1 8 1 2-2 5-2.500 8-1v13c-3-1.500-6-1-8 1-2-2-5-2.500-8-1zM12 6v13",
            Icon::Bulb => {
                "M9.500 17.500h5M10.500 20.500h3M9.500 14.500c-2-1.200-3.200-3-3.200-5.300a5.700 5.700 0 0 1 11.400 0c0 2.300-1.200 4.100-3.200 5.300z"
            }
            Icon::Check => "m5 12.500 4.500 4.500L19 7",
            Icon::Cross => "M6 6l12 12M18 6 6 18",
            Icon::Dials => {
                "M4 7h9M18 7h2M4 17h2M11 17h9M13 7a2.500 2.500 0 1 0 5 0 2.500 2.500 0 1 0-5 0M6 17a2.500 2.500 0 1 0 5 0 2.500 2.500 0 1 0-5 0"
            }
            Icon::Down => "m6 9.500 6 6 6-6",
            Icon::Eye => {
                "M2.500 12C5 7.500 8.500 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-6 6.500-9.500 6.500S5 16.500 2.500 12zM9.500 12a2.500 2.500 0 1 0 5 0 2.500 2.500 0 1 0-5 0"
            }
            Icon::First => "M6 5v14M18 6l-8 6 8 6z",
            Icon::Flag => "M6 21V4c4-2 8 2 12 0v9c-4 2-8-2-12 0",
            Icon::Half => {
                "M4.500 5.500 7 4v7M18.500 4.500l-13 15M14 15c0-1.400 1-2.300 2.500-2.300S19 13.500 19 14.700c0 1.900-3.600 3.100-5 5.800h5.200"
            }
            Icon::Hourglass => {
                "M6 3h12M6 21h12M7.500 3v3.500L12 12l4.500-5.500V3M7.500 21v-3.500L12 12l4.500 5.500V21"
            }
            Icon::Key => {
                "M4 15.500a4.500 4.500 0 1 0 9 0 4.500 4.500 0 1 0-9 0M12 12.500 20 4.500M17 7.500l2.500 2.500M14.500 10l1.500 1.500"
            }
            Icon::Lamp => "M8.500 4h7L19 14H5zM12 14v6M8 20.500h8",
            Icon::Last => "M18 5v14M6 6l8 6-8 6z",
            Icon::Leave => "M13 4H5v16h8M10 12h10M16.500 8.500 20 12l-3.500 3.500",
            Icon::Magnifier => "M4.500 10.500a6 6 0 1 0 12 0 6 6 0 1 0-12 0M15 15l5 5",
            Icon::More => {
                "M4.500 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M17.500 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0"
            }
            Icon::Next => "m9 5 7 7-7 7",
            Icon::Person => {
                "M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4.500 20.500c.5-4.500 3.500-6.500 7.500-6.500s7 2 7.500 6.500"
            }
            Icon::Plus => "M12 5v14M5 12h14",
            Icon::Previous => "m15 5-7 7 7 7",
            Icon::Undo => "M9 5 4.500 9.500 9 14M5 9.500h9.500a5 5 0 0 1 0 10H11",
            Icon::Warning => "M12 4 2.500 20h19zM12 10v4.500M12 17.300v.2",
        }
    }
}

impl Render for Icon {
    fn render(&self) -> Markup {
        html! { svg.icon viewBox="0 0 24 24" aria-hidden="true" { path d=(PreEscaped(self.path())) {} } }
    }
}
