//! Taking back a move that nobody has seen: immediately, once, and never for more time.

use parlour::now::{Clock, Moment};

use crate::harness::{HOUR, MINUTE, TestPerson, TestSite, path};

/// Ada and Ben in a match with a time bank.
async fn match_with_time_bank(site: &TestSite) -> (TestPerson, TestPerson, String) {
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let fields = [
        ("game", "tictactoe"),
        ("time", "bank"),
        ("time.bank", "10"),
        ("time.increment", "5"),
        ("time.cap", "100"),
    ];
    let id = ada.opens(&fields).await;
    ben.post(&path(&id, "seats"), &[]).await;
    (ada, ben, id)
}

/// Asks for a takeback. Returns how many plies are left.
async fn takes_back(person: &TestPerson, id: &str) -> usize {
    assert_eq!(person.post(&path(id, "takeback"), &[("answer", "ask")]).await.status, 303);
    person.record(id).await["plies"].as_array().unwrap().len()
}

#[tokio::test]
async fn the_turn_continues_with_its_remaining_time_and_its_next_takeback_needs_consent() {
    let site = TestSite::at(Clock::at(Moment(1_794_830_400_000)), |_| {}).await;
    let (ada, ben, id) = match_with_time_bank(&site).await;
    site.wait(9 * HOUR);
    ada.play(&id, "b2").await;
    site.wait(HOUR);
    assert_eq!(takes_back(&ada, &id).await, 0, "Ben has not looked");
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-16T23:00:00.000Z", "an hour is left of the ten");
    ada.play(&id, "a1").await;
    assert_eq!(takes_back(&ada, &id).await, 1, "Ben has to agree");
    assert_eq!(ben.post(&path(&id, "takeback"), &[("answer", "accept")]).await.status, 303);
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-16T23:00:00.000Z");
}

#[tokio::test]
async fn the_opponents_conditional_moves_stay_as_they_were() {
    let site = TestSite::at(Clock::at(Moment(1_794_830_400_000)), |_| {}).await;
    let (ada, ben, id) = match_with_time_bank(&site).await;
    let standing = async || ben.get(&path(&id, "")).await.text("#standing").unwrap();
    let order = [("orders", "IF C3 THEN A2")];
    assert_eq!(ben.post(&path(&id, "conditional-moves"), &order).await.status, 303);
    let before = standing().await;
    ada.play(&id, "a1").await;
    assert_eq!(takes_back(&ada, &id).await, 0);
    let (site, rows) = (&site, "SELECT count(*) FROM cancelled_conditional_moves");
    let cancelled: i64 = sqlx::query_scalar(rows).fetch_one(&site.database().await).await.unwrap();
    assert_eq!(cancelled, 0, "he is not told that they were cancelled");
    site.state().referee.clear_cache();
    assert_eq!(standing().await, before);
    assert!(!ben.get(&path(&id, "")).await.body.contains("went a different way"));
    ada.play(&id, "c3").await;
    assert_eq!(ada.record(&id).await["plies"][1]["notation"], "a2");
}

#[tokio::test]
async fn an_emailed_move_counts_as_seen() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&[("game", "tictactoe")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.play(&id, "b2").await;
    site.wait(MINUTE);
    assert!(sink.next().await.text.contains("Ada marks b2"));
    assert_eq!(takes_back(&ada, &id).await, 1, "Ben has to agree");
}

#[tokio::test]
async fn a_move_in_a_fetched_feed_counts_as_seen() {
    for kind in ["news", "deadlines"] {
        let site = TestSite::at(Clock::at(Moment(1_794_830_400_000)), |_| {}).await;
        let (ada, ben, id) = match_with_time_bank(&site).await;
        ben.post(&format!("/settings/feeds/{kind}"), &[]).await;
        let feed = ben.get("/settings").await.attribute(&format!("#feed-{kind}"), "value").unwrap();
        let feed = feed.strip_prefix(&site.url).unwrap();
        assert_eq!(site.visitor().get(feed).await.status, 200);
        site.wait(MINUTE);
        ada.play(&id, "b2").await;
        assert_eq!(takes_back(&ada, &id).await, 0, "{kind}: the feed was fetched before the move");
        ada.play(&id, "b2").await;
        ben.play(&id, "a1").await;
        ada.play(&id, "c3").await;
        site.wait(MINUTE);
        assert_eq!(site.visitor().get(feed).await.status, 200);
        assert_eq!(takes_back(&ada, &id).await, 3, "{kind}: Ben has to agree");
    }
}
