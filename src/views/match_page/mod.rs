//! A match: the board, who sits at it, what can be done, what was said. The page is put together from the fragments that
//! the live stream sends one by one.

mod actions;
mod adjudication;
mod announcements;
mod chat;
mod clock_events;
mod conditional;
mod connection;
mod facts;
mod hint;
mod invitations;
mod live;
pub(crate) mod muted;
mod notes;
mod offers;
mod panel;
mod pause;
mod position;
mod preview;
mod recap;
mod removal;
mod replay;
mod status;
#[cfg(test)]
mod tests;
mod vacation;

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use maud::{Markup, html};

pub use adjudication::adjudication;
pub use chat::{ChatDraft, chat, chat_section};
pub use conditional::{ConditionalDraft, ordered};
pub use connection::HEARTBEAT;
pub use hint::MoveHint;
pub use live::{LiveStep, goodbye, muted_section, of_everybody, of_viewer, since};
pub use notes::{LONGEST_NOTE, PrivateNote, notes};
pub use removal::{RemovableMessages, messages};

use super::boards::{self, DrawnBoard, LastPly, MoveForm, announcement, partial};
use super::page::{Page, PageViewer, PageWidth, SignedInPlayer};
use super::parts::NoticeBox;
use super::sanctions::SanctionsNotice;
use crate::games::{Cell, Effect, Position, Seat};
use crate::matches::{LastMove, Match, MatchStatus, MatchView, MatchViewer, PositionAfter, RatingChange};
use crate::now::Moment;
use crate::texts::tr;
use crate::urls;
use crate::users::UserId;
use crate::users::preferences::{PlayPreferences, TimeZoneName};
use crate::views::words::called;

/// The scripts of the page of a match as it stands: the first imports the others.
pub const MODULES: &[&str] = &[
    "js/match/main.js",
    "js/match/connection.js",
    "js/match/dom.js",
    "js/match/recap.js",
    "js/match/seen.js",
    "js/match/stream.js",
    "js/match/updates.js",
];

/// A match as somebody sees it.
#[derive(Clone, Copy, Debug)]
pub struct MatchPage<'a> {
    /// The match and the people at it.
    pub table: &'a MatchView,
    pub viewer: MatchViewer,
    /// Whether the viewer is a visitor who can join as a guest.
    pub is_visitor: bool,
    /// After how many plies it is looked at again; as it stands, when there is none.
    pub ply: Option<usize>,
    /// The cells they have chosen.
    pub chosen: &'a [Cell],
    /// Whether they choose hole by hole.
    pub along: bool,
    /// Why the last thing they asked for was not done.
    pub problem: Option<&'a str>,
    /// The order they left that was not taken, or that is only written down.
    pub draft: Option<ConditionalDraft<'a>>,
    /// What they have noted about it, where that was looked up.
    pub note: Option<PrivateNote<'a>>,
    /// Where they live, where that was looked up.
    pub zone: Option<&'a TimeZoneName>,
    /// How they like to play.
    pub manner: PlayPreferences,
    /// The move that is previewed, and played once it is confirmed.
    pub preview: Option<&'a str>,
    /// The hint they have asked for.
    pub hint: Option<MoveHint<'a>>,
    /// Whether the page shows a preview, so that a fragment has to bring the board as it stands.
    pub leaves_preview: bool,
    /// How many hours of vacation everybody at the table has left, where they protect.
    pub vacation: Option<&'a [(Seat, u32)]>,
    /// Up to which entry of the log they have seen it, where that was looked up.
    pub seen: Option<u32>,
    /// Whether others at the table are known to have seen the last ply.
    pub others_saw: bool,
    /// What it has made of ratings, once it is over.
    pub ratings: &'a [RatingChange],
    /// A chat message of theirs that was refused.
    pub chat: Option<ChatDraft<'a>>,
    /// What they are kept from.
    pub kept: SanctionsNotice<'a>,
    /// Whom they do not want to hear, where that was looked up.
    pub muted_players: Option<&'a HashSet<UserId>>,
    pub now: Moment,
}

/// The position that is shown, and how it came about.
struct ShownMatch<'a> {
    position: Cow<'a, Position>,
    effects: Arc<[Effect]>,
    moved: Option<LastMove>,
    plies: usize,
}

impl<'a> MatchPage<'a> {
    /// The match as it stands.
    pub fn now(table: &'a MatchView, viewer: MatchViewer, now: Moment) -> Self {
        Self {
            table,
            viewer,
            is_visitor: false,
            ply: None,
            chosen: &[],
            along: false,
            problem: None,
            ratings: &[],
            draft: None,
            note: None,
            zone: None,
            manner: PlayPreferences::default(),
            preview: None,
            hint: None,
            leaves_preview: false,
            vacation: None,
            seen: None,
            others_saw: false,
            chat: None,
            kept: SanctionsNotice::default(),
            muted_players: None,
            now,
        }
    }

