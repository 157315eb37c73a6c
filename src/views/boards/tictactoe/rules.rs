//! The rules of Tic-Tac-Toe.

use maud::html;

use super::examples;
use crate::games::Game;
use crate::games::tictactoe::TicTacToe;
use crate::texts::tr;
use crate::tr;
use crate::views::boards::Still;
use crate::views::rules::examples::Example;
use crate::views::rules::{Figure, RulesPage, Section, code};

impl RulesPage for TicTacToe {
    const EXAMPLES: &'static [&'static Example] = examples::ALL;

    fn sections() -> Vec<Section> {
        vec![turn(), end(), larger(), notation()]
    }
}

fn turn() -> Section {
    Section {
        title: tr("A turn"),
        text: html! {
            p { (tr("Two people and a square board. One writes crosses and begins, the other noughts.")) }
            p { (tr("In your turn you put your mark into a square that is empty. There it stays.")) }
        },
        figures: vec![Figure::board(
            paper(&[], &["b2", "a1", "c1"]),
            tr("Three marks on the board; it is the noughts’ turn."),
        )],
    }
}

fn end() -> Section {
    Section {
        title: tr("The end"),
        text: html! {
            p {
                (tr("Whoever first has three marks of their own in a line has won: in a row, in a column or on a diagonal. A \
                longer line counts as well."))
            }
            p { (tr("If the board is full and nobody has a line, it is a draw.")) }
        },
        figures: vec![Figure::Example(&examples::LINE), Figure::Example(&examples::DRAW)],
    }
}

fn larger() -> Section {
    Section {
        title: tr("Larger boards"),
        text: html! {
            p {
                (tr("The board can have up to fifteen squares a side, and a line up to six marks. On fifteen by fifteen with five \
                in a line this is gomoku, a game people spend their lives on."))
            }
            p {
                (tr("A line may be shorter than the board is wide, never longer. More marks in a line than are needed count as well."))
            }
        },
        figures: vec![Figure::Example(&examples::BOARD), Figure::Example(&examples::LONGER)],
    }
}

fn notation() -> Section {
    Section {
        title: tr("How moves are written"),
        text: html! {
            p {
                (tr!(
                    "Columns are called {a}, {b}, {c} from the left, and rows are counted from the bottom, from 1. A move is the \
                     square it marks: {square}.",
                    a = code("a"), b = code("b"), c = code("c"), square = code("b2"),
                ))
            }
        },
        figures: Vec::new(),
    }
}

fn paper(options: &[(&str, &str)], plies: &[&str]) -> Option<Still> {
    Still::opening(Game::TicTacToe, options, 2)?.after(plies)
}
