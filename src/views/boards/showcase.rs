//! The position on the front page.

use super::board_view::BoardView;
use super::still_board::StillBoard;
use crate::games::{Game, for_game};

/// The picture of the front page: of the first game that has one.
pub fn showcase() -> Option<StillBoard> {
    Game::ALL.iter().find_map(|game| showcase_of(*game))
}

/// The game on the picture of the front page.
pub fn showcase_game() -> Game {
    Game::ALL.iter().copied().find(|game| showcase_of(*game).is_some()).unwrap_or(Game::ALL[0])
}

/// The position of a game for the front page, if it has one.
pub fn showcase_of(game: Game) -> Option<StillBoard> {
    for_game!(game, R => <R as BoardView>::showcase())
}
