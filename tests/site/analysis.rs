//! The analysis board.

use reqwest::Method;

use crate::harness::{PageAnswer, SHORT_WIN, TestMatch, TestSite, path};

fn tries(m: &TestMatch, query: &str) -> String {
    format!("{}?{query}", m.path("analysis"))
}

/// Number of pieces on the board.
fn pieces(page: &PageAnswer) -> usize {
    page.attributes("#board .piece", "id").len()
}

/// The URL of a link, by its name.
fn link(page: &PageAnswer, name: &str) -> String {
    let selector = format!("a[aria-label=\"{name}\"]");
    page.attribute(&selector, "href").unwrap_or_else(|| panic!("no {name}"))
}

#[tokio::test]
async fn both_sides_are_played_by_links_and_the_match_is_unchanged() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2"]).await;
    let seq = m.seq().await;
    let page = m.ada.get(&m.path("analysis")).await;
    assert_eq!((page.status, pieces(&page)), (200, 1));
    assert_eq!(page.text("h1").as_deref(), Some("Analysis after move 1"));
    let page = m.ada.get(&link(&page, "mark a1")).await;
    assert_eq!((pieces(&page), page.text("h1").as_deref()), (2, Some("Ben marks a1")));
    let page = m.ada.get(&link(&page, "mark c3")).await;
    assert_eq!((pieces(&page), page.text("h1").as_deref()), (3, Some("Ada marks c3")));
    assert_eq!(page.texts("#line li").len(), 2);
    assert_eq!(m.seq().await, seq);
    assert!(page.attributes("main form", "action").is_empty(), "there is nothing to send");
}

#[tokio::test]
async fn a_line_is_stepped_through_and_branched() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let page = m.ada.get(&tries(&m, "ply=0&line=b2,a1,c3")).await;
    assert_eq!(pieces(&page), 3);
    let back = m.ada.get(&link(&page, "Back")).await;
    assert_eq!((pieces(&back), back.text(".at").as_deref()), (2, Some("Move 2 / 3")));
    assert_eq!(pieces(&m.ada.get(&link(&back, "Forward")).await), 3);
    assert_eq!(pieces(&m.ada.get(&link(&back, "First")).await), 0);
    let other = m.ada.get(&link(&back, "mark a3")).await;
    let line = other.texts("#line li");
    assert_eq!((line.len(), line[2].as_str()), (3, "3 a3 Ada marks a3"), "{line:?}");
}

#[tokio::test]
async fn an_earlier_position_is_analysed_from_its_replay() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2", "a1", "c1"]).await;
    let replay = m.ada.get(&format!("{}?ply=1", m.path(""))).await;
    let there =
        replay.attributes(".actions a", "href").into_iter().find(|href| href.contains("/analysis")).unwrap();
    assert_eq!(there, tries(&m, "ply=1"));
    let page = m.ada.get(&there).await;
    assert_eq!(pieces(&page), 1);
    assert_eq!(m.ada.get(&tries(&m, "ply=4")).await.status, 404);
}

#[tokio::test]
async fn notation_and_codes_are_not_translated_by_browsers() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    let tried = m.ada.get(&tries(&m, "ply=0&line=d2-e6")).await;
    assert!(tried.text("#line ol[translate=no]").unwrap().contains("e6"));
    m.ada.play(&m.id, "d2-e6").await;
    let page = m.ben.get(&m.path("")).await;
    assert!(page.text("#plies .rounds[translate=no]").unwrap().contains("e6"));
    assert!(page.text("#board[translate=no]").is_some());
    let open = m.ada.opens(&[("game", "quarto")]).await;
    assert_eq!(m.ada.get(&path(&open, "")).await.text(".invitation .code[translate=no]").unwrap().len(), 6);
}

