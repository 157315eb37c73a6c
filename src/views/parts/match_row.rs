//! A match in a list: a small board, who against whom, whose turn, how long.

use maud::{Markup, Render, html};

use super::{ClosingLabel, UserName};
use crate::texts::tr;
use crate::tr;

/// How a match stands, for whoever looks at the list.
#[derive(Clone, Debug)]
pub enum RowStanding {
    /// It is their turn.
    YourTurn,
    /// They are asked something, and it is somebody else's.
    Asked(&'static str),
    /// It is somebody else's, since a while: "Ada is thinking since Tuesday".
    Theirs(Markup),
    /// It waits for people, or has ended: in words.
    Other(Markup),
}

/// A match in a list.
pub struct MatchRow<'a> {
    /// Where it is.
    pub href: String,
    /// Its board, small.
    pub board: Markup,
    /// Its game's name.
    pub game: &'a str,
    /// How it differs from what is usual: "Gomoku", "private"; may be empty.
    pub tags: Vec<String>,
    /// Who sits there, in seat order.
    pub who: Vec<UserName<'a>>,
    /// How it stands.
    pub standing: RowStanding,
    /// Time left, pace, or when it ended; may be empty.
    pub time: Markup,
    /// When it is closed if nobody comes.
    pub closes: Option<ClosingLabel>,
    /// What can be done at once, beside the link; may be empty.
    pub action: Markup,
}

impl Render for MatchRow<'_> {
    fn render(&self) -> Markup {
        html! {
            li {
                a.match href=(self.href) {
                    (self.board)
                    // The whole row is the link, so the names in it are none.
                    span.who { @for who in &self.who { (UserName { link: false, ..*who }) } }
                    span.what {
                        span.game { (self.game) }
                        @for tag in &self.tags { span { (tag) } }
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

/// Matches one below the other.
pub fn matches(rows: &[MatchRow<'_>]) -> Markup {
    html! { ul.matches { @for row in rows { (row) } } }
}
