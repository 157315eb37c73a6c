//! The front page and the dashboard.

use parlour::games::Game;
use parlour::now::{Clock, Moment};

use crate::harness::{PageAnswer, SHORT_WIN, TestPerson, TestSite, path};

/// A Saturday, at noon.
const NOON: Moment = Moment(1_795_262_400_000);
const HOUR: i64 = 60 * 60 * 1000;

/// The links of the rows below a heading.
fn rows(page: &PageAnswer, heading: &str) -> Vec<String> {
    let headings = page.texts("section.card h2");
    let Some(nth) = headings.iter().position(|title| title == heading) else { return Vec::new() };
    let cards = scraper::Selector::parse("section.card").unwrap();
    let links = scraper::Selector::parse("a.match").unwrap();
    let html = scraper::Html::parse_document(&page.body);
    let card = html.select(&cards).nth(nth).unwrap();
    card.select(&links).map(|link| link.attr("href").unwrap().to_owned()).collect()
}

async fn opens(person: &TestPerson, game: &str) -> String {
    path(&person.opens(&[("game", game)]).await, "")
}

#[tokio::test]
async fn an_empty_site_says_what_to_do_next() {
    let site = TestSite::start().await;
    let page = site.visitor().get("/").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.text("main h1").as_deref(), Some("Board games at your own pace"));
    assert_eq!(page.attribute(".empty a", "href").as_deref(), Some("/matches/new"));
    assert!(page.attributes("main a", "href").contains(&"/register".to_owned()));
    let home = site.register("Ada").await.get("/").await;
    assert_eq!(home.text("main h1").as_deref(), Some("Welcome, Ada"));
    assert_eq!(home.attributes("a.game-card", "href").len(), Game::ALL.len());
}

#[tokio::test]
async fn a_site_that_takes_nobody_new_does_not_ask_them_in() {
    let site = TestSite::with(|config| config.registration = parlour::config::RegistrationMode::Closed).await;
    let page = site.visitor().get("/").await;
    assert!(!page.attributes("main a", "href").contains(&"/register".to_owned()));
}

#[tokio::test]
async fn a_visitor_sees_what_is_open_what_is_played_and_what_is_over() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let over = site.start_match("tictactoe").await;
    over.play_all(&SHORT_WIN).await;
    let open = opens(&over.ada, "sternhalma").await;
    let running = opens(&over.ada, "tictactoe").await;
    over.ben.post(&format!("{running}/seats"), &[]).await;
    let page = site.visitor().get("/").await;
    assert_eq!(rows(&page, "Open matches"), [open]);
    assert_eq!(rows(&page, "In progress"), [running]);
    assert_eq!(rows(&page, "Recently finished"), [over.path("")]);
    let words = page.texts("a.match .what");
    assert_eq!(words[0], "Sternhalma rated Waiting for one more player created just now expires in 7 days");
    assert_eq!(words[1], "Tic-Tac-Toe rated Ada is thinking");
    assert_eq!(words[2], "Tic-Tac-Toe rated Ada won just now");
    assert_eq!(
        page.attributes("main form", "action"),
        ["/play"],
        "a visitor can only start a match against a bot"
    );
}

#[tokio::test]
async fn what_waits_for_one_comes_first_and_what_waits_longest_first_of_all() {
    let clock = Clock::at(NOON);
    let site = TestSite::at(clock.clone(), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let mut started = Vec::new();
    for hour in 0..3 {
        clock.set(NOON.after(hour * HOUR));
        let path = opens(&ada, "tictactoe").await;
        ben.post(&format!("{path}/seats"), &[]).await;
        started.push(path);
    }
    clock.set(NOON.after(5 * HOUR));
    let page = ada.get("/").await;
    assert_eq!(page.text("main h1").as_deref(), Some("Your move in 3 matches"));
    assert_eq!(rows(&page, "Your move"), started);
    assert_eq!(page.text("a.match .what").as_deref(), Some("Tic-Tac-Toe for 5 h"));
    let waiting = ben.get("/").await;
    assert_eq!(waiting.text("main h1").as_deref(), Some("Waiting for your opponents"));
    assert_eq!(rows(&waiting, "Opponent’s turn").len(), 3);
    clock.set(NOON.after(76 * HOUR));
    let words = ben.get("/").await.text("a.match .what").unwrap();
    assert_eq!(words, "Tic-Tac-Toe Ada has been thinking since Saturday");
}

#[tokio::test]
async fn a_seat_that_is_kept_is_taken_from_the_dashboard() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let again = m.ada.post(&m.path("rematch"), &[]).await.location().to_owned();
    let page = m.ben.get("/").await;
    assert_eq!(page.text("main h1").as_deref(), Some("You’re invited to a match"));
    assert_eq!(rows(&page, "Invitations"), std::slice::from_ref(&again));
    let action = page.attribute("main li form[method=post]", "action").unwrap();
    let answer = m.ben.post(&action, &[]).await;
    assert_eq!((answer.status, answer.location()), (303, &*again));
    assert_eq!(rows(&m.ben.get("/").await, "Invitations").len(), 0);
}

#[tokio::test]
async fn ones_own_open_tables_are_not_among_those_to_join() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let (hers, his) = (opens(&ada, "tictactoe").await, opens(&ben, "sternhalma").await);
    let page = ada.get("/").await;
    assert_eq!(rows(&page, "Your open matches"), [hers]);
    assert_eq!(rows(&page, "Open matches"), std::slice::from_ref(&his));
    assert_eq!(page.attributes("main li form", "action"), [format!("{his}/seats")]);
}

#[tokio::test]
async fn a_private_match_shows_only_to_those_at_it() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    assert_eq!(rows(&m.ada.get("/").await, "Your move"), [m.path("")]);
    let carl = site.register("Carl").await;
    for page in [carl.get("/").await, site.visitor().get("/").await] {
        assert!(!page.body.contains(&m.id));
    }
    m.play_all(&SHORT_WIN).await;
    assert_eq!(rows(&m.ben.get("/").await, "Finished since your last visit"), [m.path("")]);
    assert!(!site.visitor().get("/").await.body.contains(&m.id));
}

#[tokio::test]
async fn whoever_has_moved_goes_on_to_the_match_with_the_least_time() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let mut ids = Vec::new();
    for days in ["7", "2", "14"] {
        let id = ada.opens(&[("game", "tictactoe"), ("time", "days"), ("time.days", days)]).await;
        assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
        ids.push(id);
    }
    let next = |after: &str| format!("/next?after={after}");
    assert_eq!(ada.get("/next").await.location(), path(&ids[1], ""));
    assert_eq!(ada.get(&next(&ids[1])).await.location(), path(&ids[0], ""));
    assert_eq!(ada.get("/turns").await.body, "3");
    assert_eq!(ada.play(&ids[1], "b2").await.status, 303);
    let page = ada.get(&path(&ids[1], "")).await;
    assert_eq!(page.attribute(".actions > a", "href").unwrap(), next(&ids[1]));
    assert_eq!(ada.get("/turns").await.body, "2");
    assert_eq!(ben.get(&next(&ids[1])).await.location(), "/");
    assert_eq!(ben.get(&next("../../evil")).await.location(), path(&ids[1], ""));
    assert_eq!(site.visitor().get("/next").await.location(), "/login?next=%2Fnext");
    assert_eq!(site.visitor().get("/turns").await.body, "0");
}
