//! Ratings on pages.

use parlour::now::Clock;
use parlour::users::Role;

use crate::harness::{HOUR, NOON, PASSWORD, SHORT_WIN, TestMatch, TestPerson, TestSite, path};

async fn facts(m: &TestMatch) -> String {
    m.ben.get(&m.path("")).await.texts(".facts dt, .facts dd").join(" · ")
}

#[tokio::test]
async fn a_rated_match_shows_the_rating_changes() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    assert!(!facts(&m).await.contains("1500"), "{}", facts(&m).await);
    m.play_all(&SHORT_WIN).await;
    let facts = facts(&m).await;
    assert!(facts.contains("Ada · 1500? → 1662? (+162)"), "{facts}");
    assert!(facts.contains("Ben · 1500? → 1338? (−162)"), "{facts}");
    let page = site.visitor().get("/players/Ada").await;
    let ratings = page.texts(".tallies td").join(" ");
    assert!(ratings.starts_with("1662?"), "{ratings}");
}

#[tokio::test]
async fn a_profile_shows_results_and_how_a_rating_has_changed() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    assert!(site.visitor().get("/players/Ben").await.texts(".rating-chart").is_empty());
    site.wait(24 * HOUR);
    let second = m.ada.opens(&[("game", "tictactoe")]).await;
    m.ben.post(&path(&second, "seats"), &[]).await;
    m.ada.post(&path(&second, "resignation"), &[]).await;
    let page = site.visitor().get("/players/Ben").await;
    assert_eq!(page.texts(".tallies")[1], "Game Played Won Drawn Lost Tic-Tac-Toe 2 1 0 1");
    assert_eq!(page.attribute(".curve", "aria-label").as_deref(), Some("From 1338 to 1567 in 2 matches"));
    assert_eq!(page.texts(".curve title"), ["21 November 2026: 1338", "22 November 2026: 1567"]);
    assert_eq!(page.texts(".rating-chart > span"), ["1567", "1338", "21 November 2026", "22 November 2026"]);
}

#[tokio::test]
async fn a_casual_match_changes_no_rating() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "tictactoe"), ("rated", "no")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    for (number, ply) in SHORT_WIN.iter().enumerate() {
        let by = if number % 2 == 0 { &ada } else { &ben };
        assert_eq!(by.play(&id, ply).await.status, 303);
    }
    assert_eq!(ada.get("/players/Ada").await.texts("svg.curve, .tallies td").join(" "), "1 1 0 0");
}

#[tokio::test]
async fn a_stream_that_ends_a_match_does_not_say_that_ratings_are_unchanged() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN[..4]).await;
    let mut stream = m.ben.listens(&m.id, m.seq().await).await;
    assert_eq!(m.ada.play(&m.id, SHORT_WIN[4]).await.status, 303);
    let mut received = String::new();
    while !received.contains("1662?") {
        received.push_str(&stream.next().await.unwrap().data);
    }
    assert!(received.contains("facts") && !received.contains("Unchanged"), "{received}");
}

/// A rated match that the first player wins. Returns its facts for the second player.
async fn wins(winner: &TestPerson, loser: &TestPerson) -> String {
    let id = winner.opens(&[("game", "tictactoe")]).await;
    loser.post(&path(&id, "seats"), &[]).await;
    for (number, ply) in SHORT_WIN.iter().enumerate() {
        let by = if number % 2 == 0 { winner } else { loser };
        assert_eq!(by.play(&id, ply).await.status, 303);
    }
    loser.get(&path(&id, "")).await.texts(".facts dd").join(" · ")
}

