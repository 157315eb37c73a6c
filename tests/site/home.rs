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
async fn an_empty_site_suggests_the_next_step() {
    let site = TestSite::start().await;
    let page = site.visitor().get("/").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.text("main h1").as_deref(), Some("Board games at your own pace"));
    assert_eq!(page.attribute(".empty a", "href").as_deref(), Some("/matches/new"));
    assert!(page.attributes("main a", "href").contains(&"/register".to_owned()));
    let home = site.register("Ada").await.get("/").await;
    assert_eq!(home.text("main h1").as_deref(), Some("Welcome, Ada"));
    assert_eq!(home.attributes("a.game-card", "href").len(), Game::ALL.len() + 1);
    assert!(
        home.attributes("a.game-card", "href")
            .ends_with(&["/matches/new?game=tictactoe&preset=gomoku".to_owned()])
    );
}

#[tokio::test]
async fn a_site_without_registration_does_not_offer_it() {
    let site =
        TestSite::with(|config| config.registration = Some(parlour::users::RegistrationMode::Closed)).await;
    let page = site.visitor().get("/").await;
    assert!(!page.attributes("main a", "href").contains(&"/register".to_owned()));
}

#[tokio::test]
async fn a_visitor_sees_open_running_and_finished_matches() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let over = site.start_match("tictactoe").await;
    over.play_all(&SHORT_WIN).await;
    let open = opens(&over.ada, "sternhalma").await;
    let running = opens(&over.ada, "tictactoe").await;
    over.ben.post(&format!("{running}/seats"), &[]).await;
    let page = site.visitor().get("/").await;
    assert_eq!(rows(&page, "Open matches"), [open]);
    assert_eq!(rows(&page, "In progress"), [running]);
    assert_eq!(rows(&page, "Finished matches"), [over.path("")]);
    let words = page.texts("a.match .what");
    assert_eq!(words[0], "Tic-Tac-Toe Ada is thinking");
    assert_eq!(
        words[1],
        "Chinese Checkers (Sternhalma) rated Ada moves first Waiting for one more player created just now expires in 7 days"
    );
    assert_eq!(words[2], "Tic-Tac-Toe rated Ada won just now");
    assert_eq!(
        page.attributes("main form", "action"),
        ["/join", "/play"],
        "a visitor can only join with a code and start a match against a bot"
    );
}

#[tokio::test]
async fn the_front_page_shows_the_running_matches_that_moved_last() {
    let clock = Clock::at(NOON);
    let site = TestSite::at(clock.clone(), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let visitor = site.visitor();
    let page = visitor.get("/").await;
    assert!(rows(&page, "In progress").is_empty());
    assert!(
        page.texts("section.card p")
            .iter()
            .any(|text| text.starts_with("No public matches are being played"))
    );
    let mut started = Vec::new();
    for hour in 0..8 {
        clock.set(NOON.after(hour * HOUR));
        let path = opens(&ada, "tictactoe").await;
        ben.post(&format!("{path}/seats"), &[]).await;
        started.push(path);
    }
    let secret = ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
    ben.post(&path(&secret, "seats"), &[]).await;
    clock.set(NOON.after(9 * HOUR));
    ada.play(started[1].strip_prefix("/matches/").unwrap(), "b2").await;
    let page = visitor.get("/").await;
    let latest = [1, 7, 6, 5, 4, 3].map(|number: usize| started[number].clone());
    assert_eq!(rows(&page, "In progress"), latest);
    assert_eq!(page.texts(".tiles .board-stage svg").len(), 6);
    assert_eq!(page.text(".tiles .who").as_deref(), Some("Ada Ben"));
    assert!(!page.body.contains(&secret));
}

#[tokio::test]
async fn a_visitor_joins_with_a_code_from_the_front_page() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&[("game", "kalah"), ("visibility", "private")]).await;
    let code = ada.get(&path(&id, "")).await.text(".invitation .code").unwrap();
    let form = "form[action='/join'][method=get]";
    let page = site.visitor().get("/").await;
    assert_eq!(page.attribute(&format!("{form} input"), "name").as_deref(), Some("code"));
    assert_eq!(page.text(&format!("{form} button")).as_deref(), Some("Join with code"));
    let answer = site.visitor().get(&format!("/join?code={code}")).await;
    assert_eq!((answer.status, answer.location()), (303, &*path(&id, "")));
}

