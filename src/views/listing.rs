//! Matches in lists, as somebody sees them.

use maud::{Markup, html};

use super::boards;
use super::company::manners;
use super::options::variant;
use super::parts::{Button, Closing, Kind, MatchRow, Since, Standing, Until, When, Who, number_in_words};
use super::words::pace_in_short;
use crate::matches::{Asks, How, Lapse, Listed, ListedSeat, UserId, Visibility};
use crate::now::Moment;
use crate::web::paths;

/// Who looks at a list, and when.
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    /// Who, when they are signed in.
    pub me: Option<UserId>,
    /// When.
    pub now: Moment,
}

impl Glance {
    /// Matches as rows.
    pub fn rows<'a>(self, matches: impl IntoIterator<Item = &'a Listed>) -> Vec<MatchRow<'a>> {
        matches.into_iter().map(|listed| self.row(listed)).collect()
    }

    /// As [`Self::rows`], with a button that takes a seat at each.
    pub fn rows_to_join<'a>(self, matches: impl IntoIterator<Item = &'a Listed>) -> Vec<MatchRow<'a>> {
        let joined = |listed| MatchRow { action: self.take_a_seat(listed), ..self.row(listed) };
        matches.into_iter().map(joined).collect()
    }

    /// Somebody's finished matches as rows, with how they fared.
    pub fn history<'a>(self, of: UserId, matches: &'a [Listed]) -> Vec<MatchRow<'a>> {
        let fared = |listed: &'a Listed| {
            let words = listed.seat_of(of).and_then(|seat| seat.place).map(|place| fared(listed, place));
            MatchRow { standing: Standing::Other(html! { (words.unwrap_or_default()) }), ..self.row(listed) }
        };
        matches.iter().map(fared).collect()
    }

    fn row(self, listed: &Listed) -> MatchRow<'_> {
        let mine = self.mine(listed).map(|seat| seat.seat);
        MatchRow {
            href: paths::Match { id: listed.id.as_str() }.to_string(),
            board: boards::small(&listed.position, boards::turns(&listed.position, mine)),
            game: listed.game.title(),
            tags: self.tags(listed),
            who: listed.seated().map(|seat| self.who(listed, seat)).collect(),
            standing: self.standing(listed),
            time: self.time(listed),
            closes: listed.open_until.map(|at| Closing { at, now: self.now }),
            action: html! {},
        }
    }

    /// What is fixed for a match, and what is asked of somebody whose turn it is.
    fn tags(self, listed: &Listed) -> Vec<String> {
        let asked = self.mine(listed).and_then(|seat| seat.asked).filter(|_| listed.to_act == self.me);
        let host = listed.host().filter(|host| Some(host.user) != self.me);
        let manners = listed.host_keeps.filter(|_| host.is_some()).map(manners).unwrap_or_default();
        let manners = host.filter(|_| !manners.is_empty()).map(|host| {
            match listed.host_keeps.is_some_and(|it| it.is_new()) {
                true => format!("{} is new here", host.name),
                false => format!("{}: {}", host.name, manners.join(", ")),
            }
        });
        fixed_tags(listed)
            .into_iter()
            .chain(manners)
            .chain(asked.map(|asks| asks_in_words(asks).to_owned()))
            .collect()
    }

    fn mine(self, listed: &Listed) -> Option<&ListedSeat> {
        listed.seat_of(self.me?)
    }

    fn who<'a>(self, listed: &Listed, seat: &'a ListedSeat) -> Who<'a> {
        let sign = Some(boards::chip(listed.game, listed.position.seats(), seat.seat));
        Who { name: &seat.name, sign, you: Some(seat.user) == self.me, ..Who::default() }
    }

    fn take_a_seat(self, listed: &Listed) -> Markup {
        let kept = self.mine(listed).is_some_and(|seat| seat.kept);
        let free = || self.me.is_some() && self.mine(listed).is_none() && listed.free() > 0;
        if !kept && !free() {
            return html! {};
        }
        let id = listed.id.as_str();
        html! {
            div.row {
                form method="post" action=(paths::Seats { id }) {
                    (Button { label: if kept { "Accept" } else { "Take a seat" }, kind: Kind::Quiet, ..Button::default() })
                }
                @if kept {
                    form method="post" action=(paths::DeclineSeat { id }) {
                        (Button { label: "Decline", kind: Kind::Plain, ..Button::default() })
                    }
                }
            }
        }
    }

    fn standing(self, listed: &Listed) -> Standing {
        match listed.to_act {
            _ if listed.how.is_some() => Standing::Other(html! { (self.ended(listed)) }),
            None => Standing::Other(html! { (self.waiting(listed)) }),
            to_act if to_act == self.me => Standing::YourTurn,
            _ if let Some(asks) = self.mine(listed).and_then(|seat| seat.asked) => {
                Standing::Asked(asks_in_words(asks))
            }
            Some(user) => {
                let name = listed.seat_of(user).map_or("Somebody", |seat| &seat.name);
                Standing::Theirs(thinking(name, Since { at: listed.changed_at, now: self.now }))
            }
        }
    }

    fn time(self, listed: &Listed) -> Markup {
        let now = self.now;
        match (listed.ended_at, listed.to_act) {
            (Some(at), _) => html! { (When { at, now }) },
            (None, None) => html! { "opened " (When { at: listed.opened_at, now }) },
            (None, to_act) if to_act == self.me => match listed.deadline {
                Some(at) => html! { (Until { at, now }) },
                None => html! { (Since { at: listed.changed_at, now }) },
            },
            _ => html! {},
        }
    }

    /// For whom an open table waits.
    fn waiting(self, listed: &Listed) -> String {
        if self.mine(listed).is_some_and(|seat| seat.kept) {
            return format!("{} invites you", listed.host().map_or("Somebody", |host| &host.name));
        }
        let kept = listed.seats.iter().filter(|seat| seat.kept).map(|seat| seat.name.to_string());
        let free = Some(listed.free())
            .filter(|free| *free > 0)
            .map(|free| format!("{} more", number_in_words(free)));
        format!("Waits for {}", all_of(&kept.chain(free).collect::<Vec<_>>()))
    }

    /// How a match ended, for whoever looks.
    fn ended(self, listed: &Listed) -> String {
        let first = || listed.seats.iter().filter(|seat| seat.place == Some(1));
        let names: Vec<String> = first().map(|seat| seat.name.to_string()).collect();
        match (listed.how, names.as_slice()) {
            _ if listed.lapsed == Some(Lapse::Open) => "Nobody came".to_owned(),
            _ if listed.lapsed == Some(Lapse::Idle) => "Closed: nobody went on".to_owned(),
            (Some(How::Aborted), _) | (_, []) => "Called off".to_owned(),
            (_, [_]) if first().any(|seat| Some(seat.user) == self.me) => {
                format!("You won{}", given_up(listed))
            }
            (_, [name]) => format!("{name} won{}", given_up(listed)),
            (_, all) if all.len() == listed.seats.len() => "A draw".to_owned(),
            (_, several) => format!("{} share first place", all_of(several)),
        }
    }
}

