//! The whole page, and the response to a request of htmx.

use maud::{Markup, html};

use super::board::board;
use super::context::{MatchPage, ViewerData};
use super::problem::problem;
use super::share::image_path;
use super::updates::RegionUpdates;
use super::{
    adjudication, announcements, chat, connection, facts, hint, offers, page_data, panel, position, presence,
    recap, removal, replay, sections, share, status, tips, turn, vacation,
};
use crate::games::KnownGame;
use crate::matches::{MatchViewer, MatchVisibility};
use crate::texts::tr;
use crate::tr_format;
use crate::views::boards::{self, announcement, partial, partials};
use crate::views::link_preview::LinkPreview;
use crate::views::page::{Page, PageViewer, PageWidth, SignedInPlayer};
use crate::views::parts::NoticeBox;
use crate::views::parts::game_cards::description;
use crate::views::parts::options::match_title;

pub fn page(reader: PageViewer<'_>, page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    // While it is not their turn, this match waits only for answers to offers.
    let turns = reader.player.map_or(0, |player| player.turns);
    let waiting = turns.saturating_sub(usize::from(offers::awaits_answer(page_context)));
    let own = ViewerData { waiting, ..page_context.own };
    let page_context = &MatchPage { own, ..*page_context };
    let title = status::title(page_context);
    let (shown, missed) = (page_context.shown(), page_context.missed_moves());
    let user = reader.player.map(|player| player.name);
    let watcher_form = chat::watcher_form(page_context, &reader);
    let staff = reader.player.is_some_and(SignedInPlayer::is_active_staff);
    let page = Page::new(&title, reader)
        .width(PageWidth::Wide)
        .class("match-page")
        .style(boards::stylesheet(m.game))
        .picture(boards::art(&m.position))
        .without_site_name()
        .live();
    let is_over = page_context.ply.is_none() && m.ending().is_some();
    let about = tr_format!(
        "{state}. {game}: {about}",
        state = if is_over {
            tr("Replay this match move by move").into()
        } else {
            status::headline(page_context)
        },
        game = match_title(&m.options),
        about = description(KnownGame::of(&m.options)),
    );
    let page = page.preview(preview(page_context, &about));
    let page = if page_context.ply.is_none() { page.module("match.js") } else { page };
    page.body(html! {
        @if page_context.ply.is_none() { (page_data::stream(page_context, user)) (connection::status()) }
        (turn::bar(page_context))
        div.stage {
            (board(page_context, &shown))
            @if page_context.ply.is_none() { button #burst .button.small.burst type="button" hidden { (tr("Skip")) } }
            (position::shown_position(page_context, &shown))
            (recap::before(page_context, missed.as_ref()))
            (page_data::play_preference_fields(page_context))
            (tips::tips(page_context))
            (problem(page_context.problem))
            (replay::controls(page_context, &shown))
            (replay::player(page_context, user))
            (announcement(""))
            (announcements::clock_button(page_context))
        }
        div.side {
            (presence::present(page_context))
            (panel::panel(page_context))
            (recap::section(page_context, missed.as_ref()))
            (vacation::absences(page_context))
            (vacation::vacation(page_context))
            (sections::sections(page_context, &shown, &watcher_form))
            (facts::facts(page_context, user.is_some()))
            (share::share(page_context))
            @if staff && page_context.viewer == MatchViewer::Watcher && page_context.ply.is_none() { (for_staff(page_context)) }
            (page_data::seen_image(page_context))
        }
    })
}

/// The link preview of a match that everyone may see: the linked position, or the current one.
fn preview<'a>(page_context: &MatchPage<'_>, about: &'a str) -> Option<LinkPreview<'a>> {
    let m = &page_context.view.m;
    let path = page_context.replay_path(page_context.ply);
    let image = image_path(page_context);
    (m.visibility == MatchVisibility::Public).then(|| LinkPreview {
        image,
        is_embeddable: true,
        ..LinkPreview::of_game(m.game, path, about)
    })
}

/// The actions of staff in matches of others.
fn for_staff(page_context: &MatchPage<'_>) -> Markup {
    let view = page_context.view;
    html! {
        (adjudication::adjudication(view, None))
        (removal::moderation(view, page_context.viewer))
    }
}

/// The response to a request of htmx: the requested region in its place, the others out of band. A page that shows the
/// match as it is gets what the request has changed; any other all regions that may differ.
pub fn fragment(page_context: &MatchPage<'_>) -> Markup {
    let has_preview = page_context.choice.preview.is_some() || page_context.open.leaves_preview;
    html! {
        @if let (Some(problem), false) = (page_context.problem, has_preview) { (NoticeBox::bad(problem)) }
        @else if let Some(press) = page_context.move_form() { (press) }
        @else { (panel::panel(page_context)) }
        (partials(|partials| {
            let mut updates = RegionUpdates { partials, page_context, listed: None };
            match page_context.open.known {
                _ if page_context.ply.is_some() => updates.put_replayed(),
                Some(known) if known == page_context.view.m.seq => updates.put_chosen(),
                known => updates.put_missed(known.unwrap_or(0)),
            }
        }))
        // Who has just taken a seat has had no use for them before.
        @if page_context.own.zone.is_some() { (partial("preferences", page_data::play_preference_fields(page_context))) }
        @if page_context.own.shows_tips { (partial("tips", tips::tips(page_context))) }
        @if let Some(hint) = page_context.choice.hint { (partial("announcement", announcement(hint::hint_text(page_context, hint)))) }
        @else if page_context.ply.is_some() { (partial("announcement", announcement(page_context.marked(&status::headline(page_context))))) }
    }
}