#[tokio::test]
async fn matches_with_the_users_turn_come_first_longest_waiting_first() {
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
async fn an_invitation_is_accepted_from_the_dashboard() {
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
async fn invitations_come_before_everything_else_on_the_dashboard() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    ada.opens(&[("game", "quarto"), ("invite", "ben")]).await;
    assert_eq!(ben.get("/").await.texts("section.card h2"), ["Invitations", "Your matches", "Open matches"]);
    let running = opens(&ben, "tictactoe").await;
    ada.post(&format!("{running}/seats"), &[]).await;
    assert_eq!(ben.get("/").await.texts("section.card h2")[..2], ["Invitations", "Your move"]);
}

#[tokio::test]
async fn finished_matches_are_a_section_of_the_dashboard() {
    let site = TestSite::start().await;
    let over = site.start_match("tictactoe").await;
    over.play_all(&SHORT_WIN).await;
    over.ada.get(&over.path("")).await;
    let home = over.ada.get("/").await;
    assert_eq!(rows(&home, "Finished matches"), [over.path("")]);
    assert_eq!(home.texts("details a.match"), Vec::<String>::new());
}

#[tokio::test]
async fn games_are_ordered_by_how_often_they_are_played() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for game in ["kalah", "tictactoe", "kalah"] {
        opens(&ada, game).await;
    }
    let order = ["kalah", "tictactoe", "gomoku", "aeroplane", "quarto", "sternhalma"];
    let visitor = site.visitor();
    for page in ["/", "/play"] {
        assert_eq!(visitor.get(page).await.attributes(".play-games button", "value"), order, "{page}");
    }
    let games = visitor.get("/games").await.attributes("a.game-card", "href");
    assert_eq!(games[..3], ["/games/kalah", "/games/tictactoe", "/games/tictactoe#gomoku"]);
}

#[tokio::test]
async fn open_matches_of_the_user_are_not_offered_to_join() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let (hers, his) = (opens(&ada, "tictactoe").await, opens(&ben, "sternhalma").await);
    let page = ada.get("/").await;
    assert_eq!(rows(&page, "Your open matches"), [hers]);
    assert_eq!(rows(&page, "Open matches"), std::slice::from_ref(&his));
    assert_eq!(page.attributes("main li form", "action"), [format!("{his}/seats")]);
}

#[tokio::test]
async fn a_private_match_is_listed_for_its_players_only() {
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
async fn after_a_move_the_next_match_is_the_one_with_the_least_time() {
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
    assert_eq!(page.attribute("#next", "href").unwrap(), next(&ids[1]));
    assert_eq!(ada.get("/turns").await.body, "2");
    assert_eq!(ben.get(&next(&ids[1])).await.location(), "/");
    assert_eq!(ben.get(&next("../../evil")).await.location(), path(&ids[1], ""));
    assert_eq!(site.visitor().get("/next").await.location(), "/login?next=%2Fnext");
    assert_eq!(site.visitor().get("/turns").await.body, "0");
}

#[tokio::test]
async fn a_match_with_invalid_data_does_not_hide_the_others() {
    let site = TestSite::start().await;
    let good = site.start_match("tictactoe").await;
    let bad = good.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(good.ben.post(&path(&bad, "seats"), &[]).await.status, 303);
    let corrupting = sqlx::query("UPDATE matches SET position = 'garbage' WHERE id = $1").bind(&bad);
    assert_eq!(corrupting.execute(&site.database().await).await.unwrap().rows_affected(), 1);
    for path in ["/", "/players/Ada"] {
        for page in [site.visitor().get(path).await, good.ben.get(path).await] {
            assert_eq!(page.status, 200, "{path}");
            assert!(page.body.contains(&good.id) && !page.body.contains(&bad), "{path}");
        }
    }
}
