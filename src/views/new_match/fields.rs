//! The fields of the form that opens a match.

use maud::{Markup, html};

use super::NewMatchDraft;
use super::draft::{AUTO_ROLL, AUTO_ROLL_LIVE, INVITE, OPEN_FOR, RATINGS, field};
use crate::games::options::ChoiceSpec;
use crate::games::{OptionSpec, OptionValues};
use crate::matches::BOUNDS;
use crate::say;
use crate::texts::tr;
use crate::views::parts::{Icon, RadioChoice, RadioChoices, TextField};

/// So many numbers are choices beside each other; more are typed.
const FEW: u8 = 6;

/// Who sits down. A game that is always for the same number does not ask.
pub(super) fn seats(draft: &NewMatchDraft<'_>) -> Markup {
    let (least, most) = draft.game.seats().into_inner();
    if least == most {
        return html! { input type="hidden" name="seats" value=(least); };
    }
    let help = say!(
        "The match begins when every seat is taken. You can also begin it sooner, with {least} people or more.",
        least = least
    );
    numbers(draft, "seats", tr("Seats"), &help, (least, most))
}

/// Who finds the match.
pub(super) fn visibility(draft: &NewMatchDraft<'_>) -> Markup {
    let of = vec![
        RadioChoice {
            value: "public",
            title: tr("Public"),
            help: tr("On the front page: anybody may sit down, and anyone may watch."),
        },
        RadioChoice {
            value: "private",
            title: tr("Private"),
            help: tr(
                "Listed nowhere. You get a link and a short code to pass on; only those who play see the match.",
            ),
        },
    ];
    choices(draft, "visibility", tr("Who finds it"), "", of)
}

/// Who is asked by name.
pub(super) fn invited(draft: &NewMatchDraft<'_>) -> Markup {
    html! {
        (TextField {
            name: INVITE, label: tr("Invite by name"), value: draft.value(INVITE), optional: true, autocomplete: "off",
            help: tr("A seat is kept for everybody you name, with commas between them. They find your invitation on their page, and may say no."),
            problem: draft.problem(INVITE).as_deref(), first: draft.problem(INVITE).is_some(), longest: Some(200),
            ..TextField::default()
        })
    }
}

/// For how long the table waits.
pub(super) fn open_for(draft: &NewMatchDraft<'_>) -> Markup {
    let spans = [1_u8, 3, 7, 14].map(|days| (days.to_string(), say!(days; "1 day", "{n} days")));
    let usual = RadioChoice { value: "usual", title: tr("As usual"), help: "" };
    let spans = spans.iter().map(|(value, title)| RadioChoice { value, title, help: "" });
    let of = std::iter::once(usual).chain(spans).collect();
    let help = tr(
        "As usual is a week, and two hours for a live match. A table that is not full by then is closed, and you are told.",
    );
    choices(draft, OPEN_FOR, tr("How long it waits"), help, of)
}

/// Whether the match counts for ratings.
pub(super) fn rated(draft: &NewMatchDraft<'_>) -> Markup {
    let of = vec![
        RadioChoice {
            value: "usual",
            title: tr("As usual"),
            help: tr("Public matches count, private ones do not."),
        },
        RadioChoice {
            value: "yes",
            title: tr("Rated"),
            help: tr("How it ends counts for the ratings of all who play."),
        },
        RadioChoice { value: "no", title: tr("Friendly"), help: tr("Nothing is counted.") },
    ];
    choices(draft, "rated", tr("Ratings"), "", of)
}

/// Within which ratings somebody has to be who sits down.
pub(super) fn ratings(draft: &NewMatchDraft<'_>) -> Markup {
    let [from, to] = RATINGS;
    let wrong = RATINGS.iter().any(|name| draft.problem(name).is_some());
    let open = wrong || RATINGS.iter().any(|name| !draft.value(name).is_empty());
    let field = |name: &'static str, label: &'static str| {
        let problem = draft.problem(name);
        html! {
            (TextField {
                name, label, kind: "number", value: draft.value(name), optional: true, problem: problem.as_deref(),
                first: problem.is_some(), bounds: Some((BOUNDS.0.into(), BOUNDS.1.into())), ..TextField::default()
            })
        }
    };
    html! {
        details.fold open[open] {
            summary { (tr("Who may sit down")) @if !open { span.soft { (tr("anybody")) } } (Icon::Down) }
            p.soft { (tr("Only people with a rating from one number to another, yours among them. Whoever is new has 1500. Those you invite may always.")) }
            div.hours { (field(from, tr("Rating from"))) (field(to, tr("Rating to"))) }
        }
    }
}

