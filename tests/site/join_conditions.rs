//! Matches for a range of ratings, or for users who are on time.

use sqlx::AnyPool;

use crate::harness::{PageAnswer, SHORT_WIN, TestPerson, TestSite, path};

/// Gives a user a rating at two-player Tic-Tac-Toe.
async fn rate(database: &AnyPool, name: &str, rating: i64) {
    sqlx::query(
        "INSERT INTO ratings (game, pool, user_id, number, at, value, deviation, volatility)
         SELECT 'tictactoe', 'two', id, 30, 0, $2 * 1000000000, 50000000000, 60000000 FROM users WHERE name = $1",
    )
    .bind(name)
    .bind(rating)
    .execute(database)
    .await
    .unwrap();
}

async fn opens(person: &TestPerson, from: &str, to: &str) -> String {
    person.opens(&[("game", "tictactoe"), ("rating_from", from), ("rating_to", to)]).await
}

#[tokio::test]
async fn only_users_within_the_rating_range_or_with_an_invitation_join() {
    let site = TestSite::start().await;
    let (ada, ben, cleo) =
        (site.register("Ada").await, site.register("Ben").await, site.register("Cleo").await);
    let database = site.database().await;
    rate(&database, "Ben", 1700).await;
    rate(&database, "Cleo", 1600).await;
    let id = opens(&ada, "1400", "1600").await;
    let refused = ben.post(&path(&id, "seats"), &[]).await;
    assert_eq!(refused.status, 403);
    assert!(
        refused.body.contains("This match is for ratings from 1400 to 1600. Yours is 1700."),
        "{}",
        refused.body
    );
    assert_eq!(cleo.post(&path(&id, "seats"), &[]).await.status, 303, "1600 is within");
    let id = opens(&ada, "", "1550").await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 403);
    assert_eq!(ada.post(&path(&id, "invitations"), &[("name", "Ben")]).await.status, 303);
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303, "invited users can join");
    let dan = site.register("Dan").await;
    let id = opens(&ada, "1500", "1500").await;
    assert_eq!(dan.post(&path(&id, "seats"), &[]).await.status, 303, "new users have a rating of 1500");
}

#[tokio::test]
async fn a_rating_range_is_shown_and_the_list_can_be_filtered() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    rate(&site.database().await, "Ben", 1700).await;
    let (narrow, open) = (opens(&ada, "1400", "1600").await, opens(&ada, "", "").await);
    let wide = opens(&ada, "1400", "1701").await;
    let own = ben.opens(&[("game", "tictactoe")]).await;
    let lobby = ben.get("/matches/open").await;
    assert!(lobby.text("main").unwrap().contains("rating from 1400 to 1600"));
    assert_eq!(lobby.attributes("a.match", "href").len(), 4);
    let fits = ben.get("/matches/open?fits=1").await.attributes("a.match", "href");
    assert_eq!(fits, [path(&wide, ""), path(&open, "")], "not {narrow} and not his own match {own}");
    assert_eq!(site.visitor().get("/matches/open?fits=1").await.attributes("a.match", "href").len(), 4);
}

#[tokio::test]
async fn a_rating_range_has_to_be_valid_and_include_the_host() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for (from, to, words) in [
        ("1600", "", "has to include your own rating, 1500"),
        ("", "1400", "has to include your own"),
        ("1600", "1400", "can’t be lower than the lowest"),
        ("-1", "", "choose a number from 0 to 4000"),
        ("", "4001", "choose a number from 0 to 4000"),
        ("many", "", "choose a number"),
        ("1e3", "", "choose a number"),
    ] {
        let form = [
            ("game", "tictactoe"),
            ("seats", "2"),
            ("visibility", "public"),
            ("rating_from", from),
            ("rating_to", to),
        ];
        let refused = ada.post("/matches", &form).await;
        assert_eq!(refused.status, 422, "{from} to {to}");
        assert!(refused.text("main").unwrap().contains(words), "{from} to {to}: {words}");
    }
    assert!(ada.get("/matches/open").await.attributes("a.match", "href").is_empty());
}

const PUNCTUAL: [(&str, &str); 2] = [("game", "kalah"), ("on_time", "on")];

/// Ends a match of these two, in which Ben makes this number of 20 turns in time and Ada all.
async fn plays_late(site: &TestSite, ada: &TestPerson, ben: &TestPerson, in_time: i64) {
    let id = ada.opens(&[("game", "tictactoe"), ("first", "creator")]).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    for (number, ply) in SHORT_WIN.iter().enumerate() {
        let player = if number % 2 == 0 { ada } else { ben };
        assert_eq!(player.play(&id, ply).await.status, 303, "{ply}");
    }
    let count = "UPDATE match_seats SET turns = CASE seat WHEN 0 THEN 20 ELSE $2 END,
        late_turns = CASE seat WHEN 0 THEN 0 ELSE 20 - $2 END WHERE match_id = $1";
    sqlx::query(count).bind(&id).bind(in_time).execute(&site.database().await).await.unwrap();
}

#[tokio::test]
async fn a_match_for_users_who_are_on_time_refuses_others_unless_they_are_invited() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    plays_late(&site, &ada, &ben, 17).await;
    let id = ada.opens(&PUNCTUAL).await;
    let page = ben.get(&path(&id, "")).await;
    assert!(page.text("main").unwrap().contains("No time limit, rated, 90% on time."), "said before joining");
    let refused = ben.post(&path(&id, "seats"), &[]).await;
    assert_eq!(refused.status, 403);
    let why = "This match is for players who make at least 90% of their moves on time. You made 85%.";
    assert!(refused.body.contains(why), "{}", refused.body);
    assert_eq!(ada.post(&path(&id, "invitations"), &[("name", "Ben")]).await.status, 303);
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303, "invited users can join");
    plays_late(&site, &ada, &ben, 20).await;
    let id = ada.opens(&PUNCTUAL).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303, "37 of 40 are enough");
}

#[tokio::test]
async fn new_users_can_join_a_match_for_users_who_are_on_time() {
    let site = TestSite::start().await;
    let (ada, cleo) = (site.register("Ada").await, site.register("Cleo").await);
    let id = ada.opens(&PUNCTUAL).await;
    assert_eq!(cleo.post(&path(&id, "seats"), &[]).await.status, 303);
}

#[tokio::test]
async fn users_who_are_late_can_neither_find_nor_create_matches_for_those_who_are_on_time() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    plays_late(&site, &ada, &ben, 17).await;
    let (punctual, open) = (ada.opens(&PUNCTUAL).await, ada.opens(&[("game", "kalah")]).await);
    let listed = |page: &PageAnswer| page.attributes("a.match", "href");
    let all = ben.get("/matches/open").await;
    assert_eq!(listed(&all), [path(&open, ""), path(&punctual, "")]);
    assert!(all.text("main").unwrap().contains("90% on time"));
    assert_eq!(listed(&ben.get("/matches/open?fits=1").await), [path(&open, "")]);
    let refused = ben
        .post("/matches", &[("game", "kalah"), ("seats", "2"), ("visibility", "public"), PUNCTUAL[1]])
        .await;
    assert_eq!(refused.status, 422);
    assert!(refused.text("main").unwrap().contains("You can’t ask for 90% of moves on time: you made 85%."));
    let form = [("game", "kalah"), ("seats", "2"), ("visibility", "public"), ("on_time", "100")];
    let refused = ada.post("/matches", &form).await;
    assert_eq!(refused.status, 422);
    assert!(refused.text("main").unwrap().contains("choose on or off"), "{}", refused.text("main").unwrap());
}
