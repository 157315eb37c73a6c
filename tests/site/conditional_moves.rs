//! Conditional moves: set in a form, played by the site, invisible to others.

use parlour::now::{Clock, Moment};

use crate::harness::{PageAnswer, SHORT_WIN, TestMatch, TestPerson, TestSite, path};

const ORDER: &str = "if a1 then b2, if c3 then a2";
/// The same as it is shown.
const TREE: &str = "if a1 then b2 if c3 then a2";

async fn plans(person: &TestPerson, m: &TestMatch, text: &str) -> PageAnswer {
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
    let shown = answer.texts("[role=alert], .problem").join(" ");
    assert_eq!(answer.status, status, "{shown}");
    assert!(shown.contains(words), "{words} is not in: {shown}");
}

#[tokio::test]
async fn conditional_moves_are_played_in_turn_and_their_state_is_shown() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let page = m.ben.get(&m.path("")).await;
    assert!(page.text("#conditional-moves").unwrap().contains("Only you can see this."));
    let example = page.text("#conditional-moves code").unwrap();
    assert_eq!(plans(&m.ben, &m, &example).await.status, 303, "the example can be ordered: {example}");

    let answer = plans(&m.ben, &m, ORDER).await;
    assert_eq!(
        (answer.status, answer.location()),
        (303, format!("{}#conditional-moves", m.path("")).as_str())
    );
    let shown = standing(&m.ben, &m).await;
    assert!(shown.contains(TREE) && shown.contains("waiting for Ada to play a1"), "{shown}");

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
async fn conditional_moves_that_no_longer_fit_are_cancelled_and_their_player_notified() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    plans(&m.ben, &m, ORDER).await;
    let mut stream = m.ben.listens(&m.id, 4).await;
    m.ada.play(&m.id, "c1").await;
    let cancelled = "Your conditional moves no longer fit and were cancelled.";
    let live: String = stream.until(5).await.into_iter().map(|message| message.data).collect();
    assert!(live.contains(cancelled), "{live}");
    assert_eq!(standing(&m.ben, &m).await, cancelled);
    assert_eq!(plies(&m).await, ["c1"]);
    plans(&m.ben, &m, "then b2, if a1 then a3").await;
    assert_eq!(plies(&m).await, ["c1", "b2"], "the seat to act plays first");
    assert!(standing(&m.ben, &m).await.contains("waiting for Ada to play a1"));
}

#[tokio::test]
async fn a_draw_offer_that_a_conditional_move_overtakes_stays_in_the_list_of_moves() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    plans(&m.ben, &m, ORDER).await;
    m.ada.post(&m.path("draw"), &[("answer", "offer")]).await;
    m.ada.play(&m.id, "a1").await;
    let page = m.ben.get(&m.path("")).await;
    assert_eq!(page.text("#plies .clock").as_deref(), Some("Ada offered a draw."));
    assert!(page.texts("#recap p").contains(&"Ada offered a draw.".to_owned()), "{:?}", page.text("#recap"));
}

