//! Lists of matches.

use maud::{Markup, html};

use super::boards;
use super::parts::absence::absence_in_words;
use super::parts::options::{match_title, variant};
use super::parts::reliability::reliability_in_words;
use super::parts::with_names;
use super::parts::words::{all_of, called, conditions_in_words, pace_in_short};
use super::parts::{
    Button, ButtonKind, ClosingLabel, MatchRow, MatchTile, RowStanding, SinceLabel, TimeLabel, UntilLabel,
    UserName, number_in_words,
};
use crate::games::Seat;
use crate::lists::{ListedMatch, ListedSeat};
use crate::matches::{EndReason, Expiry, MatchVisibility, OfferToAnswer};
use crate::now::Moment;
use crate::texts::tr;
use crate::urls;
use crate::users::UserId;
use crate::{tr, tr_format};

/// The viewer of a list, and the time.
#[derive(Clone, Copy, Debug)]
pub struct ListViewer {
    /// The viewer, if signed in.
    pub me: Option<UserId>,
    pub now: Moment,
}

impl ListViewer {
    /// Matches as rows.
    pub fn rows<'a>(self, matches: impl IntoIterator<Item = &'a ListedMatch>) -> Vec<MatchRow<'a>> {
        matches.into_iter().map(|listed| self.row(listed)).collect()
    }

    /// As [`Self::rows`], with a button to join each.
    pub fn rows_to_join<'a>(self, matches: impl IntoIterator<Item = &'a ListedMatch>) -> Vec<MatchRow<'a>> {
        let joined = |listed| MatchRow { action: self.join_button(listed), ..self.row(listed) };
        matches.into_iter().map(joined).collect()
    }

    /// A user's finished matches as rows, with their results.
    pub fn history<'a>(self, of: UserId, matches: &'a [ListedMatch]) -> Vec<MatchRow<'a>> {
        let fared = |listed: &'a ListedMatch| {
            let words = listed.seat_of(of).and_then(|seat| seat.place).map(|place| fared(listed, place));
            MatchRow {
                standing: RowStanding::Other(html! { (words.unwrap_or_default()) }),
                ..self.row(listed)
            }
        };
        matches.iter().map(fared).collect()
    }

    /// Matches of the archive as rows, with their length and average rating. With `of`, the result of that user is shown.
    pub fn archived<'a>(self, of: Option<UserId>, matches: &'a [ListedMatch]) -> Vec<MatchRow<'a>> {
        let mut rows = match of {
            Some(of) => self.history(of, matches),
            None => self.rows(matches),
        };
        for (row, listed) in rows.iter_mut().zip(matches) {
            let rating =
                listed.average_rating.map(|rating| tr_format!("average rating {rating}", rating = rating));
            row.tags.push(tr_format!(listed.ply_count; "1 move", "{n} moves"));
            row.tags.extend(rating);
        }
        rows
    }

    /// A match as everyone watches it, as a tile that a stream updates, with the number of its spectators.
    pub fn watched<'a>(self, listed: &'a ListedMatch, spectators: usize) -> MatchTile<'a> {
        let rating =
            listed.average_rating.map(|rating| tr_format!("average rating {rating}", rating = rating));
        let spectators = (spectators > 0).then(|| tr_format!(spectators; "1 watching", "{n} watching"));
        let mut tile = ListViewer { me: None, ..self }.tile(listed);
        tile.tags.extend(listed.pace.map(pace_in_short).into_iter().chain(rating).chain(spectators));
        MatchTile { live: Some(&listed.id), ..tile }
    }

    /// Running matches as tiles.
    pub fn tiles<'a>(self, matches: impl IntoIterator<Item = &'a ListedMatch>) -> Vec<MatchTile<'a>> {
        matches.into_iter().map(|listed| self.tile(listed)).collect()
    }

    fn tile(self, listed: &ListedMatch) -> MatchTile<'_> {
        let opponents = listed.seated().filter(|seat| Some(seat.user) != self.me);
        let private = (listed.visibility == MatchVisibility::Private).then(|| tr("private").to_owned());
        MatchTile {
            href: urls::Match { id: listed.id.as_str() }.to_string(),
            live: None,
            board: self.board(listed),
            game: match_title(&listed.options),
            plays: self.mine(listed).is_some(),
            opponents: opponents.map(|seat| self.who(listed, seat)).collect(),
            tags: variant(&listed.options).into_iter().chain(private).chain(self.asks(listed)).collect(),
            standing: self.standing(listed),
            time: self.time(listed),
        }
    }

    /// The board from the viewer's side.
    fn board(self, listed: &ListedMatch) -> Markup {
        let mine = self.mine(listed).map(|seat| seat.seat);
        boards::small(&listed.position, boards::turns(&listed.position, mine))
    }

    fn row(self, listed: &ListedMatch) -> MatchRow<'_> {
        MatchRow {
            href: urls::Match { id: listed.id.as_str() }.to_string(),
            board: self.board(listed),
            game: match_title(&listed.options),
            tags: self.tags(listed),
            who: listed.seated().map(|seat| self.who(listed, seat)).collect(),
            standing: self.standing(listed),
            time: self.time(listed),
            closes: listed.open_until.map(|at| ClosingLabel { at, now: self.now }),
            action: html! {},
        }
    }

    /// The tags of a match: its settings, the reliability and absence of its host, and an offer to the player to act.
    fn tags(self, listed: &ListedMatch) -> Vec<String> {
        let host = listed.host().filter(|host| Some(host.user) != self.me);
        let words =
            listed.host_reliability.filter(|_| host.is_some()).map(reliability_in_words).unwrap_or_default();
        let reliability = host.filter(|_| !words.is_empty()).map(|host| {
            match listed.host_reliability.is_some_and(|it| it.is_new()) {
                true => tr_format!("{name} is new here", name = host.name),
                false => format!("{}: {}", host.name, words.join(", ")),
            }
        });
        let absence = host.zip(listed.host_absence);
        let absence = absence.map(|(host, absence)| absence_in_words(&host.name, absence, self.now));
        fixed_tags(listed).into_iter().chain(reliability).chain(absence).chain(self.asks(listed)).collect()
    }

    /// An offer to the player to act, in words.
    fn asks(self, listed: &ListedMatch) -> Option<String> {
        let offer =
            self.mine(listed).and_then(|seat| seat.pending_offer).filter(|_| listed.to_act == self.me);
        offer.map(|asks| asks_in_words(asks).to_owned())
    }

    fn mine(self, listed: &ListedMatch) -> Option<&ListedSeat> {
        listed.seat_of(self.me?)
    }

    fn who<'a>(self, listed: &ListedMatch, seat: &'a ListedSeat) -> UserName<'a> {
        let sign =
            (!will_draw_seats(listed)).then(|| boards::chip(listed.game, listed.position.seats(), seat.seat));
        UserName { name: &seat.name, sign, you: Some(seat.user) == self.me, ..UserName::default() }
    }

    fn join_button(self, listed: &ListedMatch) -> Markup {
        let invited = self.mine(listed).is_some_and(|seat| seat.is_reserved);
        let free = || self.mine(listed).is_none() && listed.free_seats() > 0;
        if !invited && !free() {
            return html! {};
        }
        let id = listed.id.as_str();
        html! {
            div.row {
                form method="post" action=(urls::Seats { id }) {
                    (Button { label: if invited { tr("Accept") } else { tr("Join") }, kind: ButtonKind::Quiet, ..Button::default() })
                }
                @if invited {
                    form method="post" action=(urls::DeclineSeat { id }) {
                        (Button { label: tr("Decline"), kind: ButtonKind::Plain, ..Button::default() })
                    }
                }
            }
        }
    }

    fn standing(self, listed: &ListedMatch) -> RowStanding {
        match listed.to_act {
            _ if listed.end_reason.is_some() => {
                RowStanding::Other(with_names(&self.ended(listed), names(listed)))
            }
            None => RowStanding::Other(with_names(&self.waiting(listed), names(listed))),
            to_act if to_act == self.me => RowStanding::YourTurn,
            _ if let Some(asks) = self.mine(listed).and_then(|seat| seat.pending_offer) => {
                RowStanding::Asked(asks_in_words(asks))
            }
            Some(user) => {
                let name = listed.seat_of(user).map_or(tr("Someone").into(), |seat| called(&seat.name));
                RowStanding::Theirs(thinking(&name, SinceLabel { at: listed.changed_at, now: self.now }))
            }
        }
    }

    fn time(self, listed: &ListedMatch) -> Markup {
        let now = self.now;
        match (listed.ended_at, listed.to_act) {
            (Some(at), _) => html! { (TimeLabel { at, now }) },
            (None, None) => tr!("created {when}", when = TimeLabel { at: listed.opened_at, now }),
            (None, to_act) if to_act == self.me => match listed.deadline {
                Some(at) => html! { (UntilLabel { at, now }) },
                None => html! { (SinceLabel { at: listed.changed_at, now }) },
            },
            _ => html! {},
        }
    }

    /// Who an open match waits for.
    fn waiting(self, listed: &ListedMatch) -> String {
        if self.mine(listed).is_some_and(|seat| seat.is_reserved) {
            return tr_format!(
                "{name} invites you",
                name = listed.host().map_or(tr("Someone"), |host| &host.name)
            );
        }
        let invited = listed.seats.iter().filter(|seat| seat.is_reserved).map(|seat| seat.name.to_string());
        let free = match listed.free_seats() {
            0 => None,
            1 => Some(tr("one more player").to_owned()),
            free => Some(tr_format!("{number} more players", number = number_in_words(free))),
        };
        tr_format!("Waiting for {names}", names = all_of(&invited.chain(free).collect::<Vec<_>>()))
    }

    /// How a match ended, from the viewer's perspective.
    fn ended(self, listed: &ListedMatch) -> String {
        let first = || listed.seats.iter().filter(|seat| seat.place == Some(1));
        let names: Vec<String> = first().map(|seat| called(&seat.name).into_owned()).collect();
        match (listed.end_reason, names.as_slice()) {
            _ if listed.expired == Some(Expiry::Open) => tr("Expired").to_owned(),
            _ if listed.expired == Some(Expiry::Idle) => tr("Abandoned").to_owned(),
            (Some(EndReason::Aborted), _) | (_, []) => tr("Cancelled").to_owned(),
            (_, [_]) if first().any(|seat| Some(seat.user) == self.me) => you_won(listed).to_owned(),
            (_, [name]) => winner_in_words(listed, name),
            (_, all) if all.len() == listed.seats.len() => tr("Draw").to_owned(),
            (_, several) => tr_format!("{names} share first place", names = all_of(several)),
        }
    }
}

