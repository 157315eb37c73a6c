//! The rules of Kalah.

use maud::html;

use super::examples;
use crate::games::Game;
use crate::games::kalah::Kalah;
use crate::texts::tr;
use crate::tr;
use crate::views::boards::StillBoard;
use crate::views::rules::examples::RulesExample;
use crate::views::rules::{RulesFigure, RulesPage, RulesSection, code};

impl RulesPage for Kalah {
    const EXAMPLES: &'static [&'static RulesExample] = examples::ALL;

    fn sections() -> Vec<RulesSection> {
        vec![table(), sowing(), again(), capture(), end(), lone(), house(), swap(), notation()]
    }
}

fn table() -> RulesSection {
    RulesSection {
        title: tr("The board"),
        text: html! {
            p {
                (tr("Two rows of six houses with four seeds in each, and a store at either end. The row nearer to you is yours, \
                and so is the store on your right. Whoever has more seeds in their store at the end has won."))
            }
            p { (tr("On your screen you always sit below. The number on the rim says how many seeds lie in a house or a store.")) }
        },
        figures: vec![RulesFigure::board(after(&[], &[]), tr("Before the first move."))],
    }
}

fn sowing() -> RulesSection {
    RulesSection {
        title: tr("Sowing"),
        text: html! {
            p {
                (tr("In your turn you take all the seeds out of one of your houses and let them fall one by one: into the next \
                houses to the right, into your store, and on through your opponent's houses. Your opponent's store is left \
                out. If there are seeds left then, you go on with your own row."))
            }
            p { (tr("With enough seeds to go all the way round, the house you began with gets one as well.")) }
        },
        figures: vec![RulesFigure::board(
            after(&[], &["5"]),
            tr("Four seeds from the fifth house: the last two fall on the other side."),
        )],
    }
}

fn again() -> RulesSection {
    RulesSection {
        title: tr("Moving again"),
        text: html! {
            p { (tr("If the last seed falls into your own store, you move again. You can do so as often as it happens.")) }
        },
        figures: vec![RulesFigure::Example(&examples::AGAIN)],
    }
}

fn capture() -> RulesSection {
    RulesSection {
        title: tr("Capturing"),
        text: html! {
            p {
                (tr("If the last seed falls into one of your own houses that was empty, and there are seeds in the house \
                opposite, you take both: the last seed and all those opposite go to your store."))
            }
            p { (tr("The house you sowed from counts as empty. After a capture the turn passes.")) }
        },
        figures: vec![RulesFigure::Example(&examples::CAPTURE), RulesFigure::Example(&examples::LAP)],
    }
}

fn end() -> RulesSection {
    RulesSection {
        title: tr("The end"),
        text: html! {
            p {
                (tr("As soon as all the houses of one side are empty after a move, the match is over, even if the last seed fell \
                into the store. What is left in the houses of the other side goes to the store of whoever it belongs to. \
                More seeds in store wins; with as many it is a draw."))
            }
        },
        figures: vec![RulesFigure::Example(&examples::SWEEP)],
    }
}

fn lone() -> RulesSection {
    RulesSection {
        title: tr("Nothing opposite"),
        text: html! {
            p {
                (tr("Usually a last seed that falls into an empty house of your own stays there when there is nothing opposite. A \
                table can be opened where it goes to your store all the same."))
            }
        },
        figures: vec![RulesFigure::Example(&examples::LONE)],
    }
}

fn house() -> RulesSection {
    RulesSection {
        title: tr("Captures that stay on the board"),
        text: html! {
            p {
                (tr("A table can be opened with another way of capturing: the seeds of the house opposite join the last seed in \
                its house, and nothing goes to the store. They can be captured back."))
            }
        },
        figures: vec![RulesFigure::Example(&examples::HOUSE)],
    }
}

fn swap() -> RulesSection {
    RulesSection {
        title: tr("Swapping sides"),
        text: html! {
            p {
                (tr("Whoever begins has the better prospects. Where that matters, a table can be opened with swapping: when the \
                second player is to move for the first time, they may swap the sides instead. Each gets the other's \
                houses and store, and the first player is to move."))
            }
        },
        figures: vec![RulesFigure::Example(&examples::SWAP)],
    }
}

fn notation() -> RulesSection {
    RulesSection {
        title: tr("How moves are written"),
        text: html! {
            p {
                (tr!(
                    "A move is the number of the house it empties, counted from the left of whoever moves: {house}. The swap of \
                     sides is {swap}.",
                    house = code("3"), swap = code("swap"),
                ))
            }
        },
        figures: Vec::new(),
    }
}

fn after(options: &[(&str, &str)], plies: &[&str]) -> Option<StillBoard> {
    StillBoard::opening(Game::Kalah, options, 2)?.after(plies)
}
