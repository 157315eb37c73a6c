//! Notices by email about matches.

use reqwest::Method;

use crate::harness::{HOUR, MINUTE, TestPerson, TestSite, path};
use crate::sink::{MailMode, MailSink, ReceivedMail};

/// How long after an event a user who has not seen it is notified.
const SOON: i64 = MINUTE;

/// Ada and Ben, both with mail, in a match that Ben has just joined. Ada has not looked since.
async fn match_of_two(site: &TestSite, sink: &mut MailSink, game: &str) -> (TestPerson, TestPerson, String) {
    let ada = site.register_with_mail("Ada", sink).await;
    let ben = site.register_with_mail("Ben", sink).await;
    let id = ada.opens(&[("game", game)]).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    (ada, ben, id)
}

/// The same after a first ply by Ada, who had seen that it was her turn.
async fn ben_to_move(site: &TestSite, sink: &mut MailSink) -> (TestPerson, TestPerson, String) {
    let (ada, ben, id) = match_of_two(site, sink, "tictactoe").await;
    ada.get(&path(&id, "")).await;
    assert_eq!(ada.play(&id, "b2").await.status, 303);
    (ada, ben, id)
}

/// The width and height of the only board in an email, to which the HTML part refers.
#[track_caller]
fn attached_board(email: &ReceivedMail) -> (u32, u32) {
    let id = email.html.split("src=\"cid:").nth(1).and_then(|rest| rest.split('"').next());
    let id = id.unwrap_or_else(|| panic!("no image in {}", email.html));
    assert_eq!(email.images.keys().collect::<Vec<_>>(), [id]);
    let image = &*email.images[id];
    assert!(
        image.starts_with(b"\x89PNG\r\n\x1a\n") && (2_000..100_000).contains(&image.len()),
        "{}",
        image.len()
    );
    let [width, height] = [16, 20].map(|at| u32::from_be_bytes(image[at..at + 4].try_into().unwrap()));
    let shown = format!("width=\"{width}\" height=\"{height}\"");
    assert!(email.html.contains(&shown), "{shown}: {}", email.html);
    (width, height)
}

async fn waits(person: &TestPerson, pace: &str, quiet: (&str, &str), zone: &str) {
    let fields = [("zone", zone), ("pace", pace), ("quiet_from", quiet.0), ("quiet_to", quiet.1)];
    assert_eq!(person.post("/settings", &fields).await.status, 303);
}

#[tokio::test]
async fn the_host_is_notified_of_the_start_and_their_turn() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, _ben, id) = match_of_two(&site, &mut sink, "kalah").await;
    site.wait(SOON);
    let email = sink.next().await;
    assert_eq!(
        (email.to.as_str(), email.subject().as_str()),
        ("ada@example.org", "Your move against Ben: Mancala (Kalah)")
    );
    for words in [
        "Hello Ada,",
        "The match has begun. It’s your move.",
        "Ada: houses 1 to 6: 4, 4, 4, 4, 4, 4; 0 in store\nBen: houses 1 to 6: 4, 4, 4, 4, 4, 4; 0 in store",
    ] {
        assert!(email.text.contains(words), "{words}: {}", email.text);
    }
    assert_eq!(email.link(&site.url, "/matches/"), path(&id, ""));
    assert!(email.html.contains(&path(&id, "")), "{}", email.html);
    assert_eq!(attached_board(&email), (320, 145));
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_turn_is_reported_once_with_the_last_move_and_to_the_opponent_only() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, id) = ben_to_move(&site, &mut sink).await;
    site.mails_nothing(&mut sink).await;
    site.wait(SOON);
    let email = sink.next().await;
    assert_eq!(email.to, "ben@example.org");
    assert_eq!(email.subject(), "Your move against Ada: Tic-Tac-Toe");
    assert!(email.text.contains("Ada marks b2"), "{}", email.text);
    let board = "Ada (crosses): marks on b2\nBen (noughts): marks on no square yet";
    assert!(email.text.contains(board), "{}", email.text);
    assert_eq!(attached_board(&email), (320, 320));
    assert!(email.html.contains(&format!("alt=\"{}\"", board.replace('\n', ". "))), "{}", email.html);
    assert!(email.html.contains(">Ada (crosses)</p>"), "{}", email.html);
    site.wait(11 * MINUTE);
    site.mails_nothing(&mut sink).await;
    assert_eq!(ben.play(&id, "a1").await.status, 303);
    site.wait(SOON);
    assert_eq!(sink.next().await.to, "ada@example.org");
}

