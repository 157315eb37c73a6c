//! Reports by users, and how staff handle them.

use parlour::now::Clock;
use parlour::users::Role;

use crate::harness::{HOUR, NOON, PageAnswer, TestMatch, TestPerson, TestSite, path};

const RUDE: [(&str, &str); 2] = [("cause", "abuse"), ("words", "He shouts at people.")];

async fn reports(who: &TestPerson, about: &[(&str, &str)]) -> PageAnswer {
    who.post("/reports", &[about, &RUDE].concat()).await
}

async fn settles(who: &TestPerson, id: i64, verdict: &str) -> PageAnswer {
    let fields = [("verdict", verdict), ("days", "2"), ("why", "Not in this house")];
    who.post(&format!("/admin/reports/{id}/settle"), &fields).await
}

async fn says(who: &TestPerson, m: &TestMatch, text: &str) -> PageAnswer {
    who.post(&m.path("chat"), &[("text", text)]).await
}

#[tokio::test]
async fn a_message_is_reported_and_the_reporter_learns_the_result() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_private_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    says(&m.ada, &m, "Good luck").await;
    says(&m.ben, &m, "Oh be quiet").await;
    let page = m.ada.get(&m.path("")).await;
    let link = page.attribute("#said p:last-child a", "href").unwrap();
    assert_eq!(page.attributes("#said a", "href").len(), 1, "own messages cannot be reported");
    let form = m.ada.get(&link).await;
    assert!(form.text("blockquote").unwrap().contains("Oh be quiet"));
    let about = [("match", &*m.id), ("line", "2")];
    assert_eq!(reports(&m.ada, &about).await.location(), "/reports?done=sent");
    let own = m.ada.get("/reports?done=sent").await;
    assert!(own.text(".notice").unwrap().starts_with("Report sent."));
    assert!(own.body.contains("A message from Ben") && own.body.contains("Not handled yet."));
    assert_eq!(reports(&m.ada, &about).await.status, 409, "once is enough");

    assert_eq!(mona.get(&m.path("")).await.status, 404, "the match itself is hidden from her");
    let queue = mona.get("/admin/reports").await;
    assert!(queue.text(".reports").unwrap().contains("A message from Ben"));
    let case = mona.get("/admin/reports/1").await;
    assert_eq!(case.status, 200);
    assert_eq!(case.text(".heard .reported").as_deref(), Some("Ben Oh be quiet"));
    assert!(case.text(".heard").unwrap().contains("Good luck"), "with the messages around it");
    assert!(case.attribute(".report-board .board", "class").is_some());
    mona.get("/admin/reports/1").await;
    let db = site.database().await;
    let looks = "SELECT count(*) FROM audit_log WHERE action = 'look-into-report' AND match_id IS NOT NULL";
    assert_eq!(sqlx::query_scalar::<_, i64>(looks).fetch_one(&db).await.unwrap(), 1, "the access is logged");

    assert_eq!(settles(&mona, 1, "muted").await.location(), "/admin/reports?settled=1");
    let refused = says(&m.ben, &m, "What?").await;
    assert_eq!(refused.status, 403);
    let words = refused.text(".notice").unwrap();
    assert!(words.contains("23 November 2026, 12:00 UTC: Not in this house."), "{words}");
    let by_htmx = m.ben.post_by_htmx(&m.path("chat"), &[("text", "What?")]).await;
    assert_eq!((by_htmx.status, by_htmx.body.contains("You are muted until")), (403, true));
    m.ben.get(&m.path("")).await;
    assert_eq!(m.ada.play(&m.id, "a1").await.status, 303);
    assert_eq!(m.ben.play(&m.id, "b1").await.status, 303, "everything else works");
    let shown = m.ada.get("/").await;
    assert!(shown.text(".remark").unwrap().contains("took action"));
    let action = shown.attribute(".remark", "action").unwrap();
    assert_eq!(m.ben.post(&action, &[]).await.status, 404, "the message belongs to another user");
    assert_eq!(m.ada.post(&action, &[]).await.status, 303);
    assert_eq!(m.ada.get("/").await.text(".remark"), None);
    site.wait(48 * HOUR);
    assert_eq!(says(&m.ben, &m, "I am back").await.status, 303, "it ends by itself");
}

#[tokio::test]
async fn a_warned_user_reads_the_warning_on_their_next_visit() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let mona = site.register_as("Mona", Role::Moderator).await;
    assert_eq!(
        ada.get("/players/Ben").await.attribute("a[href*=\"reports/new\"]", "href").as_deref(),
        Some("/reports/new?person=Ben")
    );
    assert_eq!(reports(&ada, &[("person", "ben")]).await.status, 303);
    assert_eq!(settles(&mona, 1, "warned").await.status, 303);
    assert!(ben.get("/").await.text(".remark.bad").unwrap().contains("Not in this house"));
    let settled = mona.get("/admin/reports/1").await;
    assert!(settled.text(".notice").unwrap().contains("settled with a warning by Mona"));
    let acts: Vec<String> =
        sqlx::query_scalar("SELECT action FROM audit_log WHERE action <> 'change-role' ORDER BY seq")
            .fetch_all(&site.database().await)
            .await
            .unwrap();
    assert_eq!(acts, ["warn", "settle-report", "look-into-report"]);
}

