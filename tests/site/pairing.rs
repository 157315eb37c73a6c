//! Quick pairing: users who wait for an opponent are paired with each other.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join_all;
use parlour::matches::MatchId;
use parlour::now::Clock;
use parlour::pairing::PairingChoice;
use parlour::users::{Role, UserId};
use reqwest::{Method, Response};
use sqlx::AnyPool;

use crate::harness::{NOON, TestPerson, TestSite};

const SECOND: i64 = 1000;
/// Longer than a wait lasts without a page that holds it.
const LEFT: i64 = 16 * SECOND;

const KALAH_LIVE: [(&str, &str); 2] = [("game", "kalah"), ("pace", "live")];

async fn at_noon() -> TestSite {
    TestSite::at(Clock::at(NOON), |_| {}).await
}

impl TestPerson {
    /// Asks for an opponent.
    async fn seeks(&self, fields: &[(&str, &str)]) {
        let answer = self.post("/pairing", fields).await;
        assert_eq!((answer.status, answer.location()), (303, "/pairing"), "{}", answer.body);
    }

    /// The match that they were paired for; `None` for one who waits.
    async fn paired(&self) -> Option<String> {
        let page = self.get("/pairing").await;
        if page.status == 303 {
            return Some(page.location().to_owned());
        }
        assert_eq!(page.text("h1").as_deref(), Some("Looking for an opponent"));
        None
    }

    async fn waits(&self) -> bool {
        let page = self.get("/pairing").await;
        page.status == 200 && page.text("h1").as_deref() == Some("Looking for an opponent")
    }

    /// Opens the request that keeps the wait alive.
    async fn holds(&self) -> Response {
        self.request(Method::GET, "/pairing/wait").send().await.unwrap()
    }
}

/// Gives a user a rating at two-player Kalah.
async fn rate(database: &AnyPool, name: &str, rating: i64) {
    sqlx::query(
        "INSERT INTO ratings (game, pool, user_id, number, at, value, deviation, volatility)
         SELECT 'kalah', 'two', id, 30, 0, $2 * 1000000000, 50000000000, 60000000 FROM users WHERE name = $1",
    )
    .bind(name)
    .bind(rating)
    .execute(database)
    .await
    .unwrap();
}

#[tokio::test]
async fn two_users_who_want_the_same_are_paired_and_see_the_same_match() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    ada.seeks(&KALAH_LIVE).await;
    assert_eq!(ada.paired().await, None);
    let page = ada.holds().await;
    ben.seeks(&KALAH_LIVE).await;
    let m = ben.paired().await.unwrap();
    let last = page.text().await.unwrap();
    assert!(last.contains("hx-get=\"/pairing\""), "her page is told to look again: {last}");
    assert_eq!(ada.paired().await.as_ref(), Some(&m));
    let id: MatchId = m.strip_prefix("/matches/").unwrap().parse().unwrap();
    let view = site.state().referee.read(&id).await.unwrap();
    assert!(view.m.rated && view.m.clocks.as_ref().unwrap().control().pace.is_live());
    let record = ada.record(id.as_str()).await;
    assert_eq!((record["game"].as_str(), record["status"].as_str()), (Some("kalah"), Some("playing")));
    let names: BTreeSet<_> = [0, 1].map(|seat| record["seats"][seat]["name"].to_string()).into();
    assert_eq!(names, BTreeSet::from(["\"Ada\"".to_owned(), "\"Ben\"".to_owned()]));
}

#[tokio::test]
async fn users_who_want_another_game_or_pace_wait_on() {
    let site = TestSite::start().await;
    let (ada, ben, cleo) =
        (site.register("Ada").await, site.register("Ben").await, site.register("Cleo").await);
    ada.seeks(&KALAH_LIVE).await;
    ben.seeks(&[("game", "kalah"), ("pace", "3d")]).await;
    cleo.seeks(&[("game", "gomoku"), ("pace", "live")]).await;
    for person in [&ada, &ben, &cleo] {
        assert!(person.waits().await);
    }
    // With another choice they wait for that.
    ada.seeks(&[("game", "gomoku"), ("pace", "live")]).await;
    assert_eq!(ada.paired().await, cleo.paired().await);
    assert!(ben.waits().await);
}

