//! What is known about the player in a seat besides the log of the match: the rating, and whether they are here.
//!
//! Neither is in the frames of the stream, which follow from the log alone. A rating stays on the page until it is
//! loaded again. Who is here is one element outside of the panel, which a message of its own replaces; a stylesheet
//! shows one of the words of each seat by it.

use maud::{Markup, html};

use super::context::{MatchPage, PlayerData};
use super::facts;
use crate::games::Seat;
use crate::matches::{MatchStatus, MatchView, MatchViewer, PresentSeats, RatingChange, RatingPool};
use crate::texts::tr;
use crate::users::{UserId, is_bot_name};
use crate::views::boards::partials;
use crate::views::ratings;

/// Who is here, before the panel.
pub(super) fn present(page_context: &MatchPage<'_>) -> Markup {
    html! {
        @if is_shown(page_context) { (of(page_context.players.present)) }
    }
}

/// The element that says which players are here.
pub(super) fn of(present: PresentSeats) -> Markup {
    let classes = present.iter().map(|seat| format!("here-{}", seat.number())).collect::<Vec<_>>();
    html! { div #presence class=(classes.join(" ")) hidden {} }
}

/// The rating of the player in a seat, and whether they are here.
pub(super) fn seat_presence(page_context: &MatchPage<'_>, seat: Seat) -> Markup {
    let m = &page_context.view.m;
    let Some(user) = m.seats[seat] else { return html! {} };
    let own = page_context.viewer.seat() == Some(seat);
    if page_context.ply.is_some() {
        return html! { span.about-player { (rating(page_context, user)) } };
    }
    if m.ending().is_some() {
        let shown = m.rating_update().is_some() && !own;
        return html! { @if shown { span.about-player { (rating_gain(page_context.players.ratings.unwrap_or_default(), user)) } } };
    }
    let is_person = page_context.view.name(seat).is_some_and(|name| !is_bot_name(name));
    html! {
        span.about-player {
            (rating(page_context, user))
            @if !own && is_person { (presence_text(seat, m.clocks.is_some())) }
        }
    }
}

/// The rating of a player before the match has changed it. Empty while the page does not know.
fn rating(page_context: &MatchPage<'_>, user: UserId) -> Markup {
    let (m, players) = (&page_context.view.m, page_context.players);
    let running = players.ratings_before.iter().find(|(rated, _)| *rated == user).map(|(_, rating)| *rating);
    let ended = players.ratings.and_then(|changes| RatingChange::around(changes, user));
    let rating = running.or(ended.map(|([before, _], _)| before));
    html! {
        span.rating id={ "rating-" (user.0) } hx-morph-skip {
            @if let Some(rating) = rating { (ratings::rating_text(rating, RatingPool::of_match(m))) }
        }
    }
}

/// How a rated match that is over has changed the rating of the viewer, which is shown beside the result.
pub(super) fn own_rating_gain(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let user = page_context.viewer.seat().and_then(|seat| m.seats[seat]);
    html! { @if let Some(user) = user.filter(|_| m.rating_update().is_some()) { (rating_gain(page_context.players.ratings.unwrap_or_default(), user)) } }
}

/// The new ratings of the players of a match that has just ended, for a page that shows its end without them; or that they are
/// unchanged.
pub fn rating_gains(view: &MatchView, viewer: MatchViewer, changes: &[RatingChange]) -> Markup {
    let page_context = MatchPage::now(view, viewer, view.m.changed_at);
    let players = PlayerData { ratings: Some(changes), ..page_context.players };
    let page_context = MatchPage { players, ..page_context };
    let mut users: Vec<_> = changes.iter().map(|change| change.user).collect();
    users.sort_unstable_by_key(|user| user.0);
    users.dedup();
    partials(|partials| {
        for user in users {
            let moved = ratings::rating_change(changes, user);
            partials.put_at(format_args!("#{}", gain_id(user)), "innerHTML", moved.unwrap_or_default());
        }
        partials.put("facts", facts::list(&page_context));
    })
}

/// How the match has changed the rating of a user: "1512 → 1527 (+15)". Empty while the page does not know.
fn rating_gain(changes: &[RatingChange], user: UserId) -> Markup {
    html! { span.gain id=(gain_id(user)) hx-morph-skip { (ratings::rating_change(changes, user).unwrap_or_default()) } }
}

fn gain_id(user: UserId) -> String {
    format!("gain-{}", user.0)
}

/// The words for a player, one of which is shown. Without clocks the seat says since when its player is thinking.
fn presence_text(seat: Seat, is_timed: bool) -> Markup {
    html! {
        span.presence.{ "of-" (seat.number()) } {
            span.away { (tr("away")) }
            span.online { (tr("online")) }
            @if is_timed { span.thinking { (tr("thinking")) } }
        }
    }
}

fn is_shown(page_context: &MatchPage<'_>) -> bool {
    page_context.ply.is_none()
        && matches!(page_context.view.m.status, MatchStatus::Open | MatchStatus::Playing)
}
