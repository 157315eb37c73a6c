//! Addresses with a question behind them, or a place on the page.

use std::fmt::Write;

use super::{
    Account, AdminAuditLog, AdminInvitations, AdminUser, AdminUsers, AnalysisProgress, GameRules, Home,
    Login, Match, MatchAnalysis, NewMatch, Next, OpenMatches, Play, Player, Ratings, Reauthenticate,
    Register, Reset, Seen, Settings, UrlSegment,
};
use crate::lists::PageCursor;
use crate::matches::RatingPool;

macro_rules! with_what_was_done {
    ($($page:ty),+) => {
        $(impl $page {
            /// The page when something has been done that it has to tell.
            pub fn after(self, done: &str) -> String {
                format!("{self}?done={done}")
            }
        })+
    };
}

macro_rules! with_a_destination {
    ($($page:ty),+) => {
        $(impl $page {
            /// The page, whose form leads to this path of the site once it is done; to the usual one when it is empty.
            pub fn leading_to(self, next: &str) -> String {
                if next.is_empty() { self.to_string() } else { format!("{self}?next={}", UrlSegment(next)) }
            }
        })+
    };
}

with_a_destination!(Login, Register);

with_what_was_done!(Account, AdminInvitations, AdminUser<'_>, Login, Settings);

impl NewMatch {
    /// The page with a game chosen.
    pub fn of(self, game: &str) -> String {
        format!("{self}?game={}", UrlSegment(game))
    }

    /// The form with a game and one of its presets chosen.
    pub fn preset(self, game: &str, preset: &str) -> String {
        format!("{self}?game={}&preset={}", UrlSegment(game), UrlSegment(preset))
    }

    /// The games to choose from, for a match with somebody.
    pub fn with(self, name: &str) -> String {
        format!("{self}?invite={}", UrlSegment(name))
    }

    /// A way to the form that takes along who is to be invited; nobody, where there is no name.
    pub fn along(path: String, names: &str) -> String {
        if names.is_empty() { path } else { format!("{path}&invite={}", UrlSegment(names)) }
    }
}

impl Play {
    /// The page with a game chosen.
    pub fn of(self, game: &str) -> String {
        format!("{self}?game={}", UrlSegment(game))
    }

    /// The page with a game and a level chosen.
    pub fn at_level(self, game: &str, level: u8) -> String {
        format!("{self}?game={}&level={level}", UrlSegment(game))
    }
}

impl Reauthenticate {
    /// The page that leads to the settings.
    pub fn before_settings(self) -> String {
        format!("{self}?next={}", UrlSegment(&Settings.to_string()))
    }
}

impl Reset {
    /// The page when somebody has asked for a letter.
    pub fn asked(self) -> String {
        format!("{self}?done=asked")
    }
}

impl AdminUsers {
    /// The list with what was asked for, from behind a name on.
    pub fn asking(self, part: &str, role: &str, suspended: bool, after: &str) -> String {
        let mut path = format!("{self}?q={}&role={}", UrlSegment(part), UrlSegment(role));
        if suspended {
            path.push_str("&suspended=1");
        }
        if !after.is_empty() {
            path.push_str(&format!("&after={}", UrlSegment(after)));
        }
        path
    }
}

impl AdminAuditLog {
    /// What was done by or to somebody, or of one kind only, from below an entry on.
    pub fn asking(self, person: &str, act: &str, below: Option<i64>) -> String {
        let path = format!("{self}?person={}&act={}", UrlSegment(person), UrlSegment(act));
        below.map_or(path.clone(), |below| format!("{path}&below={below}"))
    }
}

impl AdminInvitations {
    /// Those made before one.
    pub fn below(self, id: i64) -> String {
        format!("{self}?below={id}")
    }
}

impl Register {
    /// For somebody who comes by an invitation.
    pub fn invited(self, key: &str) -> String {
        format!("{self}?invitation={}", UrlSegment(key))
    }
}

impl GameRules<'_> {
    /// An example among the rules, after so many of its plies.
    pub fn example(self, example: &str, ply: usize) -> String {
        format!("{self}?example={0}&ply={ply}#{0}", UrlSegment(example))
    }
}

impl Ratings<'_> {
    /// One of its pools, from one of the places on.
    pub fn pool(self, pool: RatingPool, from: u32) -> String {
        let pool = pool.key();
        if from == 0 { format!("{self}?pool={pool}") } else { format!("{self}?pool={pool}&from={from}") }
    }

    /// The provisional ratings on one of its pools, from one of them on.
    pub fn provisional(self, pool: RatingPool, from: u32) -> String {
        format!("{self}?pool={}&provisional={from}", pool.key())
    }
}

impl Next {
    /// But for the one they come from.
    pub fn after(self, id: &str) -> String {
        format!("{self}?after={}", UrlSegment(id))
    }
}

impl Home {
    /// The page of the running matches from behind the first `from`.
    pub fn from(self, from: u32) -> String {
        format!("{self}?from={from}")
    }
}

impl OpenMatches {
    /// The page of the list that begins behind a match; with `fits`, of the tables where one can sit down.
    pub fn page(self, before: Option<&PageCursor>, fits: bool) -> String {
        match (before, fits) {
            (None, false) => self.to_string(),
            (None, true) => format!("{self}?fits=1"),
            (Some(before), false) => format!("{self}?before={before}"),
            (Some(before), true) => format!("{self}?fits=1&before={before}"),
        }
    }
}

impl Player<'_> {
    /// The page of the history that begins behind a match.
    pub fn before(self, before: &PageCursor) -> String {
        format!("{self}?before={before}")
    }
}

impl Match<'_> {
    /// The match as it stood after a ply; 0 is the opening.
    pub fn at(self, ply: usize) -> String {
        let mut path = String::with_capacity(40);
        let _ = write!(path, "{self}?ply={ply}");
        path
    }

    /// The page of the match, at its conditional moves.
    pub fn orders(self) -> String {
        format!("{self}#conditional-moves")
    }

    /// The match, with a conditional move written down that has not been given.
    pub fn ordering(self, order: &str) -> String {
        format!("{self}?orders={}#conditional-moves", UrlSegment(order))
    }

    /// The page of the match, at the viewer's private note.
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
    let mut path = String::with_capacity(path.len() + 24) + path;
    for (index, cell) in cells.iter().enumerate() {
        path.push_str(if index == 0 { "?from=" } else { "," });
        path.push_str(cell.as_ref());
    }
    if along {
        path.push_str(if cells.is_empty() { "?along=1" } else { "&along=1" });
    }
    path
}

impl MatchAnalysis<'_> {
    /// A line from behind a ply of the match, with so many of its plies on the board.
    pub fn of(self, ply: usize, line: &[&str], at: usize) -> String {
        let mut path = format!("{self}?ply={ply}");
        for (number, notation) in line.iter().enumerate() {
            path.push_str(if number == 0 { "&line=" } else { "," });
            path.push_str(&UrlSegment(notation).to_string());
        }
        if at != line.len() {
            path.push_str(&format!("&at={at}"));
        }
        path
    }
}

impl AnalysisProgress<'_> {
    /// For the board at an address of the analysis page.
    pub fn of(self, board: &str) -> String {
        let query = board.split_once('?').map_or("", |(_, query)| query);
        format!("{self}?{query}")
    }
}

impl Seen<'_> {
    /// What has been seen, as the address of a picture says it.
    pub fn up_to(self, seq: u32, line: i64) -> String {
        format!("{self}?seq={seq}&line={line}")
    }
}
