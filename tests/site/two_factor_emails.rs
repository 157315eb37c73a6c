//! Emails about changes of two-factor authentication.

use parlour::users::Role;

use crate::harness::{Authenticator, TestPerson, TestSite};
use crate::sink::MailSink;

/// Checks that an email with this subject and these words comes to Ada.
async fn told(site: &TestSite, sink: &mut MailSink, subject: &str, words: &str) {
    let email = sink.next().await;
    assert_eq!((&*email.to, &*email.subject()), ("ada@example.org", subject));
    let text = email.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(words) && text.contains("Ada") && text.contains(&site.url), "{text}");
    assert!(text.contains(&format!("{}/reset", site.url)), "what to do if it was somebody else: {text}");
}

/// The first form of the account page that leads there.
async fn form(person: &TestPerson, to: &str) -> String {
    let forms = person.get("/account").await.attributes("form", "action");
    forms.into_iter().find(|action| action.starts_with(to)).unwrap()
}

#[tokio::test]
async fn whoever_changes_their_second_step_is_told_by_email() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    ada.sets_up_app(&site).await;
    told(&site, &mut sink, "authenticator app added", "asks for one of its codes after the password.").await;
    let mut device = Authenticator::new(&site);
    assert_eq!(ada.adds_passkey(&mut device, "my phone").await.status, 303);
    told(&site, &mut sink, "passkey added", "It can be used to sign in on its own").await;
    assert_eq!(ada.post("/account/recovery", &[]).await.status, 200);
    told(&site, &mut sink, "new recovery codes", "The old ones are no longer valid.").await;
    assert_eq!(ada.post("/account/totp/remove", &[]).await.status, 303);
    told(&site, &mut sink, "authenticator app removed", "was just removed").await;
    let removal = form(&ada, "/account/passkeys/").await;
    assert_eq!(ada.post(&removal, &[]).await.status, 303);
    told(&site, &mut sink, "passkey removed", "It is no longer valid.").await;
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn whoever_loses_their_second_step_by_staff_is_told_by_email() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let mo = site.register_as("Mo", Role::Admin).await;
    ada.sets_up_app(&site).await;
    assert_eq!(sink.next().await.subject(), "authenticator app added");
    let door = "/admin/users/Ada/two-factor/remove";
    assert_eq!(mo.post(door, &[("why", "")]).await.status, 422);
    assert_eq!(mo.post(door, &[("why", "She came to the club and asked.")]).await.status, 303);
    told(&site, &mut sink, "two-step sign-in was turned off", "The password alone is enough").await;
    assert_eq!(mo.post(door, &[("why", "Once more.")]).await.status, 409);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn nobody_is_told_of_what_did_not_happen_or_has_no_letterbox() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    ada.begins_app().await;
    assert_eq!(ada.post("/account/totp/code", &[("code", "000000")]).await.status, 422);
    assert_eq!(ada.post("/account/recovery", &[]).await.status, 409);
    assert_eq!(ada.post("/account/passkeys/1/remove", &[]).await.status, 404);
    assert_eq!(ada.post("/account/totp/remove", &[]).await.status, 303, "it never counted");
    let ben = site.register("Ben").await;
    ben.sets_up_app(&site).await;
    site.mails_nothing(&mut sink).await;
}
