//! Who is let through to a match: nobody without a session, nothing from another site.

use reqwest::Method;

use crate::harness::{TestSite, match_actions, path};

#[tokio::test]
async fn what_another_site_sends_changes_nothing() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    let foreign: [(&str, &str); 4] = [
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "same-site"),
        ("Origin", "https://evil.example"),
        ("Origin", "null"),
    ];
    let addresses = match_actions().into_iter().map(|what| table.path(what)).chain(["/matches".to_owned()]);
    for path in addresses {
        for (name, value) in foreign {
            let request = table.ada.request(Method::POST, &path).header(name, value);
            let answer = table.ada.send(request.form(&[("seq", "4"), ("notation", "a1")])).await;
            assert_eq!(answer.status, 403, "{path} {name}: {value}");
        }
    }
    let request = table.ada.request(Method::DELETE, &table.path("seats/leave"));
    assert_eq!(table.ada.send(request.header("Sec-Fetch-Site", "cross-site")).await.status, 403);
    assert_eq!(table.seq().await, 4);
}

#[tokio::test]
async fn a_visitor_is_sent_to_sign_in_and_changes_nothing() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    let visitor = site.visitor();
    // The match is rated, and a visitor could only join it as a guest.
    assert_eq!(visitor.post(&table.path("seats/guest"), &[]).await.status, 403);
    assert_eq!(visitor.post_by_htmx(&table.path("seats/guest"), &[]).await.status, 403);
    for what in match_actions().into_iter().filter(|what| *what != "seats/guest") {
        let answer = visitor.post(&table.path(what), &[]).await;
        // Whoever presses a seat is taken for somebody new, and comes back to it.
        let expected = match what {
            "seats" => format!("/register?next=%2Fmatches%2F{}%2Fseats", table.id),
            _ => format!("/login?next=%2Fmatches%2F{}", table.id),
        };
        assert_eq!((answer.status, answer.location()), (303, expected.as_str()), "{what}");
        let answer = visitor.post_by_htmx(&table.path(what), &[]).await;
        assert_eq!((answer.status, answer.header("hx-redirect")), (200, expected.as_str()), "{what}");
    }
    let answer = visitor.delete(&table.path("seats/leave")).await;
    assert_eq!(answer.status, 303);
    let answer = visitor.post("/matches", &[("game", "tictactoe")]).await;
    assert_eq!(answer.status, 303);
    assert!(answer.location().starts_with("/login"), "{}", answer.location());
    assert_eq!(table.seq().await, 4);
}

#[tokio::test]
async fn a_visitor_may_look_on_at_a_public_match() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    let visitor = site.visitor();
    for what in ["", "record.json", "record.txt"] {
        assert_eq!(visitor.get(&table.path(what)).await.status, 200, "{what}");
    }
    let page = visitor.get(&path(&table.id, "")).await;
    assert!(page.attribute("#board", "id").is_some());
    for what in match_actions() {
        let button = format!("form[action=\"{}\"] button", table.path(what));
        assert_eq!(page.text(&button), None, "{what}");
    }
}

#[tokio::test]
async fn a_session_that_has_ended_opens_nothing_more() {
    let site = TestSite::start().await;
    let table = site.private_table("tictactoe").await;
    table.ada.post("/logout", &[]).await;
    assert_eq!(table.ada.get(&table.path("")).await.status, 404);
    let answer = table.ada.play_from(&table.id, "4", "a1").await;
    assert_eq!(answer.status, 303);
    assert!(answer.location().starts_with("/login?next="));
}

#[tokio::test]
async fn a_form_of_more_than_64_kib_is_refused_also_where_nothing_is_read() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    for what in match_actions() {
        let answer = table.ada.post_bytes(&table.path(what), "x".repeat(64 * 1024 + 1)).await;
        assert_eq!(answer.status, 413, "{what}");
    }
    assert_eq!(table.seq().await, 4);
}
