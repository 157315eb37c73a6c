//! The throws of a match, and how anyone can work them out again.

use maud::{Markup, html};

use super::page::{Page, Reader};
use super::parts::{Card, Notice};
use crate::matches::{Record, RecordDice};
use crate::web::paths;

/// The page.
pub fn page(reader: Reader<'_>, record: &Record, dice: &RecordDice) -> Markup {
    Page::new("Every throw", reader).body(html! {
        div.stack {
            p { a href=(paths::Match { id: &record.id }) { "Back to the match" } }
            h1 { "Every throw can be checked" }
            (verdict(record, dice))
            p {
                "Before the first throw the house fixed a secret of 32 bytes and showed its print, the SHA-256 of it. When the "
                "match is over the secret is shown as well. Throw n is read from "
                code { "HMAC-SHA256(secret, \"" (record.id) ":n:entropy\")" }
                ", where the entropy is the SHA-256, in hex, of everything that was played before, joined by spaces: so no "
                "throw could be chosen, by the house or by anybody else, and none comes twice."
            }
            dl.facts {
                dt { "Print" }
                dd { code.print { (dice.commitment) } }
                dt { "Secret" }
                dd { @match &dice.secret {
                    Some(secret) => code.print { (secret) },
                    None => "shown when the match is over",
                } }
            }
            (Card { title: "Throws", aside: html! {}, body: throws(record) })
            p.soft {
                "To check them yourself, take the "
                a href=(paths::RecordJson { id: &record.id }) { "record" }
                " and run " code { "parlour record FILE" } ", or read the bytes of the HMAC in order: the first that is below 252 "
                "gives its remainder by six, plus one; with the boost the remainder by eight counts 1 2 3 4 5 6 6 6."
            }
        }
    })
}

fn verdict(record: &Record, dice: &RecordDice) -> Markup {
    match (record.check(), &dice.secret) {
        (Err(error), _) => html! { (Notice::bad(format!("Something is wrong with this match: {error}."))) },
        (Ok(_), None) => html! { (Notice::plain("The secret is still secret, for the match goes on.")) },
        (Ok(checked), Some(_)) => {
            let throws = checked.throws.unwrap_or_default();
            html! { (Notice::good(format!("All {throws} throws are true to the secret."))) }
        }
    }
}

fn throws(record: &Record) -> Markup {
    let throws = record.plies.iter().filter(|ply| ply.seat == "chance");
    html! {
        ol.throws {
            @for ply in throws {
                li { a href=(paths::Match { id: &record.id }.at(ply.ply as usize)) { (ply.notation.trim_start_matches('d')) } }
            }
        }
    }
}
