//! URLs with a query or a fragment.

use std::fmt::{Display, Write};

use super::{
    Account, AdminAnnouncements, AdminAuditLog, AdminInvitations, AdminSite, AdminUser, AdminUsers,
    AnalysisProgress, Bookmarks, ConditionalMoves, EmbeddedMatch, GameRules, Home, ImportedBoard, Login,
    LoginForm, Match, MatchAnalysis, MatchAnimation, MatchImage, MatchRecords, Matches, NewBookmark,
    NewMatch, Next, OEmbed, OpenMatches, Play, Player, Players, Ratings, Reauthenticate, ReauthenticateForm,
    Register, Reset, Seen, Settings, Setup, UrlSegment, Watch, WatchEvents,
};
use crate::lists::{ArchiveFilter, OpenFilter, PageCursor, WatchFilter};
use crate::matches::{MatchId, RatingPool};
use crate::now::Moment;

macro_rules! with_what_was_done {
    ($($page:ty),+) => {
        $(impl $page {
            /// The page with a message about what was just done.
            pub fn after(self, done: &str) -> String {
                format!("{self}?done={done}")
            }
        })+
    };
}

macro_rules! with_a_destination {
    ($($page:ty),+) => {
        $(impl $page {
            /// The page with where its form leads afterwards; the default if `next` is empty.
            pub fn leading_to(self, next: &str) -> String {
                if next.is_empty() { self.to_string() } else { format!("{self}?next={}", UrlSegment(next)) }
            }
        })+
    };
}

with_a_destination!(Login, LoginForm, Register, Reauthenticate);

