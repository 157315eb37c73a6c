//! The positions of the day.

use parlour::now::spans::DAY;
use parlour::now::{Clock, UtcDay};

use crate::export::archive;
use crate::harness::{NOON, PASSWORD, PageAnswer, TestMatch, TestSite, path};
use crate::match_analysis::BLUNDER;

/// The second player does not block, so the match has a position with one good move: `b2 a1 c1`, then `a3`.
const NOT_BLOCKED: [&str; 5] = ["b2", "a1", "c1", "b1", "a3"];

/// The URL of a board, the fields of the form, and the expected status.
type ForgedAnswer<'a> = (String, &'a [(&'a str, &'a str)], u16);

fn today(site: &TestSite) -> String {
    format!("/daily/{}", UtcDay::of(site.clock.now()))
}

fn board(site: &TestSite) -> String {
    format!("{}/tictactoe", today(site))
}

/// A site where the position of today is from a match of Ada and Ben.
async fn with_position() -> (TestSite, TestMatch) {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&NOT_BLOCKED).await;
    chosen_from_analyses(&site).await;
    (site, m)
}

/// The first run has a match analysed, the next one finds its positions.
async fn chosen_from_analyses(site: &TestSite) {
    site.choose_daily_positions().await;
    site.runs_tasks().await;
    site.choose_daily_positions().await;
}

async fn positions(site: &TestSite) -> Vec<(i64, String, i64, String)> {
    let rows = sqlx::query_as("SELECT day, game, ply, best FROM daily_positions ORDER BY day");
    rows.fetch_all(&site.database().await).await.unwrap()
}

fn report(page: &PageAnswer) -> String {
    page.text("#report").unwrap_or_default()
}

fn link(page: &PageAnswer, name: &str) -> String {
    page.attribute(&format!("#press a[aria-label=\"{name}\"]"), "href").unwrap_or_else(|| panic!("no {name}"))
}

#[tokio::test]
async fn the_best_move_is_found_on_the_board() {
    let (site, m) = with_position().await;
    assert_eq!(positions(&site).await, [(UtcDay::of(NOON).0, "tictactoe".to_owned(), 3, "a3".to_owned())]);
    let eve = site.register("Eve").await;
    let list = eve.get("/daily").await;
    assert_eq!(list.text("h1").as_deref(), Some("Position of the day"));
    let page = eve.get(&list.attribute("main .tile", "href").unwrap()).await;
    assert_eq!(page.text("h1").as_deref(), Some("Find the best move for Noughts"));
    assert!(!page.body.contains("Ada") && !page.body.contains(&m.id), "nothing leads to the match yet");
    let picked = eve.get(&link(&page, "mark a3")).await;
    assert_eq!(picked.text("#report strong").as_deref(), Some("Mark a3"));
    let found = eve.post(&picked.form_url("#report form"), &[("ply", "a3")]).await;
    assert_eq!((found.status, found.text("#report strong").as_deref()), (200, Some("That’s the best move.")));
    assert!(report(&found).contains("It keeps the opponent from completing a line."), "{}", report(&found));
    assert!(report(&found).contains("Played by Ada and Ben."), "{}", report(&found));
    assert_eq!(found.attribute("#report p a", "href").as_deref(), Some(&*format!("{}?ply=3", m.path(""))));
    let later = eve.get("/daily").await;
    assert_eq!(later.text(".tile .yours").as_deref(), Some("Found"));
    assert!(later.text("main").unwrap().contains("Your streak: 1 day"));
    assert!(report(&eve.get(&board(&site)).await).contains("Best move: Mark a3."));
    let fragment = m.ben.post_by_htmx(&format!("{}/answers", board(&site)), &[("ply", "a3")]).await;
    assert!(!fragment.is_page() && fragment.body.contains("<hx-partial hx-target=\"#side\""));
}

#[tokio::test]
async fn a_wrong_move_gets_another_try_or_the_solution() {
    let (site, m) = with_position().await;
    let (eve, answers) = (site.register("Eve").await, format!("{}/answers", board(&site)));
    let wrong = eve.post(&answers, &[("ply", "b1")]).await;
    assert_eq!(
        (wrong.status, wrong.text("#report strong").as_deref()),
        (200, Some("There’s a better move."))
    );
    assert!(!wrong.body.contains(&m.id) && !report(&wrong).contains("a3"), "{}", report(&wrong));
    assert_eq!(wrong.text("#report button").as_deref(), Some("Show the best move"));
    let shown = eve.post(&wrong.form_url("#report form"), &[]).await;
    assert!(report(&shown).contains("Best move: Mark a3."), "{}", report(&shown));
    let late = eve.post(&answers, &[("ply", "a3")]).await;
    assert_eq!(late.text("#report strong").as_deref(), Some("That’s the best move."));
    assert!(eve.get("/daily").await.texts(".tile .yours").is_empty(), "what was shown is not found");
    for (ply, tries) in [("b1", 1), ("a3", 2), ("b1", 2), ("a3", 2)] {
        assert_eq!(m.ada.post(&answers, &[("ply", ply)]).await.status, 200);
        let stored: (i64, i64) =
            sqlx::query_as("SELECT tries, CAST(found AS INTEGER) FROM daily_answers WHERE user_id = $1")
                .bind(site.user_id("Ada").await)
                .fetch_one(&site.database().await)
                .await
                .unwrap();
        assert_eq!(stored, (tries, i64::from(tries == 2)), "{ply}");
    }
}

