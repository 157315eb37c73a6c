//! The process is killed while letters are owed and while they are on their way: none is lost, and none comes twice.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg(unix)]

mod sink;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};
use sink::{Mood, Received, Sink};
use tempfile::TempDir;

/// The program, on a port and a database that outlive it.
struct House {
    address: SocketAddr,
    folder: PathBuf,
    mail: String,
    process: Child,
}

impl House {
    async fn open(folder: &Path, mail: &str) -> Self {
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
        let process = start(address, folder, mail);
        let house = Self { address, folder: folder.to_owned(), mail: mail.to_owned(), process };
        house.is_ready().await;
        house
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Dies without a chance to put anything in order, and opens again.
    async fn is_killed_and_opens_again(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        self.process = start(self.address, &self.folder, &self.mail);
        self.is_ready().await;
    }

    async fn is_ready(&self) {
        let client = Client::new();
        for _ in 0..1000 {
            if client.get(self.url("/readyz")).send().await.is_ok_and(|answer| answer.status().is_success()) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the house does not open");
    }

    /// Waits until it has written down that so many letters have gone.
    async fn has_noted(&self, letters: i64) {
        let file = self.folder.join("parlour.db");
        let db = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
        for _ in 0..1000 {
            let count = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM outbox WHERE state = 'sent'");
            if count.fetch_one(&db).await.unwrap() == letters {
                return db.close().await;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("what has gone is not written down");
    }

    async fn post(&self, client: &Client, path: &str, form: &[(&str, &str)]) -> Response {
        let answer = client.post(self.url(path)).form(form).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{path}");
        answer
    }

    async fn register(&self, name: &str) -> Client {
        let client = Client::builder().cookie_store(true).redirect(Policy::none()).build().unwrap();
        let form = [("username", name), ("password", "seven brass lamps over felt")];
        self.post(&client, "/register", &form).await;
        client
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn start(address: SocketAddr, folder: &Path, mail: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_parlour"))
        .arg("serve")
        .env("BIND", address.to_string())
        .env("PUBLIC_URL", format!("http://{address}"))
        .env("DATABASE_URL", format!("sqlite://{}", folder.join("parlour.db").display()))
        .env("SMTP_URL", mail)
        .env("RATE_LIMITS", "off")
        .env("RUST_LOG", "warn")
        .current_dir(folder)
        .stdin(Stdio::null())
        .spawn()
        .unwrap()
}

#[tokio::test]
async fn letters_outlive_kills_and_none_comes_twice() {
    let folder = TempDir::new().unwrap();
    let mut sink = Sink::open().await;
    let mut house = House::open(folder.path(), &sink.url).await;
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
    house.has_noted(2).await;
    house.is_killed_and_opens_again().await;
    sink.stays_empty().await;
    assert_eq!(sink.tries(), 3, "the letter that was on its way, the same again, and the news");
}