with_what_was_done!(Account, AdminAnnouncements, AdminInvitations, AdminSite, AdminUser<'_>, Login, Settings);

impl Login {
    /// The page after a sign-in at the provider was not completed, with where its form leads.
    pub fn cancelled(self, done: &str, next: &str) -> String {
        let page = self.after(done);
        if next.is_empty() { page } else { format!("{page}&next={}", UrlSegment(next)) }
    }
}

impl AdminAnnouncements {
    /// The page with an announcement in the form, to be changed.
    pub fn changing(self, id: i64) -> String {
        format!("{self}?change={id}")
    }

    /// The page after an announcement was removed.
    pub fn removed(self, id: i64) -> String {
        format!("{self}?removed={id}")
    }
}

impl NewMatch {
    /// The page with a game chosen.
    pub fn of(self, game: &str) -> String {
        format!("{self}?game={}", UrlSegment(game))
    }

    /// The form with a game and a preset chosen.
    pub fn preset(self, game: &str, preset: &str) -> String {
        format!("{self}?game={}&preset={}", UrlSegment(game), UrlSegment(preset))
    }

    /// The choice of games, with a user to invite.
    pub fn with(self, name: &str) -> String {
        format!("{self}?invite={}", UrlSegment(name))
    }

    /// A path to the form with users to invite, which may be none.
    pub fn with_players(path: String, names: &str) -> String {
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

impl ReauthenticateForm {
    /// The page for a form with this URL, on this page.
    pub fn of(self, form: &str, page: &str) -> String {
        format!("{self}?next={}&repeat={}", UrlSegment(page), UrlSegment(form))
    }
}

impl Reset {
    /// The page after a reset was requested.
    pub fn after_request(self) -> String {
        format!("{self}?done=asked")
    }
}

impl AdminUsers {
    /// A page of the list, which shows these users in this order.
    pub fn filtered(self, part: &str, selection: &str, order: &str, from: u32) -> String {
        let path = format!("{self}?q={}&show={selection}&order={order}", UrlSegment(part));
        if from > 0 { format!("{path}&from={from}") } else { path }
    }

    /// The users whose accounts await approval.
    pub fn waiting(self) -> String {
        format!("{self}?show=waiting&order=newest")
    }
}

impl AdminAuditLog {
    /// Entries about a user, of a kind or up to a day, with numbers below `below`.
    pub fn filtered(self, person: &str, act: &str, until: &str, below: Option<i64>) -> String {
        let [person, act, until] = [person, act, until].map(UrlSegment);
        let path = format!("{self}?person={person}&act={act}&until={until}");
        below.map_or(path.clone(), |below| format!("{path}&below={below}"))
    }
}

impl AdminInvitations {
    /// Sign-up links created before one.
    pub fn below(self, id: i64) -> String {
        format!("{self}?below={id}")
    }
}

impl Register {
    /// The form for a visitor with a sign-up link.
    pub fn invited(self, key: &str) -> String {
        format!("{self}?invitation={}", UrlSegment(key))
    }
}

impl Setup {
    /// The form, for those who have the link in the log.
    pub fn with_key(self, key: &str) -> String {
        format!("{self}?key={}", UrlSegment(key))
    }
}

impl GameRules<'_> {
    /// An example in the rules, after a number of its plies.
    pub fn example(self, example: &str, ply: usize) -> String {
        format!("{self}?example={0}&ply={ply}#example-{0}", UrlSegment(example))
    }
}

impl Ratings<'_> {
    /// The leaderboard of a pool, from a place on.
    pub fn pool(self, pool: RatingPool, from: u32) -> String {
        let pool = pool.key();
        if from == 0 { format!("{self}?pool={pool}") } else { format!("{self}?pool={pool}&from={from}") }
    }

    /// The provisional ratings of a pool, from a place on.
    pub fn provisional(self, pool: RatingPool, from: u32) -> String {
        format!("{self}?pool={}&provisional={from}", pool.key())
    }
}

impl Next {
    /// The next match other than this one.
    pub fn after(self, id: &str) -> String {
        format!("{self}?after={}", UrlSegment(id))
    }
}

impl Home {
    /// A page of the running matches, from the first `from` on.
    pub fn from(self, from: u32) -> String {
        format!("{self}?from={from}")
    }
}

impl OpenMatches {
    /// A page of the list of those that pass a filter, after a match.
    pub fn page(self, before: Option<&PageCursor>, filter: OpenFilter) -> String {
        let before = before.map(|before| format!("before={before}"));
        let query: Vec<_> =
            [filter.to_string()].into_iter().chain(before).filter(|part| !part.is_empty()).collect();
        if query.is_empty() { self.to_string() } else { format!("{self}?{}", query.join("&")) }
    }
}

impl Players {
    /// The players whose name contains a part, from an index on.
    pub fn page(self, part: &str, from: u32) -> String {
        let part = (!part.is_empty()).then(|| ("q", part.to_owned()));
        let from = (from > 0).then(|| ("from", from.to_string()));
        with_query(&self, part.into_iter().chain(from))
    }
}

impl Watch {
    /// The running matches that pass a filter, from an index on.
    pub fn page(self, filter: WatchFilter, from: usize) -> String {
        let from = (from > 0).then(|| ("from", from.to_string()));
        with_query(&self, filter.fields().chain(from))
    }
}

impl WatchEvents {
    /// The changes of these matches since a moment.
    pub fn of(self, ids: &[&MatchId], since: Moment) -> String {
        let ids = ids.iter().map(|id| id.as_str()).collect::<Vec<_>>().join(",");
        format!("{self}?since={}&matches={ids}", since.0)
    }
}

impl Matches {
    /// A page of the archive, after a match.
    pub fn page(self, filter: &ArchiveFilter, after: Option<&PageCursor>) -> String {
        let after = after.map(|after| ("after", after.to_string()));
        with_query(&self, filter.fields().chain(after))
    }
}

impl MatchRecords {
    /// The records of the matches that pass a filter.
    pub fn of(self, filter: &ArchiveFilter) -> String {
        with_query(&self, filter.fields())
    }
}

fn with_query(path: &impl Display, fields: impl Iterator<Item = (&'static str, String)>) -> String {
    let fields: Vec<_> = fields.map(|(name, value)| format!("{name}={}", UrlSegment(&value))).collect();
    if fields.is_empty() { path.to_string() } else { format!("{path}?{}", fields.join("&")) }
}

impl Player<'_> {
    /// A page of the history, after a match.
    pub fn before(self, before: &PageCursor) -> String {
        format!("{self}?before={before}")
    }
}

impl MatchImage<'_> {
    /// The position after a ply; 0 is the opening.
    pub fn at(self, ply: usize) -> String {
        format!("{self}?ply={ply}")
    }
}