#[tokio::test]
async fn the_closest_rating_decides_and_the_range_widens_while_they_wait() {
    let site = at_noon().await;
    let database = site.database().await;
    let names = ["Ada", "Ben", "Cleo", "Dan"];
    let people = join_all(names.map(|name| site.register(name))).await;
    for (name, rating) in names.into_iter().zip([1500, 1650, 1430, 2200]) {
        rate(&database, name, rating).await;
    }
    let [ada, ben, cleo, dan] = &people[..] else { unreachable!() };
    for person in [dan, ben, cleo] {
        person.seeks(&KALAH_LIVE).await;
        assert!(person.waits().await);
    }
    ada.seeks(&KALAH_LIVE).await;
    assert_eq!(ada.paired().await.unwrap(), cleo.paired().await.unwrap());
    for _ in 0..2 {
        assert!(ben.waits().await && dan.waits().await, "550 points are too many for now");
        site.wait(9 * SECOND);
    }
    assert_eq!(ben.paired().await.unwrap(), dan.paired().await.unwrap());
}

#[tokio::test]
async fn users_who_have_blocked_each_other_are_never_paired() {
    let site = TestSite::start().await;
    let (ada, ben, cleo) =
        (site.register("Ada").await, site.register("Ben").await, site.register("Cleo").await);
    ada.seeks(&KALAH_LIVE).await;
    // Also if she blocks him only now.
    assert_eq!(ada.post("/players/Ben/block", &[]).await.status, 303);
    for _ in 0..2 {
        ben.seeks(&KALAH_LIVE).await;
        assert!(ada.waits().await && ben.waits().await);
        ada.seeks(&KALAH_LIVE).await;
        assert!(ada.waits().await && ben.waits().await);
    }
    cleo.seeks(&KALAH_LIVE).await;
    let m = cleo.paired().await.unwrap();
    let others =
        [ada.get("/pairing").await.location(), ben.get("/pairing").await.location()].map(|to| to == m);
    assert_ne!(others[0], others[1], "one of them plays");
}

#[tokio::test]
async fn a_suspended_user_cannot_wait_and_is_not_paired() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    ada.seeks(&KALAH_LIVE).await;
    site.suspend("Ada").await;
    ben.seeks(&KALAH_LIVE).await;
    assert!(ben.waits().await, "she was suspended while she waited");
    assert_eq!(ada.get("/pairing").await.text("h1").as_deref(), Some("Play someone"), "she waits no longer");
    let refused = ada.post("/pairing", &KALAH_LIVE).await;
    assert_eq!(refused.status, 403);
    assert!(refused.body.contains("suspended"), "{}", refused.body);
    assert!(ben.waits().await);
}

#[tokio::test]
async fn a_deleted_user_is_not_paired() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    ada.seeks(&KALAH_LIVE).await;
    let root = site.register_as("Rosa", Role::Admin).await;
    let deletion = [("why", "It is a test"), ("called", "Ada")];
    assert_eq!(root.post("/admin/users/Ada/delete", &deletion).await.status, 303);
    ben.seeks(&KALAH_LIVE).await;
    assert!(ben.waits().await);
}

#[tokio::test]
async fn guests_and_visitors_need_an_account() {
    let site = TestSite::start().await;
    let guest = site.visitor();
    assert_eq!(guest.post("/play", &[("game", "tictactoe")]).await.status, 303);
    for answer in [guest.get("/pairing").await, guest.post("/pairing", &KALAH_LIVE).await] {
        assert_eq!(answer.status, 403);
        assert!(answer.body.contains("You need an account for this."), "{}", answer.body);
    }
    assert!(!guest.get("/").await.body.contains("Play someone"));
    let visitor = site.visitor().post("/pairing", &KALAH_LIVE).await;
    assert_eq!((visitor.status, visitor.location()), (303, "/login"));
}

#[tokio::test]
async fn who_cancels_or_leaves_the_page_is_not_paired() {
    let site = at_noon().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    ada.seeks(&KALAH_LIVE).await;
    assert_eq!(ada.post("/pairing/leave", &[]).await.location(), "/pairing");
    ben.seeks(&KALAH_LIVE).await;
    assert!(ben.waits().await, "she has cancelled");
    // A page without scripts is loaded again and again, until it is left.
    site.wait(LEFT / 2);
    assert!(ben.waits().await);
    site.wait(LEFT / 2);
    assert!(ben.waits().await);
    site.wait(LEFT);
    ada.seeks(&KALAH_LIVE).await;
    assert!(ada.waits().await, "he has left");
}