#[tokio::test]
async fn what_was_shown_on_screen_is_not_emailed() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, id) = ben_to_move(&site, &mut sink).await;
    assert_eq!(ben.get(&path(&id, "")).await.status, 200);
    site.wait(SOON);
    site.mails_nothing(&mut sink).await;
    ben.play(&id, "a1").await;
    let seq = ada.record(&id).await["seq"].to_string();
    assert_eq!(ada.post(&path(&id, "seen"), &[("seq", &seq)]).await.status, 204);
    site.wait(SOON);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn an_open_stream_does_not_suppress_emails() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, id) = match_of_two(&site, &mut sink, "tictactoe").await;
    ada.get(&path(&id, "")).await;
    ben.get(&path(&id, "")).await;
    let _open = ben.listens(&id, 0).await;
    ada.play(&id, "b2").await;
    site.wait(SOON);
    assert_eq!(sink.next().await.to, "ben@example.org");
}

#[tokio::test]
async fn future_events_cannot_be_marked_as_seen() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, id) = match_of_two(&site, &mut sink, "tictactoe").await;
    let answer =
        ben.post(&path(&id, "seen"), &[("seq", "4294967295"), ("line", "9223372036854775807")]).await;
    assert_eq!(answer.status, 204);
    ada.get(&path(&id, "")).await;
    ada.play(&id, "b2").await;
    site.wait(SOON);
    assert_eq!(sink.next().await.to, "ben@example.org");
}

#[tokio::test]
async fn read_marks_are_validated() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, id) = ben_to_move(&site, &mut sink).await;
    let seen = path(&id, "seen");
    for form in ["", "seq=x", "seq=-1", "seq=1&line=x", "seq=4294967296", "seq=1&seq=2", "seq=1&user=1"] {
        assert_eq!(ben.post_bytes(&seen, form).await.status, 422, "{form}");
    }
    let eve = site.register("Eve").await;
    assert_eq!(eve.post(&seen, &[("seq", "99")]).await.status, 403);
    assert_eq!(ben.post("/matches/7Wd2hkQ9xYzA/seen", &[("seq", "1")]).await.status, 404);
    assert!(site.visitor().post(&seen, &[("seq", "99")]).await.location().starts_with("/login"));
    let foreign =
        ben.request(Method::POST, &seen).form(&[("seq", "99")]).header("Origin", "https://evil.example");
    assert_eq!(ben.send(foreign).await.status, 403);
    site.wait(SOON);
    assert_eq!(sink.next().await.to, "ben@example.org", "none of it counted");
}

