//! Play preferences: going on to the next match after a move, and confirming moves; and the time zone.

use parlour::now::{Clock, Moment};
use reqwest::Method;

use crate::harness::{PageAnswer, TestMatch, TestPerson, TestSite, path};

/// Monday, 16 November 2026, 12:00 UTC.
const NOON: Moment = Moment(1_794_830_400_000);
const HOUR: i64 = 3_600_000;

async fn user_settings(person: &TestPerson, after: &str, before: &str) {
    let answer = person.post("/settings/play", &[("after", after), ("before", before)]).await;
    assert_eq!((answer.status, answer.location()), (303, "/settings?done=manner"));
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
async fn plays(person: &TestPerson, table: &TestMatch, ply: &str, more: &[(&str, &str)]) -> PageAnswer {
    let seq = table.seq().await.to_string();
    let mut fields = vec![("seq", seq.as_str()), ("notation", ply)];
    fields.extend(more);
    person.post(&table.path("plies"), &fields).await
}

#[tokio::test]
async fn nothing_of_it_is_so_until_it_is_chosen_and_then_for_one_alone() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    assert_eq!(chosen(&table.ada).await, ["stay", "default"]);
    user_settings(&table.ada, "next", "never").await;
    assert_eq!(chosen(&table.ada).await, ["next", "never"]);
    assert_eq!(sends_along(&table.ada.get(&table.path("")).await), ["then"]);
    assert_eq!(chosen(&table.ben).await, ["stay", "default"]);
    assert_eq!(sends_along(&table.ben.get(&table.path("")).await), ["confirm"]);
    assert!(sends_along(&site.visitor().get(&table.path("")).await).is_empty());
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
async fn what_nobody_can_choose_is_refused_and_changes_nothing() {
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
async fn whoever_goes_on_comes_to_the_next_match_that_waits_and_stays_when_none_does() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    let then = [("then", "next")];
    assert_eq!(plays(&table.ada, &table, "b2", &then).await.location(), table.path(""), "none waits");
    let other = table.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(table.ben.post(&path(&other, "seats"), &[]).await.status, 303);
    table.ben.play(&table.id, "a1").await;
    let on = plays(&table.ada, &table, "c1", &then).await;
    assert_eq!(on.location(), format!("/next?after={}", table.id));
    assert_eq!(table.ada.get(on.location()).await.location(), path(&other, ""));
    table.ben.play(&table.id, "a3").await;
    let seq = table.seq().await.to_string();
    let fields = [("seq", seq.as_str()), ("notation", "a2"), ("then", "next")];
    let on = table.ada.post_by_htmx(&table.path("plies"), &fields).await;
    assert_eq!(on.header("hx-redirect"), format!("/next?after={}", table.id));
}

#[tokio::test]
async fn whoever_moves_again_or_was_refused_stays() {
    let site = TestSite::start().await;
    let table = site.table("kalah").await;
    let other = table.ada.opens(&[("game", "tictactoe")]).await;
    table.ben.post(&path(&other, "seats"), &[]).await;
    let then = [("then", "next")];
    assert_eq!(plays(&table.ada, &table, "3", &then).await.location(), table.path(""), "Ada moves again");
    assert_eq!(plays(&table.ada, &table, "3", &then).await.status, 422, "the house is empty");
    assert_eq!(plays(&table.ada, &table, "2", &then).await.location(), format!("/next?after={}", table.id));
}

#[tokio::test]
async fn a_ply_is_shown_first_to_whoever_wants_to_be_asked_and_played_when_they_say_so() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    user_settings(&table.ada, "stay", "always").await;
    let shown = plays(&table.ada, &table, "b2", &[("confirm", "ask")]).await;
    assert_eq!((shown.status, shown.is_page()), (200, true));
    assert_eq!(shown.attributes("#board .piece", "id").len(), 1);
    assert_eq!(
        (shown.text("#confirm p").unwrap(), shown.texts("#confirm button")),
        ("Mark b2?".to_owned(), vec!["Confirm".to_owned()])
    );
    assert_eq!(shown.attributes("#press button", "value").len(), 9, "another square can be chosen instead");
    assert_eq!(shown.attribute("#press .previewed", "value").unwrap(), "b2");
    assert!(table.record().await["plies"].as_array().unwrap().is_empty(), "nothing was played");
    assert!(table.ben.get(&table.path("")).await.attributes("#board .piece", "id").is_empty());
    let seq = shown.attribute("#named input[name=seq]", "value").unwrap();
    assert_eq!(table.ada.play_from(&table.id, &seq, "b2").await.status, 303);
    assert_eq!(table.record().await["plies"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn htmx_is_shown_the_board_and_what_to_say() {
    let site = TestSite::start().await;
    let table = site.table("sternhalma").await;
    let seq = table.seq().await.to_string();
    let fields = [("seq", seq.as_str()), ("notation", "d2-e6"), ("confirm", "ask")];
    let shown = table.ada.post_by_htmx(&table.path("plies"), &fields).await;
    assert_eq!((shown.status, shown.is_page()), (200, false));
    assert_eq!(shown.text("#confirm p").unwrap(), "Move d2 to e6?");
    assert!(shown.attribute("#press .chosen", "aria-label").unwrap().starts_with("d2, selected"));
    assert_eq!(table.seq().await.to_string(), seq);
}

#[tokio::test]
async fn a_fragment_for_a_page_with_a_preview_brings_the_board_as_it_stands() {
    let site = TestSite::start().await;
    let table = site.table("sternhalma").await;
    let choosing = format!("{}?from=d2", table.path(""));
    let fragment = |request: reqwest::RequestBuilder| request.header("HX-Request-Type", "partial");
    let plain = table.ada.send(fragment(table.ada.request(Method::GET, &choosing))).await;
    assert!(plain.attributes("#board .piece", "id").is_empty(), "pieces are left to the stream");
    let request = fragment(table.ada.request(Method::GET, &choosing)).header("Parlour-Preview", "shown");
    let whole = table.ada.send(request).await;
    assert_eq!(whole.attributes("#board .piece", "id").len(), 20);
    assert!(whole.attribute("#press .chosen", "aria-label").unwrap().starts_with("d2, selected"));
}

#[tokio::test]
async fn what_cannot_be_played_is_not_shown_either() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    let ask = [("confirm", "ask")];
    assert_eq!(plays(&table.ada, &table, "z9", &ask).await.status, 422);
    assert_eq!(plays(&table.ben, &table, "a1", &ask).await.status, 409, "it is not his turn");
    let eve = site.register("Eve").await;
    assert_eq!(plays(&eve, &table, "a1", &ask).await.status, 403);
    table.play_all(&["b2", "a1"]).await;
    let old = [("seq", "4"), ("notation", "c1"), ("confirm", "ask")];
    assert_eq!(table.ada.post(&table.path("plies"), &old).await.status, 409);
    for wrong in [("confirm", "maybe"), ("then", "home"), ("confirm", "")] {
        assert_eq!(plays(&table.ada, &table, "c1", &[wrong]).await.status, 422, "{wrong:?}");
    }
    assert_eq!(table.record().await["plies"].as_array().unwrap().len(), 2);
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
async fn a_deadline_is_said_in_the_zone_of_whoever_reads_it() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let table = against_the_clock(&site, false).await;
    assert_eq!(table.ben.post("/settings", &[("zone", "Asia/Tokyo")]).await.status, 303);
    let clock = async |person: &TestPerson| person.get(&table.path("")).await.text("#clock").unwrap();
    let words = clock(&table.ben).await;
    assert!(words.contains(" Tuesday 17 November, 21:00 (Asia/Tokyo)"), "{words}");
    for person in [&table.ada, &site.visitor()] {
        let words = clock(person).await;
        assert!(words.contains(" Tuesday 17 November, 12:00 UTC"), "{words}");
    }
}

#[tokio::test]
async fn everybody_at_a_match_sees_whose_holidays_protect_whom() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let table = against_the_clock(&site, true).await;
    let vacation = async |person: &TestPerson| person.get(&table.path("")).await.text("#vacation");
    let words = vacation(&table.ben).await.unwrap();
    assert_eq!(words, "Vacation left this year: Ada 20 days, Ben 20 days.");
    assert_eq!(table.ada.play(&table.id, "b2").await.status, 303);
    assert_eq!(table.ben.play(&table.id, "a1").await.status, 303);
    site.clock.set(NOON.after(26 * HOUR));
    for person in [&table.ada, &table.ben] {
        person.post(&table.path("chat"), &[("text", "Hello")]).await;
    }
    let words = loop {
        let words = vacation(&table.ben).await.unwrap();
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
    assert!(vacation(&table.ada).await.unwrap().starts_with("Your vacation is being used"));
}

#[tokio::test]
async fn a_match_says_so_when_holidays_do_not_protect() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let table = against_the_clock(&site, false).await;
    let page = table.ben.get(&table.path("")).await;
    assert_eq!(page.text("#vacation"), None);
    assert!(page.text(".facts").unwrap().contains("1 day per move, without vacation"));
}
