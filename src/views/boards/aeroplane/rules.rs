//! The rules of Aeroplane Chess.

use maud::html;

use super::examples;
use crate::games::Game;
use crate::games::aeroplane::Aeroplane;
use crate::texts::tr;
use crate::tr;
use crate::views::boards::still_board::StillBoard;
use crate::views::rules::examples::{GoalPicture, RulesExample};
use crate::views::rules::{RulesFigure, RulesPage, RulesSection, code};

impl RulesPage for Aeroplane {
    const EXAMPLES: &'static [&'static RulesExample] = examples::ALL;
    const GOAL: [GoalPicture; 3] = examples::GOAL;

    fn sections() -> Vec<RulesSection> {
        vec![
            the_board(),
            turn(),
            sixes(),
            third_six(),
            jump(),
            shortcut_section(),
            sent_back(),
            home(),
            end(),
            variants(),
            dice(),
            notation(),
        ]
    }
}

fn the_board() -> RulesSection {
    RulesSection {
        title: tr("The board"),
        text: html! {
            p {
                (tr("Four colours, each with a hangar for four planes, a pad to take off from, and a column that leads home to the middle. All planes fly the same ring of 52 cells, clockwise, from their own pad to the cell where their column turns off."))
            }
            dl.values {
                dt { (tr("Two")) } dd { (tr("take yellow and red, which are opposite each other.")) }
                dt { (tr("Three")) } dd { (tr("take yellow, blue and red.")) }
                dt { (tr("Four")) } dd { (tr("take all colours.")) }
            }
            p { (tr("Cells are coloured in turn, and each colour has its sign: sun, waves, star and leaf. Your own hangar always lies nearest to you.")) }
        },
        figures: vec![RulesFigure::board(
            board_from_text(&[], 4, "H,H,H,H/H,H,H,H/H,H,H,H/H,H,H,H c0 - -"),
            tr("Four players, before the first roll."),
        )],
    }
}

fn turn() -> RulesSection {
    RulesSection {
        title: tr("A turn"),
        text: html! {
            p {
                (tr("Roll the die, then move one of your planes as many cells as it shows. A plane leaves the hangar for its pad only with a six. If none of your planes can move, your turn ends."))
            }
            p { (tr("The rings on the board show where each plane that can move would end up.")) }
        },
        figures: vec![RulesFigure::board(
            board_from_text(&[], 2, "4,0,H,H/9,H,H,H m0 6 -"),
            tr("A six: yellow may take off, or fly on with either plane."),
        )],
    }
}

fn sixes() -> RulesSection {
    RulesSection {
        title: tr("Sixes"),
        text: html! {
            p {
                (tr("After a six that you have used, for any plane, you roll again in the same turn, unless it brought your last \
                plane home. No other roll earns another."))
            }
            p {
                (tr("As long as all four of your planes are in the hangar, the die helps: it shows a six three times out of eight. This can be switched off."))
            }
        },
        figures: vec![RulesFigure::Example(&examples::TAKE_OFF)],
    }
}

fn third_six() -> RulesSection {
    RulesSection::of(
        tr("The third six"),
        &[tr(
            "The third six in one turn is one too many: nothing moves, the planes you moved with the first two go back to the hangar, and your turn ends. Planes that are home stay there.",
        )],
        &[&examples::THREE_SIXES],
    )
}

fn jump() -> RulesSection {
    RulesSection::of(
        tr("Jumps"),
        &[tr(
            "A plane that ends its move on a cell of its own colour jumps on to the next one, four cells further. Only once: a jump is never followed by another. There is no jump on the cell where the column turns off.",
        )],
        &[&examples::JUMP],
    )
}

fn shortcut_section() -> RulesSection {
    RulesSection::of(
        tr("The shortcut"),
        &[
            tr(
                "Each colour has one cell with a plane painted on it. A plane that ends there, by a roll or by a jump, flies straight across to the other end of the dashed line, twelve cells on. There is no further jump after the flight.",
            ),
            tr(
                "There are options for this: a flight sends back the planes it crosses in the column of the colour opposite, or is followed by a jump.",
            ),
        ],
        &[&examples::SHORTCUT, &examples::FLYOVER],
    )
}

fn sent_back() -> RulesSection {
    RulesSection::of(
        tr("Sending back"),
        &[
            tr(
                "Where your plane finally stops on the ring, all other players’ planes on that cell go back to their hangars. Planes it only passes, or jumps away from, stay where they are. Planes of one colour may share a cell.",
            ),
            tr("Hangars, pads and columns are safe."),
        ],
        &[&examples::SENT_BACK],
    )
}

fn home() -> RulesSection {
    RulesSection::of(
        tr("Coming home"),
        &[tr(
            "After one lap a plane turns into its column. Any roll at least as large as the distance left brings it home. Options can ask for the exact number, or count back what is too much; a plane may then even bounce back to the cell it came from, and that is its move.",
        )],
        &[&examples::LANDING, &examples::BOUNCE],
    )
}

fn end() -> RulesSection {
    RulesSection::of(
        tr("The end"),
        &[tr(
            "The first player with all four planes home wins. The others are ranked by how far their planes have come, added up: nothing in the hangar, one on the pad, one more for every cell. Ties share a place.",
        )],
        &[&examples::END],
    )
}

fn variants() -> RulesSection {
    RulesSection::of(
        tr("Stacks"),
        &[tr(
            "With this option your planes on one cell of the ring form a stack: they move, jump, fly and are sent back as one, under the lowest number among them. On pads and in columns each plane stands alone.",
        )],
        &[&examples::STACKS],
    )
}

fn dice() -> RulesSection {
    RulesSection {
        title: tr("Dice you can verify"),
        text: html! {
            p {
                (tr("Before the first roll of a match the site draws a secret of 32 bytes and shows a commitment to it, its SHA-256. \
                Every roll follows from that secret and from all moves before it, so nobody can choose a roll, not even the site. \
                When the match is over, the secret is shown and anyone can verify every roll."))
            }
            p {
                (tr!(
                    "Roll n is read from {hmac}, where entropy is the SHA-256, in hex, of all moves and rolls before it as they \
                     are written, joined by spaces. The first byte below 252 gives the roll: its remainder by six, plus one. If \
                     there is none, {again} is appended. While the die helps, the first byte counts: its remainder by eight picks \
                     from {faces}.",
                    again = code(":2"),
                    hmac = html! { code { "HMAC-SHA256(secret, \"match-id:n:entropy\")" } }, faces = code("1 2 3 4 5 6 6 6"),
                ))
            }
            p {
                (tr!(
                    "The rolls of a match and their check are linked on its page, under {about}. {command} verifies a downloaded record.",
                    about = tr("About this match"), command = code("parlour record FILE"),
                ))
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
                    "A roll is written {one} to {six}, a move as the number of the plane, {first} to {fourth}. The number is painted on its wing.",
                    one = code("d1"), six = code("d6"), first = code("1"), fourth = code("4"),
                ))
            }
        },
        figures: Vec::new(),
    }
}

fn board_from_text(options: &[(&str, &str)], seats: u8, text: &str) -> Option<StillBoard> {
    StillBoard::from_text(Game::Aeroplane, options, seats, text)
}
