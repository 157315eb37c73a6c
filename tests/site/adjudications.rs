//! Rulings by staff.

use parlour::users::Role;
use sqlx::Row;

use crate::harness::{TestMatch, TestPerson, TestSite, path};

/// The outcome was shown and confirmed.
const SURE: (&str, &str) = ("sure", "yes");
const WHY: (&str, &str) = ("why", "Ben was called away for good");

async fn adjudicates(who: &TestPerson, m: &TestMatch, places: &[&str]) -> crate::harness::PageAnswer {
    let names: Vec<_> = (0..places.len()).map(|seat| format!("place.{seat}")).collect();
    let mut fields = vec![WHY, SURE];
    fields.extend(names.iter().map(String::as_str).zip(places.iter().copied()));
    who.post(&m.path("adjudication"), &fields).await
}

#[tokio::test]
async fn a_moderator_decides_a_match_and_everyone_sees_the_reason() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let page = mona.get(&m.path("")).await;
    let form = format!("form[action=\"{}\"]", m.path("adjudication"));
    assert!(page.text(&form).is_some(), "staff who look on have the form");
    for player in [&m.ada, &site.register("Eve").await, &site.visitor()] {
        assert_eq!(player.get(&m.path("")).await.text(&form), None, "others do not have the form");
    }
    let answer = adjudicates(&mona, &m, &["2", "1"]).await;
    assert_eq!((answer.status, answer.location()), (303, &*path(&m.id, "")));
    let record = m.record().await;
    assert_eq!(record["ending"], serde_json::json!({ "how": "adjudicated", "places": [2, 1] }));
    assert_eq!(record["ruled"], "Ben was called away for good");
    let seen = m.ben.get(&m.path("")).await;
    assert!(seen.body.contains("You won"), "{}", seen.body);
    assert!(seen.body.contains("Decided by a moderator: Ben was called away for good"));
    let text = m.ben.get(&m.path("record.txt")).await.body;
    assert!(text.contains("\nBen won. Decided by a moderator: Ben was called away for good\n"), "{text}");
    let db = site.database().await;
    let note =
        sqlx::query("SELECT action, reason, match_id, detail FROM audit_log ORDER BY seq DESC LIMIT 1");
    let note = note.fetch_one(&db).await.unwrap();
    let column = |name: &str| note.get::<String, _>(name);
    assert_eq!(column("action"), "adjudicate-match");
    assert_eq!(
        (column("reason"), column("detail")),
        ("Ben was called away for good".into(), "places 2 1".into())
    );
    assert_eq!(column("match_id"), m.id);
    assert_eq!(adjudicates(&mona, &m, &["1", "2"]).await.status, 409, "it is over");
}

#[tokio::test]
async fn staff_are_shown_the_outcome_and_asked_before_anything_happens() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let before = m.record().await;
    for (places, outcome) in [
        (["2", "1"], "Ben wins, Ada loses."),
        (["1", "2"], "Ada wins, Ben loses."),
        (["2", "2"], "The match is a draw."),
    ] {
        let fields = [WHY, ("place.0", places[0]), ("place.1", places[1])];
        let asked = mona.post(&m.path("adjudication"), &fields).await;
        assert_eq!((asked.status, asked.text("h1").as_deref()), (200, Some("Decide this match?")));
        let text = asked.text("main").unwrap();
        assert!(text.contains(outcome) && text.contains(WHY.1) && text.contains("ratings change"), "{text}");
        let sent = asked.attributes("main form input", "name");
        assert_eq!(sent, ["why", "place.0", "place.1", "sure"]);
    }
    let asked = mona.post(&m.path("staff-abort"), &[WHY]).await;
    assert_eq!((asked.status, asked.text("h1").as_deref()), (200, Some("Cancel this match?")));
    assert!(asked.attributes("main a", "href").contains(&path(&m.id, "")), "there is a way back");
    assert_eq!(mona.post(&m.path("staff-abort"), &[WHY, ("sure", "no")]).await.status, 200);
    assert_eq!(m.record().await, before);
}

