//! Play preferences: going on to the next match after a move, and confirming moves; and the time zone.

use parlour::now::{Clock, Moment};
use reqwest::Method;

use crate::harness::{PageAnswer, TestMatch, TestPerson, TestSite, path};

/// Monday, 16 November 2026, 12:00 UTC.
const NOON: Moment = Moment(1_794_830_400_000);
const HOUR: i64 = 3_600_000;

async fn user_settings(person: &TestPerson, after: &str, before: &str) {
    let answer = person.post("/settings/play", &[("after", after), ("before", before)]).await;
    assert_eq!((answer.status, answer.location()), (303, "/settings?done=playing"));
}

/// The settings of a user.
async fn chosen(person: &TestPerson) -> [String; 2] {
    let page = person.get("/settings").await;
    ["after", "before"]
        .map(|field| page.attribute(&format!("[name={field}][checked]"), "value").unwrap_or_default())
}

/// The fields that a page sends with a ply.
fn sends_along(page: &PageAnswer) -> Vec<String> {
    page.attributes("input[form=press]", "name")
}

/// Plays as the page of a user with these preferences.
async fn plays(person: &TestPerson, m: &TestMatch, ply: &str, more: &[(&str, &str)]) -> PageAnswer {
    let seq = m.seq().await.to_string();
    let mut fields = vec![("seq", seq.as_str()), ("notation", ply)];
    fields.extend(more);
    person.post(&m.path("plies"), &fields).await
}

#[tokio::test]
async fn play_settings_have_defaults_and_apply_to_one_user() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    assert_eq!(chosen(&m.ada).await, ["stay", "default"]);
    user_settings(&m.ada, "next", "never").await;
    assert_eq!(chosen(&m.ada).await, ["next", "never"]);
    assert_eq!(sends_along(&m.ada.get(&m.path("")).await), ["then"]);
    assert_eq!(chosen(&m.ben).await, ["stay", "default"]);
    assert_eq!(sends_along(&m.ben.get(&m.path("")).await), ["confirm"]);
    assert!(sends_along(&site.visitor().get(&m.path("")).await).is_empty());
}

#[tokio::test]
async fn moves_are_confirmed_unless_the_match_is_live_or_the_player_chose_otherwise() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let mut matches = Vec::new();
    let live = [("time", "live"), ("time.seconds", "60"), ("time.reserve", "300")];
    for pace in [&[][..], &[("time", "days"), ("time.days", "3")], &live] {
        let id = ada.opens(&[&[("game", "tictactoe")], pace].concat()).await;
        assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
        matches.push(path(&id, ""));
    }
    let expected = [("default", [true, true, false]), ("always", [true; 3]), ("never", [false; 3])];
    for (setting, confirms) in expected {
        user_settings(&ada, "stay", setting).await;
        for (page, confirms) in matches.iter().zip(confirms) {
            let sent = sends_along(&ada.get(page).await);
            assert_eq!(sent.contains(&"confirm".to_owned()), confirms, "{setting}: {page}");
        }
    }
}

#[tokio::test]
async fn who_joins_on_an_open_page_confirms_moves_on_it() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    user_settings(&ben, "next", "always").await;
    let id = ada.opens(&[("game", "tictactoe"), ("time", "live")]).await;
    assert_eq!(sends_along(&ben.get(&path(&id, "")).await), [""; 0]);
    let joined = ben.post_by_htmx(&path(&id, "seats"), &[]).await;
    assert_eq!((joined.status, sends_along(&joined)), (200, vec!["confirm".to_owned(), "then".to_owned()]));
    assert_eq!(sends_along(&ben.get(&path(&id, "")).await), sends_along(&joined));
}

#[tokio::test]
async fn invalid_play_settings_are_refused_and_change_nothing() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    user_settings(&ada, "next", "always").await;
    let forms: [(&[u8], u16); 7] = [
        (b"", 422),
        (b"after=stay", 422),
        (b"after=home&before=never", 422),
        (b"after=stay&before=ask", 422),
        (b"after=stay&before=never&before=always", 422),
        (b"after=stay&before=never&name=x", 422),
        (b"after=stay&before=%ff", 400),
    ];
    for (form, status) in forms {
        assert_eq!(ada.post_bytes("/settings/play", form.to_vec()).await.status, status, "{form:?}");
    }
    let form = [("after", "stay"), ("before", "never")];
    let foreign = ada.request(Method::POST, "/settings/play").form(&form);
    assert_eq!(ada.send(foreign.header("Sec-Fetch-Site", "cross-site")).await.status, 403);
    assert!(site.visitor().post("/settings/play", &form).await.location().starts_with("/login"));
    assert_eq!(chosen(&ada).await, ["next", "always"]);
}

