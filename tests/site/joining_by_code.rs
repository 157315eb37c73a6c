//! Joining a match by its code.

use crate::harness::{TestPerson, TestSite, path};

async fn code(person: &TestPerson, id: &str) -> String {
    person.get(&path(id, "")).await.text(".invitation .code").unwrap()
}

#[tokio::test]
async fn a_code_is_accepted_in_any_case_and_grouping() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
    let code = code(&ada, &id).await;
    let small = code.to_lowercase();
    let apart = format!("{}-{}", &small[..3], &small[3..]);
    let visitor = site.visitor();
    let spaced = format!("{}%20{}%09{}", &small[..2], &code[2..4], &small[4..]);
    for typed in [&code, &small, &apart, &spaced] {
        for link in
            [format!("/join?code={typed}"), format!("/join/{typed}"), format!("/join?code=%20{typed}+")]
        {
            let answer = visitor.get(&link).await;
            assert_eq!((answer.status, answer.location()), (303, &*path(&id, "")), "{link}");
        }
    }
}

#[tokio::test]
async fn a_code_is_found_in_what_people_paste() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
    let code = code(&ada, &id).await;
    let wide: String = code.chars().map(|c| char::from_u32(u32::from(c) + 0xfee0).unwrap()).collect();
    let visitor = site.visitor();
    for typed in [
        format!("{}/join/{code}", site.url),
        format!("{}/join/{code}).", site.url),
        format!("Code: {code}."),
        format!("{}\u{2013}{}", &code[..3], &code[3..]),
        wide,
    ] {
        let query = serde_urlencoded::to_string([("code", &typed)]).unwrap();
        let answer = visitor.get(&format!("/join?{query}")).await;
        assert_eq!((answer.status, answer.location()), (303, &*path(&id, "")), "{typed}");
    }
    for after in [".", ",", ")", "%3E", "!", "%22", ".)"] {
        let answer = visitor.get(&format!("/join/{code}{after}")).await;
        assert_eq!((answer.status, answer.location()), (303, &*path(&id, "")), "{after}");
    }
}

#[tokio::test]
async fn the_form_is_shown_again_for_an_unknown_code() {
    let site = TestSite::start().await;
    for typed in ["ABCDEF", "abc", "!!!!!!", "ABCDEFGHIJKLMNOPQRSTUVW", "%ff%fe"] {
        for link in [format!("/join?code={typed}"), format!("/join/{typed}")] {
            let answer = site.visitor().get(&link).await;
            assert_eq!(answer.status, 404, "{link}");
            assert!(answer.text("#code-problem").unwrap().starts_with("No open match has this code."));
            assert!(answer.attribute("#code", "value").unwrap().chars().count() <= 200);
        }
    }
    assert_eq!(
        site.visitor().get("/join?code=abc").await.attribute("#code", "value").as_deref(),
        Some("abc")
    );
}

#[tokio::test]
async fn the_code_form_works_without_scripts() {
    let site = TestSite::start().await;
    let page = site.visitor().get("/join").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.attribute("main form", "action").as_deref(), Some("/join"));
    assert_eq!(page.attribute("main form", "method").as_deref(), Some("get"));
    assert_eq!(page.texts(".problem").len(), 0);
}

#[tokio::test]
async fn a_code_is_invalid_after_the_start() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "tictactoe")]).await;
    let code = code(&ada, &id).await;
    ben.post(&path(&id, "seats"), &[]).await;
    assert_eq!(site.visitor().get(&format!("/join/{code}")).await.status, 404);
}

#[tokio::test]
async fn attempts_at_codes_are_rate_limited() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    let visitor = site.visitor();
    for _ in 0..60 {
        assert_eq!(visitor.get("/join/ABCDEF").await.status, 404);
    }
    let answer = visitor.get("/join/ABCDEF").await;
    assert_eq!(answer.status, 429);
    assert!(answer.header("retry-after").parse::<u64>().unwrap() <= 5);
    assert_eq!(visitor.get("/join").await.status, 200, "the form itself may always be looked at");
}

#[tokio::test]
async fn a_new_user_joins_a_private_match_by_code_and_plays() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
    let code = code(&ada, &id).await;
    let visitor = site.visitor();
    let path = visitor.get(&format!("/join?code={}", code.to_lowercase())).await.location().to_owned();
    assert_eq!(visitor.get(&path).await.text("h1").as_deref(), Some("Ada invites you to Tic-Tac-Toe"));
    let door = visitor.post(&format!("{path}/seats"), &[]).await.location().to_owned();
    assert!(door.starts_with("/register?next="), "{door}");
    let ben = site.register("Ben").await;
    assert_eq!(ben.get(&format!("/join/{code}")).await.location(), path);
    assert_eq!(ben.post(&format!("{path}/seats"), &[]).await.status, 303);
    for (person, ply) in [(&ada, "a1"), (&ben, "b2")] {
        assert_eq!(person.play(&id, ply).await.status, 303);
    }
    assert_eq!(
        (visitor.get(&path).await.status, site.register("Eve").await.get(&path).await.status),
        (404, 404)
    );
}

#[tokio::test]
async fn the_qr_code_of_a_join_code_is_the_same_for_every_way_to_type_it() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
    let page = ada.get(&path(&id, "")).await;
    let code = page.text(".invitation .code").unwrap();
    let image = page.attribute(".invitation details img", "src").unwrap();
    assert_eq!(image, format!("/join/{code}/qr.svg"));
    assert_eq!(
        page.attribute(".invitation details img", "alt").as_deref(),
        Some("QR code of the link to join")
    );
    let visitor = site.visitor();
    let drawn = visitor.get(&image).await;
    assert_eq!((drawn.status, drawn.header("content-type")), (200, "image/svg+xml; charset=utf-8"));
    assert_eq!(visitor.get(&image.to_lowercase()).await.body, drawn.body);
    let other = visitor.get("/join/ABCDEF/qr.svg").await;
    assert_eq!(other.status, 200, "it does not tell whether there is a match with a code");
    assert_ne!(other.body, drawn.body);
}

#[tokio::test]
async fn what_is_not_a_code_has_no_qr_code() {
    let site = TestSite::start().await;
    let long = "A".repeat(3000);
    for typed in ["abc", "!!!!!!", "%3Csvg%3E", "%ff%fe", "ABCDEFGHIJKLMNOPQRSTUVW", &*long] {
        let answer = site.visitor().get(&format!("/join/{typed}/qr.svg")).await;
        assert_eq!(answer.status, 404, "{typed}");
        assert!(answer.is_page());
    }
}
