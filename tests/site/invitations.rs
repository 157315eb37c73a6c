//! Inviting users by name, and their answers.

use reqwest::Method;
use serde_json::json;

use crate::harness::{HOUR, MINUTE, PageAnswer, SHORT_WIN, TestPerson, TestSite, path};

const TABLE: [(&str, &str); 3] = [("game", "kalah"), ("seats", "2"), ("visibility", "private")];
const FOUR: [(&str, &str); 3] = [("game", "sternhalma"), ("seats", "4"), ("visibility", "public")];

async fn invites(person: &TestPerson, id: &str, name: &str) -> PageAnswer {
    person.post(&path(id, "invitations"), &[("name", name)]).await
}

async fn takes_back(person: &TestPerson, id: &str, name: &str) -> PageAnswer {
    person.post(&path(id, "invitations/withdraw"), &[("name", name)]).await
}

/// Creates a match with invitations.
async fn opens_for(person: &TestPerson, fields: &[(&str, &str)], names: &[&str]) -> String {
    let names = names.iter().map(|name| ("invite", *name));
    person.opens(&fields.iter().copied().chain(names).collect::<Vec<_>>()).await
}

#[track_caller]
fn assert_refused(answer: &PageAnswer, status: u16, words: &str) {
    assert_eq!(answer.status, status, "{:?}", answer.text("main"));
    let shown = answer.text("main").unwrap_or_else(|| answer.body.clone());
    assert!(shown.contains(words), "{words}: {shown}");
}

#[tokio::test]
async fn a_private_match_is_created_with_an_invitation_by_name_that_is_accepted() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = opens_for(&ada, &TABLE, &[" bEN "]).await;
    assert_eq!(ada.get(&path(&id, "")).await.texts(".seats .remark")[1], "reserved for Ben");
    let (links, words) = ben.lists("Invitations").await;
    assert_eq!(links, [path(&id, "")]);
    assert!(
        words.contains("Mancala (Kalah) Ada moves first private Ada is new here Ada invites you"),
        "{words}"
    );
    assert_eq!((ben.turns().await.as_str(), ada.turns().await.as_str()), ("1", "0"));
    let home = ben.get("/").await;
    assert_eq!(home.text("#turns").as_deref(), Some("1 waiting for you"));
    assert!(home.text("title").unwrap().starts_with("(1)"));
    let icon = home.attribute("link[rel=icon]", "href").unwrap();
    assert!(
        icon.ends_with("/icons/waiting-1.svg") && ben.get(&icon).await.body.contains(">1</text>"),
        "{icon}"
    );
    let turns = ben.get("/turns").await;
    assert_eq!((turns.body.as_str(), turns.header("x-icon")), ("1", icon.as_str()));
    let page = ben.get(&path(&id, "")).await;
    assert_eq!(page.text("h1").as_deref(), Some("Ada invites you to Mancala (Kalah)"));
    let buttons = page.texts(".joining button");
    assert_eq!(buttons, ["Accept", "Decline"]);
    let answer = ben.post(&path(&id, "seats"), &[]).await;
    assert_eq!((answer.status, answer.location()), (303, &*path(&id, "")));
    assert_eq!(ben.record(&id).await["status"], "playing");
    assert_eq!((ben.turns().await.as_str(), ada.turns().await.as_str()), ("0", "1"));
    assert_eq!(ben.lists("Invitations").await.0.len(), 0);
}

#[tokio::test]
async fn invited_names_are_separated_by_commas_or_spaces_or_in_several_fields() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for name in ["Ben", "Cleo", "Dora"] {
        site.register(name).await;
    }
    for names in [&["Ben, Cleo,Dora"][..], &["Ben", "Cleo", "", "dora"], &["Ben Cleo", "Dora"]] {
        let id = opens_for(&ada, &FOUR, names).await;
        let remarks = ada.get(&path(&id, "")).await.texts(".seats .remark");
        assert_eq!(remarks, ["", "reserved for Ben", "reserved for Cleo", "reserved for Dora"], "{names:?}");
    }
}

