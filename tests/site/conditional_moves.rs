//! Conditional moves: set in a form, played by the site, invisible to others.

use parlour::now::{Clock, Moment};

use crate::harness::{PageAnswer, SHORT_WIN, TestMatch, TestPerson, TestSite, path};

const ORDER: &str = "if a1 then b2, if c3 then a2";

async fn orders(person: &TestPerson, m: &TestMatch, text: &str) -> PageAnswer {
    person.post(&m.path("conditional-moves"), &[("orders", text)]).await
}

async fn standing(person: &TestPerson, m: &TestMatch) -> String {
    person.get(&m.path("")).await.text("#standing").unwrap_or_default()
}

async fn plies(m: &TestMatch) -> Vec<String> {
    let record = m.record().await;
    let plies = record["plies"].as_array().unwrap().iter();
    plies.map(|ply| ply["notation"].as_str().unwrap().to_owned()).collect()
}

fn refused(answer: &PageAnswer, status: u16, words: &str) {
    let told = answer.texts("[role=alert], .problem").join(" ");
    assert_eq!(answer.status, status, "{told}");
    assert!(told.contains(words), "{words} is not in: {told}");
}

#[tokio::test]
async fn an_order_answers_as_soon_as_it_is_its_turn_and_says_where_it_stands() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let page = m.ben.get(&m.path("")).await;
    assert!(page.text("#conditional-moves").unwrap().contains("Only you can see this."));
    let example = page.text("#conditional-moves code").unwrap();
    assert_eq!(orders(&m.ben, &m, &example).await.status, 303, "the example can be ordered: {example}");

    let answer = orders(&m.ben, &m, ORDER).await;
    assert_eq!(
        (answer.status, answer.location()),
        (303, format!("{}#conditional-moves", m.path("")).as_str())
    );
    let told = standing(&m.ben, &m).await;
    assert!(told.contains(ORDER) && told.contains("waiting for Ada to play a1"), "{told}");

    assert_eq!(m.ada.play(&m.id, "a1").await.status, 303);
    assert_eq!(plies(&m).await, ["a1", "b2"]);
    assert_eq!(m.ada.get(&m.path("")).await.text("h1").unwrap(), "Your move");
    let page = m.ben.get(&m.path("")).await;
    assert!(page.text("#standing").unwrap().contains("waiting for Ada to play c3"));
    assert_eq!(page.text("#conditional-moves textarea").unwrap(), "if c3 then a2");

    assert_eq!(m.ada.play(&m.id, "c3").await.status, 303);
    assert_eq!(plies(&m).await, ["a1", "b2", "c3", "a2"]);
    assert_eq!(standing(&m.ben, &m).await, "All your conditional moves were played.");
}

#[tokio::test]
async fn an_order_that_no_longer_fits_is_cancelled_and_its_owner_is_told() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    orders(&m.ben, &m, ORDER).await;
    let mut stream = m.ben.listens(&m.id, 4).await;
    m.ada.play(&m.id, "c1").await;
    let cancelled = "Your conditional moves no longer fit and were cancelled.";
    let live: String = stream.until(5).await.into_iter().map(|message| message.data).collect();
    assert!(live.contains(cancelled), "{live}");
    assert_eq!(standing(&m.ben, &m).await, cancelled);
    assert_eq!(plies(&m).await, ["c1"]);
    orders(&m.ben, &m, "then b2, if a1 then a3").await;
    assert_eq!(plies(&m).await, ["c1", "b2"], "whoever is to move begins with their ply");
    assert!(standing(&m.ben, &m).await.contains("waiting for Ada to play a1"));
}