/// What a user has to answer, for a list.
pub fn asks_in_words(asks: OfferToAnswer) -> &'static str {
    match asks {
        OfferToAnswer::Draw => tr("Draw offered"),
        OfferToAnswer::Takeback => tr("Takeback requested"),
        OfferToAnswer::Pause => tr("Pause requested"),
    }
}

/// A user's result: "Won", "Lost by resignation", "Third of five".
fn fared(listed: &ListedMatch, place: u8) -> String {
    let seats = listed.seats.len();
    let firsts = listed.seats.iter().filter(|seat| seat.place == Some(1)).count();
    match (place, seats) {
        (1, _) if firsts == seats => tr("Draw").to_owned(),
        (1, _) if firsts > 1 => tr_format!("Tied for first of {number}", number = number_in_words(seats)),
        (1, _) => won(listed).to_owned(),
        (_, 2) => lost(listed).to_owned(),
        _ => place_of(place, &number_in_words(seats)),
    }
}

fn place_of(place: u8, number: &str) -> String {
    match place {
        2 => tr_format!("Second of {number}", number = number),
        3 => tr_format!("Third of {number}", number = number),
        4 => tr_format!("Fourth of {number}", number = number),
        5 => tr_format!("Fifth of {number}", number = number),
        6 => tr_format!("Sixth of {number}", number = number),
        _ => tr_format!("Below sixth of {number}", number = number),
    }
}

