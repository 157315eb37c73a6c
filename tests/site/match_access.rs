//! Access to matches: only with a session, and not from other sites.

use reqwest::Method;

use crate::harness::{TestSite, match_actions, path};

#[tokio::test]
async fn what_another_site_sends_changes_nothing() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let foreign: [(&str, &str); 4] = [
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "same-site"),
        ("Origin", "https://evil.example"),
        ("Origin", "null"),
    ];
    let addresses = match_actions().into_iter().map(|what| m.path(what)).chain(["/matches".to_owned()]);
    for path in addresses {
        for (name, value) in foreign {
            let request = m.ada.request(Method::POST, &path).header(name, value);
            let answer = m.ada.send(request.form(&[("seq", "4"), ("notation", "a1")])).await;
            assert_eq!(answer.status, 403, "{path} {name}: {value}");
        }
    }
    let request = m.ada.request(Method::DELETE, &m.path("seats/leave"));
    assert_eq!(m.ada.send(request.header("Sec-Fetch-Site", "cross-site")).await.status, 403);
    assert_eq!(m.seq().await, 4);
}

#[tokio::test]
async fn a_visitor_is_sent_to_sign_in_and_changes_nothing() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let visitor = site.visitor();
    // The match is rated, and a visitor could only join it as a guest.
    assert_eq!(visitor.post(&m.path("seats/guest"), &[]).await.status, 403);
    assert_eq!(visitor.post_by_htmx(&m.path("seats/guest"), &[]).await.status, 403);
    for what in match_actions().into_iter().filter(|what| *what != "seats/guest") {
        let answer = visitor.post(&m.path(what), &[]).await;
        // A visitor who joins signs up first, and returns afterwards.
        let expected = match what {
            "seats" => format!("/register?next=%2Fmatches%2F{}%2Fseats", m.id),
            _ => format!("/login?next=%2Fmatches%2F{}", m.id),
        };
        assert_eq!((answer.status, answer.location()), (303, expected.as_str()), "{what}");
        let answer = visitor.post_by_htmx(&m.path(what), &[]).await;
        assert_eq!((answer.status, answer.header("hx-redirect")), (200, expected.as_str()), "{what}");
    }
    let answer = visitor.delete(&m.path("seats/leave")).await;
    assert_eq!(answer.status, 303);
    let answer = visitor.post("/matches", &[("game", "tictactoe")]).await;
    assert_eq!(answer.status, 303);
    assert!(answer.location().starts_with("/login"), "{}", answer.location());
    assert_eq!(m.seq().await, 4);
}

#[tokio::test]
async fn a_visitor_may_look_on_at_a_public_match() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let visitor = site.visitor();
    for what in ["", "record.json", "record.txt"] {
        assert_eq!(visitor.get(&m.path(what)).await.status, 200, "{what}");
    }
    let page = visitor.get(&path(&m.id, "")).await;
    assert!(page.attribute("#board", "id").is_some());
    for what in match_actions() {
        let button = format!("form[action=\"{}\"] button", m.path(what));
        assert_eq!(page.text(&button), None, "{what}");
    }
}

#[tokio::test]
async fn a_session_that_has_ended_opens_nothing_more() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    m.ada.post("/logout", &[]).await;
    assert_eq!(m.ada.get(&m.path("")).await.status, 404);
    let answer = m.ada.play_from(&m.id, "4", "a1").await;
    assert_eq!(answer.status, 303);
    assert!(answer.location().starts_with("/login?next="));
}

#[tokio::test]
async fn a_form_of_more_than_64_kib_is_refused_also_where_nothing_is_read() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    for what in match_actions() {
        let answer = m.ada.post_bytes(&m.path(what), "x".repeat(64 * 1024 + 1)).await;
        assert_eq!(answer.status, 413, "{what}");
    }
    assert_eq!(m.seq().await, 4);
}
