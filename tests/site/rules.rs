//! The games of the house and their rules.

use parlour::games::Game;

use crate::harness::TestSite;

#[tokio::test]
async fn every_game_has_its_rules_with_boards_to_look_at() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    let games = visitor.get("/games").await;
    let links = games.attributes("a.game-card", "href");
    let all: Vec<_> = Game::ALL.iter().map(|game| format!("/games/{}", game.key())).collect();
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
async fn every_option_is_explained() {
    let site = TestSite::start().await;
    let page = site.visitor().get("/games/sternhalma").await;
    assert_eq!(page.texts("#options h3"), ["Finish", "Marbles in the target", "Other points", "Play on"]);
    let values =
        ["Target filled", "All ten home", "Stay", "May leave", "Pass through only", "May rest", "Off", "On"];
    assert_eq!(page.texts("#options dt"), values);
    assert_eq!(page.texts("#options dd").len(), values.len());
}

#[tokio::test]
async fn a_table_is_opened_from_the_rules() {
    let site = TestSite::start().await;
    let page = site.register("Ada").await.get("/games/tictactoe").await;
    let presets =
        ["/matches/new?game=tictactoe&preset=standard", "/matches/new?game=tictactoe&preset=gomoku"];
    assert_eq!(page.attributes(".presets a", "href"), presets);
}

#[tokio::test]
async fn a_game_that_is_not_here_has_no_rules() {
    let site = TestSite::start().await;
    for key in ["chess", "Sternhalma", "%ff", "sternhalma%2F"] {
        assert_eq!(site.visitor().get(&format!("/games/{key}")).await.status, 404, "{key}");
    }
}
