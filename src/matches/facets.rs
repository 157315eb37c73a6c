//! What differs between two states of a match, as far as someone who looks at it can tell.

use super::offers::OfferKind;
use super::state::Match;
use super::{MatchStatus, MatchView, MatchViewer};

/// An aspect of a match. Pages show an aspect in one or more places, and update these when it has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchFacet {
    /// Another ply was played; the position, the turn and the clocks follow from it.
    Ply,
    /// The position, the turn or the clocks changed in any other way: plies were taken back, a turn was skipped.
    Turn,
    /// Who sits where, who is invited, who looks for a substitute, and who has dropped out.
    Players,
    /// Whether the match is open, in progress or over.
    Phase,
    /// Whether it can still be cancelled.
    Abort,
    /// Offers, and which ones the viewer can make.
    Offers,
    /// From which seat the board is shown, and whether that changes with the turn.
    Side,
    /// Whether the clocks are paused, or who offers that.
    Pause,
    /// When the match expires.
    Expiry,
    /// What is listed between the moves: what the clocks did, takeovers, draw offers.
    Incidents,
    /// The rematch.
    Rematch,
    /// The messages that the viewer may read.
    Chat,
    /// Whether watchers may write messages.
    WatcherChat,
    /// The saved conditional moves of the viewer.
    ConditionalMoves,
    /// Whether the viewer can have conditional moves, and whether they have any.
    Planning,
}

impl MatchFacet {
    /// All facets.
    pub const ALL: [Self; 15] = [
        Self::Ply,
        Self::Turn,
        Self::Players,
        Self::Phase,
        Self::Abort,
        Self::Offers,
        Self::Side,
        Self::Pause,
        Self::Expiry,
        Self::Incidents,
        Self::Rematch,
        Self::Chat,
        Self::WatcherChat,
        Self::ConditionalMoves,
        Self::Planning,
    ];
}

/// The facets in which two states of a match differ for a viewer. The later state is one update after the earlier one:
/// see [`update_and_follow`](super::update_and_follow).
///
/// Every field of a match is named, so that a new one has to be assigned.
pub fn facets(before: &MatchView, after: &MatchView, viewer: MatchViewer) -> Vec<MatchFacet> {
    let Match {
        // Fixed when the match is created, or not shown while it is open in a page.
        id: _,
        game: _,
        options: _,
        visibility: _,
        code: _,
        origin: _,
        opened_by: _,
        opened_at: _,
        conditions: _,
        renews: _,
        pass_and_play: _,
        // Consequences of others.
        last_effects: _,
        moved: _,
        passings: _,
        credited_to: _,
        seq: _,
        logged_at: _,
        changed_at: _,
        ended_at: _,
        rated,
        rotates_board,
        watcher_chat,
        seats,
        reserved,
        answers,
        open_until,
        bots,
        participants,
        status,
        position: _,
        plies,
        dice,
        seat_draw,
        dropped_out,
        offers,
        out_of_time,
        substitutes_sought,
        takeovers,
        clock_events,
        clocks,
        pause,
        last_downtime,
        closing,
        expired,
        adjudicated,
        rematch,
        rematch_by,
        board_version,
    } = &after.m;
    let was = &before.m;
    let is_played = plies.len() > was.plies.len();
    let is_other_turn =
        *board_version != was.board_version || *clocks != was.clocks || *last_downtime != was.last_downtime;
    let may_be_aborted = |m: &Match| m.status == MatchStatus::Playing && !m.everybody_has_moved();
    let planner = |view: &MatchView| {
        let seat =
            viewer.seat().filter(|seat| view.m.status == MatchStatus::Playing && view.m.still_plays(*seat));
        (seat, seat.is_some_and(|seat| view.conditional_moves.of(seat).is_some()))
    };
    let plan = |view: &MatchView| viewer.seat().and_then(|seat| view.conditional_moves.of(seat).cloned());
    let differs = [
        (MatchFacet::Ply, is_played),
        (MatchFacet::Turn, !is_played && is_other_turn),
        (
            MatchFacet::Players,
            *seats != was.seats
                || *reserved != was.reserved
                || *answers != was.answers
                || *bots != was.bots
                || *participants != was.participants
                || *seat_draw != was.seat_draw
                || *dropped_out != was.dropped_out
                || *out_of_time != was.out_of_time
                || *substitutes_sought != was.substitutes_sought
                || *takeovers != was.takeovers,
        ),
        (
            MatchFacet::Phase,
            *status != was.status
                || *rated != was.rated
                || *dice != was.dice
                || *expired != was.expired
                || *adjudicated != was.adjudicated,
        ),
        (MatchFacet::Abort, may_be_aborted(&after.m) != may_be_aborted(was)),
        (
            MatchFacet::Offers,
            *offers != was.offers || offer_choices(was, viewer) != offer_choices(&after.m, viewer),
        ),
        (MatchFacet::Side, *rotates_board != was.rotates_board || after.side(viewer) != before.side(viewer)),
        (MatchFacet::Pause, *pause != was.pause),
        (MatchFacet::Expiry, *open_until != was.open_until || *closing != was.closing),
        (
            MatchFacet::Incidents,
            *clock_events != was.clock_events
                || *takeovers != was.takeovers
                || after.m.draws_offered() != was.draws_offered(),
        ),
        (MatchFacet::Rematch, *rematch != was.rematch || *rematch_by != was.rematch_by),
        (MatchFacet::Chat, after.has_other_chat(before, viewer)),
        (MatchFacet::WatcherChat, *watcher_chat != was.watcher_chat),
        (MatchFacet::ConditionalMoves, plan(after) != plan(before)),
        (MatchFacet::Planning, planner(after) != planner(before)),
    ];
    differs.into_iter().filter(|(_, differs)| *differs).map(|(facet, _)| facet).collect()
}

/// Which offers a viewer can make, how many were declined since the last ply, and whether plies were just taken back.
fn offer_choices(m: &Match, viewer: MatchViewer) -> ([bool; 2], [usize; 2], bool) {
    let kinds = [OfferKind::Draw, OfferKind::Takeback];
    let may_offer = |kind| viewer.seat().is_some_and(|seat| m.may_offer(kind, seat));
    (kinds.map(may_offer), kinds.map(|kind| m.declined(kind).count()), m.was_taken_back())
}
