use maud::Render;

use super::*;
use crate::artwork::GameArtwork;
use crate::artwork::all_generated_files;
use crate::games::{Effect, Game, Position};
use crate::views::boards::drawn_board::DrawnBoard;
use crate::views::boards::frame::BoardFrame;
use crate::views::boards::frames::{resting_board, steps};
use crate::views::boards::move_form::MoveForm;
use crate::views::boards::words::{in_words, move_sentence, why};

fn opening(options: &[(&str, &str)]) -> Position {
    Game::Kalah.opening(&Game::Kalah.options(options.iter().copied()).unwrap(), 2).unwrap()
}

/// A position with six houses and four seeds.
fn board(text: &str) -> Position {
    Game::Kalah.position(&Game::Kalah.options([]).unwrap(), 2, text).unwrap()
}

/// The frames of a ply, and the position after it.
fn played(position: &Position, ply: &str) -> (Vec<String>, Vec<u128>, Position, Vec<Effect>) {
    let mut after = position.clone();
    let effects = after.play(ply).unwrap().effects;
    let frames = steps(position, &effects);
    let looks = frames.iter().map(|frame: &BoardFrame| frame.look.as_millis()).collect();
    (frames.into_iter().map(|frame| frame.markup.into_string()).collect(), looks, after, effects)
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    text.split_once(start).and_then(|(_, rest)| rest.split_once(end)).map_or("", |(found, _)| found)
}

fn stones(markup: &str, id: &str) -> usize {
    between(markup, &format!("<g id=\"{id}\""), "</g>").matches("<image").count()
}

#[test]
fn a_previewed_move_is_sown_seed_by_seed() {
    let before = opening(&[]);
    let mut after = before.clone();
    let played = after.play("4").unwrap();
    let last = Some(LastPly { notation: "4", effects: &played.effects });
    let board = |previewed| {
        let press = Some(MoveForm::idle(&before, "7Wd2hkQ9xYzA", 4).previewing(previewed));
        DrawnBoard { position: &after, viewer: None, last, press }.render().into_string()
    };
    let shown = board(Some("4"));
    let mut sown: Vec<_> =
        shown.split("class=\"new ").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    sown.sort_unstable();
    assert_eq!(sown, ["w0", "w1", "w2", "w3"]);
    assert!(!board(None).contains("class=\"new "));
}

#[test]
fn seeds_are_sown_one_per_frame_from_the_hand() {
    let (frames, looks, ..) = played(&opening(&[]), "5");
    assert_eq!(looks, [240, 140, 140, 140, 140]);
    assert_eq!(frames.iter().map(|frame| stones(frame, "hand")).collect::<Vec<_>>(), [4, 3, 2, 1, 0]);
    assert!(frames[0].contains("id=\"n4\" class=\"piece number kc05 ko0 none\">0<"), "{}", frames[0]);
    assert_eq!(stones(&frames[1], "q5"), 5);
    assert!(frames[2].contains("id=\"n9\" class=\"piece number ke0 ko0\">1<"), "{}", frames[2]);
    assert!(frames[3].contains("class=\"piece hand kc11 kr1 moving\""), "{}", frames[3]);
}

#[test]
fn a_capture_is_lit_and_both_heaps_move_to_the_store() {
    let (frames, looks, ..) = played(&board("4,4,4,4,0,2/6/3,6,4,4,4,0/3 0"), "1");
    assert_eq!(looks[5..], [260, 260, 240]);
    assert!(frames[5].contains("id=\"lit\" d=\"M"), "{}", frames[5]);
    for heap in ["q4", "q11"] {
        let start = format!("<g id=\"{heap}\" class=\"piece heap ke0 km moving\">");
        assert!(frames[6].contains(&start), "{}", frames[6]);
        assert_eq!(stones(&frames[7], heap), 0);
    }
    assert_eq!(stones(&frames[7], "q9"), 13);
}

#[test]
fn a_swap_of_sides_moves_all_heaps() {
    let mut position = opening(&[("swap", "on")]);
    position.play("1").unwrap();
    let (frames, ..) = played(&position, "swap");
    assert_eq!(frames[0].matches(" moving\"").count(), 14);
    assert_eq!((stones(&frames[1], "q0"), stones(&frames[1], "q10")), (4, 0));
}

