//! The rows of the seats: clocks, scores, ratings, and the result of a match that is over.

use parlour::now::{Clock, Moment};

use crate::harness::{PageAnswer, SHORT_WIN, TestMatch, TestPerson, TestSite, path};

/// Monday, 16 November 2026, 12:00 UTC.
const NOON: Moment = Moment(1_794_830_400_000);
const SECOND: i64 = 1000;
const LIVE: [(&str, &str); 4] =
    [("game", "kalah"), ("time", "live"), ("time.seconds", "60"), ("time.reserve", "300")];

/// A match of Ada and Ben with these fields, at noon.
async fn match_at_noon(fields: &[(&str, &str)]) -> (TestSite, TestMatch) {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(fields).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    (site, TestMatch { id, ada, ben })
}

/// The clocks as they are seen, in the order of the seats.
async fn clocks(person: &TestPerson, m: &TestMatch) -> Vec<String> {
    person.get(&m.path("")).await.texts("#seats .seat-clock .left")
}

#[tokio::test]
async fn a_live_match_shows_both_clocks_and_their_reserves() {
    let (site, m) = match_at_noon(&LIVE).await;
    site.clock.set(NOON.after(5 * SECOND));
    let page = m.ben.get(&m.path("")).await;
    assert_eq!(page.texts("#seats .seat-clock .left"), ["5:55", "6:00"]);
    assert_eq!(page.texts("#seats .seat-clock [data-reserve]"), ["5:00", "5:00"]);
    let ends = NOON.after(360 * SECOND).0.to_string();
    assert_eq!(
        page.attributes("#seats .seat-clock", "data-ends"),
        std::slice::from_ref(&ends),
        "one of them runs"
    );
    assert_eq!(
        page.attribute("#seats .seat-clock", "data-now").unwrap(),
        NOON.after(5 * SECOND).0.to_string()
    );
    assert!(
        page.texts("#seats .seat-clock .unseen").contains(&"5 min left".to_owned()),
        "for screen readers"
    );
    assert_eq!(
        page.texts("#seats .seat-clock [aria-live], .seat-clock[role]").len(),
        0,
        "nothing is read as it ticks"
    );
    // The time per turn is not kept, the reserve is.
    site.clock.set(NOON.after(70 * SECOND));
    assert_eq!(clocks(&m.ben, &m).await, ["4:50", "6:00"]);
    assert_eq!(m.ada.play(&m.id, "1").await.status, 303);
    assert_eq!(clocks(&m.ben, &m).await, ["5:50", "6:00"]);
}

#[tokio::test]
async fn a_clock_is_marked_when_a_fifth_and_when_ten_seconds_are_left() {
    let (site, m) =
        match_at_noon(&[("game", "kalah"), ("time", "live"), ("time.seconds", "60"), ("time.reserve", "0")])
            .await;
    for (after, low, last) in [(47, 0, 0), (49, 1, 0), (51, 1, 1)] {
        site.clock.set(NOON.after(after * SECOND));
        let page = m.ada.get(&m.path("")).await;
        let marked = ["low", "last"]
            .map(|class| page.attributes(&format!("#seats .seat-clock.{class}"), "class").len());
        assert_eq!(marked, [low, last], "after {after} s");
        assert_eq!(
            page.texts("#seats .seat-clock").len(),
            1,
            "without a reserve only the running clock is shown"
        );
    }
}

#[tokio::test]
async fn a_correspondence_match_shows_days_and_hours_and_a_paused_one_what_is_left() {
    let days = [("game", "kalah"), ("time", "days"), ("time.days", "3")];
    let (site, m) = match_at_noon(&days).await;
    site.clock.set(NOON.after(3_600 * SECOND));
    assert_eq!(clocks(&m.ben, &m).await, ["2 d 23 h"]);
    for person in [&m.ada, &m.ben] {
        person.post(&m.path("pause"), &[("answer", "ask")]).await;
    }
    site.clock.set(NOON.after(100 * 3_600 * SECOND));
    let page = m.ben.get(&m.path("")).await;
    assert_eq!(page.texts("#seats .seat-clock .left"), ["2 d 23 h"]);
    assert_eq!(page.texts("#seats .seat-clock .extra"), ["paused"]);
    assert_eq!(page.attributes("#seats .seat-clock", "data-ends").len(), 0, "it does not tick");
}

