//! Muting players.

use reqwest::Method;

use crate::harness::{PASSWORD, SHORT_WIN, TestPerson, TestSite, path};

async fn mutes(person: &TestPerson, name: &str) {
    assert_eq!(person.post(&format!("/players/{name}/mute"), &[]).await.status, 303);
}

async fn says(person: &TestPerson, match_id: &str, text: &str) {
    assert_eq!(person.post(&path(match_id, "chat"), &[("text", text)]).await.status, 303);
}

#[tokio::test]
async fn chat_of_a_muted_user_is_collapsed_for_players_and_hidden_from_watchers() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let eve = site.register("Eve").await;
    says(&m.ben, &m.id, "a rude remark").await;
    says(&m.ada, &m.id, "a kind remark").await;
    for person in [&m.ada, &eve] {
        mutes(person, "Ben").await;
    }
    let page = m.ada.get(&m.path("")).await;
    assert_eq!(page.attribute("#muted", "class").as_deref(), Some("muted muted-1"));
    let [folded] = &page.texts(".talking .by-1")[..] else { panic!("the page folds it by its class") };
    assert!(folded.starts_with("Ben a rude remark ") && folded.ends_with(" Report"), "{folded}");
    assert!(page.text(".unfold").unwrap().contains("Show messages from Ben"));
    let own = m.ben.get(&m.path("")).await;
    assert_eq!(own.attribute("#muted", "class").as_deref(), Some("muted"), "it is Ada's alone");
    m.play_all(&SHORT_WIN).await;
    let watched = eve.get(&m.path("")).await;
    assert!(!watched.body.contains("a rude remark") && watched.body.contains("a kind remark"));
    assert!(site.visitor().get(&m.path("")).await.body.contains("a rude remark"));
    assert_eq!(m.ada.post("/players/Ben/unmute", &[]).await.status, 303);
    let heard = m.ada.get(&m.path("")).await;
    assert_eq!(heard.attribute("#muted", "class").as_deref(), Some("muted"));
    assert_eq!(heard.text(".unfold"), None);
}

#[tokio::test]
async fn a_muted_user_can_still_play_invite_and_join() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let (ada, ben) = (&m.ada, &m.ben);
    mutes(ada, "ben").await;
    m.play_all(&SHORT_WIN).await;
    let hers = ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(ben.post(&path(&hers, "seats"), &[]).await.status, 303);
    let invited_match = ben.opens(&[("game", "tictactoe"), ("invite", "Ada")]).await;
    assert!(ada.get("/").await.body.contains(&path(&invited_match, "")), "she is invited as before");
    assert_eq!(ada.post(&path(&invited_match, "seats"), &[]).await.status, 303);
    assert_eq!(ben.post(&m.path("rematch"), &[]).await.status, 303);
    for page in ["/players/Ada", "/settings", &m.path(""), "/"] {
        let page = ben.get(page).await.body.to_lowercase();
        assert!(!page.contains("has muted you") && !page.contains("muted by"), "he is not notified");
    }
}

