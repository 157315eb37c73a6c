//! Names in any script.

use crate::harness::{PASSWORD, SHORT_WIN, TestSite, path};

#[tokio::test]
async fn people_with_names_in_other_scripts_find_and_play_each_other() {
    let site = TestSite::start().await;
    let (juergen, olga) = (site.register("Jürgen").await, site.register("Ольга").await);
    assert_eq!(juergen.signed_in_as().await.as_deref(), Some("Jürgen"));
    let id = juergen.opens(&[("game", "tictactoe"), ("invite", "ольга")]).await;
    assert_eq!(olga.post(&path(&id, "seats"), &[]).await.status, 303);
    for (turn, ply) in SHORT_WIN.into_iter().enumerate() {
        let player = if turn % 2 == 0 { &juergen } else { &olga };
        assert_eq!(player.play(&id, ply).await.status, 303, "{ply}");
    }
    let visitor = site.visitor();
    for (page, selector, expected) in [
        ("/players/J%C3%BCrgen", "h1", "Jürgen"),
        ("/players/%D0%9E%D0%BB%D1%8C%D0%B3%D0%B0", "h1", "Ольга"),
        ("/players?q=%D0%9E%D0%9B%D0%AC", "main", "Ольга"),
        ("/matches?player=%D0%9E%D0%9B%D0%AC%D0%93%D0%90&opponent=ju%CC%88rgen", ".matches", "Jürgen"),
        (&*path(&id, ""), "h1", "Jürgen"),
    ] {
        let answer = visitor.get(page).await;
        let shown = answer.text(selector).unwrap_or_default();
        assert!(answer.status == 200 && shown.contains(expected), "{page}: {} {shown}", answer.status);
    }
    let lower_case = visitor.get("/players/%D0%BE%D0%BB%D1%8C%D0%B3%D0%B0").await;
    assert_eq!(lower_case.location(), "/players/%D0%9E%D0%BB%D1%8C%D0%B3%D0%B0");
    let record = visitor.get(&path(&id, "record.txt")).await;
    assert!(record.body.contains("Jürgen") && record.body.contains("Ольга"), "{}", record.body);
    let names = olga.get("/matches/new/names?invite=J%C3%9C").await;
    assert!(names.body.contains("Jürgen"), "{}", names.body);
}

#[tokio::test]
async fn a_name_is_the_same_however_its_letters_are_composed() {
    let site = TestSite::start().await;
    site.register("Jürgen").await;
    for name in ["Jürgen", "JÜRGEN", "Ju\u{308}rgen", " jürgen "] {
        let phone = site.visitor();
        assert_eq!(
            phone.post("/login", &[("username", name), ("password", PASSWORD)]).await.status,
            303,
            "{name}"
        );
        assert_eq!(phone.signed_in_as().await.as_deref(), Some("Jürgen"));
    }
}

#[tokio::test]
async fn names_that_look_alike_in_two_scripts_or_mix_them_are_refused() {
    let site = TestSite::start().await;
    for name in ["Jürgen", "ace", "Соня"] {
        site.register(name).await;
    }
    for (name, status, problem) in [
        ("Ju\u{308}rgen", 409, "This name, or one that looks like it, is taken."),
        ("асе", 409, "This name, or one that looks like it, is taken."),
        ("СОНЯ", 409, "This name, or one that looks like it, is taken."),
        ("аce", 422, "Use letters of one script only."),
        ("z\u{331}\u{332}\u{333}algo", 422, "Use only letters, digits, “_” and “-”."),
        ("ada\u{200d}", 422, "Use only letters, digits, “_” and “-”."),
        ("\u{202e}ada", 422, "Use only letters, digits, “_” and “-”."),
        ("админ♥", 422, "Use only letters, digits, “_” and “-”."),
        ("Ädmin", 422, "This name is reserved. Choose another one."),
    ] {
        let answer = site.visitor().post("/register", &[("username", name), ("password", PASSWORD)]).await;
        let shown = answer.text("#username-problem").unwrap_or_default();
        assert_eq!((answer.status, &*shown), (status, problem), "{name}");
    }
}
