//! The archive: finished matches, filtered and in the chosen order.

use maud::{Markup, html};

use super::listing::ListViewer;
use super::page::{Page as Frame, PageViewer};
use super::parts::filter_fields::select;
use super::parts::{Button, ButtonKind, EmptyState, Icon, LinkButton, TextField, matches};
use super::watch::{WatchTab, tabs};
use crate::games::{Game, OptionPreset};
use crate::lists::{ArchiveEnding, ArchiveFilter, ArchiveOrder, ArchiveResult, ListPage};
use crate::texts::{tr, tr_in};
use crate::users::UserId;
use crate::{tr_format, urls};

#[derive(Clone, Copy, Debug)]
pub struct ArchivePage<'a> {
    pub list_viewer: ListViewer,
    pub filter: &'a ArchiveFilter,
    /// The player by whom the matches are filtered, if one is.
    pub player: Option<UserId>,
    /// The name of the viewer, if signed in.
    pub own_name: Option<&'a str>,
    /// Whether the viewer can download the records.
    pub downloads: bool,
    /// A name in the filter that no user has.
    pub unknown: Option<&'a str>,
    pub page: &'a ListPage,
    /// Whether this is the first page.
    pub first: bool,
}

pub fn page(reader: PageViewer<'_>, archive: &ArchivePage<'_>) -> Markup {
    let rows = archive.list_viewer.archived(archive.player, &archive.page.matches);
    Frame::new(tr("Finished matches"), reader).body(html! {
        header.stack {
            h1 { (tr("Finished matches")) }
            p.lead { (tr("Find a match and replay it move by move.")) }
        }
        (tabs(WatchTab::Finished, archive.filter, archive.own_name))
        (filters(archive))
        @if rows.is_empty() { (empty(archive)) } @else { (matches(&rows)) }
        (pages(archive))
        @if archive.downloads && !rows.is_empty() { (download(archive.filter)) }
        p.soft { a href=(urls::Import) { (tr("Open a record")) } }
    })
}

fn filters(archive: &ArchivePage<'_>) -> Markup {
    let filter = archive.filter;
    html! {
        form.filters.many method="get" action=(urls::Matches) {
            (game_field(filter))
            (name_field("player", tr_in("a filter", "Player"), &filter.player, archive.unknown))
            (name_field("opponent", tr("Against"), &filter.opponent, archive.unknown))
            (select("order", tr("Order"), orders(), Some(filter.order.key())))
            details.fold open[has_more(filter)] {
                summary { (tr("More filters")) (Icon::Down) }
                div.filters.many { (more_fields(filter)) }
            }
            div.row {
                (Button { label: tr("Show"), ..Button::default() })
                @if !filter.is_empty() { a.button.plain href=(urls::Matches) { (tr("Clear")) } }
            }
        }
    }
}

/// A form that finds matches of a player in the archive.
pub fn filter_of_player(name: &str) -> Markup {
    html! {
        details.fold {
            summary { (tr("Filter")) (Icon::Down) }
            form.filters.many method="get" action=(urls::Matches) {
                input type="hidden" name="player" value=(name);
                (game_field(&ArchiveFilter::default()))
                (name_field("opponent", tr("Against"), "", None))
                (select("result", tr("Result"), results(), None))
                (Button { label: tr("Show"), ..Button::default() })
            }
        }
    }
}

/// Whether any of the folded fields is set.
fn has_more(filter: &ArchiveFilter) -> bool {
    let ArchiveFilter { result, ending, moves, rating, days, .. } = filter;
    let [least, most] = moves;
    let [from, to] = days;
    result.is_some()
        || ending.is_some()
        || least.or(*most).is_some()
        || rating.is_some()
        || from.or(*to).is_some()
}

fn more_fields(filter: &ArchiveFilter) -> Markup {
    let [least, most] = filter.moves.map(|moves| moves.map(|moves| moves.to_string()).unwrap_or_default());
    let [from, to] = filter.days.map(|day| day.map(|day| day.to_string()).unwrap_or_default());
    let rating = filter.rating.map(|rating| rating.to_string()).unwrap_or_default();
    let field = TextField { optional: true, bare: true, ..TextField::default() };
    let number = TextField { kind: "number", bounds: Some((0, 100_000)), ..field };
    let day = TextField { kind: "date", ..field };
    html! {
        (select("result", tr("Result"), results(), filter.result.map(ArchiveResult::key)))
        (select("ending", tr("Ended by"), endings(), filter.ending.map(ArchiveEnding::key)))
        (TextField { name: "rating", label: tr("Average rating from"), value: &rating, bounds: Some((0, 4000)), ..number })
        (TextField { name: "least", label: tr("Moves from"), value: &least, ..number })
        (TextField { name: "most", label: tr("Moves up to"), value: &most, ..number })
        (TextField { name: "from", label: tr("From (UTC)"), value: &from, ..day })
        (TextField { name: "to", label: tr("Until (UTC)"), value: &to, ..day })
    }
}

