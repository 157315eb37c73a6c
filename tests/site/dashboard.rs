//! What the dashboard says of matches that wait, ask something, or are over.

use crate::harness::{MINUTE, SHORT_WIN, TestSite, path};

#[tokio::test]
async fn what_is_asked_of_one_is_on_the_dashboard_and_told_by_mail() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let fields = [("game", "tictactoe"), ("option.size", "5"), ("time", "days"), ("time.days", "14")];
    let id = ada.opens(&fields).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.play(&id, "a1").await;
    ben.play(&id, "b2").await;
    for (what, answer, words, subject, no) in [
        ("draw", "offer", "A draw is offered", "Ada offers a draw: Tic-Tac-Toe", "decline"),
        ("pause", "ask", "A pause is asked for", "Ada asks for a pause: Tic-Tac-Toe", "decline"),
    ] {
        assert_eq!(ben.turns().await, "0");
        ben.get(&path(&id, "")).await;
        assert_eq!(ada.post(&path(&id, what), &[("answer", answer)]).await.status, 303);
        assert_eq!(ben.turns().await, "1", "{what}");
        let (links, row) = ben.lists("Asked of you").await;
        assert_eq!((links, row.contains(words)), (vec![path(&id, "")], true), "{row}");
        site.wait(MINUTE);
        let letter = sink.next().await;
        assert_eq!((letter.to.as_str(), letter.subject()), ("ben@example.org", subject.to_owned()));
        ben.post(&path(&id, what), &[("answer", no)]).await;
        assert_eq!(ben.lists("Asked of you").await.0.len(), 0);
    }
    ada.post(&path(&id, "draw"), &[("answer", "offer")]).await;
    ben.post(&path(&id, "draw"), &[("answer", "decline")]).await;
    ada.play(&id, "c3").await;
    ben.play(&id, "d4").await;
    for person in [&ada, &ben] {
        person.get(&path(&id, "")).await;
    }
    assert_eq!(ben.post(&path(&id, "takeback"), &[("answer", "ask")]).await.status, 303);
    assert_eq!(ada.turns().await, "1", "her turn and the question are one match");
    ada.play(&id, "e5").await;
    assert_eq!((ada.turns().await.as_str(), ben.turns().await.as_str()), ("0", "1"), "it has lapsed");
    site.wait(MINUTE);
    assert_eq!(sink.next().await.subject(), "Your move against Ada: Tic-Tac-Toe");
}

#[tokio::test]
async fn what_ended_since_one_looked_comes_apart_until_it_is_looked_at() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&SHORT_WIN).await;
    assert_eq!(table.ben.lists("Finished since you looked").await.0, [table.path("")]);
    assert_eq!(table.ada.lists("Finished since you looked").await.0.len(), 0, "she ended it herself");
    assert_eq!(table.ada.lists("Finished lately").await.0, [table.path("")]);
    table.ben.get(&table.path("")).await;
    assert_eq!(table.ben.lists("Finished since you looked").await.0.len(), 0);
    assert_eq!(table.ben.lists("Finished lately").await.0, [table.path("")]);
}
