//! What a casual match of one person against bots has instead of a next match: the result against bots of this level, the next
//! level after a win, and a new match.

use maud::{Markup, html};

use super::buttons::button_content;
use super::context::MatchPage;
use crate::bots::BotLevel;
use crate::games::KnownGame;
use crate::lists::{BotKey, BotScore};
use crate::matches::MatchView;
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::views::boards::partials;
use crate::views::bots::score_in_words;
use crate::views::parts::options::preset_of;
use crate::views::parts::words::level_name;
use crate::views::parts::{Button, ButtonKind, Icon};
use crate::views::play::PASS_AND_PLAY;

/// The level of the bots, if it is the same for all.
fn level(view: &MatchView) -> Option<BotLevel> {
    let keys = view.m.seats.iter().filter_map(|(seat, _)| BotKey::from_name(view.name(seat)?));
    let mut levels = keys.map(|bot| bot.level);
    let first = levels.next()?;
    levels.all(|level| level == first).then_some(first)
}

/// The results of the viewer against bots of this level; empty while the page does not know them.
pub(super) fn result(page_context: &MatchPage<'_>) -> Markup {
    let scores = page_context.own.bot_scores.unwrap_or_default();
    html! { p.soft #bot-score hx-morph-skip { (score_of_level(page_context.view, scores)) } }
}

fn score_of_level(view: &MatchView, scores: &[BotScore]) -> Markup {
    let score = level(view).and_then(|level| scores.iter().find(|score| score.level == level));
    html! { @if let Some(score) = score { (score_in_words(score)) } }
}

/// The results for a page that shows the end of the match without them.
pub fn bot_score_update(view: &MatchView, scores: &[BotScore]) -> Markup {
    partials(|partials| partials.put_at("#bot-score", "innerHTML", score_of_level(view, scores)))
}

/// The button that starts the same match at the next level, after a win. Matches with options of their own have none.
pub(super) fn next_level(page_context: &MatchPage<'_>) -> Option<Markup> {
    let m = &page_context.view.m;
    let beaten = level(page_context.view).filter(|_| page_context.is_won())?;
    let next = BotLevel::from_number(beaten.number() + 1)?;
    let preset = preset_of(&m.options)?;
    Some(html! {
        form method="post" action=(urls::once_for(m.id.as_str(), urls::Play)) {
            input type="hidden" name="game" value=(m.game.key());
            input type="hidden" name="level" value=(next.number());
            input type="hidden" name="seats" value=(m.seats.count());
            input type="hidden" name="preset" value=(preset);
            (Button { label: &tr_format!("Play {level}", level = level_name(next)), kind: ButtonKind::Filled, ..Button::default() })
        }
    })
}

/// The button that starts the same match again for people who share a device. Matches with options of their own have none.
pub(super) fn play_again(page_context: &MatchPage<'_>) -> Option<Markup> {
    let m = &page_context.view.m;
    let preset = preset_of(&m.options).filter(|_| m.pass_and_play)?;
    Some(html! {
        form method="post" action=(urls::once_for(m.id.as_str(), urls::Play)) {
            input type="hidden" name="game" value=(m.game.key());
            input type="hidden" name="seats" value=(m.seats.count());
            input type="hidden" name="preset" value=(preset);
            (Button { label: tr("Play again"), kind: ButtonKind::Filled, sends: Some((PASS_AND_PLAY, "yes")), ..Button::default() })
        }
    })
}

/// The link to the form of a new match in the row of actions.
pub(super) fn new_match_tool(page_context: &MatchPage<'_>) -> Markup {
    html! {
        a.tool href=(urls::Play.of(KnownGame::of(&page_context.view.m.options).key())) { (button_content(Icon::Plus, tr("New match"))) }
    }
}
