//! The cells that a player can click next, for every game.

use compact_str::{CompactString, ToCompactString};

use super::{Cell, Rules};

/// What can be clicked after the cells clicked so far.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Choices {
    /// Cells that can be clicked next, in the order of their numbers.
    pub cells: Vec<Choice>,
    /// Moves that are chosen by name (their notations): a pass, or the end of a chain.
    pub named: Vec<CompactString>,
}

/// A cell that can be clicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub cell: Cell,
    /// The name in notation.
    pub name: CompactString,
    /// The effect of a click.
    pub then: NextChoice,
}

/// The effect of a click on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextChoice {
    /// Plays the ply with this notation.
    Play(CompactString),
    /// Leads to another choice.
    Ask,
}

/// The capacity reserved for cells; larger choices are rare.
const USUAL: usize = 16;

/// The next choices after `so_far`, where a move is entered by its [`Rules::clicks`]. Empty if chance is to act.
pub fn choices<R: Rules>(position: &R, so_far: &[Cell]) -> Choices {
    let mut found = Choices::default();
    if position.to_act().seat().is_none() {
        return found;
    }
    let mut seen = [false; 256];
    let mut moves = Vec::with_capacity(USUAL);
    position.moves_to_choose_into(so_far, &mut moves);
    found.cells.reserve_exact(moves.len().min(USUAL));
    for mv in moves {
        let clicks = position.clicks(&mv);
        if clicks.is_empty() && so_far.is_empty() {
            found.named.push(mv.to_compact_string());
        }
        let Some((cell, rest)) = clicks.strip_prefix(so_far).and_then(<[Cell]>::split_first) else {
            continue;
        };
        if std::mem::replace(&mut seen[usize::from(cell.0)], true) {
            continue;
        }
        let then = if rest.is_empty() { NextChoice::Play(mv.to_compact_string()) } else { NextChoice::Ask };
        found.cells.push(Choice { cell: *cell, name: position.cell_name(*cell), then });
    }
    found.cells.sort_unstable_by_key(|choice| choice.cell);
    found
}

/// The next choices after `so_far` when a chain is clicked hole by hole. The same as [`choices`] before the first click
/// and in games without chains.
pub fn choices_along<R: Rules>(position: &R, so_far: &[Cell]) -> Choices {
    let Some(chain) = position.chain(so_far) else {
        return choices(position, so_far);
    };
    let choice = |cell: &Cell| {
        let mut next = so_far.to_vec();
        next.push(*cell);
        let on = position.chain(&next);
        let ends = on.as_ref().and_then(|on| on.ends.clone());
        let goes_on = on.is_some_and(|on| !on.next.is_empty());
        let then = match ends {
            Some(mv) if !goes_on => NextChoice::Play(mv.to_compact_string()),
            _ => NextChoice::Ask,
        };
        Choice { cell: *cell, name: position.cell_name(*cell), then }
    };
    let mut cells: Vec<_> = chain.next.iter().map(choice).collect();
    cells.sort_by_key(|choice| choice.cell);
    Choices { cells, named: chain.ends.map(|mv| mv.to_compact_string()).into_iter().collect() }
}
