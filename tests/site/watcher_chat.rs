//! The chat of the watchers of a match.

use crate::chat::{MOST, fill_chat, read, say};
use crate::harness::{PageAnswer, SHORT_WIN, TestMatch, TestPerson, TestSite, path};
use parlour::users::Role;

async fn switch(person: &TestPerson, m: &TestMatch, to: &str) -> PageAnswer {
    person.post(&m.path("watcher-chat"), &[("watchers", to)]).await
}

#[tokio::test]
async fn watchers_write_to_each_other_and_players_read_it_after_the_end() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let [eve, finn] = [site.register("Eve").await, site.register("Finn").await];
    assert!(eve.get(&m.path("")).await.text("#watcher-form form").is_some());
    let answer = say(&eve, &m, "The middle is open!").await;
    assert_eq!((answer.status, answer.location()), (303, m.path("").as_str()));
    say(&m.ben, &m, "Good luck, Ada!").await;
    for watcher in [&eve, &finn, &site.visitor()] {
        let page = watcher.get(&m.path("")).await;
        assert!(page.text("#said").unwrap().contains("Eve The middle is open!"), "{}", page.body);
        assert!(!page.body.contains("Good luck, Ada"));
        let all = watcher.get(&m.path("chat")).await;
        assert!(all.body.contains("The middle is open!") && !all.body.contains("Good luck, Ada"));
    }
    for player in [&m.ada, &m.ben] {
        for page in ["", "chat"] {
            assert!(!player.get(&m.path(page)).await.body.contains("The middle"), "{page}");
        }
    }
    m.play_all(&SHORT_WIN).await;
    for reader in [&m.ada, &m.ben, &eve, &site.visitor()] {
        let said = read(reader, &m).await;
        assert!(
            said.contains("Eve (watching) The middle is open!") && said.contains("Ben Good luck, Ada!"),
            "{said}"
        );
    }
}

#[tokio::test]
async fn the_chat_of_watchers_is_for_users_with_an_account_and_public_matches() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let visitor = site.visitor();
    let page = visitor.get(&m.path("")).await;
    assert_eq!(page.text("#watcher-form").as_deref(), Some("Create an account to write your own messages."));
    let answer = say(&visitor, &m, "Take it!").await;
    assert_eq!((answer.status, answer.location().starts_with("/login")), (303, true));
    let guest = site.visitor();
    assert_eq!(guest.post("/play", &[("game", "quarto"), ("level", "1")]).await.status, 303);
    for text in ["Take it!", "Good luck!"] {
        assert_eq!(say(&guest, &m, text).await.status, 403, "{text}");
    }
    let eve = site.register("Eve").await;
    let open = m.ada.opens(&[("game", "kalah")]).await;
    let page = eve.get(&path(&open, "")).await;
    assert!(page.text("#talk.no-watcher-form").is_some(), "hidden, as it has not started");
    assert_eq!(eve.post(&path(&open, "chat"), &[("text", "Hello")]).await.status, 403);
    let bots = m.ada.opens(&[("game", "quarto"), ("rated", "no")]).await;
    assert_eq!(m.ada.post(&path(&bots, "bots"), &[("level", "2")]).await.status, 303);
    assert_eq!(eve.post(&path(&bots, "chat"), &[("text", "Hello")]).await.status, 403);
    assert_eq!(read(&visitor, &m).await, "");
}

#[tokio::test]
async fn the_host_turns_the_chat_of_watchers_off_and_on() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let eve = site.register("Eve").await;
    let offered = |page: &PageAnswer| page.attributes("#talk button[name=watchers]", "value");
    assert_eq!(offered(&m.ada.get(&m.path("")).await), ["off"]);
    assert_eq!(offered(&m.ben.get(&m.path("")).await), [""; 0]);
    assert_eq!(switch(&m.ben, &m, "off").await.status, 403);
    assert_eq!(switch(&eve, &m, "off").await.status, 403);
    assert_eq!(switch(&m.ada, &m, "maybe").await.status, 422);
    let mut stream = eve.listens(&m.id, m.seq().await).await;
    assert_eq!(switch(&m.ada, &m, "off").await.status, 303);
    let messages = stream.until(m.seq().await).await;
    assert!(
        messages.iter().any(|message| message.data.contains("turned off the chat of watchers")),
        "{messages:?}"
    );
    assert_eq!(offered(&m.ada.get(&m.path("")).await), ["on"]);
    let refused = say(&eve, &m, "Take it!").await;
    assert_eq!(refused.status, 409);
    assert!(refused.body.contains("The host has turned off the chat of watchers."), "{}", refused.body);
    assert_eq!(say(&m.ben, &m, "Hello").await.status, 303, "players write as before");
    assert_eq!(switch(&m.ada, &m, "on").await.status, 303);
    assert_eq!(say(&eve, &m, "Take it!").await.status, 303);
    m.play_all(&SHORT_WIN).await;
    assert_eq!(switch(&m.ada, &m, "off").await.status, 303);
    assert_eq!(say(&eve, &m, "Well played").await.status, 409);
}

