//! The numbers of the site.

use maud::{Markup, html};

use super::{AdminSection, page};
use crate::games::Game;
use crate::texts::{tr, tr_in};
use crate::urls;
use crate::users::{DayStatistics, SiteStatistics};
use crate::views::page::{PageViewer, PageWidth};
use crate::views::parts::{BarChart, LinkCard};
use crate::{say, tr};

pub fn numbers(reader: PageViewer<'_>, numbers: &SiteStatistics) -> Markup {
    let body = html! {
        header.stack.tight {
            h1 { (tr("Numbers")) }
            p.soft { (tr("Days are days of UTC; what is here may be of a minute ago.")) }
        }
        div.two.even {
            div.stack.loose {
                (LinkCard { title: tr("People"), aside: html! {}, body: people(numbers) })
                (LinkCard { title: tr("Matches by game"), aside: html! {}, body: games(numbers) })
                (LinkCard { title: tr("The house"), aside: html! {}, body: site(numbers) })
            }
            div.stack.loose {
                (chart(numbers, &plies()))
                (chart(numbers, &matches(tr("Matches opened"), |day| day.opened)))
                (chart(numbers, &matches(tr("Matches finished"), |day| day.ended)))
                (chart(numbers, &matches(tr("Lost on time"), |day| day.flagged)))
            }
        }
    };
    page(reader, AdminSection::Numbers, tr("Numbers"), PageWidth::Wide, body)
}

fn people(numbers: &SiteStatistics) -> Markup {
    let [day, week, month] = numbers.here;
    html! {
        dl.facts.numbers {
            dt { (tr("Accounts")) } dd { (numbers.accounts) }
            dt { (tr("Here within a day")) } dd { (day) }
            dt { (tr("Within a week")) } dd { (week) }
            dt { (tr("Within thirty days")) } dd { (month) }
        }
    }
}

fn games(numbers: &SiteStatistics) -> Markup {
    html! {
        @if numbers.games.is_empty() { p.soft { (tr("Nobody has opened a match yet.")) } } @else {
            table.tallies {
                thead { tr { th scope="col" { (tr("Game")) } th scope="col" { (tr_in("matches", "Open")) } th scope="col" { (tr_in("matches", "Played")) } th scope="col" { (tr_in("matches", "Over")) } } }
                tbody {
                    @for game in &numbers.games {
                        tr {
                            th scope="row" { (title(&game.game)) }
                            td { (game.open) } td { (game.playing) } td { (game.ended) }
                        }
                    }
                }
            }
        }
    }
}

fn site(numbers: &SiteStatistics) -> Markup {
    let ((emails, dead_letters), (pushes, dead_pushes)) = (numbers.emails, numbers.pushes);
    html! {
        dl.facts.numbers {
            dt { (tr("Reports that wait")) } dd { a href=(urls::AdminReports) { (numbers.reports) } }
            dt { (tr("Letters that wait")) } dd { (emails) }
            dt { (tr("Letters that never arrived")) } dd { (dead_letters) }
            dt { (tr("Pushes that wait")) } dd { (pushes) }
            dt { (tr("Pushes that never arrived")) } dd { (dead_pushes) }
            dt { (tr("Size of the database")) } dd { (size(numbers.bytes)) }
        }
    }
}

/// Something that is counted each day.
struct CountedRow {
    title: &'static str,
    /// How many of it were on a day.
    value: fn(&DayStatistics) -> i64,
    /// So many today, in words.
    today: fn(i64) -> Markup,
    /// So many in all, and on the busiest day, in words.
    sum: fn(i64, i64) -> Markup,
}

fn plies() -> CountedRow {
    CountedRow {
        title: tr("Moves"),
        value: |day| day.plies,
        today: |today| tr!(today; "{n} ply today", "{n} plies today"),
        sum: |sum, most| {
            tr!(
                sum; "{n} ply in thirty days, {most} on the busiest",
                "{n} plies in thirty days, {most} on the busiest", most = most,
            )
        },
    }
}

fn matches(title: &'static str, value: fn(&DayStatistics) -> i64) -> CountedRow {
    CountedRow {
        title,
        value,
        today: |today| tr!(today; "{n} match today", "{n} matches today"),
        sum: |sum, most| {
            tr!(
                sum; "{n} match in thirty days, {most} on the busiest",
                "{n} matches in thirty days, {most} on the busiest", most = most,
            )
        },
    }
}

fn chart(numbers: &SiteStatistics, counted: &CountedRow) -> Markup {
    let title = counted.title;
    let values: Vec<_> = numbers.days.iter().map(counted.value).collect();
    let (sum, today) = (values.iter().sum::<i64>(), values.last().copied().unwrap_or_default());
    let most = values.iter().copied().max().unwrap_or_default();
    let label = say!(
        "{title} on each of the last {days} days: {most} on the busiest, {today} today",
        title = title,
        days = values.len(),
        most = most,
        today = today,
    );
    let aside = html! { span.soft.small { ((counted.today)(today)) } };
    let body = html! {
        (BarChart { label: &label, values: &values })
        p.soft.small { ((counted.sum)(sum, most)) }
    };
    html! { (LinkCard { title, aside, body }) }
}

fn size(bytes: i64) -> String {
    match bytes {
        ..1_000_000 => say!("{n} kB", n = bytes / 1000),
        1_000_000..1_000_000_000 => {
            let tenths = (bytes + 50_000) / 100_000;
            say!("{whole}.{tenths} MB", whole = tenths / 10, tenths = tenths % 10)
        }
        _ => {
            let cents = (bytes + 5_000_000) / 10_000_000;
            say!("{whole}.{hundredths} GB", whole = cents / 100, hundredths = format!("{:02}", cents % 100))
        }
    }
}

fn title(key: &str) -> &str {
    match Game::from_key(key) {
        Some(game) => tr(game.title()),
        None => key,
    }
}