/// The games, each with its presets.
fn game_field(filter: &ArchiveFilter) -> Markup {
    let key = |game: Game, preset: Option<&OptionPreset>| {
        preset.map_or(game.key().to_owned(), |preset| format!("{}.{}", game.key(), preset.key))
    };
    let games = Game::ALL.iter().flat_map(|game| {
        let title = tr(game.title());
        let presets =
            game.presets().iter().map(move |it| (key(*game, Some(it)), format!("{title}: {}", tr(it.title))));
        [(key(*game, None), title.to_owned())].into_iter().chain(presets)
    });
    let all = (String::new(), tr("All games").to_owned());
    let chosen = filter.game.map(|game| key(game, filter.preset));
    select("game", tr("Game"), [all].into_iter().chain(games), chosen.as_deref())
}

fn name_field(name: &str, label: &str, value: &str, unknown: Option<&str>) -> Markup {
    let words = unknown
        .filter(|unknown| *unknown == value)
        .map(|name| tr_format!("No user is called {name}.", name = name));
    let field = TextField { name, label, value, problem: words.as_deref(), ..TextField::default() };
    html! { (TextField { autocomplete: "off", longest: Some(40), optional: true, bare: true, ..field }) }
}

fn orders() -> [(&'static str, &'static str); 3] {
    ArchiveOrder::ALL.map(|order| {
        let title = match order {
            ArchiveOrder::Newest => tr("Newest first"),
            ArchiveOrder::Longest => tr("Longest first"),
            ArchiveOrder::HighestRated => tr("Highest rated first"),
        };
        (order.key(), title)
    })
}

fn results() -> [(&'static str, &'static str); 4] {
    [
        ("", tr("Any result")),
        (ArchiveResult::Won.key(), tr("Won")),
        (ArchiveResult::Drawn.key(), tr("Drawn")),
        (ArchiveResult::Lost.key(), tr("Lost")),
    ]
}

fn endings() -> [(&'static str, &'static str); 6] {
    [
        ("", tr("Any ending")),
        (ArchiveEnding::Rules.key(), tr_in("ended by", "The rules")),
        (ArchiveEnding::Resigned.key(), tr("Resignation")),
        (ArchiveEnding::Agreed.key(), tr("Agreement")),
        (ArchiveEnding::Flagged.key(), tr_in("ended by", "Time")),
        (ArchiveEnding::Adjudicated.key(), tr("A moderator’s decision")),
    ]
}

fn download(filter: &ArchiveFilter) -> Markup {
    let link = html! { a href=(urls::MatchRecords.of(filter)) download { (tr("Download these matches")) } };
    html! { p.soft { (link) " " (tr("As JSON and as text, up to 10,000 matches.")) } }
}

fn empty(archive: &ArchivePage<'_>) -> Markup {
    if archive.page.next.is_some() {
        return html! { p.soft { (tr("Nothing found on this page of the search. It goes on with the next page.")) } };
    }
    let clear = html! { (LinkButton { href: urls::Matches, label: tr("Clear the filter"), kind: ButtonKind::Quiet }) };
    let title = if archive.first { tr("No finished matches found") } else { tr("No more matches") };
    match archive.filter.is_empty() {
        true => html! {
            (EmptyState { title, text: tr("Finished matches appear here. You can replay them any time."), action: html! {} })
        },
        false => html! { (EmptyState { title, text: tr("Try fewer filters."), action: clear }) },
    }
}

fn pages(archive: &ArchivePage<'_>) -> Markup {
    let next = archive.page.next.as_ref().map(|after| urls::Matches.page(archive.filter, Some(after)));
    html! {
        @if !archive.first || next.is_some() {
            nav.pages aria-label=(tr("Pages")) {
                @if archive.first { span {} } @else { a.button href=(urls::Matches.page(archive.filter, None)) { (tr("First page")) } }
                @if let Some(href) = next { a.button rel="next" href=(href) { (tr("Next page")) } }
            }
        }
    }
}
