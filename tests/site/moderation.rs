//! Chat messages that moderators remove.

use parlour::users::Role;

use crate::harness::{PASSWORD, PageAnswer, SHORT_WIN, TestMatch, TestPerson, TestSite};

const GONE: &str = "Message removed by a moderator";

async fn says(who: &TestPerson, m: &TestMatch, text: &str) {
    assert_eq!(who.post(&m.path("chat"), &[("text", text)]).await.status, 303);
}

async fn removes(who: &TestPerson, m: &TestMatch, fields: &[(&str, &str)]) -> PageAnswer {
    who.post(&m.path("chat/remove"), fields).await
}

async fn reports_line(who: &TestPerson, m: &TestMatch, line: &str) {
    let about = [("match", &*m.id), ("line", line), ("cause", "abuse"), ("words", "He shouts.")];
    assert_eq!(who.post("/reports", &about).await.status, 303);
}

/// All texts in the database that contain these words, with their tables.
async fn texts_with(site: &TestSite, words: &str) -> Vec<String> {
    let db = site.database().await;
    let mut found = Vec::new();
    for (table, column) in [
        ("chat_messages", "text"),
        ("report_evidence", "text"),
        ("outbox", "body"),
        ("pushes", "body"),
        ("audit_log", "reason"),
    ] {
        let sql = format!("SELECT '{table}: ' || {column} FROM {table} WHERE instr({column}, $1) > 0");
        let query = sqlx::query_scalar::<_, String>(sqlx::AssertSqlSafe(sql)).bind(words.to_owned());
        found.extend(query.fetch_all(&db).await.unwrap());
    }
    found
}

#[tokio::test]
async fn a_reported_message_is_removed_for_everyone_and_stored_as_evidence() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let root = site.register_as("Rosa", Role::Admin).await;
    says(&m.ada, &m, "Good luck").await;
    says(&m.ben, &m, "a vile remark").await;
    reports_line(&m.ada, &m, "2").await;
    let case = mona.get("/admin/reports/1").await;
    assert_eq!(case.attribute("[name=message][checked]", "value").as_deref(), Some("2"), "it is chosen");
    let seq = m.seq().await;
    let mut stream = m.ada.listens(&m.id, seq).await;
    stream.next().await;

    let fields = [("message", "2"), ("report", "1"), ("why", "An insult")];
    let removed = removes(&mona, &m, &fields).await;
    assert_eq!((removed.status, removed.location()), (303, "/admin/reports/1"));
    let received = stream.next().await.unwrap();
    assert!(received.data.contains(GONE) && !received.data.contains("vile"), "{}", received.data);
    for player in [&m.ada, &m.ben] {
        let page = player.get(&m.path("")).await;
        assert!(page.text("#said").unwrap().contains(&format!("Ben {GONE}")), "{}", page.body);
        assert!(!page.body.contains("vile"));
        assert_eq!(page.attributes("#t2 a", "href"), [""; 0], "it cannot be reported again");
    }
    assert_eq!(texts_with(&site, "vile").await, ["report_evidence: a vile remark"], "nothing else holds it");

    let case = mona.get("/admin/reports/1").await;
    assert!(case.text(".heard .reported").unwrap().contains("a vile remark"), "staff still see the message");
    let log = root.get("/admin/audit").await.text("ol.entries > li").unwrap();
    assert!(log.contains("removed a chat message by Ben") && log.contains("An insult"), "{log}");
    let answer = removes(&mona, &m, &fields).await;
    assert_eq!(answer.status, 409, "once is enough");
    assert_eq!(m.record().await["plies"].as_array().unwrap().len(), 0);
}

#[tokio::test]
async fn a_removed_message_without_a_report_is_not_stored() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    says(&m.ben, &m, "a vile remark").await;
    m.play_all(&SHORT_WIN).await;
    let page = mona.get(&m.path("")).await;
    assert_eq!(page.attributes(".moderation [name=message]", "value"), ["1"]);
    for other in [&m.ada, &site.register("Eve").await, &site.visitor()] {
        assert_eq!(other.get(&m.path("")).await.text(".moderation"), None);
    }
    let removed = removes(&mona, &m, &[("message", "1")]).await;
    assert_eq!((removed.status, removed.location()), (303, m.path("").as_str()), "a reason is optional");
    for reader in [&m.ada, &mona, &site.visitor()] {
        let page = reader.get(&m.path("")).await;
        assert!(page.body.contains(GONE) && !page.body.contains("vile"));
    }
    assert_eq!(texts_with(&site, "vile").await, [""; 0]);
}

#[tokio::test]
async fn several_messages_are_removed_at_once() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    for text in ["a vile remark", "a kind remark", "a vile reply"] {
        says(&m.ben, &m, text).await;
    }
    m.play_all(&SHORT_WIN).await;
    assert_eq!(removes(&mona, &m, &[("message", "1")]).await.status, 303);
    assert_eq!(
        removes(&mona, &m, &[("message", "1"), ("message", "3")]).await.status,
        303,
        "one of them is gone"
    );
    let page = m.ada.get(&m.path("")).await;
    assert!(!page.body.contains("vile") && page.body.contains("kind"), "{}", page.body);
    assert_eq!(removes(&mona, &m, &[("message", "1")]).await.status, 409);
    assert_eq!(removes(&mona, &m, &vec![("message", "2"); 201]).await.status, 422);
    let acts = "SELECT count(*) FROM audit_log WHERE action = 'remove-message'";
    let acts: i64 = sqlx::query_scalar(acts).fetch_one(&site.database().await).await.unwrap();
    assert_eq!(acts, 2);
}

