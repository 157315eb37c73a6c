//! The dice rolls of a match, and how anyone can verify them.

use maud::{Markup, html};

use super::page::{Page, PageViewer};
use super::parts::{LinkCard, NoticeBox};
use crate::matches::{MatchRecord, RecordDice};
use crate::say;
use crate::texts::tr;
use crate::tr;
use crate::urls;

pub fn page(reader: PageViewer<'_>, record: &MatchRecord, dice: &RecordDice) -> Markup {
    Page::new(tr("Every throw"), reader).body(html! {
        div.stack {
            p { a href=(urls::Match { id: &record.id }) { (tr("Back to the match")) } }
            h1 { (tr("Every throw can be checked")) }
            (verdict(record, dice))
            p {
                (tr!(
                    "Before the first throw the house fixed a secret of 32 bytes and showed its print, the SHA-256 of it. When the match is over the secret is shown as well. Throw n is read from {hmac}, where the entropy is the SHA-256, in hex, of everything that was played before, joined by spaces: so no throw could be chosen, by the house or by anybody else, and none comes twice.",
                    hmac = html! { code { "HMAC-SHA256(secret, \"" (record.id) ":n:entropy\")" } },
                ))
            }
            dl.facts {
                dt { (tr("Print")) }
                dd { code.print { (dice.commitment) } }
                dt { (tr("Secret")) }
                dd { @match &dice.secret {
                    Some(secret) => code.print { (secret) },
                    None => (tr("shown when the match is over")),
                } }
            }
            (LinkCard { title: tr("Throws"), aside: html! {}, body: throws(record) })
            p.soft {
                (tr!(
                    "To check them yourself, take the {record} and run {command}, or read the bytes of the HMAC in order: the first that is below 252 gives its remainder by six, plus one; with the boost the remainder by eight counts 1 2 3 4 5 6 6 6.",
                    record = html! { a href=(urls::RecordJson { id: &record.id }) { (tr("record")) } },
                    command = html! { code { "parlour record FILE" } },
                ))
            }
        }
    })
}

fn verdict(record: &MatchRecord, dice: &RecordDice) -> Markup {
    match (record.check(), &dice.secret) {
        (Err(error), _) => {
            html! { (NoticeBox::bad(say!("Something is wrong with this match: {error}.", error = error))) }
        }
        (Ok(_), None) => {
            html! { (NoticeBox::plain(tr("The secret is still secret, for the match goes on."))) }
        }
        (Ok(checked), Some(_)) => {
            let throws = checked.throws.unwrap_or_default();
            html! { (NoticeBox::good(say!("All {throws} throws are true to the secret.", throws = throws))) }
        }
    }
}

fn throws(record: &MatchRecord) -> Markup {
    let throws = record.plies.iter().filter(|ply| ply.seat == "chance");
    html! {
        ol.throws {
            @for ply in throws {
                li { a href=(urls::Match { id: &record.id }.at(ply.ply as usize)) { (ply.notation.trim_start_matches('d')) } }
            }
        }
    }
}
