//! Announced absences: who sees them and when, and days that are refused.

use parlour::now::Clock;

use crate::export::archive;
use crate::harness::{HOUR, NOON, PASSWORD, TestPerson, TestSite, path};

/// One day in milliseconds.
const DAY: i64 = 24 * HOUR;

/// Announces an absence. It is Saturday, 21 November 2026.
async fn announce(ada: &TestPerson, first: &str, last: &str) -> u16 {
    ada.post("/settings/absence", &[("first", first), ("last", last)]).await.status
}

#[tokio::test]
async fn opponents_and_those_who_look_at_offers_see_an_absence_until_it_is_over() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("quarto").await;
    let fields =
        [("game", "kalah"), ("seats", "2"), ("visibility", "public"), ("time", "days"), ("time.days", "14")];
    m.ada.opens(&fields).await;
    assert_eq!(announce(&m.ada, "2026-11-26", "2026-12-05").await, 303);
    let played = path(&m.id, "");
    let played = played.trim_end_matches('/');
    let places = ["/players/Ada", played];
    let soon = "Ada will be away from 26 November 2026 until 5 December 2026";
    let now = "Ada is away until 5 December 2026";
    for (days, words) in [(0, soon), (4, soon), (5, now), (9, now), (14, now)] {
        site.clock.set(NOON.after(days * DAY));
        // An offer that nobody joins is withdrawn at last.
        let offers = (days < 6).then_some("/matches/open");
        for place in places.into_iter().chain(offers) {
            let page = m.ben.get(place).await;
            assert!(page.text("main").unwrap().contains(words), "{place} after {days} days");
        }
        let own = m.ada.get(played).await;
        assert!(own.text("main").unwrap().contains(if days < 5 {
            "You’ll be away from"
        } else {
            "You’re away until"
        }));
        assert!(
            !m.ada.get("/matches/open").await.text("main").unwrap().contains("Ada will be away"),
            "one's own offer"
        );
    }
    site.clock.set(NOON.after(15 * DAY));
    for place in places {
        assert!(!m.ben.get(place).await.text("main").unwrap().contains("away until"), "{place} afterwards");
    }
    assert!(m.ada.get("/settings").await.attribute("#first", "value").unwrap_or_default().is_empty());
}

#[tokio::test]
async fn visitors_and_guests_who_watch_are_not_told_of_an_absence() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("quarto").await;
    assert_eq!(announce(&m.ada, "2026-11-20", "2026-11-22").await, 303);
    let (visitor, guest) = (site.visitor(), site.visitor());
    assert_eq!(guest.post("/play", &[("game", "quarto")]).await.status, 303);
    let played = m.path("");
    let is_told = async |who: &TestPerson, place: &str| {
        let page = who.get(place).await;
        assert_eq!(page.status, 200, "{place}");
        page.text("main").unwrap().contains("Ada is away")
    };
    for place in ["/players/Ada", &played] {
        assert!(is_told(&m.ben, place).await, "{place}");
        assert!(!is_told(&visitor, place).await && !is_told(&guest, place).await, "{place}");
    }
}

#[tokio::test]
async fn an_absence_far_ahead_is_shown_to_nobody_yet_and_can_be_changed_and_taken_back() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    assert_eq!(announce(&ada, "2026-12-24", "2026-12-31").await, 303);
    assert!(!ben.get("/players/Ada").await.text("main").unwrap().contains("away until"));
    let settings = ada.get("/settings").await;
    assert_eq!(settings.attribute("#last", "value").as_deref(), Some("2026-12-31"));
    assert_eq!(announce(&ada, "2026-11-20", "2026-11-22").await, 303);
    assert!(
        ben.get("/players/Ada").await.text("main").unwrap().contains("Ada is away until 22 November 2026")
    );
    assert!(
        archive(&ada).await["account.json"].contains("2026-11-22T00:00:00.000Z"),
        "the days are in the export"
    );
    assert_eq!(announce(&ada, "", "").await, 303);
    assert!(!ben.get("/players/Ada").await.text("main").unwrap().contains("away until"));
}

#[tokio::test]
async fn days_that_are_none_of_an_absence_are_refused_and_change_nothing() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let ada = site.register("Ada").await;
    assert_eq!(announce(&ada, "2026-12-01", "2026-12-10").await, 303);
    for (first, last, problem) in [
        ("2026-12-05", "", "Enter both dates."),
        ("", "2026-12-05", "Enter both dates."),
        ("soon", "2026-12-05", "Enter both dates."),
        ("2026-12-05", "2026-12-04", "The last day is before the first."),
        ("2026-11-01", "2026-11-20", "These days are in the past."),
        ("2026-12-05", "2028-01-01", "Choose days within the next year."),
    ] {
        let refused = ada.post("/settings/absence", &[("first", first), ("last", last)]).await;
        assert_eq!(refused.status, 422, "{first} to {last}");
        assert_eq!(refused.text("#first-problem").as_deref(), Some(problem));
        assert_eq!(refused.attribute("#first", "value").as_deref(), Some(first));
    }
    for form in [
        "first=2026-12-05",
        "first=2026-12-05&last=2026-12-06&user=2",
        "first=2026-12-05&first=2026-12-05&last=2026-12-06",
    ] {
        assert_eq!(ada.post_bytes("/settings/absence", form.as_bytes().to_vec()).await.status, 422, "{form}");
    }
    assert_eq!(ada.get("/settings").await.attribute("#first", "value").as_deref(), Some("2026-12-01"));
}

#[tokio::test]
async fn a_deleted_account_keeps_no_absence() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let ada = site.register("Ada").await;
    let id = site.user_id("Ada").await;
    assert_eq!(announce(&ada, "2026-11-20", "2026-11-22").await, 303);
    let deleting = ada.post("/account/delete", &[("name", "Ada"), ("password", PASSWORD)]).await;
    assert_eq!(deleting.status, 200);
    let left: (Option<i64>, Option<i64>) =
        sqlx::query_as("SELECT away_from, away_until FROM users WHERE id = $1")
            .bind(id)
            .fetch_one(&site.database().await)
            .await
            .unwrap();
    assert_eq!(left, (None, None));
}
