//! Matches on the dashboard: waiting ones, with offers, and ended ones.

use crate::harness::{MINUTE, SHORT_WIN, TestSite, path};

#[tokio::test]
async fn pending_requests_are_on_the_dashboard_and_sent_by_email() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let fields = [("game", "tictactoe"), ("option.size", "5"), ("time", "days"), ("time.days", "14")];
    let id = ada.opens(&fields).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.play(&id, "a1").await;
    ben.play(&id, "b2").await;
    for (what, answer, words, subject, no) in [
        ("draw", "offer", "Draw offered", "Ada offers a draw: Tic-Tac-Toe", "decline"),
        ("pause", "ask", "Pause requested", "Ada asks for a pause: Tic-Tac-Toe", "decline"),
    ] {
        assert_eq!(ben.turns().await, "0");
        ben.get(&path(&id, "")).await;
        assert_eq!(ada.post(&path(&id, what), &[("answer", answer)]).await.status, 303);
        assert_eq!(ben.turns().await, "1", "{what}");
        let (links, row) = ben.lists("Needs your answer").await;
        assert_eq!((links, row.contains(words)), (vec![path(&id, "")], true), "{row}");
        site.wait(MINUTE);
        let email = sink.next().await;
        assert_eq!((email.to.as_str(), email.subject()), ("ben@example.org", subject.to_owned()));
        ben.post(&path(&id, what), &[("answer", no)]).await;
        assert_eq!(ben.lists("Needs your answer").await.0.len(), 0);
    }
    ada.post(&path(&id, "draw"), &[("answer", "offer")]).await;
    ben.post(&path(&id, "draw"), &[("answer", "decline")]).await;
    ada.play(&id, "c3").await;
    ben.play(&id, "d4").await;
    for person in [&ada, &ben] {
        person.get(&path(&id, "")).await;
    }
    assert_eq!(ben.post(&path(&id, "takeback"), &[("answer", "ask")]).await.status, 303);
    assert_eq!(ada.turns().await, "1", "her turn and the request count as one match");
    ada.play(&id, "e5").await;
    assert_eq!((ada.turns().await.as_str(), ben.turns().await.as_str()), ("0", "1"), "it has lapsed");
    site.wait(MINUTE);
    assert_eq!(sink.next().await.subject(), "Your move against Ada: Tic-Tac-Toe");
}

#[tokio::test]
async fn matches_finished_since_the_last_visit_are_listed_separately_until_seen() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    assert_eq!(m.ben.lists("Finished since your last visit").await.0, [m.path("")]);
    assert_eq!(m.ada.lists("Finished since your last visit").await.0.len(), 0, "she ended it herself");
    assert_eq!(m.ada.lists("Finished matches").await.0, [m.path("")]);
    m.ben.get(&m.path("")).await;
    assert_eq!(m.ben.lists("Finished since your last visit").await.0.len(), 0);
    assert_eq!(m.ben.lists("Finished matches").await.0, [m.path("")]);
}

/// Copies a match between Ada and Ben until there are `count` more, with alternating turns.
async fn copies(site: &TestSite, id: &str, count: i64) {
    let database = site.database().await;
    let sql = format!(
        "CREATE TEMP TABLE copies AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
            SELECT i, 'c' || replace(substr(CAST(100000000000 + i AS TEXT), 2), '0', 'z') AS id FROM n;
        INSERT INTO matches (id, game, options, status, visibility, code, seat_count, seats_taken, to_act, ply_count, position,
            opened_by, opened_at, changed_at, deadline, time_control)
        SELECT c.id, game, options, status, visibility, code || c.i, seat_count, seats_taken,
            (SELECT user_id FROM match_seats s WHERE s.match_id = m.id AND s.seat = c.i % 2), ply_count, position,
            opened_by, opened_at, changed_at + c.i, deadline, time_control FROM matches m, copies c WHERE m.id = '{id}';
        INSERT INTO match_seats (match_id, seat, user_id, is_reserved)
        SELECT c.id, seat, user_id, is_reserved FROM match_seats s, copies c WHERE s.match_id = '{id}';
        INSERT INTO match_events SELECT c.id, seq, at, actor_id, kind, body, former_id FROM match_events e, copies c
        WHERE e.match_id = '{id}'"
    );
    let mut connection = database.acquire().await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut *connection).await.unwrap();
}

#[tokio::test]
async fn every_running_match_is_on_one_page_of_the_dashboard() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    copies(&site, &m.id, 239).await;
    let turns: u32 = m.ada.turns().await.parse().unwrap();
    let first = m.ada.get("/").await;
    assert_eq!(first.text("h1").as_deref(), Some("Your move in 120 matches"), "all are counted");
    assert_eq!(turns, 120);
    let (mut found, mut pages, mut next) = (Vec::new(), Vec::new(), Some("/".to_owned()));
    while let Some(path) = next {
        let page = m.ada.get(&path).await;
        let links = page.attributes("main a.match", "href");
        pages.push((links.len(), page.texts("section.card h2"), page.texts("section.card .count")));
        found.extend(links);
        next = page.attribute(".pages a[rel=next]", "href");
    }
    let distinct: std::collections::BTreeSet<_> = found.iter().collect();
    assert_eq!((found.len(), distinct.len()), (240, 240), "{pages:?}");
    assert!(pages.iter().all(|(count, ..)| *count <= 32), "{pages:?}");
    assert_eq!(pages[1].1, ["Your move"], "{pages:?}");
    assert_eq!(pages[3].1, ["Your move", "Opponent’s turn"], "her turns come before those of opponents");
    assert_eq!(pages[3].2, ["120", "120"]);
    assert_eq!(m.ada.get("/?from=32").await.attribute(".pages a", "href").as_deref(), Some("/"));
    for from in ["", "x", "-1", "0"] {
        let page = m.ada.get(&format!("/?from={from}")).await;
        assert_eq!((page.status, page.text("h1")), (200, first.text("h1")), "{from}");
    }
    let behind = m.ada.get("/?from=9999").await;
    assert!(behind.text("main").unwrap().contains("No more running matches."));
}
