//! The chat of a match.

use crate::harness::{PageAnswer, SHORT_WIN, TestMatch, TestPerson, TestSite};

/// Maximum number of messages of a match, and how many of them its page shows.
pub const MOST: usize = 2000;
const SHOWN: usize = 100;

pub async fn say(person: &TestPerson, m: &TestMatch, text: &str) -> PageAnswer {
    person.post(&m.path("chat"), &[("text", text)]).await
}

pub async fn read(person: &TestPerson, m: &TestMatch) -> String {
    person.get(&m.path("")).await.text("#said").unwrap_or_default()
}

#[tokio::test]
async fn players_read_chat_at_once_and_watchers_after_the_end() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let watchers = [site.register("Eve").await, site.visitor()];
    let answer = say(&m.ada, &m, "Good luck, Ben!").await;
    assert_eq!((answer.status, answer.location()), (303, m.path("").as_str()));
    for player in [&m.ada, &m.ben] {
        assert!(read(player, &m).await.contains("Ada Good luck, Ben!"));
    }
    for watcher in &watchers {
        let page = watcher.get(&m.path("")).await;
        assert!(!page.body.contains("Good luck"), "{}", page.body);
    }
    m.play_all(&SHORT_WIN).await;
    for watcher in &watchers {
        assert!(read(watcher, &m).await.contains("Good luck, Ben!"));
    }
}

#[tokio::test]
async fn text_from_right_to_left_keeps_its_direction() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let words = "\u{5e9}\u{5dc}\u{5d5}\u{5dd} (a1)?";
    say(&m.ada, &m, words).await;
    let page = m.ben.get(&m.path("")).await;
    assert_eq!(page.text("#said bdi").as_deref(), Some(words));
    assert_eq!(page.attribute("#talk input[name=text]", "dir").as_deref(), Some("auto"));
    assert!(page.attributes("textarea.notation", "dir").is_empty(), "moves are written from left to right");
    let report = m.ben.get("/reports/new?person=Ada").await;
    assert_eq!(report.attribute("textarea", "dir").as_deref(), Some("auto"));
}

#[tokio::test]
async fn browsers_translate_no_names_moves_and_codes() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.ada.play(&m.id, "b2").await;
    let page = m.ben.get(&m.path("")).await;
    for untranslated in ["#board", "#plies .rounds", "#seats .who-name"] {
        assert_eq!(page.attribute(untranslated, "translate").as_deref(), Some("no"), "{untranslated}");
    }
    let open = m.ada.opens(&[("game", "kalah")]).await;
    let code = m.ada.get(&format!("/matches/{open}")).await.attribute(".invitation .code", "translate");
    assert_eq!(code.as_deref(), Some("no"));
}

#[tokio::test]
async fn a_message_has_its_time() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    say(&m.ada, &m, "Hello").await;
    let page = m.ben.get(&m.path("")).await;
    let time = page.text("#said time[datetime][title]").unwrap();
    assert!(time.ends_with(" UTC") && time.len() == "18:05 UTC".len(), "{time}");
}

#[tokio::test]
async fn a_guest_sends_fixed_messages_and_no_others() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
    let guest = site.visitor();
    assert_eq!(guest.post(&format!("/matches/{id}/seats/guest"), &[]).await.status, 303);
    let (page, chat) = (format!("/matches/{id}"), format!("/matches/{id}/chat"));
    let offered = guest.get(&page).await.attributes("#talk button[name=text]", "value");
    assert_eq!(offered.len(), 4, "{offered:?}");
    for text in &offered {
        assert_eq!(guest.post(&chat, &[("text", text)]).await.status, 303, "{text}");
    }
    for text in ["Good luck", "good luck!", " Good luck!", "Viel Glück!", ""] {
        assert_eq!(guest.post(&chat, &[("text", text)]).await.status, 403, "{text}");
    }
    let said = ada.get(&page).await.texts("#said p");
    assert!(said.len() == 4 && said.iter().zip(&offered).all(|(said, text)| said.contains(text)), "{said:?}");
}

#[tokio::test]
async fn htmx_receives_the_chat() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let answer = m.ada.post_by_htmx(&m.path("chat"), &[("text", "Hello")]).await;
    assert_eq!(answer.status, 200);
    assert!(!answer.is_page());
    assert!(answer.text("#said").unwrap().contains("Hello"));
    let answer = m.ada.post_by_htmx(&m.path("chat"), &[("text", " ")]).await;
    assert_eq!(answer.status, 422);
    assert!(answer.body.contains("Write something first."), "{}", answer.body);
}