#[tokio::test]
async fn forged_answers_are_refused() {
    let (site, m) = with_position().await;
    let (board, day) = (board(&site), today(&site));
    let tomorrow = UtcDay(UtcDay::of(NOON).0 + 1);
    let forged: [ForgedAnswer<'_>; 9] = [
        (board.clone(), &[("ply", "b2")], 422),
        (board.clone(), &[("ply", "so")], 422),
        (board.clone(), &[], 422),
        (board.clone(), &[("ply", "a3"), ("found", "1")], 422),
        (format!("{day}/kalah"), &[("ply", "1")], 404),
        (format!("{day}/chess"), &[("ply", "e4")], 404),
        (format!("/daily/{tomorrow}/tictactoe"), &[("ply", "a3")], 404),
        ("/daily/today/tictactoe".to_owned(), &[("ply", "a3")], 404),
        ("/daily/2026-2-1/tictactoe".to_owned(), &[("ply", "a3")], 404),
    ];
    for (at, form, status) in forged {
        let answer = m.ada.post(&format!("{at}/answers"), form).await;
        assert_eq!(answer.status, status, "{at} {form:?}: {:?}", answer.text("main"));
    }
    let refused = m.ada.post(&format!("{board}/answers"), &[("ply", "b2")]).await;
    assert!(refused.text("main").unwrap().contains("b2 is taken"), "{:?}", refused.text("main"));
    assert_eq!(m.ada.get(&format!("{board}?ply=b2")).await.status, 422);
    let by_other = format!("{board}/answers?by={}", site.user_id("Ben").await);
    assert_eq!(m.ada.post(&by_other, &[("ply", "a3")]).await.status, 409);
    site.suspend("Ada").await;
    assert_eq!(m.ada.post(&format!("{board}/answers"), &[("ply", "a3")]).await.status, 403);
    let answers = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM daily_answers");
    assert_eq!(answers.fetch_one(&site.database().await).await.unwrap(), 0);
}

#[tokio::test]
async fn visitors_get_the_verdict_and_guests_a_streak() {
    let (site, _m) = with_position().await;
    let (visitor, guest, answers) = (site.visitor(), site.visitor(), format!("{}/answers", board(&site)));
    assert!(visitor.get("/").await.text("main").unwrap().contains("Position of the day"));
    let found = visitor.post(&answers, &[("ply", "a3")]).await;
    assert_eq!(found.text("#report strong").as_deref(), Some("That’s the best move."));
    assert!(found.text("#side").unwrap().contains("Sign up to keep a streak."));
    assert!(report(&visitor.post(&format!("{}/solution", board(&site)), &[]).await).contains("Mark a3"));
    assert!(report(&visitor.get(&board(&site)).await).contains("Pick a move"), "nothing was stored");
    assert_eq!(guest.post("/play", &[("game", "quarto")]).await.status, 303);
    let found = guest.post(&answers, &[("ply", "a3")]).await;
    assert!(found.text("#side").unwrap().contains("Your streak: 1 day"));
}

#[tokio::test]
async fn earlier_days_stay_in_the_archive_and_do_not_count() {
    let (site, m) = with_position().await;
    let (first_day, first_board) = (today(&site), board(&site));
    assert_eq!(m.ada.post(&format!("{first_board}/answers"), &[("ply", "a3")]).await.status, 200);
    site.clock.set(NOON.after(DAY));
    chosen_from_analyses(&site).await;
    assert_eq!(positions(&site).await.len(), 1, "no position comes twice");
    let empty = m.ada.get("/daily").await;
    assert_eq!(empty.text("main .empty h2").as_deref(), Some("No positions today yet"));
    assert!(empty.text("main").unwrap().contains("Your streak: 1 day"), "today is not over");
    assert!(!m.ada.get("/").await.body.contains("Position of the day"));
    assert_eq!(empty.attribute(".pages a", "href").as_deref(), Some(&*first_day));
    let archived = m.ada.get(&first_day).await;
    assert!(archived.text("h1").unwrap().starts_with("Positions of "), "{:?}", archived.text("h1"));
    let late = m.ben.post(&format!("{first_board}/answers"), &[("ply", "a3")]).await;
    assert_eq!(late.text("#report strong").as_deref(), Some("That’s the best move."));
    assert!(late.text("#side").unwrap().contains("earlier days don’t count"));
    assert!(!m.ben.get("/daily").await.text("main").unwrap().contains("Your streak"));
    for day in ["2026-11-20", "nonsense", "9999-99-99", "-1"] {
        assert_eq!(m.ada.get(&format!("/daily/{day}")).await.status, 404, "{day}");
    }
    site.clock.set(NOON.after(2 * DAY));
    assert!(!m.ada.get("/daily").await.text("main").unwrap().contains("Your streak"));
}

