//! Tests of the timeout policy "a bot plays on".

use parlour::config::BotPace;
use parlour::games::Game;
use parlour::now::Clock;
use serde_json::{Value, json};

use crate::harness::{HOUR, NOON, PASSWORD, SLOW_BOTS, TestPerson, TestSite, path, sends_to};
use crate::sink::MailSink;

const TICTACTOE: &str = "Tic-Tac-Toe Intermediate (bot)";
const STERNHALMA: &str = "Sternhalma Intermediate (bot)";
const CHOICES: [(&str, &str); 4] =
    [("rated", "no"), ("time", "days"), ("time.days", "1"), ("time.flag", "bot")];

async fn site() -> TestSite {
    TestSite::at(Clock::at(NOON), |_| {}).await
}

/// Starts a casual match of Ada, Ben and, with three seats, Cleo in which bots play on. Ada is to move.
async fn starts(site: &TestSite, seats: &str, more: &[(&str, &str)]) -> (Vec<TestPerson>, String) {
    let mut people = Vec::new();
    for name in ["Ada", "Ben", "Cleo"].into_iter().take(seats.parse().unwrap()) {
        people.push(site.register(name).await);
    }
    let id = seated(&people, seats, more).await;
    (people, id)
}

async fn seated(people: &[TestPerson], seats: &str, more: &[(&str, &str)]) -> String {
    let game = if seats == "2" { "tictactoe" } else { "sternhalma" };
    let id = people[0].opens(&[&CHOICES[..], &[("game", game), ("seats", seats)], more].concat()).await;
    for person in &people[1..] {
        assert_eq!(person.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    id
}

async fn resigns(person: &TestPerson, id: &str) -> u16 {
    person.post(&path(id, "resignation"), &[]).await.status
}

/// Waits a day and an hour, and runs all due tasks.
async fn a_day_passes(site: &TestSite) {
    site.wait(25 * HOUR);
    site.runs_tasks().await;
}

/// Kind and name of each seat.
fn seats(record: &Value) -> Vec<String> {
    let text = |seat: &Value, key: &str| seat[key].as_str().unwrap().to_owned();
    let seats = record["seats"].as_array().unwrap().iter();
    seats.map(|seat| format!("{} {}", text(seat, "kind"), text(seat, "name"))).collect()
}

/// The seat of the last ply.
fn last_seat(record: &Value) -> &Value {
    &record["plies"].as_array().unwrap().last().unwrap()["seat"]
}

#[tokio::test]
async fn a_bot_plays_on_for_a_player_who_runs_out_of_time() {
    let site = site().await;
    let (people, id) = starts(&site, "2", &[]).await;
    let [ada, ben] = &people[..] else { panic!() };
    ben.get(&path(&id, "")).await;
    a_day_passes(&site).await;
    let record = ben.record(&id).await;
    assert_eq!(seats(&record), [format!("bot {TICTACTOE}"), "person Ben".to_owned()]);
    assert_eq!(
        (&record["status"], last_seat(&record), &record["to_act"]),
        (&json!("playing"), &json!(0), &json!(1))
    );
    let takeover = &record["taken_over"][0];
    assert_eq!(
        (&takeover["seat"], &takeover["former"], &takeover["why"]),
        (&json!(0), &json!("Ada"), &json!("timed_out"))
    );
    assert_eq!(record["time"]["at_flag"], "bot");
    let page = ben.get(&path(&id, "")).await;
    let words = "Ada ran out of time. Intermediate bot plays on.";
    assert_eq!(page.texts(".rounds .clock"), [words]);
    assert!(page.text("#recap").unwrap().contains(words), "{:?}", page.text("#recap"));
    assert!(page.text(".facts").unwrap().contains("a bot plays on"), "{:?}", page.text(".facts"));
    assert_eq!(page.texts("#seats a"), ["Intermediate bot", "Ben"]);
    let text = ben.get(&path(&id, "record.txt")).await.body;
    assert!(text.contains(words), "{text}");
    assert_eq!(ada.play(&id, "b2").await.status, 403, "Ada has no seat");
    let german = site.visitor().get_in_german(&path(&id, "")).await;
    assert_eq!(
        german.texts(".rounds .clock"),
        ["Die Zeit von Ada ist abgelaufen. Fortgeschritten (Bot) spielt weiter."]
    );
    // The bot plays until the end.
    while ben.record(&id).await["status"] == "playing" {
        let position = site.state().referee.read(&id.parse().unwrap()).await.unwrap().m.position.clone();
        assert_eq!(ben.play(&id, &position.legal()[0]).await.status, 303);
        site.runs_tasks().await;
    }
    assert_eq!(ben.record(&id).await["ending"]["how"], "rules");
}

#[tokio::test]
async fn with_three_players_a_bot_plays_on_for_one_who_resigns() {
    let site = site().await;
    let (people, id) = starts(&site, "3", &[]).await;
    let [ada, ben, cleo] = &people[..] else { panic!() };
    let asked = ada.get(&path(&id, "")).await.text("#resign p").unwrap();
    assert!(asked.contains("A bot takes over your seat"), "{asked}");
    let stranger = site.register("Dan").await;
    assert_eq!(resigns(&stranger, &id).await, 403);
    let visitor = site.visitor().post(&path(&id, "resignation"), &[]).await;
    assert!(visitor.location().starts_with("/login"), "{}", visitor.status);
    assert_eq!(ada.record(&id).await["taken_over"], Value::Null);
    assert_eq!(resigns(ada, &id).await, 303);
    assert_eq!(resigns(ada, &id).await, 403, "Ada has no seat");
    site.runs_tasks().await;
    let record = ben.record(&id).await;
    assert_eq!(
        seats(&record),
        [format!("bot {STERNHALMA}"), "person Ben".to_owned(), "person Cleo".to_owned()]
    );
    assert_eq!((last_seat(&record), &record["gone"]), (&json!(0), &Value::Null));
    assert_eq!(
        ben.get(&path(&id, "")).await.texts(".rounds .clock"),
        ["Ada resigned. Intermediate bot plays on."]
    );
    assert_eq!(resigns(ben, &id).await, 303);
    let record = cleo.record(&id).await;
    assert_eq!(seats(&record)[1], "bot Sternhalma Intermediate 2 (bot)");
    let asked = cleo.get(&path(&id, "")).await.text("#resign p").unwrap();
    assert_eq!(asked, "Resign this match? You can’t undo this.");
    assert_eq!(resigns(cleo, &id).await, 303);
    assert_eq!(cleo.record(&id).await["gone"][0]["seat"], 2, "the last person is not replaced");
}

#[tokio::test]
async fn with_two_players_resigning_loses() {
    let site = site().await;
    let (people, id) = starts(&site, "2", &[]).await;
    assert_eq!(resigns(&people[1], &id).await, 303);
    let record = people[0].record(&id).await;
    assert_eq!((&record["ending"]["how"], &record["taken_over"]), (&json!("resigned"), &Value::Null));
    assert_eq!(seats(&record), ["person Ada", "person Ben"]);
}

#[tokio::test]
async fn a_bot_plays_on_for_a_player_whose_account_is_deleted() {
    let site = site().await;
    let (people, id) = starts(&site, "2", &[]).await;
    let [ada, ben] = &people[..] else { panic!() };
    let deleted = ada.post("/account/delete", &[("name", "Ada"), ("password", PASSWORD)]).await;
    assert_eq!(deleted.status, 200, "{:?}", deleted.text("main"));
    site.runs_tasks().await;
    let record = ben.record(&id).await;
    assert_eq!(seats(&record)[0], format!("bot {TICTACTOE}"));
    assert_eq!((&record["status"], &record["taken_over"][0]["why"]), (&json!("playing"), &json!("left")));
    let words = ben.get(&path(&id, "")).await.texts(".rounds .clock");
    assert_eq!(words, ["Former player left the match. Intermediate bot plays on."]);
}

#[tokio::test]
async fn a_bot_that_has_taken_over_plays_on_after_a_restart() {
    let site = TestSite::at(Clock::at(NOON), |config| config.bots = SLOW_BOTS).await;
    let (people, id) = starts(&site, "2", &[]).await;
    let ben = &people[1];
    site.clock.set(NOON.after(25 * HOUR));
    site.state().referee.sweep(&id.parse().unwrap()).await.unwrap();
    let record = ben.record(&id).await;
    assert_eq!(
        (record["plies"].as_array().unwrap().len(), seats(&record)[0].as_str()),
        (0, &*format!("bot {TICTACTOE}"))
    );
    let site = site.restart(|config| config.bots = BotPace::IMMEDIATE).await;
    site.runs_tasks().await;
    let record = ben.record(&id).await;
    assert_eq!((record["plies"].as_array().unwrap().len(), &record["to_act"]), (1, &json!(1)));
}

#[tokio::test]
async fn rated_matches_do_not_have_the_bot_policy() {
    let site = site().await;
    let ada = site.register("Ada").await;
    let fields = |rated, flag| {
        [
            ("game", "tictactoe"),
            ("seats", "2"),
            ("visibility", "public"),
            ("time", "days"),
            ("time.flag", flag),
            ("rated", rated),
        ]
    };
    let refused = ada.post("/matches", &fields("yes", "bot")).await;
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("bots can only play on in casual matches"), "{:?}", refused.text("main"));
    assert_eq!(ada.post("/matches", &fields("no", "robot")).await.status, 422);
    let created: i64 =
        sqlx::query_scalar("SELECT count(*) FROM matches").fetch_one(&site.database().await).await.unwrap();
    assert_eq!(created, 0);
    for game in Game::ALL {
        let form = ada.get(&format!("/matches/new?game={}", game.key())).await;
        assert_eq!(form.attributes("input[name='time.flag'][value=bot]", "type"), ["radio"], "{game:?}");
        assert!(form.text("main").unwrap().contains("A bot plays on"), "{:?}", form.text("main"));
    }
    // By default the match is casual.
    for rated in ["no", "usual"] {
        let created = ada.post("/matches", &fields(rated, "bot")).await;
        assert_eq!(created.status, 303, "{rated}");
        let facts = ada.get(created.location()).await.text(".facts").unwrap();
        assert!(facts.contains("Casual"), "{facts}");
    }
}

#[tokio::test]
async fn takeovers_are_emailed_to_the_remaining_and_the_replaced_players() {
    let mut sink = MailSink::open().await;
    let site = TestSite::at(Clock::at(NOON), |config| {
        sends_to(config, &sink);
        config.bots = SLOW_BOTS;
    })
    .await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let cleo = site.register("Cleo").await;
    let id = seated(&[ada.clone(), ben.clone(), cleo], "3", &[]).await;
    for person in [&ada, &ben] {
        person.get(&path(&id, "")).await;
    }
    // After the warnings, which come first.
    site.wait(23 * HOUR);
    site.runs_tasks().await;
    ada.get(&path(&id, "")).await;
    while sink.taken().is_some() {}
    site.clock.set(site.clock.now().after(HOUR));
    site.state().referee.sweep(&id.parse().unwrap()).await.unwrap();
    site.wait(2 * HOUR);
    let mut emails = [sink.next().await, sink.next().await];
    emails.sort_by(|one, other| one.to.cmp(&other.to));
    let [to_ada, to_ben] = &emails;
    assert_eq!(
        (to_ada.to.as_str(), to_ada.subject().as_str()),
        ("ada@example.org", "You ran out of time: Chinese Checkers (Sternhalma)")
    );
    assert!(to_ada.text.contains("You ran out of time. Intermediate bot plays on."), "{}", to_ada.text);
    assert_eq!(
        (to_ben.to.as_str(), to_ben.subject().as_str()),
        ("ben@example.org", "A bot plays on: Chinese Checkers (Sternhalma)")
    );
    assert!(to_ben.text.contains("Ada ran out of time. Intermediate bot plays on."), "{}", to_ben.text);
    site.wait(10 * HOUR);
    sink.assert_stays_empty().await;
}

#[tokio::test]
async fn a_replaced_player_still_sees_a_private_match_but_cannot_act() {
    let site = site().await;
    let (people, id) = starts(&site, "3", &[("visibility", "private")]).await;
    let [ada, ben, _] = &people[..] else { panic!() };
    let seq = ada.record(&id).await["seq"].as_u64().unwrap();
    let mut stream = ada.listens(&id, seq).await;
    assert_eq!(resigns(ada, &id).await, 303);
    let message = stream.next().await.unwrap();
    assert!(message.event.is_none() && message.data.contains("plays on"), "{message:?}");
    let page = ada.get(&path(&id, "")).await;
    assert_eq!((page.status, page.texts(".careful").len()), (200, 0));
    assert_eq!(ada.post(&path(&id, "chat"), &[("text", "I am back")]).await.status, 403);
    assert_eq!(ada.post(&path(&id, "conditional-moves"), &[("orders", "if a1 then b2")]).await.status, 403);
    assert_eq!(ada.post(&path(&id, "draw"), &[("answer", "offer")]).await.status, 403);
    let stranger = site.register("Dan").await;
    assert_eq!(stranger.get(&path(&id, "")).await.status, 404);
    assert_eq!(ben.get(&path(&id, "")).await.status, 200);
    let archive = ada.request(reqwest::Method::GET, "/account/export").send().await.unwrap();
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(archive.bytes().await.unwrap())).unwrap();
    let names: Vec<_> =
        (0..zip.len()).map(|number| zip.by_index(number).unwrap().name().unwrap().into_owned()).collect();
    assert!(names.iter().any(|name| name.contains(&id)), "{names:?}");
}
