//! Deleting an account.

use parlour::now::Clock;
use reqwest::Method;

use crate::harness::{HOUR, NOON, PASSWORD, SHORT_WIN, TestPerson, TestSite, path};

const ADA: [(&str, &str); 2] = [("name", "Ada"), ("password", PASSWORD)];

async fn leaves(person: &TestPerson, name: &str) {
    let answer = person.post("/account/delete", &[("name", name), ("password", PASSWORD)]).await;
    assert_eq!((answer.status, answer.text("h1").as_deref()), (200, Some("Goodbye")), "{}", answer.body);
}

/// Where a name stays for a while, so that nobody else takes it.
const RESERVED: [&str; 2] = ["reserved_usernames.looks_like", "reserved_usernames.name_key"];

/// All columns of the database that contain a word.
async fn places_of(word: &str, site: &TestSite) -> Vec<String> {
    let (database, columns) = (site.database().await, site.columns("text").await);
    assert!(columns.len() > 50, "only {} columns were found", columns.len());
    let mut found = Vec::new();
    for (table, column) in columns {
        // Password hashes and random keys are excluded: they contain any three letters by chance, once in a hundred
        // times.
        let sql = format!(
            "SELECT count(*) FROM \"{table}\" WHERE lower(\"{column}\") LIKE $1 AND \"{column}\" NOT LIKE '$argon2%'
            AND \"{column}\" NOT LIKE 'left:%' AND \"{column}\" NOT LIKE 'goodbye:%'"
        );
        let query = sqlx::query_scalar::<_, i64>(sqlx::AssertSqlSafe(sql)).bind(format!("%{word}%"));
        if query.fetch_one(&database).await.unwrap() > 0 {
            found.push(format!("{table}.{column}"));
        }
    }
    found.sort();
    found
}

#[tokio::test]
async fn a_deleted_user_is_gone_at_once_and_their_matches_remain_without_the_name() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.ada.post(&m.path("chat"), &[("text", "pineapples for everybody")]).await;
    m.play_all(&SHORT_WIN).await;
    leaves(&m.ada, "ada").await;
    assert_eq!(m.ada.signed_in_as().await, None);
    let refused = site.visitor().post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await;
    assert_eq!(refused.status, 401);
    assert_eq!(m.ben.get("/players/Ada").await.status, 404);
    assert_eq!(m.ben.get("/players/Former%20player").await.status, 404);
    let page = m.ben.get(&m.path("")).await;
    assert!(page.text("#seats").unwrap().contains("Former player"), "{:?}", page.text("#seats"));
    assert_eq!(page.attributes("#seats a", "href"), ["/players/Ben"], "nothing leads to who has left");
    assert!(page.text("#said").unwrap().contains("Former player Message deleted"));
    assert_eq!(m.ben.record(&m.id).await["seats"][0]["name"], "Former player");
    for everywhere in ["/", "/players/Ben", "/games/tictactoe/ratings", &m.path("")] {
        let page = m.ben.get(everywhere).await;
        assert!(!page.body.contains("Ada"), "{everywhere} still contains her name");
    }
    let ranked = m.ben.get("/games/tictactoe/ratings").await;
    assert!(!ranked.text("main").unwrap().contains("Former player"), "a deleted user is ranked");
    assert_eq!(places_of("ada", &site).await, RESERVED);
    assert!(places_of("pineapples", &site).await.is_empty());
}

#[tokio::test]
async fn deleting_an_account_resigns_its_running_matches() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    let cleo = site.register("Cleo").await;
    m.ada.post(&m.path("conditional-moves"), &[("orders", "n3-m8: d4-f7")]).await;
    let own = m.ada.opens(&[("game", "tictactoe"), ("invite", "Ben")]).await;
    let other = cleo.opens(&[("game", "sternhalma"), ("seats", "3")]).await;
    assert_eq!(m.ada.post(&path(&other, "seats"), &[]).await.status, 303);
    let invited = cleo.opens(&[("game", "quarto"), ("invite", "Ada")]).await;
    let mut stream = m.ben.listens(&m.id, m.seq().await).await;
    let seen = m.seq().await;
    leaves(&m.ada, "Ada").await;
    let received = stream.until(seen + 2).await;
    let last = &received.last().unwrap().data;
    assert!(last.contains("Former player") && !last.contains("Ada"), "{last}");
    let record = m.ben.record(&m.id).await;
    assert_eq!((&record["status"], &record["ending"]["how"]), (&"ended".into(), &"resigned".into()));
    assert_eq!(m.ben.record(&own).await["status"], "ended", "her open match is cancelled");
    assert_eq!(cleo.record(&other).await["seats"][1]["kind"], "empty");
    assert!(cleo.get(&path(&invited, "")).await.text("#panel").unwrap().contains("Former player declined"));
    let left: (String,) = sqlx::query_as("SELECT deletion_state FROM users WHERE name_key LIKE 'left:%'")
        .fetch_one(&site.database().await)
        .await
        .unwrap();
    assert_eq!(left.0, "done");
    assert!(places_of("n3-m8", &site).await.is_empty(), "nor are conditional moves of hers left");
}

