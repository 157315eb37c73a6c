//! Limits on connections and live streams, and when connections are closed.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use reqwest::{Method, Response};

use crate::harness::{SHORT_WIN, TestMatch, TestPerson, TestSite};

/// How long a test waits for a response before it fails.
const GUARD: Duration = Duration::from_secs(30);

fn address(site: &TestSite) -> SocketAddr {
    let port = site.url.rsplit(':').next().unwrap();
    format!("127.0.0.1:{port}").parse().unwrap()
}

fn connect(site: &TestSite) -> BufReader<TcpStream> {
    let socket = TcpStream::connect(address(site)).unwrap();
    socket.set_read_timeout(Some(GUARD)).unwrap();
    BufReader::new(socket)
}

fn ask(connection: &mut BufReader<TcpStream>, head: &str) {
    write!(connection.get_mut(), "{head}\r\nHost: localhost\r\n\r\n").unwrap();
}

/// The lines of the head of a response; none if the connection was closed instead.
fn head(connection: &mut BufReader<TcpStream>) -> Vec<String> {
    let lines = connection.by_ref().lines().map_while(Result::ok);
    lines.take_while(|line| !line.is_empty()).collect()
}

/// Requests a small page on a connection that stays open.
fn is_served(connection: &mut BufReader<TcpStream>) -> bool {
    let written = write!(connection.get_mut(), "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    if written.is_err() || head(connection).first().is_none_or(|status| status != "HTTP/1.1 200 OK") {
        return false;
    }
    connection.read_exact(&mut [0; "alive\n".len()]).unwrap();
    true
}

async fn opens_stream(person: &TestPerson, m: &TestMatch) -> Response {
    let request = person.request(Method::GET, &m.path("events?after=0"));
    request.header("Accept", "text/event-stream").send().await.unwrap()
}

fn is_refused(response: &Response) -> bool {
    let seconds =
        response.headers().get("retry-after").and_then(|seconds| seconds.to_str().unwrap().parse().ok());
    assert_eq!(response.status() == 429, seconds.is_some_and(|seconds: u64| seconds > 0));
    response.status() == 429
}

#[tokio::test]
async fn live_streams_of_an_account_are_limited_until_one_is_closed() {
    let site = TestSite::with(|config| {
        config.rate_limits = true;
        config.streams_per_account = 3;
    })
    .await;
    let m = site.start_match("tictactoe").await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(opens_stream(&m.ada, &m).await);
        assert!(!is_refused(held.last().unwrap()));
    }
    assert!(is_refused(&opens_stream(&m.ada, &m).await));
    assert!(!is_refused(&opens_stream(&m.ben, &m).await), "another account");
    assert_eq!(m.ada.get(&m.path("")).await.status, 200, "pages are not streams");
    held.clear();
    // The server notices that a client is gone when it sends something.
    m.play_all(&SHORT_WIN).await;
    while is_refused(&opens_stream(&m.ada, &m).await) {}
}

#[tokio::test]
async fn a_connection_is_reused_after_a_head_request_for_a_stream() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mut connection = connect(&site);
    ask(&mut connection, &format!("HEAD {} HTTP/1.1", m.path("events?after=0")));
    let head_lines = head(&mut connection);
    assert_eq!(head_lines.first().map(String::as_str), Some("HTTP/1.1 200 OK"));
    assert!(
        head_lines.iter().any(|line| line.eq_ignore_ascii_case("content-type: text/event-stream")),
        "{head_lines:?}"
    );
    assert!(is_served(&mut connection));
}

/// Sends an endless chunked body. Returns whether the server closed the connection.
fn is_closed_while_it_sends(mut connection: BufReader<TcpStream>) -> bool {
    let mut sender = connection.get_ref().try_clone().unwrap();
    sender.set_write_timeout(Some(GUARD)).unwrap();
    let sending = std::thread::spawn(move || {
        let chunk = format!("1000\r\n{}\r\n", "x".repeat(0x1000));
        while sender.write_all(chunk.as_bytes()).is_ok() {}
    });
    let closed = match std::io::copy(&mut connection, &mut std::io::sink()) {
        Ok(_) => true,
        Err(error) => error.kind() != ErrorKind::WouldBlock,
    };
    let _ = connection.get_ref().shutdown(std::net::Shutdown::Both);
    sending.join().unwrap();
    closed
}

#[tokio::test]
async fn a_connection_is_closed_when_its_request_body_was_not_read() {
    let site = TestSite::start().await;
    for (path, status) in
        [("/logout", "303 See Other"), ("/login", "413 Payload Too Large"), ("/no-page", "404 Not Found")]
    {
        let mut connection = connect(&site);
        let form = "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked";
        ask(&mut connection, &format!("POST {path} HTTP/1.1\r\n{form}"));
        if path == "/login" {
            let chunk = format!("10000\r\n{}\r\n10000\r\n", "x".repeat(0x10000));
            connection.get_mut().write_all(chunk.as_bytes()).unwrap();
            connection.get_mut().write_all(&[b'x'; 0x10000]).unwrap();
            connection.get_mut().write_all(b"\r\n").unwrap();
        }
        let head_lines = head(&mut connection);
        assert_eq!(head_lines.first(), Some(&format!("HTTP/1.1 {status}")));
        assert!(
            head_lines.iter().any(|line| line.eq_ignore_ascii_case("connection: close")),
            "{head_lines:?}"
        );
        assert!(is_closed_while_it_sends(connection), "{path}");
    }
}

#[tokio::test]
async fn a_connection_is_reused_after_a_chunked_form_was_read() {
    let site = TestSite::start().await;
    let mut connection = connect(&site);
    let form = "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked";
    ask(&mut connection, &format!("POST /login HTTP/1.1\r\n{form}"));
    connection.get_mut().write_all(b"17\r\nusername=Ada&password=x\r\n0\r\n\r\n").unwrap();
    let head_lines = head(&mut connection);
    assert_eq!(head_lines.first().map(String::as_str), Some("HTTP/1.1 401 Unauthorized"));
    assert!(!head_lines.iter().any(|line| line.eq_ignore_ascii_case("connection: close")), "{head_lines:?}");
    let length = head_lines
        .iter()
        .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ").map(str::to_owned));
    let mut body = vec![0; length.unwrap().parse().unwrap()];
    connection.read_exact(&mut body).unwrap();
    assert!(is_served(&mut connection));
}

/// Requests a page again and again, many times at once. Returns whether it was refused with 429 in the end.
async fn is_refused_in_the_end(person: &TestPerson, path: &str) -> bool {
    for _ in 0..40 {
        let written = (0..100).map(|_| person.fetch(path));
        let answers = futures_util::future::join_all(written).await;
        if let Some(refused) = answers.iter().find(|answer| answer.status != 200) {
            assert_eq!(refused.status, 429);
            assert!(refused.header("retry-after").parse::<u64>().is_ok());
            return true;
        }
    }
    false
}

#[tokio::test]
async fn costly_pages_are_rate_limited() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    assert!(is_refused_in_the_end(&m.ada, &m.path("analysis?ply=0")).await);
    assert_eq!(m.ada.get(&m.path("")).await.status, 200, "the match itself is not counted");
    assert_eq!(m.ben.get(&m.path("analysis?ply=0")).await.status, 200, "another account");
    assert!(is_refused_in_the_end(&m.ben, &format!("{}?ply=1", m.path(""))).await);
}
