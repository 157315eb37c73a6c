//! The reasons for and against moves in words, for hints and for the analysis of matches.

use super::words::all_of;
use crate::bots::review::MoveReason;
use crate::games::{Cell, Position};
use crate::texts::tr;
use crate::tr_format;
use crate::views::boards;

/// A suggested move and the reason for it: "Sow house 3 (4 seeds). It earns another turn."
pub fn hint(position: &Position, notation: &str, reason: Option<&MoveReason>) -> String {
    let reason = reason.and_then(|reason| reason_for(position, reason));
    let reason = reason.unwrap_or_else(|| tr("It’s the best move the search found.").to_owned());
    format!("{}. {reason}", boards::ply_label(position, notation))
}

/// A suggested move with a reason, if there is one.
pub fn suggestion(position: &Position, notation: &str, reason: Option<&MoveReason>) -> String {
    match reason.and_then(|reason| reason_for(position, reason)) {
        Some(reason) => format!("{}. {reason}", boards::ply_label(position, notation)),
        None => format!("{}.", boards::ply_label(position, notation)),
    }
}

/// The reason for a move.
fn reason_for(position: &Position, reason: &MoveReason) -> Option<String> {
    Some(match reason {
        MoveReason::Wins => tr("It wins the match.").to_owned(),
        MoveReason::Blocks(_) => tr("It keeps the opponent from completing a line.").to_owned(),
        MoveReason::MovesAgain => tr("It earns another turn.").to_owned(),
        MoveReason::Captures(seeds) => tr_format!(*seeds; "It captures 1 seed.", "It captures {n} seeds."),
        MoveReason::Forks => tr("It makes two threats at once.").to_owned(),
        MoveReason::DefendsSeeds(seeds) => {
            tr_format!(*seeds; "It protects 1 seed from capture.", "It protects {n} seeds from capture.")
        }
        MoveReason::SafeGift => tr("The opponent can’t win with this piece.").to_owned(),
        MoveReason::Chain { path, steps } => {
            let path = names(position, path);
            tr_format!(
                *steps;
                "The chain {path} brings a marble 1 step forward.",
                "The chain {path} brings a marble {n} steps forward.",
                path = path,
            )
        }
        MoveReason::Advances(steps) => {
            tr_format!(*steps; "It brings a marble 1 step forward.", "It brings a marble {n} steps forward.")
        }
        MoveReason::SendsBack(planes) => {
            tr_format!(*planes; "It sends a plane back.", "It sends {n} planes back.")
        }
        MoveReason::OutOfReach(plane) => {
            tr_format!("It takes plane {number} out of reach.", number = plane + 1)
        }
        MoveReason::GivesWin(_)
        | MoveReason::AllowsFork(_)
        | MoveReason::LeavesSeeds(_)
        | MoveReason::NoSafeGift
        | MoveReason::LeavesInReach(_)
        | MoveReason::MovesPiece(_) => return None,
    })
}

/// What a player missed or gave away with a move.
pub fn reason_against(position: &Position, name: &str, reason: &MoveReason) -> Option<String> {
    Some(match reason {
        MoveReason::Wins => tr_format!("{name} missed a win.", name = name),
        MoveReason::Blocks(cell) => {
            tr_format!(
                "{name} didn’t block the line at {cell}.",
                name = name,
                cell = position.cell_name(*cell)
            )
        }
        MoveReason::MovesAgain => tr_format!("{name} missed an extra turn.", name = name),
        MoveReason::Captures(seeds) => {
            tr_format!(*seeds; "{name} missed a capture of 1 seed.", "{name} missed a capture of {n} seeds.", name = name)
        }
        MoveReason::Forks => tr_format!("{name} missed a move that makes two threats at once.", name = name),
        MoveReason::AllowsFork(cell) => {
            tr_format!(
                "{name} let the opponent make two threats at once at {cell}.",
                name = name,
                cell = position.cell_name(*cell)
            )
        }
        MoveReason::LeavesSeeds(seeds) => tr_format!(
            *seeds;
            "{name} left 1 seed to be captured.",
            "{name} left {n} seeds to be captured.",
            name = name,
        ),
        MoveReason::GivesWin(shared) => {
            let shared: Vec<_> = shared.iter().copied().map(tr).collect();
            tr_format!(
                "{name} gave a piece that completes a line: {shared}.",
                name = name,
                shared = all_of(&shared)
            )
        }
        MoveReason::NoSafeGift => {
            tr_format!("After this, {name} has no piece to give that doesn’t lose.", name = name)
        }
        MoveReason::Chain { path, .. } => {
            tr_format!("A longer chain was possible: {path}.", path = names(position, path))
        }
        MoveReason::Advances(steps) => tr_format!(
            *steps;
            "{name} could have brought a marble 1 step forward.",
            "{name} could have brought a marble {n} steps forward.",
            name = name,
        ),
        MoveReason::SendsBack(planes) => tr_format!(
            *planes;
            "{name} could have sent a plane back.",
            "{name} could have sent {n} planes back.",
            name = name,
        ),
        MoveReason::LeavesInReach(plane) => {
            tr_format!(
                "{name} left plane {number} where one roll can hit it.",
                name = name,
                number = plane + 1
            )
        }
        MoveReason::MovesPiece(plane) => tr_format!("Moving plane {number} was better.", number = plane + 1),
        MoveReason::SafeGift | MoveReason::OutOfReach(_) | MoveReason::DefendsSeeds(_) => return None,
    })
}

fn names(position: &Position, path: &[Cell]) -> String {
    path.iter().map(|cell| position.cell_name(*cell).to_string()).collect::<Vec<_>>().join("–")
}
