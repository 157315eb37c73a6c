//! Every URL of the site, once: the router takes `ROUTE`, a link takes the value, so a dead link does not compile.
//!
//! ```
//! use parlour::web::paths::{Match, Plies};
//! assert_eq!(Match { id: "7Wd2" }.to_string(), "/matches/7Wd2");
//! assert_eq!(Plies::ROUTE, "/matches/{id}/plies");
//! ```

use std::fmt::{self, Display, Formatter};

use super::assets;
use crate::matches::{Before, Ladder};

macro_rules! paths {
    ($($(#[$doc:meta])* $name:ident $({ $($field:ident),+ })? => $route:literal;)+) => {
        $(paths!(@one $(#[$doc])* $name [$($($field),+)?] $route);)+

        /// What the router matches, each with what it takes.
        pub const ALL: &[(&str, &[&str])] = &[$(($route, &[$($(stringify!($field)),+)?])),+];
    };
    (@one $(#[$doc:meta])* $name:ident [] $route:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $name {
            /// What the router matches.
            pub const ROUTE: &'static str = $route;
        }

        impl Display for $name {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str(Self::ROUTE)
            }
        }
    };
    (@one $(#[$doc:meta])* $name:ident [$($field:ident),+] $route:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs)]
        pub struct $name<'a> { $(pub $field: &'a str),+ }

        impl $name<'_> {
            /// What the router matches.
            pub const ROUTE: &'static str = $route;
        }

        impl Display for $name<'_> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                fill(f, Self::ROUTE, &[$((stringify!($field), self.$field)),+])
            }
        }
    };
}

paths! {
    /// The front page of a visitor, the dashboard of a player.
    Home => "/";
    /// The match that has waited for somebody with the least time left.
    Next => "/next";
    /// How many matches wait for somebody.
    Turns => "/turns";
    /// Signing in: the form and what it is sent to.
    Login => "/login";
    /// Registering: the form and what it is sent to.
    Register => "/register";
    /// Signing out.
    Logout => "/logout";
    /// Asking for a link that sets another password.
    Reset => "/reset";
    /// Setting another password by such a link.
    NewPassword { key } => "/reset/{key}";
    /// Opening a match is posted here.
    Matches => "/matches";
    /// The form that opens a match.
    NewMatch => "/matches/new";
    /// Every open table.
    Tables => "/tables";
    /// Where the code of a private table is typed.
    Join => "/join";
    /// A private table by its code.
    JoinCode { code } => "/join/{code}";
    /// A match.
    Match { id } => "/matches/{id}";
    /// A board to try something on, from a position of a match.
    WhatIf { id } => "/matches/{id}/try";
    /// Taking a seat.
    Seats { id } => "/matches/{id}/seats";
    /// Giving a seat back.
    LeaveSeat { id } => "/matches/{id}/seats/leave";
    /// Doing without a seat that is kept for one.
    DeclineSeat { id } => "/matches/{id}/seats/decline";
    /// Keeping a seat for somebody.
    Invitations { id } => "/matches/{id}/invitations";
    /// Keeping it for them no longer.
    WithdrawInvitation { id } => "/matches/{id}/invitations/withdraw";
    /// Starting before every seat is taken.
    Start { id } => "/matches/{id}/start";
    /// Playing.
    Plies { id } => "/matches/{id}/plies";
    /// Resigning.
    Resignation { id } => "/matches/{id}/resignation";
    /// Calling a match off.
    Abort { id } => "/matches/{id}/abort";
    /// Stopping the clocks by agreement.
    Pause { id } => "/matches/{id}/pause";
    /// Giving somebody more time.
    Time { id } => "/matches/{id}/time";
    /// Offering a draw, and what is said to the offer.
    Draw { id } => "/matches/{id}/draw";
    /// Asking for a takeback, and what is said to it.
    Takeback { id } => "/matches/{id}/takeback";
    /// Playing the same again.
    Rematch { id } => "/matches/{id}/rematch";
    /// Leaving standing orders.
    Orders { id } => "/matches/{id}/orders";
    /// Saying something at the table.
    Talk { id } => "/matches/{id}/talk";
    /// What somebody notes about a match for themselves.
    Notes { id } => "/matches/{id}/notes";
    /// What somebody has had on their screen.
    Seen { id } => "/matches/{id}/seen";
    /// The live stream of a match.
    Events { id } => "/matches/{id}/events";
    /// The throws of a match, and how they follow from its secret.
    Throws { id } => "/matches/{id}/throws";
    /// The record for programs.
    RecordJson { id } => "/matches/{id}/record.json";
    /// The record for people.
    RecordText { id } => "/matches/{id}/record.txt";
    /// A player's page.
    Player { name } => "/players/{name}";
    /// The games of the house.
    Games => "/games";
    /// The rules of a game.
    GameRules { key } => "/games/{key}";
    /// Who is best at a game.
    Ratings { key } => "/games/{key}/ratings";
    /// Somebody's account: their password, and where they are signed in.
    Account => "/account";
    /// Another password.
    ChangePassword => "/account/password";
    /// Signing out everywhere else.
    EndSessions => "/account/sessions/end";
    /// Signing out in one other place.
    EndSession { id } => "/account/sessions/{id}/end";
    /// Everything the house knows about somebody, for themselves.
    Export => "/account/export";
    /// Leaving for good.
    DeleteAccount => "/account/delete";
    /// How somebody likes things here: the page and what its form is sent to.
    Settings => "/settings";
    /// How somebody likes to play.
    Manner => "/settings/play";
    /// Where mail goes.
    MailAddress => "/settings/address";
    /// Confirming an address.
    Confirmation { key } => "/settings/address/{key}";
    /// Turning a device on.
    Devices => "/settings/devices";
    /// Turning a device off.
    RemoveDevice { id } => "/settings/devices/{id}/removal";
    /// Having something sent to a device.
    TryDevice { id } => "/settings/devices/{id}/try";
    /// Giving a feed an address, or another one.
    FeedAddress { kind } => "/settings/feeds/{kind}";
    /// Taking a feed its address.
    ForgetFeed { kind } => "/settings/feeds/{kind}/removal";
    /// What happens in somebody's matches, for programs that have the key.
    NewsFeed { key } => "/feeds/{key}/news.atom";
    /// Until when somebody has to move, for calendars that have the key.
    DeadlinesFeed { key } => "/feeds/{key}/deadlines.ics";
    /// The script that shows what is pushed. Where it lies is what it may speak for: the whole site.
    ServiceWorker => "/service-worker.js";
    /// No more mail.
    Unsubscribe { key } => "/unsubscribe/{key}";
    /// What is counted, for a program that has the word for it.
    Metrics => "/metrics";
    /// Where staff look after the house.
    Admin => "/admin";
    /// Whether the program runs.
    Health => "/healthz";
    /// Whether it can take requests.
    Ready => "/readyz";
}