#[tokio::test]
async fn chat_messages_have_a_maximum_length() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    for text in ["", " ", "\n\t\u{3000}"] {
        assert_eq!(say(&m.ada, &m, text).await.status, 422, "{text:?}");
    }
    for letter in ["x", "é", "漢", "🎲"] {
        assert_eq!(say(&m.ada, &m, &letter.repeat(500)).await.status, 303, "{letter}");
        let answer = say(&m.ada, &m, &letter.repeat(501)).await;
        assert_eq!(answer.status, 422, "{letter}");
        assert!(answer.texts("[role=alert]").join(" ").contains("Too long"));
    }
    let chat = m.path("chat");
    assert_eq!(m.ada.post_bytes(&chat, "text=%ff").await.status, 400);
    assert_eq!(m.ada.post_bytes(&chat, "").await.status, 422);
    assert_eq!(m.ada.post_bytes(&chat, "text=a&text=b").await.status, 422);
    assert_eq!(m.ada.post_bytes(&chat, "text=a&to=ben").await.status, 422);
    assert_eq!(m.ada.post_bytes(&chat, "text=".to_owned() + &"x".repeat(65_536)).await.status, 413);
}

#[tokio::test]
async fn chat_is_escaped() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    say(&m.ada, &m, "<script>alert(1)</script> & \"so on\" </ul>").await;
    let page = m.ben.get(&m.path("")).await;
    assert!(!page.body.contains("<script>alert"));
    assert!(page.text("#said").unwrap().contains("<script>alert(1)</script> & \"so on\" </ul>"));
}

#[tokio::test]
async fn players_can_write_after_the_end() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    assert_eq!(say(&m.ben, &m, "Well played").await.status, 303);
    assert!(read(&site.visitor(), &m).await.contains("Well played"));
}

#[tokio::test]
async fn chat_messages_are_rate_limited() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    let m = site.start_match("tictactoe").await;
    let mut sent = 0;
    let refused = loop {
        let answer = say(&m.ada, &m, "and another thing").await;
        if answer.status != 303 {
            break answer;
        }
        sent += 1;
        assert!(sent < 100, "no request was refused");
    };
    assert_eq!(refused.status, 429);
    assert!((1..=60).contains(&refused.header("retry-after").parse::<u64>().unwrap()));
    assert_eq!(say(&m.ben, &m, "Really?").await.status, 303, "other users are counted separately");
    assert_eq!(m.ada.play(&m.id, "a1").await.status, 303, "and she may still play");
}

/// Fills the chat of a match up to this number of messages.
async fn fill(site: &TestSite, m: &TestMatch, messages: usize) {
    fill_chat(site, m, messages, false).await;
}

pub async fn fill_chat(site: &TestSite, m: &TestMatch, messages: usize, by_watcher: bool) {
    let rows = "INSERT INTO chat_messages (match_id, user_id, at, text, by_watcher)
        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $2)
        SELECT $1, (SELECT min(id) FROM users), n, 'message ' || n, $3 FROM number";
    let count = i64::try_from(messages).unwrap();
    let db = site.database().await;
    sqlx::query(rows).bind(&m.id).bind(count).bind(by_watcher).execute(&db).await.unwrap();
    db.close().await;
    site.state().referee.clear_cache();
}

#[tokio::test]
async fn a_match_page_shows_the_newest_messages_and_links_to_all_of_them() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    fill(&site, &m, SHOWN).await;
    let page = m.ada.get(&m.path("")).await;
    assert_eq!(page.texts("#said p b").len(), SHOWN);
    assert_eq!(page.attribute("#said a[href$='/chat']", "href"), None);
    say(&m.ada, &m, "one more").await;
    let page = m.ada.get(&m.path("")).await;
    assert_eq!(page.texts("#said p b").len(), SHOWN);
    assert!(page.texts("#said p").pop().unwrap().contains("one more") && !page.body.contains("message 1 "));
    let all = page.attribute("#said a[href$='/chat']", "href").unwrap();
    let chat = m.ada.get(&all).await;
    assert_eq!(chat.texts("#said p b").len(), SHOWN + 1);
    let watched = site.visitor().get(&all).await;
    assert_eq!(
        (watched.status, watched.texts("#said p").len()),
        (200, 0),
        "others read it when the match is over"
    );
}

#[tokio::test]
async fn the_number_of_messages_of_a_match_is_limited() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    fill(&site, &m, MOST - 1).await;
    assert_eq!(say(&m.ada, &m, "the last one").await.status, 303);
    let refused = say(&m.ben, &m, "one too many").await;
    assert_eq!(refused.status, 409);
    assert!(refused.texts("[role=alert]").join(" ").contains("This chat is full"), "{}", refused.body);
    assert!(read(&m.ada, &m).await.contains("the last one"));
}

#[tokio::test]
async fn a_message_that_shows_nothing_is_refused() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    for text in ["\u{200b}", "\u{3164}", "\u{ad} \u{feff}", "\u{e0041}", "\u{2800}"] {
        assert_eq!(say(&m.ada, &m, text).await.status, 422, "{text:?}");
    }
    assert_eq!(say(&m.ada, &m, "\u{1f468}\u{200d}\u{1f469} o\u{200b}k").await.status, 303);
    assert!(read(&m.ben, &m).await.contains("\u{1f468}\u{200d}\u{1f469} ok"));
}
