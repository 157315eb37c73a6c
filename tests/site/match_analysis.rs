//! The analysis of finished matches, and best moves on the analysis board.

use parlour::language::Language;
use parlour::store::{AnalysisRequest, AnalysisState};
use parlour::users::UserId;
use reqwest::Method;
use serde_json::Value;

use crate::harness::{PASSWORD, PageAnswer, SHORT_WIN, SLOW_BOTS, TestMatch, TestSite, path};

/// Ben answers the middle on an edge, which loses.
pub const BLUNDER: [&str; 7] = ["b2", "b1", "a1", "c3", "a3", "c1", "a2"];

async fn finished(site: &TestSite, private: bool) -> TestMatch {
    let m = if private {
        site.start_private_match("tictactoe").await
    } else {
        site.start_match("tictactoe").await
    };
    m.play_all(&BLUNDER).await;
    assert_eq!(m.record().await["status"], "ended");
    m
}

async fn analyses(site: &TestSite) -> i64 {
    let rows = sqlx::query_scalar("SELECT count(*) FROM match_analyses");
    rows.fetch_one(&site.database().await).await.unwrap()
}

fn report(page: &PageAnswer) -> String {
    page.text("#report").unwrap_or_default()
}

/// The links of the graph to all positions.
fn positions(page: &PageAnswer) -> Vec<String> {
    page.attributes("#stage svg.evaluation a:not(.turning)", "href")
}

/// The turning points listed, without the links to try them.
fn turning_points(page: &PageAnswer) -> Vec<String> {
    page.texts(".turning-points a:not(.retry)")
}

/// Sets an analysis back to three evaluated positions.
pub async fn sets_back(site: &TestSite) {
    let database = site.database().await;
    let positions = sqlx::query_scalar("SELECT positions FROM match_analyses");
    let positions: String = positions.fetch_one(&database).await.unwrap();
    let positions: Vec<Value> = serde_json::from_str(&positions).unwrap();
    let back = "UPDATE match_analyses SET state = 'waiting', evaluated = 3, positions = $1";
    let first = serde_json::to_string(&positions[..3]).unwrap();
    sqlx::query(back).bind(first).execute(&database).await.unwrap();
}

#[tokio::test]
async fn a_finished_match_is_analysed_once_it_is_asked_for() {
    let site = TestSite::start().await;
    let m = finished(&site, false).await;
    let page = m.ada.get(&m.path("")).await;
    assert!(page.texts("#panel button").contains(&"Analyse match".to_owned()));
    let board = m.ada.get(&m.path("analysis")).await;
    assert_eq!(board.texts("#report button"), ["Analyse match"]);
    assert_eq!(analyses(&site).await, 0, "looking at it starts nothing");
    let requested = m.ada.post(&m.path("analysis"), &[]).await;
    assert_eq!((requested.status, requested.location()), (303, &*m.path("analysis")));
    site.runs_tasks().await;
    let page = m.ada.get(&m.path("analysis")).await;
    assert_eq!(positions(&page).len(), BLUNDER.len() + 1);
    assert_eq!(turning_points(&page), ["2 b1"]);
    let visitor = site.visitor().get(&m.path("analysis")).await;
    assert_eq!(turning_points(&visitor), ["2 b1"], "who may see the match sees its analysis");
}

#[tokio::test]
async fn a_visitor_who_asks_for_an_analysis_is_told_to_sign_in_and_returns_to_its_board() {
    let site = TestSite::start().await;
    let m = finished(&site, false).await;
    let visitor = site.visitor();
    let requested = visitor.post(&m.path("analysis"), &[]).await;
    assert_eq!((requested.status, requested.location()), (303, &*m.path("analysis")));
    assert_eq!(analyses(&site).await, 0);
    let board = visitor.get(&m.path("analysis")).await;
    assert_eq!(board.text("#report").as_deref(), Some("Sign in to have this match analysed."));
    let sign_in = board.attribute("#report a", "href").unwrap();
    let form = visitor.get(&sign_in).await;
    assert_eq!(form.attribute("input[name=next]", "value"), Some(m.path("analysis")));
}