impl NewMatch {
    /// The form with a game chosen.
    pub fn of(self, game: &str) -> String {
        format!("{self}?game={}", Segment(game))
    }

    /// The form with a game and one of its presets chosen.
    pub fn preset(self, game: &str, preset: &str) -> String {
        format!("{self}?game={}&preset={}", Segment(game), Segment(preset))
    }

    /// The games to choose from, for a match with somebody.
    pub fn with(self, name: &str) -> String {
        format!("{self}?invite={}", Segment(name))
    }

    /// A way to the form that takes along who is to be invited; nobody, where there is no name.
    pub fn along(path: String, names: &str) -> String {
        if names.is_empty() { path } else { format!("{path}&invite={}", Segment(names)) }
    }
}

impl Login {
    /// The page when something has been done that has to do with signing in.
    pub fn after(self, done: &str) -> String {
        format!("{self}?done={done}")
    }
}

impl Reset {
    /// The page when somebody has asked for a letter.
    pub fn asked(self) -> String {
        format!("{self}?done=asked")
    }
}

impl Account {
    /// The page when something has been done.
    pub fn after(self, done: &str) -> String {
        format!("{self}?done={done}")
    }
}

impl Settings {
    /// The page when something has been done.
    pub fn after(self, done: &str) -> String {
        format!("{self}?done={done}")
    }
}

impl GameRules<'_> {
    /// An example among the rules, after so many of its plies.
    pub fn example(self, example: &str, ply: usize) -> String {
        format!("{self}?example={0}&ply={ply}#{0}", Segment(example))
    }
}

