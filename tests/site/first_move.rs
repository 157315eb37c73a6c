//! Who moves first: chosen in the form, shown before joining, drawn at the start.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::harness::{TestPerson, TestSite, path};

/// The names of the players in seat order.
fn names(record: &Value) -> Vec<&str> {
    record["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str().unwrap()).collect()
}

async fn creates(person: &TestPerson, fields: &[(&str, &str)]) -> String {
    let answer = person.post("/matches", fields).await;
    assert_eq!(answer.status, 303, "{:?}", answer.text("main"));
    answer.location().strip_prefix("/matches/").unwrap().to_owned()
}

async fn joins(person: &TestPerson, id: &str) {
    assert_eq!(person.post(&path(id, "seats"), &[]).await.status, 303);
}

const PLAIN: [(&str, &str); 3] = [("game", "tictactoe"), ("seats", "2"), ("visibility", "public")];

fn with(first: &str) -> Vec<(&str, &str)> {
    PLAIN.into_iter().chain([("first", first)]).collect()
}

#[tokio::test]
async fn without_a_choice_the_first_move_is_drawn() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let mut first = HashSet::new();
    for _ in 0..40 {
        let id = creates(&ada, &PLAIN).await;
        joins(&ben, &id).await;
        let record = ada.record(&id).await;
        first.insert(names(&record)[0].to_owned());
        let (begins, waits) = if names(&record)[0] == "Ada" { (&ada, &ben) } else { (&ben, &ada) };
        assert_ne!(waits.play(&id, "a1").await.status, 303);
        assert_eq!(begins.play(&id, "a1").await.status, 303);
        if first.len() == 2 {
            break;
        }
    }
    assert_eq!(first.len(), 2, "one of both began 40 times");
}

#[tokio::test]
async fn the_creator_or_the_opponent_moves_first_if_chosen() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    for (first, order) in [("creator", ["Ada", "Ben"]), ("opponent", ["Ben", "Ada"])] {
        let id = creates(&ada, &with(first)).await;
        joins(&ben, &id).await;
        assert_eq!(names(&ada.record(&id).await), order);
        let mut invites = with(first);
        invites.push(("invite", "Ben"));
        let id = creates(&ada, &invites).await;
        joins(&ben, &id).await;
        let record = ada.record(&id).await;
        assert_eq!(names(&record), order);
        assert!(record.get("seat_draw").is_none());
    }
}

#[tokio::test]
async fn a_bot_moves_first_as_opponent() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let mut fields = with("opponent");
    fields.push(("bot", "1"));
    let record = ada.record(&creates(&ada, &fields).await).await;
    assert_eq!((names(&record)[1], &record["seats"][0]["kind"]), ("Ada", &"bot".into()));
    let random = [("game", "tictactoe"), ("level", "1"), ("first", "random")];
    let id = ada.post("/play", &random).await.location().strip_prefix("/matches/").unwrap().to_owned();
    assert!(ada.record(&id).await["seat_draw"]["secret"].is_string());
}

#[tokio::test]
async fn three_players_move_in_random_order_or_as_seated() {
    let site = TestSite::start().await;
    let people = [site.register("Ada").await, site.register("Ben").await, site.register("Cleo").await];
    let mut seat_orders = HashSet::new();
    for order in ["seated"].into_iter().chain(["random"; 30]) {
        let fields = [("game", "sternhalma"), ("seats", "3"), ("visibility", "public"), ("order", order)];
        let id = creates(&people[0], &fields).await;
        joins(&people[1], &id).await;
        joins(&people[2], &id).await;
        let record = people[0].record(&id).await;
        match order {
            "seated" => assert_eq!(names(&record), ["Ada", "Ben", "Cleo"]),
            _ => {
                seat_orders.insert(names(&record).join(" "));
            }
        }
        if seat_orders.len() > 2 {
            break;
        }
    }
    assert!(seat_orders.len() > 2, "{seat_orders:?}");
}

