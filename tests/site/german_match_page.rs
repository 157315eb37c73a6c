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
    let table = site.table("tictactoe").await;
    speaks_german(&table.ada).await;
    let (page, bens) = (table.ada.get(&table.path("")).await, table.ben.get(&table.path("")).await);
    assert_eq!(page.attribute("html", "lang").as_deref(), Some("de"));
    assert_eq!(
        (page.text("h1").unwrap(), bens.text("h1").unwrap()),
        ("Du bist am Zug".into(), "Ada is thinking".into())
    );
    is_german(&page);

    let refused = table.ada.play(&table.id, "z9").await;
    assert!(
        refused.text("[role=alert]").unwrap().starts_with("z9 liegt außerhalb des Bretts"),
        "{}",
        refused.body
    );
    let refused = table.ben.play(&table.id, "a1").await;
    assert_eq!(refused.text("[role=alert]").unwrap(), "It’s not your turn.");

    table.play_all(&["b2", "a1", "a3"]).await;
    let page = table.ada.get(&format!("{}?ply=3", table.path(""))).await;
    assert_eq!(page.text("h1").unwrap(), "Ada setzt auf a3");
    is_german(&page);
    is_german(&table.ada.get(&table.path("analysis")).await);
}

#[tokio::test]
async fn a_stream_is_heard_in_the_language_of_whoever_listens() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    speaks_german(&table.ada).await;
    let seq = table.seq().await;
    let (mut ada, mut ben) =
        (table.ada.listens(&table.id, seq).await, table.ben.listens(&table.id, seq).await);
    table.play_all(&["b2"]).await;
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
        let (table, visitor) = (site.table(game).await, site.visitor());
        let page = visits(&visitor, &table.path("")).await;
        assert_eq!((page.status, page.attribute("html", "lang").as_deref()), (200, Some("de")), "{game}");
        assert!(page.text("#seats").unwrap().contains("Ada"), "{game}");
        is_german(&page);
        if game == "aeroplane" {
            is_german(&visits(&visitor, &table.path("rolls")).await);
        }
    }
}
