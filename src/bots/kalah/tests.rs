use crate::bots::tests::{best, opening};

/// The values of "Solving Kalah" and of the rules page, which the search finds by itself.
#[test]
fn small_boards_have_their_published_values() {
    for (pairs, value) in [("seeds=1", 2.0), ("seeds=2", 4.0)] {
        assert_eq!(best(&opening("kalah", pairs, 2, ""), 400_000).value, value, "{pairs}");
    }
}