#[tokio::test]
async fn conditional_moves_are_visible_to_their_player_only() {
    let site = TestSite::at(Clock::at(Moment(1_794_830_400_000)), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    let (eve, visitor) = (site.register("Eve").await, site.visitor());
    let others = [&m.ada, &eve, &visitor];
    // Her page reports how far she has seen the match.
    m.ada.get(&m.path("")).await;
    // Open streams are seen by others, so they are opened first.
    let mut streams = Vec::new();
    for person in others {
        streams.push(person.listens(&m.id, 4).await);
    }
    let mut before = Vec::new();
    for person in others {
        for page in ["", "?ply=0", "/record.json", "/record.txt"] {
            before.push(person.get(&format!("{}{page}", m.path(""))).await.body);
        }
    }
    assert_eq!(plans(&m.ben, &m, ORDER).await.status, 303);
    let mut before = before.into_iter();
    for person in others {
        for page in ["", "?ply=0", "/record.json", "/record.txt"] {
            let after = person.get(&format!("{}{page}", m.path(""))).await.body;
            assert_eq!(after, before.next().unwrap(), "{page} is as it was");
        }
    }
    for stream in &mut streams {
        assert_eq!(stream.stray().await, None, "and no message is sent");
    }
    assert_eq!(m.ada.play_from(&m.id, "4", "a1").await.status, 303, "her page is still current");
    let own = m.ben.get(&m.path("")).await.body;
    let secrets = ["c3 then a2", "waiting for Ada to play", "Delete conditional moves"];
    for secret in secrets {
        assert!(own.contains(secret), "Ben sees {secret}");
    }
    for (stream, person) in streams.iter_mut().zip(others) {
        let shown: String = stream.until(6).await.into_iter().map(|message| message.data).collect();
        let page = person.get(&m.path("")).await.body;
        for secret in secrets {
            assert!(!shown.contains(secret) && !page.contains(secret), "{secret}: {shown} {page}");
        }
        assert!(!shown.contains("#standing"), "{shown}");
    }
    let record = visitor.get(&m.path("record.json")).await.body;
    assert!(!record.contains("order"), "{record}");
}

#[tokio::test]
async fn invalid_conditional_moves_are_returned_with_the_reason() {
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
        let answer = plans(&m.ben, &m, text).await;
        refused(&answer, 422, words);
        assert!(answer.is_page());
        let preserved = answer.text("#conditional-moves textarea").unwrap();
        assert_eq!(preserved, text.split_whitespace().collect::<Vec<_>>().join(" "), "the text is preserved");
        assert!(!answer.body.contains("<b>x"));
    }
    refused(&plans(&m.ben, &m, &"if a1 then b2\n".repeat(21)).await, 422, "at most 20 lines");
    refused(&plans(&m.ada, &m, ORDER).await, 422, "it’s your turn there");
    let answer = m.ben.post_by_htmx(&m.path("conditional-moves"), &[("orders", "if a1 then a1")]).await;
    refused(&answer, 422, "Line 1, move 2 (a1)");
    assert!(!answer.is_page() && answer.text("#conditional-moves textarea").unwrap() == "if a1 then a1");
    assert_eq!(standing(&m.ben, &m).await, "");
    m.ada.play(&m.id, "a1").await;
    assert_eq!(plies(&m).await, ["a1"], "nothing was ordered");
}

#[tokio::test]
async fn a_malformed_form_is_refused() {
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
async fn only_a_player_of_a_running_match_sets_conditional_moves() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let eve = site.register("Eve").await;
    refused(&plans(&eve, &m, ORDER).await, 403, "You don’t have a seat in this match.");
    let answer = eve.post_by_htmx(&m.path("conditional-moves"), &[("orders", ORDER)]).await;
    refused(&answer, 403, "You don’t have a seat in this match.");
    assert_eq!(eve.get(&m.path("")).await.text("#conditional-moves").unwrap(), "");

    plans(&m.ben, &m, ORDER).await;
    refused(&plans(&eve, &m, "").await, 403, "You don’t have a seat");
    assert!(standing(&m.ben, &m).await.contains(TREE), "requests of others withdraw nothing");

    let open = eve.opens(&[("game", "tictactoe")]).await;
    let answer = eve.post(&path(&open, "conditional-moves"), &[("orders", ORDER)]).await;
    refused(&answer, 409, "The match hasn’t started yet.");

    plans(&m.ben, &m, "").await;
    m.play_all(&SHORT_WIN).await;
    refused(&plans(&m.ben, &m, ORDER).await, 409, "The match is over.");
    assert_eq!(m.ben.get(&m.path("")).await.text("#conditional-moves").unwrap(), "");
}

#[tokio::test]
async fn an_empty_form_withdraws_conditional_moves() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let answer = m.ben.post_by_htmx(&m.path("conditional-moves"), &[("orders", ORDER)]).await;
    assert_eq!(answer.status, 200);
    assert!(!answer.is_page() && answer.text("#standing").unwrap().contains(TREE));
    assert_eq!(plans(&m.ben, &m, " \r\n").await.status, 303);
    assert_eq!(standing(&m.ben, &m).await, "");
    m.ada.play(&m.id, "a1").await;
    assert_eq!(plies(&m).await, ["a1"]);
}

#[tokio::test]
async fn games_with_dice_have_rules_for_rolls() {
    let site = TestSite::start().await;
    let m = site.start_match("aeroplane").await;
    refused(&plans(&m.ada, &m, "if d7 then 1").await, 422, "Line 1, move 1 (d7): ");
    let rules = "if I can launch, launch\r\nif only one plane can move, move it";
    assert_eq!(plans(&m.ada, &m, rules).await.status, 303);
    let shown = standing(&m.ada, &m).await;
    assert!(shown.contains("if I can launch, launch active until you delete it"), "{shown}");
    assert_eq!(standing(&m.ben, &m).await, "");
}

/// Sends a line from the board.
async fn sends(person: &TestPerson, m: &TestMatch, there: &str, ply: &str, line: &str) -> PageAnswer {
    person.post(&m.path(there), &[("ply", ply), ("line", line)]).await
}

