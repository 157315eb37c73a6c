//! The positions of a day, one for each game.

use maud::{Markup, html};

use crate::games::{Options, Position};
use crate::lists::DailyAnswer;
use crate::now::UtcDay;
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::views::boards;
use crate::views::page::{Page, PageViewer, PageWidth};
use crate::views::parts::options::{match_title, variant};
use crate::views::parts::words::capital;
use crate::views::parts::{EmptyState, SectionCard, day_in_words};

/// The positions of a day.
#[derive(Debug)]
pub struct DailyDayPage {
    pub day: UtcDay,
    pub today: UtcDay,
    pub tiles: Vec<DailyTile>,
    /// On how many consecutive days the viewer found a position; `None` for visitors.
    pub streak: Option<usize>,
    /// The days with positions before and after it.
    pub earlier: Option<UtcDay>,
    pub later: Option<UtcDay>,
}

/// A position of the day.
#[derive(Debug)]
pub struct DailyTile {
    pub options: Options,
    pub position: Position,
    pub answer: DailyAnswer,
}

pub fn day_page(reader: PageViewer<'_>, shown: &DailyDayPage) -> Markup {
    let date = day_in_words(shown.day.start());
    let is_today = shown.day == shown.today;
    let title = match is_today {
        true => tr("Position of the day").to_owned(),
        false => tr_format!("Positions of {date}", date = date),
    };
    Page::new(&title, reader).width(PageWidth::Wide).body(html! {
        header.stack.tight {
            h1 { (title) }
            @if is_today { p.lead { (tr("From matches on this site. One move is clearly best: find it.")) } }
            (streak_line(shown.streak))
        }
        @if shown.tiles.is_empty() {
            @let text = tr("They come from public matches that people finish on this site.");
            (EmptyState { title: tr("No positions today yet"), text, action: html! {} })
        }
        ul.tiles { @for tile in &shown.tiles { li { (self::tile(shown.day, tile)) } } }
        (days(shown))
    })
}

/// The streak in a sentence; empty for visitors, and if there is none.
pub(super) fn streak_line(streak: Option<usize>) -> Markup {
    html! {
        @if let Some(days) = streak.filter(|days| *days > 0) {
            p { (tr_format!(days; "Your streak: 1 day", "Your streak: {n} days")) }
        }
    }
}

fn tile(day: UtcDay, tile: &DailyTile) -> Markup {
    let (position, seat) = (&tile.position, tile.position.to_act().seat());
    let href = urls::DailyBoard { day: &day.to_string(), game: position.game().key() };
    html! {
        a.match.tile href=(href) {
            span.board-stage { (boards::small(position, boards::turns(position, seat))) }
            span.who { (match_title(&tile.options)) }
            span.what {
                @if let Some(variant) = variant(&tile.options) { span { (variant) } }
                @if let Some(side) = seat.and_then(|seat| boards::side(position, seat)) { span { (capital(&side)) } }
                @if tile.answer.found {
                    span.yours { (tr("Found")) }
                } @else if tile.answer.shown {
                    span { (tr("Solution seen")) }
                }
            }
        }
    }
}

/// The links to the days around it.
fn days(shown: &DailyDayPage) -> Markup {
    let link = |day: Option<UtcDay>, rel: &str, label: &str| match day {
        Some(day) if day == shown.today => html! { a.button rel=(rel) href=(urls::Daily) { (label) } },
        Some(day) => html! { a.button rel=(rel) href=(urls::DailyDay { day: &day.to_string() }) { (label) } },
        None => html! { span {} },
    };
    html! {
        @if shown.earlier.is_some() || shown.later.is_some() {
            nav.pages aria-label=(tr("Days")) {
                (link(shown.earlier, "prev", tr("Earlier positions")))
                (link(shown.later, "next", tr("Later positions")))
            }
        }
    }
}

/// The link on the dashboard and the front page, if there are positions today.
pub fn entry(has_positions: bool) -> Markup {
    let body = html! { p.soft { (tr("Find the best move in a position from this site.")) } };
    let aside = html! { a href=(urls::Daily) { (tr("Solve it")) } };
    html! { @if has_positions { (SectionCard { title: tr("Position of the day"), aside, body }) } }
}
