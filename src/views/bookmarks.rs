//! The bookmarks of a user.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::page::{Page, PageViewer};
use super::parts::{Button, ButtonKind, EmptyState, LinkButton, TextField};
use crate::lists::Bookmark;
use crate::texts::tr;
use crate::urls;

pub struct BookmarksPage<'a> {
    /// All of the user.
    pub all: &'a [Bookmark],
    /// The words and the tag that are sought; may be empty.
    pub words: &'a str,
    pub tag: &'a str,
}

/// The form for a bookmark.
#[derive(Clone, Copy, Debug, Default)]
pub struct BookmarkDraft<'a> {
    pub path: &'a str,
    pub title: &'a str,
    pub tags: &'a str,
    pub title_problem: Option<&'a str>,
    pub tags_problem: Option<&'a str>,
}

pub fn page(reader: PageViewer<'_>, list: &BookmarksPage<'_>) -> Markup {
    let found: Vec<_> = list.all.iter().filter(|bookmark| bookmark.matches(list.words, list.tag)).collect();
    Page::new(tr("Bookmarks"), reader).body(html! {
        header.stack {
            h1 { (tr("Bookmarks")) }
            p.lead { (tr("Matches and positions that you keep. Only you can see them.")) }
        }
        @if list.all.is_empty() {
            (EmptyState {
                title: tr("No bookmarks yet"),
                text: tr("“Bookmark” on the page of a match or an analysis keeps it here."),
                action: html! { (LinkButton { href: urls::Matches, label: tr("Finished matches"), kind: ButtonKind::Quiet }) },
            })
        } @else {
            form.search method="get" action=(urls::Bookmarks) role="search" {
                (TextField {
                    name: "q", label: tr("Words or tags"), kind: "search", value: list.words,
                    longest: u32::try_from(Bookmark::LONGEST_TITLE).ok(), optional: true, bare: true, ..TextField::default()
                })
                (Button { label: tr("Search"), ..Button::default() })
            }
            (tags(list))
            @if found.is_empty() { p { (tr("No bookmark matches.")) } } @else {
                ul.people { @for bookmark in found { (row(bookmark)) } }
            }
        }
    })
}

/// The tags with the number of their bookmarks.
fn tags(list: &BookmarksPage<'_>) -> Markup {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for tag in list.all.iter().flat_map(|bookmark| bookmark.tags.split_whitespace()) {
        *counts.entry(tag).or_default() += 1;
    }
    html! {
        @if !counts.is_empty() {
            nav.row aria-label=(tr("Tags")) {
                @for (tag, count) in &counts {
                    a.button.filled[list.tag == *tag] href=(urls::Bookmarks.tagged(tag)) aria-current=[(list.tag == *tag).then_some("true")] {
                        (tag) " (" (count) ")"
                    }
                }
                @if !list.tag.is_empty() { a.button href=(urls::Bookmarks) { (tr("All")) } }
            }
        }
    }
}

fn row(bookmark: &Bookmark) -> Markup {
    html! {
        li {
            a href=(bookmark.path) { (bookmark.title) }
            @if !bookmark.tags.is_empty() { span.soft.small { (bookmark.tags.replace(' ', ", ")) } }
            div.row {
                (LinkButton { href: urls::NewBookmark.of(&bookmark.path), label: tr("Edit"), kind: ButtonKind::Quiet })
                form method="post" action=(urls::RemoveBookmark { id: &bookmark.id.to_string() }) {
                    (Button { label: tr("Remove"), kind: ButtonKind::Quiet, ..Button::default() })
                }
            }
        }
    }
}

pub fn form(reader: PageViewer<'_>, draft: &BookmarkDraft<'_>) -> Markup {
    Page::new(tr("Bookmark"), reader).body(html! {
        header.stack {
            h1 { (tr("Bookmark")) }
            p.lead { a href=(draft.path) { (tr("Back to the page")) } }
        }
        form.stack method="post" action=(urls::Bookmarks) {
            input type="hidden" name="path" value=(draft.path);
            (TextField {
                name: "title", label: tr("Title"), value: draft.title, problem: draft.title_problem,
                longest: u32::try_from(Bookmark::LONGEST_TITLE).ok(), ..TextField::default()
            })
            (TextField {
                name: "tags", label: tr("Tags"), value: draft.tags, problem: draft.tags_problem, optional: true,
                help: tr("Separated by spaces."), ..TextField::default()
            })
            div.actions { (Button { label: tr("Save"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    })
}