/// Who throws the die, in games that have one. Live matches propose something else, so they have a field of their own, which
/// is seen while they are chosen.
pub(super) fn throwing(draft: &NewMatchDraft<'_>) -> Markup {
    html! {
        @if draft.game.has_dice() {
            div.of-slow { (thrower(draft, AUTO_ROLL)) }
            div.of-live { (thrower(draft, AUTO_ROLL_LIVE)) }
        }
    }
}

fn thrower(draft: &NewMatchDraft<'_>, name: &str) -> Markup {
    let of = vec![
        RadioChoice {
            value: "on",
            title: tr("The house throws"),
            help: tr(
                "The die is thrown as soon as a turn begins, and a move without a choice is made, until somebody has something to decide. Best when days go by between moves.",
            ),
        },
        RadioChoice {
            value: "off",
            title: tr("Everybody throws"),
            help: tr(
                "Whoever’s turn it is presses the die, and moves also where there is no choice. Best when all of you are there.",
            ),
        },
    ];
    choices(draft, name, tr("The die"), tr("When nobody has a choice, nobody waits."), of)
}

/// The rules that can be chosen: folded away where there are many and none is changed.
pub(super) fn options(draft: &NewMatchDraft<'_>) -> Markup {
    let specs = draft.game.option_specs();
    let usual = draft.game.presets().first().is_some_and(|usual| draft.follows(usual));
    html! {
        details.fold open[specs.len() <= 2 || !usual] {
            summary { (tr("House rules")) @if usual { span.soft { (tr("as usual")) } } (Icon::Down) }
            div.stack.loose { @for spec in specs { (option(draft, spec)) } }
        }
    }
}

fn option(draft: &NewMatchDraft<'_>, spec: &OptionSpec) -> Markup {
    let name = field(spec.key);
    match spec.values {
        OptionValues::Choice(values) => {
            choices(draft, &name, tr(spec.title), tr(spec.help), values.iter().map(choice).collect())
        }
        OptionValues::Number { least, most } => {
            numbers(draft, &name, tr(spec.title), tr(spec.help), (least, most))
        }
    }
}

fn choice(spec: &'static ChoiceSpec) -> RadioChoice<'static> {
    RadioChoice { value: spec.value, title: tr(spec.title), help: tr(spec.help) }
}

fn numbers(
    draft: &NewMatchDraft<'_>,
    name: &str,
    title: &str,
    help: &str,
    (least, most): (u8, u8),
) -> Markup {
    if most - least < FEW {
        let values: Vec<String> = (least..=most).map(|number| number.to_string()).collect();
        let of = values.iter().map(|value| RadioChoice { value, title: value, help: "" }).collect();
        return choices(draft, name, title, help, of);
    }
    let help = format!("{help} {}", say!("From {least} to {most}.", least = least, most = most));
    let problem = draft.problem(name);
    html! {
        (TextField {
            name, label: title, kind: "number", value: draft.value(name), help: &help,
            problem: problem.as_deref(), first: problem.is_some(), bounds: Some((least.into(), most.into())), ..TextField::default()
        })
    }
}

pub(super) fn choices(
    draft: &NewMatchDraft<'_>,
    name: &str,
    legend: &str,
    help: &str,
    of: Vec<RadioChoice<'_>>,
) -> Markup {
    let small = of.iter().all(|choice| choice.help.is_empty());
    let problem = draft.problem(name);
    html! {
        (RadioChoices { name, legend, help, chosen: draft.value(name), problem: problem.as_deref(), small, of })
    }
}