#[tokio::test]
async fn the_end_of_a_match_is_reported_to_a_player_who_did_not_see_it() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, _ben, id) = ben_to_move(&site, &mut sink).await;
    site.wait(SOON);
    sink.next().await;
    assert_eq!(ada.post(&path(&id, "resignation"), &[]).await.status, 303);
    site.wait(SOON);
    let email = sink.next().await;
    assert_eq!(
        (email.to.as_str(), email.subject().as_str()),
        ("ben@example.org", "Your match against Ada is over: Tic-Tac-Toe")
    );
    assert!(email.text.contains("You won."), "{}", email.text);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn chat_is_quoted_in_emails() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, id) = ben_to_move(&site, &mut sink).await;
    ben.get(&path(&id, "")).await;
    ada.post(&path(&id, "chat"), &[("text", "Good luck & <have> fun")]).await;
    ada.post(&path(&id, "chat"), &[("text", "It is late here")]).await;
    site.wait(SOON);
    let email = sink.next().await;
    assert_eq!(
        (email.to.as_str(), email.subject().as_str()),
        ("ben@example.org", "Ada wrote to you: Tic-Tac-Toe")
    );
    assert!(email.text.contains("Ada: Good luck & <have> fun\nAda: It is late here"), "{}", email.text);
    assert!(email.html.contains("Good luck &amp; &lt;have&gt; fun"));
    ada.post(&path(&id, "chat"), &[("text", "Sleep well")]).await;
    site.wait(SOON);
    site.mails_nothing(&mut sink).await;
    let page = ben.get(&path(&id, "")).await;
    assert_eq!(page.status, 200);
    ada.post(&path(&id, "chat"), &[("text", "Good morning")]).await;
    site.wait(SOON);
    let email = sink.next().await;
    assert!(email.text.contains("Good morning") && !email.text.contains("Sleep well"), "{}", email.text);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_daily_email_contains_everything_that_still_applies_in_the_morning() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, first) = ben_to_move(&site, &mut sink).await;
    waits(&ben, "daily", ("", ""), "Europe/Berlin").await;
    let second = ada.opens(&[("game", "kalah")]).await;
    ben.post(&path(&second, "seats"), &[]).await;
    ada.get(&path(&second, "")).await;
    ada.play(&second, "1").await;
    let third = ada.opens(&[("game", "tictactoe")]).await;
    ben.post(&path(&third, "seats"), &[]).await;
    ada.get(&path(&third, "")).await;
    ada.play(&third, "a1").await;
    ben.play(&third, "b2").await;
    ada.get(&path(&third, "")).await;
    site.wait(18 * HOUR);
    site.mails_nothing(&mut sink).await;
    site.wait(HOUR + SOON);
    let email = sink.next().await;
    assert_eq!((email.to.as_str(), email.subject().as_str()), ("ben@example.org", "Your move in 2 matches"));
    for (id, there) in [(&first, true), (&second, true), (&third, false)] {
        assert_eq!(email.text.contains(id.as_str()), there, "{}", email.text);
    }
    site.wait(24 * HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn emails_wait_for_the_end_of_quiet_hours() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, _id) = ben_to_move(&site, &mut sink).await;
    waits(&ben, "instant", ("12", "15"), "Europe/Berlin").await;
    site.wait(SOON);
    site.mails_nothing(&mut sink).await;
    site.wait(2 * HOUR);
    assert_eq!(sink.next().await.to, "ben@example.org");
}

#[tokio::test]
async fn a_user_without_address_or_with_email_off_gets_none() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    waits(&ben, "off", ("", ""), "UTC").await;
    let id = ada.opens(&[("game", "tictactoe")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.play(&id, "a1").await;
    ben.play(&id, "b2").await;
    site.wait(SOON);
    site.mails_nothing(&mut sink).await;
    let sent: (i64,) =
        sqlx::query_as("SELECT count(*) FROM notices_sent").fetch_one(&site.database().await).await.unwrap();
    assert_eq!(sent.0, 0);
    waits(&ben, "instant", ("", ""), "UTC").await;
    site.wait(SOON);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn after_downtime_emails_about_what_still_applies_are_sent_once() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, id) = ben_to_move(&site, &mut sink).await;
    let site = site.restart(|_| {}).await;
    site.wait(SOON);
    assert_eq!(sink.next().await.to, "ben@example.org");
    let site = site.restart(|_| {}).await;
    site.wait(12 * MINUTE);
    site.mails_nothing(&mut sink).await;
    sink.set_mode(MailMode::Later);
    ben.play(&id, "a1").await;
    site.wait(SOON);
    sink.wait_for_tries(4).await;
    let site = site.restart(|_| {}).await;
    sink.set_mode(MailMode::Takes);
    site.wait(HOUR);
    assert_eq!(sink.next().await.to, "ada@example.org");
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn one_click_unsubscribes() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, id) = ben_to_move(&site, &mut sink).await;
    site.wait(SOON);
    let email = sink.next().await;
    assert_eq!(email.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    let link = email.header("List-Unsubscribe").trim_matches(['<', '>']).to_owned();
    let link = link.strip_prefix(&site.url).unwrap();
    assert!(email.text.contains(link) && email.html.contains(link));
    let visitor = site.visitor();
    let page = visitor.get(link).await;
    assert_eq!((page.status, page.attribute("main form", "action").as_deref()), (200, Some(link)));
    assert!(ben.get("/settings").await.text("main").unwrap().contains("Emails go to"), "a look ends nothing");
    let answer = visitor.post(link, &[("List-Unsubscribe", "One-Click")]).await;
    assert_eq!((answer.status, answer.text("h1").as_deref()), (200, Some("Unsubscribed")));
    assert!(ben.get("/settings").await.text("main").unwrap().contains("Emails about your matches are off"));
    ben.play(&id, "a1").await;
    ada.get(&path(&id, "")).await;
    ada.play(&id, "c3").await;
    site.wait(SOON);
    site.mails_nothing(&mut sink).await;
    waits(&ben, "instant", ("", ""), "UTC").await;
    // For a mail program there is no page: a link works for as long as the address is the same.
    let again = visitor.post(link, &[("List-Unsubscribe", "One-Click")]).await;
    assert_eq!((again.status, again.text("h1").as_deref()), (200, Some("Unsubscribed")));
    assert!(ben.get("/settings").await.text("main").unwrap().contains("Emails about your matches are off"));
}