#[tokio::test]
async fn each_move_of_an_analysed_match_is_explained_on_its_board() {
    let site = TestSite::start().await;
    let m = finished(&site, false).await;
    m.ada.post(&m.path("analysis"), &[]).await;
    site.runs_tasks().await;
    let last = m.ben.get(&m.path("analysis")).await;
    let points = positions(&last);
    let blunder = m.ben.get(&points[2]).await;
    assert_eq!(blunder.text("h1").as_deref(), Some("Ben marks b1"));
    let words = blunder.text(".explanation").unwrap();
    assert!(words.starts_with("Better: Mark "), "{words}");
    let better = m.ben.get(&blunder.attribute(".explanation a", "href").unwrap()).await;
    assert!(better.attribute("#press svg.suggestion path", "d").is_some_and(|path| !path.is_empty()));
    assert!(better.text(".best").unwrap().starts_with("Best move: Mark "));
    let line = m.ben.get(&better.attribute(".best .line a", "href").unwrap()).await;
    assert_eq!((line.status, line.texts("#line li").len()), (200, 1));
    let best = m.ben.get(&points[7]).await;
    assert_eq!(best.text(".explanation").as_deref(), Some("Ada played the best move."));
    let next = best.attributes("#stage .steps a", "href");
    assert!(next[1].ends_with("ply=6"), "{next:?}");
}

#[tokio::test]
async fn a_missed_win_is_named() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["a1", "b1", "a2", "b2", "c3", "b3"]).await;
    m.ada.post(&m.path("analysis"), &[]).await;
    site.runs_tasks().await;
    let page = m.ada.get(&format!("{}?ply=5", m.path("analysis"))).await;
    assert!(page.text(".explanation").unwrap().contains("Ada missed a win."), "{}", report(&page));
}

#[tokio::test]
async fn a_thousand_requests_at_once_make_one_analysis() {
    let site = TestSite::start().await;
    let m = finished(&site, false).await;
    let address = m.path("analysis");
    let requests = (0..1000).map(|number| {
        let person = if number % 2 == 0 { &m.ada } else { &m.ben };
        person.post(&address, &[])
    });
    let answers = futures_util::future::join_all(requests).await;
    assert!(
        answers.iter().all(|answer| answer.status == 303),
        "{:?}",
        answers.iter().find(|answer| answer.status != 303).map(|answer| answer.status)
    );
    site.runs_tasks().await;
    assert_eq!(analyses(&site).await, 1);
    let id = m.id.parse().unwrap();
    let analysis = site.state().store.match_analysis(&id).await.unwrap().unwrap();
    assert_eq!((analysis.state, analysis.positions.len()), (AnalysisState::Done, BLUNDER.len() + 1));
    assert_eq!(m.ada.post(&address, &[]).await.status, 303);
    site.runs_tasks().await;
    assert_eq!(site.state().store.match_analysis(&id).await.unwrap().unwrap(), analysis);
}

#[tokio::test]
async fn an_analysis_goes_on_where_the_program_ended() {
    let site = TestSite::start().await;
    let m = finished(&site, false).await;
    m.ada.post(&m.path("analysis"), &[]).await;
    site.runs_tasks().await;
    let id = m.id.parse().unwrap();
    let whole = site.state().store.match_analysis(&id).await.unwrap().unwrap();
    sets_back(&site).await;
    let page = m.ada.get(&m.path("analysis")).await;
    assert!(report(&page).contains("Analysing: 3 of 8 positions."), "{}", report(&page));
    assert_eq!(page.attribute("#report progress", "value").as_deref(), Some("3"));
    let site = site.restart(|_| {}).await;
    site.runs_tasks().await;
    assert_eq!(
        site.state().store.match_analysis(&id).await.unwrap().unwrap(),
        whole,
        "nothing is lost or doubled"
    );
}