#[tokio::test]
async fn of_the_rated_matches_of_two_players_only_the_first_five_a_day_change_ratings() {
    const UNCHANGED: &str =
        "Unchanged: only 5 rated matches a day between the same two players change ratings.";
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (ada, ben, cleo) =
        (site.register("Ada").await, site.register("Ben").await, site.register("Cleo").await);
    let rating = async || ada.get("/players/Ada").await.texts(".tallies td").join(" ");
    for number in 0..5 {
        let facts = if number % 2 == 0 { wins(&ada, &ben).await } else { wins(&ben, &ada).await };
        assert!(facts.contains("→") && !facts.contains(UNCHANGED), "{facts}");
    }
    let before = rating().await;
    for _ in 0..2 {
        let facts = wins(&ada, &ben).await;
        assert!(facts.contains(UNCHANGED) && !facts.contains("→"), "{facts}");
    }
    assert_eq!(rating().await.split(' ').next(), before.split(' ').next());
    assert!(wins(&ada, &cleo).await.contains("→"), "matches with others count");
    site.clock.set(site.clock.now().after(25 * HOUR));
    assert!(wins(&ada, &ben).await.contains("→"), "the next day they count again");

    let mona = site.register_as("Mona", Role::Moderator).await;
    let page = mona.get("/admin/reports").await;
    assert_eq!(page.texts("h2"), ["No open reports", "Pairs with many rated matches"]);
    let pairs = page.texts(".reports li p");
    assert!(pairs.len() == 1 && pairs[0].contains("2 matches without effect"), "{pairs:?}");
    assert_eq!(page.attributes(".reports li p a", "href"), ["/admin/users/Ada", "/admin/users/Ben"]);
    site.make("Ada", Role::Moderator).await;
    assert_eq!(ada.post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await.status, 303);
    assert_eq!(ada.get("/admin/reports").await.texts("h2"), ["No open reports"], "not the one she is in");
}

#[tokio::test]
async fn an_open_page_says_how_the_end_of_the_match_has_changed_ratings() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    for number in 0..6 {
        let id = ada.opens(&[("game", "tictactoe")]).await;
        ben.post(&path(&id, "seats"), &[]).await;
        let mut stream = ben.listens(&id, ben.record(&id).await["seq"].as_u64().unwrap()).await;
        ada.post(&path(&id, "resignation"), &[]).await;
        let facts = loop {
            let message = stream.next().await.unwrap();
            if message.id.is_none() && message.data.contains("id=\"facts\"") {
                break message.data;
            }
        };
        assert_eq!(
            (facts.contains("→"), facts.contains("Unchanged: only 5")),
            (number < 5, number == 5),
            "{facts}"
        );
    }
}

#[tokio::test]
async fn a_leaderboard_with_few_matches_lists_provisional_players_only() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let page = site.visitor().get("/games/tictactoe/ratings").await;
    assert_eq!((page.status, page.text("h1").as_deref()), (200, Some("Leaderboard")));
    assert_eq!(page.text("main .empty"), None);
    assert_eq!(page.texts(".provisional tbody th a"), ["Ada", "Ben"]);
    assert_eq!(page.texts(".provisional tbody td"), ["1662?", "1", "about 12", "1338?", "1", "about 12"]);
    assert_eq!(page.texts(".place-number").len(), 0, "no place is known yet");
    let database = site.database().await;
    sqlx::query("UPDATE ratings SET deviation = 90000000000").execute(&database).await.unwrap();
    let page = m.ada.get("/games/tictactoe/ratings").await;
    assert_eq!(page.text(".provisional"), None);
    assert_eq!(page.texts("tbody th a"), ["Ada", "Ben"]);
    assert_eq!(page.texts("tbody .you td"), ["1662", "90", "1"]);
    assert!(page.texts("nav[aria-label='Number of players'] a").is_empty());
    let more = site.visitor().get("/games/sternhalma/ratings?pool=more").await;
    assert_eq!(more.texts("nav[aria-label='Number of players'] a[aria-current]"), ["3 or more players"]);
    assert_eq!(more.text("main .empty h2").as_deref(), Some("No ratings yet"));
}

/// Adds players with ratings from 2000 down, a point apart: the first ones settled, the others provisional.
async fn adds_ratings(site: &TestSite, game: &str, settled: i64, provisional: i64) {
    let database = site.database().await;
    let players = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
        INSERT INTO users (name, name_key, password, created_at) SELECT 'Player' || i, 'player' || i, '', 0 FROM n";
    sqlx::query(players).bind(settled + provisional).execute(&database).await.unwrap();
    let ratings = "INSERT INTO ratings (user_id, game, pool, number, at, value, deviation, volatility)
        SELECT id, $1, 'more', CASE WHEN n <= $2 THEN 10 ELSE 1 + n % 9 END, 0, (2000 - n) * 1000000000, 50000000000, 60000000
        FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users WHERE kind = 'person') numbered";
    sqlx::query(ratings).bind(game).bind(settled).execute(&database).await.unwrap();
}

