//! The process is killed or stopped while emails are owed and while they are on their way: none is lost, and none is sent
//! twice but where the answer of the mail server was lost. And the command that tries the mail server.

use crate::killable::House;
use crate::sink::{Mood, Received, Sink};
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

#[tokio::test]
async fn an_email_the_server_is_about_to_take_is_waited_for_at_the_stop() {
    let folder = TempDir::new().unwrap();
    let mut sink = Sink::open().await;
    let mut house = House::open(folder.path(), &[("SMTP_URL", &sink.url)]).await;
    let ada = house.register("Ada").await;
    sink.is_in_the_mood(Mood::TakesItsTime);
    house.post(&ada, "/settings/address", &[("address", "ada@example.org")]).await;
    sink.was_tried(1).await;
    let (gracefully, _) = house.is_stopped().await.unwrap();
    assert!(gracefully);
    sink.next().await;
    sink.is_in_the_mood(Mood::Takes);
    house.opens_again().await;
    house.has_noted("SELECT count(*) FROM outbox WHERE state = 'sent'", 1).await;
    sink.stays_empty().await;
    assert_eq!(sink.tries(), 1, "it was sent once");
}

/// What `parlour mail test` prints, what it complains about, and whether it succeeds.
async fn mail_test(smtp: &str, address: &str) -> (String, String, bool) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.args(["mail", "test", address]).env("SMTP_URL", smtp).env_remove("SMTP_URL_FILE");
    command.env("MAIL_FROM", "Club <games@club.example>").env("PUBLIC_URL", "https://club.example");
    let done = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(done.stdout), text(done.stderr), done.status.success())
}

#[tokio::test]
async fn a_test_message_shows_each_step_and_arrives() {
    let mut sink = Sink::open().await;
    let (out, problem, done) = mail_test(&sink.url, "ada@example.org").await;
    assert!(done, "{problem}");
    for line in [
        "From: games@club.example",
        "To: ada@example.org",
        "connection: ",
        "MAIL FROM: 250 fine",
        "RCPT TO: 250 fine",
        "message: 250 taken",
        "The server has taken the message.",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    let letter = sink.next().await;
    assert_eq!((letter.to.as_str(), letter.subject().as_str()), ("ada@example.org", "test message"));
    assert!(letter.text.contains("https://club.example"), "{}", letter.text);
}

#[tokio::test]
async fn a_test_message_that_is_refused_says_at_which_step_and_in_which_words() {
    let sink = Sink::open().await;
    for (mood, words) in [
        (Mood::Blocks, "connection: permanent error (554): 5.7.1 your address is on a block list"),
        (Mood::RefusesSender, "MAIL FROM: permanent error (550): 5.7.1 no such sender here"),
        (Mood::Refuses, "RCPT TO: permanent error (550): nobody of that name"),
    ] {
        sink.is_in_the_mood(mood);
        let (out, problem, done) = mail_test(&sink.url, "ada@example.org").await;
        assert!(!done && problem.contains(words), "{words}: {out} {problem}");
        assert!(!out.contains("has taken"), "{out}");
    }
    let (_, problem, done) = mail_test("smtp://127.0.0.1:1", "ada@example.org").await;
    assert!(!done && problem.contains("connection: "), "{problem}");
    let (_, problem, done) = mail_test("", "ada@example.org").await;
    assert!(!done && problem.contains("SMTP_URL is not set"), "{problem}");
    let (_, problem, done) = mail_test(&sink.url, "nobody").await;
    assert!(!done && problem.contains("not an email address"), "{problem}");
}