#[tokio::test]
async fn an_analysis_that_failed_can_be_asked_for_again() {
    let site = TestSite::start().await;
    let m = finished(&site, false).await;
    m.ada.post(&m.path("analysis"), &[]).await;
    site.runs_tasks().await;
    let failed = "UPDATE match_analyses SET state = 'failed', evaluated = 0, positions = '[]'";
    sqlx::query(failed).execute(&site.database().await).await.unwrap();
    let page = m.ada.get(&m.path("analysis")).await;
    assert!(report(&page).contains("couldn’t be analysed"), "{}", report(&page));
    assert_eq!(m.ben.post(&m.path("analysis"), &[]).await.status, 303);
    site.runs_tasks().await;
    assert_eq!(m.ada.get(&m.path("analysis")).await.texts(".turning-points a:not(.retry)"), ["2 b1"]);
}

#[tokio::test]
async fn a_match_that_is_not_over_is_not_analysed() {
    let site = TestSite::with(|config| config.bots = SLOW_BOTS).await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2"]).await;
    for person in [&m.ada, &m.ben, &site.register("Eve").await] {
        assert_eq!(person.post(&m.path("analysis"), &[]).await.status, 409);
    }
    let page = m.ada.get(&m.path("analysis")).await;
    assert!(page.texts("#report, main form").is_empty());
    let open = m.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(m.ada.post(&path(&open, "analysis"), &[]).await.status, 409);
    assert_eq!(m.ada.post(&path(&open, "abort"), &[]).await.status, 303);
    assert_eq!(m.ada.post(&path(&open, "analysis"), &[]).await.status, 409, "nothing was played");
    assert_eq!(analyses(&site).await, 0);
}

#[tokio::test]
async fn strangers_neither_analyse_a_private_match_nor_see_its_analysis() {
    let site = TestSite::start().await;
    let m = finished(&site, true).await;
    let (eve, visitor) = (site.register("Eve").await, site.visitor());
    for person in [&eve, &visitor] {
        assert_eq!(person.post(&m.path("analysis"), &[]).await.status, 404);
    }
    assert_eq!(eve.post(&m.path("analysis/best-move"), &[]).await.status, 404);
    assert_eq!(analyses(&site).await, 0);
    m.ada.post(&m.path("analysis"), &[]).await;
    site.runs_tasks().await;
    for person in [&eve, &visitor] {
        assert_eq!(person.get(&m.path("analysis")).await.status, 404);
        assert_eq!(person.get(&m.path("analysis/progress")).await.status, 404);
    }
}

#[tokio::test]
async fn other_methods_and_addresses_are_refused() {
    let site = TestSite::start().await;
    let m = finished(&site, false).await;
    for method in [Method::PUT, Method::DELETE, Method::PATCH] {
        for what in ["analysis", "analysis/progress", "analysis/best-move"] {
            let request = m.ada.request(method.clone(), &m.path(what));
            assert_eq!(m.ada.send(request).await.status, 405, "{method} {what}");
        }
    }
    assert_eq!(m.ada.get(&m.path("analysis/best-move")).await.status, 405);
    assert_eq!(m.ada.post(&path("7Wd2aaaaaaaa", "analysis"), &[]).await.status, 404);
    assert_eq!(m.ada.post("/matches/nonsense/analysis", &[]).await.status, 404);
    assert_eq!(analyses(&site).await, 0);
}