impl MatchAnimation<'_> {
    /// Up to the position after a ply.
    pub fn to(self, ply: usize) -> String {
        format!("{self}?to={ply}")
    }

    /// From the position after a ply on.
    pub fn from(self, ply: usize) -> String {
        format!("{self}?from={ply}")
    }
}

impl EmbeddedMatch<'_> {
    /// The position after a ply, and in a theme other than the device's.
    pub fn at(self, ply: Option<usize>, theme: Option<&str>) -> String {
        let theme = theme.map(|theme| ("theme", theme.to_owned()));
        with_query(&self, ply.map(|ply| ("ply", ply.to_string())).into_iter().chain(theme))
    }
}

impl OEmbed {
    /// For the page at an absolute URL.
    pub fn of(self, url: &str) -> String {
        format!("{self}?url={}", UrlSegment(url))
    }
}

impl Match<'_> {
    /// The position after a ply; 0 is the opening.
    pub fn at(self, ply: usize) -> String {
        let mut path = String::with_capacity(40);
        let _ = write!(path, "{self}?ply={ply}");
        path
    }

    /// The replay from a ply on, which begins at once where there are scripts: see `static/js/replay.js`.
    pub fn replayed_from(self, ply: usize) -> String {
        format!("{self}?ply={ply}#play")
    }

    /// The page of the match, at its conditional moves.
    pub fn conditional_moves(self) -> String {
        format!("{self}#conditional-moves")
    }

    /// The match, with a conditional move in the form.
    pub fn conditional_moves_with(self, order: &str) -> String {
        format!("{self}?orders={}#conditional-moves", UrlSegment(order))
    }

    /// The page of the match, at the viewer's private note.
    pub fn notes(self) -> String {
        format!("{self}#notes")
    }

    /// The match with a cell chosen on its board: see [`with_cells`].
    pub fn with_cell(self, cell: &str, along: bool) -> String {
        with_cells(&self.to_string(), &[cell], along)
    }
}

/// The path of a match with cells chosen on its board; with `along`, chains are chosen step by step.
pub fn with_cells(path: &str, cells: &[impl AsRef<str>], along: bool) -> String {
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
    /// A line after a ply of the match, with a number of its plies on the board.
    pub fn of(self, ply: usize, line: &[&str], at: usize) -> String {
        with_line(format!("{self}?ply={ply}"), line, at)
    }

    /// The position before a turning point without what the analysis found, or with the move that was found there.
    pub fn retry(self, ply: usize, line: &[&str]) -> String {
        format!("{}&retry=1", self.of(ply, line, line.len()))
    }
}

impl Bookmarks {
    /// Those with a tag.
    pub fn tagged(self, tag: &str) -> String {
        format!("{self}?tag={}", UrlSegment(tag))
    }
}

impl NewBookmark {
    /// The form for a page.
    pub fn of(self, path: &str) -> String {
        format!("{self}?path={}", UrlSegment(path))
    }
}

impl ImportedBoard {
    /// A line after a ply of a match, with a number of its plies on the board.
    pub fn of(self, record: &str, ply: usize, line: &[&str], at: usize) -> String {
        with_line(format!("{self}?record={record}&ply={ply}"), line, at)
    }
}

impl ConditionalMoves<'_> {
    /// A line after a ply of the match, with a number of its plies on the board.
    pub fn of(self, ply: usize, line: &[&str], at: usize) -> String {
        with_line(format!("{self}?ply={ply}"), line, at)
    }
}

fn with_line(mut path: String, line: &[&str], at: usize) -> String {
    for (number, notation) in line.iter().enumerate() {
        path.push_str(if number == 0 { "&line=" } else { "," });
        path.push_str(&UrlSegment(notation).to_string());
    }
    if at != line.len() {
        path.push_str(&format!("&at={at}"));
    }
    path
}

impl AnalysisProgress<'_> {
    /// For the board at an address of the analysis page.
    pub fn of(self, board: &str) -> String {
        match board.split_once('?') {
            Some((_, query)) => format!("{self}?{query}"),
            None => self.to_string(),
        }
    }
}

impl Seen<'_> {
    /// A read mark as the URL of an image.
    pub fn up_to(self, seq: u32, line: i64) -> String {
        format!("{self}?seq={seq}&line={line}")
    }
}
