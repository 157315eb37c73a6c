//! The rules of Sternhalma.

use maud::html;

use super::examples;
use crate::games::Game;
use crate::games::sternhalma::Sternhalma;
use crate::texts::tr;
use crate::tr;
use crate::views::boards::StillBoard;
use crate::views::rules::examples::RulesExample;
use crate::views::rules::{RulesFigure, RulesPage, RulesSection, code};

impl RulesPage for Sternhalma {
    const EXAMPLES: &'static [&'static RulesExample] = examples::ALL;

    fn sections() -> Vec<RulesSection> {
        vec![table(), step(), hops(), resting(), finish(), ends(), notation()]
    }
}

fn table() -> RulesSection {
    RulesSection {
        title: tr("The board"),
        text: html! {
            p {
                (tr("A star with 121 holes. Each player fills the point nearest to them with ten marbles: that is their home. \
                The point straight across is their target."))
            }
            dl.values {
                dt { (tr("Two")) } dd { (tr("sit across from each other.")) }
                dt { (tr("Three")) } dd { (tr("take every second point, so that nobody sits across and every target is free.")) }
                dt { (tr("Four")) } dd { (tr("sit in two pairs across from each other.")) }
                dt { (tr("Five")) } dd { (tr("leave the point in the southeast free.")) }
                dt { (tr("Six")) } dd { (tr("fill the star.")) }
            }
            p { (tr("Turns go round clockwise. Your own home always lies nearest to you on your screen.")) }
        },
        figures: vec![RulesFigure::board(opening(6), tr("Six at the table, before the first move."))],
    }
}

fn step() -> RulesSection {
    RulesSection {
        title: tr("A step"),
        text: html! {
            p { (tr("In your turn you move one of your marbles. It may step to any of the six holes beside it that is empty.")) }
        },
        figures: vec![RulesFigure::Example(&examples::STEP)],
    }
}

fn hops() -> RulesSection {
    RulesSection {
        title: tr("A chain of hops"),
        text: html! {
            p {
                (tr("Or it hops: over one marble right beside it, no matter whose, into the empty hole straight behind. From \
                there it may hop on, in the same turn, as often as there is another marble to hop over, and it may turn \
                at every hole. The hole it came from counts as empty on the way. You may stop wherever a marble may rest."))
            }
            p { (tr("Nothing is ever captured. A marble that is hopped over stays where it is.")) }
            p {
                (tr("Which way a marble took makes no difference; only where it began and where it ended. If there is more \
                than one way, the shortest is shown. If you can move nothing at all, and only then, you pass."))
            }
        },
        figures: vec![RulesFigure::Example(&examples::HOP), RulesFigure::Example(&examples::CHAIN)],
    }
}

fn resting() -> RulesSection {
    RulesSection {
        title: tr("Where a marble may rest"),
        text: html! {
            p {
                (tr("A chain may lead through any point of the star, but a turn ends only in the middle, in your home or in \
                your target: the other points are somebody else's to go through."))
            }
            p {
                (tr("A marble that has reached its target stays there. It may still move from hole to hole within it, also by \
                a chain that leaves the target and comes back."))
            }
            p { (tr("Both can be chosen otherwise when a table is opened.")) }
        },
        figures: vec![RulesFigure::Example(&examples::LOCKED)],
    }
}

fn finish() -> RulesSection {
    RulesSection {
        title: tr("The end"),
        text: html! {
            p {
                (tr("You have won when, after your own turn, every hole of your target is filled and at least seven of the \
                marbles in it are yours. So nobody can lock you out by leaving a marble or two behind. A pass is a turn as well."))
            }
            p {
                (tr("The others are placed by how far their marbles still have to go: each one outside the target counts its \
                steps, on an empty board, to the farthest hole of the target that holds none of their own. Fewer is better; \
                who has the same shares the place."))
            }
        },
        figures: vec![RulesFigure::Example(&examples::FINISH)],
    }
}

fn ends() -> RulesSection {
    RulesSection {
        title: tr("When nobody comes home"),
        text: html! {
            p {
                (tr("A match also ends when the same board, with the same player to move, has come about for the third time, \
                or when everybody who is still playing has had 200 turns. Players who have finished keep their places; all others \
                are placed by how far they still have to go. If a move both finishes and repeats the board, the finish counts."))
            }
        },
        figures: Vec::new(),
    }
}

fn notation() -> RulesSection {
    RulesSection {
        title: tr("How moves are written"),
        text: html! {
            p {
                (tr!(
                    "Rows are called {first} at the southern tip to {last} at the northern one, and the holes of a row are \
                     counted from the west, from 1. A move is the hole it begins at and the hole it ends at: {step}. To pass is \
                     written {pass}.",
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
