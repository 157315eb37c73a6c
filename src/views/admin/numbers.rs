//! The numbers of the house.

use maud::{Markup, html};

use super::{Place, page};
use crate::games::Game;
use crate::people::{DayOfHouse, Numbers};
use crate::views::page::{Reader, Width};
use crate::views::parts::{Bars, Card};
use crate::web::paths;

/// The page.
pub fn numbers(reader: Reader<'_>, numbers: &Numbers) -> Markup {
    let body = html! {
        header.stack.tight {
            h1 { "Numbers" }
            p.soft { "Days are days of UTC; what is here may be of a minute ago." }
        }
        div.two.even {
            div.stack.loose {
                (Card { title: "People", aside: html! {}, body: people(numbers) })
                (Card { title: "Matches by game", aside: html! {}, body: games(numbers) })
                (Card { title: "The house", aside: html! {}, body: house(numbers) })
            }
            div.stack.loose {
                (chart(numbers, "Plies", ["ply", "plies"], |day| day.plies))
                (chart(numbers, "Matches opened", MATCHES, |day| day.opened))
                (chart(numbers, "Matches finished", MATCHES, |day| day.ended))
                (chart(numbers, "Lost on time", MATCHES, |day| day.flagged))
            }
        }
    };
    page(reader, Place::Numbers, "Numbers", Width::Wide, body)
}

fn people(numbers: &Numbers) -> Markup {
    let [day, week, month] = numbers.here;
    html! {
        dl.facts.numbers {
            dt { "Accounts" } dd { (numbers.accounts) }
            dt { "Here within a day" } dd { (day) }
            dt { "Within a week" } dd { (week) }
            dt { "Within thirty days" } dd { (month) }
        }
    }
}

fn games(numbers: &Numbers) -> Markup {
    html! {
        @if numbers.games.is_empty() { p.soft { "Nobody has opened a match yet." } } @else {
            table.tallies {
                thead { tr { th scope="col" { "Game" } th scope="col" { "Open" } th scope="col" { "Played" } th scope="col" { "Over" } } }
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

fn house(numbers: &Numbers) -> Markup {
    let ((letters, dead_letters), (pushes, dead_pushes)) = (numbers.letters, numbers.pushes);
    html! {
        dl.facts.numbers {
            dt { "Reports that wait" } dd { a href=(paths::AdminReports) { (numbers.reports) } }
            dt { "Letters that wait" } dd { (letters) }
            dt { "Letters that never arrived" } dd { (dead_letters) }
            dt { "Pushes that wait" } dd { (pushes) }
            dt { "Pushes that never arrived" } dd { (dead_pushes) }
            dt { "Size of the database" } dd { (size(numbers.bytes)) }
        }
    }
}

fn chart(numbers: &Numbers, title: &str, words: [&str; 2], value: impl Fn(&DayOfHouse) -> i64) -> Markup {
    let values: Vec<_> = numbers.days.iter().map(value).collect();
    let (sum, today) = (values.iter().sum::<i64>(), values.last().copied().unwrap_or_default());
    let most = values.iter().copied().max().unwrap_or_default();
    let label =
        format!("{title} on each of the last {} days: {most} on the busiest, {today} today", values.len());
    let aside = html! { span.soft.small { (so_many(today, words)) " today" } };
    let body = html! {
        (Bars { label: &label, values: &values })
        p.soft.small { (so_many(sum, words)) " in thirty days, " (most) " on the busiest" }
    };
    html! { (Card { title, aside, body }) }
}

const MATCHES: [&str; 2] = ["match", "matches"];

fn so_many(number: i64, [one, many]: [&str; 2]) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn size(bytes: i64) -> String {
    match bytes {
        ..1_000_000 => format!("{} kB", bytes / 1000),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}

fn title(key: &str) -> &str {
    match Game::from_key(key) {
        Some(game) => game.title(),
        None => key,
    }
}
