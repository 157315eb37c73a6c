//! A match: the board, who sits at it, what can be done, what was said. The page is put together from the fragments that
//! the live stream sends one by one.

mod actions;
mod announcements;
mod clock_events;
mod connection;
mod facts;
mod holidays;
pub(crate) mod hushed;
mod invitations;
mod lately;
mod live;
mod notes;
mod offers;
mod orders;
mod panel;
mod pause;
mod position;
mod preview;
mod removal;
mod replay;
mod rulings;
mod status;
mod talk;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use maud::{Markup, html};

pub use connection::HEARTBEAT;
pub use live::{Step, goodbye, hushes, of_everybody, of_viewer, since};
pub use notes::{LONGEST_NOTE, Note, notes};
pub use orders::{Draft, ordered};
pub use removal::{Messages, messages};
pub use rulings::rulings;
pub use talk::{ChatDraft, chat, talk};

use super::boards::{self, Board, Last, Press, announcement, partial};
use super::page::{Page, Player, Reader, Width};
use super::parts::Notice;
use super::sanctions::Kept;
use crate::games::{Cell, Effect, Position, Seat};
use crate::matches::{Match, Moved, RatingChange, Status, Stood, Table, Viewer};
use crate::now::Moment;
use crate::texts::tr;
use crate::urls;
use crate::users::UserId;
use crate::users::preferences::{Manner, Zone};
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
pub struct Sight<'a> {
    /// The match and the people at it.
    pub table: &'a Table,
    /// Who looks.
    pub viewer: Viewer,
    /// After how many plies it is looked at again; as it stands, when there is none.
    pub ply: Option<usize>,
    /// The cells they have chosen.
    pub chosen: &'a [Cell],
    /// Whether they choose hole by hole.
    pub along: bool,
    /// Why the last thing they asked for was not done.
    pub problem: Option<&'a str>,
    /// The order they left that was not taken, or that is only written down.
    pub draft: Option<Draft<'a>>,
    /// What they have noted about it, where that was looked up.
    pub note: Option<Note<'a>>,
    /// Where they live, where that was looked up.
    pub zone: Option<&'a Zone>,
    /// How they like to play.
    pub manner: Manner,
    /// The move that is previewed, and played once it is confirmed.
    pub preview: Option<&'a str>,
    /// Whether the page shows a preview, so that a fragment has to bring the board as it stands.
    pub leaves_preview: bool,
    /// How many hours of holiday everybody at the table has left, where they protect.
    pub holidays: Option<&'a [(Seat, u32)]>,
    /// Up to which entry of the log they have seen it, where that was looked up.
    pub seen: Option<u32>,
    /// Whether others at the table are known to have seen the last ply.
    pub others_saw: bool,
    /// What it has made of ratings, once it is over.
    pub ratings: &'a [RatingChange],
    /// A chat message of theirs that was refused.
    pub chat: Option<ChatDraft<'a>>,
    /// What they are kept from.
    pub kept: Kept<'a>,
    /// Whom they do not want to hear, where that was looked up.
    pub unheard: Option<&'a HashSet<UserId>>,
    /// When.
    pub now: Moment,
}

/// The position that is shown, and how it came about.
struct Shown<'a> {
    position: Cow<'a, Position>,
    effects: Arc<[Effect]>,
    moved: Option<Moved>,
    plies: usize,
}

impl<'a> Sight<'a> {
    /// The match as it stands.
    pub fn now(table: &'a Table, viewer: Viewer, now: Moment) -> Self {
        Self {
            table,
            viewer,
            ply: None,
            chosen: &[],
            along: false,
            problem: None,
            ratings: &[],
            draft: None,
            note: None,
            zone: None,
            manner: Manner::default(),
            preview: None,
            leaves_preview: false,
            holidays: None,
            seen: None,
            others_saw: false,
            chat: None,
            kept: Kept::default(),
            unheard: None,
            now,
        }
    }

