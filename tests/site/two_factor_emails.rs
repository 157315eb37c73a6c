//! Emails about changes of two-factor authentication.

use parlour::users::Role;

use crate::harness::{Authenticator, TestPerson, TestSite};
use crate::sink::MailSink;

/// Checks that an email with this subject and these words comes to Ada.
async fn assert_email(site: &TestSite, sink: &mut MailSink, subject: &str, words: &str) {
    let email = sink.next().await;
    assert_eq!((&*email.to, &*email.subject()), ("ada@example.org", subject));
    let text = email.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(words) && text.contains("Ada") && text.contains(&site.url), "{text}");
    assert!(text.contains(&format!("{}/reset", site.url)), "advice if another person did it: {text}");
}

/// The first form of the account page that leads there.
async fn form(person: &TestPerson, to: &str) -> String {
    let forms = person.get("/account").await.attributes("form", "action");
    forms.into_iter().find(|action| action.starts_with(to)).unwrap()
}

#[tokio::test]
async fn changes_to_the_second_factor_are_reported_by_email() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    ada.sets_up_app(&site).await;
    assert_email(
        &site,
        &mut sink,
        "Authenticator app added",
        "asks for one of its codes after the password.",
    )
    .await;
    let mut device = Authenticator::new(&site);
    assert_eq!(ada.adds_passkey(&mut device, "my phone").await.status, 303);
    assert_email(&site, &mut sink, "Passkey added", "It can be used to sign in on its own").await;
    assert_eq!(ada.post("/account/recovery", &[]).await.status, 200);
    assert_email(&site, &mut sink, "New recovery codes", "The old ones are no longer valid.").await;
    assert_eq!(ada.post("/account/totp/remove", &[]).await.status, 303);
    assert_email(&site, &mut sink, "Authenticator app removed", "was just removed").await;
    let removal = form(&ada, "/account/passkeys/").await;
    assert_eq!(ada.post(&removal, &[]).await.status, 303);
    assert_email(&site, &mut sink, "Passkey removed", "It is no longer valid.").await;
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn removal_of_the_second_factor_by_staff_is_reported_by_email() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let mo = site.register_as("Mo", Role::Admin).await;
    ada.sets_up_app(&site).await;
    assert_eq!(sink.next().await.subject(), "Authenticator app added");
    let path = "/admin/users/Ada/two-factor/remove";
    assert_eq!(mo.post(path, &[("why", "")]).await.status, 422);
    assert_eq!(mo.post(path, &[("why", "She came to the club and asked.")]).await.status, 303);
    let subject = "Two-step sign-in was turned off";
    assert_email(&site, &mut sink, subject, "until you set up something else. If you asked for this,").await;
    assert_eq!(mo.post(path, &[("why", "Once more.")]).await.status, 409);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn failed_changes_and_users_without_an_address_get_no_email() {
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