/// What somebody has to answer, in a list.
pub fn asks_in_words(asks: Asks) -> &'static str {
    match asks {
        Asks::Draw => "A draw is offered",
        Asks::Takeback => "A takeback is asked for",
        Asks::Pause => "A pause is asked for",
    }
}

/// "Won", "Lost by resignation", "Third of five".
fn fared(listed: &Listed, place: u8) -> String {
    let seats = listed.seats.len();
    let firsts = listed.seats.iter().filter(|seat| seat.place == Some(1)).count();
    match (place, seats) {
        (1, _) if firsts == seats => "Draw".to_owned(),
        (1, _) if firsts > 1 => format!("Shared first of {}", number_in_words(seats)),
        (1, _) => format!("Won{}", given_up(listed)),
        (_, 2) => format!("Lost{}", given_up(listed)),
        _ => format!("{} of {}", ordinal_in_words(place), number_in_words(seats)),
    }
}

fn ordinal_in_words(place: u8) -> &'static str {
    match place {
        2 => "Second",
        3 => "Third",
        4 => "Fourth",
        5 => "Fifth",
        6 => "Sixth",
        _ => "Further back",
    }
}

fn given_up(listed: &Listed) -> &'static str {
    match listed.how {
        Some(How::Resigned) => " by resignation",
        Some(How::Flagged) => " on time",
        Some(How::Adjudicated) => " by adjudication",
        _ => "",
    }
}

fn fixed_tags(listed: &Listed) -> Vec<String> {
    let private = (listed.visibility == Visibility::Private).then(|| "private".to_owned());
    let pace = listed.pace.filter(|_| listed.how.is_none()).map(pace_in_short);
    let rated = listed.rated.then(|| "rated".to_owned());
    let open = listed.how.is_none() && listed.to_act.is_none();
    let range = listed.range.in_words().filter(|_| open).map(|range| format!("ratings {range}"));
    variant(&listed.options).into_iter().chain(pace).chain(rated).chain(range).chain(private).collect()
}

/// "Ada is thinking", "Ada has been thinking for 5 h", "Ada is thinking since Tuesday".
fn thinking(name: &str, since: Since) -> Markup {
    if since.is_short() {
        return html! { (name) " is thinking" };
    }
    let verb = if since.is_long() { "is thinking" } else { "has been thinking" };
    html! { (name) " " (verb) " " (since) }
}

/// "Ada", "Ada and Ben", "Ada, Ben and Cleo".
fn all_of(names: &[String]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
