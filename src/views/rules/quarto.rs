//! The rules of Quarto.

use maud::html;

use super::examples::quarto as examples;
use super::{Figure, Section};
use crate::games::Game;
use crate::views::boards::Still;

pub(super) fn sections() -> Vec<Section> {
    vec![pieces(), turn(), end(), shared(), blocks(), draw(), notation()]
}

fn pieces() -> Section {
    Section {
        title: "The pieces",
        text: html! {
            p {
                "Sixteen pieces, each different. A piece is round or square, tall or short, hollow or solid, and light or "
                "dark, and there is one of every kind. The dark ones are of walnut and have a pale line let in around the "
                "foot; the light ones are of plain maple."
            }
            p { "No piece is yours or theirs. Both of you play with all of them, on a board of four by four." }
        },
        figures: vec![Figure::board(
            Still::opening(Game::Quarto, &[], 2),
            "All sixteen, before the first is given.",
        )],
    }
}

fn turn() -> Section {
    Section {
        title: "A turn",
        text: html! {
            p { "You place a piece, but you do not choose which: the other has chosen it for you." }
            p {
                "Whoever begins only chooses: they give one of the sixteen to the other. From then on a turn has two parts. "
                "You put the piece you were given on any empty square; then you choose one of those that are left and give "
                "it to the other. What stands on the board stays there."
            }
        },
        figures: vec![Figure::Example(&examples::TURN)],
    }
}

fn end() -> Section {
    Section {
        title: "The end",
        text: html! {
            p {
                "Whoever places the fourth piece of a line has won if all four are alike in at least one way: all round or "
                "all square, all tall or all short, all hollow or all solid, all dark or all light. It makes no difference "
                "who placed the other three."
            }
            p {
                "Rows, columns and the two long diagonals are lines. Nobody has to notice or to call it: the board lights "
                "the line and says what its pieces share."
            }
        },
        figures: vec![Figure::Example(&examples::LINE)],
    }
}

fn shared() -> Section {
    Section {
        title: "Alike, and not alike",
        text: html! {
            p {
                "One way is enough, and it may be a thing the pieces are not: four short ones win as well as four tall ones. "
                "A line may be alike in two ways at once, and one piece may complete several lines; all of them are lit."
            }
            p { "Four in a line that share nothing are just four in a line. The match goes on." }
        },
        figures: vec![Figure::Example(&examples::ALIKE), Figure::Example(&examples::NOTHING)],
    }
}

fn blocks() -> Section {
    Section {
        title: "Blocks of four",
        text: html! {
            p {
                "If the table was opened with blocks, four alike pieces that fill two by two squares win too. There are nine "
                "such blocks on the board, and hardly a match is drawn any more."
            }
        },
        figures: vec![Figure::Example(&examples::BLOCK)],
    }
}

fn draw() -> Section {
    Section {
        title: "A draw",
        text: html! {
            p { "When all sixteen pieces stand on the board and no line is alike in any way, it is a draw." }
        },
        figures: vec![Figure::Example(&examples::DRAW)],
    }
}

fn notation() -> Section {
    Section {
        title: "How moves are written",
        text: html! {
            p {
                "Columns are called " code { "a" } " to " code { "d" } " from the left, and rows are counted from the front, "
                "from 1. To place is written as the square: " code { "b3" } "."
            }
            p {
                "To give is written as the piece: a digit from " code { "0" } " to " code { "9" } " or a letter from "
                code { "a" } " to " code { "f" } ". It is a sum: 8 if the piece is round, 4 if it is tall, 2 if it is hollow, "
                "1 if it is dark; ten to fifteen are written " code { "a" } " to " code { "f" } ". So " code { "d" }
                " is round, tall, solid and dark."
            }
        },
        figures: Vec::new(),
    }
}
