//! A match from a record: its moves without times and users, which is all that a board needs.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::state::PassReason;
use super::{
    ChatMessage, InvalidLog, LogEntry, Match, MatchEvent, MatchId, MatchOpening, MatchRecord, MatchView,
};
use crate::games::{Game, Seat, SetupError};
use crate::ids::JoinCode;
use crate::now::Moment;
use crate::users::{UserId, UserNames};

/// Maximum length of a name that is shown, in characters.
const LONGEST_NAME: usize = 40;

/// The moves of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportedMatch {
    /// The game's key.
    game: String,
    options: BTreeMap<String, String>,
    /// The names of the players in seat order.
    players: Vec<Option<String>>,
    turns: Vec<ImportedTurn>,
}

/// A ply, or a turn that passed without one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum ImportedTurn {
    /// In notation.
    Ply(String),
    /// The seat, and whether it only skipped a turn.
    Passed(u8, bool),
}

impl ImportedMatch {
    /// The moves of a record, which should have passed its [check](MatchRecord::check).
    pub fn of(record: &MatchRecord) -> Self {
        let mut passed = record.passed_turns().into_iter().peekable();
        let mut turns = Vec::new();
        let turn = |seat: Seat, kind| ImportedTurn::Passed(seat.number(), kind == PassReason::Skipped);
        for ply in &record.plies {
            while let Some(passing) = passed.next_if(|passing| passing.seq < ply.seq) {
                turns.push(turn(passing.seat, passing.kind));
            }
            turns.push(ImportedTurn::Ply(ply.notation.clone()));
        }
        turns.extend(passed.map(|passing| turn(passing.seat, passing.kind)));
        Self {
            game: record.game.clone(),
            options: record.options.clone(),
            players: record.seats.iter().map(|seat| seat.name.clone()).collect(),
            turns,
        }
    }

    /// The match, as if its players had the user ids from 1 on. It has no end, as the resignations and agreements of records
    /// cannot be checked.
    ///
    /// # Errors
    /// It is not legal.
    pub fn view(&self) -> Result<MatchView, InvalidLog> {
        let game = Game::from_key(&self.game).ok_or_else(|| SetupError::UnknownGame(self.game.clone()))?;
        let seats = u8::try_from(self.players.len()).unwrap_or(u8::MAX);
        let options = self.options.iter().map(|(key, value)| (key.into(), value.into()));
        let code = JoinCode::from_digits([0; JoinCode::LENGTH]);
        let opening = MatchOpening { options: options.collect(), ..MatchOpening::casual(game, seats, code) };
        let user = |seat: usize| UserId(i64::try_from(seat).unwrap_or_default() + 1);
        let id = MatchId::from_digits([0; MatchId::LENGTH]);
        let mut m = Match::open(id, &opening, user(0), Moment(0))?;
        for seat in 0..seats {
            let user = user(usize::from(seat));
            append(&mut m, MatchEvent::Joined { seat, user, time_zone: None, bot: false })?;
        }
        append(&mut m, MatchEvent::Started)?;
        for turn in &self.turns {
            let event = match turn {
                ImportedTurn::Ply(notation) => MatchEvent::Played {
                    seat: m.to_act().seat().map(Seat::number),
                    notation: notation.into(),
                },
                ImportedTurn::Passed(seat, true) => MatchEvent::TurnSkipped { seat: *seat },
                ImportedTurn::Passed(seat, false) => MatchEvent::Resigned { seat: *seat },
            };
            append(&mut m, event)?;
        }
        let names = self.players.iter().enumerate();
        let shown = |name: &str| ChatMessage::clean(&name.chars().take(LONGEST_NAME).collect::<String>());
        let names = names.filter_map(|(seat, name)| Some((user(seat), shown(name.as_deref()?).into())));
        let names = UserNames::new(names.collect());
        Ok(MatchView { m, names, chat: Arc::default(), conditional_moves: Arc::default() })
    }
}

fn append(m: &mut Match, event: MatchEvent) -> Result<(), InvalidLog> {
    m.apply(&LogEntry { seq: m.seq + 1, at: 0, actor: None, event })
}