    fn shown(&self) -> Shown<'a> {
        let m = &self.table.m;
        if let Some(shown) = self.preview.and_then(|notation| self.previewed(notation)) {
            return shown;
        }
        let again = self.ply.and_then(|ply| Some((m.stood_at(ply).ok()?, ply)));
        match again {
            Some((Stood { position, effects, moved }, plies)) => {
                Shown { position: Cow::Owned(position), effects, moved, plies }
            }
            None => Shown {
                position: Cow::Borrowed(&m.position),
                effects: Arc::clone(&m.last_effects),
                moved: m.moved.clone(),
                plies: m.plies.len(),
            },
        }
    }

    /// The position after the move that is previewed.
    fn previewed(&self, notation: &str) -> Option<Shown<'a>> {
        let m = &self.table.m;
        let mut position = m.position.clone();
        let effects = position.play(notation).ok()?.effects.into();
        Some(Shown { position: Cow::Owned(position), effects, moved: None, plies: m.plies.len() })
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
            Viewer::Seat(_) => false,
            Viewer::Guest(_) => m.status == Status::Open,
            Viewer::Watcher => m.seat_to_keep().is_some(),
        }
    }

    /// Whether whoever looks has to throw the die.
    fn throws(&self) -> bool {
        let m = &self.table.m;
        self.viewer.seat().is_some() && m.to_throw() == self.viewer.seat() && !m.house_throws()
    }

    /// What can be pressed: nothing while an earlier position is looked at, or it is somebody else's turn.
    fn press(&self) -> Option<Press<'_>> {
        let m = &self.table.m;
        let press = self.ply.is_none().then(|| Press::idle(&m.position, m.id.as_str(), m.seq))?;
        Some(if self.turn().is_some() {
            press.turn(self.chosen, self.along).previewing(self.preview)
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

/// The page.
pub fn page(reader: Reader<'_>, sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    let title = status::title(sight);
    let (shown, missed) = (sight.shown(), sight.missed());
    let user = reader.player.map(|player| player.name);
    let staff = reader.player.is_some_and(Player::looks_after_the_house);
    let page =
        Page::new(&title, reader).width(Width::Wide).class("table").style(boards::stylesheet(m.game)).live();
    let modules = if sight.ply.is_none() { MODULES } else { &[] };
    page.modules(modules).body(html! {
        @if sight.ply.is_none() { (stream(sight, user)) (connection::status()) }
        div.stage {
            (board(sight, &shown))
            (position::shown(sight, &shown))
            (lately::before(sight, missed.as_ref()))
            (manner(sight))
            (problem(sight.problem))
            (replay::controls(sight, &shown))
            (replay::player(sight))
            (announcement(""))
            (announcements::clock_button(sight))
        }
        div.side {
            (panel::panel(sight))
            (lately::told(sight, missed.as_ref()))
            (holidays::holidays(sight))
            (replay::list(sight, &shown))
            (orders::orders(sight))
            (notes::notes(sight))
            (hushed::talk_around(sight))
            (facts::facts(sight, user.is_some()))
            @if staff && sight.viewer == Viewer::Watcher && sight.ply.is_none() { (for_staff(sight)) }
            (noted(sight))
        }
    })
}

/// What staff can do at a match in which they do not play.
fn for_staff(sight: &Sight<'_>) -> Markup {
    let table = sight.table;
    html! {
        (rulings(table, None))
        @if table.talk_may_be_read_by(sight.viewer) && !table.talk.is_empty() { (removal::moderation(table)) }
    }
}

/// What has changed, for htmx: in the place that was asked for what can be pressed now, the rest beside it. Pieces are left
/// to the stream, which shows how they move.
pub fn fragment(sight: &Sight<'_>) -> Markup {
    let shown = sight.shown();
    html! {
        @if sight.preview.is_some() || sight.leaves_preview {
            @if let Some(press) = sight.press() { (press) }
            (partial("board", board(sight, &shown)))
            (partial("position", position::shown(sight, &shown)))
            (partial("problem", problem(sight.problem)))
            (partial("panel", panel::panel(sight)))
        } @else if let Some(problem) = sight.problem {
            (Notice::bad(problem))
            (partial("board", board(sight, &shown)))
            (beside(sight, &shown))
        } @else if let Some(press) = sight.press() {
            (press)
            (partial("problem", problem(sight.problem)))
            (beside(sight, &shown))
        } @else {
            (panel::panel(sight))
            (partial("board", board(sight, &shown)))
            (partial("position", position::shown(sight, &shown)))
            (partial("say", announcement(&status::headline(sight))))
            (plies(sight, &shown))
        }
    }
}

fn beside(sight: &Sight<'_>, shown: &Shown<'_>) -> Markup {
    html! {
        (partial("panel", panel::panel(sight)))
        // Choosing changes nothing of the position.
        @if sight.chosen.is_empty() { (partial("position", position::shown(sight, shown))) }
        (plies(sight, shown))
    }
}

/// The ways through the plies, and the plies.
fn plies(sight: &Sight<'_>, shown: &Shown<'_>) -> Markup {
    html! {
        (partial("steps", replay::controls(sight, shown)))
        (partial("plies", replay::list(sight, shown)))
    }
}

/// Where a refusal is said.
fn problem(said: Option<&str>) -> Markup {
    html! { div #problem { @if let Some(said) = said { (Notice::bad(said)) } } }
}

/// What the scripts have to know that keep the one stream of a page: see `static/js/match`. It stands outside everything that
/// is swapped, and says for which user the page was drawn: nobody else's stream belongs there. An error that answers a request
/// of the stream's own is not shown.
fn stream(sight: &Sight<'_>, user: Option<&str>) -> Markup {
    let m = &sight.table.m;
    html! {
        div #live hx-status:4xx="swap:none" hx-status:5xx="swap:none" data-match=(sight.path())
            data-events=(urls::Events { id: m.id.as_str() }) data-heartbeat=(HEARTBEAT.as_millis())
            data-seen=(urls::Seen { id: m.id.as_str() }) data-seq=(m.seq) data-noted=[sight.seen] data-user=[user] {}
    }
}

/// How they like to play, as what they play says it.
fn manner(sight: &Sight<'_>) -> Markup {
    let plays = sight.ply.is_none() && sight.viewer.seat().is_some();
    html! {
        @if plays && sight.manner.confirmation.applies(sight.is_live()) { input form="press" type="hidden" name="confirm" value="ask"; }
        @if plays && sight.manner.goes_on { input form="press" type="hidden" name="then" value="next"; }
    }
}

/// Where scripts run they say what is on the screen and when; elsewhere it is what the page came with.
fn noted(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    let line = sight.table.talk.last().map_or(0, |line| line.id);
    html! {
        @if sight.viewer != Viewer::Watcher && sight.ply.is_none() {
            noscript { img.unseen src=(urls::Seen { id: m.id.as_str() }.up_to(m.seq, line)) alt=""; }
        }
    }
}

/// What is marked on the board: the last ply that moved something there.
fn last_moved<'a>(m: &'a Match, moved: Option<&'a Moved>) -> Option<Last<'a>> {
    let moved = moved?;
    Some(Last { notation: &m.plies.get(moved.ply)?.notation, effects: &moved.effects })
}

fn board(sight: &Sight<'_>, shown: &Shown<'_>) -> Markup {
    let m = &sight.table.m;
    let previewed = sight.preview.map(|notation| Last { notation, effects: &shown.effects });
    let last = previewed.or_else(|| last_moved(m, shown.moved.as_ref()));
    let turns = boards::turns(&shown.position, sight.viewer.seat());
    html! { (Board { position: &shown.position, turns, last, press: sight.press() }) }
}
