//! The rules of Kalah.

use maud::html;

use super::examples;
use crate::games::Game;
use crate::games::kalah::Kalah;
use crate::texts::tr;
use crate::tr;
use crate::views::boards::still_board::StillBoard;
use crate::views::rules::examples::{GoalPicture, RulesExample};
use crate::views::rules::{RulesFigure, RulesPage, RulesSection, code};

impl RulesPage for Kalah {
    const EXAMPLES: &'static [&'static RulesExample] = examples::ALL;
    const GOAL: [GoalPicture; 3] = examples::GOAL;

    fn sections() -> Vec<RulesSection> {
        vec![the_board(), sowing(), again(), capture(), end(), lone(), house(), swap(), notation()]
    }
}

fn the_board() -> RulesSection {
    RulesSection {
        title: tr("The board"),
        text: html! {
            p {
                (tr("Two rows of six houses with four seeds in each, and a store at either end. The row nearer to you is yours, and so is the store on your right. The player with more seeds in their store at the end wins."))
            }
            p { (tr("On your screen your row is always at the bottom. The number on the rim shows how many seeds are in a house or a store.")) }
        },
        figures: vec![RulesFigure::board(after(&[], &[]), tr("Before the first move."))],
    }
}

fn sowing() -> RulesSection {
    RulesSection {
        title: tr("Sowing"),
        text: html! {
            p {
                (tr("On your turn you take all the seeds out of one of your houses and drop them one by one: into the next houses to the right, into your store, and on into your opponent’s houses. You skip your opponent’s store. If there are seeds left, you go on along your own row."))
            }
            p { (tr("If there are enough seeds to go all the way round, the house you started from gets one too.")) }
        },
        figures: vec![RulesFigure::board(
            after(&[], &["5"]),
            tr("Four seeds from the fifth house: the last two land on the other side."),
        )],
    }
}

fn again() -> RulesSection {
    RulesSection::of(
        tr("Moving again"),
        &[tr("If the last seed falls into your own store, you move again, as often as it happens.")],
        &[&examples::AGAIN],
    )
}

fn capture() -> RulesSection {
    RulesSection::of(
        tr("Capturing"),
        &[
            tr(
                "If the last seed falls into one of your own houses that was empty, and there are seeds in the house opposite, you capture: the last seed and all the seeds opposite go to your store.",
            ),
            tr("The house you sowed from counts as empty. After a capture it’s your opponent’s turn."),
        ],
        &[&examples::CAPTURE, &examples::LAP],
    )
}

fn end() -> RulesSection {
    RulesSection::of(
        tr("The end"),
        &[tr(
            "The match ends as soon as all the houses of one side are empty after a move, even if the last seed fell into the store. Seeds left in the other side’s houses go to that player’s store. The player with more seeds wins; if both have the same, it’s a draw.",
        )],
        &[&examples::SWEEP],
    )
}

fn lone() -> RulesSection {
    RulesSection::of(
        tr("Nothing opposite"),
        &[tr(
            "Usually the last seed stays where it is when it lands in one of your empty houses and the house opposite is empty too. With an option it goes to your store anyway.",
        )],
        &[&examples::LONE],
    )
}

fn house() -> RulesSection {
    RulesSection::of(
        tr("Captures that stay on the board"),
        &[tr(
            "There is an option for another way of capturing: the seeds of the house opposite join the last seed in its house, and nothing goes to the store. They can be captured back.",
        )],
        &[&examples::HOUSE],
    )
}

fn swap() -> RulesSection {
    RulesSection::of(
        tr("Swapping sides"),
        &[tr(
            "Moving first is an advantage. To even it out, a match can allow swapping: instead of making their first move, the second player may swap sides. Each takes over the other’s houses and store, and the first player moves.",
        )],
        &[&examples::SWAP],
    )
}

fn notation() -> RulesSection {
    RulesSection {
        title: tr("How moves are written"),
        text: html! {
            p {
                (tr!(
                    "A move is written as the number of the house it empties, counted from the mover’s left: {house}. Swapping sides is written {swap}.",
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
