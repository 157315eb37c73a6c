//! The games and their rules.

use parlour::games::Game;
use parlour::views::rules::examples::examples;
use reqwest::Method;

use crate::harness::TestSite;

#[tokio::test]
async fn every_game_has_rules_with_figures() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    let games = visitor.get("/games").await;
    let links = games.attributes("a.game-card", "href");
    let mut all: Vec<_> = Game::ALL.iter().map(|game| format!("/games/{}", game.key())).collect();
    all.push("/games/tictactoe#gomoku".to_owned());
    assert_eq!(links, all);
    for link in links {
        let page = visitor.get(&link).await;
        assert_eq!(page.status, 200);
        assert!(page.texts("figure .board svg").len() >= 2, "{link}");
        assert_eq!(page.texts("figure .board").len(), page.texts("figure figcaption").len());
        assert_eq!(page.texts("[role=alert]").len(), 0);
    }
}

#[tokio::test]
async fn rules_begin_with_a_bot_three_pictures_and_the_contents() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for game in Game::ALL {
        let page = visitor.get(&format!("/games/{}", game.key())).await;
        assert_eq!(page.text("header a.filled").as_deref(), Some("Play a bot"), "{game:?}");
        assert_eq!(page.texts(".goals figure").len(), 3, "{game:?}");
        assert_eq!(page.texts(".goals .board svg").len(), 3, "{game:?}");
        for link in page.attributes(".contents a", "href") {
            assert!(page.attribute(&format!(".rule{link}"), "id").is_some(), "{game:?}: {link}");
        }
        assert_eq!(page.attributes("#options details[open]", "open").len(), 0, "{game:?}");
    }
}

#[tokio::test]
async fn ids_of_sections_and_examples_differ_from_those_of_match_pages() {
    let site = TestSite::start().await;
    let m = site.start_match("quarto").await;
    // The dialog of keys is the same on both.
    let of_page = [
        m.ada.get("/settings").await.attributes("[id]", "id"),
        ["shortcuts", "shortcuts-title"].map(String::from).into(),
    ]
    .concat();
    let of_match = m.ada.get(&m.path("")).await.attributes("[id]", "id");
    let of_rules = m.ada.get("/games/quarto").await.attributes("[id]", "id");
    let same: Vec<_> = of_rules.iter().filter(|id| of_match.contains(id) && !of_page.contains(id)).collect();
    assert!(same.is_empty(), "{same:?}");
}

#[tokio::test]
async fn every_option_is_explained() {
    let site = TestSite::start().await;
    let page = site.visitor().get("/games/sternhalma").await;
    assert_eq!(
        page.texts("#options h3"),
        ["Finish", "Marbles in the target", "Other points", "Play for places"]
    );
    let values =
        ["Target filled", "All ten home", "Stay", "May leave", "Pass through only", "May rest", "Off", "On"];
    assert_eq!(page.texts("#options dt"), values);
    assert_eq!(page.texts("#options dd").len(), values.len());
}

#[tokio::test]
async fn a_match_is_created_from_the_rules() {
    let site = TestSite::start().await;
    let page = site.register("Ada").await.get("/games/tictactoe").await;
    let presets =
        ["/matches/new?game=tictactoe&preset=standard", "/matches/new?game=tictactoe&preset=gomoku"];
    assert_eq!(page.attributes(".presets a", "href"), presets);
}

#[tokio::test]
async fn a_preset_known_as_a_game_has_a_section_from_which_it_is_played() {
    let site = TestSite::start().await;
    let page = site.visitor().get("/games/tictactoe").await;
    assert_eq!(page.text("#gomoku h2").as_deref(), Some("Gomoku"));
    let links = ["/play?game=gomoku", "/matches/new?game=tictactoe&preset=gomoku"];
    assert_eq!(page.attributes("#gomoku a", "href"), links);
}

#[tokio::test]
async fn an_unknown_game_has_no_rules() {
    let site = TestSite::start().await;
    for key in ["chess", "Sternhalma", "%ff", "sternhalma%2F"] {
        assert_eq!(site.visitor().get(&format!("/games/{key}")).await.status, 404, "{key}");
    }
}

