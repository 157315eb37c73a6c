//! Reliability of players.

use parlour::now::Clock;

use crate::harness::{HOUR, NOON, SHORT_WIN, TestPerson, TestSite, path};

const DAYS: [(&str, &str); 3] = [("game", "tictactoe"), ("time", "days"), ("time.days", "1")];

/// A match with a day per move in which each move takes this number of hours.
async fn plays(site: &TestSite, ada: &TestPerson, ben: &TestPerson, hours: i64) -> String {
    let id = ada.opens(&DAYS).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    for (number, ply) in SHORT_WIN.iter().enumerate() {
        site.clock.set(site.clock.now().after(hours * HOUR - 60_000));
        let player = if number % 2 == 0 { ada } else { ben };
        assert_eq!(player.play(&id, ply).await.status, 303, "{ply}");
    }
    id
}

async fn reliability(person: &TestPerson, of: &str) -> String {
    person.get(&format!("/players/{of}")).await.text("main header p.soft").unwrap()
}

#[tokio::test]
async fn a_profile_shows_reliability_after_enough_matches() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    assert!(reliability(&ben, "Ada").await.ends_with("new here"));
    for _ in 0..5 {
        plays(&site, &ada, &ben, 5).await;
    }
    // Ben runs out of time once.
    let id = ada.opens(&DAYS).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.play(&id, "a1").await;
    ben.play(&id, "b1").await;
    ada.play(&id, "a2").await;
    site.clock.set(site.clock.now().after(25 * HOUR));
    ben.get(&path(&id, "")).await;
    for _ in 0..100 {
        if ada.record(&id).await["status"] == "ended" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let text = reliability(&ada, "Ben").await;
    assert!(
        text.ends_with("91% of moves on time · usually moves within 5 h"),
        "eleven of twelve turns: {text}"
    );
}

#[tokio::test]
async fn a_cancelled_match_does_not_count_for_reliability() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.ada.post(&m.path("abort"), &[]).await;
    let counted: (i64,) = sqlx::query_as("SELECT count(*) FROM match_seats WHERE turns IS NOT NULL")
        .fetch_one(&site.database().await)
        .await
        .unwrap();
    assert_eq!(counted.0, 0);
}

#[tokio::test]
async fn an_open_match_shows_the_reliability_of_its_host_to_others() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    ada.opens(&[("game", "tictactoe")]).await;
    assert!(ben.get("/matches/open").await.text("a.match").unwrap().contains("Ada is new here"));
    assert!(
        !ada.get("/matches/open").await.text("a.match").unwrap().contains("new here"),
        "she knows herself"
    );
    ada.opens(&[("game", "quarto"), ("invite", "Ben")]).await;
    let home = ben.get("/").await;
    assert!(
        home.texts("a.match")
            .iter()
            .any(|row| row.contains("Ada invites you") && row.contains("Ada is new here"))
    );
}

#[tokio::test]
async fn a_profile_shows_the_score_against_the_viewer() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let eve = site.register("Eve").await;
    m.play_all(&SHORT_WIN).await;
    let second = m.ben.opens(&[("game", "tictactoe")]).await;
    m.ada.post(&path(&second, "seats"), &[]).await;
    m.ben.post(&path(&second, "resignation"), &[]).await;
    let page = m.ben.get("/players/Ada").await;
    let cards = page.texts("section.card");
    let card = cards.iter().find(|card| card.starts_with("You and Ada")).unwrap();
    assert!(card.starts_with("You and Ada Game Won Drawn Lost Tic-Tac-Toe 0 0 2"), "{card}");
    assert!(
        page.attributes("section.card a.match", "href").contains(&path(&second, "")),
        "the last of them is there"
    );
    let other = m.ada.get("/players/Ben").await.texts("section.card").join(" ");
    assert!(other.contains("You and Ben Game Won Drawn Lost Tic-Tac-Toe 2 0 0"), "{other}");
    for (person, whose) in [(&eve, "Ada"), (&site.visitor(), "Ada"), (&m.ada, "Ada")] {
        let page = person.get(&format!("/players/{whose}")).await;
        assert!(
            !page.texts("section.card").iter().any(|card| card.starts_with("You and")),
            "nothing between them"
        );
    }
}
