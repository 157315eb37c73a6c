//! The fields of the time control. Those of an allowance are visible while it is selected.

use maud::{Markup, html};

use super::NewMatchDraft;
use super::fields::{self, choices};
use crate::matches::TimeAllowance;
use crate::texts::tr;
use crate::views::parts::words::pace;
use crate::views::parts::{Icon, RadioChoice, TextField};

/// How much time there is.
pub(super) fn speed(draft: &NewMatchDraft<'_>) -> Markup {
    html! {
        div.stack {
            (speed_choices(draft))
            div.of-days { (days(draft)) }
            p.of-bank.soft { (tr("A store of hours that grows a little with each move.")) }
            div.of-bank.row.fields {
                (number(draft, "time.bank", tr("Hours at the start"), "", (1, 720)))
                (number(draft, "time.increment", tr("Hours added per move"), "", (0, 168)))
                (number(draft, "time.cap", tr("Maximum hours"), "", (1, 2160)))
            }
            p.of-live.soft { (tr("Everyone is online and plays in one sitting.")) }
            div.of-live.row.fields {
                (number(draft, "time.seconds", tr("Seconds per move"), tr("From 30 to 300."), (30, 300)))
                (number(draft, "time.reserve", tr("Reserve in seconds"), tr("Extra time for the whole match."), (0, 3600)))
            }
            (fields::roll_fields(draft))
        }
    }
}

/// What happens when time has run out, folded while it is the default.
pub(super) fn timeouts(draft: &NewMatchDraft<'_>) -> Markup {
    html! {
        details.fold.of-any open[!is_usual(draft)] {
            summary { (tr("When time runs out")) @if is_usual(draft) { span.soft { (tr("default")) } } (Icon::Down) }
            div.stack.loose { (rest(draft)) }
        }
    }
}

/// The defaults of the collapsed fields.
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
                    ("off", tr("Clock runs"), tr("Saturday and Sunday are like other days.")),
                    ("on", tr("Clock stops"), tr("On Saturday and Sunday, in the time zone of the player to move.")),
                ]))
                (switch(draft, "time.holidays", tr("Vacation"), [
                    ("on", tr("On"), tr("If you run out of time, your 20 vacation days a year are used first.")),
                    ("off", tr("Off"), tr("No extra time.")),
                ]))
            }
            (timeout(draft))
    }
}

/// What happens to players who run out of time. Games for two have no turns to skip.
fn timeout(draft: &NewMatchDraft<'_>) -> Markup {
    let choice = |value, title, help| RadioChoice { value, title, help };
    let (lose, bot) = (tr("Loses"), tr("A bot plays on"));
    let of = match *draft.game.seats().end() {
        ..=2 => vec![
            choice("lose", lose, tr("They lose the match.")),
            choice(
                "bot",
                bot,
                tr("A bot takes over their seat for the rest of the match. For casual matches."),
            ),
        ],
        _ => vec![
            choice("lose", lose, tr("They lose, and the others play on.")),
            choice(
                "skip",
                tr("Is skipped"),
                tr(
                    "Their turn is skipped. After three skipped turns in a row they lose. For three or more players.",
                ),
            ),
            choice(
                "bot",
                bot,
                tr(
                    "A bot takes over their seat for the rest of the match, also when one of three or more resigns. For casual matches.",
                ),
            ),
        ],
    };
    choices(draft, "time.flag", tr("A player who runs out of time"), "", of)
}

/// The speeds. Three numbers of days have a choice of their own, as most matches use them.
fn speed_choices(draft: &NewMatchDraft<'_>) -> Markup {
    let [one, three, seven] = [1, 3, 7].map(|days| pace(TimeAllowance::Days(days)));
    let speed = |value, title| RadioChoice { value, title, help: "" };
    let of = vec![
        speed("live", tr("Live")),
        speed("1d", &one),
        speed("3d", &three),
        speed("7d", &seven),
        speed("none", tr("No time limit")),
        speed("days", tr("Other number of days")),
        speed("bank", tr("Time bank")),
    ];
    choices(draft, "time", tr("Time"), "", of)
}

fn days(draft: &NewMatchDraft<'_>) -> Markup {
    let values = TimeAllowance::DAYS.map(|days| days.to_string());
    let of = values.iter().map(|value| RadioChoice { value, title: value, help: "" }).collect();
    choices(draft, "time.days", tr("Days per move"), "", of)
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