const LINES: &str = "conditional-moves/lines";
const DELETE: &str = "conditional-moves/lines/delete";

#[tokio::test]
async fn a_line_is_played_on_the_board_saved_in_a_tree_and_played_in_the_match() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let page = m.ben.get(&m.path("")).await;
    let there = page.attributes("#conditional-moves a.button", "href");
    assert_eq!(there, [m.path("conditional-moves")], "the board is a link");
    let board = m.ben.get(&there[0]).await;
    assert_eq!(board.text("h1").unwrap(), "Plan your replies");
    let squares = board.attributes("#press a", "href");
    assert_eq!(squares.len(), 9);
    let board = m.ben.get(squares.iter().find(|href| href.ends_with("line=a1")).unwrap()).await;
    assert!(board.texts("form button").iter().all(|label| label != "Save line"), "no reply yet");
    let answer = board.attributes("#press a", "href").into_iter().find(|href| href.ends_with("line=a1,b2"));
    let board = m.ben.get(&answer.unwrap()).await;
    assert!(board.texts("form button").contains(&"Save line".to_owned()));
    assert_eq!(standing(&m.ben, &m).await, "", "looking saves nothing");

    let saved = sends(&m.ben, &m, LINES, "0", "a1,b2").await;
    assert_eq!(saved.status, 303);
    let board = m.ben.get(saved.location()).await;
    assert_eq!(board.texts(".tree a[aria-current]"), ["b2"], "the line stays on the board");
    assert!(board.texts("form button").contains(&"Delete from here".to_owned()));
    assert_eq!(sends(&m.ben, &m, LINES, "0", "a1,b2,c3,a2").await.status, 303);
    assert_eq!(sends(&m.ben, &m, LINES, "0", "a1,b2,c1,a2").await.status, 303);
    let page = m.ben.get(&m.path("")).await;
    assert_eq!(
        page.texts(".tree > li > ul > li"),
        ["if c3 then a2", "if c1 then a2"],
        "the beginning is shared"
    );
    assert_eq!(page.attributes(".tree a", "title")[0], "Ada marks a1");

    assert_eq!(sends(&m.ben, &m, DELETE, "0", "a1,b2,c1").await.status, 303);
    assert!(standing(&m.ben, &m).await.contains(TREE));
    assert_eq!(standing(&m.ada, &m).await, "");
    assert_eq!(m.ada.play(&m.id, "a1").await.status, 303);
    assert_eq!(m.ada.play(&m.id, "c3").await.status, 303);
    assert_eq!(plies(&m).await, ["a1", "b2", "c3", "a2"]);
}

#[tokio::test]
async fn the_player_to_move_plays_the_first_move_of_a_line_at_once() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let board = m.ada.get(&format!("{}?ply=0&line=b2,a1,c3", m.path("conditional-moves"))).await;
    assert!(board.texts("form button").contains(&"Play and save line".to_owned()));
    assert!(board.body.contains("Your first move is played at once."));
    let saved = sends(&m.ada, &m, LINES, "0", "b2,a1,c3").await;
    assert_eq!(saved.location(), format!("{}?ply=1", m.path("conditional-moves")));
    assert_eq!(plies(&m).await, ["b2"]);
    assert!(standing(&m.ada, &m).await.contains("if a1 then c3"));
}

#[tokio::test]
async fn the_board_for_conditional_moves_is_only_for_a_player_of_a_running_match() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let (eve, visitor) = (site.register("Eve").await, site.visitor());
    let there = m.path("conditional-moves");
    assert_eq!(visitor.get(&there).await.status, 303);
    assert_eq!(eve.get(&there).await.status, 403);
    for (path, lines) in [(LINES, "a1,b2"), (DELETE, "a1")] {
        assert_eq!(sends(&visitor, &m, path, "0", lines).await.status, 303);
        assert_eq!(sends(&eve, &m, path, "0", lines).await.status, 403);
    }
    let open = eve.opens(&[("game", "tictactoe")]).await;
    assert_eq!(eve.get(&path(&open, "conditional-moves")).await.status, 409);
    assert_eq!(eve.get(&path("7Wd2aaaaaaaa", "conditional-moves")).await.status, 404);
    assert_eq!(m.ben.delete(&there).await.status, 405);
    m.play_all(&SHORT_WIN).await;
    assert_eq!(m.ben.get(&there).await.status, 409);
    assert_eq!(sends(&m.ben, &m, LINES, "5", "a1,b2").await.status, 409);
}

