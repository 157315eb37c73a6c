//! Accounts that staff have to approve.

use parlour::users::Role;

use crate::harness::{HOUR, PASSWORD, PageAnswer, TestPerson, TestSite};
use crate::sink::MailSink;

const CREATE: &[(&str, &str)] = &[("game", "tictactoe"), ("seats", "2"), ("visibility", "public")];
const WAITS: &str = "An admin or moderator has yet to approve your account.";
const WAITING: &str = "/admin/users?show=waiting&order=newest";
const APPROVED: &str = "/admin/users?show=waiting&order=newest&done=approve";

/// A site with mail on which accounts have to be approved, with an admin.
async fn site() -> (TestSite, MailSink, TestPerson) {
    let (site, mut sink) = TestSite::with_mail().await;
    let rosa = site.register_with_mail("Rosa", &mut sink).await;
    site.make("Rosa", Role::Admin).await;
    assert_eq!(rosa.post("/login", &[("username", "Rosa"), ("password", PASSWORD)]).await.status, 303);
    sets(&rosa, &[("registration", "approval")]).await;
    (site, sink, rosa)
}

async fn sets(admin: &TestPerson, fields: &[(&str, &str)]) {
    assert_eq!(admin.post("/admin/site", fields).await.location(), "/admin/site?done=saved");
}

async fn applies(site: &TestSite, name: &str, application: &str) -> (TestPerson, PageAnswer) {
    let person = site.visitor();
    let fields = [
        ("username", name),
        ("password", PASSWORD),
        ("application", application),
        ("next", "/matches/AAAAAAAAAAAA/seats"),
    ];
    let answer = person.post("/register", &fields).await;
    (person, answer)
}

#[tokio::test]
async fn an_account_can_be_used_once_it_is_approved() {
    let (site, mut sink, rosa) = site().await;
    let form = site.visitor().get("/register").await;
    assert!(form.text(".lead").unwrap().contains("has to approve your account"), "{}", form.body);
    let (ben, answer) = applies(&site, "Ben", "I play <b>chess</b> with Rosa").await;
    assert_eq!((answer.status, answer.location()), (303, "/"), "no match is joined");
    let told = sink.next().await;
    assert_eq!((&*told.to, told.header("Subject")), ("rosa@example.org", "[Parlour] Ben would like to join"));
    assert!(told.text.contains(WAITING) && !told.text.contains("chess"), "{}", told.text);

    let home = ben.get("/").await;
    assert!(home.text("#sanctions").unwrap().contains(WAITS), "{}", home.body);
    for (path, fields) in [("/matches", CREATE), ("/players/Rosa/follow", &[]), ("/import", &[("text", "x")])]
    {
        let refused = ben.post(path, fields).await;
        assert!(refused.status == 403 && refused.body.contains(WAITS), "{path}: {}", refused.body);
    }
    assert_eq!(ben.get("/watch").await.status, 200, "what everybody can see");
    assert_eq!(ben.post("/settings/address", &[("address", "ben@example.org")]).await.status, 303);
    let link = sink.next().await.link(&site.url, "/settings/address/");
    assert_eq!(ben.post(&link, &[]).await.status, 303);
    assert_eq!(ben.post("/matches", CREATE).await.status, 403, "an address alone approves nothing");

    let overview = rosa.get("/admin").await;
    assert!(overview.attributes("main a", "href").contains(&WAITING.to_owned()), "{}", overview.body);
    let list = rosa.get(WAITING).await;
    assert!(list.text(".people li").unwrap().contains("I play <b>chess</b> with Rosa"), "{}", list.body);
    assert!(rosa.get("/admin/users?show=suspended").await.texts(".people li").is_empty());
    let approved = rosa.post("/admin/users/Ben/approve", &[]).await;
    assert_eq!((approved.status, approved.location()), (303, APPROVED));
    let list = rosa.get(APPROVED).await;
    assert_eq!(list.text("[role=status]").as_deref(), Some("Account approved."));
    assert!(list.texts(".people li").is_empty());
    let email = sink.next().await;
    assert_eq!(
        (&*email.to, email.header("Subject")),
        ("ben@example.org", "[Parlour] Your account was approved")
    );
    assert_eq!(ben.post("/matches", CREATE).await.status, 303);
    assert!(!ben.get("/").await.body.contains(WAITS));
    let history = rosa.get("/admin/audit?person=ben").await;
    assert!(history.text("main").unwrap().contains("Rosa approved the account of Ben"), "{}", history.body);
}

#[tokio::test]
async fn only_accounts_that_wait_are_approved_and_only_by_staff() {
    let (site, _sink, rosa) = site().await;
    sets(&rosa, &[("registration", "open")]).await;
    let mo = site.register_as("Mo", Role::Moderator).await;
    sets(&rosa, &[("registration", "approval")]).await;
    let (ben, _) = applies(&site, "Ben", "").await;
    assert_eq!(mo.post("/admin/users/Mo/approve", &[]).await.status, 403);
    assert_eq!(rosa.post("/admin/users/Nobody/approve", &[]).await.status, 404);
    assert_eq!(ben.post("/admin/users/Ben/approve", &[]).await.status, 403);
    // Those who wait are no suspended users.
    let form = [("why", "shouts"), ("days", "3"), ("changes", "yes")];
    assert_eq!(mo.post("/admin/users/Ben/suspension", &form).await.status, 409);
    assert_eq!(mo.post("/admin/users/Ben/suspension/end", &[]).await.status, 409);
    let page = mo.get("/admin/users/Ben").await;
    let actions = page.attributes("form", "action");
    assert!(actions.iter().any(|action| action.starts_with("/admin/users/Ben/approve")), "{actions:?}");
    assert!(!actions.iter().any(|action| action.contains("suspension")), "{actions:?}");
    assert_eq!(mo.post("/admin/users/Ben/approve", &[]).await.status, 303);
    assert_eq!(mo.post("/admin/users/Ben/approve", &[]).await.status, 409, "once");
    assert_eq!(mo.post("/admin/users/Ben/suspension", &form).await.status, 303);
    assert_eq!(mo.post("/admin/users/Ben/approve", &[]).await.status, 409, "a suspension is not ended by it");
}

