//! What the page is rendered from.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use maud::Markup;

use crate::bots::review::MoveReason;
use crate::games::{Cell, Effect, Position, Seat};
use crate::lists::{BotKey, BotScore};
use crate::matches::{
    LastMove, MatchStatus, MatchView, MatchViewer, PlayerRating, PositionAfter, PresentSeats, RatingChange,
    RematchStanding,
};
use crate::now::Moment;
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::users::UserId;
use crate::users::preferences::{Absence, PlayPreferences, Theme, TimeZoneName};
use crate::views::boards::{self, MoveForm};
use crate::views::page::chosen;
use crate::views::parts::with_names;
use crate::views::parts::words::{bot_label, called};
use crate::views::sanctions::SanctionsNotice;

/// A match page for a viewer.
#[derive(Clone, Copy, Debug)]
pub struct MatchPage<'a> {
    /// The match and the names of its users.
    pub view: &'a MatchView,
    pub viewer: MatchViewer,
    pub now: Moment,
    /// The URL of the site without a path, for links that leave it; empty in updates by the stream, which have none.
    pub origin: &'a str,
    /// The number of plies of a shown earlier position; `None` for the current one.
    pub ply: Option<usize>,
    /// In a frame on another site, its theme: a replay that leads to nowhere else.
    pub embed: Option<Theme>,
    pub choice: PlyChoice<'a>,
    /// Why the last action was refused.
    pub problem: Option<&'a str>,
    pub open: OpenPage,
    pub own: ViewerData<'a>,
    pub players: PlayerData<'a>,
}

/// The ply that the viewer is about to play.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlyChoice<'a> {
    /// The chosen cells.
    pub cells: &'a [Cell],
    /// Whether it is chosen hole by hole.
    pub along: bool,
    /// The previewed move, which has yet to be confirmed.
    pub preview: Option<&'a str>,
    /// The hint the viewer has asked for.
    pub hint: Option<MoveHint<'a>>,
}

/// The open page that an update is for.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenPage {
    /// The log entry that it shows, if it is known.
    pub known: Option<u32>,
    /// Whether it has an open stream, which moves the pieces.
    pub has_stream: bool,
    /// Whether it shows a preview, so that the board has to be restored.
    pub leaves_preview: bool,
    /// Whether the match ends while it is open.
    pub ends_now: bool,
}

/// What belongs to the viewer alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct ViewerData<'a> {
    /// Whether the viewer is a visitor who can join as a guest.
    pub is_visitor: bool,
    /// Conditional moves that were rejected or are a proposal.
    pub draft: Option<ConditionalDraft<'a>>,
    /// The private note, if loaded.
    pub note: Option<PrivateNote<'a>>,
    /// A rejected chat message.
    pub chat: Option<ChatDraft<'a>>,
    /// The time zone, if loaded.
    pub zone: Option<&'a TimeZoneName>,
    pub play_preferences: PlayPreferences,
    /// The last log entry that was seen, if loaded.
    pub seen: Option<u32>,
    /// How the offered rematch stands, if loaded.
    pub rematch: Option<RematchStanding>,
    pub sanctions: SanctionsNotice<'a>,
    /// The viewer's results in this game against bots, if loaded.
    pub bot_scores: Option<&'a [BotScore]>,
    /// How many other matches are known to wait.
    pub waiting: usize,
    /// Whether this is their first match of the game, and they have not dismissed its tips.
    pub shows_tips: bool,
    /// The muted users, if loaded.
    pub muted_players: Option<&'a HashSet<UserId>>,
}

/// What is known about the players beside the match.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayerData<'a> {
    /// The hours of vacation each has left, in matches protected by vacation.
    pub vacation: Option<&'a [(Seat, u32)]>,
    /// The announced absences of the players, as far as others are told of them.
    pub absences: &'a [(Seat, Absence)],
    /// Whether another player than the viewer is known to have seen the last ply.
    pub others_saw: bool,
    /// The rating changes of the finished match, if loaded.
    pub ratings: Option<&'a [RatingChange]>,
    /// The ratings before the end of the match, as far as there are any.
    pub ratings_before: &'a [(UserId, PlayerRating)],
    /// The seats whose players are looking at the match.
    pub present: PresentSeats,
}

/// Conditional moves that were rejected, or that are a proposal.
#[derive(Clone, Copy, Debug)]
pub struct ConditionalDraft<'a> {
    /// Their text.
    pub text: &'a str,
    /// Why they were rejected.
    pub problem: Option<&'a str>,
}

/// A note for its author.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrivateNote<'a> {
    /// Its text.
    pub text: &'a str,
    /// Why it was not saved.
    pub problem: Option<&'a str>,
    /// Whether it was just saved.
    pub saved: bool,
}

/// A rejected message.
#[derive(Clone, Copy, Debug)]
pub struct ChatDraft<'a> {
    /// Its text.
    pub text: &'a str,
    /// Why it was not sent.
    pub problem: &'a str,
}

