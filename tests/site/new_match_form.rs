//! The form that opens a match.

use parlour::games::Game;

use crate::harness::{PageAnswer, TestPerson, TestSite, complete, path};

const FORM: &str = "/matches/new?game=tictactoe";

fn chosen(answer: &PageAnswer, name: &str) -> Option<String> {
    answer.attribute(&format!("input[name='{name}'][checked]"), "value")
}

#[tokio::test]
async fn a_visitor_signs_in_first_and_returns() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    let answer = visitor.get("/matches/new?game=sternhalma&preset=original").await;
    assert_eq!(answer.status, 303);
    assert_eq!(answer.location(), "/login?next=%2Fmatches%2Fnew%3Fgame%3Dsternhalma%26preset%3Doriginal");
    assert_eq!(visitor.post("/matches", &[("game", "tictactoe")]).await.location(), "/login");
}

#[tokio::test]
async fn every_game_can_be_chosen() {
    let site = TestSite::start().await;
    let page = site.register("Ada").await.get("/matches/new").await;
    let links = page.attributes("main nav a", "href");
    let games: Vec<_> = Game::ALL.iter().map(|game| format!("/matches/new?game={}", game.key())).collect();
    assert_eq!(links, games);
    assert_eq!(page.attribute("form input[name=game]", "value").as_deref(), Some(Game::ALL[0].key()));
    assert_eq!(page.texts("aside.preview .board svg").len(), 1);
}

#[tokio::test]
async fn the_initial_form_creates_a_match() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for game in Game::ALL.iter().map(|game| game.key()) {
        let page = ada.get(&format!("/matches/new?game={game}")).await;
        let form = "form[action='/matches']";
        assert_eq!(page.attribute(form, "method").as_deref(), Some("post"));
        let fields: Vec<(String, String)> = ["[type=hidden]", "[checked]", "[type=number][value]"]
            .into_iter()
            .flat_map(|kind| {
                let selector = format!("{form} input{kind}");
                page.attributes(&selector, "name").into_iter().zip(page.attributes(&selector, "value"))
            })
            .collect();
        let fields: Vec<_> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
        let answer = ada.post("/matches", &fields).await;
        assert_eq!(answer.status, 303, "{game}: {:?}", answer.text("main"));
        let record = ada.record(answer.location().strip_prefix("/matches/").unwrap()).await;
        assert_eq!(
            (&record["game"], record["seats"].as_array().unwrap().len()),
            (&game.into(), usize::from(*Game::from_key(game).unwrap().seats().start()))
        );
    }
}

#[tokio::test]
async fn every_option_is_explained_in_the_form() {
    let site = TestSite::start().await;
    let page = site.register("Ada").await.get("/matches/new?game=sternhalma").await;
    let titles = page.texts("form fieldset legend");
    for title in ["Seats", "Opponent", "Finish", "Marbles in the target", "Other points", "Play for places"] {
        assert!(titles.contains(&title.to_owned()), "{title}: {titles:?}");
    }
    assert_eq!(
        page.texts("fieldset input[name^='option.']").len(),
        page.texts("fieldset:has(input[name^='option.']) .choice .help").len()
    );
}

#[tokio::test]
async fn the_auto_roll_setting_is_in_forms_of_games_with_dice_and_on_the_match_page() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let page = ada.get("/matches/new?game=aeroplane").await;
    let die = "fieldset:has([name=throw_for_me])";
    assert_eq!(page.text(&format!("{die} legend")).as_deref(), Some("The die"));
    assert_eq!(
        page.text(&format!("{die} > p")).as_deref(),
        Some("With auto-roll nobody has to wait for a roll or a forced move.")
    );
    assert_eq!(page.texts(&format!("{die} .choice .title")), ["Auto-roll", "Players roll"]);
    assert_eq!(chosen(&page, "throw_for_me").as_deref(), Some("on"));
    assert_eq!(ada.get(FORM).await.texts(die).len(), 0, "Tic-Tac-Toe has no dice");

    for (choice, words) in [("on", "Auto-roll"), ("off", "Players roll")] {
        let fields =
            [("game", "aeroplane"), ("seats", "2"), ("visibility", "public"), ("throw_for_me", choice)];
        let page = ada.get(&path(&ada.opens(&fields).await, "")).await;
        let facts: Vec<_> = page.texts(".about dt").into_iter().zip(page.texts(".about dd")).collect();
        assert!(facts.contains(&("The die".to_owned(), words.to_owned())), "{facts:?}");
    }
}

#[tokio::test]
async fn the_auto_roll_setting_is_preserved_when_another_field_is_wrong() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let fields = [("game", "aeroplane"), ("seats", "9"), ("visibility", "public"), ("throw_for_me", "off")];
    let page = ada.post("/matches", &fields).await;
    assert_eq!((page.status, chosen(&page, "throw_for_me").as_deref()), (422, Some("off")));
    let fields = [("game", "aeroplane"), ("seats", "2"), ("visibility", "public"), ("throw_for_me", "maybe")];
    let page = ada.post("/matches", &fields).await;
    assert_eq!(page.status, 422);
    let problem = page.text("fieldset:has([name=throw_for_me]) .problem").unwrap();
    assert_eq!(problem, "“maybe” isn’t possible here: choose on or off.");
}

