//! Private notes about matches.

use crate::harness::{PageAnswer, SHORT_WIN, TestMatch, TestPerson, TestSite};

async fn saves_note(person: &TestPerson, m: &TestMatch, text: &str) -> PageAnswer {
    person.post(&m.path("notes"), &[("text", text)]).await
}

/// The note on a user's page; `None` if it has no field.
async fn noted(person: &TestPerson, m: &TestMatch) -> Option<String> {
    person.get(&m.path("")).await.text("#notes textarea")
}

#[tokio::test]
async fn a_note_is_stored_for_its_author_and_can_be_changed_and_cleared() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    assert_eq!(noted(&m.ada, &m).await.as_deref(), Some(""));
    let answer = saves_note(&m.ada, &m, "Ben likes corners.\r\nb2 first <b>★</b>").await;
    assert_eq!((answer.status, answer.location()), (303, format!("{}#notes", m.path("")).as_str()));
    assert_eq!(noted(&m.ada, &m).await.as_deref(), Some("Ben likes corners. b2 first <b>★</b>"));
    saves_note(&m.ada, &m, "Corners").await;
    assert_eq!(noted(&m.ada, &m).await.as_deref(), Some("Corners"));
    saves_note(&m.ada, &m, " \u{200b}\r\n").await;
    assert_eq!(noted(&m.ada, &m).await.as_deref(), Some(""));
}

#[tokio::test]
async fn notes_are_visible_to_their_author_only() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let eve = site.register("Eve").await;
    saves_note(&m.ada, &m, "a secret of Ada").await;
    saves_note(&eve, &m, "a secret of Eve").await;
    m.play_all(&SHORT_WIN).await;
    for person in [&m.ada, &m.ben, &eve, &site.visitor()] {
        for page in ["", "?ply=1", "/record.json", "/record.txt"] {
            let body = person.get(&format!("{}{page}", m.path(""))).await.body;
            let own = std::ptr::eq(person, &m.ada) && !page.starts_with('/');
            assert_eq!(body.contains("a secret of Ada"), own, "{page}");
            let own = std::ptr::eq(person, &eve) && !page.starts_with('/');
            assert_eq!(body.contains("a secret of Eve"), own, "{page}");
        }
        let received = person.listens(&m.id, 0).await.next().await.unwrap();
        assert!(!received.data.contains("a secret"), "{received:?}");
    }
    assert_eq!(noted(&site.visitor(), &m).await, None);
    assert_eq!(noted(&m.ada, &m).await.as_deref(), Some("a secret of Ada"), "also after the end");
}

#[tokio::test]
async fn a_note_is_shown_only_in_its_match() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    saves_note(&m.ada, &m, "Corners").await;
    let other = TestMatch { id: m.ada.opens(&[("game", "kalah")]).await, ..m };
    assert_eq!(noted(&other.ada, &other).await.as_deref(), Some(""));
}

#[tokio::test]
async fn a_note_that_is_too_long_is_returned_with_a_reason_and_the_previous_one_is_unchanged() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let longest = "★".repeat(2_000);
    assert_eq!(saves_note(&m.ada, &m, &longest).await.status, 303);
    let longer = "✦".repeat(2_001);
    for answer in [
        saves_note(&m.ada, &m, &longer).await,
        m.ada.post_by_htmx(&m.path("notes"), &[("text", &longer)]).await,
    ] {
        assert_eq!(answer.status, 422);
        assert_eq!(answer.text("#notes textarea").as_deref(), Some(longer.as_str()), "the text is preserved");
        let problem = answer.text("#notes .problem").unwrap();
        assert!(problem.contains("2000") && problem.contains("2001"), "{problem}");
    }
    assert_eq!(noted(&m.ada, &m).await, Some(longest));
}

#[tokio::test]
async fn an_invalid_note_form_is_refused() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let forms: [(&[u8], u16); 5] = [
        (b"", 422),
        (b"text=a&text=b", 422),
        (b"text=a&user=2", 422),
        (b"text=%ff", 400),
        (b"text=\xc3", 400),
    ];
    for (form, status) in forms {
        let answer = m.ada.post_bytes(&m.path("notes"), form.to_vec()).await;
        assert_eq!(answer.status, status, "{form:?}");
    }
    let huge = format!("text={}", "x".repeat(64 * 1024));
    assert_eq!(m.ada.post_bytes(&m.path("notes"), huge).await.status, 413);
    assert_eq!(m.ada.post("/matches/7Wd2aaaaaaaa/notes", &[("text", "x")]).await.status, 404);
    saves_note(&m.ada, &m, "one\u{0}two\u{7}").await;
    assert_eq!(noted(&m.ada, &m).await.as_deref(), Some("onetwo"));
}

#[tokio::test]
async fn htmx_receives_the_note_only() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let answer = m.ada.post_by_htmx(&m.path("notes"), &[("text", "Corners")]).await;
    assert_eq!((answer.status, answer.is_page()), (200, false));
    assert_eq!(answer.text("#notes [role=status]").as_deref(), Some("Saved."));
    assert_eq!(answer.text("#notes textarea").as_deref(), Some("Corners"));
}
