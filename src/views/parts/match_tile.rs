//! A running match in a grid: the board, the opponents or all players, and whose turn it is.

use maud::{Markup, Render, html};

use super::{RowStanding, UserName};
use crate::matches::MatchId;
use crate::tr;
use crate::views::boards::partials;

/// A running match of the viewer, or one that they can watch.
pub struct MatchTile<'a> {
    pub href: String,
    /// The match, if a stream updates the tile.
    pub live: Option<&'a MatchId>,
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
                    span.board-stage id=[self.live.map(board_id)] { (self.board) }
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
                            RowStanding::Theirs(words) | RowStanding::Other(words) => {
                                span id=[self.live.map(standing_id)] { (words) }
                            }
                        }
                        @if !self.time.0.is_empty() { span { (self.time) } }
                    }
                }
            }
        }
    }
}

impl MatchTile<'_> {
    /// What changes in the tile with each ply, for the pages that show it. With the number of plies, the board is marked as just
    /// moved; the marks of successive plies differ, so that each shows.
    pub fn update(&self, moved: Option<u32>) -> Markup {
        let Some(id) = self.live else { return html! {} };
        partials(|parts| {
            let mark =
                moved.map_or("", |plies| if plies.is_multiple_of(2) { " moved even" } else { " moved odd" });
            parts.put(
                board_id(id),
                html! { span id=(board_id(id)) class={ "board-stage" (mark) } { (self.board) } },
            );
            if let RowStanding::Theirs(words) | RowStanding::Other(words) = &self.standing {
                parts.put(standing_id(id), html! { span id=(standing_id(id)) { (words) } });
            }
        })
    }
}

fn board_id(id: &MatchId) -> String {
    format!("board-{id}")
}

fn standing_id(id: &MatchId) -> String {
    format!("standing-{id}")
}

/// Tiles in a grid.
pub fn tiles(tiles: &[MatchTile<'_>]) -> Markup {
    html! { ul.tiles { @for tile in tiles { (tile) } } }
}