#[tokio::test]
async fn an_example_is_stepped_through_by_links_and_the_others_stay_at_their_end() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    let page = visitor.get("/games/kalah").await;
    assert_eq!(page.text("#example-capture .at").as_deref(), Some("Move 2 / 2"));
    assert_eq!(
        page.attributes("#example-capture a[data-step=forward], #example-capture a[data-step=last]", "href")
            .len(),
        0
    );
    let first = page.attribute("#example-capture a[data-step=first]", "href").unwrap();
    assert_eq!(first, "/games/kalah?example=capture&ply=0#example-capture");
    let page = visitor.get(first.trim_end_matches("#example-capture")).await;
    assert_eq!(page.text("#example-capture .at").as_deref(), Some("Move 0 / 2"));
    assert!(page.text("#example-capture figcaption").unwrap().starts_with("The fifth house below is empty"));
    assert_eq!(page.text("#example-swap .at").as_deref(), Some("Move 4 / 4"));
    assert_eq!(
        page.attributes("#example-capture a[data-step=first], #example-capture a[data-step=back]", "href")
            .len(),
        0
    );
    let next = page.attribute("#example-capture a[data-step=forward]", "href").unwrap();
    let page = visitor.get(next.trim_end_matches("#example-capture")).await;
    assert!(
        page.text("#example-capture figcaption")
            .unwrap()
            .starts_with("4 The upper player moves two seeds on")
    );
}

#[tokio::test]
async fn every_ply_of_every_example_has_a_page_and_a_figure() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for game in Game::ALL {
        for example in examples(*game) {
            for ply in 0..=example.steps.len() {
                let path = format!("/games/{}?example={}&ply={ply}", game.key(), example.key);
                let request = visitor.request(Method::GET, &path).header("HX-Request-Type", "partial");
                let figure = visitor.send(request).await;
                assert_eq!(figure.status, 200, "{path}");
                assert!(!figure.is_page(), "{path}: only the figure is sent");
                assert!(figure.body.starts_with(&format!("<figure id=\"{}-figure\"", example.key)));
                assert_eq!(figure.texts("figcaption").len(), 1, "{path}");
                let at = format!("Move {ply} / {}", example.steps.len());
                assert_eq!(figure.text(".at").as_deref(), Some(at.as_str()), "{path}");
            }
        }
    }
}

#[tokio::test]
async fn an_unknown_example_or_ply_is_not_found() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    let wrong = [
        ("example=capture&ply=3", 404),
        ("example=capture&ply=99999999999999999999", 400),
        ("example=capture&ply=-1", 400),
        ("example=capture&ply=one", 400),
        ("example=capture&ply=", 400),
        ("example=capture&example=swap", 400),
        ("example=none&ply=0", 404),
        ("example=&ply=0", 404),
        ("example=jump", 404),
        ("example=%3Cscript%3E", 404),
        ("example=%ff", 404),
    ];
    for (query, status) in wrong {
        let path = format!("/games/kalah?{query}");
        let page = visitor.get(&path).await;
        assert_eq!(page.status, status, "{path}");
        assert!(page.is_page() && !page.body.contains("<script>"), "{path}");
        let request = visitor.request(Method::GET, &path).header("HX-Request-Type", "partial");
        assert_eq!(visitor.send(request).await.status, status, "{path}, requested by htmx");
    }
    let end = visitor.get("/games/kalah?example=capture").await;
    assert_eq!(
        end.text("#example-capture .at").as_deref(),
        Some("Move 2 / 2"),
        "its end, when no ply is named"
    );
}

#[tokio::test]
async fn the_rules_cover_rare_cases() {
    let site = TestSite::start().await;
    let expected = [
        ("sternhalma", "leave the point in the southeast free"),
        ("sternhalma", "You may stop wherever a marble may rest."),
        ("sternhalma", "The hole it came from counts as empty."),
        ("sternhalma", "A pass is a turn too."),
        ("sternhalma", "Players who have finished keep their places"),
        ("sternhalma", "If a move both finishes and repeats the position, the finish counts."),
        ("aeroplane", "unless it brought your last plane home"),
        ("aeroplane", "bounce back to the cell it came from, and that is its move"),
        ("aeroplane", "HMAC-SHA256(secret, \"match-id:n:entropy\")"),
        ("aeroplane", "When the match is over, the secret is shown and anyone can verify every roll."),
    ];
    for (game, words) in expected {
        let page = site.visitor().get(&format!("/games/{game}")).await;
        assert!(page.text("main").unwrap().contains(words), "{game}: {words}");
    }
    let request = site.visitor().request(Method::GET, "/games/sternhalma").header("Accept-Language", "de");
    let german = site.visitor().send(request).await.text("main").unwrap();
    assert!(german.contains("nicht durch ein, zwei zurückgelassene Murmeln aussperren"), "{german}");
}
