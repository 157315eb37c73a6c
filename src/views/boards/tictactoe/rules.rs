//! The rules of Tic-Tac-Toe.

use maud::html;

use super::examples;
use crate::games::Game;
use crate::games::tictactoe::TicTacToe;
use crate::texts::tr;
use crate::tr;
use crate::views::boards::still_board::StillBoard;
use crate::views::rules::examples::{GoalPicture, RulesExample};
use crate::views::rules::{RulesFigure, RulesPage, RulesSection, code};

impl RulesPage for TicTacToe {
    const EXAMPLES: &'static [&'static RulesExample] = examples::ALL;
    const GOAL: [GoalPicture; 3] = examples::GOAL;

    fn sections() -> Vec<RulesSection> {
        vec![turn(), end(), larger(), notation()]
    }
}

fn turn() -> RulesSection {
    RulesSection {
        title: tr("A turn"),
        text: html! {
            p { (tr("Two players and a square board. One plays crosses and goes first, the other plays noughts.")) }
            p { (tr("On your turn you put your mark in an empty square. It stays there.")) }
        },
        figures: vec![RulesFigure::board(
            paper(&[], &["b2", "a1", "c1"]),
            tr("Three marks on the board; it’s the noughts’ turn."),
        )],
    }
}

fn end() -> RulesSection {
    RulesSection::of(
        tr("The end"),
        &[
            tr(
                "The first player with three of their own marks in a line wins: in a row, in a column or on a diagonal. A longer line counts too.",
            ),
            tr("If the board is full and nobody has a line, it’s a draw."),
        ],
        &[&examples::LINE, &examples::DRAW],
    )
}

fn larger() -> RulesSection {
    RulesSection::of(
        tr("Larger boards"),
        &[
            tr(
                "The board can have up to fifteen squares a side, and a line up to six marks. Fifteen by fifteen with five in a line is gomoku, a game people spend their lives on.",
            ),
            tr(
                "A line can be shorter than the board is wide, never longer. More marks in a line than needed count too.",
            ),
        ],
        &[&examples::BOARD, &examples::LONGER],
    )
}

fn notation() -> RulesSection {
    RulesSection {
        title: tr("How moves are written"),
        text: html! {
            p {
                (tr!(
                    "Columns are called {a}, {b}, {c} from the left, and rows are numbered from the bottom, starting at 1. A move is written as the square it marks: {square}.",
                    a = code("a"), b = code("b"), c = code("c"), square = code("b2"),
                ))
            }
        },
        figures: Vec::new(),
    }
}

fn paper(options: &[(&str, &str)], plies: &[&str]) -> Option<StillBoard> {
    StillBoard::opening(Game::TicTacToe, options, 2)?.after(plies)
}