#[tokio::test]
async fn what_an_applicant_writes_is_short_and_kept_in_the_form() {
    let (site, _sink, _rosa) = site().await;
    let long = "é".repeat(301);
    let (_, refused) = applies(&site, "Ben", &long).await;
    assert_eq!((refused.status, refused.text("[name=application]")), (422, Some(long)));
    assert_eq!(refused.text("#application-problem").as_deref(), Some("Use 300 characters or fewer."));
    assert_eq!(site.visitor().get("/players/Ben").await.status, 404);
    let (_, taken) = applies(&site, "Rosa", "A friend").await;
    assert_eq!((taken.status, taken.text("[name=application]").as_deref()), (409, Some("A friend")));
    let (ben, accepted) = applies(&site, "Ben", &"é".repeat(300)).await;
    assert_eq!(accepted.status, 303);
    let own = crate::export::archive(&ben).await;
    assert!(own["account.json"].contains("ééé"), "{own:?}");
}

#[tokio::test]
async fn an_invitation_needs_no_approval() {
    let (site, _sink, rosa) = site().await;
    let made = rosa.post("/admin/invitations", &[("note", "Club"), ("places", "1"), ("days", "7")]).await;
    let list = rosa.get(made.location()).await;
    let link = list.texts("main code").into_iter().find(|text| text.contains("/register?")).unwrap();
    let key = link.rsplit_once("invitation=").unwrap().1.to_owned();
    let ben = site.visitor();
    let fields = [("username", "Ben"), ("password", PASSWORD), ("invitation", &*key)];
    assert_eq!(ben.post("/register", &fields).await.status, 303);
    assert_eq!(ben.post("/matches", CREATE).await.status, 303);
}

#[tokio::test]
async fn a_confirmed_address_at_a_domain_of_the_site_approves_the_account() {
    let (site, mut sink, rosa) = site().await;
    let refused = rosa.post("/admin/site", &[("mail_domains", "school example")]).await;
    assert_eq!((refused.status, refused.texts(".problem").len()), (422, 1));
    sets(&rosa, &[("mail_domains", "@School.example, example.net")]).await;
    let form = site.visitor().get("/register").await.text(".lead").unwrap();
    assert!(form.contains("confirm an email address at school.example, example.net"), "{form}");
    let (ben, _) = applies(&site, "Ben", "").await;
    assert_eq!(sink.next().await.to, "rosa@example.org");
    for (address, status) in [("ben@sub.school.example", 403), ("ben@SCHOOL.example", 303)] {
        assert_eq!(ben.post("/settings/address", &[("address", address)]).await.status, 303);
        assert_eq!(ben.post("/matches", CREATE).await.status, 403, "not before it is confirmed");
        let link = sink.next().await.link(&site.url, "/settings/address/");
        assert_eq!(ben.post(&link, &[]).await.status, 303);
        assert_eq!(ben.post("/matches", CREATE).await.status, status, "{address}");
    }
    assert_eq!(rosa.post("/admin/users/Ben/approve", &[]).await.status, 409);
    // An address approves no suspended user.
    site.suspend("Ben").await;
    site.runs_tasks().await;
    assert_eq!(sink.next().await.header("Subject"), "[Parlour] Your account was suspended");
    ben.post("/settings/address", &[("address", "two@school.example")]).await;
    let link = sink.next().await.link(&site.url, "/settings/address/");
    assert_eq!(ben.post(&link, &[]).await.status, 303);
    assert_eq!(ben.post("/matches", CREATE).await.status, 403);
}

#[tokio::test]
async fn an_email_to_staff_about_an_account_that_was_dealt_with_is_not_sent() {
    let (site, mut sink, rosa) = site().await;
    let daily = [("zone", "UTC"), ("pace", "daily")];
    assert_eq!(rosa.post("/settings", &daily).await.status, 303);
    applies(&site, "Ben", "").await;
    site.mails_nothing(&mut sink).await;
    assert_eq!(rosa.post("/admin/users/Ben/approve", &[]).await.status, 303);
    site.wait(48 * HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn on_a_site_for_members_an_applicant_sees_only_their_account() {
    let (site, _sink, rosa) = site().await;
    let id = rosa.opens(&[("game", "tictactoe"), ("visibility", "public")]).await;
    sets(&rosa, &[("visibility", "members")]).await;
    let (ben, _) = applies(&site, "Ben", "").await;
    assert_eq!(ben.get("/").await.location(), "/account");
    for page in ["/account", "/settings"] {
        let page = ben.get(page).await;
        assert!(page.status == 200 && page.body.contains(WAITS));
    }
    let paths = [format!("/matches/{id}"), "/watch".into(), "/players/Rosa".into(), "/matches/open".into()];
    for path in paths.iter().map(String::as_str).chain(["//watch", "/%77atch", "/account/../watch"]) {
        let refused = ben.get(path).await;
        assert!(matches!(refused.status, 403 | 404), "{path}: {}", refused.status);
        assert!(!refused.body.contains("Tic-Tac-Toe"), "{path}");
    }
    assert_eq!(rosa.post("/admin/users/Ben/approve", &[]).await.status, 303);
    assert_eq!((ben.get("/").await.status, ben.get("/watch").await.status), (200, 200));
}