fn won(listed: &ListedMatch) -> &'static str {
    match listed.end_reason {
        Some(EndReason::Resigned) => tr("Won by resignation"),
        Some(EndReason::Flagged) => tr("Won on time"),
        Some(EndReason::Adjudicated) => tr("Won by a moderator’s decision"),
        _ => tr("Won"),
    }
}

fn lost(listed: &ListedMatch) -> &'static str {
    match listed.end_reason {
        Some(EndReason::Resigned) => tr("Lost by resignation"),
        Some(EndReason::Flagged) => tr("Lost on time"),
        Some(EndReason::Adjudicated) => tr("Lost by a moderator’s decision"),
        _ => tr("Lost"),
    }
}

fn you_won(listed: &ListedMatch) -> &'static str {
    match listed.end_reason {
        Some(EndReason::Resigned) => tr("You won by resignation"),
        Some(EndReason::Flagged) => tr("You won on time"),
        Some(EndReason::Adjudicated) => tr("You won by a moderator’s decision"),
        _ => tr("You won"),
    }
}

fn winner_in_words(listed: &ListedMatch, name: &str) -> String {
    match listed.end_reason {
        Some(EndReason::Resigned) => tr_format!("{name} won by resignation", name = name),
        Some(EndReason::Flagged) => tr_format!("{name} won on time", name = name),
        Some(EndReason::Adjudicated) => tr_format!("{name} won by a moderator’s decision", name = name),
        _ => tr_format!("{name} won", name = name),
    }
}

