//! The rules of Tic-Tac-Toe.

use maud::html;

use super::examples::tictactoe as examples;
use super::{Figure, Section};
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
        figures: vec![Figure::board(
            paper(&[], &["b2", "a1", "c1"]),
            "Three marks on the board; it is the noughts’ turn.",
        )],
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
        figures: vec![Figure::Example(&examples::LINE), Figure::Example(&examples::DRAW)],
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
            p {
                "A line may be shorter than the board is wide, never longer. More marks in a line than are needed count as well."
            }
        },
        figures: vec![Figure::Example(&examples::BOARD), Figure::Example(&examples::LONGER)],
    }
}

fn notation() -> Section {
    Section {
        title: "How moves are written",
        text: html! {
            p {
                "Columns are called " code { "a" } ", " code { "b" } ", " code { "c" } " from the left, and rows are counted from "
                "the bottom, from 1. A move is the square it marks: " code { "b2" } "."
            }
        },
        figures: Vec::new(),
    }
}

fn paper(options: &[(&str, &str)], plies: &[&str]) -> Option<Still> {
    Still::opening(Game::TicTacToe, options, 2)?.after(plies)
}