impl Ratings<'_> {
    /// One of its ladders, from one of the places on.
    pub fn ladder(self, ladder: Ladder, from: u32) -> String {
        let ladder = ladder.key();
        if from == 0 {
            format!("{self}?ladder={ladder}")
        } else {
            format!("{self}?ladder={ladder}&from={from}")
        }
    }
}

impl Next {
    /// But for the one they come from.
    pub fn after(self, id: &str) -> String {
        format!("{self}?after={}", Segment(id))
    }
}

impl Tables {
    /// The page of the list that begins behind a match.
    pub fn before(self, before: &Before) -> String {
        format!("{self}?before={before}")
    }
}

impl Player<'_> {
    /// The page of the history that begins behind a match.
    pub fn before(self, before: &Before) -> String {
        format!("{self}?before={before}")
    }
}

impl Match<'_> {
    /// The match as it stood after a ply; 0 is the opening.
    pub fn at(self, ply: usize) -> String {
        format!("{self}?ply={ply}")
    }

    /// The match, with its standing orders in sight.
    pub fn orders(self) -> String {
        format!("{self}#standing-orders")
    }

    /// The match, with a standing order written down that has not been given.
    pub fn ordering(self, order: &str) -> String {
        format!("{self}?orders={}#standing-orders", Segment(order))
    }

    /// The match, with what somebody has noted about it in sight.
    pub fn notes(self) -> String {
        format!("{self}#notes")
    }

    /// The match with a cell chosen on its board: see [`choosing`].
    pub fn choosing(self, cell: &str, along: bool) -> String {
        choosing(&self.to_string(), &[cell], along)
    }
}

/// The path of a match with cells chosen on its board, in one press after the other; `along` a chain, hole by hole.
pub fn choosing(path: &str, cells: &[impl AsRef<str>], along: bool) -> String {
    let mut path = path.to_owned();
    for (index, cell) in cells.iter().enumerate() {
        path.push_str(if index == 0 { "?from=" } else { "," });
        path.push_str(cell.as_ref());
    }
    if along {
        path.push_str(if cells.is_empty() { "?along=1" } else { "&along=1" });
    }
    path
}

impl WhatIf<'_> {
    /// A line from behind a ply of the match, with so many of its plies on the board.
    pub fn of(self, ply: usize, line: &[&str], at: usize) -> String {
        let mut path = format!("{self}?ply={ply}");
        for (number, notation) in line.iter().enumerate() {
            path.push_str(if number == 0 { "&line=" } else { "," });
            path.push_str(&Segment(notation).to_string());
        }
        if at != line.len() {
            path.push_str(&format!("&at={at}"));
        }
        path
    }
}

impl Seen<'_> {
    /// What has been seen, as the address of a picture says it.
    pub fn up_to(self, seq: u32, line: i64) -> String {
        format!("{self}?seq={seq}&line={line}")
    }
}

impl Events<'_> {
    /// The stream from behind an event on.
    pub fn after(self, seq: u64) -> String {
        format!("{self}?after={seq}")
    }
}

/// The URL of a file of the house, with the print of its content in it.
pub fn asset(name: &str) -> &'static str {
    assets::url(name)
}

/// Writes a route with its placeholders filled.
fn fill(f: &mut Formatter<'_>, route: &str, values: &[(&str, &str)]) -> fmt::Result {
    let mut rest = route;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let value = values.iter().find(|(field, _)| *field == name).map_or("", |(_, value)| *value);
        write!(f, "{before}{}", Segment(value))?;
        rest = after;
    }
    f.write_str(rest)
}

/// Text as a part of a URL: every byte that could mean something there is escaped.
pub struct Segment<'a>(pub &'a str);

impl Display for Segment<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // Ids and names of games hold nothing to escape.
        if self.0.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return f.write_str(self.0);
        }
        for byte in self.0.bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                    write!(f, "{}", byte as char)?
                }
                _ => write!(f, "%{byte:02X}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placeholder_is_a_field_and_every_field_a_placeholder() {
        for (route, fields) in ALL {
            let named: Vec<_> = route.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
            assert_eq!(&named, fields, "{route}");
        }
    }

    #[test]
    fn a_name_cannot_leave_its_place_in_a_url() {
        assert_eq!(Player { name: "a/../b?c#d é" }.to_string(), "/players/a%2F..%2Fb%3Fc%23d%20%C3%A9");
    }
}