#[tokio::test]
async fn a_preset_fills_in_its_values() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let page = ada.get("/matches/new?game=sternhalma&preset=original").await;
    assert_eq!(page.text(".presets [aria-current] .title").as_deref(), Some("Original"));
    for (option, value) in [("finish", "own_ten"), ("target", "free"), ("points", "any"), ("play_on", "off")]
    {
        assert_eq!(chosen(&page, &format!("option.{option}")).as_deref(), Some(value));
    }
    let unknown = ada.get("/matches/new?game=sternhalma&preset=none").await;
    assert_eq!(unknown.text(".presets [aria-current] .title").as_deref(), Some("Standard"));
}

/// The fields that a browser sends when the preset with this title is clicked.
async fn clicks_preset(person: &TestPerson, page: &PageAnswer, key: &str) -> PageAnswer {
    let button = format!("form[action='/matches'] button[name=preset][value={key}]");
    let attribute = |name| page.attribute(&button, name);
    assert_eq!(
        (attribute("type").as_deref(), attribute("formmethod").as_deref()),
        (Some("submit"), Some("get"))
    );
    let form = "form[action='/matches']";
    let kinds = [
        "[type=hidden]",
        "[checked]",
        "[type=number]",
        ":not([type=radio]):not([type=number]):not([type=hidden])",
    ];
    let mut fields: Vec<(String, String)> = Vec::new();
    for kind in kinds {
        for name in page.attributes(&format!("{form} input{kind}"), "name") {
            let value = page.attribute(&format!("{form} input{kind}[name='{name}']"), "value");
            fields.push((name, value.unwrap_or_default()));
        }
    }
    fields.push(("preset".to_owned(), key.to_owned()));
    let query = serde_urlencoded::to_string(fields).unwrap();
    person.get(&format!("{}?{query}", attribute("formaction").unwrap())).await
}

#[tokio::test]
async fn a_preset_changes_the_rules_and_nothing_else() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let own = [
        ("game", "tictactoe"),
        ("visibility", "private"),
        ("invite", "Nobody, Ben"),
        ("rated", "no"),
        ("open_for", "14"),
        ("rating_from", "1200"),
        ("rating_to", "1800"),
        ("on_time", "on"),
        ("time", "live"),
        ("time.days", "14"),
        ("time.seconds", "45"),
        ("time.reserve", "900"),
        ("time.weekends", "on"),
        ("time.holidays", "off"),
        ("option.size", "5"),
        ("option.line", "4"),
    ];
    let refused = ada.post("/matches", &complete(&own)).await;
    assert_eq!(refused.status, 422, "no user with that name");
    let page = clicks_preset(&ada, &refused, "gomoku").await;
    assert_eq!((page.status, page.text(".presets [aria-current] .title").as_deref()), (200, Some("Gomoku")));
    let value = |name: &str| {
        chosen(&page, name)
            .or_else(|| page.attribute(&format!("input[name='{name}']:not([type=radio])"), "value"))
    };
    for (name, expected) in &own[1..14] {
        assert_eq!(value(name).as_deref(), Some(*expected), "{name}");
    }
    assert_eq!((value("option.size").as_deref(), value("option.line").as_deref()), (Some("15"), Some("5")));
    assert_eq!(page.texts("[role=alert]").len(), 0);
}

#[tokio::test]
async fn enter_in_a_field_creates_the_match_and_selects_no_preset() {
    let site = TestSite::start().await;
    let page = site.register("Ada").await.get(FORM).await;
    let first = "form[action='/matches'] button";
    assert_eq!(page.text(first).as_deref(), Some("Create match"));
    assert_eq!((page.attribute(first, "formaction"), page.attribute(first, "name")), (None, None));
}

#[tokio::test]
async fn live_matches_propose_that_players_roll_themselves() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let page = ada.get("/matches/new?game=aeroplane").await;
    assert_eq!(chosen(&page, "auto_roll_live").as_deref(), Some("off"));
    assert_eq!(chosen(&page, "throw_for_me").as_deref(), Some("on"));
    for (fields, words) in [
        (&[("time", "live"), ("throw_for_me", "on"), ("auto_roll_live", "off")][..], "Players roll"),
        (&[("time", "live"), ("throw_for_me", "off"), ("auto_roll_live", "on")], "Auto-roll"),
        (&[("time", "days"), ("throw_for_me", "on"), ("auto_roll_live", "off")], "Auto-roll"),
        (&[("time", "none"), ("throw_for_me", "off"), ("auto_roll_live", "on")], "Players roll"),
        (&[("time", "live")], "Players roll"),
        (&[("time", "live"), ("throw_for_me", "on")], "Auto-roll"),
    ] {
        let id = ada.opens(&[&[("game", "aeroplane")], fields].concat()).await;
        let page = ada.get(&path(&id, "")).await;
        let facts: Vec<_> = page.texts(".about dt").into_iter().zip(page.texts(".about dd")).collect();
        assert!(facts.contains(&("The die".to_owned(), words.to_owned())), "{fields:?}: {facts:?}");
        ada.post(&path(&id, "abort"), &[]).await;
    }
    let fields = [("game", "aeroplane"), ("time", "live"), ("auto_roll_live", "maybe")];
    let page = ada.post("/matches", &complete(&fields)).await;
    let problem = page.text("fieldset:has([name=auto_roll_live]) .problem").unwrap();
    assert_eq!((page.status, &*problem), (422, "“maybe” isn’t possible here: choose on or off."));
}

