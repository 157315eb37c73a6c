//! Choices as labelled cards with a sentence each.

use maud::{Markup, Render, html};

use super::Icon;

/// One of several values of a field.
#[derive(Clone, Debug)]
pub struct RadioChoice<'a> {
    /// The value that is sent.
    pub value: &'a str,
    /// The label.
    pub title: &'a str,
    /// An explanation in a sentence; may be empty.
    pub help: &'a str,
}

/// A field with a few values, all of them visible.
#[derive(Clone, Debug, Default)]
pub struct RadioChoices<'a> {
    pub name: &'a str,
    /// The label of the field.
    pub legend: &'a str,
    /// A help text; may be empty.
    pub help: &'a str,
    pub of: Vec<RadioChoice<'a>>,
    /// The chosen value.
    pub chosen: &'a str,
    /// The error message.
    pub problem: Option<&'a str>,
    /// Whether the cards are only as large as their text.
    pub small: bool,
}

impl Render for RadioChoices<'_> {
    fn render(&self) -> Markup {
        html! {
            fieldset class=(if self.small { "choices small" } else { "choices" }) {
                legend { (self.legend) }
                @if !self.help.is_empty() { p.soft { (self.help) } }
                @if let Some(problem) = self.problem {
                    p.problem id=(self.problem_id()) { (Icon::Warning) span { (problem) } }
                }
                div { @for (index, choice) in self.of.iter().enumerate() { (self.card(choice, index == self.focused())) } }
            }
        }
    }
}

impl RadioChoices<'_> {
    fn problem_id(&self) -> String {
        format!("{}-problem", self.name)
    }

    /// The card that gets the focus after an error: the chosen one, or else the first.
    fn focused(&self) -> usize {
        self.of.iter().position(|choice| choice.value == self.chosen).unwrap_or(0)
    }

    fn card(&self, choice: &RadioChoice<'_>, focused: bool) -> Markup {
        let problem = self.problem.map(|_| self.problem_id());
        html! {
            label.choice {
                input type="radio" name=(self.name) value=(choice.value) checked[choice.value == self.chosen]
                    autofocus[focused && problem.is_some()] aria-describedby=[problem];
                span.title { (choice.title) }
                @if !choice.help.is_empty() { span.help { (choice.help) } }
            }
        }
    }
}