#[tokio::test]
async fn a_bank_is_shown_for_all_seats_with_its_increment() {
    let bank = [
        ("game", "kalah"),
        ("time", "bank"),
        ("time.bank", "72"),
        ("time.increment", "12"),
        ("time.cap", "168"),
    ];
    let (site, m) = match_at_noon(&bank).await;
    site.clock.set(NOON.after(3_600 * SECOND));
    assert_eq!(clocks(&m.ada, &m).await, ["2 d 23 h", "3 days"]);
    let page = m.ada.get(&m.path("")).await;
    assert_eq!(page.texts("#seats .seat-clock .extra"), ["+ 12 h per move", "+ 12 h per move"]);
}

#[tokio::test]
async fn seats_show_the_score_with_its_meaning() {
    let site = TestSite::start().await;
    for (game, short, words) in [
        ("kalah", "0", "0 in store"),
        ("sternhalma", "0/10", "0 of 10 marbles in the target"),
        ("aeroplane", "0/4", "0 of 4 planes home"),
    ] {
        let (ada, ben) =
            (site.register(&format!("Ada{game}")).await, site.register(&format!("Ben{game}")).await);
        let id = ada.opens(&[("game", game)]).await;
        assert_eq!(ada.get(&path(&id, "")).await.texts(".score").len(), 0, "{game}: not before it begins");
        ben.post(&path(&id, "seats"), &[]).await;
        let page = ada.get(&path(&id, "")).await;
        assert_eq!(page.texts(".score [aria-hidden]"), [short, short], "{game}");
        assert_eq!(page.texts(".score .unseen"), [words, words], "{game}");
    }
    let m = site.start_match("tictactoe").await;
    assert_eq!(m.ada.get(&m.path("")).await.texts(".score").len(), 0);
}

#[tokio::test]
async fn seats_show_the_ratings_of_the_game() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let ratings = |page: PageAnswer| page.texts("#seats .rating");
    assert_eq!(ratings(m.ada.get(&m.path("")).await), ["", ""], "nobody has one yet");
    m.play_all(&SHORT_WIN).await;
    let again = m.ada.opens(&[("game", "tictactoe")]).await;
    m.ben.post(&path(&again, "seats"), &[]).await;
    assert_eq!(ratings(site.visitor().get(&path(&again, "")).await), ["1662?", "1338?"]);
    let other = m.ada.opens(&[("game", "quarto")]).await;
    assert_eq!(ratings(m.ada.get(&path(&other, "")).await), [""]);
}

#[tokio::test]
async fn the_result_lists_the_best_first_and_how_ratings_changed() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2", "a1"]).await;
    let mut stream = site.visitor().listens(&m.id, 6).await;
    assert_eq!(m.ada.post(&m.path("resignation"), &[]).await.status, 303);
    let page = m.ben.get(&m.path("")).await;
    assert_eq!(
        (page.text("#turn h1").unwrap(), page.text("#turn #reason").unwrap()),
        ("You won".into(), "Ada resigned.".into())
    );
    assert_eq!(page.texts(".result .who-name a"), ["Ben", "Ada"]);
    assert_eq!(page.texts(".result .place"), ["1st", "2nd"]);
    assert_eq!(page.texts(".turn .gain"), ["1500? → 1662? (+162)"], "the reader's own beside the result");
    assert_eq!(page.texts(".result .gain"), ["1500? → 1338? (−162)"]);
    let watched = site.visitor().get(&m.path("")).await;
    assert_eq!(watched.texts(".result .gain"), ["1500? → 1662? (+162)", "1500? → 1338? (−162)"]);
    assert_eq!(
        m.ben.get(&format!("{}?ply=1", m.path(""))).await.texts(".result").len(),
        0,
        "not in a replay"
    );
    let mut messages = Vec::new();
    while !messages.last().is_some_and(|data: &String| data.contains("1338?")) {
        messages.push(stream.next().await.unwrap().data);
    }
    let last = messages.last().unwrap();
    assert!(last.contains("1500? → 1662? (+162)"), "{last}");
    assert!(messages.iter().any(|data| data.contains("result arrives")), "{messages:?}");
    // A stream that connects later receives them too.
    let mut late = site.visitor().listens(&m.id, 6).await;
    while !late.next().await.unwrap().data.contains("1338?") {}
}

#[tokio::test]
async fn seat_rows_are_in_german() {
    let (_site, m) = match_at_noon(&LIVE).await;
    m.ben.speaks("de").await;
    let page = m.ben.get(&m.path("")).await;
    assert!(page.text("#seats .seat-clock .extra").unwrap().starts_with("Reserve"));
    assert_eq!(page.texts(".presence .away"), ["nicht da"]);
}