#[tokio::test]
async fn of_two_simultaneous_settlements_one_succeeds() {
    let site = TestSite::start().await;
    let (ada, _ben) = (site.register("Ada").await, site.register("Ben").await);
    let mona = site.register_as("Mona", Role::Moderator).await;
    let nora = site.register_as("Nora", Role::Moderator).await;
    reports(&ada, &[("person", "Ben")]).await;
    let (one, other) = tokio::join!(settles(&mona, 1, "dismissed"), settles(&nora, 1, "dismissed"));
    let mut both = [one.status, other.status];
    both.sort_unstable();
    assert_eq!(both, [303, 409]);
    assert_eq!(settles(&mona, 1, "dismissed").await.status, 409);
    assert!(ada.get("/").await.text(".remark").unwrap().contains("found nothing to act on"));
    assert_eq!(reports(&ada, &[("person", "Ben")]).await.status, 303, "another time it may be otherwise");
}

#[tokio::test]
async fn reports_are_not_handled_by_those_involved() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let nora = site.register_as("Nora", Role::Moderator).await;
    let root = site.register_as("Rosa", Role::Admin).await;
    // About a moderator, by a moderator, and about a match in which one plays.
    reports(&m.ada, &[("person", "Mona")]).await;
    reports(&nora, &[("person", "Ben")]).await;
    let fields = [("game", "tictactoe"), ("visibility", "public")];
    let id = mona.opens(&fields).await;
    m.ben.post(&path(&id, "seats"), &[]).await;
    reports(&m.ada, &[("match", &*id)]).await;
    for (who, name, may) in [
        (&mona, "Mona", [false, true, false]),
        (&nora, "Nora", [false, false, true]),
        (&root, "Rosa", [true, true, true]),
        (&m.ada, "Ada", [false; 3]),
    ] {
        for (id, may) in (1..).zip(may) {
            let answer = who.get(&format!("/admin/reports/{id}")).await;
            assert_eq!(answer.status, if may { 200 } else { 404 }, "{name} and report {id}");
            if !may {
                assert_eq!(settles(who, id, "dismissed").await.status, 404, "{name} and report {id}");
            }
        }
    }
    assert!(!mona.get("/admin/reports").await.body.contains("/admin/reports/1"), "nor is it in the list");
    assert_eq!(settles(&root, 3, "warned").await.status, 422, "a match cannot be warned");
    assert_eq!(settles(&root, 1, "muted").await.status, 303, "an admin may do that to a moderator");
    for who in [&mona, &nora] {
        let done = who.get("/admin/users/Mona").await.text("ol.entries").unwrap();
        assert!(done.contains("muted them") && !done.contains("report"), "{done}");
    }
    let log = root.get("/admin/audit?person=Mona").await.text("ol.entries").unwrap();
    assert!(log.contains("settled a report about Mona"), "{log}");
}

#[tokio::test]
async fn an_invalid_report_is_refused() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    let eve = site.register("Eve").await;
    says(&m.ada, &m, "Between us").await;
    for (about, status) in [
        (&[][..], 400),
        (&[("person", "Nobody")], 404),
        (&[("person", "Eve")], 422),
        (&[("person", "Ada"), ("match", &*m.id)], 400),
        (&[("match", &*m.id)], 404),
        (&[("match", &*m.id), ("line", "1")], 404),
        (&[("match", "../x")], 404),
        (&[("match", &*m.id), ("line", "x")], 422),
    ] {
        assert_eq!(reports(&eve, about).await.status, status, "{about:?}");
    }
    assert_eq!(reports(&m.ada, &[("match", &*m.id), ("line", "99")]).await.status, 404);
    let long = "x".repeat(1001);
    for fields in [
        [("person", "Ada"), ("cause", "abuse"), ("words", "  ")],
        [("person", "Ada"), ("cause", "abuse"), ("words", "\u{202e} \u{200f}")],
        [("person", "Ada"), ("cause", "abuse"), ("words", "\u{200b}\u{3164}")],
        [("person", "Ada"), ("cause", "abuse"), ("words", &long)],
        [("person", "Ada"), ("cause", "spite"), ("words", "So")],
    ] {
        let answer = eve.post("/reports", &fields).await;
        assert_eq!((answer.status, answer.text("main .problem").is_some()), (422, true), "{fields:?}");
    }
    for page in ["/reports", "/reports/new?person=Ada"] {
        assert_eq!(site.visitor().get(page).await.status, 303, "{page}");
    }
    assert_eq!(reports(&site.visitor(), &[("person", "Ada")]).await.status, 303);
    let count: i64 =
        sqlx::query_scalar("SELECT count(*) FROM reports").fetch_one(&site.database().await).await.unwrap();
    assert_eq!(count, 0);
}

