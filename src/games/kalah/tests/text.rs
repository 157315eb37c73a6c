use super::*;

fn read(pairs: &str, text: &str) -> Result<Kalah, UnreadableNotation> {
    Kalah::from_text(&options(pairs), 2, text)
}

#[test]
fn malformed_and_unreachable_positions_are_refused() {
    let refused = [
        "",
        "1,1/0/1,1/0",
        "1,1/0/1,1/0 ",
        "1,1/0/1,1/0 1",
        "1,1/0/1,1/0 2",
        "1,1/0/1,1/0 -",
        "1,1/0/1,1/0 0 ",
        "1,1/0/1,1/0 0 s",
        "1,1/0/1,1/0 0 S",
        "1,1/0/1,2/0 0",
        "1,1/0/1,1/0  0",
        "1,1/0/1,1/é",
        "1,1/0/1,01/0 0",
        "1,1/0/1,+1/0 0",
        "1,1/0/2/0 0",
        "1,1/0/1,1,0/0 0",
        "1,1/0/1,1 0",
        "1,1/0/1,1/0/0 0",
        "0,0/2/1,1/0 0",
        "0,1/3/0,0/0 0",
        "0,1/1/1,0/1 -",
        "0,256/1/1,0/1 0",
    ];
    for text in refused {
        assert_eq!(read("houses=2,seeds=1", text), Err(UnreadableNotation), "{text}");
    }
    assert!(read("houses=2,seeds=1", "0,1/1/1,0/1 1").is_ok());
    assert!(read("houses=2,seeds=1", "0,0/3/0,0/1 -").is_ok());
}

#[test]
fn the_swap_flag_is_read_only_where_a_swap_is_possible() {
    let swap = "houses=2,seeds=1,swap=on";
    assert!(read(swap, "1,1/0/1,1/0 0 s").is_ok());
    for text in ["1,1/0/1,1/0 0", "1,1/0/1,1/0 1 s", "1,1/0/1,1/0 0 S", "0,1/1/1,0/1 1 s", "1,0/1/1,1/0 0 x"]
    {
        assert_eq!(read(swap, text), Err(UnreadableNotation), "{text}");
    }
    assert!(read(swap, "1,0/1/1,1/0 0 s").is_ok());
    assert!(read(swap, "1,1/0/1,0/1 0 S").is_ok());
}

#[test]
fn a_cell_is_a_house_or_a_store_of_one_side() {
    let position = opening("houses=9");
    assert_eq!(position.cells().count(), 20);
    for on in position.cells() {
        let (seat, what) = place(on);
        assert_eq!(cell(seat, what), on);
    }
    let names: Vec<_> = opening("houses=2").cells().map(|cell| position.cell_name(cell)).collect();
    assert_eq!(names, ["1", "2", "store", "1", "2", "store"]);
}
