use super::*;

#[test]
fn the_opening_has_the_counted_sequences() {
    let position = Sternhalma::opening(&Default::default(), 2).unwrap();
    assert_eq!(position.count_legal_moves(), 14);
}
