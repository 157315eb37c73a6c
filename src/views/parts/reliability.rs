//! Reliability of players, and results between two of them.

use maud::{Markup, html};

use super::span_in_words;
use crate::lists::HeadToHead;
use crate::matches::Reliability;
use crate::now::spans::{DAY, HOUR, MINUTE};
use crate::texts::tr;
use crate::tr_format;

/// "98% of moves on time", "usually moves within 5 h"; "new here" after few matches.
pub fn reliability_in_words(of: Reliability) -> Vec<String> {
    if of.is_new() {
        return vec![tr("new here").to_owned()];
    }
    let in_time = of.in_time.map(|percent| tr_format!("{percent}% of moves on time", percent = percent));
    let pace =
        of.median_response_ms.map(|span| tr_format!("usually moves within {span}", span = rounded(span)));
    in_time.into_iter().chain(pace).collect()
}

/// A duration rounded up to a common value.
fn rounded(span: i64) -> String {
    let up = |unit: i64| (span / unit + 1) * unit;
    span_in_words(match span {
        ..HOUR => up(10 * MINUTE),
        HOUR..DAY => up(HOUR),
        _ => up(DAY),
    })
}

/// Results against a user by game.
pub fn duels(duels: &[HeadToHead]) -> Markup {
    html! {
        table.tallies {
            thead { tr { th scope="col" { (tr("Game")) } th scope="col" { (tr("Won")) } th scope="col" { (tr("Drawn")) } th scope="col" { (tr("Lost")) } } }
            tbody {
                @for duel in duels {
                    tr { th scope="row" { (tr(duel.game.title())) } td { (duel.won) } td { (duel.drawn) } td { (duel.lost) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HOUR, MINUTE, reliability_in_words};
    use crate::matches::Reliability;

    #[test]
    fn reliability_is_described_in_a_few_words() {
        let of = |answers_in| {
            reliability_in_words(Reliability {
                matches: 9,
                in_time: Some(98),
                median_response_ms: answers_in,
            })
        };
        assert_eq!(of(Some(4 * HOUR + MINUTE)), ["98% of moves on time", "usually moves within 5 h"]);
        assert_eq!(of(None), ["98% of moves on time"]);
        assert_eq!(reliability_in_words(Reliability::default()), ["new here"]);
    }
}
