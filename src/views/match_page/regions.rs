//! The regions of the page: the parts that change with the match, and by what. The page consists of all of them; an answer, a
//! message of the stream and a page that has missed something are the regions that may have changed.

use std::collections::HashSet;

use maud::{Markup, Render, html};

use super::board::board;
use super::chat::ShownChat;
use super::context::MatchPage;
use super::problem::problem;
use super::updates::{ListedPlies, RegionUpdates};
use super::{
    actions, board_rotation, chat, conditional, facts, move_list, offers, panel, position, replay, share,
    status, turn,
};
use crate::games::Seat;
use crate::matches::{Match, MatchFacet};
use crate::views::boards::IdSelector;

/// A region of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    Title,
    Turn,
    Board,
    /// The controls of the board.
    Controls,
    Position,
    Problem,
    Steps,
    Panel,
    Remarks,
    Clock,
    Offers,
    DrawOffer,
    Takeback,
    Rotation,
    Hint,
    GiveTime,
    NamedMoves,
    MoveList,
    Facts,
    Downloads,
    ConditionalMoves,
    /// The saved conditional moves, beside the form to edit them.
    StandingMoves,
    Talk,
    Messages,
}

impl Region {
    /// All regions in the order in which they are updated: what contains others comes before them.
    pub const ALL: [Self; 24] = [
        Self::Controls,
        Self::Board,
        Self::Problem,
        Self::Turn,
        Self::Panel,
        Self::Remarks,
        Self::Clock,
        Self::Offers,
        Self::DrawOffer,
        Self::Takeback,
        Self::Rotation,
        Self::Hint,
        Self::GiveTime,
        Self::NamedMoves,
        Self::Steps,
        Self::MoveList,
        Self::Position,
        Self::Facts,
        Self::Downloads,
        Self::ConditionalMoves,
        Self::StandingMoves,
        Self::Talk,
        Self::Messages,
        Self::Title,
    ];

    /// What has to change for this region to be different. Pieces on the board are moved by the steps of a ply.
    const fn facets(self) -> &'static [MatchFacet] {
        use MatchFacet as Facet;
        match self {
            Self::Title => &[Facet::Ply, Facet::Turn, Facet::Players, Facet::Phase],
            Self::Turn => &[Facet::Ply, Facet::Turn, Facet::Players, Facet::Phase, Facet::Pause],
            Self::Board => &[Facet::Turn, Facet::Players, Facet::Side],
            Self::Rotation => &[Facet::Side],
            Self::Position => &[Facet::Ply, Facet::Turn, Facet::Players, Facet::Phase],
            Self::Panel => &[
                Facet::Turn,
                Facet::Players,
                Facet::Phase,
                Facet::Abort,
                Facet::Pause,
                Facet::Expiry,
                Facet::Rematch,
            ],
            Self::Controls | Self::Remarks | Self::Clock | Self::Hint | Self::GiveTime | Self::NamedMoves => {
                &[Facet::Ply]
            }
            Self::Offers | Self::DrawOffer => &[Facet::Offers],
            Self::Takeback => &[Facet::Ply, Facet::Offers],
            Self::Steps => &[Facet::Ply, Facet::Turn],
            Self::MoveList => &[Facet::Ply, Facet::Turn, Facet::Players, Facet::Incidents],
            Self::Facts => &[Facet::Players, Facet::Phase],
            Self::Downloads => &[Facet::Phase],
            Self::ConditionalMoves => &[Facet::Planning],
            Self::StandingMoves => &[Facet::Ply, Facet::Turn, Facet::ConditionalMoves],
            Self::Talk => &[Facet::Players, Facet::WatcherChat],
            // Each message says after which ply it was written, and plies can be taken back.
            Self::Messages => &[Facet::Chat, Facet::Phase, Facet::Turn],
            // It shows the last request, not the match.
            Self::Problem => &[],
        }
    }

    /// The region that contains this one.
    const fn container(self) -> Option<Self> {
        match self {
            Self::Controls => Some(Self::Board),
            Self::Remarks
            | Self::Clock
            | Self::Offers
            | Self::DrawOffer
            | Self::Takeback
            | Self::Rotation
            | Self::Hint
            | Self::GiveTime
            | Self::NamedMoves => Some(Self::Panel),
            Self::StandingMoves => Some(Self::ConditionalMoves),
            Self::Messages => Some(Self::Talk),
            _ => None,
        }
    }

    /// Whether its update after a ply is the same for all viewers, and rendered once. `listed` is the number of plies before
    /// it: the first one comes with a new list, which addresses the viewer.
    pub fn is_common(self, facets: &[MatchFacet], listed: usize) -> bool {
        match self {
            Self::Remarks | Self::Position | Self::Steps => true,
            Self::MoveList => listed > 0 && self.follows_from_a_ply(facets),
            _ => false,
        }
    }

    /// Whether nothing but a ply has changed it.
    fn follows_from_a_ply(self, facets: &[MatchFacet]) -> bool {
        self.facets().iter().all(|facet| *facet == MatchFacet::Ply || !facets.contains(facet))
    }

    /// Whether it shows the log. Chat and errors are not part of it.
    const fn follows_the_log(self) -> bool {
        !matches!(self, Self::Problem | Self::Talk | Self::Messages)
    }

    fn depends_on(self, facets: &[MatchFacet]) -> bool {
        self.facets().iter().any(|facet| facets.contains(facet))
    }
}