#[tokio::test]
async fn the_wait_ends_when_its_page_is_closed_or_the_session_ends() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    let user = UserId(site.user_id("Ada").await);
    let is_waiting = async || {
        site.wait(LEFT);
        site.state().pairing.status(user).await.is_some()
    };
    for ends_session in [false, true] {
        ada.seeks(&KALAH_LIVE).await;
        let page = ada.holds().await;
        assert!(is_waiting().await, "the page is open");
        if ends_session {
            assert_eq!(ada.post("/logout", &[]).await.status, 303);
            assert!(page.text().await.unwrap().contains("hx-get"), "her page looks again");
            assert_eq!(ada.get("/pairing").await.location(), "/login?next=%2Fpairing");
        } else {
            drop(page);
        }
        while is_waiting().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

#[tokio::test]
async fn two_users_with_two_tabs_each_get_one_match() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    join_all([&ada, &ben, &ada, &ben].map(|person| person.seeks(&KALAH_LIVE))).await;
    let seen = join_all([&ada, &ada, &ben, &ben].map(TestPerson::paired)).await;
    let m = seen[0].clone().unwrap();
    assert!(seen.iter().all(|other| *other == Some(m.clone())), "{seen:?}");
    // A press in another tab that comes later leads to the same match, and to a new wait once that match is over.
    ada.seeks(&KALAH_LIVE).await;
    assert_eq!(ada.paired().await, Some(m.clone()));
    assert_eq!(ada.post(&format!("{m}/abort"), &[]).await.status, 303);
    ada.seeks(&KALAH_LIVE).await;
    assert!(ada.waits().await);
    let matches: i64 =
        sqlx::query_scalar("SELECT count(*) FROM matches").fetch_one(&site.database().await).await.unwrap();
    assert_eq!(matches, 1);
}

#[tokio::test]
async fn users_who_come_at_the_same_time_get_one_match_each() {
    let site = TestSite::start().await;
    let names: Vec<_> = (0..10).map(|number| format!("Player{number}")).collect();
    let people = join_all(names.iter().map(|name| site.register(name))).await;
    join_all(people.iter().map(|person| person.seeks(&KALAH_LIVE))).await;
    let mut found: Vec<_> = join_all(people.iter().map(TestPerson::paired)).await;
    found.sort();
    let different: BTreeSet<_> = found.iter().flatten().collect();
    assert_eq!((found.len(), different.len()), (10, 5), "{found:?}");
    assert!(found.chunks(2).all(|pair| pair[0] == pair[1]), "{found:?}");
}

#[tokio::test]
async fn two_users_find_each_other_among_a_thousand_who_wait() {
    let site = at_noon().await;
    let database = site.database().await;
    // Too far from each other, and from new users.
    let others = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
        INSERT INTO users (name, name_key, password, created_at) SELECT 'Seeker' || i, 'seeker' || i, '', 0 FROM n;
        INSERT INTO ratings (game, pool, user_id, number, at, value, deviation, volatility)
        SELECT 'kalah', 'two', id, 30, 0, (2000 + 300 * id) * 1000000000, 50000000000, 60000000 FROM users
        WHERE name LIKE 'Seeker%';";
    sqlx::raw_sql(others).execute(&database).await.unwrap();
    let users: Vec<i64> = sqlx::query_scalar("SELECT id FROM users WHERE name LIKE 'Seeker%'")
        .fetch_all(&database)
        .await
        .unwrap();
    assert_eq!(users.len(), 1000);
    let choice: PairingChoice = "kalah.live".parse().unwrap();
    for id in users {
        site.state().pairing.join(UserId(id), choice).await.unwrap();
    }
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    ada.seeks(&KALAH_LIVE).await;
    assert!(ada.waits().await);
    ben.seeks(&KALAH_LIVE).await;
    assert_eq!(ada.paired().await.unwrap(), ben.paired().await.unwrap());
}

