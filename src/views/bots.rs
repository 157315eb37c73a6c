//! Bots in words: their levels, and the header of their profiles.

use maud::{Markup, html};

use crate::bots::BotLevel;
use crate::lists::{BotAccount, BotScore};
use crate::texts::tr;
use crate::urls;
use crate::users::bot_title;
use crate::views::parts::words::level_name;
use crate::views::parts::{ButtonKind, LinkButton};
use crate::{tr, tr_format};

/// The name of a level with its rank: "Casual (level 2 of 6)".
pub fn level_of_all(level: BotLevel) -> String {
    let (number, all) = (level.number(), BotLevel::Master.number());
    tr_format!("{name} (level {number} of {all})", name = level_name(level), number = number, all = all)
}

/// A result against bots of a level: "Casual: 3–1", won and lost.
pub fn score_in_words(score: &BotScore) -> String {
    let (level, won, lost) = (level_name(score.level), score.won, score.lost);
    match score.drawn {
        0 => tr_format!("{level}: {won}–{lost}", level = level, won = won, lost = lost),
        drawn => tr_format!(
            "{level}: {won}–{lost}, {drawn} drawn",
            level = level,
            won = won,
            lost = lost,
            drawn = drawn
        ),
    }
}

/// The levels as the options of a select element.
pub fn level_options(chosen: BotLevel) -> Markup {
    html! {
        @for level in BotLevel::ALL {
            option value=(level.number()) selected[level == chosen] { (level_name(level)) }
        }
    }
}

/// The header of a bot's profile: what it is and what it plays.
pub fn profile_header(bot: &BotAccount) -> Markup {
    let name = bot_title(&bot.user.name).unwrap_or(&bot.user.name);
    let game = html! { a href=(urls::GameRules { key: bot.game.key() }) { (tr(bot.game.title())) } };
    html! {
        header.stack.tight {
            h1 { (name) " " span.tag { (tr("bot")) } }
            p.soft {
                (tr!("A bot is a program that plays at any time. This one plays {game}.", game = game))
                " " (tr!("Level: {level}.", level = level_of_all(bot.level)))
            }
            div.row {
                (LinkButton {
                    href: urls::Play.at_level(bot.game.key(), bot.level.number()), label: tr("Play this bot"),
                    kind: ButtonKind::Filled,
                })
            }
        }
    }
}
