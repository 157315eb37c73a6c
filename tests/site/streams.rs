//! The live stream of a match.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use parlour::now::Clock;

use crate::harness::{HOPS, ListenerMessage, MINUTE, NOON, SHORT_WIN, TestMatch, TestSite};

/// The log entries that the messages bring their reader up to.
fn ids(messages: &[ListenerMessage]) -> Vec<u64> {
    messages.iter().filter_map(|message| message.id).collect()
}

async fn halma(site: &TestSite) -> TestMatch {
    site.start_match("sternhalma").await
}

#[tokio::test]
async fn a_stream_is_sent_unbuffered_and_not_cached() {
    let site = TestSite::start().await;
    let m = halma(&site).await;
    let stream = m.ada.listens(&m.id, 4).await;
    assert_eq!(stream.header("cache-control"), "no-cache, no-transform");
    assert_eq!(stream.header("x-accel-buffering"), "no");
    assert_eq!(stream.header("content-encoding"), "identity");
    let page = m.ben.get(&m.path("")).await;
    assert_eq!(page.attribute("#live", "data-events").unwrap(), m.path("events"));
    assert_eq!(page.attribute("#live", "data-seq").unwrap(), "4");
}

#[tokio::test]
async fn a_silent_stream_sends_heartbeats_at_the_interval_of_its_page() {
    let site = TestSite::start().await;
    let m = halma(&site).await;
    let page = m.ada.get(&m.path("")).await;
    assert_eq!(page.attribute("#live", "data-heartbeat").unwrap(), "10000");
    let mut stream = m.ada.listens(&m.id, 4).await;
    assert!(stream.any().await.unwrap().is_heartbeat());
    m.ada.play(&m.id, "c2-e8").await;
    assert_eq!(ids(&stream.until(5).await), [5], "a heartbeat has no id");
}

#[tokio::test]
async fn all_watchers_receive_a_ply_and_its_last_message_has_the_seq() {
    let site = TestSite::start().await;
    let m = halma(&site).await;
    let watchers = [&m.ada, &m.ben, &site.register("Eve").await, &site.visitor()];
    let mut streams = Vec::new();
    for watcher in watchers {
        streams.push(watcher.listens(&m.id, 4).await);
    }
    m.play_all(&HOPS).await;
    for stream in &mut streams {
        for (seq, ply) in (5..).zip(HOPS) {
            let messages = stream.until(seq).await;
            assert_eq!(ids(&messages), [seq], "only the last message of {ply} has an id");
            let last = &messages.last().unwrap().data;
            assert!(
                last.contains("#announcement") && (last.contains("#turn") || last.contains("#panel")),
                "{last}"
            );
        }
        assert_eq!(stream.stray().await, None);
    }
}

#[tokio::test]
async fn a_chain_is_sent_hop_by_hop() {
    let site = TestSite::start().await;
    let m = halma(&site).await;
    m.play_all(&HOPS[..4]).await;
    let mut stream = site.visitor().listens(&m.id, 8).await;
    m.ada.play(&m.id, HOPS[4]).await;
    let messages = stream.until(9).await;
    assert!(messages.len() > 1, "{messages:?}");
    let first = &messages[0].data;
    assert!(first.contains("hx-target=\"#p") && !first.contains("#panel"), "{first}");
}

#[tokio::test]
async fn a_stream_without_animation_has_the_same_result_without_pauses() {
    let site = TestSite::start().await;
    let m = halma(&site).await;
    m.play_all(&HOPS[..4]).await;
    let (visitor, seq) = (site.visitor(), 9);
    let mut streams = [visitor.listens(&m.id, 8).await, visitor.listens_calmly(&m.id, 8).await];
    m.ada.play(&m.id, HOPS[4]).await;
    let [paced, calm] = &mut streams;
    assert_eq!(calm.until(seq).await, paced.until(seq).await, "as it happens");
    let mut late = [visitor.listens(&m.id, 4).await, visitor.listens_calmly(&m.id, 4).await];
    let [paced, calm] = &mut late;
    assert_eq!(calm.until(seq).await, paced.until(seq).await, "and afterwards");
}

