//! The rules of Tic-Tac-Toe.

use maud::html;

use super::Section;
use crate::games::Game;
use crate::views::boards::Still;

pub(super) fn sections() -> Vec<Section> {
    vec![turn(), end(), larger(), notation()]
}

fn turn() -> Section {
    Section {
        title: "A turn",
        text: html! {
            p { "Two people and a square board. One writes crosses and begins, the other noughts." }
            p { "In your turn you put your mark into a square that is empty. There it stays." }
        },
        figure: Some((paper(&[], &["b2", "a1", "c1"]), "Three marks on the board; it is the noughts’ turn.")),
    }
}

fn end() -> Section {
    Section {
        title: "The end",
        text: html! {
            p {
                "Whoever first has three marks of their own in a line has won: in a row, in a column or on a diagonal. A "
                "longer line counts as well."
            }
            p { "If the board is full and nobody has a line, it is a draw." }
        },
        figure: Some((paper(&[], &["b2", "a1", "c1", "a2", "a3"]), "The crosses have the diagonal.")),
    }
}

fn larger() -> Section {
    Section {
        title: "Larger boards",
        text: html! {
            p {
                "The board can have up to fifteen squares a side, and a line up to six marks. On fifteen by fifteen with five "
                "in a line this is gomoku, a game people spend their lives on."
            }
            p { "A line never has to be longer than the board is wide." }
        },
        figure: Some((
            paper(&GOMOKU_OPTIONS, &GOMOKU),
            "Gomoku: five crosses, one turn before the noughts have theirs.",
        )),
    }
}

const GOMOKU_OPTIONS: [(&str, &str); 2] = [("size", "15"), ("line", "5")];
const GOMOKU: [&str; 9] = ["h8", "h9", "i9", "i8", "g7", "j7", "f6", "g10", "j10"];

fn notation() -> Section {
    Section {
        title: "How moves are written",
        text: html! {
            p {
                "Columns are called " code { "a" } ", " code { "b" } ", " code { "c" } " from the left, and rows are counted from "
                "the bottom, from 1. A move is the square it marks: " code { "b2" } "."
            }
        },
        figure: None,
    }
}

fn paper(options: &[(&str, &str)], plies: &[&str]) -> Option<Still> {
    Still::opening(Game::TicTacToe, options, 2)?.after(plies)
}