#[tokio::test]
async fn the_progress_is_a_part_of_the_page_for_htmx_and_leads_there_for_others() {
    let site = TestSite::start().await;
    let m = finished(&site, false).await;
    m.ada.post(&m.path("analysis"), &[]).await;
    site.runs_tasks().await;
    let progress = m.path("analysis/progress?ply=2");
    let plain = m.ada.get(&progress).await;
    assert_eq!((plain.status, plain.location()), (303, &*m.path("analysis")));
    let request = m.ada.request(Method::GET, &progress).header("HX-Request-Type", "partial");
    let part = m.ada.send(request).await;
    assert_eq!((part.status, part.is_page()), (200, false));
    for id in ["stage", "side", "announcement"] {
        assert!(part.body.contains(&format!("<hx-partial hx-target=\"#{id}\"")), "{id}: {}", part.body);
    }
    sets_back(&site).await;
    let request = m.ada.request(Method::GET, &progress).header("HX-Request-Type", "partial");
    let part = m.ada.send(request).await;
    assert!(part.body.starts_with("<section class=\"analysis-report\" id=\"report\""), "{}", part.body);
    assert_eq!(m.ada.get(&m.path("analysis/progress?ply=x")).await.status, 400);
}

#[tokio::test]
async fn an_account_has_a_bounded_number_of_analyses_waiting() {
    let site = TestSite::start().await;
    let m = finished(&site, false).await;
    let ada = UserId(site.user_id("Ada").await);
    let mut ids = Vec::new();
    for _ in 0..5 {
        let id = m.ada.opens(&[("game", "tictactoe")]).await;
        assert_eq!(m.ben.post(&path(&id, "seats"), &[]).await.status, 303);
        ids.push(id.parse().unwrap());
    }
    let store = &site.state().store;
    let mut refused = 0;
    for id in &ids {
        // Asked for behind the runner's back, so that all of them wait.
        let requested = store.request_analysis(id, ada, 2, site.clock.now()).await.unwrap();
        refused += u32::from(requested == AnalysisRequest::AccountFull);
    }
    assert_eq!(refused, 2);
    assert_eq!(m.ada.post(&m.path("analysis"), &[]).await.status, 429);
    assert_eq!(m.ben.post(&m.path("analysis"), &[]).await.status, 303, "the queue of others is their own");
}

#[tokio::test]
async fn a_guest_has_one_analysis_waiting() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let store = &site.state().store;
    let guest = store.create_guest(Language::English, site.clock.now()).await.unwrap().id;
    let mut requested = Vec::new();
    for _ in 0..2 {
        let id = ada.opens(&[("game", "tictactoe")]).await.parse().unwrap();
        requested.push(store.request_analysis(&id, guest, 2, site.clock.now()).await.unwrap());
    }
    assert_eq!(requested, [AnalysisRequest::Added, AnalysisRequest::AccountFull]);
}

#[tokio::test]
async fn guests_leave_room_for_the_analyses_of_accounts() {
    let site = TestSite::start().await;
    let m = finished(&site, false).await;
    let (store, now) = (&site.state().store, site.clock.now());
    let mut requested = Vec::new();
    for _ in 0..101 {
        let guest = store.create_guest(Language::English, now).await.unwrap().id;
        let id = m.ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
        m.ada.post(&path(&id, "seats/leave"), &[]).await;
        requested.push(store.request_analysis(&id.parse().unwrap(), guest, 2, now).await.unwrap());
    }
    assert_eq!(requested.pop(), Some(AnalysisRequest::Full));
    assert!(requested.iter().all(|requested| *requested == AnalysisRequest::Added));
    assert_eq!(m.ada.post(&m.path("analysis"), &[]).await.status, 303);
}

#[tokio::test]
async fn too_many_analyses_at_once_are_refused_with_429() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    let m = finished(&site, false).await;
    let mut statuses = Vec::new();
    for _ in 0..12 {
        let failed = "UPDATE match_analyses SET state = 'failed', evaluated = 0, positions = '[]'";
        sqlx::query(failed).execute(&site.database().await).await.unwrap();
        statuses.push(m.ada.post(&m.path("analysis"), &[]).await.status);
        site.runs_tasks().await;
    }
    assert_eq!((statuses[0], statuses[11]), (303, 429), "{statuses:?}");
}

