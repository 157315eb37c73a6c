use super::*;

#[test]
fn a_marble_steps_to_an_empty_neighbour_or_hops_in_chains_over_any_marble() {
    assert_goes(
        "",
        2,
        "i5",
        "                .
                       . .
                      . . .
                     . . . .
            . . . . . . . . x . . . .
             . . . . . . . . 1 . . .
              . . . . . . . . x . .
               . . . . x x . 1 . .
                . . . x 0 0 x . .
               . . . . 1 x . . . .
              . . . . x . . . . . .
             . . . . . 0 . . . . . .
            . . . . . . x . . . . . .
                     . . . .
                      . . .
                       . .
                        .",
    );
}

#[test]
fn a_hop_needs_an_empty_hole_straight_beyond_and_no_gap_before_the_marble() {
    assert_goes(
        "",
        2,
        "i5",
        "                .
                       . .
                      . . .
                     . . . .
            . . . . . . . . . . . . .
             . . . . . . . . . . . .
              . . . . . . 1 . . . .
               . . . . x 1 . . . .
                . . 1 x 0 x . 1 .
               . . . . 0 x . . . .
              . . . . 1 . . . . . .
             . . . . . . . . . . . .
            . . . . . . . . . . . . .
                     . . . .
                      . . .
                       . .
                        .",
    );
}

const THROUGH_THE_SOUTH_WEST: &str = "
                        .
                       . .
                      . . .
                     . . . .
            . . . . . . . . . . . . .
             . . . . . . . . . . . .
              . . . . . . . . . . .
               . . x x . . . . . .
                x 1 0 x . . . . .
               1 . x 1 . . . . . .
              . 1 x . x . . . . . .
             . . . . . . . . . . . .
            . . . . . . . . . . . . .
                     . . . .
                      . . .
                       . .
                        .";

#[test]
fn with_own_points_a_chain_passes_through_another_point_but_does_not_end_there() {
    assert_goes("points=own", 2, "i3", THROUGH_THE_SOUTH_WEST);
    let position = star("points=own", 2, THROUGH_THE_SOUTH_WEST);
    assert_eq!(
        position.why_not(&go("i3-g1")),
        "g1 is in another point: you can only stop in your home, your target or the middle"
    );
}

#[test]
fn with_any_points_a_chain_may_end_in_another_point() {
    let position = star("points=any", 2, THROUGH_THE_SOUTH_WEST);
    assert_eq!(
        names(position.destinations(cell("i3").unwrap())),
        ["g1", "g3", "g5", "h3", "i1", "i4", "j3", "j4"]
    );
}

#[test]
fn with_own_points_home_and_target_are_open_to_their_seat() {
    let position = opening("points=own", 3);
    let seat = |number| position.resting_holes_of(Seat::new(number));
    for (number, own) in [(0, ["a1", "q1"]), (1, ["m1", "e13"]), (2, ["m13", "e1"])] {
        for tip in ["a1", "q1", "m1", "e13", "m13", "e1"] {
            assert_eq!(seat(number) & hole(cell(tip).unwrap()) != 0, own.contains(&tip), "{number} {tip}");
        }
    }
}

const OUT_AND_BACK: &str = "
                        .
                       . .
                      x x .
                     x 0 x x
            . . . . . 1 . 1 . . . . .
             . . . . . 1 . . . . . .
              . . . . . . . . . . .
               . . . . . . . . . .
                . . . . . . . . .
               . . . . . . . . . .
              . . . . . . . . . . .
             . . . . . . . . . . . .
            . . . . . . . . . . . . .
                     . . . .
                      . . .
                       . .
                        .";

#[test]
fn in_a_locked_target_a_chain_may_leave_and_come_back_but_not_end_outside() {
    assert_goes("target=locked", 2, "n2", OUT_AND_BACK);
    let position = star("target=locked", 2, OUT_AND_BACK);
    assert_eq!(route(&position, "n2", "n4"), ["l5", "l7", "n4"]);
    assert_eq!(
        position.why_not(&go("n2-m7")),
        "n2 is in your target: from there you may only move to another hole of it"
    );
}

#[test]
fn in_a_free_target_a_marble_may_leave_for_good() {
    let position = star("target=free", 2, OUT_AND_BACK);
    assert_eq!(
        names(position.destinations(cell("n2").unwrap())),
        ["l5", "l7", "m7", "n1", "n3", "n4", "o1", "o2"]
    );
}

/// From i5 two chains of two hops lead to k9, and only one, of three hops, leads to g1.
const ROUTES: &str = "
                        .
                       . .
                      . . .
                     . . . .
            . . . . . . . . . . . . .
             . . . . . . . . . . . .
              . . . . . . . 0 . . .
               . . . . . 0 . 0 . .
                . 1 . 1 0 0 . . .
               0 . . . . . . . . .
              . . . . . . . . . . .
             . . . . . . . . . . . .
            . . . . . . . . . . . . .
                     . . . .
                      . . .
                       . .
                        .";

fn route(position: &Sternhalma, from: &str, to: &str) -> Vec<&'static str> {
    let route = position.route(cell(from).unwrap(), cell(to).unwrap());
    route.into_iter().map(board::name).collect()
}

