//! Contract: clicks identify moves.

use std::collections::HashSet;

use compact_str::ToCompactString;

use super::*;
use crate::games::choices::{choices, choices_along};

#[test]
fn each_click_leads_to_one_move() {
    fn check<R: Rules>(position: &R) {
        for mv in moves_to_choose(position, &[]) {
            assert!(position.is_legal(&mv), "{mv}");
            let first = position.clicks(&mv);
            for after in moves_to_choose(position, &first[..first.len().min(1)]) {
                assert!(position.is_legal(&after), "{after} after {mv}");
            }
        }
        for mv in position.legal_moves() {
            let clicks = position.clicks(&mv);
            let Some((last, before)) = clicks.split_last() else {
                assert!(choices(position, &[]).named.contains(&mv.to_compact_string()));
                continue;
            };
            for (index, cell) in before.iter().enumerate() {
                assert_eq!(then(position, &before[..index], *cell), NextChoice::Ask, "{mv}");
            }
            assert_eq!(then(position, before, *last), NextChoice::Play(mv.to_compact_string()));
        }
    }
    fn moves_to_choose<R: Rules>(position: &R, so_far: &[Cell]) -> Vec<R::Move> {
        let mut moves = Vec::new();
        position.moves_to_choose_into(so_far, &mut moves);
        moves
    }
    fn then<R: Rules>(position: &R, so_far: &[Cell], cell: Cell) -> NextChoice {
        let found = choices(position, so_far);
        found.cells.into_iter().find(|choice| choice.cell == cell).unwrap().then
    }
    let mut count = 0;
    every_position(|_, position| {
        count += 1;
        if count % 8 == 1 && position.to_act().seat().is_some() {
            for_position!(position, p => check(p));
        }
    });
}

#[test]
fn a_chain_clicked_cell_by_cell_ends_in_exactly_the_legal_moves() {
    fn follow<R: Rules>(position: &R, so_far: &mut Vec<Cell>, found: &mut HashSet<String>) {
        let choices = choices_along(position, so_far);
        found.extend(choices.named.into_iter().map(String::from));
        for choice in choices.cells {
            match choice.then {
                NextChoice::Play(notation) => {
                    found.insert(notation.into());
                }
                NextChoice::Ask => {
                    so_far.push(choice.cell);
                    follow(position, so_far, found);
                    so_far.pop();
                }
            }
        }
    }
    for setup in setups() {
        setup.play(12, |position, _| {
            let mut found = HashSet::new();
            for_position!(position, p => follow(p, &mut Vec::new(), &mut found));
            let may_choose = position.to_act().seat().is_some();
            let legal = position.legal().into_iter().filter(|_| may_choose).collect();
            assert_eq!(found, legal, "{}", position.text());
        });
    }
}