#[tokio::test]
async fn a_marble_is_selected_first_and_rolls_are_chosen_freely() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    let page = m.ada.get(&m.path("analysis")).await;
    let chosen = m.ada.get(&link(&page, "d2, your marble")).await;
    let moved = m.ada.get(&link(&chosen, "move d2 to e6")).await;
    assert_eq!(moved.text("h1").as_deref(), Some("Ada moves d2 to e6"));
    let id = m.ada.opens(&[("game", "aeroplane")]).await;
    assert_eq!(m.ben.post(&path(&id, "seats"), &[]).await.status, 303);
    let page = m.ada.get(&path(&id, "analysis?ply=0")).await;
    let faces = page.texts(".tries a");
    assert_eq!((faces.len(), faces[5].as_str()), (6, "The die shows 6"));
    let six = m.ada.get(&page.attributes(".tries a", "href")[5]).await;
    assert!(six.attribute("#press a", "href").is_some(), "a plane can be launched with it");
}

#[tokio::test]
async fn during_a_match_analysis_is_for_its_players_and_afterwards_for_everyone() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let eve = site.register("Eve").await;
    for person in [&eve, &site.visitor()] {
        assert_eq!(person.get(&m.path("analysis")).await.status, 403);
        assert!(!person.get(&m.path("")).await.body.contains("Analysis board"));
    }
    assert!(m.ben.get(&m.path("")).await.body.contains("Analysis board"));
    m.play_all(&SHORT_WIN).await;
    for person in [&m.ben, &eve, &site.visitor()] {
        assert_eq!(person.get(&tries(&m, "ply=2")).await.status, 200);
        assert!(person.get(&m.path("")).await.body.contains("Analysis board"));
    }
    let open = m.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(m.ada.get(&path(&open, "analysis")).await.status, 409);
}

#[tokio::test]
async fn a_line_of_a_public_match_that_is_over_can_be_shared() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let copied = |page: &PageAnswer| page.attribute(".analysis [data-share]", "data-copy");
    assert_eq!(copied(&m.ada.get(&m.path("analysis")).await), None);
    m.play_all(&SHORT_WIN).await;
    let page = m.ada.get(&tries(&m, "ply=2&line=c3,c2")).await;
    let link = copied(&page).unwrap();
    let shared = site.visitor().get(&link).await;
    assert_eq!((shared.status, shared.text("h1")), (200, page.text("h1")));
    assert_eq!(pieces(&shared), 4);
}

#[tokio::test]
async fn a_line_of_a_private_match_is_not_shared() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let page = m.ada.get(&tries(&m, "ply=2&line=c3,c2")).await;
    assert_eq!((page.status, page.attribute(".analysis [data-share]", "data-copy")), (200, None));
}

#[tokio::test]
async fn live_matches_cannot_be_analysed() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "tictactoe"), ("time", "live"), ("time.seconds", "60")]).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    assert_eq!(ada.get(&path(&id, "analysis")).await.status, 403);
    assert!(!ada.get(&path(&id, "")).await.body.contains("Analysis board"));
}

#[tokio::test]
async fn a_private_match_cannot_be_analysed_by_others() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let eve = site.register("Eve").await;
    for person in [&eve, &site.visitor()] {
        assert_eq!(person.get(&tries(&m, "ply=0")).await.status, 404);
    }
    assert_eq!(m.ada.get(&tries(&m, "ply=0")).await.status, 200);
    assert_eq!(m.ada.get(&path("7Wd2aaaaaaaa", "analysis")).await.status, 404);
    assert_eq!(m.ada.get("/matches/nonsense/analysis").await.status, 404);
}

