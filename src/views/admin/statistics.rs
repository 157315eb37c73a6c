//! The statistics of the site.

use maud::{Markup, html};

use super::{AdminSection, page};
use crate::games::Game;
use crate::texts::{tr, tr_in};
use crate::urls;
use crate::users::{DayStatistics, SiteStatistics};
use crate::views::page::{PageViewer, PageWidth};
use crate::views::parts::{BarChart, SectionCard, size_in_words};
use crate::{tr, tr_format};

pub fn statistics_page(reader: PageViewer<'_>, numbers: &SiteStatistics) -> Markup {
    let body = html! {
        header.stack.tight {
            h1 { (tr("Statistics")) }
            p.soft { (tr("Days are in UTC. Updated once a minute.")) }
        }
        div.two.even {
            div.stack.loose {
                (SectionCard { title: tr("Users"), aside: html! {}, body: people(numbers) })
                (SectionCard { title: tr("Matches by game"), aside: html! {}, body: games(numbers) })
                (SectionCard { title: tr("Overall"), aside: html! {}, body: site(numbers) })
            }
            div.stack.loose {
                (chart(numbers, &plies()))
                (chart(numbers, &matches(tr("Matches created"), |day| day.opened)))
                (chart(numbers, &matches(tr("Matches finished"), |day| day.ended)))
                (chart(numbers, &matches(tr("Lost on time"), |day| day.flagged)))
            }
        }
    };
    page(reader, AdminSection::Statistics, tr("Statistics"), PageWidth::Wide, body)
}

fn people(numbers: &SiteStatistics) -> Markup {
    let [day, week, month] = numbers.here;
    html! {
        dl.facts.numbers {
            dt { (tr("Accounts")) } dd { (numbers.accounts) }
            dt { (tr("Active in the last 24 hours")) } dd { (day) }
            dt { (tr("Active in the last 7 days")) } dd { (week) }
            dt { (tr("Active in the last 30 days")) } dd { (month) }
        }
    }
}

fn games(numbers: &SiteStatistics) -> Markup {
    html! {
        @if numbers.games.is_empty() { p.soft { (tr("No matches yet.")) } } @else {
            table.tallies {
                thead { tr { th scope="col" { (tr("Game")) } th scope="col" { (tr_in("matches", "Open")) } th scope="col" { (tr_in("matches", "Running")) } th scope="col" { (tr_in("matches", "Finished")) } } }
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
            dt { (tr("Open reports")) } dd { a href=(urls::AdminReports) { (numbers.reports) } }
            dt { (tr("Emails queued")) } dd { (emails) }
            dt { (tr("Emails not delivered")) } dd { (dead_letters) }
            dt { (tr("Push notifications queued")) } dd { (pushes) }
            dt { (tr("Push notifications not delivered")) } dd { (dead_pushes) }
            dt { (tr("Database size")) } dd { (size_in_words(numbers.bytes)) }
        }
    }
}

/// Something that is counted by day.
struct CountedRow {
    title: &'static str,
    /// Its number on a day.
    value: fn(&DayStatistics) -> i64,
    /// Today's number in words.
    today: fn(i64) -> Markup,
    /// The total and the maximum in words.
    sum: fn(i64, i64) -> Markup,
}

fn plies() -> CountedRow {
    CountedRow {
        title: tr("Moves"),
        value: |day| day.plies,
        today: |today| tr!(today; "{n} move today", "{n} moves today"),
        sum: |sum, most| {
            tr!(
                sum; "{n} move in 30 days, at most {most} a day",
                "{n} moves in 30 days, at most {most} a day", most = most,
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
                sum; "{n} match in 30 days, at most {most} a day",
                "{n} matches in 30 days, at most {most} a day", most = most,
            )
        },
    }
}

fn chart(numbers: &SiteStatistics, counted: &CountedRow) -> Markup {
    let title = counted.title;
    let values: Vec<_> = numbers.days.iter().map(counted.value).collect();
    let (sum, today) = (values.iter().sum::<i64>(), values.last().copied().unwrap_or_default());
    let most = values.iter().copied().max().unwrap_or_default();
    let label = tr_format!(
        "{title} on each of the last {days} days: at most {most} a day, {today} today",
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
    html! { (SectionCard { title, aside, body }) }
}

fn title(key: &str) -> &str {
    match Game::from_key(key) {
        Some(game) => tr(game.title()),
        None => key,
    }
}