#[tokio::test]
async fn a_match_is_not_created_with_an_invalid_invitation() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for name in ["Ben", "Cleo", "Dora", "Emil"] {
        site.register(name).await;
    }
    let long = "x".repeat(5000);
    let wrong = [
        ("Nobody", "There’s no user called “Nobody”"),
        ("Ben, N\u{f6}l", "There’s no user called “N\u{f6}l”"),
        ("<b>", "There’s no user called “<b>”"),
        (&*long, "There’s no user called “xxxxxxxxxxxxxxxxxxxx”"),
        ("ada", "You can’t invite yourself"),
        ("Ben, ben", "Ben is already invited"),
        ("Ben, Cleo, Dora, Emil", "at most 3 people"),
    ];
    for (names, words) in wrong {
        let fields = [&FOUR[..], &[("invite", names)]].concat();
        for answer in [ada.post("/matches", &fields).await, ada.post_by_htmx("/matches", &fields).await] {
            assert_eq!(answer.status, 422, "{names}");
            assert!(
                answer.text("#invite-problem").unwrap_or_default().contains(words),
                "{names}: {}",
                answer.body
            );
            let preserved = answer.attribute("#invite", "value").unwrap();
            assert!(names.starts_with(&preserved) && preserved.len() <= 200, "{preserved}");
        }
    }
    let opened: i64 =
        sqlx::query_scalar("SELECT count(*) FROM matches").fetch_one(&site.database().await).await.unwrap();
    assert_eq!(opened, 0);
}

#[tokio::test]
async fn the_host_invites_on_the_match_page_and_withdraws() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&FOUR).await;
    let page = ada.get(&path(&id, "")).await;
    assert_eq!(page.attribute("form.invite", "action"), Some(path(&id, "invitations")));
    assert_eq!(ben.get(&path(&id, "")).await.texts("form.invite").len(), 0, "only the host");
    assert_eq!(invites(&ada, &id, " ben").await.location(), path(&id, ""));
    assert_eq!(ben.lists("Invitations").await.0, [path(&id, "")]);
    let page = ada.get(&path(&id, "")).await;
    assert_eq!(page.attribute(".seats form input[name=name]", "value").as_deref(), Some("Ben"));
    assert_eq!(takes_back(&ada, &id, "BEN").await.location(), path(&id, ""));
    assert_eq!((ben.lists("Invitations").await.0.len(), ben.turns().await.as_str()), (0, "0"));
    assert_refused(&takes_back(&ada, &id, "Ben").await, 409, "No seat is reserved for Ben any more.");
    assert_eq!(ada.record(&id).await["seq"], 4);
}

#[tokio::test]
async fn htmx_receives_the_match_with_the_invitation() {
    let site = TestSite::start().await;
    let (ada, _ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&FOUR).await;
    let answer = ada.post_by_htmx(&path(&id, "invitations"), &[("name", "Ben")]).await;
    assert_eq!(answer.status, 200);
    assert!(!answer.is_page() && answer.body.contains("reserved for Ben"), "{}", answer.body);
    let answer = ada.post_by_htmx(&path(&id, "invitations"), &[("name", "Nobody")]).await;
    assert_refused(&answer, 422, "There’s no user called “Nobody”");
}

#[tokio::test]
async fn a_user_who_is_invited_seated_or_unknown_cannot_be_invited() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let (cleo, _dora, _emil) =
        (site.register("Cleo").await, site.register("Dora").await, site.register("Emil").await);
    let id = ada.opens(&FOUR).await;
    invites(&ada, &id, "Ben").await;
    cleo.post(&path(&id, "seats"), &[]).await;
    for (name, words) in [
        ("Ben", "Ben is already invited."),
        ("cleo", "Cleo is already in this match."),
        ("Ada", "You can’t invite yourself"),
        ("Nobody", "There’s no user called “Nobody”."),
        ("", "There’s no user called “”."),
        ("B\u{e9}n", "There’s no user called “B\u{e9}n”."),
        ("Ben\u{0}", "There’s no user called"),
        ("' OR 1=1 --", "There’s no user called"),
    ] {
        assert_refused(&invites(&ada, &id, name).await, 422, words);
    }
    invites(&ada, &id, "Dora").await;
    assert_refused(&invites(&ada, &id, "Emil").await, 422, "There’s no seat left for Emil.");
    ben.post(&path(&id, "seats/decline"), &[]).await;
    assert_refused(&invites(&ada, &id, "Ben").await, 422, "Ben has declined");
    assert_eq!(ada.get(&path(&id, "")).await.text("#panel").unwrap().matches("Ben declined.").count(), 1);
    for form in ["", "name=%ff", "who=Ben", "name=Ben&name=Cleo", "name=Ben&seat=1"] {
        let status = ada.post_bytes(&path(&id, "invitations"), form).await.status;
        assert_eq!(status, if form.contains("%ff") { 400 } else { 422 }, "{form}");
    }
    assert_eq!(ada.record(&id).await["seq"], 6);
}

