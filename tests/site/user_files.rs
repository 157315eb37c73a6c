//! What staff see of one user, and how they find users who were renamed.

use parlour::users::Role;

use crate::harness::{TestPerson, TestSite};

const WHY: (&str, &str) = ("why", "for the test");

/// The facts about a user, as pairs of lines.
async fn facts(staff: &TestPerson, name: &str) -> Vec<String> {
    staff.get(&format!("/admin/users/{name}")).await.texts(".facts dd")
}

#[tokio::test]
async fn the_page_of_a_user_says_whether_they_have_confirmed_email_and_a_second_factor() {
    let (site, mut sink) = TestSite::with_mail().await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let (ben, _ada) = (site.register("Ben").await, site.register_with_mail("Ada", &mut sink).await);
    assert_eq!(facts(&mona, "Ben").await[4..6], ["none", "off"]);
    assert_eq!(facts(&mona, "Ada").await[4], "confirmed");
    ben.post("/settings/address", &[("address", "ben@club.example")]).await;
    assert_eq!(facts(&mona, "Ben").await[4], "not confirmed");
    let page = site.register_as("Rosa", Role::Admin).await.get("/admin/users/Ben").await;
    assert!(!page.body.contains("ben@club.example"), "the address is not shown");
    assert!(!page.body.contains("/two-factor/remove"), "there is nothing to turn off");
}

#[tokio::test]
async fn the_page_of_a_user_lists_the_reports_about_and_by_them_that_the_viewer_may_handle() {
    let site = TestSite::start().await;
    let (ada, _ben) = (site.register("Ada").await, site.register("Ben").await);
    let mona = site.register_as("Mona", Role::Moderator).await;
    let report = [("person", "Ben"), ("cause", "abuse"), ("words", "He shouts.")];
    for reporter in [&ada, &mona] {
        assert_eq!(reporter.post("/reports", &report).await.status, 303);
    }
    let rosa = site.register_as("Rosa", Role::Admin).await;
    let reports = async |staff: &TestPerson, name: &str| {
        let page = staff.get(&format!("/admin/users/{name}")).await;
        let links = page.attributes(".reports a", "href");
        (
            page.texts("h2").iter().filter(|title| title.starts_with("Reports")).cloned().collect::<Vec<_>>(),
            links.len(),
        )
    };
    assert_eq!(reports(&rosa, "Ben").await, (vec!["Reports about them".to_owned()], 2));
    assert_eq!(reports(&mona, "Ben").await, (vec!["Reports about them".to_owned()], 1), "not her own");
    assert_eq!(reports(&mona, "Ada").await, (vec!["Reports by them".to_owned()], 1));
    assert_eq!(reports(&rosa, "Rosa").await, (vec![], 0));
    let settled = [("verdict", "dismissed"), ("why", "")];
    assert_eq!(rosa.post("/admin/reports/1/settle", &settled).await.status, 303);
    let about = rosa.get("/admin/users/Ben").await.texts(".reports li").join(" ");
    assert!(about.contains("by Rosa"), "settled reports stay on the page: {about}");
}

#[tokio::test]
async fn a_user_who_was_renamed_is_found_by_the_former_name() {
    let site = TestSite::start().await;
    site.register("Vera_020").await;
    let rosa = site.register_as("Rosa", Role::Admin).await;
    assert_eq!(rosa.post("/admin/users/Vera_020/rename", &[WHY, ("name", "Dora")]).await.status, 303);
    let rows = rosa.get("/admin/users?q=era_").await.texts(".people > li");
    assert!(rows.len() == 1 && rows[0].contains("Dora") && rows[0].contains("formerly vera_020"), "{rows:?}");
    let rows = rosa.get("/admin/users?q=Dora").await.texts(".people > li");
    assert!(rows.len() == 1 && !rows[0].contains("formerly"), "{rows:?}");
    assert_eq!(rosa.get("/admin/users/Vera_020").await.location(), "/admin/users/Dora");
    let log = rosa.get("/admin/audit?person=vera_020").await.texts(".entries > li");
    assert!(log.len() == 1 && log[0].contains("renamed"), "{log:?}");
    assert_eq!(rosa.post("/admin/users/Dora/rename", &[WHY, ("name", "Vera_020")]).await.status, 303);
    assert_eq!(rosa.get("/admin/users/Vera_020").await.status, 200, "the name is theirs again");
    assert_eq!(site.visitor().get("/players/Dora").await.status, 404, "visitors do not learn former names");
}

#[tokio::test]
async fn staff_get_from_a_profile_to_what_they_can_do() {
    let site = TestSite::start().await;
    let ben = site.register("Ben").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let leads = async |who: &TestPerson, name: &str| {
        who.get(&format!("/players/{name}")).await.attributes("main a[href^='/admin']", "href")
    };
    assert_eq!(leads(&mona, "Ben").await, ["/admin/users/Ben"]);
    assert_eq!(mona.get("/admin/users/Ben").await.status, 200);
    assert_eq!(leads(&ben, "Mona").await.len() + leads(&site.visitor(), "Ben").await.len(), 0);
}
