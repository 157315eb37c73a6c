//! Announced absences, and vacation that protects players from running out of time.

use maud::{Markup, html};

use super::context::{MatchPage, PlayerData};
use crate::games::Seat;
use crate::matches::{MatchView, MatchViewer};
use crate::texts::{isolate, tr, tr_in};
use crate::tr;
use crate::tr_format;
use crate::urls;
use crate::views::boards::partials;
use crate::views::parts::absence::{absence_in_words, own_absence_in_words};
use crate::views::parts::{DeadlineLabel, days_and_hours};

/// Who is away, or will soon be, among the players of a match that has not ended.
pub(super) fn absences(page_context: &MatchPage<'_>) -> Markup {
    html! {
        @for (seat, absence) in page_context.players.absences {
            p {
                @if page_context.viewer.seat() == Some(*seat) {
                    a href=(urls::Settings) { (own_absence_in_words(*absence, page_context.now)) }
                } @else {
                    (absence_in_words(&page_context.name(*seat), *absence, page_context.now))
                }
            }
        }
    }
}

/// The vacation all players have left, if the match is protected by vacation. It is hidden while the match does not run.
pub(super) fn vacation(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    if !m.clocks.as_ref().is_some_and(|clocks| clocks.control().vacation) {
        return html! {};
    }
    let left = page_context.players.vacation.unwrap_or_default();
    html! {
        section #vacation.vacation aria-label=(tr("Vacation")) hidden[left.is_empty()] {
            @if let Some(words) = vacation_in_use(page_context, left) { p { (words) } }
            @if !left.is_empty() {
                p.soft { (tr!("Vacation left this year: {left}.", left = of_each(page_context, left))) }
            }
        }
    }
}

/// The update of the section, which does not follow from the log of the match.
pub fn vacation_update(view: &MatchView, viewer: MatchViewer, left: &[(Seat, u32)]) -> Markup {
    let page_context = MatchPage::now(view, viewer, view.m.changed_at);
    let players = PlayerData { vacation: Some(left), ..page_context.players };
    let section = vacation(&MatchPage { players, ..page_context });
    partials(|partials| partials.put_at("#vacation", "outerHTML", section))
}

/// Whose vacation is being used, since when, and the latest deadline.
fn vacation_in_use(page_context: &MatchPage<'_>, left: &[(Seat, u32)]) -> Option<Markup> {
    let clocks = page_context.view.m.clocks.as_ref()?;
    let (seat, since) = (clocks.running_seat()?, clocks.on_vacation()?);
    let hours = left.iter().find(|(of, _)| *of == seat).map_or(0, |(_, hours)| *hours);
    let then = DeadlineLabel { at: since, zone: page_context.own.zone };
    let end = DeadlineLabel { at: clocks.deadline_with_vacation(hours)?, zone: page_context.own.zone };
    Some(if page_context.viewer.seat() == Some(seat) {
        tr!(
            "Your vacation is being used: without it, your turn would have ended on {then}. If you don’t move, you run out of time on {end}.",
            then = then,
            end = end,
        )
    } else {
        tr!(
            "{name} is on vacation: without it, the turn would have ended on {then}. If they don’t move, they run out of time on {end}.",
            name = page_context.name(seat),
            then = then,
            end = end,
        )
    })
}

/// "Ada 20 days, Ben none".
fn of_each(page_context: &MatchPage<'_>, left: &[(Seat, u32)]) -> String {
    let one = |(seat, hours): &(Seat, u32)| {
        let mut words = page_context.name(*seat).into_owned();
        isolate(&mut words, 0);
        format!("{words} {}", in_words(*hours))
    };
    left.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// "20 days", "3 days 4 h", "none".
fn in_words(hours: u32) -> String {
    match (hours / 24, hours % 24) {
        (0, 0) => tr_in("vacation", "none").to_owned(),
        (0, hours) => tr_format!("{n} h", n = hours),
        (days, hours) => days_and_hours(days.into(), hours.into()),
    }
}