#[tokio::test]
async fn only_the_host_of_an_open_match_invites() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let (cleo, _dora) = (site.register("Cleo").await, site.register("Dora").await);
    let id = ada.opens(&FOUR).await;
    ben.post(&path(&id, "seats"), &[]).await;
    for person in [&ben, &cleo] {
        for name in ["Dora", "Nobody"] {
            assert_refused(&invites(person, &id, name).await, 403, "Only the host");
            assert_refused(&takes_back(person, &id, name).await, 403, "Only the host");
        }
    }
    let visitor = site.visitor();
    assert!(invites(&visitor, &id, "Dora").await.location().starts_with("/login"));
    let foreign = ada.request(Method::POST, &path(&id, "invitations")).form(&[("name", "Dora")]);
    assert_eq!(ada.send(foreign.header("Origin", "https://evil.example")).await.status, 403);
    assert_eq!(invites(&ada, "7Wd2hkQ9xYzA", "Dora").await.status, 404);
    ada.post(&path(&id, "start"), &[]).await;
    assert_refused(&invites(&ada, &id, "Dora").await, 409, "no longer open");
    assert_refused(&takes_back(&ada, &id, "Dora").await, 409, "no longer open");
    let private = opens_for(&ada, &TABLE, &["Ben"]).await;
    ben.post(&path(&private, "seats"), &[]).await;
    assert_eq!(invites(&cleo, &private, "Dora").await.status, 404, "the private match is hidden from her");
}

#[tokio::test]
async fn an_invitation_is_for_one_user_and_used_once() {
    let site = TestSite::start().await;
    let (ada, ben, eve) =
        (site.register("Ada").await, site.register("Ben").await, site.register("Eve").await);
    let id = opens_for(&ada, &TABLE, &["Ben"]).await;
    assert_refused(&eve.post(&path(&id, "seats"), &[]).await, 409, "no free seat");
    assert_refused(
        &eve.post(&path(&id, "seats/decline"), &[]).await,
        403,
        "No seat in this match is reserved for you.",
    );
    let seats = path(&id, "seats");
    let twice = futures_util::future::join_all([ben.post(&seats, &[]), ben.post(&seats, &[])]).await;
    assert_eq!(twice.iter().map(|answer| answer.status).collect::<Vec<_>>(), [303, 303]);
    let record = ben.record(&id).await;
    assert_eq!((&record["status"], &record["seq"]), (&json!("playing"), &json!(4)));
    assert_refused(&ben.post(&path(&id, "seats/decline"), &[]).await, 409, "no longer open");
}

#[tokio::test]
async fn an_invitation_is_void_once_the_match_started_without_its_user() {
    let site = TestSite::start().await;
    let (ada, ben, cleo) =
        (site.register("Ada").await, site.register("Ben").await, site.register("Cleo").await);
    let id = opens_for(&ada, &FOUR, &["Cleo"]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    assert_eq!(cleo.turns().await, "1");
    ada.post(&path(&id, "start"), &[]).await;
    assert_eq!((cleo.lists("Invitations").await.0.len(), cleo.turns().await.as_str()), (0, "0"));
    assert_refused(&cleo.post(&path(&id, "seats"), &[]).await, 409, "no longer open");
}

#[tokio::test]
async fn repeated_invitations_of_one_user_are_rate_limited() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    let (ada, ben, _cleo) =
        (site.register("Ada").await, site.register("Ben").await, site.register("Cleo").await);
    let id = ada.opens(&FOUR).await;
    for _ in 0..5 {
        assert_eq!(invites(&ada, &id, "Ben").await.status, 303);
        assert_eq!(invites(&ada, &id, "Ben").await.status, 422, "refused invitations are not counted");
        takes_back(&ada, &id, "Ben").await;
    }
    let answer = invites(&ada, &id, "Ben").await;
    assert_refused(&answer, 429, "Too many attempts. Wait 6 hours");
    assert!(answer.header("retry-after").parse::<u64>().unwrap() > 3600);
    let form = [&TABLE[..], &[("invite", "Ben")]].concat();
    assert_eq!(ada.post("/matches", &form).await.status, 429);
    assert_eq!(invites(&ada, &id, "Cleo").await.status, 303, "other users can be invited");
    let own = ben.opens(&FOUR).await;
    assert_eq!(invites(&ben, &own, "Cleo").await.status, 303);
}

