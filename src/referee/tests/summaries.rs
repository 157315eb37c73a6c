//! The rows of a match agree with its log, whatever its players do.

use super::*;
use crate::matches::{OfferAnswer, OfferKind, ROLL};

/// Reproducible pseudo-random numbers.
struct SummaryNumbers(u64);

impl SummaryNumbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 ^ (self.0 >> 29)) >> 32) as usize % most
    }
}

fn random_command(m: &crate::matches::Match, numbers: &mut SummaryNumbers) -> (UserSummary, MatchCommand) {
    let answers = [
        OfferAnswer::Offer,
        OfferAnswer::Accept,
        OfferAnswer::Accept,
        OfferAnswer::Decline,
        OfferAnswer::Withdraw,
    ];
    let by = [ada(), ben(), cleo()][numbers.below(7) / 3].clone();
    let seq = Some(m.seq - numbers.below(2) as u32);
    let answer = answers[numbers.below(answers.len())];
    // Most offers are answered by a player who can.
    if let Some(offer) = m.offer(OfferKind::Takeback).filter(|_| numbers.below(2) == 0) {
        let other = if offer.by.number() == 0 { ben() } else { ada() };
        return (other, MatchCommand::Answer { what: OfferKind::Takeback, answer, seq: None });
    }
    match numbers.below(40) {
        0..=24 => (by, MatchCommand::Answer { what: OfferKind::Takeback, answer, seq }),
        25 => (by, MatchCommand::Answer { what: OfferKind::Draw, answer, seq }),
        _ => {
            let legal = m.position.legal();
            let rolls = m.to_roll().is_some() || legal.is_empty();
            let notation = if rolls { ROLL.to_owned() } else { legal[numbers.below(legal.len())].clone() };
            let mover = if m.user_to_act() == Some(UserId(1)) { ada() } else { ben() };
            (mover, MatchCommand::Play { seq: m.seq, notation })
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn for_any_actions_the_row_of_a_match_agrees_with_its_log() {
    let site = RefereeSite::open().await;
    let (mut taken_back, mut to_answer) = (0, 0);
    for (game, seed) in [("tictactoe", 3), ("kalah", 5), ("quarto", 7), ("sternhalma", 11), ("aeroplane", 13)]
    {
        let numbers = &mut SummaryNumbers(seed);
        let mut view = site.match_of_two(game).await;
        for _ in 0..150 {
            let (by, command) = random_command(&view.m, numbers);
            if let Ok(after) = site.referee.command(by, &view.m.id, command).await {
                view = after;
            }
            let m = &view.m;
            taken_back += usize::from(m.offers.taken_back_at == Some(m.seq));
            let folded = site.referee.store.load_match(&m.id).await.unwrap().unwrap();
            assert_eq!(folded.m, *m, "{game}");
            let mine = site.referee.store.matches_of(UserId(1), Moment(0), 50).await.unwrap();
            let lists = [mine.my_turn, mine.waiting, mine.to_answer, mine.finished, mine.unseen];
            let listed = lists.iter().flatten().find(|listed| listed.id == m.id).unwrap();
            assert_eq!(listed.position.text(), m.position.text(), "{game}");
            assert_eq!(
                (listed.ply_count as usize, listed.to_act),
                (m.plies.len(), m.user_to_act()),
                "{game}"
            );
            for seat in &listed.seats {
                assert_eq!(seat.pending_offer, m.offer_to_answer(seat.seat), "{game} after entry {}", m.seq);
                to_answer += usize::from(seat.pending_offer.is_some());
            }
            assert_eq!(
                (listed.end_reason, listed.rated),
                (m.ending().map(|ending| ending.how), true),
                "{game}"
            );
            if m.ending().is_some() {
                break;
            }
        }
    }
    assert!(taken_back > 3, "only {taken_back} plies were taken back");
    assert!(to_answer > 10, "only {to_answer} times somebody had something to answer");
}
