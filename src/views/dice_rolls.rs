//! The dice rolls of a match and the random order of its players, and how anyone can verify them.

use maud::{Markup, html};

use super::page::{Page, PageViewer};
use super::parts::words::called;
use super::parts::{NoticeBox, SectionCard};
use crate::matches::{CheckedRecord, MatchRecord, RecordCheckError, RecordDice, RecordSeatDraw};
use crate::texts::tr;
use crate::tr;
use crate::tr_format;
use crate::urls;

/// What the check of a record has found.
type CheckResult = Result<CheckedRecord, RecordCheckError>;

pub fn page(reader: PageViewer<'_>, record: &MatchRecord) -> Markup {
    let (title, heading) = match record.dice {
        Some(_) => (tr("Dice rolls"), tr("Verify the dice rolls")),
        None => (tr("First move"), tr("Verify who moves first")),
    };
    let checked = record.check();
    Page::new(title, reader).body(html! {
        div.stack {
            p { a href=(urls::Match { id: &record.id }) { (tr("Back to the match")) } }
            h1 { (heading) }
            @if let Some(dice) = &record.dice { (dice_section(record, &checked, dice)) }
            @if let Some(draw) = &record.seat_draw {
                @if record.dice.is_some() { h2 { (tr("First move")) } }
                (seat_section(record, &checked, draw))
            }
        }
    })
}

/// How the rolls and the draw of the seats follow from their secrets, for a page without the others of this site; empty
/// if nothing is random.
pub fn proof(record: &MatchRecord) -> Markup {
    let checked = record.check();
    html! {
        @if let Some(dice) = &record.dice {
            section {
                h2 { (tr("Dice rolls")) }
                (verification(&checked, dice))
                (commitment(&dice.commitment, dice.secret.as_deref(), tr("shown when the match is over")))
            }
        }
        @if let Some(draw) = &record.seat_draw {
            section {
                h2 { (tr("First move")) }
                (seat_verification(record, &checked, draw))
                (commitment(&draw.commitment, draw.secret.as_deref(), tr("shown when the match starts")))
            }
        }
    }
}

fn dice_section(record: &MatchRecord, checked: &CheckResult, dice: &RecordDice) -> Markup {
    html! {
        (verification(checked, dice))
        p {
            (tr!(
                "Before the first roll the site fixed a secret of 32 bytes and showed a commitment to it, its SHA-256. When the match is over, the secret is shown too. Roll n is read from {hmac}, where entropy is the SHA-256, in hex, of everything played before, joined by spaces. So nobody can choose a roll, not even this site, and no roll is used twice.",
                hmac = html! { code { "HMAC-SHA256(secret, \"" (record.id) ":n:entropy\")" } },
            ))
        }
        (commitment(&dice.commitment, dice.secret.as_deref(), tr("shown when the match is over")))
        (SectionCard { title: tr("Rolls"), aside: html! {}, body: roll_list(record) })
        p.soft {
            (tr!(
                "To verify them yourself, download the {record} and run {command}, or read the bytes of the HMAC in order: the first below 252 gives its remainder by six, plus one; while the die helps, the remainder by eight picks from 1 2 3 4 5 6 6 6.",
                record = record_link(record),
                command = record_command(),
            ))
        }
    }
}

fn seat_section(record: &MatchRecord, checked: &CheckResult, draw: &RecordSeatDraw) -> Markup {
    html! {
        (seat_verification(record, checked, draw))
        p {
            (tr!(
                "When the match was created, the site fixed a secret of 32 bytes and showed a commitment to it, its SHA-256. When the match starts, the secret is shown too, and the order of the n players follows from {hmac}. So the order was fixed before anyone joined, and can’t be changed afterwards.",
                hmac = html! { code { "HMAC-SHA256(secret, \"" (record.id) ":seats:n\")" } },
            ))
        }
        (commitment(&draw.commitment, draw.secret.as_deref(), tr("shown when the match starts")))
        @if let Some(order) = &draw.order {
            (SectionCard { title: tr("Order"), aside: html! {}, body: order_list(record, order) })
        }
        p.soft {
            (tr!(
                "To verify it yourself, download the {record} and run {command}, or shuffle the players by hand. They begin in the order of the seats they took. For each place p from the last to the second, take the next byte of the HMAC below the largest multiple of p up to 256; the players in place p and in the place one above the byte’s remainder by p change places. With two players, they change places if the first byte is even.",
                record = record_link(record),
                command = record_command(),
            ))
        }
    }
}

fn commitment(commitment: &str, secret: Option<&str>, shown: &str) -> Markup {
    html! {
        dl.facts {
            dt { (tr("Commitment")) }
            dd { code.print { (commitment) } }
            dt { (tr("Secret")) }
            dd { @match secret {
                Some(secret) => code.print { (secret) },
                None => (shown),
            } }
        }
    }
}

fn record_link(record: &MatchRecord) -> Markup {
    html! { a href=(urls::RecordJson { id: &record.id }) { (tr("record")) } }
}

fn record_command() -> Markup {
    html! { code { "parlour record FILE" } }
}

fn verification(checked: &CheckResult, dice: &RecordDice) -> Markup {
    match (checked, &dice.secret) {
        (Err(error), _) => wrong(error),
        (Ok(_), None) => {
            html! { (NoticeBox::plain(tr("The secret is shown when the match is over."))) }
        }
        (Ok(checked), Some(_)) => {
            let rolls = checked.rolls;
            if rolls == 0 {
                return html! { (NoticeBox::plain(tr("No dice were rolled."))) };
            }
            html! {
                (NoticeBox::good(tr_format!(rolls; "The roll matches the secret.", "All {n} rolls match the secret.")))
            }
        }
    }
}

fn seat_verification(record: &MatchRecord, checked: &CheckResult, draw: &RecordSeatDraw) -> Markup {
    match (checked, &draw.order) {
        // It is shown with the dice.
        (Err(_), _) if record.dice.is_some() => html! {},
        (Err(error), _) => wrong(error),
        (Ok(_), None) => {
            html! { (NoticeBox::plain(tr("The order is drawn at random when the match starts."))) }
        }
        (Ok(_), Some(_)) => html! { (NoticeBox::good(tr("The order matches the secret."))) },
    }
}

fn wrong(error: &RecordCheckError) -> Markup {
    html! { (NoticeBox::bad(tr_format!("Something is wrong with this match: {error}.", error = error))) }
}

/// The players in the order that was drawn, each with the seat they had before.
fn order_list(record: &MatchRecord, order: &[u8]) -> Markup {
    html! {
        ol {
            @for (seat, before) in record.seats.iter().zip(order) {
                @let name = called(seat.name.as_deref().unwrap_or_default());
                li { (tr_format!("{name}, who took seat {n}", name = name, n = before.saturating_add(1))) }
            }
        }
    }
}

fn roll_list(record: &MatchRecord) -> Markup {
    let rolls = record.plies.iter().filter(|ply| ply.seat == "chance");
    html! {
        ol.rolls {
            @for ply in rolls {
                li { a href=(urls::Match { id: &record.id }.at(ply.ply as usize)) { (ply.notation.trim_start_matches('d')) } }
            }
        }
    }
}
