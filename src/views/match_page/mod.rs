//! The page of a match: board, seats, actions and chat. It consists of fragments that the stream also sends one by
//! one.

mod actions;
mod adjudication;
mod announcements;
mod buttons;
mod chat;
mod clock_events;
mod conditional;
mod connection;
mod facts;
mod hint;
mod invitations;
mod live;
mod modules;
mod move_list;
pub(crate) mod muted;
mod notes;
mod offers;
mod page_data;
mod panel;
mod pause;
mod position;
mod presence;
mod preview;
mod questions;
mod recap;
mod rematch;
mod removal;
mod replay;
mod seat_clock;
mod sections;
mod status;
#[cfg(test)]
mod tests;
mod turn;
mod vacation;

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use maud::{Markup, html};

pub use adjudication::adjudication;
pub use chat::{ChatDraft, chat, chat_section};
pub use conditional::{ConditionalDraft, conditional_update};
pub use connection::HEARTBEAT;
pub use hint::MoveHint;
pub use live::{LiveStep, muted_section, of_everybody, of_viewer, signed_out, since};
pub use modules::MODULES;
pub use move_list::trails;
pub use notes::{LONGEST_NOTE, PrivateNote, notes};
pub use presence::rating_gains;
pub use removal::{RemovableMessages, messages};

use super::boards::{self, DrawnBoard, LastPly, MoveForm, announcement, partial};
use super::link_preview::LinkPreview;
use super::page::{Page, PageViewer, PageWidth, SignedInPlayer};
use super::parts::NoticeBox;
use super::sanctions::SanctionsNotice;
use crate::games::{Cell, Effect, Position, Seat};
use crate::matches::{
    LastMove, Match, MatchStatus, MatchView, MatchViewer, MatchVisibility, PlayerRating, PositionAfter,
    PresentSeats, RatingChange, RematchStanding,
};
use crate::now::Moment;
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::users::UserId;
use crate::users::preferences::{PlayPreferences, TimeZoneName};
use crate::views::words::called;

/// A match page for a viewer.
#[derive(Clone, Copy, Debug)]
pub struct MatchPage<'a> {
    /// The match and the names of its users.
    pub view: &'a MatchView,
    pub viewer: MatchViewer,
    /// Whether the viewer is a visitor who can join as a guest.
    pub is_visitor: bool,
    /// The number of plies of a shown earlier position; `None` for the current one.
    pub ply: Option<usize>,
    /// The chosen cells.
    pub chosen: &'a [Cell],
    /// Whether the move is chosen hole by hole.
    pub along: bool,
    /// Why the last action was refused.
    pub problem: Option<&'a str>,
    /// Conditional moves that were rejected or are a proposal.
    pub draft: Option<ConditionalDraft<'a>>,
    /// The private note of the viewer, if loaded.
    pub note: Option<PrivateNote<'a>>,
    /// The time zone of the viewer, if loaded.
    pub zone: Option<&'a TimeZoneName>,
    /// The play preferences of the viewer.
    pub play_preferences: PlayPreferences,
    /// The previewed move, which has yet to be confirmed.
    pub preview: Option<&'a str>,
    /// The hint the viewer has asked for.
    pub hint: Option<MoveHint<'a>>,
    /// Whether the page shows a preview, so that a fragment has to restore the board.
    pub leaves_preview: bool,
    /// The hours of vacation each player has left, in matches protected by vacation.
    pub vacation: Option<&'a [(Seat, u32)]>,
    /// The last log entry the viewer has seen, if loaded.
    pub seen: Option<u32>,
    /// Whether another player is known to have seen the last ply.
    pub others_saw: bool,
    /// The rating changes of the finished match.
    pub ratings: &'a [RatingChange],
    /// The ratings of the players before the end of the match, as far as they have any.
    pub seat_ratings: &'a [(UserId, PlayerRating)],
    /// The seats whose players are looking at the match.
    pub present: PresentSeats,
    /// How the offered rematch stands for the viewer, if loaded.
    pub rematch: Option<RematchStanding>,
    /// Whether the match has ended while the page was open.
    pub ends_now: bool,
    /// A rejected chat message of the viewer.
    pub chat: Option<ChatDraft<'a>>,
    /// The sanctions of the viewer.
    pub kept: SanctionsNotice<'a>,
    /// How many other matches are known to wait for the viewer.
    pub waiting: usize,
    /// The users muted by the viewer, if loaded.
    pub muted_players: Option<&'a HashSet<UserId>>,
    pub now: Moment,
}

/// The shown position, and the plies that led to it.
struct ShownMatch<'a> {
    position: Cow<'a, Position>,
    effects: Arc<[Effect]>,
    moved: Option<LastMove>,
    plies: usize,
}

