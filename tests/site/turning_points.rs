//! The page of an analysed match: its opening position, its turning points, and looking for better moves at them.

use reqwest::Method;

use crate::harness::{PageAnswer, TestMatch, TestSite, path};
use crate::match_analysis::{BLUNDER, sets_back};

/// Ben answers the middle on an edge, and Ada misses the win. It is a draw.
const TWO_MISTAKES: [&str; 9] = ["b2", "b1", "b3", "a1", "c1", "a3", "a2", "c2", "c3"];
/// A draw without mistakes.
const NO_MISTAKE: [&str; 9] = ["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"];

async fn analysed(site: &TestSite, plies: &[&str]) -> TestMatch {
    let m = site.start_match("tictactoe").await;
    m.play_all(plies).await;
    assert_eq!(m.ada.post(&m.path("analysis"), &[]).await.status, 303);
    site.runs_tasks().await;
    m
}

/// Headline, and the number of the shown move.
fn shown(page: &PageAnswer) -> (String, String) {
    (page.text("h1").unwrap(), page.text("#stage .at").unwrap())
}

fn pair(headline: &str, at: &str) -> (String, String) {
    (headline.to_owned(), at.to_owned())
}

/// The URL of a link with this text.
fn link(page: &PageAnswer, selector: &str, text: &str) -> String {
    let at = page.texts(selector).iter().position(|found| found == text);
    page.attributes(selector, "href").swap_remove(at.unwrap_or_else(|| panic!("no {text}")))
}

#[tokio::test]
async fn an_analysed_match_opens_at_the_first_turning_point_of_the_viewer() {
    let site = TestSite::start().await;
    let m = analysed(&site, &TWO_MISTAKES).await;
    let ada = m.ada.get(&m.path("analysis")).await;
    assert_eq!(shown(&ada), pair("Ada marks b3", "Move 3 / 9"));
    assert_eq!(ada.texts(".turning-points a:not(.retry)"), ["3 b3", "2 b1"], "her own first");
    let headings = ada.texts(".side h2");
    assert_eq!(headings, ["Moves", "Your turning points", "Turning points of others"]);
    let eve = site.register("Eve").await;
    for person in [&m.ben, &eve, &site.visitor()] {
        let page = person.get(&m.path("analysis")).await;
        assert_eq!(shown(&page), pair("Ben marks b1", "Move 2 / 9"));
    }
    let eve = eve.get(&m.path("analysis")).await;
    assert_eq!(eve.texts(".turning-points a:not(.retry)"), ["2 b1", "3 b3"], "in the order of the match");
    assert_eq!(eve.texts(".side h2"), ["Moves", "Turning points"]);
}

#[tokio::test]
async fn an_analysed_match_without_turning_points_opens_at_the_start() {
    let site = TestSite::start().await;
    let m = analysed(&site, &NO_MISTAKE).await;
    let page = m.ada.get(&m.path("analysis")).await;
    assert_eq!(shown(&page), pair("Analysis from the start", "Move 0 / 9"));
    assert!(page.body.contains("None: nobody made a costly mistake."));
    assert!(page.texts(".retry").is_empty());
}

#[tokio::test]
async fn who_made_no_mistake_begins_with_those_of_others() {
    let site = TestSite::start().await;
    let m = analysed(&site, &BLUNDER).await;
    let page = m.ada.get(&m.path("analysis")).await;
    assert_eq!(shown(&page), pair("Ben marks b1", "Move 2 / 7"));
    assert!(page.body.contains("None: you made no costly mistake."));
}

#[tokio::test]
async fn the_graph_is_under_the_board_and_its_turning_points_are_links_with_names() {
    let site = TestSite::start().await;
    let m = analysed(&site, &TWO_MISTAKES).await;
    let page = m.ben.get(&m.path("analysis")).await;
    let names = page.attributes("#stage svg.evaluation a.turning", "aria-label");
    assert_eq!(names, ["move 2 by Ben, a turning point", "move 3 by Ada, a turning point"]);
    assert_eq!(page.attributes("#stage svg.evaluation .cursor", "d").len(), 1);
    assert_eq!(page.text("#report p").as_deref(), Some("Up is good for you."));
    let visitor = site.visitor().get(&m.path("analysis")).await;
    assert_eq!(visitor.text("#report p").as_deref(), Some("Up is good for Ada."));
}

