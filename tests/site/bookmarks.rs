//! Bookmarks.

use parlour::lists::Bookmark;
use parlour::now::Moment;
use parlour::users::UserId;

use crate::harness::{PageAnswer, SHORT_WIN, TestPerson, TestSite};

async fn keeps(person: &TestPerson, path: &str, title: &str, tags: &str) -> PageAnswer {
    person.post("/bookmarks", &[("path", path), ("title", title), ("tags", tags)]).await
}

#[tokio::test]
async fn a_position_is_kept_with_a_suggested_title_found_by_tag_changed_and_removed() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let position = format!("{}?ply=3", m.path(""));
    let page = m.ada.get(&position).await;
    let link = page.attribute("#share a[href^='/bookmarks/new']", "href").unwrap();
    let form = m.ada.get(&link).await;
    assert_eq!(form.attribute("#title", "value").as_deref(), Some("Tic-Tac-Toe: Ada – Ben, move 3"));
    let path = form.hidden_fields("form[action='/bookmarks']")[0].1.clone();
    assert_eq!(path, position);
    assert_eq!(keeps(&m.ada, &path, "A fork", "Fork, ENDGAME fork").await.location(), "/bookmarks");
    keeps(&m.ada, &m.path(""), "Against Ben", "").await;
    let all = m.ada.get("/bookmarks").await;
    assert_eq!(all.texts(".people > li > a"), ["Against Ben", "A fork"]);
    assert_eq!(all.texts("nav[aria-label=Tags] a"), ["endgame (1)", "fork (1)"]);
    for (query, found) in [
        ("?tag=fork", &["A fork"][..]),
        ("?q=FORK", &["A fork"]),
        ("?q=ben+against", &["Against Ben"]),
        ("?q=end", &["A fork"]),
        ("?tag=end", &[]),
        ("?q=fork&tag=none", &[]),
    ] {
        assert_eq!(
            m.ada.get(&format!("/bookmarks{query}")).await.texts(".people > li > a"),
            found,
            "{query}"
        );
    }
    // The same page again changes it.
    let again = m.ada.get(&link).await;
    assert_eq!(again.attribute("#title", "value").as_deref(), Some("A fork"));
    assert_eq!(again.attribute("#tags", "value").as_deref(), Some("fork endgame"));
    keeps(&m.ada, &path, "The fork", "").await;
    let all = m.ada.get("/bookmarks").await;
    assert_eq!(all.texts(".people > li > a"), ["Against Ben", "The fork"]);
    let removes = all.attributes(".people form", "action");
    // Nobody else sees or removes them.
    assert_eq!(m.ben.post(&removes[0], &[]).await.status, 303);
    assert!(m.ben.get("/bookmarks").await.texts(".people > li > a").is_empty());
    m.ada.post(&removes[0], &[]).await;
    assert_eq!(m.ada.get("/bookmarks").await.texts(".people > li > a"), ["The fork"]);
}

#[tokio::test]
async fn lines_of_analysis_and_imported_matches_are_kept() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let line = format!("{}?ply=2&line=c3,c2", m.path("analysis"));
    let kept = m.ada.get(&line).await.attribute("#side a[href^='/bookmarks/new']", "href").unwrap();
    let form = m.ada.get(&kept).await;
    assert_eq!(form.attribute("#title", "value").as_deref(), Some("Tic-Tac-Toe: Ada – Ben, move 2"));
    assert_eq!(form.hidden_fields("form[action='/bookmarks']")[0].1, line);
    let record = m.ada.get(&m.path("record.json")).await.body;
    let board = crate::imports::sends(&m.ada, record.as_bytes()).await.location().to_owned();
    assert_eq!(keeps(&m.ada, &board, "Study", "").await.status, 303);
    let link = m.ada.get("/bookmarks").await.attribute(".people > li > a", "href").unwrap();
    assert_eq!(m.ada.get(&link).await.status, 200);
    let exported = &crate::export::archive(&m.ada).await["bookmarks.json"];
    assert!(
        exported.contains("\"title\": \"Study\"") || exported.contains("\"title\":\"Study\""),
        "{exported}"
    );
}

#[tokio::test]
async fn what_cannot_be_kept_is_refused() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    let (cleo, path) = (site.register("Cleo").await, m.path(""));
    assert_eq!(keeps(&cleo, &path, "Theirs", "").await.status, 404, "a private match of others");
    for path in [
        "",
        "/",
        "/settings",
        "//evil.example/",
        "https://evil.example/",
        "/matches/new",
        "javascript:alert(1)",
    ] {
        assert_eq!(keeps(&m.ada, path, "Elsewhere", "").await.status, 404, "{path}");
    }
    for query in ["?x=\"onclick", "?x=<b>", "?x=a b", "#share", "?x=é"] {
        assert_eq!(keeps(&m.ada, &format!("{path}{query}"), "Odd", "").await.status, 404, "{query}");
    }
    let long = format!("{path}?ply={}", "1".repeat(11_000));
    assert_eq!(keeps(&m.ada, &long, "Long", "").await.status, 404);
    let many = (0..11).map(|n| format!("t{n}")).collect::<Vec<_>>().join(" ");
    for (title, tags, field) in [
        ("", "", "title"),
        ("\u{202e} ", "", "title"),
        (&*"x".repeat(121), "", "title"),
        ("Fine", &*"x".repeat(31), "tags"),
        ("Fine", &many, "tags"),
    ] {
        let refused = keeps(&m.ada, &path, title, tags).await;
        assert_eq!(refused.status, 422, "{title}, {tags}");
        assert!(refused.text(&format!("#{field}-problem")).is_some(), "{title}, {tags}");
    }
    assert!(m.ada.get("/bookmarks").await.texts(".people > li > a").is_empty());
    let (user, store) = (UserId(site.user_id("Ada").await), &site.state().store);
    for number in 0..Bookmark::MAX {
        let (page, title) = (format!("{path}?ply={number}"), "One of many".to_owned());
        assert!(store.keep_bookmark(user, page, title, String::new(), Moment(0)).await.unwrap());
    }
    let refused = keeps(&m.ada, &path, "One more", "").await;
    assert_eq!((refused.status, refused.text("#title-problem").is_some()), (422, true));
    assert_eq!(keeps(&m.ada, &format!("{path}?ply=1"), "Changed", "").await.status, 303);
}

#[tokio::test]
async fn markup_in_titles_and_tags_is_text() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    keeps(&m.ada, &m.path(""), "<script>alert(1)</script>", "<b>&\"").await;
    for page in ["/bookmarks", "/bookmarks?tag=%3Cb%3E%26%22", "/bookmarks?q=%3Cscript%3E"] {
        let list = m.ada.get(page).await;
        assert_eq!(list.texts(".people > li > a"), ["<script>alert(1)</script>"], "{page}");
    }
}
