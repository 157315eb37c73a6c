use std::collections::BTreeSet;

use maud::Render;

use super::board_view::view;
use super::*;
use crate::artwork::all_generated_files;
use crate::artwork::strokes::number;
use crate::games::Options;
use crate::games::{Cell, Game, Position, Seat};
use crate::texts::{Language, in_language};

fn options(game: Game) -> Options {
    game.options([]).unwrap()
}

fn opening(game: Game) -> Position {
    game.opening(&options(game), *game.seats().start()).unwrap()
}

fn press<'a>(position: &'a Position, chosen: &'a [Cell], along: bool) -> MoveForm<'a> {
    MoveForm::idle(position, "7Wd2hkQ9xYzA", 4).turn(chosen, along)
}

fn drawn_board(position: &Position, seat: u8) -> String {
    DrawnBoard {
        position,
        viewer: Some(Seat::new(seat)),
        last: None,
        press: Some(press(position, &[], false)),
    }
    .render()
    .into_string()
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    text.split_once(start).and_then(|(_, rest)| rest.split_once(end)).map_or("", |(found, _)| found)
}

#[test]
fn pieces_are_identical_in_every_rotation_of_the_board() {
    let position = Game::Sternhalma.opening(&options(Game::Sternhalma), 6).unwrap();
    let pieces: BTreeSet<_> = (0..6)
        .map(|seat| between(&drawn_board(&position, seat), "<g id=\"pieces\">", "</g>").to_owned())
        .collect();
    assert_eq!(pieces.len(), 1);
    assert_eq!(pieces.first().unwrap().matches("class=\"piece ").count(), 60);
}

#[test]
fn pieces_are_drawn_in_the_order_of_their_ids() {
    let mut position = Game::TicTacToe.opening(&options(Game::TicTacToe), 2).unwrap();
    for ply in ["c3", "a1", "b2"] {
        position.play(ply).unwrap();
    }
    let board = drawn_board(&position, 0);
    let pieces = between(&board, "<g id=\"pieces\">", "</svg>");
    let ids: Vec<_> = pieces.split("id=\"p").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(ids, ["0", "4", "8"]);
}

#[test]
fn every_place_has_a_rule_in_the_stylesheet() {
    let files: std::collections::BTreeMap<_, _> = all_generated_files().into_iter().collect();
    for game in Game::ALL {
        let (position, style) = (opening(*game), &files[stylesheet(*game)]);
        let pressed = position.choices(&[], false).cells.into_iter().map(|choice| choice.cell);
        for cell in position.pieces().iter().map(|standing| standing.cell).chain(pressed) {
            for class in view(&position).place(cell).split(' ') {
                assert!(style.contains(&format!(".{class}{{")), "{} has no {class}", game.key());
            }
        }
    }
}

#[test]
fn no_board_has_inline_styles_or_handlers() {
    for game in Game::ALL {
        let board = drawn_board(&opening(*game), 0);
        assert!(!board.contains("style=") && !board.contains("hx-on"), "{board}");
    }
}

#[test]
fn every_image_of_a_board_is_placed_by_attributes_which_webkit_needs() {
    for game in Game::ALL {
        let position = opening(*game);
        let still = StillBoard::of(position.clone()).render().into_string();
        let boards = [drawn_board(&position, 0), still, small(&position, 0).into_string()];
        for image in boards.iter().flat_map(|board| board.split("<image ").skip(1)) {
            let (attributes, _) = image.split_once('>').unwrap();
            assert!(attributes.contains(" x=\"") && attributes.contains(" y=\""), "{attributes}");
        }
    }
}

#[test]
fn a_picture_in_an_email_is_rotated_for_its_reader() {
    for (game, ply) in [(Game::Sternhalma, "d2-e6"), (Game::Kalah, "3"), (Game::Aeroplane, "d6 1")] {
        let position = played(game, ply);
        let [one, other] = [0, 1].map(|seat| email_image(&position, Seat::new(seat)));
        assert!(one.layers != other.layers && one.width == other.width, "{}", game.key());
    }
    let position = played(Game::TicTacToe, "a1");
    assert_eq!(email_image(&position, Seat::new(0)), email_image(&position, Seat::new(1)));
}

#[test]
fn a_marble_is_selected_by_a_link_and_moved_by_a_button() {
    let position = opening(Game::Sternhalma);
    let first = press(&position, &[], false).render().into_string();
    assert!(first.contains("href=\"/matches/7Wd2hkQ9xYzA?from=d2\""), "{first}");
    assert!(first.contains("aria-label=\"d2, your marble\""), "{first}");
    let cells = chosen(&position, "d2", false);
    let second = press(&position, &cells, false).render().into_string();
    assert!(second.contains("name=\"seq\" value=\"4\""), "{second}");
    assert!(second.contains("name=\"notation\" value=\"d2-e6\" aria-label=\"move d2 to e6\""), "{second}");
}

