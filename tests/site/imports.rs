//! Records of matches, opened on the analysis board.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{PageAnswer, SHORT_WIN, TestPerson, TestSite};

/// Sends a file as the form of a page does.
pub async fn sends(person: &TestPerson, file: &[u8]) -> PageAnswer {
    sends_parts(person, &[("record", file)]).await
}

async fn sends_parts(person: &TestPerson, parts: &[(&str, &[u8])]) -> PageAnswer {
    let mut body = Vec::new();
    for (name, content) in parts {
        let head =
            format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"a.json\"\r\n\r\n");
        body.extend([head.as_bytes(), *content, b"\r\n"].concat());
    }
    body.extend(b"--x--\r\n");
    let request = person.request(Method::POST, "/import");
    person.send(request.header("Content-Type", "multipart/form-data; boundary=x").body(body)).await
}

/// The record of a short match of Tic-Tac-Toe.
async fn record(site: &TestSite) -> Value {
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    serde_json::from_str(&site.visitor().get(&m.path("record.json")).await.body).unwrap()
}

#[tokio::test]
async fn a_record_is_replayed_and_analysed_from_its_start() {
    let site = TestSite::start().await;
    let record = record(&site).await;
    let visitor = site.visitor();
    let opened = sends(&visitor, record.to_string().as_bytes()).await;
    assert_eq!(opened.status, 303);
    let start = visitor.get(opened.location()).await;
    assert_eq!(start.status, 200, "{}", start.body);
    assert_eq!(start.text("h1").as_deref(), Some("Analysis from the start"));
    assert!(start.texts("p").contains(&"Ada – Ben".to_owned()));
    // Through the match, move by move.
    let moves = start.attributes("#line a", "href");
    assert_eq!(moves.len(), SHORT_WIN.len());
    let third = visitor.get(&moves[2]).await;
    assert_eq!(third.text("h1").as_deref(), Some("Ada marks a2"));
    // Another line than the one that was played.
    let before = visitor.get(&moves[1]).await;
    let tries = before.attributes("#stage .board a", "href");
    let tried = visitor.get(&tries[0]).await;
    assert!(tried.text("h1").unwrap().starts_with("Ada marks "), "{:?}", tried.text("h1"));
    let back = tried.attribute("#line p a", "href").unwrap();
    assert_eq!(visitor.get(&back).await.text("h1").as_deref(), Some("Ben marks b1"));
}

#[tokio::test]
async fn the_best_move_of_an_imported_match_is_found_for_members() {
    let site = TestSite::start().await;
    let record = record(&site).await;
    let cleo = site.register("Cleo").await;
    let opened = sends(&cleo, record.to_string().as_bytes()).await;
    let fourth = opened.location().replace("&ply=0", "&ply=4");
    let page = cleo.get(&fourth).await;
    let fields = page.hidden_fields("form[action='/import/board/best-move']");
    let fields: Vec<_> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
    let found = cleo.post("/import/board/best-move", &fields).await;
    assert_eq!(found.status, 200);
    assert!(found.text("section.best").unwrap().contains("a3"), "{:?}", found.text("section.best"));
    assert!(!site.visitor().get(&fourth).await.body.contains("best-move"));
}

#[tokio::test]
async fn the_first_wrong_move_of_a_record_is_named() {
    let site = TestSite::start().await;
    let mut record = record(&site).await;
    record["plies"][3]["notation"] = json!("a1");
    record["plies"][4]["notation"] = json!("a1");
    let refused = sends(&site.visitor(), record.to_string().as_bytes()).await;
    assert_eq!(refused.status, 422);
    let problem = refused.text("#record-problem").unwrap();
    assert!(problem.starts_with("Move 4 (a1): "), "{problem}");
}

#[tokio::test]
async fn other_files_are_refused_and_nothing_is_stored() {
    let site = TestSite::start().await;
    let record = record(&site).await;
    let visitor = site.visitor();
    let changed = |change: fn(&mut Value)| {
        let mut record = record.clone();
        change(&mut record);
        record.to_string().into_bytes()
    };
    let long_name: fn(&mut Value) = |record| {
        let digits: String = (0..4_000_u64).map(|n| (n * n * 2_654_435_761).to_string()).collect();
        record["seats"][0]["name"] = json!(digits);
    };
    for (file, problem) in [
        (b"".to_vec(), "This isn’t the record"),
        (b"{}".to_vec(), "This isn’t the record"),
        ("[".repeat(100_000).into_bytes(), "This isn’t the record"),
        (vec![0xff; 1000], "This isn’t the record"),
        (changed(|record| record["format"] = json!(2)), "The record contradicts itself"),
        (changed(|record| record["position"] = json!("<b>")), "The record contradicts itself"),
        (changed(|record| record["plies"][0]["seat"] = json!(1)), "Move 1 contradicts the record"),
        (changed(long_name), "This match is too long"),
        (changed(|record| record["seats"][0]["name"] = json!("x".repeat(100_000))), "This match is too long"),
    ] {
        let refused = sends(&visitor, &file).await;
        assert_eq!(refused.status, 422, "{problem}");
        assert!(
            refused.text("#record-problem").unwrap().starts_with(problem),
            "{:?}",
            refused.text("#record-problem")
        );
    }
    for size in [600_000, 10_000_000] {
        assert_eq!(sends(&visitor, &vec![b' '; size]).await.status, 413, "{size}");
    }
    let file = record.to_string().into_bytes();
    for parts in [&[][..], &[("other", &*file)], &[("record", &file), ("record", &file)]] {
        assert_eq!(sends_parts(&visitor, parts).await.status, 400, "{} parts", parts.len());
    }
    assert_eq!(visitor.post("/import", &[("record", "{}")]).await.status, 400);
    // A link that was cut off, or is something else.
    let board = sends(&visitor, &file).await.location().to_owned();
    let cut = board[..board.find("&ply").unwrap() - 9].to_owned();
    for link in ["/import/board".to_owned(), format!("/import/board?record={}", "A".repeat(5000)), cut] {
        assert_eq!(visitor.get(&link).await.status, 422, "{link}");
    }
    assert_eq!(visitor.get(&format!("/import/board?record={}", "A".repeat(7000))).await.status, 414);
    assert_eq!(visitor.get(&board.replace("&ply=0", "&ply=9")).await.status, 404);
}

#[tokio::test]
async fn markup_in_the_names_of_a_record_is_text() {
    let site = TestSite::start().await;
    let mut record = record(&site).await;
    record["seats"][0]["name"] = json!("<script>alert(1)</script>");
    let visitor = site.visitor();
    let opened = sends(&visitor, record.to_string().as_bytes()).await;
    let page = visitor.get(opened.location()).await;
    assert!(page.body.contains("&lt;script&gt;alert") && !page.body.contains("<script>alert"));
}
