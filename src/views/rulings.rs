//! The page that asks staff whether a match is to be decided as they chose.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::words::{all_of, called};
use super::parts::{Button, ButtonKind, LinkButton};
use crate::matches::{MatchEnding, MatchView};
use crate::texts::tr;
use crate::tr;
use crate::urls;

/// A ruling that waits for confirmation.
#[derive(Clone, Copy, Debug)]
pub struct RulingPage<'a> {
    pub view: &'a MatchView,
    pub ending: &'a MatchEnding,
    /// The fields of the form, which are sent again.
    pub fields: &'a [(String, String)],
    pub why: &'a str,
    /// Where to go instead.
    pub back: &'a str,
}

pub fn page(reader: PageViewer<'_>, ruling: &RulingPage<'_>) -> Markup {
    let view = ruling.view;
    let id = view.m.id.as_str();
    let (title, action, label) = match ruling.ending.places {
        None => (tr("Cancel this match?"), urls::StaffAbort { id }.to_string(), tr("Cancel match")),
        Some(_) => (tr("Decide this match?"), urls::Adjudication { id }.to_string(), tr("Decide match")),
    };
    Page::new(title, reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (title) }
        @if let Some(places) = &ruling.ending.places {
            @for words in result(view, places) { p { strong { (words) } } }
            p { @if view.m.rated { (tr("The match is rated, so ratings change.")) } @else { (tr("The match isn’t rated.")) } }
        } @else {
            p { (tr("The match ends and isn’t rated.")) }
        }
        p { (tr!("Reason: {reason}", reason = ruling.why)) }
        p.soft { (tr("This can’t be undone.")) }
        form.stack method="post" action=(action) {
            @for (name, value) in ruling.fields { input type="hidden" name=(name) value=(value); }
            input type="hidden" name="sure" value="yes";
            div.row {
                (Button { label, kind: ButtonKind::Grave, ..Button::default() })
                (LinkButton { href: ruling.back.to_owned(), label: tr("Back"), kind: ButtonKind::Plain })
            }
        }
    })
}

/// The places in words: "Ada wins. Ben loses.", or a line for each place.
fn result(view: &MatchView, places: &[u8]) -> Vec<Markup> {
    let marked = |names: &str| html! { span translate="no" { (names) } };
    let name = |seat| called(view.name(seat).unwrap_or_else(|| tr("Nobody"))).into_owned();
    let names: Vec<String> = view.m.seats.iter().map(|(seat, _)| name(seat)).collect();
    match places {
        [one, other] if one == other => vec![html! { (tr("The match is a draw.")) }],
        [one, other] => {
            let (winner, loser) = if one < other { (&names[0], &names[1]) } else { (&names[1], &names[0]) };
            vec![tr!("{winner} wins, {loser} loses.", winner = marked(winner), loser = marked(loser))]
        }
        _ => {
            let at = |place: u8| {
                let shared: Vec<_> =
                    names.iter().zip(places).filter(|(_, of)| **of == place).map(|(name, _)| name).collect();
                (!shared.is_empty())
                    .then(|| tr!("Place {n}: {names}", n = place, names = marked(&all_of(&shared))))
            };
            (1..=places.len() as u8).filter_map(at).collect()
        }
    }
}
