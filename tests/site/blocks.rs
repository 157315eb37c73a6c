//! Blocking players.

use reqwest::Method;

use crate::harness::{SHORT_WIN, TestPerson, TestSite, path};

async fn blocks(person: &TestPerson, name: &str) {
    assert_eq!(person.post(&format!("/players/{name}/block"), &[]).await.status, 303);
}

async fn listed(person: &TestPerson) -> Vec<String> {
    person.get("/matches/open").await.attributes("a.match", "href")
}

#[tokio::test]
async fn a_blocked_user_cannot_interact_and_is_not_notified() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let (ada, ben) = (&m.ada, &m.ben);
    m.play_all(&SHORT_WIN).await;
    let before = ben.opens(&[("game", "tictactoe"), ("invite", "Ada")]).await;
    blocks(ada, "ben").await;
    let invited = ben.get(&path(&before, "")).await.text("main").unwrap();
    assert!(invited.contains("Ada declined"), "his invitation is declined");
    let own = ada.opens(&[("game", "tictactoe")]).await;
    let joined = ben.post(&path(&own, "seats"), &[]).await;
    assert_eq!(joined.status, 403);
    assert!(joined.body.contains("You can’t join this match."), "{}", joined.body);
    assert!(!listed(ben).await.contains(&path(&own, "")), "her open match is not listed for him");
    let invited = ben
        .post(
            "/matches",
            &[("game", "tictactoe"), ("seats", "2"), ("visibility", "public"), ("invite", "Ada")],
        )
        .await;
    assert_eq!(invited.status, 422);
    assert!(invited.body.contains("Ada can’t be invited to this match."));
    let his = ben.opens(&[("game", "sternhalma"), ("seats", "3")]).await;
    let invited = ben.post(&path(&his, "invitations"), &[("name", "Ada")]).await;
    assert_eq!(invited.status, 422);
    assert!(!listed(ada).await.contains(&path(&his, "")), "nor his for her");
    assert!(listed(&site.visitor()).await.contains(&path(&his, "")));
    let again = ben.post(&m.path("rematch"), &[]).await;
    assert_eq!(again.status, 403);
    for page in ["/players/Ada", "/settings", &m.path(""), "/"] {
        let page = ben.get(page).await.body.to_lowercase();
        assert!(!page.contains("has blocked you") && !page.contains("blocked by"), "he is not notified");
    }
    // She may still join by herself.
    assert_eq!(ada.post(&path(&his, "seats"), &[]).await.status, 303);
    assert_eq!(ada.post("/players/Ben/unblock", &[]).await.status, 303);
    assert_eq!(ben.post(&path(&own, "seats"), &[]).await.status, 303);
}

#[tokio::test]
async fn a_user_cannot_join_a_match_of_a_player_who_blocked_them() {
    let site = TestSite::start().await;
    let (ada, ben, cleo) =
        (site.register("Ada").await, site.register("Ben").await, site.register("Cleo").await);
    blocks(&ada, "Ben").await;
    let id = cleo.opens(&[("game", "sternhalma"), ("seats", "3")]).await;
    ada.post(&path(&id, "seats"), &[]).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 403);
    assert_eq!(cleo.record(&id).await["seats"][2]["kind"], "empty");
}