#[tokio::test]
async fn each_viewer_receives_their_own_controls() {
    let site = TestSite::start().await;
    let m = halma(&site).await;
    let mut ben = m.ben.listens(&m.id, 4).await;
    let mut eve = site.visitor().listens(&m.id, 4).await;
    let received =
        |messages: Vec<ListenerMessage>| messages.into_iter().map(|message| message.data).collect::<String>();
    m.ada.play(&m.id, "c2-e8").await;
    let (ben, eve) = (received(ben.until(5).await), received(eve.until(5).await));
    assert!(ben.contains("Your move") && ben.contains("name=\"seq\" value=\"5\""), "{ben}");
    assert!(!eve.contains("Your move") && !eve.contains("<button"), "{eve}");
    assert!(eve.contains("Ben is thinking"), "{eve}");
}

#[tokio::test]
async fn a_returning_viewer_receives_what_they_missed_once() {
    let site = TestSite::start().await;
    let m = halma(&site).await;
    m.play_all(&HOPS).await;
    for seen in 4..9 {
        let mut by_page = m.ben.listens(&m.id, seen).await;
        let mut by_browser = m.ben.listens_again(&m.id, 4, Some(seen)).await;
        let missed = by_page.until(9).await;
        assert_eq!(by_browser.until(9).await, missed, "after {seen}");
        let mut received = ids(&missed);
        received.dedup();
        assert_eq!(received, (seen + 1..=9).collect::<Vec<_>>());
    }
    let mut up_to_date = m.ben.listens(&m.id, 9).await;
    assert_eq!(up_to_date.stray().await, None);
}

#[tokio::test]
async fn a_stream_interrupted_within_a_ply_shows_the_whole_ply_again() {
    let site = TestSite::start().await;
    let m = halma(&site).await;
    m.play_all(&HOPS[..4]).await;
    let mut stream = m.ben.listens(&m.id, 8).await;
    m.ada.play(&m.id, HOPS[4]).await;
    let first = stream.next().await.unwrap();
    assert_eq!(first.id, None, "one hop of several");
    drop(stream);
    let again = m.ben.listens_again(&m.id, 4, Some(8)).await.until(9).await;
    assert_eq!(again[0].data, first.data);
}

#[tokio::test]
async fn events_during_a_reconnect_are_sent_once() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let watcher = site.visitor();
    let mut streams = Vec::new();
    for ply in SHORT_WIN {
        let at = m.seq().await;
        let player = if at % 2 == 0 { &m.ada } else { &m.ben };
        let seq = at.to_string();
        let (answer, stream) = tokio::join!(player.play_from(&m.id, &seq, ply), watcher.listens(&m.id, at));
        assert_eq!(answer.status, 303);
        streams.push((at, stream));
    }
    for (at, mut stream) in streams {
        let mut received = ids(&stream.until(10).await);
        received.dedup();
        // The last ply and the end of the match are one change.
        let all: Vec<_> = (at + 1..=8).chain([9, 10]).filter(|id| *id > at).collect();
        let plies: Vec<_> = received.iter().copied().filter(|id| *id != 9).collect();
        let expected: Vec<_> = all.into_iter().filter(|id| *id != 9).collect();
        assert_eq!(plies, expected, "from {at}");
        // Rating changes of a finished match are sent to everyone who opens it.
        let last = stream.stray().await;
        assert!(
            last.is_none_or(|message| message.id.is_none() && message.data.contains("#gain-")),
            "from {at}"
        );
    }
}

#[tokio::test]
async fn a_viewer_who_missed_many_plies_receives_the_current_state() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let eve = site.visitor();
    m.play_all(&SHORT_WIN).await;
    let mut stream = eve.listens(&m.id, 0).await;
    let last = stream.until(10).await.pop().unwrap();
    assert!(last.data.contains("#board"), "{}", last.data);
}

#[tokio::test]
async fn joining_and_resigning_are_streamed() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "tictactoe"), ("seats", "2"), ("visibility", "public")]).await;
    let mut stream = ada.listens(&id, 2).await;
    ben.post(&format!("/matches/{id}/seats"), &[]).await;
    assert!(stream.until(4).await.pop().unwrap().data.contains("Your move"));
    ben.post(&format!("/matches/{id}/resignation"), &[]).await;
    assert!(stream.until(6).await.pop().unwrap().data.contains("You won"));
}