#[tokio::test]
async fn a_report_about_a_match_names_the_player_it_is_about() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let (eve, mona) = (site.register("Eve").await, site.register_as("Mona", Role::Moderator).await);
    let form = format!("/reports/new?match={}", m.id);
    let players = |page: &PageAnswer| page.attributes("[name=player]", "value");
    let own = m.ada.get(&form).await;
    assert_eq!(
        (players(&own), own.attribute("[name=player][checked]", "value")),
        (vec!["Ben".into(), String::new()], Some("Ben".into()))
    );
    let of_watcher = eve.get(&form).await;
    assert_eq!(players(&of_watcher), ["Ada", "Ben", ""]);
    assert_eq!(of_watcher.attribute("[name=player][checked]", "value").as_deref(), Some(""));
    let about = |player| [("match", &*m.id), ("player", player), ("cause", "stalling"), ("words", "So slow")];
    for player in ["Eve", "Ada", "ben", "Former player"] {
        assert_eq!(m.ada.post("/reports", &about(player)).await.status, 422, "{player}");
    }
    for player in ["Ben", ""] {
        assert_eq!(m.ada.post("/reports", &about(player)).await.status, 303, "{player}");
        assert_eq!(m.ada.post("/reports", &about(player)).await.status, 409, "{player}, again");
    }
    assert_eq!(
        mona.get("/admin/reports").await.texts("ul.reports a.title"),
        ["Ben in a match · Stalling", "A match · Stalling"]
    );
    let case = mona.get("/admin/reports/1").await;
    assert_eq!(case.attributes(".report-board + p a", "href"), ["/admin/users/Ada", "/admin/users/Ben"]);
    assert_eq!(settles(&mona, 1, "suspended").await.status, 303);
    assert!(m.ben.get("/").await.text(".suspended").is_some());
    let other = mona.get("/admin/reports").await.attribute("ul.reports a.title", "href").unwrap();
    let other = other.rsplit('/').next().unwrap().parse().unwrap();
    assert_eq!(settles(&mona, other, "suspended").await.status, 422, "nobody is named");
}

#[tokio::test]
async fn reports_are_rate_limited() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    let ada = site.register("Ada").await;
    for n in 0..9 {
        site.register(&format!("Player-{n}")).await;
    }
    for n in 0..8 {
        assert_eq!(reports(&ada, &[("person", &format!("Player-{n}"))]).await.status, 303, "{n}");
    }
    assert_eq!(reports(&ada, &[("person", "Player-8")]).await.status, 429);
}

#[tokio::test]
async fn staff_ban_a_user_from_chat_and_lift_the_ban() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let root = site.register_as("Rosa", Role::Admin).await;
    let mute = |days: &'static str| [("days", days), ("why", "Shouting")];
    assert_eq!(mona.post("/admin/users/Ben/chat-ban", &mute("3")).await.status, 303);
    assert_eq!(says(&m.ben, &m, "Hm").await.status, 403);
    assert_eq!(mona.post("/admin/users/ben/chat-ban/end", &[]).await.status, 303);
    assert_eq!(says(&m.ben, &m, "Ah").await.status, 303);
    assert_eq!(mona.post("/admin/users/Ben/chat-ban/end", &[]).await.status, 409);
    for (who, reported, status) in [
        (&mona, "Rosa", 403),
        (&mona, "Mona", 403),
        (&root, "Rosa", 403),
        (&mona, "Nobody", 404),
        (&m.ada, "Ben", 404),
        (&site.visitor(), "Ben", 303),
    ] {
        let answer = who.post(&format!("/admin/users/{reported}/chat-ban"), &mute("3")).await;
        assert_eq!(answer.status, status, "{reported}");
    }
    for fields in [mute("0"), mute("366"), mute("x"), [("days", "1"), ("why", " ")]] {
        assert_eq!(mona.post("/admin/users/Ben/chat-ban", &fields).await.status, 422, "{fields:?}");
    }
    assert_eq!(says(&m.ben, &m, "Still here").await.status, 303);
}

#[tokio::test]
async fn a_private_match_is_decided_by_the_handler_of_a_report_about_it() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    reports(&m.ada, &[("match", &*m.id)]).await;
    let case = mona.get("/admin/reports/1").await;
    assert_eq!(case.attribute("input[name=\"report\"]", "value").as_deref(), Some("1"));
    let fields = [("why", "Agreed between them"), ("report", "1"), ("sure", "yes")];
    let decided = mona.post(&m.path("staff-abort"), &fields).await;
    assert_eq!((decided.status, decided.location()), (303, "/admin/reports/1"));
    assert_eq!(m.record().await["ending"]["how"], "aborted");
    assert_eq!(settles(&mona, 1, "acted").await.status, 303);
}
