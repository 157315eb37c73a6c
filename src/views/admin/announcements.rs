//! What the site has to say to everybody: what is said now and later, and saying more.

use maud::{Markup, html};

use super::{AdminSection, page};
use crate::now::Moment;
use crate::texts::{tr, tr_in};
use crate::tr;
use crate::urls;
use crate::users::{Announcement, AnnouncementTone};
use crate::views::page::{PageViewer, PageWidth};
use crate::views::parts::{
    Button, ButtonKind, LinkCard, RadioChoice, RadioChoices, TextArea, TextField, exactly,
};

/// An announcement in the making, as it was written.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnnouncementDraft<'a> {
    /// What is said.
    pub words: &'a str,
    /// How it is meant.
    pub tone: &'a str,
    pub from: &'a str,
    pub until: &'a str,
    /// What is wrong with the words.
    pub wordless: Option<&'a str>,
    /// What is wrong with the times.
    pub timeless: Option<&'a str>,
}

pub fn announcements(
    reader: PageViewer<'_>,
    said: &[Announcement],
    draft: AnnouncementDraft<'_>,
    now: Moment,
) -> Markup {
    let body = html! {
        header.stack.tight {
            h1 { (tr("Announcements")) }
            p.lead { (tr("A quiet bar on every page, for everybody, until its time is over or they put it away.")) }
        }
        @if !said.is_empty() { (LinkCard { title: tr("Said now and later"), aside: html! {}, body: list(said, now) }) }
        (LinkCard { title: tr_in("announcement", "Say something"), aside: html! {}, body: form(draft) })
    };
    page(reader, AdminSection::Announcements, tr("Announcements"), PageWidth::Column, body)
}

fn list(said: &[Announcement], now: Moment) -> Markup {
    html! {
        ul.reports {
            @for one in said {
                li {
                    p.words { (one.words) }
                    p.soft.small {
                        @let until = exactly(one.until);
                        @if one.is_said_at(now) { (tr!("Said now, until {until}", until = until)) }
                        @else { (tr!("From {from} until {until}", from = exactly(one.from), until = until)) }
                    }
                    form method="post" action=(urls::WithdrawAnnouncement { id: &one.id.to_string() }) {
                        (Button { label: tr("Take it down"), ..Button::default() })
                    }
                }
            }
        }
    }
}

fn form(draft: AnnouncementDraft<'_>) -> Markup {
    html! {
        form.stack method="post" action=(urls::AdminAnnouncements) {
            (TextArea {
                name: "words", label: tr("What is said"), value: draft.words, problem: draft.wordless,
                help: tr("A sentence or two, at most 300 characters."), longest: Some(Announcement::MAX_LENGTH),
                ..TextArea::default()
            })
            (RadioChoices {
                name: "tone", legend: tr("How it is meant"), small: true, chosen: draft.tone,
                of: vec![
                    RadioChoice { value: AnnouncementTone::News.key(), title: tr("Something to know"), help: "" },
                    RadioChoice { value: AnnouncementTone::Warning.key(), title: tr("Something to look out for"), help: "" },
                ],
                ..RadioChoices::default()
            })
            (TextField {
                name: "from", label: tr("From"), kind: "datetime-local", value: draft.from, optional: true,
                help: tr("In UTC. Left empty, it is said at once."), problem: draft.timeless, ..TextField::default()
            })
            (TextField { name: "until", label: tr("Until"), kind: "datetime-local", value: draft.until, help: tr("In UTC."), ..TextField::default() })
            div.row { (Button { label: tr("Announce it"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}