impl<'a> MatchPage<'a> {
    /// The page of the current position.
    pub fn now(view: &'a MatchView, viewer: MatchViewer, now: Moment) -> Self {
        Self {
            view,
            viewer,
            is_visitor: false,
            ply: None,
            chosen: &[],
            along: false,
            problem: None,
            ratings: &[],
            seat_ratings: &[],
            present: PresentSeats::default(),
            rematch: None,
            ends_now: false,
            draft: None,
            note: None,
            zone: None,
            play_preferences: PlayPreferences::default(),
            preview: None,
            hint: None,
            leaves_preview: false,
            vacation: None,
            seen: None,
            others_saw: false,
            chat: None,
            kept: SanctionsNotice::default(),
            waiting: 0,
            muted_players: None,
            now,
        }
    }

    fn shown(&self) -> ShownMatch<'a> {
        let m = &self.view.m;
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

    /// The position after the previewed move.
    fn previewed(&self, notation: &str) -> Option<ShownMatch<'a>> {
        let m = &self.view.m;
        let mut position = m.position.clone();
        let effects = position.play(notation).ok()?.effects.into();
        Some(ShownMatch { position: Cow::Owned(position), effects, moved: None, plies: m.plies.len() })
    }

    fn path(&self) -> urls::Match<'a> {
        urls::Match { id: self.view.m.id.as_str() }
    }

    /// Whether the current position is shown.
    fn shows_the_end(&self) -> bool {
        self.ply.is_none_or(|ply| ply == self.view.m.plies.len())
    }

    /// The seat of the viewer, if it is their turn. `None` if the next ply is automatic.
    fn turn(&self) -> Option<Seat> {
        let acts = |seat: &Seat| self.view.m.to_act().seat() == Some(*seat) || self.is_rolling();
        self.viewer.seat().filter(|seat| acts(seat) && !self.view.m.goes_on_by_itself())
    }

    /// Whether the viewer can join: a seat is free or reserved for them.
    fn may_join(&self) -> bool {
        let m = &self.view.m;
        match self.viewer {
            MatchViewer::Seat(_) => false,
            MatchViewer::Invited(_) => m.status == MatchStatus::Open,
            MatchViewer::Watcher => m.free_seat().is_some(),
        }
    }

    /// Whether the viewer has to roll the die.
    fn is_rolling(&self) -> bool {
        let m = &self.view.m;
        self.viewer.seat().is_some() && m.to_throw() == self.viewer.seat() && !m.server_rolls()
    }

    /// The controls on the board: none for earlier positions and in turns of others.
    fn move_form(&self) -> Option<MoveForm<'_>> {
        let m = &self.view.m;
        let press = self.ply.is_none().then(|| MoveForm::idle(&m.position, m.id.as_str(), m.seq))?;
        Some(if self.turn().is_some() {
            let suggested = self.hint.map(|hint| hint.notation);
            press.turn(self.chosen, self.along).previewing(self.preview).suggesting(suggested)
        } else {
            press
        })
    }

    /// Whether the match is live.
    fn is_live(&self) -> bool {
        self.view.m.clocks.as_ref().is_some_and(|clocks| clocks.control().pace.is_live())
    }

    /// The name of the player at a seat.
    fn name(&self, seat: Seat) -> &'a str {
        self.view.name(seat).map_or_else(|| tr("nobody"), called)
    }
}

pub fn page(reader: PageViewer<'_>, page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    // While it is not their turn, this match waits only for answers to offers.
    let turns = reader.player.map_or(0, |player| player.turns);
    let waiting = turns.saturating_sub(usize::from(offers::awaits_answer(page_context)));
    let page_context = &MatchPage { waiting, ..*page_context };
    let title = status::title(page_context);
    let (shown, missed) = (page_context.shown(), page_context.missed_moves());
    let user = reader.player.map(|player| player.name);
    let staff = reader.player.is_some_and(SignedInPlayer::is_active_staff);
    let page = Page::new(&title, reader)
        .width(PageWidth::Wide)
        .class("match-page")
        .style(boards::stylesheet(m.game))
        .picture(boards::art(&m.position))
        .live();
    let about = tr_format!(
        "{state}. {game}: {about}",
        state = status::headline(page_context),
        game = tr(m.game.title()),
        about = boards::game_description(m.game),
    );
    let page = page.preview(preview(page_context, &about));
    let modules = if page_context.ply.is_none() { MODULES } else { &[] };
    page.modules(modules).body(html! {
        @if page_context.ply.is_none() { (page_data::stream(page_context, user)) (connection::status()) }
        (turn::bar(page_context))
        div.stage {
            (board(page_context, &shown))
            (position::shown_position(page_context, &shown))
            (recap::before(page_context, missed.as_ref()))
            (page_data::play_preference_fields(page_context))
            (problem(page_context.problem))
            (replay::controls(page_context, &shown))
            (replay::player(page_context))
            (announcement(""))
            (announcements::clock_button(page_context))
        }
        div.side {
            (presence::present(page_context))
            (panel::panel(page_context))
            (recap::section(page_context, missed.as_ref()))
            (vacation::vacation(page_context))
            (sections::sections(page_context, &shown))
            (facts::facts(page_context, user.is_some()))
            @if staff && page_context.viewer == MatchViewer::Watcher && page_context.ply.is_none() { (for_staff(page_context)) }
            (page_data::seen_image(page_context))
        }
    })
}

