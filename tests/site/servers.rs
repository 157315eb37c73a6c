//! Several servers on one database: another one is a referee here.

use crate::harness::{SHORT_WIN, TestSite};
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