#[tokio::test]
async fn an_interrupted_account_deletion_is_completed_at_startup() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    // The state on disk if the program is killed right after the transaction.
    let ada = site.accounts().directory().find("Ada").await.unwrap().unwrap().id;
    assert!(site.state().store.delete_person(ada, site.clock.now(), false).await.unwrap().is_ok());
    let site = site.restart(|_| {}).await;
    let mut record = m.ben.record(&m.id).await;
    for _ in 0..100 {
        if record["status"] == "ended" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        record = m.ben.record(&m.id).await;
    }
    assert_eq!(record["ending"]["how"], "resigned");
    assert_eq!(record["seats"][0]["name"], "Former player");
    let again = site.state().store.delete_person(ada, site.clock.now(), false).await.unwrap();
    assert!(again.is_err(), "once is enough");
}

#[tokio::test]
async fn the_name_of_a_deleted_user_is_reserved_for_ninety_days() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let ada = site.register("Ada").await;
    leaves(&ada, "Ada").await;
    let takes = || async {
        let form = [("username", "aDA"), ("password", PASSWORD)];
        site.visitor().post("/register", &form).await.status
    };
    assert_eq!(takes().await, 409);
    site.clock.set(NOON.after(90 * 24 * HOUR));
    assert_eq!(takes().await, 409);
    site.clock.set(NOON.after(91 * 24 * HOUR));
    assert_eq!(takes().await, 303);
}

#[tokio::test]
async fn deletion_is_confirmed_by_email_and_the_address_is_deleted() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    leaves(&ada, "Ada").await;
    let email = sink.next().await;
    assert_eq!(
        (email.to.as_str(), email.subject().as_str()),
        ("ada@example.org", "Your account was deleted")
    );
    assert!(email.text.contains("Hello Ada"), "{}", email.text);
    for _ in 0..100 {
        if places_of("ada", &site).await == RESERVED {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("{:?}", places_of("ada", &site).await);
}

#[tokio::test]
async fn the_page_after_a_deletion_has_the_language_and_theme_of_the_account() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let look = [("theme", "dark"), ("motion", "auto"), ("sound", "off"), ("language", "de")];
    assert_eq!(ada.post("/settings/appearance", &look).await.status, 303);
    let answer = ada.post("/account/delete", &ADA).await;
    assert_eq!((answer.status, answer.text("h1").as_deref()), (200, Some("Auf Wiedersehen")));
    assert_eq!(answer.attribute("html", "lang").as_deref(), Some("de"));
    assert_eq!(answer.attribute("html", "data-theme").as_deref(), Some("dark"));
    assert!(!answer.text("header").unwrap().contains("Ada"), "nobody is signed in");
}

#[tokio::test]
async fn deletion_needs_the_name_and_the_password() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    site.register("Ben").await;
    let page = ada.get("/account").await;
    assert!(page.attributes("main a", "href").contains(&"/account/delete".to_owned()));
    let page = ada.get("/account/delete").await;
    assert!(page.text("main").unwrap().contains("What stays"));
    for (name, password, words) in [
        ("Ben", PASSWORD, "That’s not your name"),
        ("", PASSWORD, "That’s not your name"),
        ("Ada", "something else altogether", "Wrong password"),
        ("Ada", "", "Wrong password"),
        (&"x".repeat(5000), PASSWORD, "That’s not your name"),
    ] {
        let refused = ada.post("/account/delete", &[("name", name), ("password", password)]).await;
        assert_eq!(refused.status, 422, "{name}");
        assert!(refused.body.contains(words) && !refused.body.contains(PASSWORD), "{words}");
    }
    for form in ["name=Ada", "name=Ada&password=x&user=2", "name=Ada&name=Ada&password=x"] {
        assert_eq!(ada.post_bytes("/account/delete", form).await.status, 422, "{form}");
    }
    let strange =
        ada.request(Method::POST, "/account/delete").form(&ADA).header("Sec-Fetch-Site", "cross-site");
    assert_eq!(ada.send(strange).await.status, 403);
    let visitor = site.visitor();
    assert_eq!(visitor.get("/account/delete").await.location(), "/login?next=%2Faccount%2Fdelete");
    assert!(visitor.post("/account/delete", &ADA).await.location().starts_with("/login"));
    assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"));
}

#[tokio::test]
async fn password_guesses_by_deletion_are_limited() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    let ada = site.register("Ada").await;
    let mut statuses = Vec::new();
    for number in 0..10 {
        let guess = format!("seven brass lamps over {number}");
        statuses.push(ada.post("/account/delete", &[("name", "Ada"), ("password", &guess)]).await.status);
    }
    assert!(statuses.starts_with(&[422; 8]) && statuses.ends_with(&[429]), "{statuses:?}");
}

#[tokio::test]
async fn the_last_admin_cannot_delete_their_account() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let database = site.database().await;
    sqlx::query("UPDATE users SET role = 'admin' WHERE name_key = 'ada'").execute(&database).await.unwrap();
    let refused = ada.post("/account/delete", &ADA).await;
    assert_eq!(refused.status, 409);
    assert!(refused.text("main").unwrap().contains("last admin"), "{}", refused.body);
    assert_eq!(ben.get("/players/Ada").await.status, 200);
    sqlx::query("UPDATE users SET role = 'admin' WHERE name_key = 'ben'").execute(&database).await.unwrap();
    leaves(&ada, "Ada").await;
}
