//! A client that opens as many streams as possible takes no file descriptors from the database.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use crate::killable::KillableSite;
use reqwest::Client;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::Value;
use socket2::{Domain, Socket, Type};
use tempfile::TempDir;
use tokio::time::timeout;

const GREEDY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const ADA: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);
const BEN: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 4);
const STREAMS: usize = 1500;
/// How long a test waits for a response before it fails.
const GUARD: Duration = Duration::from_secs(30);

/// A connection from a local address that requests a stream and stays open.
fn opens_stream(to: SocketAddr, path: &str) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.bind(&SocketAddr::from((GREEDY, 0)).into()).unwrap();
    socket.connect(&to.into()).unwrap();
    let mut stream = TcpStream::from(socket);
    // The server may have closed it already.
    let _ = write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n");
    stream
}

async fn open_match(site: &KillableSite, ada: &Client, ben: &Client) -> String {
    let form = [("game", "tictactoe"), ("seats", "2"), ("visibility", "public"), ("first", "creator")];
    let opened = site.post(ada, "/matches", &form).await;
    let path = opened.headers()["location"].to_str().unwrap().to_owned();
    site.post(ben, &format!("{path}/seats"), &[]).await;
    path
}

async fn plays(site: &KillableSite, player: &Client, path: &str, ply: &str) {
    let record = player.get(site.url(&format!("{path}/record.json"))).send().await.unwrap();
    let record: Value = serde_json::from_str(&record.text().await.unwrap()).unwrap();
    let seq = record["seq"].to_string();
    site.post(player, &format!("{path}/plies"), &[("seq", &*seq), ("notation", ply)]).await;
}

#[tokio::test]
async fn with_1024_descriptors_1500_streams_of_one_client_leave_the_database_usable() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).unwrap();
    let folder = TempDir::new().unwrap();
    let settings = [("RATE_LIMITS", "on"), ("RUST_LOG", "info")];
    let site = KillableSite::open_with_descriptors(folder.path(), &settings, Some(1024)).await;
    let (ada, ben) = (site.register_from("Ada", ADA).await, site.register_from("Ben", BEN).await);
    let path = open_match(&site, &ada, &ben).await;

    let events = format!("{path}/events?after=0");
    let greedy: Vec<_> = (0..STREAMS).map(|_| opens_stream(site.address(), &events)).collect();
    // On connections that were open before.
    for (player, ply) in [(&ada, "a1"), (&ben, "b1"), (&ada, "a2"), (&ben, "b2"), (&ada, "a3")] {
        timeout(GUARD, plays(&site, player, &path, ply)).await.expect("no move was answered in time");
    }
    drop(greedy);
    let visitor = Client::builder().timeout(GUARD).build().unwrap();
    for page in ["/", "/games", &path] {
        let answer = visitor.get(site.url(page)).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{page}");
    }
    assert!(site.log().contains("open_files=1024"), "{}", site.log());
}
