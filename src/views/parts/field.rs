//! Text fields: label above, help below, error message beside.

use maud::{Markup, Render, html};

use super::Icon;
use crate::texts::tr;

/// A field with one line.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextField<'a> {
    /// Its name in the form, and its id.
    pub name: &'a str,
    pub label: &'a str,
    /// The input type: `text` if empty, else `password`, `email`, `number`, `search`.
    pub kind: &'a str,
    pub value: &'a str,
    /// The help text.
    pub help: &'a str,
    /// The error message.
    pub problem: Option<&'a str>,
    pub autocomplete: &'a str,
    /// Minimum and maximum of a number.
    pub bounds: Option<(u32, u32)>,
    /// The id of a list of suggestions; may be empty.
    pub list: &'a str,
    /// Maximum length.
    pub longest: Option<u32>,
    /// Whether it may be empty.
    pub optional: bool,
    /// Whether to leave out "(optional)".
    pub bare: bool,
    /// Whether it gets the focus.
    pub first: bool,
    /// Further classes of the box.
    pub class: &'a str,
}

impl Render for TextField<'_> {
    fn render(&self) -> Markup {
        let (least, most) = self.bounds.unzip();
        let described = described_by(self.name, self.help, self.problem);
        let kind = if self.kind.is_empty() { "text" } else { self.kind };
        let plain_words = matches!(kind, "email" | "password") || self.autocomplete == "username";
        html! {
            div class=(field_class(self.problem)) {
                label for=(self.name) { (self.label) @if self.optional && !self.bare { span.soft { " " (tr("(optional)")) } } }
                input class=(self.classes()) id=(self.name) name=(self.name) type=(kind)
                    value=[some(self.value)] list=[some(self.list)] required[!self.optional] autocomplete=[some(self.autocomplete)]
                    autocapitalize=[plain_words.then_some("none")] spellcheck=[plain_words.then_some("false")]
                    min=[least] max=[most] maxlength=[self.longest] autofocus[self.first]
                    aria-invalid=[self.problem.map(|_| "true")] aria-describedby=[described];
                (beneath_field(self.name, self.help, self.problem))
            }
        }
    }
}

/// A field with several lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextArea<'a> {
    /// Its name in the form, and its id.
    pub name: &'a str,
    pub label: &'a str,
    pub value: &'a str,
    /// The help text.
    pub help: &'a str,
    /// The error message.
    pub problem: Option<&'a str>,
    /// Maximum length.
    pub longest: Option<u32>,
    /// Whether it contains the notation of plies.
    pub notation: bool,
    /// Whether it may be empty.
    pub optional: bool,
    /// Whether its text can be copied, but not changed.
    pub read_only: bool,
    /// Its id on the page, if that is not its name.
    pub id: &'a str,
}

impl Render for TextArea<'_> {
    fn render(&self) -> Markup {
        let id = some(self.id).unwrap_or(self.name);
        html! {
            div class=(field_class(self.problem)) {
                label for=(id) { (self.label) }
                textarea.input.notation[self.notation] id=(id) name=(self.name) maxlength=[self.longest] readonly[self.read_only]
                    dir=[(!self.notation).then_some("auto")] required[!self.notation && !self.optional] autocapitalize=[self.notation.then_some("none")]
                    spellcheck=[self.notation.then_some("false")] translate=[self.notation.then_some("no")]
                    aria-invalid=[self.problem.map(|_| "true")]
                    aria-describedby=[described_by(id, self.help, self.problem)] { (self.value) }
                (beneath_field(id, self.help, self.problem))
            }
        }
    }
}

impl TextField<'_> {
    fn classes(&self) -> String {
        format!("input {}", self.class).trim_end().to_owned()
    }
}

fn some(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

const fn field_class(problem: Option<&str>) -> &'static str {
    if problem.is_some() { "field wrong" } else { "field" }
}

/// The ids of the help and the error message of a field.
pub fn described_by(name: &str, help: &str, problem: Option<&str>) -> Option<String> {
    match (problem, help.is_empty()) {
        (Some(_), true) => Some(format!("{name}-problem")),
        (Some(_), false) => Some(format!("{name}-problem {name}-help")),
        (None, false) => Some(format!("{name}-help")),
        (None, true) => None,
    }
}

/// The error message and the help of a field.
pub fn beneath_field(name: &str, help: &str, problem: Option<&str>) -> Markup {
    html! {
        @if let Some(problem) = problem {
            p.problem id={ (name) "-problem" } { (Icon::Warning) span { (problem) } }
        }
        @if !help.is_empty() { p.help id={ (name) "-help" } { (help) } }
    }
}
