//! Renamed URLs: `GET` of the old one redirects, `POST` to it works like the new one.

use crate::harness::TestSite;

#[tokio::test]
async fn reading_a_renamed_url_redirects_with_its_query() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let old = [
        ("/tables".to_owned(), "/matches/open".to_owned()),
        (m.path("try?ply=0"), m.path("analysis?ply=0")),
        ("/admin/people/ada".to_owned(), "/admin/users/ada".to_owned()),
    ];
    for (old, new) in old {
        let answer = site.visitor().get(&old).await;
        assert_eq!((answer.status, answer.location()), (301, new.as_str()), "{old}");
    }
}

#[tokio::test]
async fn posting_to_a_renamed_url_does_what_it_did_for_those_who_may() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let (eve, visitor) = (site.register("Eve").await, site.visitor());
    let (new, old) = (m.path("chat"), m.path("talk"));
    for (person, name) in [(&eve, "a stranger"), (&visitor, "a visitor")] {
        let (by_old, by_new) =
            (person.post(&old, &[("text", "Hello")]).await, person.post(&new, &[("text", "Hello")]).await);
        assert_eq!((by_old.status, by_old.location()), (by_new.status, by_new.location()), "{name}");
        assert!(!m.ada.get(&m.path("")).await.body.contains("Hello"), "{name}");
    }
    assert_eq!(m.ada.post(&old, &[("text", "Good luck, Ben")]).await.status, 303);
    assert!(m.ben.get(&m.path("")).await.body.contains("Good luck, Ben"));
}