/// The regions that differ if these facets do, without those that others contain.
pub(super) fn changed(facets: &[MatchFacet]) -> impl Iterator<Item = Region> {
    let is_sent_with = move |region: Region| region.container().is_some_and(|outer| outer.depends_on(facets));
    Region::ALL.into_iter().filter(move |region| region.depends_on(facets) && !is_sent_with(*region))
}

impl RegionUpdates<'_, '_> {
    /// Updates all regions that differ if these facets do, and satisfy a condition.
    pub fn put_changed(&mut self, facets: &[MatchFacet], is_due: impl Fn(Region) -> bool) {
        let listed = self.listed;
        for region in changed(facets).filter(|region| is_due(*region)) {
            self.listed = listed.filter(|_| region.follows_from_a_ply(facets));
            self.put(region);
        }
    }

    /// Updates all regions of a page that shows an earlier log entry. The form of conditional moves stays while it can be
    /// used, as the viewer may be typing in it, and the board while a stream moves its pieces. A takeback moves none: they
    /// are back in the same moment in which the headline says so.
    pub fn put_missed(&mut self, seq: u32) {
        let m = &self.page_context.view.m;
        let keeps_form = !m.plies.is_empty() && m.ending().is_none();
        let is_due = |facet: &MatchFacet| !keeps_form || *facet != MatchFacet::Planning;
        let facets: Vec<_> = MatchFacet::ALL.into_iter().filter(is_due).collect();
        let page = self.page_context;
        let is_taken_back = m.offers.taken_back_at.is_some_and(|at| at > seq);
        let is_moved = page.open.has_stream && page.problem.is_none() && !is_taken_back;
        self.listed = listed_at(m, seq);
        for region in changed(&facets).filter(|region| !is_moved || *region != Region::Board) {
            self.put(region);
        }
    }

    /// Updates what a choice of the viewer, a preview, a hint or a refused request changes.
    pub fn put_chosen(&mut self) {
        let page = self.page_context;
        if page.choice.preview.is_some() || page.open.leaves_preview || page.problem.is_some() {
            self.put(Region::Board);
            self.put(Region::Position);
        }
        self.put(Region::Problem);
        self.put(Region::Panel);
        if !page.open.has_stream {
            self.put(Region::Messages);
        }
    }

    /// Updates what differs after another ply of a replay, beside the panel.
    pub fn put_replayed(&mut self) {
        let page = self.page_context;
        for region in [Region::Turn, Region::Board, Region::Position, Region::Steps, Region::MoveList] {
            self.put(region);
        }
        if page.embed.is_none() && !page.view.chat.is_empty() {
            self.put(Region::Messages);
        }
        self.partials.put("share", share::links(page));
    }

