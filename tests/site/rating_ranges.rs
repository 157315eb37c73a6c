//! Matches for a range of ratings.

use sqlx::SqlitePool;

use crate::harness::{TestPerson, TestSite, path};

/// Gives a user a rating at two-player Tic-Tac-Toe.
async fn rate(database: &SqlitePool, name: &str, rating: i64) {
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
async fn only_those_sit_down_whose_rating_fits_or_who_are_invited() {
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
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303, "whoever is invited may");
    let dan = site.register("Dan").await;
    let id = opens(&ada, "1500", "1500").await;
    assert_eq!(dan.post(&path(&id, "seats"), &[]).await.status, 303, "whoever is new has 1500");
}

#[tokio::test]
async fn a_table_says_for_whom_it_is_and_the_list_can_be_narrowed() {
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
    assert_eq!(fits, [path(&wide, ""), path(&open, "")], "neither {narrow} nor his own, {own}");
    assert_eq!(site.visitor().get("/matches/open?fits=1").await.attributes("a.match", "href").len(), 4);
}

#[tokio::test]
async fn a_range_has_to_make_sense_and_to_include_oneself() {
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
