//! Letters that tell somebody what was changed about what they show besides their password.

use parlour::people::Role;

use crate::harness::{Authenticator, Person, TestSite};
use crate::sink::Sink;

/// Holds that a letter comes about this, to Ada and in these words.
async fn told(site: &TestSite, sink: &mut Sink, subject: &str, words: &str) {
    let letter = sink.next().await;
    assert_eq!((&*letter.to, &*letter.subject()), ("ada@example.org", subject));
    let text = letter.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(words) && text.contains("Ada") && text.contains(&site.url), "{text}");
    assert!(text.contains(&format!("{}/reset", site.url)), "what to do if it was somebody else: {text}");
}

/// The first form of the account page that leads there.
async fn form(person: &Person, to: &str) -> String {
    let forms = person.get("/account").await.attributes("form", "action");
    forms.into_iter().find(|action| action.starts_with(to)).unwrap()
}

#[tokio::test]
async fn whoever_changes_their_second_step_is_told_by_letter() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    ada.sets_up_app(&site).await;
    told(&site, &mut sink, "An app makes codes for you", "One of them is asked for after the password.")
        .await;
    let mut device = Authenticator::new(&site);
    assert_eq!(ada.adds_passkey(&mut device, "my phone").await.status, 303);
    told(&site, &mut sink, "A passkey was added", "It opens the door by itself").await;
    assert_eq!(ada.post("/account/recovery", &[]).await.status, 200);
    told(&site, &mut sink, "You have new recovery codes", "Those from before count no more.").await;
    assert_eq!(ada.post("/account/app/removal", &[]).await.status, 303);
    told(&site, &mut sink, "No app makes codes for you any more", "was turned off just now").await;
    let removal = form(&ada, "/account/passkeys/").await;
    assert_eq!(ada.post(&removal, &[]).await.status, 303);
    told(&site, &mut sink, "A passkey was removed", "It opens nothing any more.").await;
    sink.stays_empty().await;
}

#[tokio::test]
async fn whoever_loses_their_second_step_by_staff_is_told_by_letter() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let mo = site.register_as("Mo", Role::Admin).await;
    ada.sets_up_app(&site).await;
    assert_eq!(sink.next().await.subject(), "An app makes codes for you");
    let door = "/admin/people/Ada/factors/removal";
    assert_eq!(mo.post(door, &[("why", "")]).await.status, 422);
    assert_eq!(mo.post(door, &[("why", "She came to the club and asked.")]).await.status, 303);
    told(&site, &mut sink, "Your second step was taken away", "The password alone opens the door").await;
    assert_eq!(mo.post(door, &[("why", "Once more.")]).await.status, 409);
    sink.stays_empty().await;
}

#[tokio::test]
async fn nobody_is_told_of_what_did_not_happen_or_has_no_letterbox() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    ada.begins_app().await;
    assert_eq!(ada.post("/account/app/code", &[("code", "000000")]).await.status, 422);
    assert_eq!(ada.post("/account/recovery", &[]).await.status, 409);
    assert_eq!(ada.post("/account/passkeys/1/removal", &[]).await.status, 404);
    assert_eq!(ada.post("/account/app/removal", &[]).await.status, 303, "it never counted");
    let ben = site.register("Ben").await;
    ben.sets_up_app(&site).await;
    sink.stays_empty().await;
}
