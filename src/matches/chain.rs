//! What decided events lead to: the match after them, and the events that follow automatically.

use std::collections::VecDeque;
use std::sync::Arc;

use super::command::follow;
use super::conditional::{ConditionalMove, ConditionalMoves, drop_wildcards, update_and_follow};
use super::event::{LogEntry, MatchEvent};
use super::match_view::MatchView;
use super::state::InvalidLog;
use crate::games::Seat;
use crate::now::Moment;
use crate::now::spans::MINUTE;
use crate::users::{UserId, UserSummary, is_bot_name};

/// How long a command may wait for its turn, in milliseconds, so that one of another server was decided before it. What is
/// older than that was dated by a clock that was set back.
const LONGEST_WAIT: i64 = MINUTE;

/// A change of a match that viewers see at once.
#[derive(Clone, Debug)]
pub struct ChainStep {
    /// The match after it.
    pub after: MatchView,
    /// The log entries it consists of.
    pub entries: Vec<LogEntry>,
}

/// Applies decided events, each with its author, and those that follow automatically: the end by the rules, rolls, plies
/// without a choice, and conditional moves. Each ply that follows is a separate step, so that viewers see plies one by
/// one. The names of `people` are added to the match; bots that take over seats have to be among them. No entry is dated
/// before the last one.
///
/// # Errors
/// An event does not apply to the match.
pub fn chain(
    before: &MatchView,
    at: Moment,
    people: &[UserSummary],
    events: impl IntoIterator<Item = (Option<UserId>, MatchEvent)>,
) -> Result<Vec<ChainStep>, InvalidLog> {
    let last = before.m.logged_at;
    let at = if last.since(at) <= LONGEST_WAIT { at.max(last) } else { at };
    let mut next: VecDeque<_> = events.into_iter().collect();
    let mut steps: Vec<ChainStep> = Vec::new();
    while !next.is_empty() {
        let before = steps.last().map_or(before, |step| &step.after);
        let mut after = before.clone();
        for person in people {
            after.names.learn(person.id, &person.name);
        }
        let mut entries = Vec::new();
        while let Some((by, event)) = next.pop_front() {
            let entry =
                LogEntry { seq: after.m.seq + 1, at: at.0, actor: by, event: prepare(event, &mut after) };
            after.m.apply(&entry)?;
            entries.push(entry);
            if next.is_empty() {
                next.extend(follow(&after.m).map(|event| (None, event)));
                let is_ply = |(_, event): &(_, MatchEvent)| matches!(event, MatchEvent::Played { .. });
                if next.is_empty() {
                    let answer = update_and_follow(&before.m, &mut after);
                    next.extend(answer.map(|(user, event)| (Some(user), event)));
                } else if next.iter().any(is_ply) {
                    drop_wildcards(&before.m, &mut after);
                }
                if next.iter().any(is_ply) {
                    break;
                }
            }
        }
        steps.push(ChainStep { after, entries });
    }
    Ok(steps)
}

/// Records whether a user who joins is a bot, and withdraws the conditional moves of a seat that a bot takes over.
fn prepare(mut event: MatchEvent, after: &mut MatchView) -> MatchEvent {
    match &mut event {
        MatchEvent::Joined { user, bot, .. } => *bot = is_bot_name(after.names.of(*user)),
        MatchEvent::SeatTakenOver { seat, .. } => {
            let seat = Seat::new(*seat);
            if after.conditional_moves.of(seat).is_some() {
                let moves = Arc::make_mut(&mut after.conditional_moves);
                ConditionalMoves::set(moves, seat, ConditionalMove::withdrawn());
            }
        }
        _ => {}
    }
    event
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::matches::{JoinCode, Match, MatchCommand, MatchId, MatchOpening, MatchStatus, decide};
    use crate::users::UserNames;

    const ADA: UserId = UserId(1);

    /// A Tic-Tac-Toe match that Ada has created.
    fn opened() -> MatchView {
        let (id, code) = (MatchId::from_digits([0; 12]), JoinCode::from_digits([0; 6]));
        let opening = MatchOpening::casual(Game::from_key("tictactoe").unwrap(), 2, code);
        let m = Match::open(id, &opening, ADA, Moment(0)).unwrap();
        let names = UserNames::new(vec![(ADA, "Ada".into()), (UserId(2), "Ben".into())]);
        MatchView { m, names, chat: Arc::default(), conditional_moves: Arc::default() }
    }

    #[test]
    fn an_entry_is_not_dated_before_the_last_one_unless_the_clock_was_set_back() {
        let steps = |view: &MatchView, at: i64, by, command| {
            let events = decide(&view.m, by, &command).unwrap();
            let steps = chain(view, Moment(at), &[], events.into_iter().map(|event| (Some(by), event)));
            steps.unwrap().into_iter().next_back().unwrap()
        };
        let joined = steps(&opened(), 90_000, ADA, MatchCommand::Join);
        for (at, dated) in [(89_000, 90_000), (91_000, 91_000), (29_999, 29_999)] {
            let step = steps(&joined.after, at, UserId(2), MatchCommand::Join);
            assert!(step.entries.iter().all(|entry| entry.at == dated), "{:?}", step.entries);
        }
    }

    #[test]
    fn the_end_of_a_match_is_part_of_the_step_of_its_last_ply() {
        let (mut view, ben) = (opened(), UserId(2));
        let mut commands = vec![(ADA, MatchCommand::Join), (ben, MatchCommand::Join)];
        for (at, notation) in ["a1", "a2", "b1", "b2", "c1"].into_iter().enumerate() {
            let play = MatchCommand::Play { seq: 4 + at as u32, notation: notation.to_owned() };
            commands.push(([ADA, ben][at % 2], play));
        }
        let mut entries = Vec::new();
        for (by, command) in commands {
            let events = decide(&view.m, by, &command).unwrap();
            let steps =
                chain(&view, Moment(5), &[], events.into_iter().map(|event| (Some(by), event))).unwrap();
            assert_eq!(steps.len(), 1, "{command:?}");
            for step in steps {
                entries = step.entries;
                view = step.after;
            }
        }
        assert!(matches!(view.m.status, MatchStatus::Ended(_)));
        assert!(matches!(entries[0].event, MatchEvent::Played { .. }));
        assert_eq!(entries.len(), 2, "{entries:?}");
    }
}