#[tokio::test]
async fn in_a_rematch_another_player_moves_first() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = creates(&ada, &PLAIN).await;
    joins(&ben, &id).await;
    let before = ada.record(&id).await;
    assert_eq!(ada.post(&path(&id, "resignation"), &[]).await.status, 303);
    let next =
        ada.post(&path(&id, "rematch"), &[]).await.location().strip_prefix("/matches/").unwrap().to_owned();
    joins(&ben, &next).await;
    let after = ada.record(&next).await;
    assert_eq!(names(&after), [names(&before)[1], names(&before)[0]]);
}

#[tokio::test]
async fn who_moves_first_is_shown_before_joining() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    for (first, words, listed) in [
        ("random", "Random", "random first move"),
        ("creator", "Ada", "Ada moves first"),
        ("opponent", "The player who joins", "the player who joins moves first"),
    ] {
        let id = creates(&ada, &with(first)).await;
        assert_eq!(ben.get(&path(&id, "")).await.text("#first-move").as_deref(), Some(words));
        let list = ben.get("/matches/open").await.text("main").unwrap();
        assert!(list.contains(listed), "{listed} is not in {list}");
        ada.post(&path(&id, "abort"), &[]).await;
    }
}

#[tokio::test]
async fn the_choice_is_remembered_for_the_next_match() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let chosen = async |game: &str, field: &str| {
        let page = ada.get(&format!("/matches/new?game={game}")).await;
        page.attribute(&format!("[name={field}][checked]"), "value").unwrap()
    };
    assert_eq!(chosen("tictactoe", "first").await, "random");
    creates(&ada, &with("opponent")).await;
    assert_eq!(chosen("tictactoe", "first").await, "opponent");
    let fields = [("game", "sternhalma"), ("seats", "3"), ("visibility", "public"), ("order", "seated")];
    creates(&ada, &fields).await;
    assert_eq!(chosen("sternhalma", "order").await, "seated");
}

#[tokio::test]
async fn an_unknown_first_move_is_refused_at_its_field() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let refused = ada.post("/matches", &with("me")).await;
    assert_eq!(refused.status, 422);
    assert!(
        refused
            .text("main")
            .unwrap()
            .contains("“me” isn’t possible here: choose random, creator or opponent.")
    );
    for (field, value) in [("first", "opponent"), ("order", "backwards")] {
        let fields = [("game", "sternhalma"), ("seats", "3"), ("visibility", "public"), (field, value)];
        let refused = ada.post("/matches", &fields).await;
        assert_eq!(refused.status, 422);
        assert!(refused.text("main").unwrap().contains("choose random or seated"), "{field}");
    }
}

#[tokio::test]
async fn the_draw_can_be_verified_from_the_start() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = creates(&ada, &PLAIN).await;
    let draw = ada.record(&id).await["seat_draw"].clone();
    assert!(draw["secret"].is_null() && draw["order"].is_null());
    let commitment = draw["commitment"].as_str().unwrap();
    assert!(ben.get(&path(&id, "")).await.text("main").unwrap().contains(commitment));
    joins(&ben, &id).await;
    let record = ada.record(&id).await;
    assert_eq!(record["seat_draw"]["commitment"], commitment);
    assert_eq!(record["dice"], Value::Null);
    let page = ben.get(&path(&id, "rolls")).await.text("main").unwrap();
    assert!(page.contains("The order matches the secret."), "{page}");
    let read =
        |record: &Value| serde_json::from_value::<parlour::matches::MatchRecord>(record.clone()).unwrap();
    assert!(read(&record).check().unwrap().seats_drawn);
    let text = ben.fetch(&path(&id, "record.txt")).await.body;
    let first = record["seats"][0]["name"].as_str().unwrap();
    assert!(text.contains(&format!("First move: {first}, chosen at random\n")), "{text}");
    let mut exchanged = record.clone();
    exchanged["seats"].as_array_mut().unwrap().iter_mut().for_each(|seat| {
        seat["name"] = json!(if seat["name"] == "Ada" { "Ben" } else { "Ada" });
    });
    let problem = read(&exchanged).check().unwrap_err().to_string();
    assert!(problem.starts_with("the player of a drawn seat should be"), "{problem}");
    let mut forged = record.clone();
    forged["seat_draw"]["order"].as_array_mut().unwrap().reverse();
    let problem = read(&forged).check().unwrap_err().to_string();
    assert!(problem.starts_with("the order of the seats should be"), "{problem}");
}