#[tokio::test]
async fn after_a_move_the_next_waiting_match_is_opened_if_there_is_one() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let then = [("then", "next")];
    assert_eq!(plays(&m.ada, &m, "b2", &then).await.location(), m.path(""), "none waits");
    let other = m.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(m.ben.post(&path(&other, "seats"), &[]).await.status, 303);
    m.ben.play(&m.id, "a1").await;
    let on = plays(&m.ada, &m, "c1", &then).await;
    assert_eq!(on.location(), format!("/next?after={}", m.id));
    assert_eq!(m.ada.get(on.location()).await.location(), path(&other, ""));
    m.ben.play(&m.id, "a3").await;
    let seq = m.seq().await.to_string();
    let fields = [("seq", seq.as_str()), ("notation", "a2"), ("then", "next")];
    let on = m.ada.post_by_htmx(&m.path("plies"), &fields).await;
    assert_eq!(on.header("hx-redirect"), format!("/next?after={}", m.id));
}

#[tokio::test]
async fn after_an_extra_turn_or_a_refusal_the_match_stays_open() {
    let site = TestSite::start().await;
    let m = site.start_match("kalah").await;
    let other = m.ada.opens(&[("game", "tictactoe")]).await;
    m.ben.post(&path(&other, "seats"), &[]).await;
    let then = [("then", "next")];
    assert_eq!(plays(&m.ada, &m, "3", &then).await.location(), m.path(""), "Ada moves again");
    assert_eq!(plays(&m.ada, &m, "3", &then).await.status, 422, "the house is empty");
    assert_eq!(plays(&m.ada, &m, "2", &then).await.location(), format!("/next?after={}", m.id));
}

#[tokio::test]
async fn a_move_is_previewed_for_players_who_confirm_and_played_after_that() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    user_settings(&m.ada, "stay", "always").await;
    let shown = plays(&m.ada, &m, "b2", &[("confirm", "ask")]).await;
    assert_eq!((shown.status, shown.is_page()), (200, true));
    assert_eq!(shown.attributes("#board .piece", "id").len(), 1);
    assert_eq!(
        (shown.text("#confirm p").unwrap(), shown.texts("#confirm button")),
        ("Mark b2?".to_owned(), vec!["Confirm".to_owned()])
    );
    assert_eq!(shown.attributes("#press button", "value").len(), 9, "another square can be chosen instead");
    assert_eq!(shown.attribute("#press .previewed", "value").unwrap(), "b2");
    assert!(m.record().await["plies"].as_array().unwrap().is_empty(), "nothing was played");
    assert!(m.ben.get(&m.path("")).await.attributes("#board .piece", "id").is_empty());
    let seq = shown.attribute("#named input[name=seq]", "value").unwrap();
    assert_eq!(m.ada.play_from(&m.id, &seq, "b2").await.status, 303);
    assert_eq!(m.record().await["plies"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn htmx_receives_the_board_and_the_question() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    let seq = m.seq().await.to_string();
    let fields = [("seq", seq.as_str()), ("notation", "d2-e6"), ("confirm", "ask")];
    let shown = m.ada.post_by_htmx(&m.path("plies"), &fields).await;
    assert_eq!((shown.status, shown.is_page()), (200, false));
    assert_eq!(shown.text("#confirm p").unwrap(), "Move d2 to e6?");
    assert!(shown.attribute("#press .chosen", "aria-label").unwrap().starts_with("d2, selected"));
    assert_eq!(m.seq().await.to_string(), seq);
}

#[tokio::test]
async fn a_fragment_for_a_page_with_a_preview_contains_the_current_board() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    let choosing = format!("{}?from=d2", m.path(""));
    let seq = m.seq().await;
    let fragment = |request: reqwest::RequestBuilder| {
        request.header("HX-Request-Type", "partial").header("Parlour-Shown", seq)
    };
    let plain = m.ada.send(fragment(m.ada.request(Method::GET, &choosing))).await;
    assert!(plain.attributes("#board .piece", "id").is_empty(), "pieces are left to the stream");
    let request = fragment(m.ada.request(Method::GET, &choosing)).header("Parlour-Preview", "shown");
    let whole = m.ada.send(request).await;
    assert_eq!(whole.attributes("#board .piece", "id").len(), 20);
    assert!(whole.attribute("#press .chosen", "aria-label").unwrap().starts_with("d2, selected"));
}

#[tokio::test]
async fn an_illegal_move_is_not_previewed() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let ask = [("confirm", "ask")];
    assert_eq!(plays(&m.ada, &m, "z9", &ask).await.status, 422);
    assert_eq!(plays(&m.ben, &m, "a1", &ask).await.status, 409, "it is not Ben's turn");
    let eve = site.register("Eve").await;
    assert_eq!(plays(&eve, &m, "a1", &ask).await.status, 403);
    m.play_all(&["b2", "a1"]).await;
    let old = [("seq", "4"), ("notation", "c1"), ("confirm", "ask")];
    assert_eq!(m.ada.post(&m.path("plies"), &old).await.status, 409);
    for wrong in [("confirm", "maybe"), ("then", "home"), ("confirm", "")] {
        assert_eq!(plays(&m.ada, &m, "c1", &[wrong]).await.status, 422, "{wrong:?}");
    }
    assert_eq!(m.record().await["plies"].as_array().unwrap().len(), 2);
}