#[tokio::test]
async fn the_first_invalid_field_has_the_focus() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let wrong = [
        (&[("game", "tictactoe"), ("option.size", "16")][..], "input[name='option.size']"),
        (
            &[("game", "tictactoe"), ("option.size", "4"), ("option.line", "5")],
            "input[name='option.line'][value='5']",
        ),
        (&[("game", "sternhalma"), ("seats", "7")], "input[name=seats][value='2']"),
        (&[("game", "sternhalma"), ("visibility", "hidden")], "input[name=visibility][value=public]"),
        (&[("game", "tictactoe"), ("invite", "nobody")], "input[name=invite]"),
        (&[("game", "tictactoe"), ("rating_to", "x")], "input[name=rating_to]"),
        (&[("game", "tictactoe"), ("time", "live"), ("time.seconds", "1")], "input[name='time.seconds']"),
        (&[("game", "tictactoe"), ("option.colour", "red")], "form > [tabindex='-1']:has([role=alert])"),
    ];
    for (fields, field) in wrong {
        let page = ada.post("/matches", &complete(fields)).await;
        assert_eq!(page.status, 422, "{fields:?}");
        assert_eq!(page.texts("main [autofocus]").len(), 1, "{fields:?}");
        assert!(page.attribute(&format!("{field}[autofocus]"), "autofocus").is_some(), "{fields:?}");
    }
    assert_eq!(ada.get(FORM).await.texts("main [autofocus]").len(), 0);
}

#[tokio::test]
async fn an_unknown_game_is_not_found() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for game in ["chess", "", "Sternhalma", "%ff"] {
        assert_eq!(ada.get(&format!("/matches/new?game={game}")).await.status, 404, "{game}");
    }
    assert_eq!(ada.get("/matches/new?game=sternhalma&game=tictactoe").await.status, 400);
}

#[tokio::test]
async fn an_error_is_shown_beside_its_field_and_the_other_values_are_preserved() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let fields =
        [("game", "tictactoe"), ("option.size", "16"), ("option.line", "4"), ("visibility", "private")];
    let page = ada.post("/matches", &complete(&fields)).await;
    assert_eq!(page.status, 422);
    assert_eq!(page.text(".field.wrong label").as_deref(), Some("Board"));
    assert_eq!(page.text(".field.wrong .problem").unwrap(), "“16” isn’t possible here: choose 3 to 15.");
    assert_eq!(page.attribute("input[name='option.size']", "value").as_deref(), Some("16"));
    assert_eq!(page.attribute("input[name='option.size']", "aria-invalid").as_deref(), Some("true"));
    assert_eq!(chosen(&page, "option.line").as_deref(), Some("4"));
    assert_eq!(chosen(&page, "visibility").as_deref(), Some("private"));
}

#[tokio::test]
async fn conflicting_values_are_reported_at_a_field_that_can_resolve_them() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let fields = [("game", "tictactoe"), ("option.size", "4"), ("option.line", "5")];
    let page = ada.post("/matches", &complete(&fields)).await;
    assert_eq!(page.status, 422);
    let problem = page.text("fieldset:has([name='option.line']) .problem").unwrap();
    assert!(problem.contains("a line of 5 is longer than a board of 4 is wide"), "{problem}");
    let page = ada.post("/matches", &complete(&[("game", "sternhalma"), ("seats", "7")])).await;
    assert!(page.text("fieldset:has([name=seats]) .problem").unwrap().contains("2 to 6"));
}

#[tokio::test]
async fn errors_without_a_field_are_shown_above_the_form() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let page = ada.post("/matches", &complete(&[("game", "tictactoe"), ("option.colour", "red")])).await;
    assert!(page.text("form [role=alert]").unwrap().contains("“colour”"));
    let page = ada.post("/matches", &[("game", "chess")]).await;
    assert!(page.text("main [role=alert]").unwrap().contains("“chess”"));
    assert_eq!(page.texts("main nav a").len(), Game::ALL.len(), "the games that are here are offered");
    assert_eq!(ada.get(FORM).await.texts("[role=alert]").len(), 0);
}
