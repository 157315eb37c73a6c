//! The process is killed while letters are owed and while they are on their way: none is lost, and none comes twice.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg(unix)]

#[allow(dead_code, reason = "each binary of tests uses its part")]
mod killable;
mod sink;

use killable::House;
use sink::{Mood, Received, Sink};
use tempfile::TempDir;

#[tokio::test]
async fn letters_outlive_kills_and_none_comes_twice() {
    let folder = TempDir::new().unwrap();
    let mut sink = Sink::open().await;
    let mut house = House::open(folder.path(), &[("SMTP_URL", &sink.url)]).await;
    let (ada, ben) = (house.register("Ada").await, house.register("Ben").await);

    sink.is_in_the_mood(Mood::Hangs);
    house.post(&ada, "/settings/address", &[("address", "ada@example.org")]).await;
    sink.was_tried(1).await;
    let unanswered = sink.next().await;
    sink.is_in_the_mood(Mood::Takes);
    house.is_killed_and_opens_again().await;
    let letter = sink.next().await;
    let name = |letter: &Received| letter.header("Message-ID").to_owned();
    assert_eq!(name(&letter), name(&unanswered), "the server can tell that it is the same");
    let link = letter.link(&house.url(""), "/settings/address/");
    house.post(&ada, &link, &[]).await;

    let form = [("game", "kalah"), ("seats", "2"), ("visibility", "public")];
    let opened = house.post(&ada, "/matches", &form).await;
    let table = opened.headers()["location"].to_str().unwrap().to_owned();
    house.post(&ben, &format!("{table}/seats"), &[]).await;
    house.is_killed_and_opens_again().await;
    let letter = sink.next().await;
    assert_eq!(letter.subject(), "Your move against Ben: Mancala (Kalah)");
    assert_eq!((letter.to.as_str(), letter.html.contains(&table)), ("ada@example.org", true));
    house.has_noted("SELECT count(*) FROM outbox WHERE state = 'sent'", 2).await;
    house.is_killed_and_opens_again().await;
    sink.stays_empty().await;
    assert_eq!(sink.tries(), 3, "the letter that was on its way, the same again, and the news");
    house.is_sound();
}
