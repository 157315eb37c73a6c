//! Accounts that an admin creates at once, from a list.

use parlour::users::Role;

use crate::harness::{HOUR, PASSWORD, PageAnswer, TestPerson, TestSite};

const IMPORT: &str = "/admin/users/import";
const ONE: &str = "/admin/users/import/1";
const DAY: i64 = 24 * HOUR;

async fn imports(admin: &TestPerson, list: &str) -> PageAnswer {
    admin.post(IMPORT, &[("text", list)]).await
}

/// The problems that the page shows for a list.
async fn problems(admin: &TestPerson, list: &str) -> Vec<String> {
    let refused = imports(admin, list).await;
    assert_eq!(refused.status, 422, "{list}");
    let kept = refused.text("textarea[name=text]").unwrap();
    assert!(kept.split_whitespace().eq(list.split_whitespace()), "the list is kept: {kept}");
    refused.texts(".problems li")
}

/// The number of users, links, emails, imports, imported accounts and audit entries.
async fn counts(site: &TestSite) -> Vec<i64> {
    let (db, mut counts) = (site.database().await, Vec::new());
    for sql in [
        "SELECT count(*) FROM users WHERE kind = 'person' AND deletion_state IS NULL",
        "SELECT count(*) FROM password_links",
        "SELECT count(*) FROM outbox",
        "SELECT count(*) FROM account_imports",
        "SELECT count(*) FROM imported_accounts",
        "SELECT count(*) FROM audit_log",
    ] {
        counts.push(sqlx::query_scalar(sql).fetch_one(&db).await.unwrap());
    }
    counts
}

/// The links on a page of cards, as paths.
fn links(site: &TestSite, cards: &PageAnswer) -> Vec<String> {
    let paths = cards.texts(".account-cards code").into_iter();
    paths.map(|link| link.strip_prefix(&site.url).unwrap().to_owned()).collect()
}

/// Chooses a password by a link and signs in.
async fn joins(site: &TestSite, name: &str, link: &str) -> TestPerson {
    let person = site.visitor();
    let page = person.get(link).await;
    assert_eq!(page.text("h1").as_deref(), Some("Choose a password"));
    assert!(page.text("main").unwrap().contains(&format!("For {name}")), "{}", page.body);
    let chosen = person.post(link, &[("new", PASSWORD)]).await;
    assert_eq!((chosen.status, chosen.location()), (303, "/login?done=chosen"));
    assert!(person.get(chosen.location()).await.text("[role=status]").unwrap().contains("Password saved"));
    assert_eq!(person.post("/login", &[("username", name), ("password", PASSWORD)]).await.status, 303);
    person
}

#[tokio::test]
async fn a_class_gets_accounts_by_email_and_by_card() {
    let (site, mut sink) = TestSite::with_mail().await;
    let rosa = site.register_as("Rosa", Role::Admin).await;
    assert!(rosa.get("/admin/users").await.attributes("main a", "href").contains(&IMPORT.to_owned()));
    let list = "\u{feff}name;email\nAda;ada@example.org\nBen;\n\"Cleo\"\n";
    let created = imports(&rosa, list).await;
    assert_eq!((created.status, created.location()), (303, ONE));
    let email = sink.next().await;
    assert_eq!(
        (email.subject().as_str(), &*email.to),
        ("Choose a password for your new account", "ada@example.org")
    );
    assert!(
        email.text.contains("An admin of") && email.text.contains("Your name there is Ada."),
        "{}",
        email.text
    );
    site.runs_tasks().await;
    let page = rosa.get(ONE).await;
    assert_eq!(page.text("h1").as_deref(), Some("3 new accounts"));
    assert!(page.text("main header").unwrap().contains("by Rosa"));
    assert_eq!(
        page.texts(".people li"),
        ["Ada email sent not signed in yet", "Ben not signed in yet", "Cleo not signed in yet"]
    );
    assert!(rosa.get(IMPORT).await.text(".people li").unwrap().starts_with("3 new accounts"));
    let emailed = email.link(&site.url, "/reset/");
    site.wait(14 * DAY - 1000);
    joins(&site, "Ada", &emailed).await;
    assert_eq!(site.visitor().get(&emailed).await.status, 404);
    let again = [("username", "Rosa"), ("password", PASSWORD)];
    assert_eq!(rosa.post("/login", &again).await.status, 303);
    assert_eq!(
        rosa.get("/admin/users/Ada").await.texts(".facts dd")[4],
        "confirmed",
        "who follows the link reads the mail"
    );
    site.mails_nothing(&mut sink).await;

    let cards = rosa.post(&format!("{ONE}/cards"), &[]).await;
    assert_eq!((cards.status, cards.header("cache-control")), (200, "private, no-store"));
    let words = cards.texts(".account-cards li");
    assert!(
        words.len() == 2 && words[0].contains("Ben") && words[0].contains("19 December 2026"),
        "{words:?}"
    );
    assert_eq!(cards.texts(".account-cards svg.qr").len(), 2);
    let first = links(&site, &cards);
    let second = links(&site, &rosa.post(&format!("{ONE}/cards"), &[]).await);
    for link in &first {
        assert_eq!(site.visitor().get(link).await.status, 404, "new cards replace earlier ones");
    }
    joins(&site, "Cleo", &second[1]).await;
    site.wait(14 * DAY);
    assert_eq!(site.visitor().get(&second[0]).await.status, 404, "expired");
    assert_eq!(rosa.post("/login", &again).await.status, 303);
    let log = rosa.get("/admin/audit").await.texts(".entries > li");
    let entries =
        ["made cards for new accounts", "made cards for new accounts", "created accounts from a list"];
    for (entry, words) in log.iter().zip(entries) {
        assert!(
            entry.contains(&format!("Rosa {words}")) && entry.contains("import 1, accounts: "),
            "{entry}"
        );
    }
}

