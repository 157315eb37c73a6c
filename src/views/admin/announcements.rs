//! Announcements: current and future ones, and the form for a new one.

use maud::{Markup, html};

use super::{AdminSection, page};
use crate::now::Moment;
use crate::texts::{tr, tr_in};
use crate::tr;
use crate::urls;
use crate::users::{Announcement, AnnouncementTone};
use crate::views::page::{PageViewer, PageWidth};
use crate::views::parts::{
    Button, ButtonKind, RadioChoice, RadioChoices, SectionCard, TextArea, TextField, exactly,
};

/// The form as it was sent.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnnouncementDraft<'a> {
    /// The text.
    pub words: &'a str,
    pub tone: &'a str,
    pub from: &'a str,
    pub until: &'a str,
    pub problem: Option<(AnnouncementField, &'a str)>,
}

/// The fields of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnouncementField {
    Text,
    Tone,
    From,
    Until,
}

impl<'a> AnnouncementDraft<'a> {
    fn problem_of(&self, field: AnnouncementField) -> Option<&'a str> {
        self.problem.filter(|(of, _)| *of == field).map(|(_, words)| words)
    }
}

pub fn announcements(
    reader: PageViewer<'_>,
    announcements: &[Announcement],
    draft: AnnouncementDraft<'_>,
    now: Moment,
) -> Markup {
    let body = html! {
        header.stack.tight {
            h1 { (tr("Announcements")) }
            p.lead { (tr("Shown at the top of every page until it ends or is dismissed.")) }
        }
        @if !announcements.is_empty() { (SectionCard { title: tr("Current and scheduled"), aside: html! {}, body: list(announcements, now) }) }
        (SectionCard { title: tr_in("announcement", "New announcement"), aside: html! {}, body: form(draft) })
    };
    page(reader, AdminSection::Announcements, tr("Announcements"), PageWidth::Column, body)
}

fn list(announcements: &[Announcement], now: Moment) -> Markup {
    html! {
        ul.reports {
            @for one in announcements {
                li {
                    p.words dir="auto" { (one.text) }
                    p.soft.small {
                        @let until = exactly(one.until);
                        @if one.is_shown_at(now) { (tr!("Shown now, until {until}", until = until)) }
                        @else { (tr!("From {from} until {until}", from = exactly(one.from), until = until)) }
                    }
                    form method="post" action=(urls::WithdrawAnnouncement { id: &one.id.to_string() }) {
                        (Button { label: tr("Remove"), ..Button::default() })
                    }
                }
            }
        }
    }
}

fn form(draft: AnnouncementDraft<'_>) -> Markup {
    html! {
        form.stack method="post" action=(urls::once(urls::AdminAnnouncements)) {
            (TextArea {
                name: "words", label: tr("Text"), value: draft.words, problem: draft.problem_of(AnnouncementField::Text),
                help: tr("One or two sentences, up to 300 characters."), longest: Some(Announcement::MAX_LENGTH),
                ..TextArea::default()
            })
            (RadioChoices {
                name: "tone", legend: tr("Type"), small: true, chosen: draft.tone,
                of: vec![
                    RadioChoice { value: AnnouncementTone::News.key(), title: tr("Information"), help: "" },
                    RadioChoice { value: AnnouncementTone::Warning.key(), title: tr("Warning"), help: "" },
                ],
                problem: draft.problem_of(AnnouncementField::Tone), ..RadioChoices::default()
            })
            (TextField {
                name: "from", label: tr("From"), kind: "datetime-local", value: draft.from, optional: true,
                help: tr("In UTC. Leave empty to publish right away."), problem: draft.problem_of(AnnouncementField::From), ..TextField::default()
            })
            (TextField {
                name: "until", label: tr("Until"), kind: "datetime-local", value: draft.until, help: tr("In UTC."),
                problem: draft.problem_of(AnnouncementField::Until), ..TextField::default()
            })
            div.row { (Button { label: tr("Publish"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}
