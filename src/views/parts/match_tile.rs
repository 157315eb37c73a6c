//! A running match in a grid: the board, the opponents or all players, and whose turn it is.

use maud::{Markup, Render, html};

use super::{RowStanding, UserName};
use crate::tr;

/// A running match of the viewer, or one that they can watch.
pub struct MatchTile<'a> {
    pub href: String,
    /// A small drawing of the board.
    pub board: Markup,
    pub game: &'a str,
    /// The players besides the viewer, in seat order.
    pub opponents: Vec<UserName<'a>>,
    /// Whether the viewer plays in it.
    pub plays: bool,
    /// What differs from the default game, and an offer to the player to act; may be empty.
    pub tags: Vec<String>,
    pub standing: RowStanding,
    /// Time left, or since when it is their turn; may be empty.
    pub time: Markup,
}

impl Render for MatchTile<'_> {
    fn render(&self) -> Markup {
        let waits = matches!(self.standing, RowStanding::YourTurn | RowStanding::Asked(_));
        html! {
            li {
                a.match.tile.waits[waits] href=(self.href) {
                    span.board-stage { (self.board) }
                    // The whole tile is a link, so the names in it are not.
                    span.who {
                        @for (index, who) in self.opponents.iter().enumerate() {
                            @let name = UserName { link: false, ..*who };
                            @if index == 0 && self.plays { span { (tr!("vs {name}", name = name)) } } @else { (name) }
                        }
                    }
                    span.what {
                        span.game { (self.game) }
                        @for tag in &self.tags { span { (tag) } }
                        @match &self.standing {
                            // The heading of the grid says it.
                            RowStanding::YourTurn => {},
                            RowStanding::Asked(words) => span.yours { (words) },
                            RowStanding::Theirs(words) | RowStanding::Other(words) => span { (words) },
                        }
                        @if !self.time.0.is_empty() { span { (self.time) } }
                    }
                }
            }
        }
    }
}

/// Tiles in a grid.
pub fn tiles(tiles: &[MatchTile<'_>]) -> Markup {
    html! { ul.tiles { @for tile in tiles { (tile) } } }
}