#[test]
fn the_board_after_an_animation_equals_a_fresh_drawing() {
    let (_, _, after, effects) = played(&opening(&[]), "3");
    let last = Some(LastPly { notation: "3", effects: &effects });
    let rest = resting_board(&after, last).into_string();
    let board =
        DrawnBoard { position: &after, viewer: Some(Seat::new(1)), last, press: None }.render().into_string();
    let pieces =
        |text: &str| between(text, "<g id=\"pieces\">", "</svg>").split("<path").next().map(str::to_owned);
    assert_eq!(pieces(&rest), pieces(&board));
    assert!(board.contains("class=\"board kalah kalah6 turn3\"") && board.contains("id=\"last\" d=\"M"));
}

#[test]
fn every_board_size_has_its_stylesheet_and_artwork() {
    let files: std::collections::BTreeMap<_, _> = all_generated_files().into_iter().collect();
    for houses in 2..=9 {
        let position = opening(&[("houses", &houses.to_string())]);
        let Position::Kalah(kalah) = &position else { unreachable!() };
        assert!(
            files.contains_key(kalah.art())
                && files[Kalah::STYLESHEET].contains(&format!(".kalah{houses}{{--w:"))
        );
        for cell in kalah.cells() {
            for class in format!("{} {}", shape::cell_classes(cell), shape::rim_classes(cell)).split(' ') {
                assert!(files[Kalah::STYLESHEET].contains(&format!(".{class}{{")), "{class}");
            }
            let BoardExtent { width, height, left, above } = kalah.extent();
            let (x, y) = kalah.spot(cell);
            assert!((0.4..width - 0.4).contains(&(x + left)) && (0.4..height - 0.4).contains(&(y + above)));
        }
    }
}

#[test]
fn stones_lie_within_their_cells_and_differently_in_each() {
    for houses in [2, 6, 9] {
        let shape = KalahShape(houses);
        let Position::Kalah(kalah) = opening(&[("houses", &houses.to_string())]) else { unreachable!() };
        let mut layouts = std::collections::BTreeSet::new();
        for cell in kalah.cells() {
            let heap = stones::seeds_in_pit(shape, cell, 200);
            let (half, tall) =
                if cell.0 % 10 == 9 { (9.0, shape.store() * 20.0) } else { (8.6, shape.house() * 20.0) };
            assert!(
                heap.iter().all(|stone| stone.x.abs() < half - 2.0 && stone.y.abs() < tall - 2.0),
                "{houses} {cell:?}"
            );
            layouts.insert(format!(
                "{:?}",
                heap.iter().map(|stone| (stone.x as i32, stone.y as i32)).collect::<Vec<_>>()
            ));
        }
        assert_eq!(layouts.len(), kalah.cells().count());
    }
}

#[test]
fn plies_and_boards_are_described() {
    assert_eq!(move_sentence(&opening(&[]), "3", "Ada"), "Ada sows house 3 and goes again");
    assert_eq!(move_sentence(&opening(&[]), "1", "Ada"), "Ada sows house 1");
    assert_eq!(move_sentence(&opening(&[]), "swap", "Bea"), "Bea swaps the sides");
    let capture = board("4,4,4,4,0,2/6/3,6,4,4,4,0/3 0");
    assert_eq!(move_sentence(&capture, "1", "Ada"), "Ada sows house 1 and captures 7 seeds");
    assert_eq!(in_words(&capture)[1].1, "houses 1 to 6: 3, 6, 4, 4, 4, 0; 3 in store");
    let end = board("0,0,0,0,0,1/22/0,3,0,1,0,0/21 0");
    let (_, _, after, effects) = played(&end, "6");
    assert_eq!((why(&after, &effects).as_deref(), why(&capture, &effects)), (Some("25 seeds to 23"), None));
    let Position::Kalah(kalah) = capture else { unreachable!() };
    assert_eq!(kalah.ply_label("6"), "sow house 6 (2 seeds)");
}

#[test]
fn houses_have_the_numbers_of_the_notation() {
    let markup = DrawnBoard { position: &opening(&[("houses", "4")]), viewer: None, last: None, press: None };
    let markup = markup.render().into_string();
    let written = markup.split("class=\"piece house ").skip(1).map(|label| between(label, ">", "<"));
    assert_eq!(written.collect::<String>(), "12341234");
    assert!(
        markup.contains(r#"class="piece house kc01 ko0">1<"#),
        "beside the first house of the lower side"
    );
}

#[test]
fn the_markup_of_a_board_is_small() {
    let board =
        DrawnBoard { position: &opening(&[]), viewer: None, last: None, press: None }.render().into_string();
    assert!(board.len() < 8_000, "{}", board.len());
}