#[test]
fn a_chain_is_clicked_hole_by_hole_and_ended_by_a_named_button() {
    let mut position = opening(Game::Sternhalma);
    for ply in ["d2-e6", "n2-m7"] {
        position.play(ply).unwrap();
    }
    let cells = chosen(&position, "b2,d2", true);
    assert_eq!(cells.len(), 2);
    let press = press(&position, &cells, true);
    let board = press.render().into_string();
    assert!(
        board.contains("aria-label=\"move b2 to f5\"") || board.contains("?from=b2,d2,f5&amp;along=1"),
        "{board}"
    );
    let named = NamedMoves(&press).render().into_string();
    assert!(named.contains("value=\"b2-d2\">Move b2 to d2"), "{named}");
}

#[test]
fn invalid_selections_are_ignored() {
    let position = opening(Game::Sternhalma);
    for text in ["", "zz", "f5", "d2'\"<,e6", "a1"] {
        let cells = chosen(&position, text, false);
        assert!(cells.len() <= 1 && !cells.iter().any(|cell| position.cell_name(*cell) == "f5"), "{text}");
    }
}

#[test]
fn a_board_without_a_turn_has_no_controls() {
    let position = opening(Game::Sternhalma);
    let idle = MoveForm::idle(&position, "7Wd2hkQ9xYzA", 4).render().into_string();
    assert!(!idle.contains("<a ") && !idle.contains("<button") && idle.contains("id=\"press\""), "{idle}");
}

#[test]
fn each_hop_is_a_frame_and_the_final_board_equals_a_fresh_drawing() {
    let mut position = opening(Game::Sternhalma);
    for ply in ["d2-e6", "n2-m7"] {
        position.play(ply).unwrap();
    }
    let before = position.clone();
    let played = position.play("b2-f5").unwrap();
    let steps = steps(&before, &played.effects);
    assert_eq!(steps.len(), 2);
    assert!(
        steps[1]
            .markup
            .0
            .starts_with("<hx-partial hx-target=\"#p2\" hx-swap=\"outerMorph strip:true\"><svg>")
    );
    let last = LastPly { notation: &played.notation, effects: &played.effects };
    let rest = resting_board(&position, Some(last)).into_string();
    let board = DrawnBoard { position: &position, viewer: None, last: Some(last), press: None }
        .render()
        .into_string();
    let pieces = |text| between(text, "<g id=\"pieces\">", "</g>").to_owned();
    assert_eq!(pieces(&rest), pieces(&board));
}

#[test]
fn plies_and_boards_are_described() {
    let mut position = opening(Game::TicTacToe);
    assert_eq!(move_sentence(&position, "b2", "Ada"), "Ada marks b2");
    position.play("b2").unwrap();
    assert_eq!(in_words(&position)[0].1, "marks on b2");
    let mut quarto = opening(Game::Quarto);
    assert_eq!(move_sentence(&quarto, "d", "Cleo"), "Cleo gives the tall dark round solid piece");
    quarto.play("d").unwrap();
    assert_eq!(move_sentence(&quarto, "b2", "Dora"), "Dora places the tall dark round solid piece on b2");
    assert_eq!(in_words(&quarto)[1].1, "in hand: tall dark round solid");
    let star = opening(Game::Sternhalma);
    assert_eq!(move_sentence(&star, "d2-e6", "Bea"), "Bea moves d2 to e6");
    assert_eq!(move_sentence(&star, "pass", "Bea"), "Bea passes");
}

/// The lines of a position as text, with Ada, Ben and others as players.
fn described(position: &Position) -> Vec<String> {
    let name = |seat: Seat| ["Ada", "Ben", "Cleo", "Dora", "Eve", "Finn"][seat.index()].to_owned();
    let list = DescribedBoard { position, name: Some(&name), turn: TurnLine::Moves }.render().into_string();
    list.split("<li>").skip(1).map(|line| line.split("</li>").next().unwrap().to_owned()).collect()
}

fn played(game: Game, plies: &str) -> Position {
    let mut position = opening(game);
    for ply in plies.split_whitespace() {
        position.play(ply).unwrap();
    }
    position
}