    fn shown(&self) -> ShownMatch<'a> {
        let m = &self.table.m;
        if let Some(shown) = self.preview.and_then(|notation| self.previewed(notation)) {
            return shown;
        }
        let again = self.ply.and_then(|ply| Some((m.position_at(ply).ok()?, ply)));
        match again {
            Some((PositionAfter { position, effects, moved }, plies)) => {
                ShownMatch { position: Cow::Owned(position), effects, moved, plies }
            }
            None => ShownMatch {
                position: Cow::Borrowed(&m.position),
                effects: Arc::clone(&m.last_effects),
                moved: m.moved.clone(),
                plies: m.plies.len(),
            },
        }
    }

    /// The position after the move that is previewed.
    fn previewed(&self, notation: &str) -> Option<ShownMatch<'a>> {
        let m = &self.table.m;
        let mut position = m.position.clone();
        let effects = position.play(notation).ok()?.effects.into();
        Some(ShownMatch { position: Cow::Owned(position), effects, moved: None, plies: m.plies.len() })
    }

    fn path(&self) -> urls::Match<'a> {
        urls::Match { id: self.table.m.id.as_str() }
    }

    /// Whether it is seen as it stands now.
    fn shows_the_end(&self) -> bool {
        self.ply.is_none_or(|ply| ply == self.table.m.plies.len())
    }

    /// The seat of whoever looks, if it is their turn. What comes by itself is nobody's.
    fn turn(&self) -> Option<Seat> {
        let acts = |seat: &Seat| self.table.m.to_act().seat() == Some(*seat) || self.throws();
        self.viewer.seat().filter(|seat| acts(seat) && !self.table.m.goes_on_by_itself())
    }

    /// Whether the viewer can join: a seat is free for anybody, or kept for them.
    fn may_join(&self) -> bool {
        let m = &self.table.m;
        match self.viewer {
            MatchViewer::Seat(_) => false,
            MatchViewer::Invited(_) => m.status == MatchStatus::Open,
            MatchViewer::Watcher => m.seat_to_keep().is_some(),
        }
    }

    /// Whether whoever looks has to throw the die.
    fn throws(&self) -> bool {
        let m = &self.table.m;
        self.viewer.seat().is_some() && m.to_throw() == self.viewer.seat() && !m.server_rolls()
    }

    /// What can be pressed: nothing while an earlier position is looked at, or it is somebody else's turn.
    fn press(&self) -> Option<MoveForm<'_>> {
        let m = &self.table.m;
        let press = self.ply.is_none().then(|| MoveForm::idle(&m.position, m.id.as_str(), m.seq))?;
        Some(if self.turn().is_some() {
            let suggested = self.hint.map(|hint| hint.notation);
            press.turn(self.chosen, self.along).previewing(self.preview).suggesting(suggested)
        } else {
            press
        })
    }

    /// Whether it is played live.
    fn is_live(&self) -> bool {
        self.table.m.clocks.as_ref().is_some_and(|clocks| clocks.control().pace.is_live())
    }

    /// What somebody is called.
    fn name(&self, seat: Seat) -> &'a str {
        self.table.name(seat).map_or_else(|| tr("nobody"), called)
    }
}

pub fn page(reader: PageViewer<'_>, page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.table.m;
    let title = status::title(page_context);
    let (shown, missed) = (page_context.shown(), page_context.missed());
    let user = reader.player.map(|player| player.name);
    let staff = reader.player.is_some_and(SignedInPlayer::looks_after_the_site);
    let page = Page::new(&title, reader)
        .width(PageWidth::Wide)
        .class("table")
        .style(boards::stylesheet(m.game))
        .live();
    let modules = if page_context.ply.is_none() { MODULES } else { &[] };
    page.modules(modules).body(html! {
        @if page_context.ply.is_none() { (stream(page_context, user)) (connection::status()) }
        div.stage {
            (board(page_context, &shown))
            (position::shown(page_context, &shown))
            (recap::before(page_context, missed.as_ref()))
            (manner(page_context))
            (problem(page_context.problem))
            (replay::controls(page_context, &shown))
            (replay::player(page_context))
            (announcement(""))
            (announcements::clock_button(page_context))
        }
        div.side {
            (panel::panel(page_context))
            (recap::told(page_context, missed.as_ref()))
            (vacation::vacation(page_context))
            (replay::list(page_context, &shown))
            (conditional::orders(page_context))
            (notes::notes(page_context))
            (muted::chat_around(page_context))
            (facts::facts(page_context, user.is_some()))
            @if staff && page_context.viewer == MatchViewer::Watcher && page_context.ply.is_none() { (for_staff(page_context)) }
            (noted(page_context))
        }
    })
}

