//! Ratings beside other content.

use maud::{Markup, Render, html};

use super::leaderboard;
use super::parts::RatingChart;
use super::parts::words::uncapital;
use crate::games::Game;
use crate::matches::{PlayerRating, RatingChange, RatingPool};
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::users::UserId;

/// A user's rating in a pool, with its history.
#[derive(Clone, Debug)]
pub struct RatingCard {
    pub game: Game,
    pub pool: RatingPool,
    /// The ratings after their latest matches, in order; the last is the current one.
    pub curve: Vec<PlayerRating>,
}

/// A rating as text, with a question mark if it is provisional.
pub fn rating_text(rating: PlayerRating, pool: RatingPool) -> String {
    let mark = if rating.is_provisional(pool) { "?" } else { "" };
    format!("{}{mark}", rating.rounded())
}

/// A user's ratings, with a chart of each.
pub fn rating_cards(ratings: &[RatingCard]) -> Markup {
    html! {
        table.tallies {
            thead { tr { th scope="col" { (tr("Game")) } th scope="col" { (tr("Rating")) } th scope="col" { (tr("Matches")) } } }
            tbody { @for rated in ratings { (line(rated)) } }
        }
        @for rated in ratings { (chart(rated)) }
    }
}

fn line(rated: &RatingCard) -> Markup {
    let Some(last) = rated.curve.last() else { return html! {} };
    let board = urls::Ratings { key: rated.game.key() }.pool(rated.pool, 0);
    html! {
        tr {
            th scope="row" { a href=(board) { (tr(rated.game.title())) } (pool(rated)) }
            td { (rating_text(*last, rated.pool)) }
            td { (last.number) }
        }
    }
}

/// The name of the pool, if it isn't the only one of its game.
fn pool(rated: &RatingCard) -> Markup {
    let is_one_of_two = RatingPool::Two.has(rated.game) && RatingPool::More.has(rated.game);
    html! {
        @if rated.pool.has_bots() || is_one_of_two {
            span.soft.small { " " (uncapital(leaderboard::pool_name(rated.pool))) }
        }
    }
}

fn chart(rated: &RatingCard) -> Markup {
    let [first, last] =
        [rated.curve.first(), rated.curve.last()].map(|rating| rating.map_or(0, |it| it.rounded()));
    let label = tr_format!(
        rated.curve.len(); "From {first} to {last} in 1 match", "From {first} to {last} in {n} matches",
        first = first, last = last
    );
    let title = html! { (tr(rated.game.title())) (pool(rated)) };
    RatingChart { title, label, ratings: &rated.curve }.render()
}

/// The change of a user's rating by a match: `1500? → 1662? (+162)`; `None` if there is none.
pub fn rating_change(changes: &[RatingChange], user: UserId) -> Option<String> {
    let (around, pool) = RatingChange::around(changes, user)?;
    let gain = around[1].rounded() - around[0].rounded();
    let [from, to] = around.map(|rating| rating_text(rating, pool));
    Some(tr_format!(
        "{from} → {to} ({gain})",
        from = from,
        to = to,
        gain = format!("{gain:+}").replace('-', "−")
    ))
}
