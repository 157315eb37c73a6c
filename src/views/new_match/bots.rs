//! The fields of the new-match form that fill seats with bots.

use maud::{Markup, html};

use super::draft::{BOTS, NewMatchDraft};
use crate::bots::BotLevel;
use crate::texts::{tr, tr_in};
use crate::tr_format;
use crate::views::parts::words::level_name;
use crate::views::parts::{Icon, NoticeBox};

/// A choice for each further seat: a person, or a bot of a level. Folded unless a bot is chosen.
pub(super) fn bots(draft: &NewMatchDraft<'_>) -> Markup {
    let (chosen, problem) = (draft.bots(), draft.problem(BOTS));
    let any = problem.is_some() || chosen.iter().any(|level| !level.is_empty());
    html! {
        details.fold open[any] {
            summary { (tr("Bots")) @if !any { span.soft { (tr_in("number", "none")) } } (Icon::Down) }
            @if let Some(problem) = &problem { (NoticeBox::bad(&**problem)) }
            p.soft { (tr("Bots join right away. Matches with bots are casual by default.")) }
            @for number in 2..=*draft.game.seats().end() {
                @let id = format!("bot-{number}");
                @let level = chosen.get(usize::from(number) - 2).copied().unwrap_or_default();
                div.field {
                    label for=(id) { (tr_format!("Seat {n}", n = number)) }
                    select.input id=(id) name=(BOTS) {
                        option value="" { (tr("A person")) }
                        @for of in BotLevel::ALL {
                            option value=(of.number()) selected[of.number().to_string() == level] { (tr_format!("Bot: {level}", level = level_name(of))) }
                        }
                    }
                }
            }
        }
    }
}