#[test]
fn of_two_shortest_chains_the_one_that_starts_east_is_shown() {
    let position = star("points=any", 2, ROUTES);
    assert_eq!(route(&position, "i5", "k9"), ["i7", "k9"]);
    assert_eq!(route(&position, "i5", "k7"), ["k7"]);
    assert_eq!(route(&position, "i5", "g1"), ["i3", "i1", "g1"]);
    assert_eq!(route(&position, "i5", "h5"), ["h5"]);
}

#[test]
fn a_ply_shows_the_marble_on_every_hole_of_its_route_and_then_the_turn() {
    let mut position = star("points=any", 2, ROUTES);
    let piece = position.piece_on(cell("i5").unwrap());
    let path = ["i3", "i1", "g1"].map(|name| cell(name).unwrap()).to_vec();
    assert_eq!(position.apply(&go("i5-g1")), [Effect::Travel { piece, path }, Effect::Turn(Seat::new(1))]);
}

#[test]
fn a_marble_has_the_same_id_for_the_whole_match() {
    let mut position = opening("", 2);
    let before = position.pieces();
    assert_eq!(before.len(), 20);
    assert_eq!(before[13].piece, Piece { id: 13, kind: 1 });
    play_all(&mut position, "d2-e6 n2-m6 e6-f5");
    let moved = |standing: &&PlacedPiece| !position.pieces().contains(standing);
    let moved: Vec<_> = before.iter().filter(moved).map(|standing| standing.piece.id).collect();
    assert_eq!(moved, [7, 11]);
}

const STUCK: &str = "
                        .
                       . .
                      . . .
                     . . . .
            . . . . . . . . . . . . .
             . . . . . . . . . . . .
              . . . . . . . . . . .
               . . . . . . . . . .
                . . . . . . . . .
               . . . . . . . . . .
              . . . . . . . . . . .
             . . . . . . . . . . . .
            . . . . . . . . . . . . .
                     . . . .
                      1 . 1
                       1 1
                        0";

#[test]
fn a_seat_passes_exactly_when_it_cannot_move() {
    let mut stuck = star("", 2, STUCK);
    assert_eq!(stuck.legal_moves(), [SternhalmaMove::Pass]);
    assert_eq!(stuck.count_legal_moves(), 1);
    assert_eq!(stuck.why_not(&go("a1-c2")), "none of your marbles can move: play pass");
    assert_eq!(stuck.apply(&SternhalmaMove::Pass), [Effect::Turn(Seat::new(1))]);
    assert_eq!(stuck.turns(Seat::new(0)), 1);
    assert!(!stuck.is_legal(&SternhalmaMove::Pass));
    assert_eq!(stuck.why_not(&SternhalmaMove::Pass), "you can pass only if none of your marbles can move");
}

#[test]
fn each_illegal_move_is_refused_with_its_reason() {
    let position = opening("", 2);
    let why_not = |notation: &str| {
        assert!(!position.is_legal(&go(notation)), "{notation}");
        position.why_not(&go(notation))
    };
    assert_eq!(why_not("d2-f5"), "d2 can’t reach f5: no chain of hops leads there");
    assert_eq!(why_not("f4-f5"), "there’s no marble on f4");
    assert_eq!(why_not("n2-m6"), "the marble on n2 isn’t yours");
    assert_eq!(why_not("c2-d2"), "d2 is taken");
    assert_eq!(why_not("d2-d2"), "the marble on d2 has to move to another hole");
    assert_eq!(why_not("pass"), "you can pass only if none of your marbles can move");
}

#[test]
fn a_chain_is_clicked_hole_by_hole_and_can_end_on_each() {
    let position = star("points=any", 2, ROUTES);
    let chain = |clicked: &[&str]| {
        let clicked: Vec<_> = clicked.iter().map(|name| cell(name).unwrap()).collect();
        let chain = position.chain(&clicked)?;
        let next: Vec<_> = chain.next.into_iter().map(board::name).collect();
        Some((next.join(" "), chain.ends.map(|mv| mv.to_string())))
    };
    let end = |notation: &str| Some(notation.to_owned());
    assert_eq!(chain(&["i5"]), Some(("h5 h6 i3 i7 j5 k7".to_owned(), None)));
    assert_eq!(chain(&["i5", "h5"]), Some((String::new(), end("i5-h5"))));
    assert_eq!(chain(&["i5", "i3"]), Some(("i1".to_owned(), end("i5-i3"))));
    assert_eq!(chain(&["i5", "i3", "i1", "g1"]), Some((String::new(), end("i5-g1"))));
    assert_eq!(chain(&["i5", "k7", "k9"]), Some(("i7".to_owned(), end("i5-k9"))));
    assert_eq!(chain(&[]), None);
    assert_eq!(chain(&["i5", "i8"]), None);
    assert_eq!(chain(&["i2"]), None);
}

#[test]
fn a_chain_is_not_offered_a_hole_from_which_it_cannot_end() {
    let position = star("points=own", 2, THROUGH_THE_SOUTH_WEST);
    let chain = |clicked: [&str; 2]| position.chain(&clicked.map(|name| cell(name).unwrap())).unwrap();
    let through = chain(["i3", "i1"]);
    assert_eq!(through.next, [cell("g1").unwrap()]);
    let without_way_on = star("points=own", 2, &THROUGH_THE_SOUTH_WEST.replace(". 1 x . x", ". . x . x"));
    let dead_end = without_way_on.chain(&["i3", "i1"].map(|name| cell(name).unwrap())).unwrap();
    assert_eq!(dead_end.next, []);
}