fn names(listed: &ListedMatch) -> impl Iterator<Item = &str> {
    listed.seats.iter().map(|seat| &*seat.name)
}

fn fixed_tags(listed: &ListedMatch) -> Vec<String> {
    let private = (listed.visibility == MatchVisibility::Private).then(|| tr("private").to_owned());
    let pace = listed.pace.filter(|_| listed.end_reason.is_none()).map(pace_in_short);
    let rated = listed.rated.then(|| tr("rated").to_owned());
    let open = is_open(listed);
    let first = open.then(|| first_move(listed)).flatten();
    let conditions = open.then(|| conditions_in_words(listed.conditions)).into_iter().flatten();
    variant(&listed.options)
        .into_iter()
        .chain(pace)
        .chain(rated)
        .chain(first)
        .chain(conditions)
        .chain(private)
        .collect()
}

fn is_open(listed: &ListedMatch) -> bool {
    listed.end_reason.is_none() && listed.to_act.is_none()
}

fn will_draw_seats(listed: &ListedMatch) -> bool {
    listed.draws_seats && is_open(listed)
}

/// Who moves first in an open match.
fn first_move(listed: &ListedMatch) -> Option<String> {
    let first = listed.seats.iter().find(|seat| seat.seat == Seat::new(0));
    match (listed.seat_count, first) {
        _ if listed.draws_seats => Some(tr("random first move").to_owned()),
        (_, Some(first)) => Some(tr_format!("{name} moves first", name = called(&first.name))),
        (2, None) => Some(tr("the player who joins moves first").to_owned()),
        (_, None) => None,
    }
}

/// "Ada is thinking", "Ada has been thinking for 5 h", "Ada has been thinking since Tuesday".
fn thinking(name: &str, since: SinceLabel) -> Markup {
    if since.is_short() {
        return tr!("{name} is thinking", name = name);
    }
    tr!("{name} has been thinking {since}", name = name, since = since)
}