#[tokio::test]
async fn an_invitation_and_its_answer_are_sent_by_email() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let cleo = site.register_with_mail("Cleo", &mut sink).await;
    let fields = [
        ("game", "sternhalma"),
        ("seats", "4"),
        ("time", "days"),
        ("time.days", "3"),
        ("option.finish", "own_ten"),
    ];
    let id = opens_for(&ada, &fields, &["Ben"]).await;
    ada.get(&path(&id, "")).await;
    site.wait(MINUTE);
    let email = sink.next().await;
    assert_eq!(
        (email.to.as_str(), email.subject().as_str()),
        ("ben@example.org", "Ada invites you: Chinese Checkers (Sternhalma)")
    );
    for words in [
        "Chinese Checkers (Sternhalma) with Ada",
        "Ada invites you to a match for four. 3 days per move; Finish all ten home; rated.",
        "The invitation is valid until Saturday 28 November, 12:00 (UTC).",
    ] {
        assert!(email.text.contains(words), "{words}: {}", email.text);
    }
    assert_eq!(email.link(&site.url, "/matches/"), path(&id, ""));
    assert!(email.html.contains("View match") && email.images.is_empty(), "{}", email.html);
    invites(&ada, &id, "Cleo").await;
    cleo.get("/").await;
    cleo.get(&path(&id, "")).await;
    site.wait(MINUTE);
    site.mails_nothing(&mut sink).await;
    ben.post(&path(&id, "seats/decline"), &[]).await;
    site.wait(MINUTE);
    let email = sink.next().await;
    assert_eq!(
        (email.to.as_str(), email.subject().as_str()),
        ("ada@example.org", "Ben declined your invitation: Chinese Checkers (Sternhalma)")
    );
    assert!(email.text.contains("Ben declined your invitation."), "{}", email.text);
    // No further answer is notified until she has looked.
    ada.get(&path(&id, "")).await;
    cleo.post(&path(&id, "seats"), &[]).await;
    site.wait(MINUTE);
    let email = sink.next().await;
    assert_eq!(email.subject(), "Cleo accepted your invitation: Chinese Checkers (Sternhalma)");
    assert!(email.text.contains("Cleo joined.") && !email.text.contains("Ben"), "{}", email.text);
    site.wait(12 * MINUTE);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_withdrawn_invitation_is_not_sent() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    let _ben = site.register_with_mail("Ben", &mut sink).await;
    let id = ada.opens(&FOUR).await;
    invites(&ada, &id, "Ben").await;
    takes_back(&ada, &id, "Ben").await;
    site.wait(HOUR);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_rematch_is_an_invitation_and_can_be_offered_again_after_it_failed() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let id = ada.opens(&[("game", "tictactoe")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    for (number, ply) in SHORT_WIN.iter().enumerate() {
        let player = if number % 2 == 0 { &ada } else { &ben };
        assert_eq!(player.play(&id, ply).await.status, 303);
    }
    ben.get(&path(&id, "")).await;
    let first = ada.post(&path(&id, "rematch"), &[]).await.location().to_owned();
    site.wait(MINUTE);
    let email = sink.next().await;
    assert_eq!(email.subject(), "Ada offers a rematch: Tic-Tac-Toe");
    assert_eq!(ben.lists("Invitations").await.0, std::slice::from_ref(&first));
    assert_eq!(ada.post(&format!("{first}/abort"), &[]).await.status, 303);
    let again = ben.post(&path(&id, "rematch"), &[]).await.location().to_owned();
    assert!(again != first && again.starts_with("/matches/"), "{again}");
    assert_eq!(ada.lists("Invitations").await.0, [again]);
}

#[tokio::test]
async fn a_profile_links_to_the_new_match_form_with_an_invitation() {
    let site = TestSite::start().await;
    let (ada, _ben) = (site.register("Ada").await, site.register("Ben").await);
    let links = |page: &PageAnswer| page.attributes("main a", "href");
    let to = "/matches/new?invite=Ben".to_owned();
    assert!(links(&ada.get("/players/Ben").await).contains(&to));
    assert!(!ada.get("/players/Ada").await.body.contains("?invite="), "not oneself");
    assert!(!site.visitor().get("/players/Ben").await.body.contains("?invite="));
    let form = ada.get(&to).await;
    assert_eq!(form.attribute("#invite", "value").as_deref(), Some("Ben"));
    let other_game = form.attribute("main nav a:not([aria-current])", "href").unwrap();
    assert!(other_game.ends_with("&invite=Ben"), "{other_game}");
    let form = ada.get(&other_game).await;
    assert_eq!(form.attribute("#invite", "value").as_deref(), Some("Ben"));
    let preset = ada.get("/matches/new?game=kalah&invite=Ben&preset=standard").await;
    assert_eq!(preset.attribute("#invite", "value").as_deref(), Some("Ben"));
    for name in ["%22%3E%3Cb%3E", "%ff", &"x".repeat(3000), "a%26b%3Dc"] {
        for page in [format!("/matches/new?invite={name}"), format!("/matches/new?game=kalah&invite={name}")]
        {
            let answer = ada.get(&page).await;
            assert!([200, 400].contains(&answer.status) && !answer.body.contains("<b>"), "{page}");
        }
    }
}