#[tokio::test]
async fn a_removal_survives_a_restart() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    says(&m.ben, &m, "a vile remark").await;
    m.play_all(&SHORT_WIN).await;
    assert_eq!(removes(&mona, &m, &[("message", "1")]).await.status, 303);
    let site = site.restart(|_| {}).await;
    let page = site.visitor().get(&m.path("")).await;
    assert!(page.text("#said").unwrap().contains(GONE));
}

#[tokio::test]
async fn emails_do_not_quote_a_removed_message() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register("Ben").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let id = ada.opens(&[("game", "tictactoe")]).await;
    ben.post(&crate::harness::path(&id, "seats"), &[]).await;
    let m = TestMatch { id, ada, ben };
    m.ada.get(&m.path("")).await;
    m.play_all(&SHORT_WIN).await;
    m.ada.get(&m.path("")).await;
    says(&m.ben, &m, "a vile remark").await;
    says(&m.ben, &m, "a kind remark").await;
    assert_eq!(removes(&mona, &m, &[("message", "1")]).await.status, 303);
    site.wait(60_000);
    let email = sink.next().await;
    assert!(email.text.contains("Ben: a kind remark") && !email.text.contains("vile"), "{}", email.text);
    assert_eq!(email.text.matches("Ben:").count(), 1, "{}", email.text);
}

#[tokio::test]
async fn messages_are_removed_only_by_permitted_staff() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    let (mona, nora) =
        (site.register_as("Mona", Role::Moderator).await, site.register_as("Nora", Role::Moderator).await);
    let root = site.register_as("Rosa", Role::Admin).await;
    let eve = site.register("Eve").await;
    says(&m.ben, &m, "a vile remark").await;
    reports_line(&m.ada, &m, "1").await;
    let other = [("person", "Ben"), ("cause", "other"), ("words", "So it was.")];
    assert_eq!(m.ada.post("/reports", &other).await.status, 303);
    let via = |report: &'static str| [("message", "1"), ("report", report)];
    for (who, fields, status) in [
        (&site.visitor(), &via("1")[..], 303),
        (&m.ada, &via("1"), 404),
        (&m.ben, &via("1"), 404),
        (&eve, &via("1"), 404),
        (&mona, &[("message", "1")], 404),
        (&mona, &via("2"), 404),
        (&mona, &via("99"), 404),
        (&mona, &[("message", "99"), ("report", "1")], 404),
        (&mona, &[], 422),
        (&mona, &[("message", "one")], 422),
        (&mona, &[], 422),
        (&mona, &[("message", "1"), ("report", "x")], 422),
        (&mona, &[("message", "1"), ("report", "1"), ("who", "Ben")], 422),
    ] {
        assert_eq!(removes(who, &m, fields).await.status, status, "{fields:?}");
    }
    let long = "x".repeat(501);
    assert_eq!(removes(&mona, &m, &[("message", "1"), ("report", "1"), ("why", &long)]).await.status, 422);
    let elsewhere = mona
        .request(reqwest::Method::POST, &m.path("chat/remove"))
        .header("Sec-Fetch-Site", "cross-site")
        .form(&via("1"));
    assert_eq!(mona.send(elsewhere).await.status, 403, "another site asks for it");
    assert!(m.ada.get(&m.path("")).await.body.contains("a vile remark"), "nothing was removed");

    // Only admins handle messages of staff, and staff never handle a match they play in.
    let id = mona.opens(&[("game", "tictactoe")]).await;
    nora.post(&crate::harness::path(&id, "seats"), &[]).await;
    let theirs = TestMatch { id, ada: mona, ben: nora };
    says(&theirs.ada, &theirs, "among us").await;
    theirs.play_all(&SHORT_WIN).await;
    let third = site.register_as("Olga", Role::Moderator).await;
    assert_eq!(removes(&third, &theirs, &[("message", "2")]).await.status, 403);
    assert_eq!(removes(&theirs.ben, &theirs, &[("message", "2")]).await.status, 403);
    assert_eq!(removes(&root, &theirs, &[("message", "2")]).await.status, 303);
}

#[tokio::test]
async fn a_former_moderator_cannot_remove_messages() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    says(&m.ben, &m, "a vile remark").await;
    m.play_all(&SHORT_WIN).await;
    // The session still has her role as a moderator. Only the transaction sees the current one.
    let demoting = "UPDATE users SET role = 'player' WHERE name = 'Mona'";
    mona.get(&m.path("")).await;
    sqlx::query(demoting).execute(&site.database().await).await.unwrap();
    assert_eq!(removes(&mona, &m, &[("message", "1")]).await.status, 403);
    assert!(m.ada.get(&m.path("")).await.body.contains("a vile remark"));
}

#[tokio::test]
async fn evidence_is_deleted_with_the_account_of_its_author() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    says(&m.ben, &m, "a vile remark").await;
    reports_line(&m.ada, &m, "1").await;
    assert_eq!(removes(&mona, &m, &[("message", "1"), ("report", "1")]).await.status, 303);
    let leaving = [("name", "Ben"), ("password", PASSWORD)];
    assert_eq!(m.ben.post("/account/delete", &leaving).await.status, 200);
    assert_eq!(texts_with(&site, "vile").await, [""; 0]);
}
