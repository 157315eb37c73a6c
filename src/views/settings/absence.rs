//! The form of an announced absence.

use maud::{Markup, html};

use crate::texts::{tr, tr_in};
use crate::urls;
use crate::users::preferences::{Absence, AbsenceError};
use crate::views::parts::{Button, ButtonKind, Icon};

/// The form as it was sent, with its problem.
#[derive(Clone, Debug)]
pub struct AbsenceDraft {
    pub first: String,
    pub last: String,
    pub problem: AbsenceError,
}

pub(super) fn form(absence: Option<Absence>, draft: Option<&AbsenceDraft>) -> Markup {
    let [first, last] = match (draft, absence) {
        (Some(AbsenceDraft { first, last, .. }), _) => [first.clone(), last.clone()],
        (None, Some(absence)) => [absence.first, absence.last].map(|day| day.to_string()),
        (None, None) => Default::default(),
    };
    let described = draft.map(|_| "first-problem");
    html! {
        p {
            (tr(
                "Announce days on which you won’t play. Other members, your opponents and players looking for a match \
                 see them; visitors don’t. Clocks run on: if your time runs out, your vacation is used.",
            ))
        }
        form.stack method="post" action=(urls::once(urls::AbsenceSettings)) {
            @if let Some(draft) = draft {
                p.problem #first-problem { (Icon::Warning) span { (words(draft.problem)) } }
            }
            div.hours {
                (day("first", tr_in("absence", "From"), &first, described))
                (day("last", tr_in("absence", "Until"), &last, described))
            }
            div.row { (Button { label: tr("Save"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
        @if absence.is_some() {
            form method="post" action=(urls::once(urls::AbsenceSettings)) {
                input type="hidden" name="first" value="";
                input type="hidden" name="last" value="";
                (Button { label: tr("I’m not away"), kind: ButtonKind::Plain, ..Button::default() })
            }
        }
    }
}

fn day(name: &str, label: &str, value: &str, described: Option<&str>) -> Markup {
    html! {
        div.field {
            label for=(name) { (label) }
            input.input #(name) type="date" name=(name) value=(value) required
                aria-describedby=[described] aria-invalid=[described.map(|_| "true")];
        }
    }
}

fn words(problem: AbsenceError) -> &'static str {
    match problem {
        AbsenceError::Date => tr("Enter both dates."),
        AbsenceError::Order => tr("The last day is before the first."),
        AbsenceError::Past => tr("These days are in the past."),
        AbsenceError::Far => tr("Choose days within the next year."),
    }
}