/// A suggested move.
#[derive(Clone, Copy, Debug)]
pub struct MoveHint<'a> {
    pub notation: &'a str,
    /// The reason for it, if there is one.
    pub reason: Option<&'a MoveReason>,
}

/// The shown position, and the plies that led to it.
pub(super) struct ShownMatch<'a> {
    pub position: Cow<'a, Position>,
    pub effects: Arc<[Effect]>,
    pub moved: Option<LastMove>,
    pub plies: usize,
}

impl<'a> MatchPage<'a> {
    /// The page of the current position.
    pub fn now(view: &'a MatchView, viewer: MatchViewer, now: Moment) -> Self {
        Self {
            view,
            viewer,
            now,
            origin: "",
            ply: None,
            embed: None,
            choice: PlyChoice::default(),
            problem: None,
            open: OpenPage::default(),
            own: ViewerData::default(),
            players: PlayerData::default(),
        }
    }

    pub(super) fn shown(&self) -> ShownMatch<'a> {
        let m = &self.view.m;
        if let Some(shown) = self.choice.preview.and_then(|notation| self.previewed(notation)) {
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

    pub(super) fn path(&self) -> urls::Match<'a> {
        urls::Match { id: self.view.m.id.as_str() }
    }

    /// The path of the replay, after a ply unless a script adds it.
    pub(super) fn replay_path(&self, ply: Option<usize>) -> String {
        match (self.embed, ply) {
            (Some(theme), _) => {
                urls::EmbeddedMatch { id: self.view.m.id.as_str() }.at(ply, chosen(theme.key()))
            }
            (None, Some(ply)) => self.path().at(ply),
            (None, None) => self.path().to_string(),
        }
    }

    /// Whether the current position is shown.
    pub(super) fn shows_the_end(&self) -> bool {
        self.ply.is_none_or(|ply| ply == self.view.m.plies.len())
    }

    /// The seat to act, if the viewer plays it. `None` if the next ply is automatic.
    pub(super) fn turn(&self) -> Option<Seat> {
        let m = &self.view.m;
        let seat = if self.is_rolling() { m.to_roll() } else { m.to_act().seat() };
        seat.filter(|acts| self.plays(*acts) && !m.goes_on_by_itself())
    }

    /// Whether the viewer can join: a seat is free or reserved for them.
    pub(super) fn may_join(&self) -> bool {
        let m = &self.view.m;
        match self.viewer {
            MatchViewer::Seat(_) => false,
            MatchViewer::Invited(_) => m.status == MatchStatus::Open,
            MatchViewer::Watcher => m.free_seat().is_some(),
        }
    }

    /// Whether the viewer has to roll the die.
    pub(super) fn is_rolling(&self) -> bool {
        let m = &self.view.m;
        m.to_roll().is_some_and(|seat| self.plays(seat)) && !m.server_rolls()
    }

    /// Whether the viewer plays a seat.
    pub(super) fn plays(&self, seat: Seat) -> bool {
        self.viewer.seat().is_some_and(|own| self.view.m.plays_also(own, seat))
    }

    /// The controls on the board: none for earlier positions and in turns of others.
    pub(super) fn move_form(&self) -> Option<MoveForm<'_>> {
        let m = &self.view.m;
        let press = self.ply.is_none().then(|| MoveForm::idle(&m.position, m.id.as_str(), m.seq))?;
        Some(if self.turn().is_some() {
            let suggested = self.choice.hint.map(|hint| hint.notation);
            press
                .turn(self.choice.cells, self.choice.along)
                .previewing(self.choice.preview)
                .suggesting(suggested)
        } else {
            press
        })
    }

    /// Whether the match is live.
    pub(super) fn is_live(&self) -> bool {
        self.view.m.clocks.as_ref().is_some_and(|clocks| clocks.control().pace.is_live())
    }

    /// Whether the viewer has won the match alone.
    pub(super) fn is_won(&self) -> bool {
        let ending = self.view.m.ending().filter(|ending| !ending.is_draw());
        ending.is_some_and(|ending| ending.winners().eq(self.viewer.seat()))
    }

    /// A ply as a sentence: who moves, or who has rolled.
    pub(super) fn ply_sentence(&self, before: &Position, notation: &str) -> String {
        let name = before.to_act().turn().map(|seat| self.name(seat)).unwrap_or_default();
        boards::move_sentence(before, notation, &name)
    }

    /// A sentence in which the names of the players are marked as names.
    pub(super) fn marked(&self, sentence: &str) -> Markup {
        with_names(sentence, self.view.names.iter())
    }

    /// The name of the player at a seat, with its colour if several bots play.
    pub(super) fn name(&self, seat: Seat) -> Cow<'a, str> {
        let Some(name) = self.view.name(seat) else { return tr("nobody").into() };
        let m = &self.view.m;
        let bot = BotKey::from_name(name).filter(|_| m.seated() - m.people_seated() > 1);
        match bot.zip(boards::colour(&m.position, seat)) {
            Some((bot, colour)) => {
                tr_format!("{name} ({colour})", name = bot_label(bot.level), colour = colour).into()
            }
            None => called(name),
        }
    }
}
