//! The fields of the form that creates a match.

use maud::{Markup, html};

use super::NewMatchDraft;
use super::draft::{
    AUTO_ROLL, AUTO_ROLL_LIVE, FIRST, INVITE, ON_TIME_ONLY, OPEN_FOR, ORDER, RATINGS, STANDING, field,
};
use crate::games::options::ChoiceSpec;
use crate::games::{OptionSpec, OptionValues};
use crate::matches::{ON_TIME, RATING_BOUNDS};
use crate::texts::{tr, tr_in};
use crate::tr_format;
use crate::urls;
use crate::views::parts::{Icon, RadioChoice, RadioChoices, TextField};

/// Up to this number of choices they are radio buttons, otherwise a number field.
const FEW: u8 = 6;

/// The number of seats; empty if the game has only one.
pub(super) fn seats(draft: &NewMatchDraft<'_>) -> Markup {
    let (least, most) = draft.game.seats().into_inner();
    if least == most {
        return html! { input type="hidden" name="seats" value=(least); };
    }
    let help = tr_format!(
        "The match starts when every seat is taken. You can start it earlier with at least {least} players.",
        least = least
    );
    numbers(draft, "seats", tr("Seats"), &help, (least, most))
}

/// The visibility of the match.
pub(super) fn visibility(draft: &NewMatchDraft<'_>) -> Markup {
    let of = vec![
        RadioChoice {
            value: "public",
            title: tr("Anyone"),
            help: tr("Public: listed for everyone. Anyone can join, and anyone can watch."),
        },
        RadioChoice {
            value: "private",
            title: tr("By link"),
            help: tr("Private: you share a link or a code, and only the players can see the match."),
        },
    ];
    choices(draft, "visibility", tr("Opponent"), "", of)
}

/// Who moves first. With more than two seats there are other choices, in a separate field that is visible then.
pub(super) fn first_move(draft: &NewMatchDraft<'_>) -> Markup {
    let choice = |value, title| RadioChoice { value, title, help: "" };
    let for_two = vec![
        choice("random", tr("Random")),
        choice("creator", tr("You")),
        choice("opponent", tr("Your opponent")),
    ];
    let for_more = vec![choice("random", tr("Random order")), choice("seated", tr("In seat order"))];
    let legend = tr("First move");
    html! {
        @match draft.game.seats().into_inner() {
            (_, 2) => (choices(draft, FIRST, legend, "", for_two)),
            (least, _) => {
                @if least == 2 { div.of-two { (choices(draft, FIRST, legend, "", for_two)) } }
                div.of-more {
                    (choices(draft, ORDER, legend, tr("In seat order, you move first, then the others in the order in which they join."), for_more))
                }
            }
        }
    }
}

/// The invited users. Recent opponents are suggested, and names are completed.
pub(super) fn invited(draft: &NewMatchDraft<'_>) -> Markup {
    html! {
        div hx-get=(urls::OpponentNames) hx-trigger="focusin once, input delay:150ms" hx-include="find input" hx-target="#names"
            hx-swap="innerHTML" hx-status:4xx="swap:none" hx-status:5xx="swap:none" {
        (TextField {
            name: INVITE, list: "names", label: tr("Invite by name"), value: draft.value(INVITE), optional: true, autocomplete: "off",
            help: tr("Names, separated by commas. A seat is reserved for each of them; they can accept or decline."),
            problem: draft.problem(INVITE).as_deref(), first: draft.problem(INVITE).is_some(), longest: Some(200),
            ..TextField::default()
        })
        datalist #names {}
        }
    }
}

/// Whether the match is rated, who may join, and how long it is open; folded while they are the defaults.
pub(super) fn joining(draft: &NewMatchDraft<'_>) -> Markup {
    let names = ["rated", OPEN_FOR, RATINGS[0], RATINGS[1], ON_TIME_ONLY];
    let usual = names
        .iter()
        .all(|name| ["usual", "", "off"].contains(&draft.value(name)) && draft.problem(name).is_none());
    html! {
        details.fold open[!usual] {
            summary { (tr("Ratings and joining")) @if usual { span.soft { (tr("default")) } } (Icon::Down) }
            div.stack.loose { (rated(draft)) (ratings(draft)) (on_time(draft)) (open_for(draft)) }
        }
    }
}

