//! A match as one HTML file that shows its moves without the site.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use serde_json::Value;

use crate::harness::{PageAnswer, SHORT_WIN, TestSite, path};

/// The most that a file may have, in bytes.
const MOST: usize = 80 << 10;

/// What the script of a file draws.
fn drawn(file: &PageAnswer) -> Value {
    let packed = STANDARD.decode(file.text("#steps").unwrap()).unwrap();
    let mut text = String::new();
    GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The layers after each step.
fn layers(drawn: &Value) -> Vec<Vec<Value>> {
    let mut all: Vec<Vec<Value>> = Vec::new();
    for step in drawn["steps"].as_array().unwrap() {
        let gone = step["gone"].as_array().unwrap();
        let before = all.last().into_iter().flatten().enumerate();
        let mut after: Vec<_> = before
            .filter(|(number, _)| !gone.contains(&(*number).into()))
            .map(|(_, layer)| layer.clone())
            .collect();
        for new in step["new"].as_array().unwrap() {
            after.insert(new[0].as_u64().unwrap() as usize, new[1].clone());
        }
        all.push(after);
    }
    all
}

#[tokio::test]
async fn a_file_has_the_moves_in_words_and_the_board_after_each() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let file = site.visitor().get(&m.path("replay.html")).await;
    assert_eq!((file.status, file.header("content-type")), (200, "text/html; charset=utf-8"));
    let name = file.header("content-disposition");
    assert!(
        name.starts_with("attachment; filename=\"parlour-tictactoe-ada-ben-") && name.ends_with(".html\""),
        "{name}"
    );
    assert_eq!(file.text("h1").as_deref(), Some("Tic-Tac-Toe"));
    let words = ["Ada marks a1", "Ben marks b1", "Ada marks a2", "Ben marks b2", "Ada marks a3"];
    assert_eq!(file.texts("#moves li"), words);
    let drawn = drawn(&file);
    let layers = layers(&drawn);
    assert_eq!(layers.len(), SHORT_WIN.len() + 1);
    // Each has the marks so far, and from the first move on one around the last, or the winning row.
    let counts: Vec<_> = layers.iter().map(Vec::len).collect();
    assert_eq!(counts, [0, 2, 3, 4, 5, 6]);
}

#[tokio::test]
async fn a_file_of_every_game_is_small_and_needs_nothing_else() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    for game in ["tictactoe", "kalah", "quarto", "sternhalma", "aeroplane"] {
        let id = ada.opens(&[("game", game)]).await;
        ben.post(&path(&id, "seats"), &[]).await;
        let file = ada.get(&path(&id, "replay.html")).await;
        assert!(file.body.len() < MOST, "{game}: {} bytes", file.body.len());
        for name in ["src", "href"] {
            let named = file.attributes(&format!("[{name}]"), name);
            assert!(
                named.iter().all(|url| *url == format!("{}/matches/{id}", site.url)),
                "{game}: {named:?}"
            );
        }
    }
}

#[tokio::test]
async fn a_file_of_a_private_match_is_for_its_players() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    let visitor = site.visitor();
    for (person, status) in [(&m.ada, 200), (&m.ben, 200), (&visitor, 404)] {
        assert_eq!(person.get(&m.path("replay.html")).await.status, status);
    }
}