#[tokio::test]
async fn chat_is_streamed_to_players_and_to_watchers_after_the_end() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mut ben = m.ben.listens(&m.id, 4).await;
    let mut eve = site.visitor().listens(&m.id, 4).await;
    m.ada.post(&m.path("chat"), &[("text", "A secret plan")]).await;
    assert!(ben.next().await.unwrap().data.contains("A secret plan"));
    let received = eve.next().await.unwrap();
    assert!(!received.data.contains("secret") && received.id.is_none(), "{received:?}");
    let mut late = site.visitor().listens(&m.id, 0).await;
    let received: String = late.until(4).await.into_iter().map(|message| message.data).collect();
    assert!(!received.contains("secret"), "{received}");
    m.ada.post(&m.path("resignation"), &[]).await;
    let received: String = eve.until(6).await.into_iter().map(|message| message.data).collect();
    assert!(received.contains("A secret plan"), "{received}");
}

#[tokio::test]
async fn chat_is_streamed_to_watchers_when_a_ply_ends_the_match() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.ada.post(&m.path("chat"), &[("text", "A secret plan")]).await;
    let mut eve = site.visitor().listens(&m.id, 4).await;
    m.play_all(&SHORT_WIN).await;
    let received: String = eve.until(10).await.into_iter().map(|message| message.data).collect();
    assert!(received.contains("A secret plan"), "{received}");
}

#[tokio::test]
async fn a_slow_reader_skips_messages_and_receives_the_current_state() {
    const MESSAGES: usize = 120;
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mut ben = m.ben.listens(&m.id, 4).await;
    for number in 0..MESSAGES {
        let text = format!("{} {number}.", "word ".repeat(90));
        m.ada.post(&m.path("chat"), &[("text", &text)]).await;
    }
    m.play_all(&SHORT_WIN[..1]).await;
    let mut received = ben.until(5).await;
    m.ben.play(&m.id, SHORT_WIN[1]).await;
    received.extend(ben.until(6).await);
    assert!(received.len() < MESSAGES, "{} messages", received.len());
    assert!(received.iter().any(|message| message.data.contains(&format!(" {}.", MESSAGES - 1))));
}

#[tokio::test]
async fn a_stream_of_an_unknown_match_ends_without_a_retry() {
    let site = TestSite::start().await;
    for id in ["7Wd2aaaaaaaa", "no-id", "0OIl00000000"] {
        let messages = site.visitor().listens(id, 0).await.rest().await;
        assert_eq!(messages.len(), 1, "{id}: {messages:?}");
        assert_eq!(messages[0].event.as_deref(), Some("end"), "{id}");
    }
}

#[tokio::test]
async fn a_page_that_is_ahead_of_the_log_is_told_to_reload() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN[..1]).await;
    let query = m.path("events?after=6");
    for (path, last) in
        [(&query, None), (&m.path("events?after=5"), Some(6)), (&m.path("events"), Some(1006))]
    {
        let messages = m.ada.opens_stream(path, last).await.rest().await;
        let told: Vec<_> =
            messages.iter().map(|message| (message.event.as_deref(), &*message.data)).collect();
        assert_eq!(told, [(Some("end"), "outdated")], "{path} {last:?}");
    }
    let mut stream = m.ada.listens(&m.id, 5).await;
    m.ben.play(&m.id, SHORT_WIN[1]).await;
    assert_eq!(ids(&stream.until(6).await), [6], "one that is as far as the log goes on");
}

