//! Declining an invitation.

use parlour::matches::MatchRecord;
use serde_json::json;

use crate::harness::{PageAnswer, SHORT_WIN, TestMatch, TestPerson, TestSite, path};

/// A rematch that Ada has offered and Ben has not accepted.
struct OfferedCase {
    m: TestMatch,
    id: String,
}

impl OfferedCase {
    async fn at(site: &TestSite, visibility: &str) -> Self {
        let m = match visibility {
            "private" => site.start_private_match("tictactoe").await,
            _ => site.start_match("tictactoe").await,
        };
        m.play_all(&SHORT_WIN).await;
        let offered = m.ada.post(&m.path("rematch"), &[]).await;
        let id = offered.location().strip_prefix("/matches/").unwrap().to_owned();
        Self { m, id }
    }

    fn path(&self, what: &str) -> String {
        path(&self.id, what)
    }

    async fn declined_by(&self, person: &TestPerson) -> PageAnswer {
        person.post(&self.path("seats/decline"), &[]).await
    }

    fn ada(&self) -> &TestPerson {
        &self.m.ada
    }

    fn ben(&self) -> &TestPerson {
        &self.m.ben
    }
}

#[track_caller]
fn assert_refused(answer: &PageAnswer, status: u16, words: &str) {
    assert_eq!(answer.status, status, "{:?}", answer.text("main"));
    let shown = answer.text("main").unwrap_or_else(|| answer.body.clone());
    assert!(shown.contains(words), "{shown}");
}

fn declines(page: &PageAnswer) -> Vec<String> {
    let forms = page.attributes("form[method=post]", "action");
    forms.into_iter().filter(|action| action.ends_with("/seats/decline")).collect()
}

#[tokio::test]
async fn an_invited_seat_is_declined_on_the_match_page_and_free_for_everyone() {
    let site = TestSite::start().await;
    let offered = OfferedCase::at(&site, "public").await;
    let eve = site.register("Eve").await;
    assert_refused(&eve.post(&offered.path("seats"), &[]).await, 409, "no free seat");
    let page = offered.ben().get(&offered.path("")).await;
    assert_eq!(page.texts(".seats .remark")[0], "reserved for you");
    assert_eq!(declines(&page), [offered.path("seats/decline")]);
    let answer = offered.declined_by(offered.ben()).await;
    assert_eq!((answer.status, answer.location()), (303, offered.path("").as_str()));
    let page = offered.ben().get(&offered.path("")).await;
    assert_eq!((declines(&page).len(), page.texts(".seats .remark")[0].as_str()), (0, ""));
    assert_eq!(eve.post(&offered.path("seats"), &[]).await.status, 303);
    let record = eve.record(&offered.id).await;
    assert_eq!((&record["status"], &record["seats"][0]["name"]), (&json!("playing"), &json!("Eve")));
}

#[tokio::test]
async fn an_invited_seat_is_declined_from_the_dashboard_and_the_host_can_wait_for_others() {
    let site = TestSite::start().await;
    let offered = OfferedCase::at(&site, "public").await;
    let page = offered.ben().get("/").await;
    assert_eq!(declines(&page), [offered.path("seats/decline")]);
    assert_eq!(declines(&offered.ada().get("/").await).len(), 0);
    offered.ben().post(&declines(&page)[0], &[]).await;
    let page = offered.ben().get("/").await;
    assert_eq!((declines(&page).len(), page.texts("h2").contains(&"Invitations".to_owned())), (0, false));
    let words = offered.ada().get("/").await.text("a.match .what").unwrap();
    assert!(words.contains("Waiting for one more"), "{words}");
    let lobby = site.register("Eve").await.get("/matches/open").await;
    assert_eq!(lobby.attributes("main li form", "action"), [offered.path("seats")]);
}

#[tokio::test]
async fn htmx_receives_the_match_without_the_invitation() {
    let site = TestSite::start().await;
    let offered = OfferedCase::at(&site, "public").await;
    let answer = offered.ben().post_by_htmx(&offered.path("seats/decline"), &[]).await;
    assert_eq!(answer.status, 200);
    assert!(!answer.is_page() && !answer.body.contains("reserved for") && declines(&answer).is_empty());
}

#[tokio::test]
async fn only_the_invited_user_can_decline() {
    let site = TestSite::start().await;
    let offered = OfferedCase::at(&site, "public").await;
    let eve = site.register("Eve").await;
    for person in [offered.ada(), &eve] {
        assert_eq!(declines(&person.get(&offered.path("")).await).len(), 0, "it is not offered either");
        assert_refused(&offered.declined_by(person).await, 403, "No seat in this match is reserved for you.");
        let answer = person.post_by_htmx(&offered.path("seats/decline"), &[]).await;
        assert_refused(&answer, 403, "No seat in this match is reserved for you.");
    }
    assert_eq!(offered.ada().record(&offered.id).await["seq"], 2);
    offered.declined_by(offered.ben()).await;
    assert_refused(&offered.declined_by(offered.ben()).await, 403, "reserved for you");
    assert_eq!(offered.ada().record(&offered.id).await["seq"], 3, "declining twice is not written twice");
    assert_eq!(offered.ben().post(&path("7Wd2hkQ9xYzA", "seats/decline"), &[]).await.status, 404);
}

#[tokio::test]
async fn an_invitation_cannot_be_declined_after_the_start() {
    let site = TestSite::start().await;
    let offered = OfferedCase::at(&site, "public").await;
    offered.ben().post(&offered.path("seats"), &[]).await;
    for person in [offered.ada(), offered.ben()] {
        assert_refused(&offered.declined_by(person).await, 409, "no longer open");
    }
}

#[tokio::test]
async fn a_private_match_stays_private_when_an_invitation_is_declined() {
    let site = TestSite::start().await;
    let offered = OfferedCase::at(&site, "private").await;
    assert_eq!(offered.declined_by(offered.ben()).await.status, 303);
    assert!(!site.visitor().get("/matches/open").await.body.contains(&offered.id));
    let eve = site.register("Eve").await;
    eve.post(&offered.path("seats"), &[]).await;
    assert_eq!(offered.ben().get(&offered.path("")).await.status, 404, "it is Ada's and Eve's now");
    assert_eq!(offered.declined_by(offered.ben()).await.status, 404);
}

#[tokio::test]
async fn a_declined_invitation_is_in_the_log_and_the_record_checks() {
    let site = TestSite::start().await;
    let offered = OfferedCase::at(&site, "public").await;
    offered.declined_by(offered.ben()).await;
    let eve = site.register("Eve").await;
    eve.post(&offered.path("seats"), &[]).await;
    for (number, ply) in SHORT_WIN.iter().enumerate() {
        let player = if number % 2 == 0 { &eve } else { offered.ada() };
        assert_eq!(player.play(&offered.id, ply).await.status, 303);
    }
    let kinds: Vec<(String, String)> = sqlx::query_as(
        "SELECT kind, body FROM match_events WHERE match_id = $1 AND seq BETWEEN 2 AND 5 ORDER BY seq",
    )
    .bind(&offered.id)
    .fetch_all(&site.database().await)
    .await
    .unwrap();
    let names: Vec<_> = kinds.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(names, ["joined", "invitation_declined", "joined", "started"]);
    assert_eq!(kinds[1].1, r#"{"seat":0}"#);
    let record: MatchRecord = serde_json::from_value(eve.record(&offered.id).await).unwrap();
    assert_eq!(record.check().unwrap().plies, SHORT_WIN.len());
}
