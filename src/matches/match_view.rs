//! A match with names, chat and conditional moves: what a page about it needs.

use std::sync::Arc;

use super::{ConditionalMoves, Match};
use crate::games::Seat;
use crate::now::Moment;
use crate::users::UserId;
use crate::users::UserNames;
use crate::users::visible_text;

/// Who looks at a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchViewer {
    /// A player, from their seat.
    Seat(Seat),
    /// A user invited to this seat who has not joined.
    Invited(Seat),
    /// Anyone else: a watcher.
    Watcher,
}

impl MatchViewer {
    /// The seat of a player; `None` for invited users and watchers.
    pub fn seat(self) -> Option<Seat> {
        match self {
            MatchViewer::Seat(seat) => Some(seat),
            MatchViewer::Invited(_) | MatchViewer::Watcher => None,
        }
    }

    /// The number of kinds of viewers.
    pub fn kinds(seats: u8) -> usize {
        2 * usize::from(seats) + 1
    }

    /// An index for each kind: seats from 0, then invited users, then watchers.
    pub fn index(self, seats: u8) -> usize {
        match self {
            MatchViewer::Seat(seat) => seat.index(),
            MatchViewer::Invited(seat) => usize::from(seats) + seat.index(),
            MatchViewer::Watcher => 2 * usize::from(seats),
        }
    }
}

/// A chat message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatMessage {
    pub id: i64,
    pub at: Moment,
    /// Its author.
    pub by: UserId,
    pub text: String,
    /// Whether its author watched the match, and did not play.
    pub by_watcher: bool,
    /// Whether a moderator has removed it; its text is empty then.
    pub removed: bool,
}

impl ChatMessage {
    /// The maximum length, in characters.
    pub const MAX_LENGTH: usize = 500;

    /// The maximum number of messages of the players of a match, and of its watchers.
    pub const MAX: usize = 2000;

    /// A text as a single line of visible characters: line breaks and tabs become spaces, and control characters and
    /// invisible ones are removed, so that nothing can look like another user's message.
    pub fn clean(text: &str) -> String {
        let spaced = text.replace("\r\n", " ");
        let visible = spaced.chars().filter_map(|letter| match letter {
            '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some(' '),
            letter => Some(letter).filter(|letter| !letter.is_control()),
        });
        visible_text(&visible.collect::<String>())
    }
}

/// Up to where a user has seen a match: the last entry of the log and the last chat message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadMark {
    /// The sequence number of the log entry; 0 for none.
    pub seq: u32,
    /// The id of the chat message; 0 for none.
    pub message: i64,
}

/// A match with names, chat and conditional moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchView {
    pub m: Match,
    /// The names of all users mentioned.
    pub names: UserNames,
    /// The chats of the players and of the watchers, oldest message first.
    pub chat: Arc<Vec<ChatMessage>>,
    /// The conditional moves of the seats, each for its own player only.
    pub conditional_moves: Arc<ConditionalMoves>,
}

impl MatchView {
    /// Whether this is a later state of the same match.
    pub fn is_newer_than(&self, other: &Self) -> bool {
        let removed = |view: &Self| view.chat.iter().filter(|line| line.removed).count();
        let age = |view: &Self| (view.m.seq, view.conditional_moves.version(), view.chat.len());
        age(self).cmp(&age(other)).then_with(|| removed(self).cmp(&removed(other))).is_gt()
    }

    /// How a user looks at this match.
    pub fn viewer(&self, user: Option<UserId>) -> MatchViewer {
        let Some(user) = user else { return MatchViewer::Watcher };
        let seat = self.m.seat_of(user).map(MatchViewer::Seat);
        seat.or_else(|| self.m.invited_seat(user).map(MatchViewer::Invited)).unwrap_or(MatchViewer::Watcher)
    }

    /// The seat from which a viewer sees the board; `None` for watchers.
    pub fn side(&self, viewer: MatchViewer) -> Option<Seat> {
        viewer.seat().map(|own| self.m.side_of(own))
    }

    /// The name of the user in a seat.
    pub fn name(&self, seat: Seat) -> Option<&str> {
        Some(self.names.of((*self.m.seats.get(seat)?)?))
    }

    /// The messages that a viewer may read, oldest first: players those of players, others those of watchers, and everyone
    /// all of them when the match is over.
    pub fn messages(&self, viewer: MatchViewer) -> impl DoubleEndedIterator<Item = &ChatMessage> {
        let (plays, is_over) = (viewer.seat().is_some(), self.m.ending().is_some());
        self.chat.iter().filter(move |message| is_over || message.by_watcher != plays)
    }

    /// The messages of players, oldest first.
    pub fn messages_of_players(&self) -> impl DoubleEndedIterator<Item = &ChatMessage> {
        self.chat.iter().filter(|message| !message.by_watcher)
    }

    /// Whether players have written messages that a viewer may not read yet.
    pub fn hides_messages_from(&self, viewer: MatchViewer) -> bool {
        let may_not = viewer.seat().is_none() && self.m.ending().is_none();
        may_not && self.messages_of_players().next().is_some()
    }

    /// Whether the chat is different for a viewer from that in an earlier state of the match.
    pub fn has_other_chat(&self, before: &MatchView, viewer: MatchViewer) -> bool {
        self.chat != before.chat
            && (self.messages(viewer).ne(before.messages(viewer))
                || self.hides_messages_from(viewer) != before.hides_messages_from(viewer))
    }

    /// The users who have written messages as watchers, by when they first did.
    pub fn watchers(&self) -> Vec<UserId> {
        distinct(self.by_watchers())
    }

    /// How many watchers wrote before this user did for the first time.
    pub fn watchers_before(&self, user: UserId) -> usize {
        distinct(self.by_watchers().take_while(|by| *by != user)).len()
    }

    fn by_watchers(&self) -> impl Iterator<Item = UserId> {
        self.chat.iter().filter(|message| message.by_watcher).map(|message| message.by)
    }
}

fn distinct(users: impl Iterator<Item = UserId>) -> Vec<UserId> {
    let mut found = Vec::new();
    for user in users {
        if !found.contains(&user) {
            found.push(user);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::ChatMessage;

    #[test]
    fn chat_is_cleaned_of_control_and_direction_characters() {
        assert_eq!(
            ChatMessage::clean("  Good luck \u{1f3b2} \u{e9}\u{301}  "),
            "Good luck \u{1f3b2} \u{e9}\u{301}"
        );
        assert_eq!(ChatMessage::clean("Hi\r\nben: I resign\n\tben: really"), "Hi ben: I resign  ben: really");
        assert_eq!(ChatMessage::clean("a\u{202e}b\u{2066}c\u{2069}d\u{200f}e\u{61c}f"), "abcdef");
        assert_eq!(ChatMessage::clean("\u{7}\u{0}\u{1b}[31m\u{9b}x\u{7f}"), "[31mx");
        assert_eq!(ChatMessage::clean("one\u{2028}two\u{85}three"), "one two three");
        assert_eq!(
            ChatMessage::clean("\u{1f468}\u{200d}\u{1f469}"),
            "\u{1f468}\u{200d}\u{1f469}",
            "joined emoji stay"
        );
        assert_eq!(ChatMessage::clean("\u{202e} \u{7}"), "");
    }
}
