//! The rules of Kalah.

use maud::html;

use super::Section;
use crate::games::Game;
use crate::views::boards::Still;

pub(super) fn sections() -> Vec<Section> {
    vec![table(), sowing(), again(), capture(), end(), house(), swap(), notation()]
}

fn table() -> Section {
    Section {
        title: "The board",
        text: html! {
            p {
                "Two rows of six houses with four seeds in each, and a store at either end. The row nearer to you is yours, "
                "and so is the store on your right. Whoever has more seeds in their store at the end has won."
            }
            p { "On your screen you always sit below. The number on the rim says how many seeds lie in a house or a store." }
        },
        figure: Some((after(&[], &[]), "Before the first move.")),
    }
}

fn sowing() -> Section {
    Section {
        title: "Sowing",
        text: html! {
            p {
                "In your turn you take all the seeds out of one of your houses and let them fall one by one: into the next "
                "houses to the right, into your store, and on through your opponent's houses. Your opponent's store is left "
                "out. If there are seeds left then, you go on with your own row."
            }
            p { "With enough seeds to go all the way round, the house you began with gets one as well." }
        },
        figure: Some((
            after(&[], &["5"]),
            "Four seeds from the fifth house: the last two fall on the other side.",
        )),
    }
}

fn again() -> Section {
    Section {
        title: "Moving again",
        text: html! {
            p { "If the last seed falls into your own store, you move again. You can do so as often as it happens." }
        },
        figure: Some((after(&[], &["3"]), "Four seeds from the third house end in the store.")),
    }
}

fn capture() -> Section {
    Section {
        title: "Capturing",
        text: html! {
            p {
                "If the last seed falls into one of your own houses that was empty, and there are seeds in the house "
                "opposite, you take both: the last seed and all those opposite go to your store."
            }
            p { "The house you sowed from counts as empty. After a capture the turn passes." }
        },
        figure: Some((
            board("store", CAPTURE).and_then(|still| still.after(&["1"])),
            "The last seed fell into the empty fifth house, opposite six seeds: seven go to the store.",
        )),
    }
}

/// With 1, seat 0 reaches its empty fifth house.
const CAPTURE: &str = "4,4,4,4,0,2/6/3,6,4,4,4,0/3 0";

fn end() -> Section {
    Section {
        title: "The end",
        text: html! {
            p {
                "As soon as all the houses of one side are empty after a move, the match is over, even if the last seed fell "
                "into the store. What is left in the houses of the other side goes to the store of whoever it belongs to. "
                "More seeds in store wins; with as many it is a draw."
            }
        },
        figure: Some((
            board("store", LAST).and_then(|still| still.after(&["6"])),
            "The lower row is empty: the rest went to the store on the left.",
        )),
    }
}

/// Seat 0 has a single seed left.
const LAST: &str = "0,0,0,0,0,1/22/0,3,0,1,0,0/21 0";

fn house() -> Section {
    Section {
        title: "Captures that stay on the board",
        text: html! {
            p {
                "A table can be opened with another way of capturing: the seeds of the house opposite join the last seed in "
                "its house, and nothing goes to the store. They can be captured back."
            }
        },
        figure: Some((
            board("house", CAPTURE).and_then(|still| still.after(&["1"])),
            "The same move: seven seeds lie in the fifth house now.",
        )),
    }
}

fn swap() -> Section {
    Section {
        title: "Swapping sides",
        text: html! {
            p {
                "Whoever begins has the better prospects. Where that matters, a table can be opened with swapping: when the "
                "second player is to move for the first time, they may swap the sides instead. Each gets the other's "
                "houses and store, and the first player is to move."
            }
        },
        figure: None,
    }
}

fn notation() -> Section {
    Section {
        title: "How moves are written",
        text: html! {
            p {
                "A move is the number of the house it empties, counted from the left of whoever moves: " code { "3" } ". "
                "The swap of sides is " code { "swap" } "."
            }
        },
        figure: None,
    }
}

fn after(options: &[(&str, &str)], plies: &[&str]) -> Option<Still> {
    Still::opening(Game::Kalah, options, 2)?.after(plies)
}

fn board(captured: &str, text: &str) -> Option<Still> {
    Still::from_text(Game::Kalah, &[("captured", captured)], 2, text)
}