#[tokio::test]
async fn a_page_is_told_to_reload_if_its_last_entry_was_written_after_it_last_heard_from_the_match() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN[..2]).await;
    site.wait(10 * MINUTE);
    m.play_all(&SHORT_WIN[2..3]).await;
    let query = |after: u32, at: i64| m.path(&format!("events?after={after}&at={at}"));
    let noon = NOON.0;
    for (after, at) in [(7, noon + 8 * MINUTE), (6, noon - 2 * MINUTE), (5, noon - 2 * MINUTE), (7, 0)] {
        let messages = m.ada.opens_stream(&query(after, at), None).await.rest().await;
        assert_eq!((messages.len(), &*messages[0].data), (1, "outdated"), "{after} {at}");
    }
    for (after, at) in [(6, noon), (6, noon - 59_000), (5, noon + 8 * MINUTE), (4, noon)] {
        let mut stream = m.ada.opens_stream(&query(after, at), None).await;
        assert_eq!(ids(&stream.until(7).await).last(), Some(&7), "{after} {at}");
    }
    for at in ["", "x", "99999999999999999999"] {
        let path = m.path(&format!("events?after=6&at={at}"));
        let mut stream = m.ada.opens_stream(&path, None).await;
        assert_eq!(ids(&stream.until(7).await).last(), Some(&7), "{at}");
    }
    let mut stream = m.ada.opens_stream(&query(7, noon + 10 * MINUTE), None).await;
    site.wait(10 * MINUTE);
    assert_eq!(m.ben.play(&m.id, SHORT_WIN[3]).await.status, 303);
    assert_eq!(ids(&stream.until(8).await), [8], "what comes later is no reason");
}

#[tokio::test]
async fn a_stream_with_an_invalid_position_starts_at_the_beginning() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN[..1]).await;
    for query in ["", "?after=", "?after=x", "?after=-1", "?after=99999999999", "?before=3"] {
        // Browsers would retry an error for ever.
        let mut stream = m.ada.opens_stream(&m.path(&format!("events{query}")), None).await;
        assert_eq!(stream.until(5).await.last().unwrap().id, Some(5), "{query}");
    }
}

#[tokio::test]
async fn a_head_request_opens_no_stream() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let request = m.ada.request(reqwest::Method::HEAD, &m.path("events?after=0"));
    let answer = m.ada.send(request).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/event-stream"));
    assert_eq!(answer.body, "");
}

#[tokio::test]
async fn a_long_message_is_written_to_the_connection_in_pieces() {
    let site = TestSite::start().await;
    let m = halma(&site).await;
    m.play_all(&HOPS).await;
    let mut answer = BufReader::new(TcpStream::connect(site.url.strip_prefix("http://").unwrap()).unwrap());
    let path = m.path("events?after=0&calm=1");
    write!(answer.get_mut(), "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    while !read_line(&mut answer).is_empty() {}
    let (mut sizes, mut received) = (Vec::new(), String::new());
    while !(received.contains("id: 9\n") && received.ends_with("\n\n")) {
        let size = usize::from_str_radix(&read_line(&mut answer), 16).unwrap();
        let mut chunk = vec![0; size + 2];
        answer.read_exact(&mut chunk).unwrap();
        received.push_str(&String::from_utf8_lossy(&chunk[..size]));
        sizes.push(size);
    }
    assert!(received.len() > 8000 && sizes.iter().all(|size| *size <= 4000), "{sizes:?}");
}

fn read_line(answer: &mut impl BufRead) -> String {
    let mut line = String::new();
    answer.read_line(&mut line).unwrap();
    line.trim_end().to_owned()
}

#[tokio::test]
async fn a_watcher_of_a_private_match_is_disconnected_at_the_start() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "tictactoe"), ("seats", "2"), ("visibility", "private")]).await;
    let eve = site.visitor().listens(&id, 2).await;
    ben.post(&format!("/matches/{id}/seats"), &[]).await;
    let received = eve.rest().await;
    assert_eq!(received.last().unwrap().event.as_deref(), Some("end"));
    assert!(!received.iter().any(|message| message.data.contains("Ben")), "{received:?}");
}

#[tokio::test]
async fn watchers_are_notified_of_a_shutdown() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let streams = [m.ada.listens(&m.id, 4).await, site.visitor().listens(&m.id, 4).await];
    site.stop().await;
    for stream in streams {
        let received = stream.rest().await;
        assert!(received.last().unwrap().data.contains("Restarting"), "{received:?}");
        assert!(
            received.iter().all(|message| message.event.is_none()),
            "the stream continues after the restart"
        );
    }
}
