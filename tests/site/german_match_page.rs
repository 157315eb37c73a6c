//! Match pages in German.

use reqwest::Method;

use crate::harness::{PageAnswer, TestPerson, TestSite};

/// A page for a visitor with a German browser.
async fn visits(person: &TestPerson, page: &str) -> PageAnswer {
    person.send(person.request(Method::GET, page).header("Accept-Language", "de-AT,de;q=0.9,en;q=0.4")).await
}

async fn speaks_german(person: &TestPerson) {
    let look = [("theme", "auto"), ("motion", "auto"), ("sound", "off"), ("language", "de")];
    assert_eq!(person.post("/settings/appearance", &look).await.status, 303);
}

/// Checks for words that no German sentence has.
fn is_german(page: &PageAnswer) {
    let told =
        [page.text("main").unwrap(), page.attributes("main [aria-label]", "aria-label").join(" ")].concat();
    for english in [" the ", " and ", " is ", " to ", " you", "The ", "Your ", " of ", " with ", " days"] {
        assert!(!told.contains(english), "{english:?} is in: {told}");
    }
}

#[tokio::test]
async fn each_at_a_table_reads_it_in_their_own_language() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    speaks_german(&m.ada).await;
    let (page, bens) = (m.ada.get(&m.path("")).await, m.ben.get(&m.path("")).await);
    assert_eq!(page.attribute("html", "lang").as_deref(), Some("de"));
    assert_eq!(
        (page.text("h1").unwrap(), bens.text("h1").unwrap()),
        ("Du bist am Zug".into(), "Ada is thinking".into())
    );
    is_german(&page);

    let refused = m.ada.play(&m.id, "z9").await;
    assert!(
        refused.text("[role=alert]").unwrap().starts_with("z9 liegt außerhalb des Bretts"),
        "{}",
        refused.body
    );
    let refused = m.ben.play(&m.id, "a1").await;
    assert_eq!(refused.text("[role=alert]").unwrap(), "It’s not your turn.");

    m.play_all(&["b2", "a1", "a3"]).await;
    let page = m.ada.get(&format!("{}?ply=3", m.path(""))).await;
    assert_eq!(page.text("h1").unwrap(), "Ada setzt auf a3");
    is_german(&page);
    is_german(&m.ada.get(&m.path("analysis")).await);
}

#[tokio::test]
async fn a_stream_is_heard_in_the_language_of_whoever_listens() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    speaks_german(&m.ada).await;
    let seq = m.seq().await;
    let (mut ada, mut ben) = (m.ada.listens(&m.id, seq).await, m.ben.listens(&m.id, seq).await);
    m.play_all(&["b2"]).await;
    let heard = |messages: Vec<crate::harness::ListenerMessage>| {
        messages.iter().map(|message| message.data.clone()).collect::<String>()
    };
    let (ada, ben) = (heard(ada.until(seq + 1).await), heard(ben.until(seq + 1).await));
    assert!(ada.contains("Ada setzt auf b2") && !ada.contains("Ada marks b2"), "{ada}");
    assert!(ben.contains("Ada marks b2") && !ben.contains("Ada setzt auf b2"), "{ben}");
}

#[tokio::test]
async fn a_german_visitor_watches_in_german() {
    for game in ["kalah", "quarto", "sternhalma", "aeroplane"] {
        let site = TestSite::start().await;
        let (m, visitor) = (site.start_match(game).await, site.visitor());
        let page = visits(&visitor, &m.path("")).await;
        assert_eq!((page.status, page.attribute("html", "lang").as_deref()), (200, Some("de")), "{game}");
        assert!(page.text("#seats").unwrap().contains("Ada"), "{game}");
        is_german(&page);
        if game == "aeroplane" {
            is_german(&visits(&visitor, &m.path("rolls")).await);
        }
    }
}
