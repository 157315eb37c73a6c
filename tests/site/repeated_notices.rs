//! However often an opponent acts, a user who is away gets one notice of each kind until they have looked.

use crate::harness::{HOUR, MINUTE, TestPerson, TestSite, path};
use crate::push_service::PushService;
use crate::pushes::here;
use crate::sink::MailSink;

const SOON: i64 = MINUTE;

/// Ada and Ben, both with mail, in a match of which Ben has seen everything.
async fn match_of_two(site: &TestSite, sink: &mut MailSink) -> (TestPerson, TestPerson, String) {
    let ada = site.register_with_mail("Ada", sink).await;
    let ben = site.register_with_mail("Ben", sink).await;
    let id = ada.opens(&[("game", "tictactoe"), ("time", "days"), ("time.days", "7")]).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    ada.get(&path(&id, "")).await;
    ben.get(&path(&id, "")).await;
    (ada, ben, id)
}

#[tokio::test]
async fn repeated_messages_are_one_email() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, id) = match_of_two(&site, &mut sink).await;
    for round in 0..3 {
        ada.post(&path(&id, "chat"), &[("text", &format!("Message {round}"))]).await;
        site.wait(SOON);
        match round {
            0 => assert_eq!(sink.next().await.subject(), "Ada wrote to you: Tic-Tac-Toe"),
            _ => site.mails_nothing(&mut sink).await,
        }
    }
    ben.get(&path(&id, "")).await;
    ada.post(&path(&id, "chat"), &[("text", "Welcome back")]).await;
    site.wait(SOON);
    assert!(sink.next().await.text.contains("Ada: Welcome back\n"));
}

#[tokio::test]
async fn a_players_move_counts_as_seen_even_if_the_read_mark_is_lost() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, id) = match_of_two(&site, &mut sink).await;
    assert_eq!(ada.play(&id, "a1").await.status, 303);
    site.wait(SOON);
    sink.next().await;
    // As if the process was killed each time before it wrote the read marks.
    site.skips("INSERT ON read_marks").await;
    assert_eq!(ben.play(&id, "b2").await.status, 303);
    assert_eq!(ada.play(&id, "c3").await.status, 303);
    site.wait(SOON);
    assert!(sink.next().await.text.contains("c3"));
}

#[tokio::test]
async fn repeated_pause_requests_are_one_email() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, _ben, id) = match_of_two(&site, &mut sink).await;
    for round in 0..3 {
        assert_eq!(ada.post(&path(&id, "pause"), &[("answer", "ask")]).await.status, 303);
        site.wait(SOON);
        match round {
            0 => assert_eq!(sink.next().await.subject(), "Ada asks for a pause: Tic-Tac-Toe"),
            _ => site.mails_nothing(&mut sink).await,
        }
        assert_eq!(ada.post(&path(&id, "pause"), &[("answer", "decline")]).await.status, 303);
    }
}

#[tokio::test]
async fn repeated_invitations_and_withdrawals_are_one_email() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    let _ben = site.register_with_mail("Ben", &mut sink).await;
    let id = ada.opens(&[("game", "tictactoe")]).await;
    for round in 0..3 {
        let answer = ada.post(&path(&id, "invitations"), &[("name", "Ben")]).await;
        assert_eq!(answer.status, 303, "{}", answer.body);
        site.wait(SOON);
        match round {
            0 => assert_eq!(sink.next().await.subject(), "Ada invites you: Tic-Tac-Toe"),
            _ => site.mails_nothing(&mut sink).await,
        }
        let withdrawal = ada.post(&path(&id, "invitations/withdraw"), &[("name", "Ben")]).await;
        assert_eq!(withdrawal.status, 303, "{}", withdrawal.body);
    }
}

#[tokio::test]
async fn repeated_events_of_a_kind_are_one_push() {
    let mut service = PushService::open().await;
    let site = TestSite::at(parlour::now::Clock::at(crate::harness::NOON), here).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "tictactoe")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ben.get(&path(&id, "")).await;
    ben.adds_device(&service.browser("phone")).await;
    for round in 0..3 {
        ada.post(&path(&id, "chat"), &[("text", "Hello?")]).await;
        site.wait(SOON);
        match round {
            0 => assert_eq!(service.next().await.words().0, "Ada wrote to you: Tic-Tac-Toe"),
            _ => site.pushes_nothing(&mut service).await,
        }
    }
    site.wait(HOUR);
    site.pushes_nothing(&mut service).await;
}
