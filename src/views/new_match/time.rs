//! The fields of the form that say how time is kept. What belongs to a pace is seen while that pace is chosen.

use maud::{Markup, html};

use super::NewMatchDraft;
use super::fields::{self, choices};
use crate::matches::TimeAllowance;
use crate::texts::tr;
use crate::views::parts::{Icon, RadioChoice, TextField};

/// How much time there is, and what happens when it has run out.
pub(super) fn time(draft: &NewMatchDraft<'_>) -> Markup {
    html! {
        div.stack.loose.time {
            (paces(draft))
            div.of-days { (days(draft)) }
            div.of-bank.row.fields {
                (number(draft, "time.bank", tr("Hours at the start"), "", (1, 720)))
                (number(draft, "time.increment", tr("Hours a turn adds"), "", (0, 168)))
                (number(draft, "time.cap", tr("At most"), "", (1, 2160)))
            }
            div.of-live.row.fields {
                (number(draft, "time.seconds", tr("Seconds a turn"), tr("From 30 to 300."), (30, 300)))
                (number(draft, "time.reserve", tr("Seconds in reserve"), tr("For the whole match, when a turn takes longer."), (0, 3600)))
            }
            details.fold.of-any open[!is_usual(draft)] {
                summary { (tr("When time runs out")) @if is_usual(draft) { span.soft { (tr("as usual")) } } (Icon::Down) }
                div.stack.loose {
                    (rest(draft))
                }
            }
            (fields::throwing(draft))
        }
    }
}

/// What most leave as it is.
const USUAL: [(&str, &str); 3] = [("time.weekends", "off"), ("time.holidays", "on"), ("time.flag", "lose")];

fn is_usual(draft: &NewMatchDraft<'_>) -> bool {
    USUAL
        .iter()
        .all(|(name, usual)| [usual, ""].contains(&draft.value(name)) && draft.problem(name).is_none())
}

fn rest(draft: &NewMatchDraft<'_>) -> Markup {
    html! {
            div.of-slow.stack.loose {
                (switch(draft, "time.weekends", tr("Weekends"), [
                    ("off", tr("Count"), tr("Saturday and Sunday are days like others.")),
                    ("on", tr("Are off"), tr("The clock stands still from Saturday to Monday, where the one to move lives.")),
                ]))
                (switch(draft, "time.holidays", tr("Holidays"), [
                    ("on", tr("Protect"), tr("Whoever runs out of time draws on their 20 days of holiday a year first.")),
                    ("off", tr("Do not"), tr("Time that has run out has run out.")),
                ]))
            }
            @if *draft.game.seats().end() > 2 {
                    (switch(draft, "time.flag", tr("Out of time"), [
                        ("lose", tr("Is out"), tr("Whoever lets the time run out has lost, and the others play on.")),
                        ("skip", tr("Is skipped"), tr("The turn is skipped; whoever lets that happen three times in a row has lost. For three or more.")),
                    ]))
            }
    }
}

fn paces(draft: &NewMatchDraft<'_>) -> Markup {
    let of = vec![
        RadioChoice {
            value: "days",
            title: tr("Days for a turn"),
            help: tr("A match by correspondence: everybody plays when it suits them."),
        },
        RadioChoice {
            value: "bank",
            title: tr("A bank of hours"),
            help: tr("Every turn is paid from a bank, and adds a little to it when it is over."),
        },
        RadioChoice {
            value: "live",
            title: tr("Live"),
            help: tr("Seconds for a turn: all of you are there, and stay."),
        },
        RadioChoice {
            value: "none",
            title: tr("No clock"),
            help: tr("Nobody is hurried, and nobody can be made to go on."),
        },
    ];
    choices(draft, "time", tr("Time"), "", of)
}

fn days(draft: &NewMatchDraft<'_>) -> Markup {
    let values = TimeAllowance::DAYS.map(|days| days.to_string());
    let of = values.iter().map(|value| RadioChoice { value, title: value, help: "" }).collect();
    choices(draft, "time.days", tr("Days for a turn"), "", of)
}

fn switch(
    draft: &NewMatchDraft<'_>,
    name: &str,
    legend: &str,
    of: [(&'static str, &'static str, &'static str); 2],
) -> Markup {
    let of = of.map(|(value, title, help)| RadioChoice { value, title, help });
    choices(draft, name, legend, "", of.into())
}

fn number(draft: &NewMatchDraft<'_>, name: &str, label: &str, help: &str, bounds: (u32, u32)) -> Markup {
    let problem = draft.problem(name);
    html! {
        (TextField {
            name, label, help, kind: "number", value: draft.value(name), problem: problem.as_deref(),
            first: problem.is_some(), bounds: Some(bounds), ..TextField::default()
        })
    }
}