#[tokio::test]
async fn an_email_that_waits_is_not_sent_after_a_card_was_made() {
    let (site, mut sink) = TestSite::with_mail().await;
    let rosa = site.register_as("Rosa", Role::Admin).await;
    rosa.post("/language", &[("language", "de")]).await;
    assert_eq!(imports(&rosa, "Ada,ada@example.org").await.status, 303);
    let email = sink.next().await;
    assert_eq!(email.subject(), "Wähl ein Passwort für dein neues Konto");
    let emailed = email.link(&site.url, "/reset/");
    let cards = rosa.post(&format!("{ONE}/cards"), &[]).await;
    assert_eq!(site.visitor().get(&emailed).await.status, 404);
    let card = &links(&site, &cards)[0];
    assert_eq!(site.visitor().post(card, &[("new", PASSWORD)]).await.status, 303);
    let addresses = "SELECT count(*) FROM email_settings WHERE address IS NOT NULL";
    let addresses: i64 = sqlx::query_scalar(addresses).fetch_one(&site.database().await).await.unwrap();
    assert_eq!(addresses, 0, "a card does not confirm an address");
}

#[tokio::test]
async fn a_list_with_a_problem_creates_nothing() {
    let (site, mut sink) = TestSite::with_mail().await;
    let rosa = site.register_as("Rosa", Role::Admin).await;
    site.register_with_mail("Ben", &mut sink).await;
    assert_eq!(imports(&rosa, "Cleo,cleo@example.org").await.status, 303);
    sink.next().await;
    site.runs_tasks().await;
    let before = counts(&site).await;
    let taken = "This name, or one that looks like it, is taken.";
    for (list, found) in [
        ("", "Enter at least one name.".to_owned()),
        ("Dora\nbEN", format!("Line 2: {taken}")),
        ("name,email\nDora,\nC1eo,", format!("Line 3: {taken}")),
        ("Dora\nDORA", "Line 2: This name, or one that looks like it, is in line 1 too.".to_owned()),
        ("Dora,Ben@Example.org", "Line 1: Someone else uses this email address.".to_owned()),
        ("Dora,cleo@example.org", "Line 1: Someone else uses this email address.".to_owned()),
        ("Dora,dora", "Line 1: Enter an email address like ada@example.org.".to_owned()),
        ("Dora\n\"Emil", "Line 2: A quotation mark isn’t closed.".to_owned()),
        (
            "name,<i>class</i>\nDora,5b",
            "Line 1: There’s no column “<i>class</i>”, only “name” and “email”.".to_owned(),
        ),
        ("<script>alert(1)</script>", "Line 1: Use only letters, digits, “_” and “-”.".to_owned()),
        ("Do\u{1}ra", "Line 1: Use only letters, digits, “_” and “-”.".to_owned()),
    ] {
        assert_eq!(problems(&rosa, list).await, [found], "{list}");
    }
    let names = |count| (0..count).map(|number| format!("pupil{number}x\n")).collect::<String>();
    let many = problems(&rosa, &names(501)).await;
    assert_eq!(many, ["You can create up to 500 accounts at once, but these are 501."]);
    let all = problems(&rosa, &"a b\n".repeat(60)).await;
    assert_eq!((all.len(), all.last().map(String::as_str)), (51, Some("and 10 more")));
    let request = rosa.request(reqwest::Method::POST, IMPORT).body("text=%ff");
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    assert_eq!(rosa.send(request).await.status, 400);
    assert_eq!(imports(&rosa, &"x".repeat(70_000)).await.status, 413);
    assert_eq!(rosa.post(IMPORT, &[("text", "Dora"), ("role", "admin")]).await.status, 422);
    assert_eq!(counts(&site).await, before);
    assert_eq!(imports(&rosa, &names(500)).await.status, 303);
    assert_eq!(counts(&site).await[0], before[0] + 500);
    let cards = rosa.post("/admin/users/import/2/cards", &[]).await;
    assert_eq!((cards.status, links(&site, &cards).len()), (200, 500));
    assert_eq!(rosa.post("/admin/users/import/2/undo", &[]).await.status, 303);
    assert_eq!(counts(&site).await[0], before[0]);
}

