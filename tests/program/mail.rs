//! The process is killed or stopped while emails are queued and while they are sent: none is lost, and none is sent
//! twice unless the reply of the mail server was lost. And `parlour mail`.

use crate::killable::KillableSite;
use crate::sink::{MailMode, MailSink, ReceivedMail};
use tempfile::TempDir;

#[tokio::test]
async fn emails_survive_kills_and_are_sent_once() {
    let folder = TempDir::new().unwrap();
    let mut sink = MailSink::open().await;
    let mut site = KillableSite::open(folder.path(), &[("SMTP_URL", &sink.url)]).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);

    sink.set_mode(MailMode::Hangs);
    site.post(&ada, "/settings/address", &[("address", "ada@example.org")]).await;
    sink.wait_for_tries(1).await;
    let unanswered = sink.next().await;
    sink.set_mode(MailMode::Takes);
    site.kill_and_restart().await;
    let email = sink.next().await;
    let name = |email: &ReceivedMail| email.header("Message-ID").to_owned();
    assert_eq!(name(&email), name(&unanswered), "the server can tell that it is the same");
    let link = email.link(&site.url(""), "/settings/address/");
    site.post(&ada, &link, &[]).await;

    let form = [("game", "kalah"), ("seats", "2"), ("visibility", "public"), ("first", "creator")];
    let opened = site.post(&ada, "/matches", &form).await;
    let table = opened.headers()["location"].to_str().unwrap().to_owned();
    site.post(&ben, &format!("{table}/seats"), &[]).await;
    site.kill_and_restart().await;
    let email = sink.next().await;
    assert_eq!(email.subject(), "Your move against Ben: Mancala (Kalah)");
    assert_eq!((email.to.as_str(), email.html.contains(&table)), ("ada@example.org", true));
    site.wait_for_deliveries("SELECT count(*) FROM outbox WHERE state = 'sent'", 2).await;
    site.kill_and_restart().await;
    sink.assert_stays_empty().await;
    assert_eq!(sink.tries(), 3, "the email in flight, its repetition, and the notice");
    site.assert_sound();
}

#[tokio::test]
async fn shutdown_waits_for_an_email_that_the_server_is_accepting() {
    let folder = TempDir::new().unwrap();
    let mut sink = MailSink::open().await;
    let mut site = KillableSite::open(folder.path(), &[("SMTP_URL", &sink.url)]).await;
    let ada = site.register("Ada").await;
    sink.set_mode(MailMode::TakesItsTime);
    site.post(&ada, "/settings/address", &[("address", "ada@example.org")]).await;
    sink.wait_for_tries(1).await;
    let (gracefully, _) = site.stop().await.unwrap();
    assert!(gracefully);
    sink.next().await;
    sink.set_mode(MailMode::Takes);
    site.restart().await;
    site.wait_for_deliveries("SELECT count(*) FROM outbox WHERE state = 'sent'", 1).await;
    sink.assert_stays_empty().await;
    assert_eq!(sink.tries(), 1, "it was sent once");
}

/// The output and errors of `parlour mail test`, and whether it succeeds.
async fn mail_test(smtp: &str, address: &str) -> (String, String, bool) {
    mail_test_from("Club <games@club.example>", smtp, address).await
}

async fn mail_test_from(from: &str, smtp: &str, address: &str) -> (String, String, bool) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.args(["mail", "test", address]).env("SMTP_URL", smtp).env_remove("SMTP_URL_FILE");
    command.env("MAIL_FROM", from).env("PUBLIC_URL", "https://club.example");
    let done = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(done.stdout), text(done.stderr), done.status.success())
}

#[tokio::test]
async fn a_test_email_prints_each_step_and_arrives() {
    let mut sink = MailSink::open().await;
    let (out, problem, done) = mail_test(&sink.url, "ada@example.org").await;
    assert!(done, "{problem}");
    for line in [
        "From: games@club.example",
        "To: ada@example.org",
        "connection: ",
        "MAIL FROM: 250 fine",
        "RCPT TO: 250 fine",
        "message: 250 taken",
        "The server accepted the message.",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    let email = sink.next().await;
    assert_eq!((email.to.as_str(), email.subject().as_str()), ("ada@example.org", "Test message"));
    assert!(email.text.contains("https://club.example"), "{}", email.text);
}

#[tokio::test]
async fn domains_with_umlauts_are_sent_encoded() {
    let mut sink = MailSink::open().await;
    let from = "Spiele <spiele@müller.example>";
    let (out, problem, done) = mail_test_from(from, &sink.url, "you@bücher.example").await;
    assert!(done, "{problem}");
    for line in ["From: spiele@xn--mller-kva.example", "To: you@xn--bcher-kva.example"] {
        assert!(out.contains(line), "{line}: {out}");
    }
    assert_eq!(sink.next().await.to, "you@xn--bcher-kva.example");
}

#[tokio::test]
async fn a_refused_test_email_prints_the_step_and_the_reply() {
    let sink = MailSink::open().await;
    for (mode, words) in [
        (MailMode::Blocks, "connection: permanent error (554): 5.7.1 your address is on a block list"),
        (MailMode::RefusesSender, "MAIL FROM: permanent error (550): 5.7.1 no such sender here"),
        (MailMode::Refuses, "RCPT TO: permanent error (550): nobody of that name"),
    ] {
        sink.set_mode(mode);
        let (out, problem, done) = mail_test(&sink.url, "ada@example.org").await;
        assert!(!done && problem.contains(words), "{words}: {out} {problem}");
        assert!(!out.contains("accepted the message"), "{out}");
    }
    let (_, problem, done) = mail_test("smtp://127.0.0.1:1", "ada@example.org").await;
    assert!(!done && problem.contains("connection: "), "{problem}");
    let (_, problem, done) = mail_test("", "ada@example.org").await;
    assert!(!done && problem.contains("SMTP_URL is not set"), "{problem}");
    let (_, problem, done) = mail_test(&sink.url, "nobody").await;
    assert!(!done && problem.contains("not an email address"), "{problem}");
}