#[tokio::test]
async fn an_unknown_choice_is_refused_with_the_form() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for (fields, problem) in [
        (&[("game", "chess"), ("pace", "live")][..], "No such game. Choose one of these."),
        (&[("game", "kalah"), ("pace", "1d")], "Choose one of these times."),
        (&[("game", "kalah")], "Choose one of these times."),
        (&[("pace", "live")], "Choose a game."),
    ] {
        let answer = ada.post("/pairing", fields).await;
        assert_eq!(answer.status, 422, "{fields:?}");
        assert_eq!(answer.text(".notice").as_deref(), Some(problem), "{fields:?}");
        assert_eq!(answer.attributes("input[name=game]", "value").len(), 6, "{fields:?}");
    }
    for fields in [
        [("game", "kalah"), ("pace", "live"), ("rated", "no")],
        [("game", "kalah"), ("pace", "live"), ("game", "quarto")],
    ] {
        assert_eq!(ada.post("/pairing", &fields).await.status, 422, "{fields:?}");
    }
    assert_eq!(ada.get("/pairing").await.text("h1").as_deref(), Some("Play someone"), "she does not wait");
}

#[tokio::test]
async fn the_button_of_the_dashboard_repeats_the_last_choice() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    assert!(ada.get("/").await.texts("form[action='/pairing'] button").contains(&"Play someone".to_owned()));
    ada.seeks(&[]).await;
    let form = ada.get("/pairing").await;
    assert_eq!(form.text("h1").as_deref(), Some("Play someone"), "there is no choice yet");
    assert_eq!(form.attributes("input[checked]", "value").len(), 2, "a game and a time are preselected");
    ada.seeks(&[("game", "gomoku"), ("pace", "3d")]).await;
    assert!(ada.waits().await);
    ada.post("/pairing/leave", &[]).await;
    assert_eq!(ada.get("/pairing").await.attributes("input[checked]", "value"), ["gomoku", "3d"]);
    ada.seeks(&[]).await;
    assert_eq!(ada.get("/pairing").await.text(".lead").as_deref(), Some("Gomoku, 3 days per move"));
    let forged =
        ada.request(Method::POST, "/pairing").header("Cookie", "pairing=chess.1d").form(&[("", ""); 0]);
    assert_ne!(ada.send(forged).await.status, 500);
}

#[tokio::test]
async fn the_page_of_a_waiting_user_lists_open_matches_and_offers_a_bot_later() {
    let site = at_noon().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    rate(&site.database().await, "Ben", 1900).await;
    let same = ben.opens(&[("game", "kalah")]).await;
    let another = ben.opens(&[("game", "quarto")]).await;
    ben.opens(&[("game", "kalah"), ("rating_from", "1800")]).await;
    ada.seeks(&KALAH_LIVE).await;
    let page = ada.get("/pairing").await;
    let expected = [same, another].map(|id| format!("/matches/{id}"));
    assert_eq!(page.attributes("a.match", "href"), expected, "those of the same game come first");
    assert_eq!(page.texts("form[action='/play']").len(), 0);
    let held = ada.holds().await;
    site.wait(20 * SECOND);
    assert!(held.text().await.unwrap().contains("hx-get=\"/pairing\""), "the page is loaded again");
    let section = ada.request(Method::GET, "/pairing").header("HX-Request-Type", "partial");
    let section = ada.send(section).await;
    assert!(!section.is_page() && section.texts("#pairing").len() == 1, "{}", section.body);
    assert_eq!(section.hidden_fields("form[action='/play']"), [("game".to_owned(), "kalah".to_owned())]);
    assert_eq!(ada.post("/play", &[("game", "kalah")]).await.status, 303);
}

#[tokio::test]
async fn htmx_is_sent_to_the_match_or_back_to_the_form() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let look = async || {
        let request = ada.request(Method::GET, "/pairing").header("HX-Request-Type", "partial");
        ada.send(request).await.header("HX-Redirect").to_owned()
    };
    assert_eq!(look().await, "/pairing", "she does not wait");
    let answer = ada.get("/pairing/wait").await;
    assert!(answer.body.contains("hx-get=\"/pairing\""), "{}", answer.body);
    ada.seeks(&KALAH_LIVE).await;
    ben.seeks(&KALAH_LIVE).await;
    assert_eq!(look().await, ben.paired().await.unwrap());
}
