//! Kalah in words.

use maud::{Markup, html};

use crate::games::kalah::{Kalah, Pit, cell, place};
use crate::games::{Cell, Effect, MOVES_AGAIN, Rules, Seat, ToAct, play};
use crate::texts::{tr, tr_in};
use crate::tr_format;

/// A ply as a sentence: "Ada sows house 3 and goes again".
pub(super) fn ply_sentence(position: &Kalah, who: &str, notation: &str) -> String {
    if notation == "swap" {
        return tr_format!("{who} swaps the sides", who = who);
    }
    let mut after = position.clone();
    let effects = play(&mut after, notation).map(|played| played.effects).unwrap_or_default();
    let taken = captured(&effects, position);
    match (taken, moves_again(position, &after)) {
        (Some(taken), _) => tr_format!(
            taken;
            "{who} sows house {house} and captures 1 seed",
            "{who} sows house {house} and captures {n} seeds",
            who = who,
            house = notation,
        ),
        (None, true) => tr_format!("{who} sows house {house} and goes again", who = who, house = notation),
        (None, false) => tr_format!("{who} sows house {house}", who = who, house = notation),
    }
}

/// [`ply_sentence`] for screen readers, with numbers of seeds: "Ada sows house 6, 5 seeds. Ada captures 3 seeds".
pub(super) fn ply_announcement(position: &Kalah, who: &str, notation: &str) -> String {
    let house = notation.parse().ok().filter(|house| (1..=position.houses()).contains(house));
    let (Some(house), Some(seat)) = (house, position.to_act().seat()) else {
        return ply_sentence(position, who, notation);
    };
    let held = position.seeds(cell(seat, Pit::House(house)));
    let sown = tr_format!(held; "{who} sows house {house}, 1 seed", "{who} sows house {house}, {n} seeds", who = who, house = house);
    let effects = play(&mut position.clone(), notation).map(|played| played.effects).unwrap_or_default();
    match captured(&effects, position) {
        Some(taken) => {
            format!(
                "{sown}. {}",
                tr_format!(taken; "{who} captures 1 seed", "{who} captures {n} seeds", who = who)
            )
        }
        None => sown,
    }
}

/// A ply in a list: the house, and what it led to.
pub(super) fn listing(position: &Kalah, notation: &str, effects: &[Effect]) -> Markup {
    if notation == "swap" {
        return html! { (tr("swap sides")) };
    }
    let again = effects.iter().any(|effect| matches!(effect, Effect::Highlight { why: MOVES_AGAIN, .. }));
    html! {
        (notation)
        @if let Some(taken) = captured(effects, position) {
            small { "× " (tr_format!("captures {n}", n = taken)) }
        } @else if again {
            small { "→ " (tr_in("a turn", "again")) }
        }
    }
}

fn moves_again(before: &Kalah, after: &Kalah) -> bool {
    after.to_act() != ToAct::Nobody && before.to_act() == after.to_act()
}

/// The number of captured seeds: what the store gained beyond sowing.
fn captured(effects: &[Effect], before: &Kalah) -> Option<u8> {
    let at = effects.iter().position(|effect| matches!(effect, Effect::Highlight { why: "captured", .. }))?;
    let (sown, then) = effects.split_at(at);
    let Some(Effect::Gather { to, count, .. }) = then.get(1) else { return None };
    let left = sown.iter().rev().find_map(|effect| match effect {
        Effect::Count { cell, count } if cell == to => Some(*count),
        _ => None,
    });
    Some(count - left.unwrap_or_else(|| before.seeds(*to)))
}

/// The label of a ply's button: "sow house 3 (4 seeds)".
pub(super) fn ply_label(position: &Kalah, notation: &str) -> String {
    let house = notation.parse().ok().filter(|house| (1..=position.houses()).contains(house));
    let acting = position.to_act().seat();
    match (house, acting) {
        (Some(house), Some(seat)) => {
            let held = position.seeds(cell(seat, Pit::House(house)));
            tr_format!(held; "sow house {house} (1 seed)", "sow house {house} ({n} seeds)", house = house)
        }
        _ if notation == "swap" => tr("swap sides").to_owned(),
        _ => notation.to_owned(),
    }
}

/// "houses 1 to 6: 4, 4, 4, 4, 4, 4; 0 in store".
pub(super) fn seat_summary(position: &Kalah, seat: Seat) -> String {
    let own = |cell: &Cell| place(*cell).0 == seat && place(*cell).1 != Pit::Store;
    let houses: Vec<_> = position.cells().filter(own).map(|cell| position.seeds(cell).to_string()).collect();
    let (last, score) = (position.houses(), score(position, seat));
    tr_format!(
        "houses 1 to {last}: {houses}; {score}",
        last = last,
        houses = houses.join(", "),
        score = score
    )
}

/// "12 in store".
pub(super) fn score(position: &Kalah, seat: Seat) -> String {
    tr_format!("{n} in store", n = position.store(seat))
}

/// "12".
pub(super) fn short_score(position: &Kalah, seat: Seat) -> String {
    position.store(seat).to_string()
}

/// The name of a cell.
pub(super) fn cell_title(position: &Kalah, cell: Cell) -> String {
    match place(cell).1 {
        Pit::House(_) => position.cell_name(cell).into(),
        Pit::Store => tr("store").to_owned(),
    }
}

/// The final score, the higher first: "25 seeds to 23".
pub(super) fn result(position: &Kalah) -> Option<String> {
    let stores = [Seat::new(0), Seat::new(1)].map(|seat| position.store(seat));
    let [most, least] = [stores[0].max(stores[1]), stores[0].min(stores[1])];
    position.outcome().map(|_| tr_format!(most; "1 seed to {least}", "{n} seeds to {least}", least = least))
}

/// What to do, for players in their first match.
pub(super) fn tips() -> [String; 3] {
    [
        tr("Choose one of your houses to sow its seeds one by one."),
        tr("If the last seed lands in your store, you move again."),
        tr("End in your own empty house to capture seeds opposite."),
    ]
    .map(str::to_owned)
}