#[tokio::test]
async fn invalid_and_outdated_lines_are_refused_and_change_nothing() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    assert_eq!(sends(&m.ben, &m, LINES, "0", "a1,b2").await.status, 303);
    let there = m.path("conditional-moves");
    for (query, status) in [
        ("ply=1", 409),
        ("ply=-1", 400),
        ("ply=0&line=a1,a1", 422),
        ("ply=0&line=z9", 422),
        ("ply=0&line=a1&at=5", 404),
        ("ply=0&more=1", 400),
    ] {
        assert_eq!(m.ben.get(&format!("{there}?{query}")).await.status, status, "{query}");
    }
    assert_eq!(m.ben.get(&format!("{there}?ply=0&line={}", "a1,".repeat(2_000))).await.status, 414);
    for (ply, line, status) in [
        ("1", "a1,b2", 409),
        ("0", "a1,a1", 422),
        ("0", "a1", 422),
        ("0", "", 422),
        ("0", "a1,c3", 422),
        ("0", "<script>", 422),
        ("-1", "a1,b2", 422),
        ("x", "a1,b2", 422),
    ] {
        let answer = sends(&m.ben, &m, LINES, ply, line).await;
        assert_eq!(answer.status, status, "{ply} {line}");
        assert!(!answer.body.contains("<script>"));
    }
    assert_eq!(sends(&m.ben, &m, LINES, "0", &"a1,".repeat(2_000)).await.status, 413);
    assert_eq!(m.ben.post_bytes(&m.path(LINES), "ply=0&line=%ff").await.status, 400);
    assert_eq!(sends(&m.ben, &m, DELETE, "0", "c1").await.status, 409);
    assert_eq!(sends(&m.ben, &m, DELETE, "1", "a1").await.status, 409);
    let shown = m.ben.post_by_htmx(&m.path(LINES), &[("ply", "0"), ("line", "a1,c3")]).await;
    assert_eq!(shown.status, 422);
    assert!(
        !shown.is_page() && shown.text("[role=alert]").unwrap().contains("plays b2 there"),
        "{}",
        shown.body
    );
    assert!(standing(&m.ben, &m).await.contains("if a1 then b2 waiting for Ada to play a1"));
}

#[tokio::test]
async fn lines_can_contain_rolls() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    // Planes are launched by 2, 4 and 6, so that there is often a choice on a roll that earns no other.
    let fields = [("game", "aeroplane"), ("seats", "2"), ("option.launch", "even")];
    // The dice decide whether an expected roll comes up before a match ends, so there are several matches.
    let mut m = TestMatch { id: String::new(), ada, ben };
    for _ in 0..20 {
        m.id = m.ada.opens(&fields).await;
        assert_eq!(m.ben.post(&path(&m.id, "seats"), &[]).await.status, 303);
        if a_reply_to_a_roll_is_played(&m).await {
            return;
        }
    }
    panic!("no expected roll came up in 20 matches");
}

/// Plays the match, and sets a reply to a roll of six for every turn, until one of them is played.
async fn a_reply_to_a_roll_is_played(m: &TestMatch) -> bool {
    loop {
        let record = m.record().await;
        let Some(acts) = record["to_act"].as_u64() else { return false };
        let (mover, other) = if acts == 0 { (&m.ada, &m.ben) } else { (&m.ben, &m.ada) };
        let plies = record["plies"].as_array().unwrap().len();
        let page = mover.get(&m.path("")).await;
        // The last plane, so that several are on their way, and a move is chosen after other rolls than sixes too.
        let first = page.attributes("#press button.play", "value").pop().unwrap();
        let board = other.get(&format!("{}?ply={plies}&line={first}", m.path("conditional-moves"))).await;
        let roll = board.attributes(".tries a", "href").into_iter().find(|href| href.ends_with("d6"));
        let board = other.get(&roll.unwrap()).await;
        let reply = board.attributes("#press a", "href").into_iter().next_back();
        let line = reply.as_deref().and_then(|href| href.split_once("line=")).map_or("", |(_, line)| line);
        let saved = sends(other, m, LINES, &plies.to_string(), line).await;
        mover.play(&m.id, &first).await;
        if saved.status != 303 {
            continue;
        }
        let played: Vec<_> = self::plies(m).await.split_off(plies);
        let line: Vec<_> = line.split(',').collect();
        if played.len() > 1 && played[..2] == line[..2] {
            assert_eq!(played[..3], line[..], "the reply is played");
            return true;
        }
    }
}
