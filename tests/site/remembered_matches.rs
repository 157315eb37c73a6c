//! The form for a new match remembers the last one that was created.

use parlour::games::Game;

use crate::harness::{PageAnswer, TestSite, complete};

fn chosen(answer: &PageAnswer, name: &str) -> Option<String> {
    answer.attribute(&format!("input[name='{name}'][checked]"), "value")
}

/// What a form shows: the game, and the chosen values of these fields.
fn shown(page: &PageAnswer, names: &[&str]) -> Vec<Option<String>> {
    let game = page.attribute("form input[name=game]", "value");
    std::iter::once(game).chain(names.iter().map(|name| chosen(page, name))).collect()
}

fn some(values: &[&str]) -> Vec<Option<String>> {
    values.iter().map(|value| Some((*value).to_owned())).collect()
}

#[tokio::test]
async fn the_form_remembers_the_last_match_that_was_created() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let fields = [
        ("game", "sternhalma"),
        ("seats", "4"),
        ("visibility", "private"),
        ("option.points", "any"),
        ("time", "7d"),
        ("rated", "no"),
        ("bot", "3"),
        ("invite", "Ben"),
    ];
    ada.opens(&fields).await;
    let names = ["seats", "visibility", "option.points", "time", "rated"];
    for address in ["/matches/new", "/matches/new?game=sternhalma"] {
        let page = ada.get(address).await;
        assert_eq!(
            shown(&page, &names),
            some(&["sternhalma", "4", "private", "any", "7d", "no"]),
            "{address}"
        );
        assert_eq!(page.attribute("#bot-2 option[selected]", "value").as_deref(), Some("3"), "{address}");
        assert_eq!(page.attribute("#invite", "value").as_deref(), None, "names are not remembered");
    }
    let page = ada.get("/matches/new?invite=Ben").await;
    assert_eq!(page.attribute("#bot-2 option[selected]", "value"), None, "Ben may want the seat");
    let preset = ada.get("/matches/new?game=sternhalma&preset=original").await;
    assert_eq!(preset.text(".presets [aria-current] .title").as_deref(), Some("Original"));
    assert_eq!(chosen(&preset, "time").as_deref(), Some("7d"));
    let page = ada.get("/matches/new?game=kalah").await;
    assert_eq!(shown(&page, &["visibility", "time", "rated"]), some(&["kalah", "private", "7d", "no"]));
    let sent = ada.get("/matches/new?game=sternhalma&seats=2&visibility=public").await;
    assert_eq!(shown(&sent, &["seats", "visibility", "time"]), some(&["sternhalma", "2", "public", "3d"]));
    assert_eq!(shown(&ben.get("/matches/new").await, &["visibility"]), some(&[Game::ALL[0].key(), "public"]));
}

#[tokio::test]
async fn a_rejected_form_is_not_remembered() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    ada.opens(&[("game", "kalah"), ("visibility", "private")]).await;
    for fields in [
        &[("game", "quarto"), ("seats", "9"), ("visibility", "public")],
        &[("game", "quarto"), ("seats", "2"), ("visibility", "secret")],
    ] {
        assert_eq!(ada.post("/matches", fields).await.status, 422);
    }
    assert_eq!(shown(&ada.get("/matches/new").await, &["visibility"]), some(&["kalah", "private"]));
}

#[tokio::test]
async fn a_remembered_choice_that_is_no_longer_valid_is_ignored() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    ada.opens(&[("game", "kalah"), ("visibility", "private")]).await;
    let database = site.database().await;
    let long = format!(r#"[["visibility","{}"]]"#, "x".repeat(100_000));
    for (game, fields, expected) in [
        ("chess", r#"[["visibility","private"]]"#, [Game::ALL[0].key(), "public"]),
        ("quarto", r#"[["visibility","private"]]"#, ["quarto", "public"]),
        ("quarto", r#"[["seats","2"],["visibility","secret"]]"#, ["quarto", "public"]),
        (
            "quarto",
            r#"[["seats","2"],["visibility","private"],["option.colour","red"]]"#,
            ["quarto", "public"],
        ),
        ("quarto", r#"[["seats","2"],["visibility","private"],["bot","99"]]"#, ["quarto", "public"]),
        ("quarto", r#"[["seats","2"],["seats","2"],["visibility","private"]]"#, ["quarto", "public"]),
        ("quarto", r#"[["<script>","<b>"]]"#, ["quarto", "public"]),
        ("quarto", r#"{"visibility":"private"}"#, ["quarto", "public"]),
        ("quarto", "[[1,2]]", ["quarto", "public"]),
        ("quarto", "nothing", ["quarto", "public"]),
        ("quarto", &long, ["quarto", "public"]),
        ("quarto", r#"[["seats","2"],["visibility","private"]]"#, ["quarto", "private"]),
    ] {
        let stored = sqlx::query("UPDATE match_choices SET game = $1, fields = $2").bind(game).bind(fields);
        assert_eq!(stored.execute(&database).await.unwrap().rows_affected(), 1);
        let page = ada.get("/matches/new").await;
        assert_eq!(
            (page.status, shown(&page, &["visibility"])),
            (200, some(&expected)),
            "{game} {:.60}",
            fields
        );
        assert_eq!(page.texts("[role=alert]").len(), 0, "{:.60}", fields);
        assert!(!page.body.contains("<b>"));
    }
}

#[tokio::test]
async fn a_choice_far_longer_than_the_form_is_not_remembered() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let mut fields = complete(&[("game", "kalah")]);
    fields.extend([("bot", ""); 2000]);
    assert_eq!(ada.post("/matches", &fields).await.status, 303);
    assert_eq!(shown(&ada.get("/matches/new").await, &[]), some(&[Game::ALL[0].key()]));
}

#[tokio::test]
async fn a_match_is_created_and_begun_although_its_settings_cannot_be_remembered() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for table in ["match_choices", "bot_choices"] {
        site.refuses(&format!("INSERT ON {table}")).await;
    }
    ada.opens(&[("game", "tictactoe")]).await;
    let begun = ada.post("/play", &[("game", "tictactoe"), ("level", "1")]).await;
    assert_eq!((begun.status, begun.location().starts_with("/matches/")), (303, true));
}
