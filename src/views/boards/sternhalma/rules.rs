//! The rules of Sternhalma.

use maud::html;

use super::examples;
use crate::games::Game;
use crate::games::sternhalma::Sternhalma;
use crate::texts::tr;
use crate::tr;
use crate::views::boards::still_board::StillBoard;
use crate::views::rules::examples::{GoalPicture, RulesExample};
use crate::views::rules::{RulesFigure, RulesPage, RulesSection, code};

impl RulesPage for Sternhalma {
    const EXAMPLES: &'static [&'static RulesExample] = examples::ALL;
    const GOAL: [GoalPicture; 3] = examples::GOAL;

    fn sections() -> Vec<RulesSection> {
        vec![the_board(), step(), hops(), resting(), finish(), ends(), notation()]
    }
}

fn the_board() -> RulesSection {
    RulesSection {
        title: tr("The board"),
        text: html! {
            p {
                (tr("A star with 121 holes. Each player fills the point nearest to them with ten marbles: that is their home. \
                The point straight across is their target."))
            }
            dl.values {
                dt { (tr("Two")) } dd { (tr("sit across from each other.")) }
                dt { (tr("Three")) } dd { (tr("take every second point, so every target is free.")) }
                dt { (tr("Four")) } dd { (tr("sit in two pairs across from each other.")) }
                dt { (tr("Five")) } dd { (tr("leave the point in the southeast free.")) }
                dt { (tr("Six")) } dd { (tr("fill the star.")) }
            }
            p { (tr("Turns go round clockwise. Your own home always lies nearest to you on your screen.")) }
        },
        figures: vec![RulesFigure::board(opening(6), tr("Six players, before the first move."))],
    }
}

fn step() -> RulesSection {
    RulesSection::of(
        tr("A step"),
        &[tr("On your turn you move one of your marbles. It may step to any empty neighbouring hole.")],
        &[&examples::STEP],
    )
}

fn hops() -> RulesSection {
    RulesSection::of(
        tr("A chain of hops"),
        &[
            tr(
                "Or it hops: over one marble right beside it, no matter whose, into the empty hole straight behind. From there it may hop on in the same turn, as long as there is another marble to hop over, and it may change direction at every hole. The hole it came from counts as empty. You may stop wherever a marble may rest.",
            ),
            tr("Nothing is ever captured. A marble that is hopped over stays where it is."),
            tr(
                "It doesn’t matter which way a marble went, only where it started and where it ended. If there is more than one way, the shortest is shown. You pass only if none of your marbles can move.",
            ),
        ],
        &[&examples::HOP, &examples::CHAIN],
    )
}

fn resting() -> RulesSection {
    RulesSection::of(
        tr("Where a marble may rest"),
        &[
            tr(
                "A chain may lead through any point of the star, but a move may end only in the middle, in your home or in your target. You can hop through the other points, but not stop there.",
            ),
            tr(
                "A marble that has reached its target stays there. It may still move from hole to hole within it, even by a chain that leaves the target and comes back.",
            ),
            tr("Both can be changed when you create a match."),
        ],
        &[&examples::LOCKED],
    )
}

fn finish() -> RulesSection {
    RulesSection::of(
        tr("The end"),
        &[
            tr(
                "You win when, after your own turn, every hole of your target is filled and at least seven of the marbles in it are yours. So nobody can block you by leaving a marble or two behind. A pass is a turn too.",
            ),
            tr(
                "The others are ranked by how far their marbles still have to go: each marble outside the target counts its steps, on an empty board, to the farthest hole of the target that holds none of their own. Fewer is better; ties share a place.",
            ),
        ],
        &[&examples::FINISH],
    )
}

fn ends() -> RulesSection {
    RulesSection::of(
        tr("If nobody gets home"),
        &[tr(
            "A match also ends when the same position, with the same player to move, occurs for the third time, or when everyone still playing has had 200 turns. Players who have finished keep their places; all others are ranked by how far they still have to go. If a move both finishes and repeats the position, the finish counts.",
        )],
        &[],
    )
}

fn notation() -> RulesSection {
    RulesSection {
        title: tr("How moves are written"),
        text: html! {
            p {
                (tr!(
                    "Rows run from {first} at the southern tip to {last} at the northern one, and the holes in a row are numbered from the west, starting at 1. A move is written as the hole it starts from and the hole it ends in: {step}. A pass is written {pass}.",
                    first = code("a"), last = code("q"), step = code("d2-f3"), pass = code("pass"),
                ))
            }
        },
        figures: Vec::new(),
    }
}

fn opening(seats: u8) -> Option<StillBoard> {
    StillBoard::opening(Game::Sternhalma, &[], seats)
}
