//! The rules of Quarto.

use maud::html;

use super::examples;
use crate::games::Game;
use crate::games::quarto::Quarto;
use crate::texts::tr;
use crate::tr;
use crate::views::boards::StillBoard;
use crate::views::rules::examples::RulesExample;
use crate::views::rules::{RulesFigure, RulesPage, RulesSection, code};

impl RulesPage for Quarto {
    const EXAMPLES: &'static [&'static RulesExample] = examples::ALL;

    fn sections() -> Vec<RulesSection> {
        vec![pieces(), turn(), end(), shared(), blocks(), draw(), notation()]
    }
}

fn pieces() -> RulesSection {
    RulesSection {
        title: tr("The pieces"),
        text: html! {
            p {
                (tr("Sixteen pieces, each different. A piece is round or square, tall or short, hollow or solid, and light or \
                dark, and there is one of every kind. The dark ones are of walnut and have a pale line let in around the \
                foot; the light ones are of plain maple."))
            }
            p { (tr("No piece is yours or theirs. Both of you play with all of them, on a board of four by four.")) }
        },
        figures: vec![RulesFigure::board(
            StillBoard::opening(Game::Quarto, &[], 2),
            tr("All sixteen, before the first is given."),
        )],
    }
}

fn turn() -> RulesSection {
    RulesSection {
        title: tr("A turn"),
        text: html! {
            p { (tr("You place a piece, but you do not choose which: the other has chosen it for you.")) }
            p {
                (tr("Whoever begins only chooses: they give one of the sixteen to the other. From then on a turn has two parts. \
                You put the piece you were given on any empty square; then you choose one of those that are left and give \
                it to the other. What stands on the board stays there."))
            }
        },
        figures: vec![RulesFigure::Example(&examples::TURN)],
    }
}

fn end() -> RulesSection {
    RulesSection {
        title: tr("The end"),
        text: html! {
            p {
                (tr("Whoever places the fourth piece of a line has won if all four are alike in at least one way: all round or \
                all square, all tall or all short, all hollow or all solid, all dark or all light. It makes no difference \
                who placed the other three."))
            }
            p {
                (tr("Rows, columns and the two long diagonals are lines. Nobody has to notice or to call it: the board lights \
                the line and says what its pieces share."))
            }
        },
        figures: vec![RulesFigure::Example(&examples::LINE)],
    }
}

fn shared() -> RulesSection {
    RulesSection {
        title: tr("Alike, and not alike"),
        text: html! {
            p {
                (tr("One way is enough, and it may be a thing the pieces are not: four short ones win as well as four tall ones. \
                A line may be alike in two ways at once, and one piece may complete several lines; all of them are lit."))
            }
            p { (tr("Four in a line that share nothing are just four in a line. The match goes on.")) }
        },
        figures: vec![RulesFigure::Example(&examples::ALIKE), RulesFigure::Example(&examples::NOTHING)],
    }
}

fn blocks() -> RulesSection {
    RulesSection {
        title: tr("Blocks of four"),
        text: html! {
            p {
                (tr("If the table was opened with blocks, four alike pieces that fill two by two squares win too. There are nine \
                such blocks on the board, and hardly a match is drawn any more."))
            }
        },
        figures: vec![RulesFigure::Example(&examples::BLOCK)],
    }
}

fn draw() -> RulesSection {
    RulesSection {
        title: tr("A draw"),
        text: html! {
            p { (tr("When all sixteen pieces stand on the board and no line is alike in any way, it is a draw.")) }
        },
        figures: vec![RulesFigure::Example(&examples::DRAW)],
    }
}

fn notation() -> RulesSection {
    RulesSection {
        title: tr("How moves are written"),
        text: html! {
            p {
                (tr!(
                    "Columns are called {first} to {last} from the left, and rows are counted from the front, from 1. To place \
                     is written as the square: {square}.",
                    first = code("a"), last = code("d"), square = code("b3"),
                ))
            }
            p {
                (tr!(
                    "To give is written as the piece: a digit from {zero} to {nine} or a letter from {a} to {f}. It is a sum: 8 \
                     if the piece is round, 4 if it is tall, 2 if it is hollow, 1 if it is dark; ten to fifteen are written {a} \
                     to {f}. So {d} is round, tall, solid and dark.",
                    zero = code("0"), nine = code("9"), a = code("a"), d = code("d"), f = code("f"),
                ))
            }
        },
        figures: Vec::new(),
    }
}
