//! Property test: offers stay consistent whatever players do.

use OfferAnswer::{Accept, Decline, Offer, Withdraw};
use OfferKind::{Draw, Takeback};
use proptest::prelude::*;

use super::{OfferAnswer, OfferKind};
use crate::games::Game;
use crate::matches::tests::{ADA, BEN, CLEO, MatchStory};
use crate::matches::{Match, MatchCommand, MatchRecord, PlyOrigin, ROLL};
use crate::users::UserId;

/// An action of a player or a spectator.
fn action() -> impl Strategy<Value = (i64, u8, prop::sample::Index, u32)> {
    (1..=4_i64, 0..16_u8, any::<prop::sample::Index>(), 0..4_u32)
}

fn command(m: &Match, (_, kind, index, ago): &(i64, u8, prop::sample::Index, u32)) -> MatchCommand {
    let seq = m.seq.saturating_sub(*ago);
    let answer = |what, answer| MatchCommand::Answer { what, answer, seq: (*ago > 1).then_some(seq) };
    match kind {
        0 => answer(Draw, Offer),
        1 => answer(Draw, Accept),
        2 => answer(Draw, Decline),
        3 => answer(Draw, Withdraw),
        4 | 5 => answer(Takeback, Offer),
        6 | 7 => answer(Takeback, Accept),
        8 => answer(Takeback, Decline),
        9 => answer(Takeback, Withdraw),
        10 if *ago == 3 => MatchCommand::Resign,
        _ => {
            let legal = m.position.legal();
            let rolls = m.to_roll().is_some() || legal.is_empty();
            let notation = if rolls { ROLL.to_owned() } else { index.get(&legal).clone() };
            MatchCommand::Play { seq: m.seq - ago.saturating_sub(2).min(m.seq), notation }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// `MatchStory::does` folds the log again after every command.
    #[test]
    fn for_any_actions_the_log_folds_and_the_remaining_plies_lead_to_the_position(
        game in prop::sample::select(Game::ALL.to_vec()),
        seats in 2..=3_usize,
        actions in prop::collection::vec(action(), 1..120),
    ) {
        let seats = seats.min(usize::from(*game.seats().end()));
        let mut story = MatchStory::running(game, &[ADA, BEN, CLEO][..seats]);
        for action in &actions {
            let before = story.m.clone();
            // Most actions are those of a user who may do them.
            let answering = |what| [ADA, BEN, CLEO].into_iter().find(|user| {
                before.seat_of(*user).is_some_and(|seat| before.unanswered_by(what, seat).is_some())
            });
            let able = match action.1 {
                2 | 8 => answering(if action.1 == 2 { Draw } else { Takeback }),
                4 | 5 => before.plies.last().and_then(|ply| match ply.by {
                    PlyOrigin::Seat(seat) => before.seats[seat],
                    PlyOrigin::Chance => None,
                }),
                6 | 7 => answering(Takeback),
                11.. => before.user_to_act(),
                _ => None,
            };
            let by = able.unwrap_or(UserId(action.0));
            if story.does(by, command(&before, action)).is_err() {
                prop_assert_eq!(&story.m, &before, "what is refused changes nothing");
            }
            let m = &story.m;
            let replayed = m.plies.len();
            prop_assert_eq!(m.position_at(replayed).unwrap().moved, m.moved.clone());
            let seqs: Vec<_> = m.plies.iter().map(|ply| ply.seq).collect();
            prop_assert!(seqs.is_sorted() && seqs.last().is_none_or(|last| *last <= m.seq));
        }
        let (_, authors) = Match::fold_with_authors(&story.m.id, &story.log).unwrap();
        prop_assert_eq!(authors.strange, None);
        let record = MatchRecord::of(&story.view());
        prop_assert!(record.check().is_ok(), "{:?}", record.check());
    }
}