#[tokio::test]
async fn private_and_running_matches_are_not_used() {
    let site = TestSite::start().await;
    let private = site.start_private_match("tictactoe").await;
    private.play_all(&BLUNDER).await;
    assert_eq!(private.ada.post(&private.path("analysis"), &[]).await.status, 303);
    let running = private.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(private.ben.post(&path(&running, "seats"), &[]).await.status, 303);
    site.runs_tasks().await;
    chosen_from_analyses(&site).await;
    assert_eq!(positions(&site).await, []);
    let analyses = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM match_analyses");
    assert_eq!(analyses.fetch_one(&site.database().await).await.unwrap(), 1, "none was requested");
}

#[tokio::test]
async fn the_site_has_one_match_of_a_game_analysed_a_day() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"]).await;
    let id = m.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(m.ben.post(&path(&id, "seats"), &[]).await.status, 303);
    let other = TestMatch { id, ada: m.ada.clone(), ben: m.ben.clone() };
    other.play_all(&NOT_BLOCKED).await;
    sqlx::query("UPDATE matches SET ended_at = 1 WHERE id = $1")
        .bind(&other.id)
        .execute(&site.database().await)
        .await
        .unwrap();
    chosen_from_analyses(&site).await;
    chosen_from_analyses(&site).await;
    assert_eq!(positions(&site).await, [], "the newest match has no mistake");
    site.clock.set(NOON.after(DAY));
    chosen_from_analyses(&site).await;
    assert_eq!(positions(&site).await.len(), 1);
}

#[tokio::test]
async fn answers_are_exported_and_deleted_with_the_account() {
    let (site, m) = with_position().await;
    assert_eq!(m.ada.post(&format!("{}/answers", board(&site)), &[("ply", "a3")]).await.status, 200);
    let answers: serde_json::Value =
        serde_json::from_str(&archive(&m.ada).await["daily-answers.json"]).unwrap();
    let day_at = UtcDay::of(NOON).start().to_string();
    let answer = serde_json::json!(
        [{ "day_at": day_at, "game": "tictactoe", "tries": 1, "found": true, "shown": false }]
    );
    assert_eq!(answers, answer);
    let left = m.ada.post("/account/delete", &[("name", "Ada"), ("password", PASSWORD)]).await;
    assert_eq!(left.status, 200);
    site.runs_tasks().await;
    let stored = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM daily_answers");
    assert_eq!(stored.fetch_one(&site.database().await).await.unwrap(), 0);
}

#[tokio::test]
async fn a_match_that_is_no_longer_public_is_not_named() {
    let (site, m) = with_position().await;
    let hidden = "UPDATE match_events SET body = replace(body, '\"visibility\":\"public\"', '\"visibility\":\"private\"')
        WHERE kind = 'opened' AND body LIKE '%\"visibility\":\"public\"%'";
    assert!(sqlx::query(hidden).execute(&site.database().await).await.unwrap().rows_affected() > 0);
    sqlx::query("UPDATE matches SET visibility = 'private'").execute(&site.database().await).await.unwrap();
    let site = site.restart(|_| {}).await;
    for person in [&m.ada, &site.visitor()] {
        let found = person.post(&format!("{}/answers", board(&site)), &[("ply", "a3")]).await;
        assert_eq!(found.text("#report strong").as_deref(), Some("That’s the best move."));
        assert!(!found.body.contains(&m.id) && !report(&found).contains("Ben"), "{}", report(&found));
    }
}

#[tokio::test]
async fn the_pages_are_in_german_for_those_who_read_german() {
    let (site, _m) = with_position().await;
    let visitor = site.visitor();
    for page in ["/daily".to_owned(), board(&site), format!("{}?ply=a3", board(&site))] {
        let (english, german) = (visitor.get(&page).await, visitor.get_in_german(&page).await);
        let left = german.left_in_english(&english, &["Tic-Tac-Toe", "Esc"]);
        assert!(left.is_empty(), "{page}: {left:?}");
    }
    let found = visitor.post_in_german(&format!("{}/answers", board(&site)), &[("ply", "a3")]).await;
    assert!(report(&found).contains("Gespielt von Ada und Ben."), "{}", report(&found));
}
