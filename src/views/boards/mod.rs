//! Boards: how the positions of each game are drawn, played on and described.
//!
//! What never changes (wood, holes, paper) is an asset. The pieces are children of `#pieces` whose place is a class
//! of a generated stylesheet, so a move changes a class and the browser animates the piece. Controls lie above, as
//! links and buttons in `#press`. The markup of a piece is the same for all viewers: the rotation of the board is a
//! class on its root.

mod aeroplane;
mod analysis_board;
mod board_image;
mod board_view;
mod counting;
mod description;
mod drawing;
mod drawn_board;
mod frame;
mod frames;
mod kalah;
mod marbles;
mod move_form;
mod quarto;
mod showcase;
mod sternhalma;
mod still_board;
mod still_drawing;
#[cfg(test)]
mod tests;
mod tictactoe;
mod words;

pub use analysis_board::{AnalysisBoard, AnalysisChoices};
pub use board_image::{BoardImageStyle, IMAGE_SIZE, board_animation, board_image, email_image};
pub use board_view::LastPly;
pub use description::{
    DescribedBoard, TurnLine, announced, announcement, announcement_of_ply, colour, score, short_score, side,
    unnamed,
};
pub use drawing::{art, chip, differs_by_seat, ply_label, small, stylesheet, turns};
pub use drawn_board::DrawnBoard;
pub use frame::{BoardFrame, BoardPartials, IdSelector, NumberedId, partial, partials};
pub use frames::{mark, needs_settling, path_of_piece, relights, resting_board, steps};
pub use move_form::{LEAVES_PREVIEW, MoveForm, NamedMoves, PREVIEW_HEADER, TO_PROBLEM, chosen, chosen_for};
pub use showcase::{showcase, showcase_game, showcase_of};
pub use still_board::StillBoard;
pub use words::{
    activity, asks, attribute, game_description, in_words, listed_ply, listing, move_sentence, own_turn,
    tips, trail_path, why,
};
