//! Standing orders as rows: written with the plies that change them, read with the match they belong to.

use serde_json::json;

use crate::games::Seat;
use crate::matches::{MatchId, Order, OrderState, Orders};

/// A seat's order: seat, version of the orders of the match, after how many plies it was left, state, text.
type Row = (u8, u32, usize, String, String);

/// The orders of a match as rows of JSON, to be written.
pub(super) fn rows(id: &MatchId, orders: &Orders) -> impl Iterator<Item = String> {
    orders.all().iter().map(move |(seat, order)| {
        let state = word(order.state);
        json!([id, seat.number(), orders.version(), order.since, state, order.text()]).to_string()
    })
}

/// Reads the orders of a match.
pub(super) fn read(text: &str) -> serde_json::Result<Orders> {
    let rows: Vec<Row> = serde_json::from_str(text)?;
    let version = rows.iter().map(|row| row.1).max().unwrap_or(0);
    let order =
        |(seat, _, since, word, text): Row| (Seat::new(seat), Order::read(since, state(&word), &text));
    Ok(Orders::new(version, rows.into_iter().map(order).collect()))
}

const fn word(state: OrderState) -> &'static str {
    match state {
        OrderState::Standing => "standing",
        OrderState::Played => "played",
        OrderState::Cancelled => "cancelled",
        OrderState::Withdrawn => "withdrawn",
    }
}

fn state(word: &str) -> OrderState {
    match word {
        "standing" => OrderState::Standing,
        "played" => OrderState::Played,
        "withdrawn" => OrderState::Withdrawn,
        _ => OrderState::Cancelled,
    }
}
