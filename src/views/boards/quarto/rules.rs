//! The rules of Quarto.

use maud::html;

use super::examples;
use crate::games::Game;
use crate::games::quarto::Quarto;
use crate::texts::tr;
use crate::tr;
use crate::views::boards::still_board::StillBoard;
use crate::views::rules::examples::{GoalPicture, RulesExample};
use crate::views::rules::{RulesFigure, RulesPage, RulesSection, code};

impl RulesPage for Quarto {
    const EXAMPLES: &'static [&'static RulesExample] = examples::ALL;
    const GOAL: [GoalPicture; 3] = examples::GOAL;

    fn sections() -> Vec<RulesSection> {
        vec![pieces(), turn(), end(), shared(), blocks(), draw(), notation()]
    }
}

fn pieces() -> RulesSection {
    RulesSection {
        title: tr("The pieces"),
        text: html! {
            p {
                (tr("Sixteen pieces, each different. A piece is round or square, tall or short, hollow or solid, and light or dark, and there is one of every kind. The dark ones are walnut with a pale line inlaid around the foot; the light ones are plain maple."))
            }
            p { (tr("No piece belongs to either player. You both play with all of them, on a board of four by four squares.")) }
        },
        figures: vec![RulesFigure::board(
            StillBoard::opening(Game::Quarto, &[], 2),
            tr("All sixteen pieces, before the first is given."),
        )],
    }
}

fn turn() -> RulesSection {
    RulesSection::of(
        tr("A turn"),
        &[
            tr("You place a piece, but you don’t choose which: your opponent chooses it for you."),
            tr(
                "The first player only chooses: they give one of the sixteen to the other. From then on a turn has two parts. You put the piece you were given on any empty square; then you choose one of those that are left and give it to your opponent. Pieces on the board stay where they are.",
            ),
        ],
        &[&examples::TURN],
    )
}

fn end() -> RulesSection {
    RulesSection::of(
        tr("The end"),
        &[
            tr(
                "You win by placing the fourth piece of a line if all four are alike in at least one way: all round or all square, all tall or all short, all hollow or all solid, all dark or all light. It doesn’t matter who placed the other three.",
            ),
            tr(
                "Rows, columns and the two long diagonals are lines. You don’t have to notice or call it: the board lights up the line and says what its pieces share.",
            ),
        ],
        &[&examples::LINE],
    )
}

fn shared() -> RulesSection {
    RulesSection::of(
        tr("Alike, and not alike"),
        &[
            tr(
                "One way is enough, and it may be something the pieces lack: four short ones win just like four tall ones. A line may be alike in two ways at once, and one piece may complete several lines; all of them light up.",
            ),
            tr("Four in a line that share nothing don’t win. The match goes on."),
        ],
        &[&examples::ALIKE, &examples::NOTHING],
    )
}

fn blocks() -> RulesSection {
    RulesSection::of(
        tr("Blocks of four"),
        &[tr(
            "With this option, four pieces that share a property also win in a block of two by two squares. There are nine such blocks on the board, and draws become rare.",
        )],
        &[&examples::BLOCK],
    )
}

fn draw() -> RulesSection {
    RulesSection::of(
        tr("A draw"),
        &[tr("If all sixteen pieces are on the board and no line is alike in any way, it’s a draw.")],
        &[&examples::DRAW],
    )
}

fn notation() -> RulesSection {
    RulesSection {
        title: tr("How moves are written"),
        text: html! {
            p {
                (tr!(
                    "Columns are called {first} to {last} from the left, and rows are numbered from the front, starting at 1. Placing is written as the square: {square}.",
                    first = code("a"), last = code("d"), square = code("b3"),
                ))
            }
            p {
                (tr!(
                    "Giving is written as the piece: a digit from {zero} to {nine} or a letter from {a} to {f}. It is a sum: 8 if the piece is round, 4 if it is tall, 2 if it is hollow, 1 if it is dark; ten to fifteen are written {a} to {f}. So {d} is round, tall, solid and dark.",
                    zero = code("0"), nine = code("9"), a = code("a"), d = code("d"), f = code("f"),
                ))
            }
        },
        figures: Vec::new(),
    }
}