    pub fn put(&mut self, region: Region) {
        let (page, shown) = (self.page_context, || self.page_context.shown());
        let m = &page.view.m;
        let plays = page.viewer.seat().is_some_and(|seat| m.still_plays(seat));
        let chat =
            ShownChat { view: page.view, viewer: page.viewer, left_out: &HashSet::new(), ply: page.ply };
        match region {
            Region::Title => self.partials.push(title(page)),
            Region::Turn => self.replace(region, "turn", turn::bar(page)),
            Region::Board => self.replace(region, "board", board(page, &shown())),
            Region::Controls => {
                if let Some(press) = page.move_form() {
                    self.put_at("#press", "innerMorph", press.cells());
                }
            }
            Region::Position => self.replace(region, "position", position::shown_position(page, &shown())),
            Region::Problem => self.replace(region, "problem", problem(page.problem)),
            Region::Panel => self.replace(region, "panel", panel::panel(page)),
            Region::Remarks => {
                for seat in Seat::first(m.seats.count()) {
                    self.replace(region, panel::remark_id(seat), panel::remark(page, seat));
                }
            }
            Region::Clock if m.clocks.is_some() => self.replace(region, "clock", panel::clock(page)),
            Region::Offers => self.replace(region, "asked", offers::pending_offers(page)),
            Region::DrawOffer if plays => self.replace(region, "draw", offers::draw(page)),
            Region::Takeback if plays => self.replace(region, "ask", offers::takeback(page)),
            Region::Rotation if board_rotation::is_offered(page) => {
                self.replace(region, "rotation", board_rotation::check_box(page))
            }
            Region::Hint if plays && m.is_practice() => {
                self.replace(region, "hint", actions::hint_tool(page))
            }
            Region::GiveTime if page.viewer.seat().is_some() && m.clocks.is_some() => {
                self.replace(region, "give-time", actions::give_time(page));
            }
            Region::NamedMoves => {
                self.replace(region, "named", actions::named_moves(page, page.move_form().as_ref()));
            }
            // Both are empty before the first ply.
            Region::Steps => match self.listed.filter(|listed| listed.count > 0) {
                Some(_) => replay::put_progress(self),
                None => self.replace(region, "steps", replay::controls(page, &shown())),
            },
            Region::MoveList => match self.listed.filter(|listed| listed.count > 0) {
                Some(listed) => move_list::put_more(self, listed),
                None => self.replace(region, "plies", move_list::list(page, &shown())),
            },
            Region::Facts => self.replace(region, "facts", facts::list(page)),
            Region::Downloads => self.replace(region, "downloads", facts::downloads(page)),
            Region::ConditionalMoves => {
                self.replace(region, "conditional-moves", conditional::conditional_section(page));
            }
            Region::StandingMoves if has_conditional_moves(page) => {
                self.replace(region, "standing", conditional::waiting_lines(page))
            }
            Region::Talk => {
                self.replace(region, "talk", chat::chat_section(chat, page.own.chat));
            }
            Region::Messages => {
                self.replace(region, "said", chat::message_list(chat));
            }
            // Not on this viewer's page.
            Region::Clock
            | Region::DrawOffer
            | Region::Takeback
            | Region::Rotation
            | Region::Hint
            | Region::GiveTime
            | Region::StandingMoves => {}
        }
    }

    /// The new content of a region or a part of it, by its id.
    fn replace(&mut self, region: Region, id: impl Render, content: Markup) {
        match region.follows_the_log() {
            true => self.put_at(IdSelector(id), "outerMorph", content),
            false => self.partials.put(id, content),
        }
    }
}

/// The plies in the move list of a page that shows an earlier log entry; `None` if the list has to be replaced: plies were
/// taken back, or something else was listed since.
fn listed_at(m: &Match, seq: u32) -> Option<ListedPlies<'static>> {
    let is_changed = m.offers.taken_back_at.is_some_and(|at| at > seq)
        || !m.clock_events_since(seq).is_empty()
        || !m.takeovers_since(seq).is_empty()
        || m.draws_offered().iter().any(|offer| offer.seq > seq);
    let count = m.plies.binary_search_by_key(&seq, |ply| ply.seq).map_or_else(|next| next, |seen| seen + 1);
    (!is_changed).then_some(ListedPlies { count, position: None })
}

fn has_conditional_moves(page_context: &MatchPage<'_>) -> bool {
    let own = page_context.viewer.seat().and_then(|seat| page_context.view.conditional_moves.of(seat));
    own.is_some()
}

fn title(page_context: &MatchPage<'_>) -> Markup {
    html! { title { (status::title(page_context)) } }
}