#[tokio::test]
async fn an_invalid_line_is_refused_with_its_reason() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let long = ["a1"; 201].join(",");
    let queries = [
        ("line=b2,b2", 422, "Move 2 of the line (b2)"),
        ("line=z9", 422, "Move 1 of the line (z9)"),
        ("line=%3Cscript%3E", 422, "Move 1 of the line"),
        (&format!("line={long}"), 422, "200 moves"),
        ("line=b2&at=2", 404, "doesn’t go that far"),
        ("ply=1", 404, "hasn’t come that far"),
        ("ply=x", 400, ""),
        ("ply=-1", 400, ""),
        ("line=b2&line=a1", 400, ""),
        ("line=b2&colour=red", 400, ""),
        (&format!("line={}", "x".repeat(5_000)), 414, "address is too long"),
    ];
    for (query, status, words) in queries {
        let answer = m.ada.get(&tries(&m, query)).await;
        assert_eq!(answer.status, status, "{}", &query[..query.len().min(40)]);
        assert!(answer.text("main").unwrap_or_default().contains(words), "{words}");
        assert!(!answer.body.contains("<script>"));
    }
    for from in ["z9", "%ff", "a1,a1,a1"] {
        assert!([200, 400].contains(&m.ada.get(&tries(&m, &format!("from={from}"))).await.status));
    }
}

#[tokio::test]
async fn a_line_is_offered_as_conditional_moves_and_saved_only_by_the_form() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2"]).await;
    let page = m.ada.get(&tries(&m, "ply=1&line=a1,c1,a3,a2,c3")).await;
    let there = page
        .attributes(".actions a", "href")
        .into_iter()
        .find(|href| href.contains("conditional-moves"))
        .unwrap();
    let page = m.ada.get(&there).await;
    assert_eq!(page.text("textarea#orders").as_deref(), Some("if a1 then c1, if a3 then a2"));
    assert!(page.attribute("#conditional-moves details", "open").is_some());
    assert_eq!(page.text("#conditional-moves .problem"), None);
    m.ben.play(&m.id, "a1").await;
    assert_eq!(m.record().await["plies"].as_array().unwrap().len(), 2, "it was not given yet");
    let earlier = m.ada.get(&tries(&m, "ply=0&line=b2")).await;
    let links = earlier.attributes(".actions a", "href");
    assert!(
        links.iter().all(|href| !href.contains("conditional-moves")),
        "conditional moves start at the current position: {links:?}"
    );
    let long = format!("{}?orders={}", m.path(""), "x".repeat(5_000));
    assert_eq!(m.ada.get(&long).await.status, 414);
}

#[tokio::test]
async fn htmx_receives_the_board_and_the_side_panel() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let request = m.ada.request(Method::GET, &tries(&m, "line=b2"));
    let answer = m.ada.send(request.header("HX-Request-Type", "partial")).await;
    assert_eq!((answer.status, answer.is_page()), (200, false));
    assert!(answer.body.contains("id=\"stage\"") && answer.body.contains("hx-target=\"#side\""));
}

#[tokio::test]
async fn of_a_long_line_fifty_plies_near_the_current_one_are_listed() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&[("game", "tictactoe"), ("option.size", "15"), ("option.line", "5")]).await;
    assert_eq!(site.register("Ben").await.post(&path(&id, "seats"), &[]).await.status, 303);
    // Marks in pairs, every other row shifted: nobody ever has three in a row.
    let marked = |first: bool| {
        let cells = (1..=15).flat_map(|row| (0..15).map(move |column| (column, row)));
        let marked = cells.filter(move |(column, row)| ((column + 2 * row) % 4 < 2) == first);
        marked.map(|(column, row)| format!("{}{row}", char::from(b'a' + column as u8)))
    };
    let line: Vec<_> =
        marked(true).zip(marked(false)).flat_map(|(one, other)| [one, other]).take(100).collect();
    let page = ada.get(&path(&id, &format!("analysis?line={}&at=60", line.join(",")))).await;
    let listed = page.texts("#line li");
    assert_eq!((page.status, listed.len()), (200, 50), "{:?}", page.text("main"));
    assert_eq!(listed[0], format!("36 {0} Ben marks {0}", line[35]));
    assert_eq!(page.attribute("#line ol", "start").as_deref(), Some("36"));
    let current = page.text("#line [aria-current=step]");
    assert_eq!(current, Some(format!("60 {0} Ben marks {0}", line[59])));
}