#[tokio::test]
async fn an_import_is_undone_but_for_accounts_in_use() {
    let site = TestSite::start().await;
    let rosa = site.register_as("Rosa", Role::Admin).await;
    assert_eq!(imports(&rosa, "Ada\nBen\nCleo\nDora").await.status, 303);
    let cards = rosa.post(&format!("{ONE}/cards"), &[]).await;
    let links = links(&site, &cards);
    joins(&site, "Ada", &links[0]).await;
    rosa.opens(&[("game", "tictactoe"), ("invite", "Ben")]).await;
    let page = rosa.get(ONE).await;
    assert!(page.text("details.fold").unwrap().contains("Remove 2 accounts? Their names become free again."));
    let undone = rosa.post(&format!("{ONE}/undo"), &[]).await;
    assert_eq!((undone.status, undone.location()), (303, ONE));
    let page = rosa.get(ONE).await;
    assert!(page.text(".notice").unwrap().contains("These had been used, so they stay:"));
    assert_eq!(page.texts(".people li"), ["Ada has signed in", "Ben not signed in yet, but in a match"]);
    assert_eq!(page.texts("main form").len(), 0, "nothing is left to do");
    assert_eq!(rosa.get("/admin/users/Cleo").await.status, 404);
    assert_eq!(site.visitor().get(&links[2]).await.status, 404);
    let before = counts(&site).await;
    for action in ["undo", "cards"] {
        let refused = rosa.post(&format!("{ONE}/{action}"), &[]).await;
        assert_eq!(
            (refused.status, refused.text("p.lead").as_deref()),
            (409, Some("This import was undone."))
        );
    }
    assert_eq!(counts(&site).await, before);
    site.register("Cleo").await;
    assert_eq!(imports(&rosa, "Dora").await.location(), "/admin/users/import/2", "the names are free");
}

#[tokio::test]
async fn there_is_nothing_to_undo_or_to_print_once_everyone_has_signed_in() {
    let site = TestSite::start().await;
    let rosa = site.register_as("Rosa", Role::Admin).await;
    assert_eq!(imports(&rosa, "Ada").await.status, 303);
    let cards = rosa.post(&format!("{ONE}/cards"), &[]).await;
    joins(&site, "Ada", &links(&site, &cards)[0]).await;
    for action in ["undo", "cards"] {
        let refused = rosa.post(&format!("{ONE}/{action}"), &[]).await;
        assert_eq!((refused.status, refused.text("p.lead").as_deref()), (409, Some("Nothing to change.")));
    }
    assert_eq!(rosa.get(ONE).await.texts("main form").len(), 0);
}

#[tokio::test]
async fn only_admins_import_accounts() {
    let site = TestSite::start().await;
    let rosa = site.register_as("Rosa", Role::Admin).await;
    let (mona, ben) = (site.register_as("Mona", Role::Moderator).await, site.register("Ben").await);
    assert!(!mona.get("/admin/users").await.body.contains(IMPORT));
    assert_eq!(imports(&rosa, "Ada").await.status, 303);
    let before = counts(&site).await;
    for path in [IMPORT.to_owned(), format!("{ONE}/cards"), format!("{ONE}/undo")] {
        for person in [&mona, &ben] {
            assert_eq!(person.post(&path, &[("text", "Cleo")]).await.status, 404, "{path}");
        }
        assert_eq!(site.visitor().post(&path, &[("text", "Cleo")]).await.status, 303, "to the sign-in page");
    }
    for id in ["2", "0", "-1", "x", "1x", "99999999999999999999", "%3Cb%3E"] {
        assert_eq!(rosa.get(&format!("{IMPORT}/{id}")).await.status, 404, "{id}");
        for action in ["cards", "undo"] {
            assert_eq!(rosa.post(&format!("{IMPORT}/{id}/{action}"), &[]).await.status, 404, "{id}");
        }
    }
    assert_eq!(counts(&site).await, before);
    assert_eq!(
        site.visitor().post("/register", &[("username", "import"), ("password", PASSWORD)]).await.status,
        422
    );
}
