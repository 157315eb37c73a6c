//! A match in a list: a small board, players, turn and time.

use maud::{Markup, Render, html};

use super::{ClosingLabel, UserName, with_names};
use crate::texts::tr;
use crate::tr;

/// The state of a match from the viewer's perspective.
#[derive(Clone, Debug)]
pub enum RowStanding {
    /// It is their turn.
    YourTurn,
    /// An offer waits for their answer while it is another player's turn.
    Asked(&'static str),
    /// Another player's turn, since some time: "Ada has been thinking for 5 h".
    Theirs(Markup),
    /// Open or ended, in words.
    Other(Markup),
}

pub struct MatchRow<'a> {
    pub href: String,
    /// A small drawing of the board.
    pub board: Markup,
    pub game: &'a str,
    /// How it differs from the default: "Gomoku", "private"; may be empty.
    pub tags: Vec<String>,
    /// The players in seat order.
    pub who: Vec<UserName<'a>>,
    pub standing: RowStanding,
    /// Time left, time control, or when it ended; may be empty.
    pub time: Markup,
    /// When it expires, if soon.
    pub closes: Option<ClosingLabel>,
    /// A button beside the link; may be empty.
    pub action: Markup,
}

impl Render for MatchRow<'_> {
    fn render(&self) -> Markup {
        html! {
            li {
                a.match href=(self.href) {
                    (self.board)
                    // The whole row is a link, so the names in it are not.
                    span.who { @for who in &self.who { (UserName { link: false, ..*who }) } }
                    span.what {
                        span.game { (self.game) }
                        @for tag in &self.tags { span { (with_names(tag, self.who.iter().map(|who| who.name))) } }
                        @match &self.standing {
                            RowStanding::YourTurn => span.yours { (tr("Your move")) },
                            RowStanding::Asked(words) => span.yours { (words) },
                            RowStanding::Theirs(words) | RowStanding::Other(words) => span { (words) },
                        }
                        @if !self.time.0.is_empty() { span { (self.time) } }
                        @if let Some(closes) = self.closes { span { (tr!("expires {when}", when = closes)) } }
                    }
                }
                (self.action)
            }
        }
    }
}

/// Rows below each other.
pub fn matches(rows: &[MatchRow<'_>]) -> Markup {
    html! { ul.matches { @for row in rows { (row) } } }
}