/// What staff can do at a match in which they do not play.
fn for_staff(page_context: &MatchPage<'_>) -> Markup {
    let table = page_context.table;
    html! {
        (adjudication(table, None))
        @if table.chat_readable_by(page_context.viewer) && !table.chat.is_empty() { (removal::moderation(table)) }
    }
}

/// What has changed, for htmx: in the place that was asked for what can be pressed now, the rest beside it. Pieces are left
/// to the stream, which shows how they move.
pub fn fragment(page_context: &MatchPage<'_>) -> Markup {
    let shown = page_context.shown();
    html! {
        @if page_context.preview.is_some() || page_context.leaves_preview {
            @if let Some(press) = page_context.press() { (press) }
            (partial("board", board(page_context, &shown)))
            (partial("position", position::shown(page_context, &shown)))
            (partial("problem", problem(page_context.problem)))
            (partial("panel", panel::panel(page_context)))
        } @else if let Some(problem) = page_context.problem {
            (NoticeBox::bad(problem))
            (partial("board", board(page_context, &shown)))
            (beside(page_context, &shown))
        } @else if let Some(press) = page_context.press() {
            (press)
            (partial("problem", problem(page_context.problem)))
            (beside(page_context, &shown))
            @if let Some(hint) = page_context.hint { (partial("say", announcement(&hint::words(page_context, hint)))) }
        } @else {
            (panel::panel(page_context))
            (partial("board", board(page_context, &shown)))
            (partial("position", position::shown(page_context, &shown)))
            (partial("say", announcement(&status::headline(page_context))))
            (plies(page_context, &shown))
        }
    }
}

fn beside(page_context: &MatchPage<'_>, shown: &ShownMatch<'_>) -> Markup {
    html! {
        (partial("panel", panel::panel(page_context)))
        // Choosing changes nothing of the position.
        @if page_context.chosen.is_empty() { (partial("position", position::shown(page_context, shown))) }
        (plies(page_context, shown))
    }
}

/// The ways through the plies, and the plies.
fn plies(page_context: &MatchPage<'_>, shown: &ShownMatch<'_>) -> Markup {
    html! {
        (partial("steps", replay::controls(page_context, shown)))
        (partial("plies", replay::list(page_context, shown)))
    }
}

/// Where a refusal is said.
fn problem(said: Option<&str>) -> Markup {
    html! { div #problem { @if let Some(said) = said { (NoticeBox::bad(said)) } } }
}

/// What the scripts have to know that keep the one stream of a page: see `static/js/match`. It stands outside everything that
/// is swapped, and says for which user the page was drawn: nobody else's stream belongs there. An error that answers a request
/// of the stream's own is not shown.
fn stream(page_context: &MatchPage<'_>, user: Option<&str>) -> Markup {
    let m = &page_context.table.m;
    html! {
        div #live hx-status:4xx="swap:none" hx-status:5xx="swap:none" data-match=(page_context.path())
            data-events=(urls::Events { id: m.id.as_str() }) data-heartbeat=(HEARTBEAT.as_millis())
            data-seen=(urls::Seen { id: m.id.as_str() }) data-seq=(m.seq) data-noted=[page_context.seen] data-user=[user] {}
    }
}

/// How they like to play, as what they play says it.
fn manner(page_context: &MatchPage<'_>) -> Markup {
    let plays = page_context.ply.is_none() && page_context.viewer.seat().is_some();
    html! {
        @if plays && page_context.manner.confirmation.applies(page_context.is_live()) { input form="press" type="hidden" name="confirm" value="ask"; }
        @if plays && page_context.manner.auto_advance { input form="press" type="hidden" name="then" value="next"; }
    }
}

/// Where scripts run they say what is on the screen and when; elsewhere it is what the page came with.
fn noted(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.table.m;
    let line = page_context.table.chat.last().map_or(0, |line| line.id);
    html! {
        @if page_context.viewer != MatchViewer::Watcher && page_context.ply.is_none() {
            noscript { img.unseen src=(urls::Seen { id: m.id.as_str() }.up_to(m.seq, line)) alt=""; }
        }
    }
}

/// What is marked on the board: the last ply that moved something there.
fn last_moved<'a>(m: &'a Match, moved: Option<&'a LastMove>) -> Option<LastPly<'a>> {
    let moved = moved?;
    Some(LastPly { notation: &m.plies.get(moved.ply)?.notation, effects: &moved.effects })
}

fn board(page_context: &MatchPage<'_>, shown: &ShownMatch<'_>) -> Markup {
    let m = &page_context.table.m;
    let previewed = page_context.preview.map(|notation| LastPly { notation, effects: &shown.effects });
    let last = previewed.or_else(|| last_moved(m, shown.moved.as_ref()));
    let turns = boards::turns(&shown.position, page_context.viewer.seat());
    html! { (DrawnBoard { position: &shown.position, turns, last, press: page_context.press() }) }
}
