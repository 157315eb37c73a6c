//! Rules and the form for new matches in German.

use parlour::games::Game;
use parlour::texts::{CATALOGUES, Language};
use polib::po_file;
use reqwest::Method;
use scraper::{Html, Node};

use crate::harness::{PageAnswer, TestPerson, TestSite};

async fn asks_in_german(person: &TestPerson, path: &str) -> PageAnswer {
    person.send(person.request(Method::GET, path).header("Accept-Language", "de-AT,de;q=0.9,en;q=0.5")).await
}

/// English sentences and longer labels that have a German translation.
fn english() -> Vec<String> {
    let files = CATALOGUES.iter().filter(|(language, _)| *language == Language::German);
    let files = files.flat_map(|(_, files)| *files);
    let texts = files.flat_map(|(_, file)| {
        let read = po_file::parse_from_reader(file.as_bytes()).unwrap();
        let said = read.messages().filter(|text| text.msgstr().is_ok_and(|said| said != text.msgid()));
        said.map(|text| text.msgid().to_owned()).collect::<Vec<_>>()
    });
    texts.filter(|text| text.contains(' ') && !text.contains('{')).collect()
}

/// Everything that people read or hear of a page, piece by piece.
fn read(answer: &PageAnswer) -> Vec<String> {
    let page = Html::parse_document(&answer.body);
    let heard = ["aria-label", "title", "alt", "placeholder"];
    let mut texts = Vec::new();
    for node in page.tree.nodes() {
        match node.value() {
            Node::Text(text) => texts.push(text.trim().to_owned()),
            Node::Element(element) => {
                texts.extend(heard.iter().filter_map(|name| element.attr(name)).map(str::to_owned));
            }
            _ => {}
        }
    }
    texts
}

#[track_caller]
fn assert_no_english(path: &str, answer: &PageAnswer, english: &[String]) {
    let left: Vec<_> = read(answer).into_iter().filter(|text| english.contains(text)).collect();
    assert!(left.is_empty(), "{path}: {left:#?}");
}

#[tokio::test]
async fn the_rules_of_every_game_are_available_in_german() {
    let site = TestSite::start().await;
    let (visitor, english) = (site.visitor(), english());
    for game in Game::ALL {
        for path in [format!("/games/{}", game.key()), format!("/games/{}/ratings", game.key())] {
            let page = asks_in_german(&visitor, &path).await;
            assert_eq!(page.attribute("html", "lang").as_deref(), Some("de"), "{path}");
            assert_no_english(&path, &page, &english);
        }
    }
    let page = asks_in_german(&visitor, "/games/kalah").await;
    assert_eq!(page.text("#example-swap nav").unwrap(), "Zug 4 / 4");
    assert_eq!(page.texts("#options h3")[..2], ["Mulden", "Samen"]);
    let kalah = visitor.get("/games/kalah").await;
    assert_eq!(kalah.texts("#options h3")[..2], ["Houses", "Seeds"]);
}

#[tokio::test]
async fn an_example_step_is_in_german() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    let step = "/games/aeroplane?example=three-sixes&ply=1";
    let request = visitor.request(Method::GET, step).header("Accept-Language", "de");
    let figure =
        visitor.send(request.header("HX-Request", "true").header("HX-Request-Type", "partial")).await;
    assert_eq!(figure.text("figcaption").as_deref(), Some("d6 Die erste Sechs."));
    assert_eq!(figure.attribute("a[data-step=forward]", "title").as_deref(), Some("Weiter"));
    let beyond = asks_in_german(&visitor, "/games/aeroplane?example=three-sixes&ply=9").await;
    assert_eq!(beyond.status, 404);
    assert!(beyond.text("main").unwrap().contains("So weit geht das Beispiel nicht."));
}

#[tokio::test]
async fn the_front_page_and_the_list_of_games_are_in_the_language_of_the_visitor() {
    let site = TestSite::start().await;
    let (visitor, english) = (site.visitor(), english());
    for (path, games) in
        [("/", ".play-games button"), ("/games", "a.game-card h2"), ("/", ".play-games button")]
    {
        let page = asks_in_german(&visitor, path).await;
        assert_no_english(path, &page, &english);
        assert!(page.texts(games).contains(&"Fliegerschach".to_owned()), "{path}");
        let page = visitor.get(path).await;
        assert!(page.texts(games).contains(&"Aeroplane Chess".to_owned()), "{path}");
    }
}

#[tokio::test]
async fn the_new_match_form_and_its_errors_are_in_german() {
    let site = TestSite::start().await;
    let (ada, english) = (site.register("Ada").await, english());
    let look = [("theme", "auto"), ("motion", "auto"), ("sound", "off"), ("language", "de")];
    assert_eq!(ada.post("/settings/appearance", &look).await.status, 303);
    for game in Game::ALL {
        let path = format!("/matches/new?game={}&invite=Ben", game.key());
        assert_no_english(&path, &ada.get(&path).await, &english);
    }
    let chosen = ada.get("/matches/new?invite=Ben").await;
    assert_no_english("/matches/new?invite=Ben", &chosen, &english);
    let sent = [("game", "tictactoe"), ("seats", "2"), ("visibility", "public")];
    for (field, value, words) in [
        ("option.size", "2", "„2“ geht hier nicht: Wähle 3 bis 15."),
        ("option.line", "4", "eine Linie von 4 ist länger, als ein Brett von 3 breit ist"),
        ("time.days", "4", "Wähle 1, 2, 3, 5, 7 oder 14."),
        ("rating_from", "x", "„x“ geht hier nicht: Wähle eine Zahl von 0 bis 4000 oder nichts."),
        ("option.nonsense", "1", "Dieses Spiel hat keine Option namens „nonsense“."),
    ] {
        let time = if field.starts_with("time.") { "days" } else { "none" };
        let fields = [&sent[..], &[("time", time), (field, value)]].concat();
        let answer = ada.post("/matches", &fields).await;
        let shown = answer.text("main").unwrap();
        assert_eq!(answer.status, 422, "{shown}");
        assert!(shown.contains(words), "{words} is not in: {shown}");
        assert_no_english(field, &answer, &english);
    }
}