#[tokio::test]
async fn provisional_players_are_listed_below_with_their_missing_matches() {
    let site = TestSite::start().await;
    adds_ratings(&site, "sternhalma", 2, 3).await;
    let page = site.visitor().get("/games/sternhalma/ratings?pool=more").await;
    assert_eq!(page.texts("tbody th a"), ["Player1", "Player2", "Player3", "Player4", "Player5"]);
    assert_eq!(page.texts("tbody .place-number"), ["1", "2"]);
    let expected = ["1997?", "4", "6", "1996?", "5", "5", "1995?", "6", "4"];
    assert_eq!(page.texts(".provisional tbody td"), expected);
    assert_eq!(page.text(".provisional h2").as_deref(), Some("Provisional ratings"));
    let german = site.visitor().get_in_german("/games/sternhalma/ratings?pool=more").await;
    assert_eq!(german.text(".provisional h2").as_deref(), Some("Vorläufige Wertungen"));
}

#[tokio::test]
async fn every_provisional_player_is_on_one_page_after_the_settled_ones() {
    let site = TestSite::start().await;
    adds_ratings(&site, "sternhalma", 60, 110).await;
    let (mut listed, mut pages) = (Vec::new(), Vec::new());
    let mut next = Some("/games/sternhalma/ratings?pool=more".to_owned());
    while let Some(path) = next {
        let page = site.visitor().get(&path).await;
        listed.extend(page.texts("tbody th a"));
        pages.push((page.texts("tbody .place-number").len(), page.texts(".provisional tbody tr").len()));
        next = page.attribute(".pages a[rel=next]", "href");
    }
    assert_eq!(listed, (1..=170).map(|number| format!("Player{number}")).collect::<Vec<_>>());
    assert_eq!(pages, [(50, 0), (10, 50), (0, 50), (0, 10)]);
    let none = site.visitor().get("/games/sternhalma/ratings?pool=more&provisional=999").await;
    assert_eq!((none.status, none.texts("tbody th a").len()), (200, 0));
}

#[tokio::test]
async fn an_unknown_leaderboard_is_not_found() {
    let site = TestSite::start().await;
    for path in ["chess/ratings", "quarto/ratings?pool=more", "quarto/ratings?pool=x", "Quarto/ratings"] {
        assert_eq!(site.visitor().get(&format!("/games/{path}")).await.status, 404, "{path}");
    }
    for from in ["0", "99999", "4294967295"] {
        let path = format!("/games/quarto/ratings?from={from}");
        assert_eq!(site.visitor().get(&path).await.status, 200, "{path}");
    }
    assert_eq!(site.visitor().get("/games/quarto/ratings?from=-1").await.status, 400);
}

#[tokio::test]
async fn every_rated_player_is_on_one_page_of_the_leaderboard() {
    let site = TestSite::start().await;
    let database = site.database().await;
    // Pairs of equal ratings, so that a page begins within a pair.
    let players = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 121)
        INSERT INTO users (name, name_key, password, created_at) SELECT 'Player' || i, 'player' || i, '', 0 FROM n;
        INSERT INTO ratings (user_id, game, pool, number, at, value, deviation, volatility)
        SELECT id, 'quarto', 'two', 9, 0, (2000 - (n + 1) / 2) * 1000000000, 50000000000, 60000000
        FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users WHERE kind = 'person') numbered";
    sqlx::raw_sql(players).execute(&database).await.unwrap();
    let (mut listed, mut places, mut next) =
        (Vec::new(), Vec::new(), Some("/games/quarto/ratings".to_owned()));
    while let Some(path) = next {
        let page = site.visitor().get(&path).await;
        listed.extend(page.texts("tbody th a"));
        places.extend(page.texts("tbody .place-number"));
        next = page.attribute(".pages a[rel=next]", "href");
    }
    let expected: Vec<_> = (1..=121).map(|number| format!("Player{number}")).collect();
    assert_eq!(listed, expected);
    assert_eq!(places, (1..=121).map(|place: u32| place.to_string()).collect::<Vec<_>>());
    // URLs with any place still work.
    for (from, first) in [(50, "Player51"), (70, "Player51"), (100, "Player101")] {
        let page = site.visitor().get(&format!("/games/quarto/ratings?pool=two&from={from}")).await;
        assert_eq!(page.texts("tbody th a").first().map(String::as_str), Some(first), "{from}");
    }
}
