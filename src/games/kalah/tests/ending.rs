use super::*;

#[test]
fn when_the_mover_has_no_seeds_left_the_opponent_keeps_theirs() {
    let mut position = board("", 0, "0 2 0 1 0 0  20 24  0 0 0 0 0 1");
    let played = go(&mut position, "6");
    assert_drawn(
        &position,
        "0  0 0 0 0 0
        23          25
         0  0 0 0 0 0",
    );
    assert_eq!((acting(&position), position.outcome().unwrap().places()), (None, &[1, 2][..]));
    let swept = Effect::Gather { from: vec![house(1, 3), house(1, 5)], to: store(1), count: 23 };
    assert_eq!(played.effects.last(), Some(&swept), "nobody moves again after the end");
}

#[test]
fn when_the_opponent_has_no_seeds_left_the_mover_keeps_theirs() {
    let mut position = board("", 0, "0 0 0 0 3 0  20 20  0 0 0 1 0 4");
    go(&mut position, "4");
    assert_drawn(&position, "0 0 0 0 0 0  20 28  0 0 0 0 0 0");
    assert_eq!(position.outcome().unwrap().places(), [1, 2]);
    assert_eq!(position.highlighted_cells(), [store(0)], "the store of the winner is lit");
}

#[test]
fn seeds_that_reach_the_opponent_last_belong_to_the_opponent() {
    let mut position = board("", 0, "0 0 0 0 0 0  20 24  0 0 0 0 0 4");
    go(&mut position, "6");
    assert_drawn(&position, "0 0 0 0 0 0  23 25  0 0 0 0 0 0");
}

#[test]
fn equal_stores_are_a_draw() {
    let mut position = board("", 1, "1 0  1 1  0 1");
    go(&mut position, "2");
    assert_drawn(&position, "0 0  2 2  0 0");
    assert!(position.outcome().unwrap().is_draw());
    assert_eq!(position.highlighted_cells(), vec![]);
}

#[test]
fn nothing_can_be_played_after_the_end() {
    let mut position = board("", 0, "0 0 0 0 0 1  23 23  0 0 0 0 0 1");
    go(&mut position, "6");
    assert_eq!((position.count_legal_moves(), position.legal_moves()), (0, vec![]));
    assert_eq!(refused(&position, "1"), "the match is over");
}

#[test]
fn the_ranking_before_the_end_is_by_seeds_in_store() {
    assert_eq!(board("", 0, "1 1  5 4  1 1").ranking_if_stopped().places(), [2, 1]);
    assert_eq!(board("", 0, "1 1  4 4  9 1").ranking_if_stopped().places(), [1, 1]);
}

/// The score of seat 0 minus that of seat 1 with best play.
fn value(
    position: &Kalah,
    mut least: i16,
    most: i16,
    known: &mut std::collections::HashMap<Kalah, i16>,
) -> i16 {
    let lead = i16::from(position.store(Seat::new(0))) - i16::from(position.store(Seat::new(1)));
    if position.over {
        return lead;
    }
    if let Some(value) = known.get(position) {
        return *value;
    }
    let sign = if position.acting.number() == 0 { 1 } else { -1 };
    let (mut best, first) = (i16::MIN, least);
    for mv in position.legal_moves().into_iter().rev() {
        let mut next = position.clone();
        next.advance(&mv, &mut ());
        let (low, high) = if sign > 0 { (least, most) } else { (-most, -least) };
        let reply = sign * value(&next, low.min(high), low.max(high), known);
        best = best.max(reply);
        least = least.max(best);
        if best >= most {
            return sign * best;
        }
    }
    if best > first {
        known.insert(position.clone(), sign * best);
    }
    sign * best
}

/// "Solving Kalah", Irving, Donkers and Uiterwijk, 2000, by the same method for the default rules.
#[test]
fn kalah_with_six_houses_and_one_seed_is_won_by_two() {
    assert_eq!(value(&opening("seeds=1"), -99, 99, &mut Default::default()), 2);
}