/// How long the match is open.
fn open_for(draft: &NewMatchDraft<'_>) -> Markup {
    let spans = [1_u8, 3, 7, 14].map(|days| (days.to_string(), tr_format!(days; "1 day", "{n} days")));
    let usual = RadioChoice { value: "usual", title: tr("Default"), help: "" };
    let spans = spans.iter().map(|(value, title)| RadioChoice { value, title, help: "" });
    let standing = RadioChoice {
        value: STANDING,
        title: tr("Keep one open"),
        help: tr("A new one opens each time one starts."),
    };
    let of = std::iter::once(usual).chain(spans).chain([standing]).collect();
    let help = tr(
        "By default a week, or two hours for a live match. If the match isn’t full by then, it’s closed and you’re notified.",
    );
    choices(draft, OPEN_FOR, tr("Expires after"), help, of)
}

/// Whether the match counts for ratings.
fn rated(draft: &NewMatchDraft<'_>) -> Markup {
    let of = vec![
        RadioChoice {
            value: "usual",
            title: tr("Default"),
            help: tr("Public matches are rated. Private ones, and those in which a bot plays on, aren’t."),
        },
        RadioChoice {
            value: "yes",
            title: tr("Rated"),
            help: tr("The result changes the players’ ratings."),
        },
        RadioChoice { value: "no", title: tr_in("a match", "Casual"), help: tr("Ratings don’t change.") },
    ];
    choices(draft, "rated", tr("Ratings"), "", of)
}

/// The range of ratings of players who may join.
fn ratings(draft: &NewMatchDraft<'_>) -> Markup {
    let [from, to] = RATINGS;
    let field = |name: &'static str, label: &'static str| {
        let problem = draft.problem(name);
        html! {
            (TextField {
                name, label, kind: "number", value: draft.value(name), optional: true, problem: problem.as_deref(),
                first: problem.is_some(), bounds: Some((RATING_BOUNDS.0.into(), RATING_BOUNDS.1.into())), ..TextField::default()
            })
        }
    };
    html! {
        div role="group" aria-labelledby="range" {
            p #range.legend { (tr("Who can join")) }
            p.soft { (tr("Limit by rating; your own must be in the range. New players have 1500. Invited players can always join.")) }
            div.hours { (field(from, tr("Rating from"))) (field(to, tr("Rating to"))) }
        }
    }
}

/// How punctual players have to be to join.
fn on_time(draft: &NewMatchDraft<'_>) -> Markup {
    let title = tr_format!("{percent}% on time", percent = ON_TIME);
    let help = tr("Those who make nearly all their moves on time. New players can join too.");
    let of = vec![
        RadioChoice { value: "off", title: tr("Everyone"), help: "" },
        RadioChoice { value: "on", title: &title, help },
    ];
    choices(draft, ON_TIME_ONLY, tr("Punctuality"), "", of)
}

/// Who rolls the die, in games with dice. Live matches have another default, so they have a separate field, visible
/// while they are selected.
pub(super) fn roll_fields(draft: &NewMatchDraft<'_>) -> Markup {
    html! {
        @if draft.game.has_dice() {
            div.of-slow { (roll_field(draft, AUTO_ROLL)) }
            div.of-live { (roll_field(draft, AUTO_ROLL_LIVE)) }
        }
    }
}

fn roll_field(draft: &NewMatchDraft<'_>, name: &str) -> Markup {
    let of = vec![
        RadioChoice {
            value: "on",
            title: tr("Auto-roll"),
            help: tr(
                "The die is rolled as soon as a turn begins, and forced moves are played at once. Best when moves are days apart.",
            ),
        },
        RadioChoice {
            value: "off",
            title: tr("Players roll"),
            help: tr("You roll yourself and play forced moves too. Best when everyone is online."),
        },
    ];
    choices(
        draft,
        name,
        tr("The die"),
        tr("With auto-roll nobody has to wait for a roll or a forced move."),
        of,
    )
}

/// The options of the game.
pub(super) fn options(draft: &NewMatchDraft<'_>) -> Markup {
    html! { @for spec in draft.game.option_specs() { (option(draft, spec)) } }
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
    let help = format!("{help} {}", tr_format!("From {least} to {most}.", least = least, most = most));
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