#[tokio::test]
async fn watchers_cannot_fill_the_chat_of_the_players() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    fill_chat(&site, &m, MOST, true).await;
    assert_eq!(say(&site.register("Eve").await, &m, "one too many").await.status, 409);
    assert_eq!(say(&m.ada, &m, "Hello").await.status, 303);
    assert!(read(&m.ben, &m).await.starts_with("Ada Hello"));
}

#[tokio::test]
async fn messages_of_watchers_are_muted_reported_and_removed_like_those_of_players() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let [eve, finn] = [site.register("Eve").await, site.register("Finn").await];
    let mona = site.register_as("Mona", Role::Moderator).await;
    say(&eve, &m, "a rude remark").await;
    let page = finn.get(&m.path("")).await;
    let report = page.attribute("#said a[href^='/reports/new']", "href").unwrap();
    assert!(finn.get(&report).await.body.contains("a rude remark"));
    assert_eq!(m.ada.get(&report).await.status, 404, "players do not read it yet");
    finn.post("/players/Eve/mute", &[]).await;
    let muted = finn.get(&m.path("")).await;
    assert!(!muted.body.contains("a rude remark"));
    assert_eq!(
        muted.attribute("#muted", "class").as_deref(),
        Some("muted muted-15"),
        "the stream hides it by its class"
    );
    let offered = mona.get(&m.path("")).await.attributes(".moderation [name=message]", "value");
    assert_eq!(offered, ["1"]);
    let removed = mona.post(&m.path("chat/remove"), &[("message", "1")]).await;
    assert_eq!(removed.status, 303);
    m.play_all(&SHORT_WIN).await;
    assert!(read(&m.ada, &m).await.contains("Message removed by a moderator"));
}

#[tokio::test]
async fn the_stream_sends_messages_of_watchers_to_watchers_only() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let [eve, finn] = [site.register("Eve").await, site.register("Finn").await];
    let seq = m.seq().await;
    let [mut watched, mut played] = [finn.listens(&m.id, seq).await, m.ben.listens(&m.id, seq).await];
    say(&eve, &m, "The middle is open!").await;
    m.ada.play(&m.id, "a1").await;
    let last = m.seq().await;
    let received = watched.until(last).await;
    assert!(received.iter().any(|message| message.data.contains("The middle is open!")));
    let received = played.until(last).await;
    assert!(received.iter().all(|message| !message.data.contains("The middle is open!")));
}

#[tokio::test]
async fn players_get_no_email_about_messages_of_watchers() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let (ben, eve) = (site.register("Ben").await, site.register("Eve").await);
    let id = ada.opens(&[("game", "tictactoe")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    let m = TestMatch { id, ada, ben };
    m.ada.play(&m.id, "a1").await;
    m.ada.get(&m.path("")).await;
    site.wait(60_000);
    site.mails_nothing(&mut sink).await;
    say(&eve, &m, "The middle is open!").await;
    site.wait(3_600_000);
    site.mails_nothing(&mut sink).await;
    say(&m.ben, &m, "Hello, Ada").await;
    site.wait(3_600_000);
    let email = sink.next().await;
    assert!(email.text.contains("Ben: Hello, Ada") && !email.text.contains("The middle"), "{}", email.text);
}

#[tokio::test]
async fn messages_are_shown_at_the_move_they_were_written_after() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    say(&m.ada, &m, "Good luck").await;
    let eve = site.register("Eve").await;
    for (count, ply) in SHORT_WIN.iter().enumerate() {
        site.wait(1_000);
        let player = if count % 2 == 0 { &m.ada } else { &m.ben };
        player.play(&m.id, ply).await;
        if count == 1 {
            site.wait(1_000);
            say(&eve, &m, "A strong reply").await;
        }
    }
    site.wait(1_000);
    say(&m.ben, &m, "Well played").await;
    let page = eve.get(&m.path("")).await;
    let at = |ply: usize| format!("{}?ply={ply}", m.path(""));
    assert_eq!(page.attributes("#said small a", "href"), [at(2), at(SHORT_WIN.len())]);
    let early = eve.get(&at(2)).await;
    assert!(
        early.body.contains("A strong reply") && !early.body.contains("Well played"),
        "it would tell the end"
    );
    assert_eq!(early.texts("#said > p").pop().as_deref(), Some("1 later message"));
    let replayed = eve.send(eve.request(reqwest::Method::GET, &at(0)).header("HX-Request", "true")).await;
    assert!(
        replayed.body.contains("Good luck") && !replayed.body.contains("A strong reply"),
        "{}",
        replayed.body
    );
}

#[tokio::test]
async fn messages_and_the_replay_number_moves_alike() {
    let site = TestSite::start().await;
    let m = site.start_match("quarto").await;
    // The other player places the piece and gives the next one: two steps of one move.
    for (player, ply) in [(&m.ada, "7"), (&m.ben, "d2"), (&m.ben, "1")] {
        player.play(&m.id, ply).await;
        site.wait(1_000);
    }
    say(&m.ada, &m, "Hm").await;
    let page = m.ben.get(&m.path("")).await;
    let at = format!("{}?ply=3", m.path(""));
    assert_eq!(page.attributes("#said small a", "href"), [at.as_str()]);
    assert_eq!(page.text("#said small a").as_deref(), Some("after move 2"));
    assert_eq!(m.ben.get(&at).await.text("#at").as_deref(), Some("Move 2 / 2 step 2/2"));
}