#[tokio::test]
async fn the_moves_of_the_match_are_beside_the_board_with_marks() {
    let site = TestSite::start().await;
    let m = analysed(&site, &TWO_MISTAKES).await;
    let page = m.ben.get(&m.path("analysis")).await;
    let moves = page.texts("#line li");
    assert_eq!(
        (moves.len(), &*moves[1], &*moves[3]),
        (9, "2 b1 Ben marks b1 ? , mistake", "4 a1 Ben marks a1")
    );
    assert_eq!(page.texts("#line [aria-current=step]"), moves[1..2]);
    assert_eq!(page.texts(".expected div"), ["Ada winning", "Ben losing"]);
    let fourth = m.ben.get(&page.attributes("#line li a", "href")[3]).await;
    assert_eq!(shown(&fourth), pair("Ben marks a1", "Move 4 / 9"));
    let line = m.ben.get(&format!("{}?ply=4&line=c3", m.path("analysis"))).await;
    assert_eq!(line.texts("#line li"), ["5 c3 Ada marks c3"]);
    let back = m.ben.get(&link(&line, "#line p a", "Back to move 4 of the match")).await;
    assert_eq!(shown(&back), shown(&fourth));
}

#[tokio::test]
async fn the_steps_go_through_the_match_before_and_while_it_is_analysed() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&BLUNDER).await;
    for state in ["not requested", "running"] {
        let page = m.ada.get(&m.path("analysis")).await;
        assert_eq!(shown(&page).1, "Move 7 / 7", "{state}");
        let back = m.ada.get(&page.attributes("#stage .steps a", "href")[1]).await;
        assert_eq!(shown(&back), pair("Ben marks c1", "Move 6 / 7"), "{state}");
        assert_eq!(back.texts("#line li").len(), 7, "{state}");
        m.ada.post(&m.path("analysis"), &[]).await;
        site.runs_tasks().await;
        sets_back(&site).await;
    }
}

#[tokio::test]
async fn a_finished_analysis_shows_the_first_turning_point_unless_the_viewer_has_stepped() {
    let site = TestSite::start().await;
    let m = analysed(&site, &BLUNDER).await;
    sets_back(&site).await;
    let waiting = m.ben.get(&m.path("analysis")).await;
    let untouched = waiting.attribute("#stage #report", "hx-get").unwrap();
    assert_eq!(untouched, m.path("analysis/progress"));
    let stepped = m.ben.get(&m.path("analysis?ply=5")).await.attribute("#report", "hx-get").unwrap();
    sqlx::query("UPDATE match_analyses SET state = 'done'").execute(&site.database().await).await.unwrap();
    for (progress, headline) in [(untouched, "Ben marks b1"), (stepped, "Ada marks a3")] {
        let request = m.ben.request(Method::GET, &progress).header("HX-Request-Type", "partial");
        let part = m.ben.send(request).await;
        assert!(part.body.contains(&format!("The analysis is done. {headline}")), "{}", part.body);
    }
}

