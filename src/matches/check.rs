//! Verification of records: legality of plies, turns, places, and dice rolls.

use thiserror::Error;

use super::ending::places;
use super::offers::draw_outcome;
use super::passed_turns::PassPolicy;
use super::record::RecordDropout;
use super::state::{PassReason, PassedTurn};
use super::{EndReason, MatchId, MatchRecord, MatchSecret};
use crate::games::replay::ReplayError;
use crate::games::{Game, Position, Seat, SetupError, ToAct};

/// What was verified in a valid record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedRecord {
    /// Number of plies.
    pub plies: usize,
    /// Number of dice rolls that follow from the secret.
    pub rolls: usize,
    /// Number of dice rolls that cannot be verified, as the record has no secret.
    pub unverified_rolls: usize,
    /// Whether the order of the seats was drawn, and follows from its secret.
    pub seats_drawn: bool,
}

/// Why a record is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordCheckError {
    /// Its format version is unknown.
    #[error("the record is of format {0}; Parlour reads format 1")]
    Format(u8),
    /// The match cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A ply is illegal.
    #[error(transparent)]
    Ply(#[from] ReplayError),
    /// A ply is by another seat than the one to act.
    #[error("ply {ply} is recorded for {recorded}, but {to_act} is to act")]
    Turn {
        /// Which ply, starting at 1.
        ply: usize,
        /// The seat in the record, or chance.
        recorded: String,
        /// The seat to act, or chance.
        to_act: String,
    },
    /// A value does not follow from the plies.
    #[error("the {what} should be {right}, not {recorded}")]
    Wrong {
        what: &'static str,
        right: String,
        /// The value in the record.
        recorded: String,
    },
    /// A dice roll does not follow from the secret.
    #[error("roll {number} (ply {ply}) shows {recorded}, but the secret gives {right}")]
    Roll {
        /// Which roll, starting at 1.
        number: usize,
        /// Which ply, starting at 1.
        ply: usize,
        /// The roll in the record.
        recorded: String,
        right: String,
    },
    /// The id, a secret or the draw of the seats is malformed.
    #[error("the {0} cannot be read")]
    Unreadable(&'static str),
}

impl MatchRecord {
    /// Verifies the record by replaying it.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<CheckedRecord, RecordCheckError> {
        if self.format != 1 {
            return Err(RecordCheckError::Format(self.format));
        }
        let seats_drawn = self.check_seat_order()?;
        let secret = self.secret()?;
        let (position, all_rolls) = self.replay(secret.as_ref())?;
        mismatch("position", position.text(), self.position.clone())?;
        self.check_ending(&position)?;
        let (rolls, unverified_rolls) = if secret.is_some() { (all_rolls, 0) } else { (0, all_rolls) };
        Ok(CheckedRecord { plies: self.plies.len(), rolls, unverified_rolls, seats_drawn })
    }

    /// The secret, if it is published. It has to match its commitment.
    fn secret(&self) -> Result<Option<MatchSecret>, RecordCheckError> {
        let Some(dice) = &self.dice else { return Ok(None) };
        let Some(text) = &dice.secret else { return Ok(None) };
        committed(text, &dice.commitment).map(Some)
    }

    /// Whether the seats were drawn, as they are before the first ply. Their order has to follow from the secret.
    fn check_seat_order(&self) -> Result<bool, RecordCheckError> {
        let Some(draw) = &self.seat_draw else { return Ok(false) };
        let (text, order, players) = match (&draw.secret, &draw.order, &draw.players) {
            (Some(text), Some(order), Some(players)) => (text, order, players),
            (None, None, None) if self.plies.is_empty() => return Ok(false),
            _ => return Err(RecordCheckError::Unreadable("draw of the seats")),
        };
        let seats = u8::try_from(self.seats.len()).unwrap_or(u8::MAX);
        let right = committed(text, &draw.commitment)?.seat_order(&self.match_id()?, seats);
        mismatch("order of the seats", order_text(&right), order_text(order))?;
        for (seat, place) in order.iter().enumerate() {
            let drawn = players.get(usize::from(*place)).cloned().flatten().unwrap_or_default();
            let name = self.first_player(seat).unwrap_or_default();
            mismatch("player of a drawn seat", drawn, name.to_owned())?;
        }
        Ok(true)
    }

    fn match_id(&self) -> Result<MatchId, RecordCheckError> {
        self.id.parse().map_err(|_| RecordCheckError::Unreadable("id"))
    }

    fn replay(&self, secret: Option<&MatchSecret>) -> Result<(Position, usize), RecordCheckError> {
        let game = Game::from_key(&self.game).ok_or_else(|| SetupError::UnknownGame(self.game.clone()))?;
        let options = game.options(self.options.iter().map(|(key, value)| (key.as_str(), value.as_str())))?;
        let seats = u8::try_from(self.seats.len()).unwrap_or(u8::MAX);
        let mut position = game.opening(&options, seats)?;
        let id = self.match_id()?;
        let mut rolls = 0;
        let passings = self.passed_turns();
        let mut passer = PassPolicy::new(&passings);
        for (index, ply) in self.plies.iter().enumerate() {
            passer.up_to(ply.seq, &mut position);
            self.check_turn(&position, index)?;
            if matches!(position.to_act(), ToAct::Chance { .. }) {
                rolls += 1;
                self.check_roll(&id, &position, index, rolls, secret)?;
            }
            position.play_unseen(&ply.notation).map_err(|source| ReplayError {
                ply: index + 1,
                notation: ply.notation.clone(),
                source,
            })?;
        }
        passer.up_to(u32::MAX, &mut position);
        Ok((position, rolls))
    }

    /// The turns that passed without a ply, in the order of the log.
    pub(super) fn passed_turns(&self) -> Vec<PassedTurn> {
        let passing = |at: &RecordDropout, kind| PassedTurn { seq: at.seq, seat: Seat::new(at.seat), kind };
        let left = self.gone.iter().map(|at| passing(at, PassReason::Left));
        let skipped = self.skipped.iter();
        let skipped = skipped.map(|at| passing(at, PassReason::Skipped));
        let mut passings: Vec<_> = left.chain(skipped).collect();
        passings.sort_by_key(|passing| passing.seq);
        passings
    }

    fn check_turn(&self, position: &Position, index: usize) -> Result<(), RecordCheckError> {
        let recorded = &self.plies[index].seat;
        let to_act: serde_json::Value = match position.to_act() {
            ToAct::Seat(seat) => seat.number().into(),
            ToAct::Chance { .. } => "chance".into(),
            // Playing the ply reports a better error.
            ToAct::Nobody => return Ok(()),
        };
        if *recorded == to_act {
            return Ok(());
        }
        Err(RecordCheckError::Turn {
            ply: index + 1,
            recorded: actor_text(recorded),
            to_act: actor_text(&to_act),
        })
    }

    fn check_roll(
        &self,
        id: &MatchId,
        position: &Position,
        index: usize,
        number: usize,
        secret: Option<&MatchSecret>,
    ) -> Result<(), RecordCheckError> {
        let Some(secret) = secret else { return Ok(()) };
        let earlier = self.plies[..index].iter().map(|ply| ply.notation.as_str());
        let right = secret.roll(id, number, earlier, position).unwrap_or_default();
        let recorded = &self.plies[index].notation;
        if *recorded == right {
            return Ok(());
        }
        Err(RecordCheckError::Roll { number, ply: index + 1, recorded: recorded.clone(), right })
    }

    fn check_ending(&self, position: &Position) -> Result<(), RecordCheckError> {
        let Some(ending) = &self.ending else { return Ok(()) };
        let gone: Vec<_> = self.gone.iter().map(|gone| Seat::new(gone.seat)).collect();
        let right = match ending.how {
            // There is no rule from which the places of a ruling follow.
            EndReason::Adjudicated => ending.places.clone(),
            EndReason::Rules => position.outcome().map(|outcome| places(&outcome, &gone)),
            EndReason::Resigned | EndReason::Flagged => Some(places(&position.ranking_if_stopped(), &gone)),
            EndReason::Agreed => Some(places(&draw_outcome(position), &gone)),
            EndReason::Aborted => None,
        };
        mismatch("places", places_text(right.as_deref()), places_text(ending.places.as_deref()))
    }
}

/// A seat or chance, as a record has them, in words.
fn actor_text(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Number(seat) => format!("seat {seat}"),
        serde_json::Value::String(chance) => chance.clone(),
        other => other.to_string(),
    }
}

fn places_text(places: Option<&[u8]>) -> String {
    let places: Vec<_> = places.unwrap_or_default().iter().map(ToString::to_string).collect();
    if places.is_empty() { "none".to_owned() } else { places.join(" ") }
}

/// A published secret, which has to match its commitment.
fn committed(text: &str, commitment: &str) -> Result<MatchSecret, RecordCheckError> {
    let secret =
        MatchSecret::try_from(text.to_owned()).map_err(|_| RecordCheckError::Unreadable("secret"))?;
    mismatch("commitment", secret.commitment(), commitment.to_owned())?;
    Ok(secret)
}

fn order_text(order: &[u8]) -> String {
    order.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn mismatch(what: &'static str, right: String, recorded: String) -> Result<(), RecordCheckError> {
    if right == recorded { Ok(()) } else { Err(RecordCheckError::Wrong { what, right, recorded }) }
}