#[tokio::test]
async fn chat_of_a_blocked_user_is_collapsed_for_players_and_hidden_from_watchers() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let eve = site.register("Eve").await;
    m.ben.post(&m.path("chat"), &[("text", "a rude remark")]).await;
    m.ada.post(&m.path("chat"), &[("text", "a kind remark")]).await;
    for person in [&m.ada, &eve] {
        blocks(person, "Ben").await;
    }
    let page = m.ada.get(&m.path("")).await;
    assert_eq!(page.attribute("#muted", "class").as_deref(), Some("muted muted-1"));
    let [folded] = &page.texts(".talking .by-1")[..] else { panic!("the page folds it by its class") };
    assert!(folded.starts_with("Ben a rude remark ") && folded.ends_with(" Report"), "{folded}");
    assert!(page.text(".talking .by-0").unwrap().starts_with("Ada a kind remark "));
    assert!(page.text(".unfold").unwrap().contains("Show messages from Ben"));
    let own = m.ben.get(&m.path("")).await;
    assert_eq!(own.attribute("#muted", "class").as_deref(), Some("muted"), "nobody is muted for him");
    // The stream is the same for all viewers, with the same classes.
    let seq = m.seq().await;
    let mut stream = m.ada.listens(&m.id, seq).await;
    m.play_all(&SHORT_WIN).await;
    let messages = stream.until(seq + 6).await;
    assert!(
        messages.iter().any(|message| message.data.contains("class=\"by-1\"")),
        "the chat is shown again after the end"
    );
    let watched = eve.get(&m.path("")).await;
    assert!(!watched.body.contains("a rude remark") && watched.body.contains("a kind remark"));
    assert!(site.visitor().get(&m.path("")).await.body.contains("a rude remark"));
}

#[tokio::test]
async fn emails_omit_chat_of_blocked_users() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register("Ben").await;
    let cleo = site.register("Cleo").await;
    let id = ada.opens(&[("game", "sternhalma"), ("seats", "3")]).await;
    for guest in [&ben, &cleo] {
        assert_eq!(guest.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    ada.get(&path(&id, "")).await;
    blocks(&ada, "Ben").await;
    for (person, words) in [(&ben, "a rude remark"), (&cleo, "a kind remark")] {
        assert_eq!(person.post(&path(&id, "chat"), &[("text", words)]).await.status, 303);
    }
    site.wait(2 * 60_000);
    let email = sink.next().await;
    assert!(email.text.contains("Cleo: a kind remark") && !email.text.contains("rude"), "{}", email.text);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn blocks_are_listed_and_removed_in_the_settings() {
    let site = TestSite::start().await;
    let (ada, _ben) = (site.register("Ada").await, site.register("Ben").await);
    let profile = ada.get("/players/Ben").await;
    assert_eq!(
        profile.attributes("main form", "action"),
        ["/players/Ben/follow", "/players/Ben/block", "/players/Ben/mute"]
    );
    blocks(&ada, "Ben").await;
    assert_eq!(ada.get("/players/Ben").await.attributes("main form", "action"), ["/players/Ben/unblock"]);
    let settings = ada.get("/settings").await;
    assert!(settings.attributes("form", "action").contains(&"/players/Ben/unblock".to_owned()));
    let back =
        ada.request(Method::POST, "/players/Ben/unblock").header("Referer", format!("{}/settings", site.url));
    assert_eq!(ada.send(back).await.location(), "/settings");
    assert!(ada.get("/settings").await.text("main").unwrap().contains("You haven’t blocked anyone."));
}

#[tokio::test]
async fn blocking_and_muting_need_an_existing_user() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    for verb in ["block", "unblock", "mute", "unmute"] {
        assert!(
            site.visitor().post(&format!("/players/Ben/{verb}"), &[]).await.location().starts_with("/login")
        );
        for nobody in ["Zoe", "x", "%00", "a%20b"] {
            assert_eq!(ada.post(&format!("/players/{nobody}/{verb}"), &[]).await.status, 404, "{nobody}");
        }
        assert_eq!(ada.get(&format!("/players/Ben/{verb}")).await.status, 405);
        let strange =
            ada.request(Method::POST, &format!("/players/Ben/{verb}")).header("Sec-Fetch-Site", "cross-site");
        assert_eq!(ada.send(strange).await.status, 403);
    }
    let settings = ada.get("/settings").await.text("main").unwrap();
    assert!(
        settings.contains("You haven’t blocked anyone.") && settings.contains("You haven’t muted anyone.")
    );
    assert_eq!(ada.post("/players/Ada/block", &[]).await.status, 422);
    blocks(&ada, "Ben").await;
    blocks(&ada, "Ben").await;
    assert!(
        ben.get("/settings").await.text("main").unwrap().contains("You haven’t blocked anyone."),
        "it is Ada's alone"
    );
}
