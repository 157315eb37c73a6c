//! Emails, pushes and feeds for German users.

use parlour::now::Clock;
use reqwest::Method;

use crate::harness::{HOUR, MINUTE, NOON, PASSWORD, PageAnswer, TestPerson, TestSite, path, sends_to};
use crate::push_service::PushService;
use crate::pushes::here;
use crate::sink::MailSink;

/// How long after an event a user who has not seen it is notified.
const SOON: i64 = MINUTE;

impl TestPerson {
    /// Chooses German.
    async fn speaks_german(&self) {
        let form = [("theme", "auto"), ("motion", "auto"), ("sound", "off"), ("language", "de")];
        assert_eq!(self.post("/settings/appearance", &form).await.status, 303);
    }

    /// Fetches a page with a browser that prefers German.
    async fn in_german(&self, page: &str) -> PageAnswer {
        self.send(self.request(Method::GET, page).header("Accept-Language", "de-AT, en;q=0.5")).await
    }
}

/// Words that are in every longer English text, and in no German one.
const ENGLISH: [&str; 14] =
    ["the", "you", "your", "and", "of", "is", "are", "with", "for", "from", "when", "it", "no", "by"];

/// Checks that no text on a page is English.
fn is_german(answer: &PageAnswer) {
    assert_eq!(answer.attribute("html", "lang").as_deref(), Some("de"));
    let heard = ["aria-label", "title", "alt", "placeholder"];
    let heard = heard.into_iter().flat_map(|name| answer.attributes(&format!("[{name}]"), name));
    for text in answer.texts("title, body").into_iter().chain(heard) {
        // Names of places are not translated.
        let text = text.replace("Isle of Man", "").replace("Port of Spain", "");
        let mut words = text.split(|letter: char| !letter.is_alphabetic());
        if let Some(word) = words.find(|word| ENGLISH.contains(&word.to_lowercase().as_str())) {
            panic!("{word:?} in {text:?}");
        }
    }
}

#[tokio::test]
async fn pages_are_in_german_for_a_user_who_chose_german() {
    let (mut sink, service) = (MailSink::open().await, PushService::open().await);
    let site = TestSite::at(Clock::at(NOON), |config| {
        here(config);
        sends_to(config, &sink);
    })
    .await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register("Ben").await;
    ada.speaks_german().await;
    assert_eq!(ada.get("/").await.text("h1").as_deref(), Some("Willkommen, Ada"));
    is_german(&ada.get("/").await);
    is_german(&ada.post("/settings/address", &[("address", "nirgends")]).await);
    ada.adds_device(&service.browser("Telefon")).await;
    for kind in ["news", "deadlines"] {
        assert_eq!(ada.post(&format!("/settings/feeds/{kind}"), &[]).await.status, 303);
    }
    let over = ada.opens(&[("game", "kalah")]).await;
    ben.post(&path(&over, "seats"), &[]).await;
    ben.post(&path(&over, "resignation"), &[]).await;
    ada.opens(&[("game", "quarto"), ("invite", "Ben")]).await;
    let id = ben.opens(&[("game", "tictactoe"), ("time", "days"), ("time.days", "3")]).await;
    ada.post(&path(&id, "seats"), &[]).await;
    ben.opens(&[("game", "kalah"), ("invite", "Ada")]).await;
    ben.opens(&[("game", "sternhalma"), ("seats", "3")]).await;
    site.wait(5 * HOUR);
    for page in
        ["/", "/matches/open", "/matches/open?fits=1", "/players/Ada", "/players/Ben", "/settings", "/join"]
    {
        is_german(&ada.get(page).await);
    }
    let home = ada.get("/").await;
    assert_eq!(home.text("h1").as_deref(), Some("Du bist zu einer Partie eingeladen"));
    assert!(
        home.texts(".match .what").iter().any(|row| row.contains("Ben überlegt seit 5 Std.")),
        "{}",
        home.body
    );
    for done in [
        "times",
        "asked",
        "confirmed",
        "email-removed",
        "device",
        "device-off",
        "test-sent",
        "feed",
        "playing",
    ] {
        is_german(&ada.get(&format!("/settings?done={done}")).await);
    }
    is_german(&ada.get("/join?code=ABC").await);
    let refused = ada.post("/settings/play", &[("after", "x"), ("before", "y")]).await;
    assert!(refused.body.contains("Wähl eine der angebotenen Möglichkeiten."), "{}", refused.body);
    let refused = ada.get("/players/Niemand").await;
    assert!(refused.body.contains("Niemand hat diesen Namen."), "{}", refused.body);
}

#[tokio::test]
async fn pages_are_in_german_for_a_visitor_whose_browser_prefers_it() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    ada.opens(&[("game", "sternhalma"), ("seats", "3")]).await;
    for page in ["/matches/open", "/players/Ada", "/join"] {
        is_german(&site.visitor().in_german(page).await);
    }
    for (page, words) in [
        ("/unsubscribe/nichts", "Dieser Link ist ungültig."),
        ("/feeds/nichts/news.atom", "Dieser Link ist nicht mehr gültig."),
    ] {
        let refused = site.visitor().in_german(page).await;
        assert!(refused.body.contains(words), "{}", refused.body);
    }
}

