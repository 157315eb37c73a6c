//! Others that write to the database: another server, which is a referee here, and commands.

use std::time::Duration;

use crate::harness::{SHORT_WIN, TestPerson, TestSite};
use parlour::matches::MatchCommand;
use parlour::now::Clock;
use parlour::referee::Referee;
use parlour::store::Store;
use tokio::runtime::Handle;

/// A referee of another server on the database of a site.
async fn other_referee(site: &TestSite) -> Referee {
    let store = Store::open(&site.state().config.database_url, Handle::current()).await.unwrap();
    let bots = store.bots().await.unwrap();
    Referee::start(store, Default::default(), Clock::Wall, bots).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_a_server_that_knew_more_goes_on() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN[..1]).await;
    let (other, id) = (other_referee(&site).await, m.id.parse().unwrap());
    let view = other.read(&id).await.unwrap();
    let ben = site.accounts().directory().find("Ben").await.unwrap().unwrap();
    let ply = MatchCommand::Play { seq: view.m.seq, notation: SHORT_WIN[1].to_owned() };
    let view = other.command(ben, &id, ply).await.unwrap();
    let mut stream = m.ada.listens(&m.id, u64::from(view.m.seq)).await;
    m.ada.play(&m.id, SHORT_WIN[2]).await;
    let message = stream.next().await.unwrap();
    assert_eq!(message.id, Some(u64::from(view.m.seq) + 1), "{message:?}");
}

/// Waits until the page of a person has a text. Without being told, the site would read sessions again after a minute, and
/// names never.
async fn shows(person: &TestPerson, path: &str, text: &str) {
    for _ in 0..200 {
        if person.get(path).await.body.contains(text) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{path} does not show {text:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_another_process_writes_takes_effect_at_once() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let (visitor, path) = (site.visitor(), m.path(""));
    assert!(visitor.get(&path).await.body.contains("Ada"));
    let db = site.database().await;
    let execute = async |sql: &'static str| sqlx::query(sql).execute(&db).await.map(|_| ()).unwrap();
    execute("INSERT INTO site_settings (key, value) VALUES ('name', 'The Lantern Club')").await;
    shows(&visitor, "/", "The Lantern Club").await;
    execute(
        "INSERT INTO announcements (created_by, created_at, kind, text, shown_from, shown_until)
            SELECT id, 0, 'news', 'The autumn cup begins', 0, 9000000000000 FROM users WHERE name = 'Ada'",
    )
    .await;
    shows(&visitor, "/", "The autumn cup begins").await;
    execute("UPDATE users SET name = 'Adelheid', name_key = 'adelheid' WHERE name = 'Ada'").await;
    shows(&visitor, &path, "Adelheid").await;
    assert_eq!(m.ada.get("/settings").await.status, 200);
    execute(
        "UPDATE users SET suspended_at = 1, suspension_reason = 'Lent the account' WHERE name = 'Adelheid'",
    )
    .await;
    shows(&m.ada, "/", "Lent the account").await;
    let ben = m.ben.listens(&m.id, 4).await;
    execute("DELETE FROM sessions").await;
    let messages = ben.rest().await;
    assert_eq!(messages.last().unwrap().data, "signed-out");
}