#[tokio::test]
async fn nobody_else_sees_an_order() {
    let site = TestSite::at(Clock::at(Moment(1_794_830_400_000)), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    let (eve, visitor) = (site.register("Eve").await, site.visitor());
    let others = [&m.ada, &eve, &visitor];
    // Her page reports how far she has seen the match.
    m.ada.get(&m.path("")).await;
    let mut before = Vec::new();
    let mut streams = Vec::new();
    for person in others {
        for page in ["", "?ply=0", "/record.json", "/record.txt"] {
            before.push(person.get(&format!("{}{page}", m.path(""))).await.body);
        }
        streams.push(person.listens(&m.id, 4).await);
    }
    assert_eq!(orders(&m.ben, &m, ORDER).await.status, 303);
    let mut before = before.into_iter();
    for person in others {
        for page in ["", "?ply=0", "/record.json", "/record.txt"] {
            let after = person.get(&format!("{}{page}", m.path(""))).await.body;
            assert_eq!(after, before.next().unwrap(), "{page} is as it was");
        }
    }
    for stream in &mut streams {
        assert_eq!(stream.stray().await, None, "and nothing is said");
    }
    assert_eq!(m.ada.play_from(&m.id, "4", "a1").await.status, 303, "her page is still fresh");
    for (stream, person) in streams.iter_mut().zip(others) {
        let told: String = stream.until(6).await.into_iter().map(|message| message.data).collect();
        let page = person.get(&m.path("")).await.body;
        for secret in ["c3 then a2", "waits for", "Withdraw"] {
            assert!(!told.contains(secret) && !page.contains(secret), "{secret}: {told} {page}");
        }
        assert!(!told.contains("#standing"), "{told}");
    }
    let record = visitor.get(&m.path("record.json")).await.body;
    assert!(!record.contains("order"), "{record}");
}

#[tokio::test]
async fn an_order_that_cannot_be_followed_is_given_back_with_the_reason() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    for (text, words) in [
        ("if a1 then b2\nif b2 then b2", "Line 2, move 2 (b2): "),
        ("if a1 then up", "Line 1, move 2 (up): that isn’t a move: write a square such as b2."),
        ("then a1", "it isn’t your turn there, so write it after “if”"),
        ("if a1", "Line 1: your own move is missing"),
        ("if I can launch, launch", "this game has no dice"),
        ("<b>x</b> & \"so on\"", "Line 1"),
    ] {
        let answer = orders(&m.ben, &m, text).await;
        refused(&answer, 422, words);
        assert!(answer.is_page());
        let kept = answer.text("#conditional-moves textarea").unwrap();
        assert_eq!(kept, text.split_whitespace().collect::<Vec<_>>().join(" "), "the text is kept");
        assert!(!answer.body.contains("<b>x"));
    }
    refused(&orders(&m.ben, &m, &"if a1 then b2\n".repeat(21)).await, 422, "at most 20 lines");
    refused(&orders(&m.ada, &m, ORDER).await, 422, "it’s your turn there");
    let answer = m.ben.post_by_htmx(&m.path("conditional-moves"), &[("orders", "if a1 then a1")]).await;
    refused(&answer, 422, "Line 1, move 2 (a1)");
    assert!(!answer.is_page() && answer.text("#conditional-moves textarea").unwrap() == "if a1 then a1");
    assert_eq!(standing(&m.ben, &m).await, "");
    m.ada.play(&m.id, "a1").await;
    assert_eq!(plies(&m).await, ["a1"], "nothing was ordered");
}

#[tokio::test]
async fn a_form_that_is_no_order_is_refused() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let there = m.path("conditional-moves");
    assert_eq!(m.ben.post_bytes(&there, "orders=%ff").await.status, 400);
    assert_eq!(m.ben.post_bytes(&there, "").await.status, 422);
    assert_eq!(m.ben.post_bytes(&there, "orders=a&orders=b").await.status, 422);
    assert_eq!(m.ben.post_bytes(&there, "orders=a&seat=0").await.status, 422);
    assert_eq!(m.ben.post_bytes(&there, "orders=".to_owned() + &"x".repeat(65_536)).await.status, 413);
    assert_eq!(
        m.ben.post(&path("7Wd2aaaaaaaa", "conditional-moves"), &[("orders", ORDER)]).await.status,
        404
    );
    assert_eq!(standing(&m.ben, &m).await, "");
}

#[tokio::test]
async fn only_who_plays_in_a_match_that_runs_leaves_an_order() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let eve = site.register("Eve").await;
    refused(&orders(&eve, &m, ORDER).await, 403, "You don’t have a seat in this match.");
    let answer = eve.post_by_htmx(&m.path("conditional-moves"), &[("orders", ORDER)]).await;
    refused(&answer, 403, "You don’t have a seat in this match.");
    assert_eq!(eve.get(&m.path("")).await.text("#conditional-moves").unwrap(), "");

    orders(&m.ben, &m, ORDER).await;
    refused(&orders(&eve, &m, "").await, 403, "You don’t have a seat");
    assert!(standing(&m.ben, &m).await.contains(ORDER), "what others send withdraws nothing");

    let open = eve.opens(&[("game", "tictactoe")]).await;
    let answer = eve.post(&path(&open, "conditional-moves"), &[("orders", ORDER)]).await;
    refused(&answer, 409, "The match hasn’t started yet.");

    orders(&m.ben, &m, "").await;
    m.play_all(&SHORT_WIN).await;
    refused(&orders(&m.ben, &m, ORDER).await, 409, "The match is over.");
    assert_eq!(m.ben.get(&m.path("")).await.text("#conditional-moves").unwrap(), "");
}

#[tokio::test]
async fn an_empty_form_withdraws_an_order() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let answer = m.ben.post_by_htmx(&m.path("conditional-moves"), &[("orders", ORDER)]).await;
    assert_eq!(answer.status, 200);
    assert!(!answer.is_page() && answer.text("#standing").unwrap().contains(ORDER));
    assert_eq!(orders(&m.ben, &m, " \r\n").await.status, 303);
    assert_eq!(standing(&m.ben, &m).await, "");
    m.ada.play(&m.id, "a1").await;
    assert_eq!(plies(&m).await, ["a1"]);
}

#[tokio::test]
async fn in_a_game_with_dice_there_are_rules_for_the_die() {
    let site = TestSite::start().await;
    let m = site.start_match("aeroplane").await;
    refused(&orders(&m.ada, &m, "if d6 then 1").await, 422, "nobody knows what the die will show");
    let rules = "if I can launch, launch\r\nif only one plane can move, move it";
    assert_eq!(orders(&m.ada, &m, rules).await.status, 303);
    let told = standing(&m.ada, &m).await;
    assert!(told.contains("if I can launch, launch active until you delete it"), "{told}");
    assert_eq!(standing(&m.ben, &m).await, "");
}