/// The link preview of a match that everyone may see.
fn preview<'a>(page_context: &MatchPage<'_>, about: &'a str) -> Option<LinkPreview<'a>> {
    let m = &page_context.view.m;
    (m.visibility == MatchVisibility::Public).then(|| LinkPreview {
        image: urls::MatchImage { id: m.id.as_str() }.to_string(),
        ..LinkPreview::of_game(m.game, page_context.path(), about)
    })
}

/// The actions of staff in matches of others.
fn for_staff(page_context: &MatchPage<'_>) -> Markup {
    let view = page_context.view;
    html! {
        (adjudication(view, None))
        @if view.chat_readable_by(page_context.viewer) && !view.chat.is_empty() { (removal::moderation(view)) }
    }
}

/// The changed parts of the page, for htmx: the controls in the requested place, the rest out of band. Pieces are
/// moved by the stream, which animates them.
pub fn fragment(page_context: &MatchPage<'_>) -> Markup {
    let shown = page_context.shown();
    html! {
        @if page_context.preview.is_some() || page_context.leaves_preview {
            @if let Some(press) = page_context.move_form() { (press) }
            (partial("board", board(page_context, &shown)))
            (partial("position", position::shown_position(page_context, &shown)))
            (partial("problem", problem(page_context.problem)))
            (turn::changed_turn(page_context))
            (partial("panel", panel::panel(page_context)))
        } @else if let Some(problem) = page_context.problem {
            (NoticeBox::bad(problem))
            (partial("board", board(page_context, &shown)))
            (side_panel(page_context, &shown))
        } @else if let Some(press) = page_context.move_form() {
            (press)
            (partial("problem", problem(page_context.problem)))
            (side_panel(page_context, &shown))
            @if let Some(hint) = page_context.hint { (partial("announcement", announcement(&hint::hint_text(page_context, hint)))) }
        } @else {
            (panel::panel(page_context))
            (turn::changed_turn(page_context))
            (partial("board", board(page_context, &shown)))
            (partial("position", position::shown_position(page_context, &shown)))
            (partial("announcement", announcement(&status::headline(page_context))))
            (plies(page_context, &shown))
        }
    }
}

fn side_panel(page_context: &MatchPage<'_>, shown: &ShownMatch<'_>) -> Markup {
    html! {
        (turn::changed_turn(page_context))
        (partial("panel", panel::panel(page_context)))
        // Choosing a cell does not change the position.
        @if page_context.chosen.is_empty() { (partial("position", position::shown_position(page_context, shown))) }
        (plies(page_context, shown))
    }
}

/// The replay controls and the list of plies.
fn plies(page_context: &MatchPage<'_>, shown: &ShownMatch<'_>) -> Markup {
    html! {
        (partial("steps", replay::controls(page_context, shown)))
        (partial("plies", move_list::list(page_context, shown)))
    }
}

/// Where errors are shown.
fn problem(said: Option<&str>) -> Markup {
    html! { div.problems #problem { @if let Some(said) = said { (NoticeBox::bad(said)) } } }
}

/// The marks on the board: those of the last ply that moved something.
fn last_moved<'a>(m: &'a Match, moved: Option<&'a LastMove>) -> Option<LastPly<'a>> {
    let moved = moved?;
    Some(LastPly { notation: &m.plies.get(moved.ply)?.notation, effects: &moved.effects })
}

fn board(page_context: &MatchPage<'_>, shown: &ShownMatch<'_>) -> Markup {
    let m = &page_context.view.m;
    let previewed = page_context.preview.map(|notation| LastPly { notation, effects: &shown.effects });
    let last = previewed.or_else(|| last_moved(m, shown.moved.as_ref()));
    let turns = boards::turns(&shown.position, page_context.viewer.seat());
    html! { (DrawnBoard { position: &shown.position, turns, last, press: page_context.move_form() }) }
}