#[tokio::test]
async fn the_best_move_is_searched_for_on_the_board_of_a_finished_match() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let board = m.path("analysis?ply=4");
    let page = m.ada.get(&board).await;
    assert!(page.texts(".tries button").contains(&"Best move".to_owned()));
    assert!(!site.visitor().get(&board).await.body.contains("Best move"));
    let found = m.ada.post(&m.path("analysis/best-move"), &[("ply", "4")]).await;
    assert_eq!(found.status, 200);
    assert_eq!(found.text(".best p").as_deref(), Some("Best move: Mark a3. It wins the match."));
    assert!(found.attribute("#press svg.suggestion path", "d").is_some());
    let tried = [("ply", "4"), ("line", "c3,b3"), ("at", "1")];
    let found = m.ada.post_by_htmx(&m.path("analysis/best-move"), &tried).await;
    assert_eq!((found.status, found.is_page()), (200, false));
    assert!(found.body.contains("Mark b3. It wins the match."), "{}", found.body);
}

#[tokio::test]
async fn no_best_move_is_searched_for_in_what_cannot_be_tried() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let long = ["a1"; 201].join(",");
    let forms: [(&[(&str, &str)], u16); 7] = [
        (&[], 409),
        (&[("ply", "4"), ("line", "a3")], 409),
        (&[("ply", "9")], 404),
        (&[("ply", "4"), ("line", "a1")], 422),
        (&[("ply", "4"), ("line", "c3"), ("at", "2")], 404),
        (&[("ply", "0"), ("line", &long)], 422),
        (&[("ply", "x")], 422),
    ];
    for (form, status) in forms {
        let answer = m.ada.post(&m.path("analysis/best-move"), form).await;
        assert_eq!(answer.status, status, "{form:?}: {:?}", answer.text("main"));
    }
}

#[tokio::test]
async fn bots_do_not_help_against_people() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let other = finished_between(&site, &m).await;
    m.play_all(&["b2"]).await;
    let refused = m.ben.post(&m.path("analysis/best-move"), &[]).await;
    assert_eq!(refused.status, 409);
    assert!(refused.text("main").unwrap().contains("against other people"));
    let board = path(&other, "analysis/best-move");
    for (line, status) in [("b2", 409), ("b2,a1", 200)] {
        let answer = m.ben.post(&board, &[("ply", "0"), ("line", line)]).await;
        assert_eq!(answer.status, status, "{line}: {:?}", answer.text("main"));
    }
    let eve = site.register("Eve").await;
    assert_eq!(eve.post(&board, &[("ply", "0"), ("line", "b2")]).await.status, 200);
    assert_eq!(eve.post(&m.path("analysis/best-move"), &[]).await.status, 403);
}

/// Another match of the same people, which has ended.
async fn finished_between(site: &TestSite, m: &TestMatch) -> String {
    let id = m.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(m.ben.post(&path(&id, "seats"), &[]).await.status, 303);
    for (number, ply) in SHORT_WIN.iter().enumerate() {
        let player = if number % 2 == 0 { &m.ada } else { &m.ben };
        assert_eq!(player.play(&id, ply).await.status, 303);
    }
    site.runs_tasks().await;
    id
}

#[tokio::test]
async fn who_deletes_their_account_leaves_the_analyses_without_their_name() {
    let site = TestSite::start().await;
    let m = finished(&site, false).await;
    m.ada.post(&m.path("analysis"), &[]).await;
    site.runs_tasks().await;
    let left = m.ada.post("/account/delete", &[("name", "Ada"), ("password", PASSWORD)]).await;
    assert_eq!(left.status, 200);
    site.runs_tasks().await;
    let row: (Option<i64>, String) = sqlx::query_as("SELECT requested_by, state FROM match_analyses")
        .fetch_one(&site.database().await)
        .await
        .unwrap();
    assert_eq!(row, (None, "done".to_owned()));
    assert_eq!(m.ben.get(&m.path("analysis")).await.texts(".turning-points a:not(.retry)"), ["2 b1"]);
}