#[tokio::test]
async fn try_it_hides_the_best_move_and_says_whether_the_found_move_is_as_good() {
    let site = TestSite::start().await;
    let m = analysed(&site, &TWO_MISTAKES).await;
    let page = m.ben.get(&m.path("analysis")).await;
    let best = m.ben.get(&page.attribute(".explanation a", "href").unwrap()).await;
    let best_ply = best.text(".best .line a").unwrap();
    let task = m.ben.get(&page.attribute(".turning-points .retry", "href").unwrap()).await;
    assert_eq!(shown(&task), pair("Find a better move", "Move 1 / 9"));
    let hidden = ".best, .evaluation, .explanation, .expected, .turning-points, .suggestion, .tries button";
    assert!(task.attributes(hidden, "class").is_empty());
    assert_eq!(task.texts("#line li"), ["1 b2 Ada marks b2"], "the move that was played is not listed");
    let tries = |ply: &str| link_to(&task, &format!("mark {ply}"));
    let found = m.ben.get(&tries(&best_ply)).await;
    assert_eq!(found.text("#report p").as_deref(), Some("That’s as good as the best move."));
    let played = m.ben.get(&tries("b1")).await;
    assert_eq!(played.text("#report p").as_deref(), Some("That’s the move played in the match."));
    let other = m.ben.get(&tries("b3")).await;
    assert_eq!(other.text("#report p").as_deref(), Some("There’s a better move."));
    assert_eq!(other.texts("#report a"), ["Try again", "Show the best move", "Next mistake"]);
    assert!(other.attributes(".best, .suggestion", "class").is_empty());
    assert_eq!(link(&other, "#report a", "Try again"), format!("{}?ply=1&retry=1", m.path("analysis")));
    let solution = m.ben.get(&link(&other, "#report a", "Show the best move")).await;
    assert!(solution.text(".best p").unwrap().starts_with("Best move: "));
    let next = m.ben.get(&link(&other, "#report a", "Next mistake")).await;
    assert_eq!(shown(&next), pair("Find a better move for Ada", "Move 2 / 9"));
    assert_eq!(next.texts("#report a"), ["Show the best move"], "it is the last one");
}

/// The URL of a link with this name.
fn link_to(page: &PageAnswer, name: &str) -> String {
    page.attribute(&format!("a[aria-label=\"{name}\"]"), "href").unwrap_or_else(|| panic!("no {name}"))
}

#[tokio::test]
async fn a_better_move_is_looked_for_only_at_turning_points() {
    let site = TestSite::start().await;
    let m = analysed(&site, &TWO_MISTAKES).await;
    let queries = [
        ("ply=1&retry=1", 200),
        ("ply=1&retry=0", 200),
        ("retry=1", 404),
        ("ply=0&retry=1", 404),
        ("ply=4&retry=1", 404),
        ("ply=10&retry=1", 404),
        ("ply=1&line=a1,c3&retry=1", 404),
        ("ply=1&line=a1&at=0&retry=1", 404),
        ("ply=1&line=b2&retry=1", 422),
        ("ply=1&retry=yes", 400),
        ("ply=1&retry=-1", 400),
        ("ply=1&retry=1&retry=1", 400),
    ];
    for (query, status) in queries {
        let answer = m.ben.get(&format!("{}?{query}", m.path("analysis"))).await;
        assert_eq!(answer.status, status, "{query}");
    }
    sets_back(&site).await;
    assert_eq!(m.ben.get(&m.path("analysis?ply=1&retry=1")).await.status, 404, "it is not analysed yet");
    assert_eq!(m.record().await["plies"].as_array().unwrap().len(), TWO_MISTAKES.len());
    let other = m.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(m.ada.get(&path(&other, "analysis?ply=0&retry=1")).await.status, 409);
}

#[tokio::test]
async fn the_turning_points_of_a_private_match_are_hidden_from_others() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    m.play_all(&BLUNDER).await;
    m.ada.post(&m.path("analysis"), &[]).await;
    site.runs_tasks().await;
    let retry = m.path("analysis?ply=1&retry=1");
    assert_eq!(m.ben.get(&retry).await.status, 200);
    for person in [&site.register("Eve").await, &site.visitor()] {
        for page in [&retry, &m.path("analysis"), &m.path("analysis/progress")] {
            assert_eq!(person.get(page).await.status, 404);
        }
    }
}

#[tokio::test]
async fn the_progress_of_a_running_match_shows_its_board_to_players_only() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let eve = site.register("Eve").await;
    for (person, status) in [(&m.ada, 200), (&eve, 403), (&site.visitor(), 403)] {
        let progress = m.path("analysis/progress");
        let request = person.request(Method::GET, &progress).header("HX-Request-Type", "partial");
        assert_eq!(person.send(request).await.status, status);
    }
}