#[test]
fn a_position_is_described_with_scores_the_turn_and_the_legal_moves() {
    let kalah = described(&played(Game::Kalah, "3"));
    assert_eq!(kalah[0], "Ada: houses 1 to 6: 4, 4, 0, 5, 5, 5; 1 in store");
    assert_eq!(kalah[1], "Ben: houses 1 to 6: 4, 4, 4, 4, 4, 4; 0 in store");
    assert!(
        kalah[2].starts_with("Ada to move: sow house 1 (4 seeds); sow house 2 (4 seeds); sow house 4"),
        "{kalah:?}"
    );
    let marks = described(&played(Game::TicTacToe, "b2 a1"));
    assert_eq!(marks[..2], ["Ada (crosses): marks on b2", "Ben (noughts): marks on a1"]);
    assert_eq!(marks[2], "Ada to move: mark b1, c1, a2, c2, a3, b3, c3");
    let star = described(&played(Game::Sternhalma, "d2-e6"));
    assert!(
        star[0].starts_with("Ada (yellow, from the south to the north): marbles on a1, b1, b2, "),
        "{star:?}"
    );
    assert!(star[0].ends_with(", e6; 0 of 10 marbles in the target"), "{star:?}");
    assert!(star[2].starts_with("Ben to move: n1 to 2 holes, "), "{star:?}");
    let quarto = described(&played(Game::Quarto, "d b2 0"));
    assert_eq!(
        quarto[..2],
        ["on the board: tall dark round solid on b2", "in hand: short light square solid"]
    );
    assert!(quarto[2].starts_with("left to give: ") && quarto[2].matches(", ").count() == 13, "{quarto:?}");
    assert!(quarto[3].starts_with("Ada to move: place the piece on a1, b1, c1, d1, a2, c2, "), "{quarto:?}");
}

#[test]
fn planes_are_described_by_their_places_and_the_die_by_its_face() {
    let options = options(Game::Aeroplane);
    let sky = |text| described(&Game::Aeroplane.position(&options, 2, text).unwrap());
    let lines = sky("8,H,0,H/56,53,9,9 m0 6 -");
    assert_eq!(
        lines[0],
        "Ada (yellow): plane 1 on ring 10, planes 2 and 4 in the hangar, plane 3 on the pad"
    );
    assert_eq!(lines[1], "Ben (red): plane 1 home, plane 2 on red column 3, planes 3 and 4 on ring 37");
    assert_eq!(lines[2], "the die shows 6");
    assert!(lines[3].starts_with("Ada to move: move plane 1 from ring 10 to "), "{lines:?}");
    assert_eq!(sky("H,H,H,H/H,H,H,H c1 - -")[2], "Ben to roll");
}

#[test]
fn sternhalma_says_why_a_match_ends_before_anyone_has_finished() {
    let mut star = Game::Sternhalma.opening(&options(Game::Sternhalma), 2).unwrap();
    let mut said = Vec::new();
    for ply in ["d2-e6", "n2-m7", "e6-d2", "m7-n2", "d2-e6", "n2-m7", "e6-d2", "m7-n2"] {
        let effects = star.play(ply).unwrap().effects;
        said.push(why(&star, &effects));
    }
    assert!(star.outcome().is_some());
    let last = said.pop().unwrap();
    assert_eq!(
        last.as_deref(),
        Some(
            "the same position came up for the third time, so players are ranked by how far they still have to go"
        )
    );
    assert_eq!(said, vec![None; 7]);
}

#[test]
fn a_description_is_short_on_the_largest_boards() {
    let star = Game::Sternhalma.opening(&options(Game::Sternhalma), 6).unwrap();
    let wide = Game::TicTacToe.options([("size", "15"), ("line", "6")]).unwrap();
    let mut paper = Game::TicTacToe.opening(&wide, 2).unwrap();
    assert_eq!(described(&paper)[2], "Ada to move: mark any of 225 free squares");
    while described(&paper).len() > 2 {
        paper.play(&paper.example_move().unwrap()).unwrap();
    }
    for position in [star, paper] {
        let bytes: usize = described(&position).iter().map(String::len).sum();
        assert!(bytes < 1_200, "{bytes}: {:?}", described(&position));
    }
}

#[test]
fn a_move_is_announced_with_its_visible_effects() {
    let kalah = opening(Game::Kalah);
    assert_eq!(announced(&kalah, "1", "Ada"), "Ada sows house 1, 4 seeds");
    let options = options(Game::Kalah);
    let capture = Game::Kalah.position(&options, 2, "4,4,4,4,0,2/6/3,6,4,4,4,0/3 0").unwrap();
    assert_eq!(announced(&capture, "1", "Ada"), "Ada sows house 1, 4 seeds. Ada captures 7 seeds");
    let sky = opening(Game::Aeroplane);
    assert_eq!(announced(&sky, "d3", "Ada"), "Ada rolled 3: no move");
    assert_eq!(announced(&sky, "d6", "Ada"), "Ada rolled 6");
}