#[tokio::test]
async fn each_email_of_a_batch_is_in_the_language_of_its_recipient() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let cleo = site.register("Cleo").await;
    ada.speaks_german().await;
    let id = ada.opens(&[("game", "sternhalma"), ("seats", "3"), ("time", "days"), ("time.days", "3")]).await;
    for person in [&ben, &cleo] {
        assert_eq!(person.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    site.wait(SOON);
    let mut emails = [sink.next().await, sink.next().await];
    emails.sort_by(|one, other| one.to.cmp(&other.to));
    let [adas, bens] = &emails;
    assert_eq!(
        [adas.subject(), bens.subject()],
        [
            "Du bist am Zug gegen Ben und Cleo: Sternhalma",
            "Your match against Ada and Cleo has begun: Chinese Checkers (Sternhalma)"
        ]
    );
    for words in [
        "Hallo Ada,\n\nSternhalma gegen Ben und Cleo\n\nDie Partie hat begonnen. Du bist am Zug.",
        "Du hast Zeit bis Dienstag, 24. November, 12:00 Uhr (UTC).",
        "Benachrichtigungen einstellen: ",
    ] {
        assert!(adas.text.contains(words), "{words}: {}", adas.text);
    }
    assert!(
        adas.html.contains("<html lang=\"de\">") && adas.html.contains(">Zug machen</a>"),
        "{}",
        adas.html
    );
    assert!(
        bens.text.contains(
            "Hello Ben,\n\nChinese Checkers (Sternhalma) against Ada and Cleo\n\nThe match has begun."
        ),
        "{}",
        bens.text
    );
    assert!(
        bens.html.contains("<html lang=\"en\">") && bens.html.contains(">View match</a>"),
        "{}",
        bens.html
    );
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn account_emails_are_in_german_including_the_last() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    ada.speaks_german().await;
    ada.post("/settings/address", &[("address", "ada@example.org")]).await;
    let email = sink.next().await;
    assert_eq!(email.subject(), "E-Mail-Adresse bestätigen");
    let link = email.link(&site.url, "/settings/address/");
    is_german(&ada.get(&link).await);
    assert_eq!(ada.post(&link, &[]).await.status, 303);
    site.visitor().post("/reset", &[("who", "Ada")]).await;
    let email = sink.next().await;
    assert_eq!(email.subject(), "Passwort zurücksetzen");
    assert!(email.text.starts_with("Hallo Ada,\n\njemand möchte das Passwort"), "{}", email.text);
    ada.post("/account/delete", &[("name", "Ada"), ("password", PASSWORD)]).await;
    let email = sink.next().await;
    assert_eq!(email.subject(), "Dein Konto wurde gelöscht");
    assert!(email.text.starts_with("Hallo Ada,\n\ndein Konto bei "), "{}", email.text);
    assert!(email.html.contains("<html lang=\"de\">"), "{}", email.html);
}

#[tokio::test]
async fn pushes_are_in_the_language_of_the_user() {
    let (site, mut service) = crate::pushes::with_pushes().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let cleo = site.register("Cleo").await;
    ada.speaks_german().await;
    ada.adds_device(&service.browser("Telefon")).await;
    ben.adds_device(&service.browser("phone")).await;
    let id = ada.opens(&[("game", "sternhalma"), ("seats", "3")]).await;
    for person in [&ben, &cleo] {
        assert_eq!(person.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    site.wait(SOON);
    let pushes = [service.next().await, service.next().await];
    let mut words: Vec<_> = pushes.iter().map(|push| push.words()).collect();
    words.sort_unstable();
    assert_eq!(
        words,
        [
            ("Du bist am Zug gegen Ben und Cleo: Sternhalma", "Die Partie hat begonnen. Du bist am Zug."),
            (
                "Your match against Ada and Cleo has begun: Chinese Checkers (Sternhalma)",
                "The match has begun."
            ),
        ]
    );
}

#[tokio::test]
async fn a_feed_is_in_the_language_of_its_owner_for_any_reader() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "sternhalma"), ("time", "days"), ("time.days", "1")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    let mut tags = Vec::new();
    for (kind, own) in
        [("news", "Du bist am Zug gegen Ben: Sternhalma"), ("deadlines", "SUMMARY:Zug gegen Ben: Sternhalma")]
    {
        ada.post(&format!("/settings/feeds/{kind}"), &[]).await;
        let shown = ada.get("/settings").await.attribute(&format!("#feed-{kind}"), "value").unwrap();
        let url = shown.strip_prefix(&site.url).unwrap();
        let english = site.visitor().in_german(url).await;
        assert!(!english.body.contains(own), "{}", english.body);
        tags.push((url.to_owned(), own, english.header("etag").to_owned()));
    }
    ada.speaks_german().await;
    for (url, own, tag) in tags {
        let reader = site.visitor();
        let german = reader.send(reader.request(Method::GET, &url).header("If-None-Match", tag)).await;
        assert!(german.status == 200 && german.body.contains(own), "{}", german.body);
    }
}