#[tokio::test]
async fn chat_of_a_muted_user_who_joins_later_is_collapsed_from_the_start() {
    let site = TestSite::start().await;
    let (ada, ben, cleo) =
        (site.register("Ada").await, site.register("Ben").await, site.register("Cleo").await);
    mutes(&ada, "Cleo").await;
    let id = ada.opens(&[("game", "sternhalma"), ("seats", "3")]).await;
    let seq = ada.record(&id).await["seq"].as_u64().unwrap();
    let (mut stream, mut other) = (ada.listens(&id, seq).await, ben.listens(&id, seq).await);
    for guest in [&ben, &cleo] {
        assert_eq!(guest.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    says(&cleo, &id, "a rude remark").await;
    let last = ada.record(&id).await["seq"].as_u64().unwrap();
    let heard = stream.until(last).await;
    let folded =
        heard.iter().position(|message| message.data.contains("id=\"muted\" class=\"muted muted-2\""));
    let joined = heard.iter().position(|message| message.data.contains(">Cleo<"));
    assert!(folded.is_some() && folded <= joined, "{folded:?} {joined:?}");
    let chat = loop {
        let message = stream.next().await.unwrap();
        if message.data.contains("a rude remark") {
            break message.data;
        }
    };
    assert!(chat.contains("class=\"by-2\""), "{chat}");
    let page = ada.get(&path(&id, "")).await;
    assert_eq!(page.attribute("#muted", "class").as_deref(), Some("muted muted-2"), "as the page is served");
    let others = other.until(last).await;
    assert!(others.iter().all(|message| !message.data.contains("id=\"muted\"")), "it is sent to no one else");
    // A reader who was disconnected is updated too.
    let mut again = ada.listens(&id, seq).await;
    let missed = again.until(last).await;
    assert!(missed.iter().any(|message| message.data.contains("class=\"muted muted-2\"")));
}

#[tokio::test]
async fn emails_omit_chat_of_muted_users_but_not_their_invitations() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register("Ben").await;
    let id = ada.opens(&[("game", "tictactoe")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.get(&path(&id, "")).await;
    mutes(&ada, "Ben").await;
    says(&ben, &id, "a rude remark").await;
    let invited_match = ben.opens(&[("game", "kalah"), ("invite", "Ada")]).await;
    site.wait(2 * 60_000);
    let mut invited = false;
    while let Ok(email) = tokio::time::timeout(std::time::Duration::from_secs(4), sink.next()).await {
        assert!(!email.text.contains("rude"), "{}", email.text);
        invited |= email.text.contains(&invited_match);
    }
    assert!(invited, "no invitation was sent");
}

#[tokio::test]
async fn chat_of_a_muted_user_among_several_is_neither_emailed_nor_in_the_news() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let (ben, cleo) = (site.register("Ben").await, site.register("Cleo").await);
    let id = ada.opens(&[("game", "sternhalma"), ("seats", "3")]).await;
    for guest in [&ben, &cleo] {
        assert_eq!(guest.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    mutes(&ada, "Cleo").await;
    ada.get(&path(&id, "")).await;
    says(&ben, &id, "a kind remark").await;
    says(&cleo, &id, "a rude remark").await;
    site.wait(2 * 60_000);
    let email = sink.next().await;
    assert!(email.text.contains("Ben: a kind remark") && !email.text.contains("rude"), "{}", email.text);
    assert_eq!(ada.post("/settings/feeds/news", &[]).await.status, 303);
    let feed = ada.get("/settings").await.attribute("#feed-news", "value").unwrap();
    let news = site.visitor().get(feed.strip_prefix(&site.url).unwrap()).await.body;
    assert!(news.contains("a kind remark") && !news.contains("rude"), "{news}");
}

#[tokio::test]
async fn mutes_are_listed_and_removed_in_the_settings() {
    let site = TestSite::start().await;
    let (ada, _ben) = (site.register("Ada").await, site.register("Ben").await);
    assert!(ada.get("/settings").await.text("main").unwrap().contains("You haven’t muted anyone."));
    mutes(&ada, "Ben").await;
    let profile = ada.get("/players/Ben").await;
    assert_eq!(
        profile.attributes("main form", "action"),
        ["/players/Ben/follow", "/players/Ben/block", "/players/Ben/unmute"]
    );
    assert!(profile.text("header p.soft + div + p").unwrap().starts_with("You muted Ben."));
    let settings = ada.get("/settings").await;
    assert!(settings.attributes("form", "action").contains(&"/players/Ben/unmute".to_owned()));
    assert!(settings.text("main").unwrap().contains("You haven’t blocked anyone."), "a mute is no block");
    let back =
        ada.request(Method::POST, "/players/Ben/unmute").header("Referer", format!("{}/settings", site.url));
    assert_eq!(ada.send(back).await.location(), "/settings");
    assert!(ada.get("/settings").await.text("main").unwrap().contains("You haven’t muted anyone."));
}

#[tokio::test]
async fn muting_oneself_is_refused_and_muting_twice_changes_nothing() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let own = ada.post("/players/Ada/mute", &[]).await;
    assert_eq!(own.status, 422);
    assert!(own.body.contains("You can’t mute yourself."));
    let settings = ada.get("/settings").await.text("main").unwrap();
    assert!(settings.contains("You haven’t muted anyone."), "nothing of all that has changed anything");
    mutes(&ada, "Ben").await;
    mutes(&ada, "Ben").await;
    assert_eq!(ada.get("/settings").await.attributes("form[action$=unmute]", "action").len(), 1);
    assert!(ben.get("/settings").await.text("main").unwrap().contains("You haven’t muted anyone."));
}

#[tokio::test]
async fn muting_and_blocking_are_independent() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let ada = &m.ada;
    assert_eq!(ada.post("/players/Ben/block", &[]).await.status, 303);
    mutes(ada, "Ben").await;
    let both = ada.get("/players/Ben").await;
    assert_eq!(both.attributes("main form", "action"), ["/players/Ben/unblock", "/players/Ben/unmute"]);
    let folded = ada.get(&m.path("")).await;
    assert_eq!(folded.attribute("#muted", "class").as_deref(), Some("muted muted-1"), "once is enough");
    assert_eq!(ada.post("/players/Ben/unblock", &[]).await.status, 303);
    let still = ada.get(&m.path("")).await;
    assert_eq!(still.attribute("#muted", "class").as_deref(), Some("muted muted-1"));
    assert_eq!(ada.post("/players/Ben/unmute", &[]).await.status, 303);
    let heard = ada.get(&m.path("")).await;
    assert_eq!(heard.attribute("#muted", "class").as_deref(), Some("muted"));
}

#[tokio::test]
async fn mutes_are_deleted_with_either_account() {
    let site = TestSite::start().await;
    let (ada, ben, cleo) =
        (site.register("Ada").await, site.register("Ben").await, site.register("Cleo").await);
    let remaining = (site.user_id("Cleo").await, site.user_id("Ben").await);
    for (who, other) in [(&ada, "Ben"), (&ben, "Ada"), (&cleo, "Ada"), (&cleo, "Ben")] {
        mutes(who, other).await;
    }
    let leaving = [("name", "Ada"), ("password", PASSWORD)];
    assert_eq!(ada.post("/account/delete", &leaving).await.status, 200);
    let left: Vec<(i64, i64)> = sqlx::query_as("SELECT user_id, muted_id FROM muted_players")
        .fetch_all(&site.database().await)
        .await
        .unwrap();
    assert_eq!(left, [remaining], "only Cleo and Ben are left");
}