#[tokio::test]
async fn a_link_to_unsubscribe_belongs_to_the_address_that_it_was_sent_to() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, _id) = ben_to_move(&site, &mut sink).await;
    site.wait(SOON);
    let email = sink.next().await;
    let link = email.header("List-Unsubscribe").trim_matches(['<', '>']).to_owned();
    let link = link.strip_prefix(&site.url).unwrap();
    assert_eq!(ben.post("/settings/address", &[("address", "new@example.org")]).await.status, 303);
    let confirm = sink.next().await.link(&site.url, "/settings/address/");
    assert_eq!(ben.post(&confirm, &[]).await.location(), "/settings?done=confirmed");
    let answer = site.visitor().post(link, &[("List-Unsubscribe", "One-Click")]).await;
    assert_eq!((answer.status, answer.text("h1").as_deref()), (200, Some("Nothing has changed")));
    assert!(ben.get("/settings").await.text("main").unwrap().contains("Emails go to"));
}

#[tokio::test]
async fn a_link_to_unsubscribe_works_again_when_the_same_address_is_added_again() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, _id) = ben_to_move(&site, &mut sink).await;
    site.wait(SOON);
    let email = sink.next().await;
    let link = email.header("List-Unsubscribe").trim_matches(['<', '>']).to_owned();
    let link = link.strip_prefix(&site.url).unwrap();
    assert_eq!(ben.post("/settings/address", &[("address", "")]).await.status, 303);
    let answer = site.visitor().post(link, &[]).await;
    assert_eq!((answer.status, answer.text("h1").as_deref()), (200, Some("Nothing has changed")));
    assert_eq!(ben.post("/settings/address", &[("address", &*email.to)]).await.status, 303);
    let confirm = sink.next().await.link(&site.url, "/settings/address/");
    assert_eq!(ben.post(&confirm, &[]).await.location(), "/settings?done=confirmed");
    let answer = site.visitor().post(link, &[("List-Unsubscribe", "One-Click")]).await;
    assert_eq!((answer.status, answer.text("h1").as_deref()), (200, Some("Unsubscribed")));
    assert!(ben.get("/settings").await.text("main").unwrap().contains("Emails about your matches are off"));
}

#[tokio::test]
async fn a_forged_link_unsubscribes_nobody() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, _id) = ben_to_move(&site, &mut sink).await;
    site.wait(SOON);
    let email = sink.next().await;
    let link = email.header("List-Unsubscribe").trim_matches(['<', '>']).to_owned();
    let key = link.rsplit('/').next().unwrap();
    let (ada, ben_id) = (site.user_id("Ada").await, site.user_id("Ben").await.to_string());
    let others = key.replacen(&format!("{ben_id}-"), &format!("{ada}-"), 1);
    assert_ne!(others, key);
    let unsigned = format!("{ben_id}-0-");
    for forged in [
        "x",
        ben_id.as_str(),
        unsigned.as_str(),
        others.as_str(),
        &key[..key.len() - 4],
        &format!("{key}x"),
        "%00",
        "a%2Fb",
    ] {
        let path = format!("/unsubscribe/{forged}");
        let visitor = site.visitor();
        assert_eq!(
            (visitor.get(&path).await.status, visitor.post(&path, &[]).await.status),
            (404, 404),
            "{forged}"
        );
    }
    assert!(ben.get("/settings").await.text("main").unwrap().contains("Emails go to"));
}