#[tokio::test]
async fn a_cancelled_match_is_not_rated_and_a_decided_one_is_rated_by_its_places() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let mona = site.register_as("Mona", Role::Admin).await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let fields = [("game", "tictactoe"), ("visibility", "public"), ("rated", "yes")];
        let id = ada.opens(&fields).await;
        assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
        ids.push(id);
    }
    let off = mona.post(&path(&ids[0], "staff-abort"), &[WHY, SURE]).await;
    assert_eq!(off.status, 303);
    let page = ada.get(&path(&ids[0], "")).await;
    assert!(page.body.contains("Cancelled by a moderator: Ben was called away for good"), "{}", page.body);
    let db = site.database().await;
    let rated = async || -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM rated_matches").fetch_one(&db).await.unwrap()
    };
    assert_eq!(rated().await, 0);
    let decided = [WHY, SURE, ("place.0", "1"), ("place.1", "2")];
    assert_eq!(mona.post(&path(&ids[1], "adjudication"), &decided).await.status, 303);
    assert_eq!(rated().await, 1);
}

#[tokio::test]
async fn only_staff_without_a_part_in_a_match_decide_it() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let before = m.record().await;
    for what in ["adjudication", "staff-abort"] {
        let action = m.path(what);
        assert_eq!(m.ada.post(&action, &[WHY]).await.status, 404, "{what}");
        assert_eq!(
            site.register(&format!("Eve-{}", what.len())).await.post(&action, &[WHY]).await.status,
            404
        );
        let visitor = site.visitor().post(&action, &[WHY]).await;
        assert_eq!((visitor.status, visitor.location().starts_with("/login")), (303, true), "{what}");
    }
    site.make("Ada", Role::Admin).await;
    m.ada.post("/login", &[("username", "Ada"), ("password", crate::harness::PASSWORD)]).await;
    let own = m.ada.post(&m.path("staff-abort"), &[WHY, SURE]).await;
    assert_eq!((own.status, own.body.contains("someone else has to decide")), (403, true));
    assert_eq!(m.record().await, before);
}

#[tokio::test]
async fn an_invalid_ruling_changes_nothing() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let before = m.record().await;
    for places in [&[][..], &["1"], &["1", "2", "1"], &["0", "1"], &["1", "3"], &["1", "x"], &["1", "-1"]] {
        assert_eq!(adjudicates(&mona, &m, places).await.status, 422, "{places:?}");
    }
    let action = m.path("staff-abort");
    let long = "x".repeat(301);
    for why in ["", "   ", &long] {
        assert_eq!(mona.post(&action, &[("why", why)]).await.status, 422, "{why}");
    }
    assert_eq!(mona.post(&action, &[WHY, ("place.0", "1")]).await.status, 422);
    assert_eq!(mona.post(&action, &[WHY, ("report", "7")]).await.status, 404, "there is no such report");
    assert_eq!(mona.post(&path("7Wd2aaaaaaaa", "staff-abort"), &[WHY]).await.status, 404);
    assert_eq!(m.record().await, before);
    let private = site.register("Cleo").await;
    let fields = [("game", "tictactoe"), ("visibility", "private")];
    let id = private.opens(&fields).await;
    assert_eq!(site.register("Dora").await.post(&path(&id, "seats"), &[]).await.status, 303);
    assert_eq!(
        mona.post(&path(&id, "staff-abort"), &[WHY]).await.status,
        404,
        "a private match without a report"
    );
}

#[tokio::test]
async fn a_moderator_who_lost_their_role_cannot_decide_a_match() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    site.register_as("Mona", Role::Moderator).await;
    let admin = site.register_as("Max", Role::Admin).await;
    let db = site.database().await;
    let demoted = [("why", "for the test"), ("role", "player"), ("from", "moderator")];
    for round in 0..6 {
        let id = ada.opens(&[("game", "tictactoe")]).await;
        let mona = site.visitor();
        mona.post("/login", &[("username", "Mona"), ("password", crate::harness::PASSWORD)]).await;
        let action = path(&id, "staff-abort");
        let (adjudicated, demoted) =
            tokio::join!(mona.post(&action, &[WHY, SURE]), admin.post("/admin/users/Mona/role", &demoted),);
        assert_eq!(demoted.status, 303, "{}", demoted.body);
        let log = "SELECT action FROM audit_log WHERE action IN ('abort-match', 'change-role') ORDER BY seq DESC LIMIT 1";
        let last: String = sqlx::query_scalar(log).fetch_one(&db).await.unwrap();
        assert_eq!(last, "change-role", "round {round}: decided after the demotion ({})", adjudicated.status);
        let (open, decided) =
            (ada.record(&id).await["status"] == "open", adjudicated.location() == path(&id, ""));
        assert_eq!(
            open, !decided,
            "round {round}: what was refused has changed nothing ({})",
            adjudicated.status
        );
        site.make("Mona", Role::Moderator).await;
    }
}