/// Ada and Ben in a match with a day per move.
async fn against_the_clock(site: &TestSite, vacation: bool) -> TestMatch {
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let mut fields = vec![("game", "tictactoe"), ("time", "days"), ("time.days", "1")];
    fields.extend(vacation.then_some(("time.holidays", "on")));
    let id = ada.opens(&fields).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    TestMatch { id, ada, ben }
}

#[tokio::test]
async fn a_deadline_is_shown_in_the_zone_of_the_reader() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = against_the_clock(&site, false).await;
    assert_eq!(m.ben.post("/settings", &[("zone", "Asia/Tokyo")]).await.status, 303);
    let clock = async |person: &TestPerson| person.get(&m.path("")).await.text("#clock").unwrap();
    let words = clock(&m.ben).await;
    assert!(words.contains(" Tuesday 17 November, 21:00 (Asia/Tokyo)"), "{words}");
    for person in [&m.ada, &site.visitor()] {
        let words = clock(person).await;
        assert!(words.contains(" Tuesday 17 November, 12:00 UTC"), "{words}");
    }
}

#[tokio::test]
async fn viewers_of_a_match_see_the_remaining_vacation_of_each_player() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = against_the_clock(&site, true).await;
    let vacation = async |person: &TestPerson| person.get(&m.path("")).await.text("#vacation");
    let words = vacation(&m.ben).await.unwrap();
    assert_eq!(words, "Vacation left this year: Ada 20 days, Ben 20 days.");
    assert_eq!(m.ada.play(&m.id, "b2").await.status, 303);
    assert_eq!(m.ben.play(&m.id, "a1").await.status, 303);
    site.clock.set(NOON.after(26 * HOUR));
    for person in [&m.ada, &m.ben] {
        person.post(&m.path("chat"), &[("text", "Hello")]).await;
    }
    let words = loop {
        let words = vacation(&m.ben).await.unwrap();
        if words.contains("on vacation") {
            break words;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    assert!(
        words.starts_with(
            "Ada is on vacation: without it, the turn would have ended on Tuesday 17 November, 12:00 UTC"
        ),
        "{words}"
    );
    assert!(words.contains("Ada 19 d 21 h, Ben 20 days"), "{words}");
    assert!(vacation(&m.ada).await.unwrap().starts_with("Your vacation is being used"));
}

#[tokio::test]
async fn the_vacation_on_an_open_page_changes_with_the_match() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada
        .opens(&[("game", "tictactoe"), ("time", "days"), ("time.days", "1"), ("time.holidays", "on")])
        .await;
    let page = ada.get(&path(&id, "")).await;
    assert_eq!(page.attribute("#vacation", "hidden").as_deref(), Some(""), "the match has not started");
    let mut stream = ada.listens(&id, 2).await;
    let mut shows = async |words: &str| {
        while let Some(message) = stream.next().await {
            if message.data.contains("id=\"vacation\"") {
                assert!(message.data.contains(words), "{words}: {}", message.data);
                return;
            }
        }
        panic!("{words}: the stream has ended");
    };
    ben.post(&path(&id, "seats"), &[]).await;
    shows("Vacation left this year: Ada 20 days, Ben 20 days.").await;
    site.clock.set(NOON.after(26 * HOUR));
    shows("Your vacation is being used").await;
    assert_eq!(ada.play(&id, "b2").await.status, 303);
    shows("aria-label=\"Vacation\"><p class=\"soft\">Vacation left this year: Ada 19 d 21 h").await;
    ben.post(&path(&id, "resignation"), &[]).await;
    shows("aria-label=\"Vacation\" hidden></section>").await;
    let mut missed = ben.listens(&id, 2).await;
    while !missed.next().await.unwrap().data.contains("id=\"vacation\"") {}
}

#[tokio::test]
async fn a_match_without_vacation_says_so() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = against_the_clock(&site, false).await;
    let page = m.ben.get(&m.path("")).await;
    assert_eq!(page.text("#vacation"), None);
    assert!(page.text(".facts").unwrap().contains("1 day per move, without vacation"));
    // Live matches never have any.
    let live = [("game", "tictactoe"), ("time", "live"), ("time.seconds", "60"), ("time.reserve", "300")];
    let live = m.ada.opens(&live).await;
    assert!(!m.ada.get(&path(&live, "")).await.text(".facts").unwrap().contains("vacation"));
}
