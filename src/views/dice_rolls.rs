//! The dice rolls of a match, and how anyone can verify them.

use maud::{Markup, html};

use super::page::{Page, PageViewer};
use super::parts::{NoticeBox, SectionCard};
use crate::matches::{MatchRecord, RecordDice};
use crate::texts::tr;
use crate::tr;
use crate::tr_format;
use crate::urls;

pub fn page(reader: PageViewer<'_>, record: &MatchRecord, dice: &RecordDice) -> Markup {
    Page::new(tr("Dice rolls"), reader).body(html! {
        div.stack {
            p { a href=(urls::Match { id: &record.id }) { (tr("Back to the match")) } }
            h1 { (tr("Verify the dice rolls")) }
            (verification(record, dice))
            p {
                (tr!(
                    "Before the first roll the site fixed a secret of 32 bytes and showed a commitment to it, its SHA-256. When the match is over, the secret is shown too. Roll n is read from {hmac}, where entropy is the SHA-256, in hex, of everything played before, joined by spaces. So nobody can choose a roll, not even this site, and no roll is used twice.",
                    hmac = html! { code { "HMAC-SHA256(secret, \"" (record.id) ":n:entropy\")" } },
                ))
            }
            dl.facts {
                dt { (tr("Commitment")) }
                dd { code.print { (dice.commitment) } }
                dt { (tr("Secret")) }
                dd { @match &dice.secret {
                    Some(secret) => code.print { (secret) },
                    None => (tr("shown when the match is over")),
                } }
            }
            (SectionCard { title: tr("Rolls"), aside: html! {}, body: roll_list(record) })
            p.soft {
                (tr!(
                    "To verify them yourself, download the {record} and run {command}, or read the bytes of the HMAC in order: the first below 252 gives its remainder by six, plus one; while the die helps, the remainder by eight picks from 1 2 3 4 5 6 6 6.",
                    record = html! { a href=(urls::RecordJson { id: &record.id }) { (tr("record")) } },
                    command = html! { code { "parlour record FILE" } },
                ))
            }
        }
    })
}

fn verification(record: &MatchRecord, dice: &RecordDice) -> Markup {
    match (record.check(), &dice.secret) {
        (Err(error), _) => {
            html! { (NoticeBox::bad(tr_format!("Something is wrong with this match: {error}.", error = error))) }
        }
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

fn roll_list(record: &MatchRecord) -> Markup {
    let throws = record.plies.iter().filter(|ply| ply.seat == "chance");
    html! {
        ol.throws {
            @for ply in throws {
                li { a href=(urls::Match { id: &record.id }.at(ply.ply as usize)) { (ply.notation.trim_start_matches('d')) } }
            }
        }
    }
}