#[test]
fn a_piece_is_given_by_clicking_the_pool_and_placed_by_clicking_a_square() {
    let mut position = opening(Game::Quarto);
    let give = press(&position, &[], false).render().into_string();
    assert!(give.contains("class=\"c29 pool play\""), "{give}");
    assert!(give.contains("value=\"d\" aria-label=\"give the tall dark round solid piece\""), "{give}");
    position.play("d").unwrap();
    let place = press(&position, &[], false).render().into_string();
    assert!(!place.contains("pool") && place.contains("aria-label=\"place the piece on b3\""), "{place}");
    assert_eq!(asks(&position).unwrap(), "Place the tall dark round solid piece.");
}

#[test]
fn a_given_piece_moves_to_the_hand_and_then_to_its_square() {
    let mut position = opening(Game::Quarto);
    for (ply, class) in [("d", "piece c32 hand"), ("b3", "piece c9")] {
        let before = position.clone();
        let steps = steps(&before, &position.play(ply).unwrap().effects);
        assert_eq!(steps.len(), 1);
        assert!(
            steps[0].markup.0.contains(&format!("<image id=\"p13\" class=\"{class}\"")),
            "{}",
            steps[0].markup.0
        );
    }
}

#[test]
fn a_completed_line_is_lit_and_named_once_for_each_property() {
    let mut position = opening(Game::Quarto);
    let mut effects = Vec::new();
    for ply in "a a4 e b3 6 c2 2 d1".split(' ') {
        effects = position.play(ply).unwrap().effects;
    }
    assert_eq!(why(&position, &effects).unwrap(), "four hollow and four light pieces in a row");
    assert_eq!(asks(&position), None);
    let board = drawn_board(&position, 0);
    assert_eq!(between(&board, "id=\"lit\" d=\"", "\"").matches('M').count(), 4);
}

#[test]
fn a_completed_block_is_named_as_a_block() {
    let options = Game::Quarto.options([("squares", "on")]).unwrap();
    let mut position = Game::Quarto.opening(&options, 2).unwrap();
    let mut effects = Vec::new();
    for ply in "8 a1 9 b1 a a2 b b2".split(' ') {
        effects = position.play(ply).unwrap().effects;
    }
    assert_eq!(why(&position, &effects).unwrap(), "four round and four short pieces in a block");
}

#[test]
fn the_point_that_the_viewer_has_to_reach_is_tinted_for_players_only() {
    let star = Game::Sternhalma.opening(&options(Game::Sternhalma), 2).unwrap();
    let goal = |viewer| {
        let board = DrawnBoard { position: &star, viewer, last: None, press: None }.render().into_string();
        between(&board, "class=\"goal ", "z\"").to_owned()
    };
    let [south, north] = [0, 1].map(|seat| goal(Some(Seat::new(seat))));
    assert!(south.starts_with("s0\"") && north.starts_with("s1\""), "{south} {north}");
    assert_ne!(south[2..], north[2..]);
    assert_eq!(goal(None), "");
}

#[test]
fn the_markup_of_a_board_is_small() {
    let star = Game::Sternhalma.opening(&options(Game::Sternhalma), 6).unwrap();
    assert!(drawn_board(&star, 0).len() < 10_000);
    assert!(small(&star, 0).into_string().len() < 3_000);
}

#[test]
fn a_number_is_printed_as_short_as_possible() {
    assert_eq!([-0.0001, 1.5, 20.0, -13.8564].map(number), ["0", "1.5", "20", "-13.856"]);
}

#[test]
fn tips_take_at_most_two_lines_on_a_phone_in_every_variant_and_language() {
    let of_game = |game: Game| game.presets().iter().map(move |preset| (game, preset.values.to_vec()));
    let launches = ["five_six", "even"].map(|rolls| (Game::Aeroplane, vec![("launch", rolls)]));
    for (game, values) in Game::ALL.iter().copied().flat_map(of_game).chain(launches) {
        let position = game.opening(&game.options(values).unwrap(), *game.seats().start()).unwrap();
        for language in [Language::English, Language::German] {
            for tip in in_language(language, || tips(&position)) {
                assert!(tip.chars().count() <= 62 && tip.ends_with('.'), "{game:?}: {tip}");
            }
        }
    }
}
