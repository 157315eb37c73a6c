//! Announcements: current and future ones, and the form for a new one.

use maud::{Markup, html};

use super::{AdminSection, page};
use crate::now::Moment;
use crate::texts::{tr, tr_in};
use crate::urls;
use crate::users::preferences::TimeZoneName;
use crate::users::{Announcement, AnnouncementTone};
use crate::views::done::done;
use crate::views::page::{PageViewer, PageWidth, announcement_bar};
use crate::views::parts::{
    Button, ButtonKind, DeadlineLabel, LinkButton, NoticeBox, RadioChoice, RadioChoices, SectionCard,
    TextArea, TextField, UndoableNotice,
};
use crate::{tr, tr_format};

done! {
    Published "published" tr("Announcement published.");
    Changed "changed" tr("Announcement changed.");
}

/// The form as it was sent.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnnouncementDraft<'a> {
    /// The text.
    pub words: &'a str,
    pub tone: &'a str,
    pub from: &'a str,
    pub until: &'a str,
    /// The announcement that it replaces.
    pub replaces: Option<i64>,
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

/// The page with current and future announcements.
#[derive(Clone, Copy, Debug)]
pub struct AnnouncementsPage<'a> {
    pub coming: &'a [Announcement],
    pub draft: AnnouncementDraft<'a>,
    /// What the form would publish, to be looked at before.
    pub preview: Option<&'a Announcement>,
    pub done: Option<Done>,
    /// The announcement that was just removed, as it would be published again.
    pub removed: Option<AnnouncementDraft<'a>>,
    /// The time zone of the admin, in which the form has its times.
    pub zone: &'a TimeZoneName,
    pub now: Moment,
}

pub fn announcements(reader: PageViewer<'_>, shown: &AnnouncementsPage<'_>) -> Markup {
    let form = html! {
        @if let Some(preview) = shown.preview {
            (announcement_bar(preview, true))
            p.soft { (preview_times(preview, shown)) }
        }
        (form(shown))
    };
    let title = match shown.draft.replaces {
        Some(_) => tr("Change the announcement"),
        None => tr_in("announcement", "New announcement"),
    };
    let body = html! {
        header.stack.tight {
            h1 { (tr("Announcements")) }
            p.lead { (tr("Shown at the top of every page until it ends or is dismissed.")) }
        }
        @if let Some(done) = shown.done { (NoticeBox::good(done.words())) }
        @if let Some(removed) = shown.removed { (removal(&removed)) }
        @if !shown.coming.is_empty() { (SectionCard { title: tr("Current and scheduled"), aside: html! {}, body: list(shown) }) }
        (SectionCard { title, aside: html! {}, body: form })
    };
    page(reader, AdminSection::Announcements, tr("Announcements"), PageWidth::Column, body)
}

fn removal(removed: &AnnouncementDraft<'_>) -> Markup {
    let fields =
        [("words", removed.words), ("tone", removed.tone), ("from", removed.from), ("until", removed.until)];
    let notice = UndoableNotice {
        text: tr("Announcement removed."),
        action: urls::AdminAnnouncements.to_string(),
        fields: &fields,
    };
    html! { (notice) }
}

/// When an announcement will be shown.
fn preview_times(preview: &Announcement, shown: &AnnouncementsPage<'_>) -> Markup {
    let until = DeadlineLabel { at: preview.until, zone: Some(shown.zone) };
    match preview.is_shown_at(shown.now) {
        true => tr!("From now until {until}", until = until),
        false => times(preview, shown),
    }
}

/// When an announcement is shown.
fn times(announcement: &Announcement, shown: &AnnouncementsPage<'_>) -> Markup {
    let label = |at| DeadlineLabel { at, zone: Some(shown.zone) };
    let (from, until) = (label(announcement.from), label(announcement.until));
    if announcement.is_shown_at(shown.now) {
        tr!("Shown now, until {until}", until = until)
    } else {
        tr!("From {from} until {until}", from = from, until = until)
    }
}

fn list(shown: &AnnouncementsPage<'_>) -> Markup {
    html! {
        ul.reports {
            @for one in shown.coming {
                li {
                    p.words dir="auto" { (one.text) }
                    p.soft.small { (times(one, shown)) }
                    div.row {
                        form method="post" action=(urls::WithdrawAnnouncement { id: &one.id.to_string() }) {
                            (Button { label: tr("Remove"), ..Button::default() })
                        }
                        (LinkButton { href: urls::AdminAnnouncements.changing(one.id), label: tr("Change"), kind: ButtonKind::Plain })
                    }
                }
            }
        }
    }
}

fn form(shown: &AnnouncementsPage<'_>) -> Markup {
    let draft = shown.draft;
    let zone = tr_format!("In your time zone, {zone}.", zone = shown.zone.name());
    html! {
        form.stack method="post" action=(urls::once(urls::AdminAnnouncements)) {
            @if let Some(id) = draft.replaces { input type="hidden" name="replaces" value=(id); }
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
                help: &format!("{zone} {}", tr("Leave empty to publish right away.")), problem: draft.problem_of(AnnouncementField::From), ..TextField::default()
            })
            (TextField {
                name: "until", label: tr("Until"), kind: "datetime-local", value: draft.until, help: &zone,
                problem: draft.problem_of(AnnouncementField::Until), ..TextField::default()
            })
            div.row {
                (Button { label: tr("Publish"), kind: ButtonKind::Filled, ..Button::default() })
                (Button { label: tr("Preview"), sends: Some(("preview", "yes")), ..Button::default() })
            }
        }
    }
}
