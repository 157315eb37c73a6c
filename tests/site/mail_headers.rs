//! Headers of emails for sorting and threading, and chat messages that try to inject headers.

use crate::harness::{MINUTE, TestPerson, TestSite, path};
use crate::sink::{MailSink, ReceivedMail};

const SOON: i64 = MINUTE;

async fn match_of_two(site: &TestSite, sink: &mut MailSink, game: &str) -> (TestPerson, TestPerson, String) {
    let ada = site.register_with_mail("Ada", sink).await;
    let ben = site.register_with_mail("Ben", sink).await;
    let id = ada.opens(&[("game", game)]).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    ada.get(&path(&id, "")).await;
    (ada, ben, id)
}

fn thread(email: &ReceivedMail) -> String {
    let root = email.header("References").to_owned();
    assert!(root.starts_with("<match.") && root.ends_with("@localhost>"), "{root}");
    assert_eq!(email.header("In-Reply-To"), root);
    assert_ne!(email.header("Message-ID"), root);
    root
}

#[tokio::test]
async fn emails_about_a_match_form_one_thread_on_one_list() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, id) = match_of_two(&site, &mut sink, "tictactoe").await;
    ada.play(&id, "b2").await;
    site.wait(SOON);
    let first = sink.next().await;
    ada.post(&path(&id, "chat"), &[("text", "Hello")]).await;
    site.wait(SOON);
    let second = sink.next().await;
    assert_eq!(thread(&first), thread(&second));
    assert!(thread(&first).contains(&id), "{}", thread(&first));
    assert_ne!(first.header("Message-ID"), second.header("Message-ID"));
    for email in [&first, &second] {
        assert_eq!(email.header("List-Id"), "<notifications.localhost>");
        assert!(email.header("Subject").starts_with("[Parlour] "), "{}", email.header("Subject"));
    }
    ben.get(&path(&id, "")).await;
    let other = ada.opens(&[("game", "kalah")]).await;
    ben.post(&path(&other, "seats"), &[]).await;
    ada.get(&path(&other, "")).await;
    ada.play(&other, "1").await;
    site.wait(SOON);
    assert_ne!(thread(&sink.next().await), thread(&first), "another match is another thread");
}

#[tokio::test]
async fn emails_about_an_account_name_the_site_and_have_no_list_headers() {
    let (site, mut sink) = TestSite::with_mail().await;
    let _ada = site.register_with_mail("Ada", &mut sink).await;
    site.visitor().post("/reset", &[("who", "Ada")]).await;
    let email = sink.next().await;
    assert_eq!(email.header("Subject"), "[Parlour] Reset your password");
    assert_eq!((email.header("List-Id"), email.header("References")), ("", ""));
}

#[tokio::test]
async fn chat_in_emails_is_cleaned_of_control_and_direction_characters() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, id) = match_of_two(&site, &mut sink, "tictactoe").await;
    ben.get(&path(&id, "")).await;
    let line = "Hi\u{202e}\u{7}\r\nben: I resign\u{2066}\n\nben: really\u{200f}";
    assert_eq!(ada.post(&path(&id, "chat"), &[("text", line)]).await.status, 303);
    site.wait(SOON);
    let email = sink.next().await;
    assert!(email.text.contains("\nAda: Hi ben: I resign  ben: really\n"), "{:?}", email.text);
    let page = ben.get(&path(&id, "")).await;
    for part in [&email.text, &email.html, &page.body] {
        assert!(!part.contains(['\u{202e}', '\u{2066}', '\u{200f}', '\u{7}']), "{part:?}");
    }
}

#[tokio::test]
async fn chat_stored_before_cleaning_is_cleaned_in_emails() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, id) = match_of_two(&site, &mut sink, "tictactoe").await;
    ben.get(&path(&id, "")).await;
    ada.post(&path(&id, "chat"), &[("text", "Hi")]).await;
    let db = site.database().await;
    let dirty = sqlx::query("UPDATE chat_messages SET text = $1").bind("Hi\u{202e}\nben: I resign");
    dirty.execute(&db).await.unwrap();
    let site = site.restart(|_| {}).await;
    site.wait(SOON);
    let email = sink.next().await;
    assert!(email.text.contains("\nAda: Hi ben: I resign\n"), "{:?}", email.text);
}
