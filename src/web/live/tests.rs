//! Frames of the stream, built from the states in memory and from the log, as another process would have to.

use std::sync::Arc;

use tempfile::TempDir;

use super::frames;
use crate::games::{Game, Seat};
use crate::hub::{Hub, HubMessage, MatchChange, MatchUpdate, Watch};
use crate::language::Language;
use crate::matches::{
    MatchCommand, MatchId, MatchStatus, MatchView, MatchViewer, OfferAnswer, OfferKind, PauseAnswer,
    TimeAllowance, TimeControl, TimeoutPolicy,
};
use crate::now::{Clock, Moment};
use crate::referee::{MatchSetup, Referee};
use crate::store::Store;
use crate::texts;
use crate::users::{UserId, UserSummary};

/// Plies of a match, so that every game passes, captures or redraws the board.
const PLIES: usize = 60;

/// A match that is played by a referee, and read from its log again after each change.
struct StreamSite {
    referee: Referee,
    watch: Watch,
    id: MatchId,
    store: Store,
    /// The state that was last built from the log.
    sent: Arc<MatchView>,
    compared: usize,
    _folder: TempDir,
}

impl StreamSite {
    async fn open(game: Game) -> Self {
        let folder = TempDir::new().unwrap();
        let store = Store::open_for_test(folder.path()).await;
        store.add_person_for_test("Ada").await;
        store.add_person_for_test("Ben").await;
        let (hub, bots) = (Hub::default(), store.bots().await.unwrap());
        let referee = Referee::start(store.clone(), hub.clone(), Clock::at(Moment(1_000)), bots).unwrap();
        let time = TimeControl {
            pace: TimeAllowance::Days(3),
            weekends_off: false,
            vacation: false,
            at_flag: TimeoutPolicy::Lose,
        };
        let setup = MatchSetup { time_control: Some(time), ..MatchSetup::casual(game, 2).unwrap() };
        let view = referee.open(user(0), setup).await.unwrap();
        let (id, watch) = (view.m.id.clone(), hub.watch(&view.m.id));
        Self { referee, watch, id, store, sent: view, compared: 0, _folder: folder }
    }

    async fn command(&mut self, seat: usize, command: MatchCommand) -> Arc<MatchView> {
        let view = self.referee.command(user(seat), &self.id, command).await.unwrap();
        self.compare().await;
        view
    }

    async fn play(&mut self, notation: &str) -> Arc<MatchView> {
        let seat = usize::from(self.sent.m.user_to_act() == Some(user(1).id));
        let (seq, notation) = (self.sent.m.seq, notation.to_owned());
        self.command(seat, MatchCommand::Play { seq, notation }).await
    }

    async fn offer(&mut self, seat: usize, what: OfferKind, answer: OfferAnswer) {
        self.command(seat, MatchCommand::Answer { what, answer, seq: None }).await;
    }

    /// Builds the frames of each change that was published from the log too.
    async fn compare(&mut self) {
        while let Some(message) = self.watch.try_next() {
            let update = match message {
                HubMessage::News(update) => update,
                // Who is looking at a match is not in its log. And one command can roll the die and play forced plies more
                // often than the channel keeps.
                HubMessage::Presence(_) | HubMessage::Missed | HubMessage::Behind => continue,
                HubMessage::Sanctions(_) => panic!("nobody was suspended"),
            };
            let (from, seq) = (update.change.before.m.seq, update.change.after.m.seq);
            if self.sent.m.seq != from {
                self.sent = self.store.load_match_at_for_test(&self.id, from).await;
            }
            let after = self.store.load_match_at_for_test(&self.id, seq).await;
            let change = MatchChange { before: Arc::clone(&self.sent), after: Arc::clone(&after) };
            assert_eq!(frames_of(&update), frames_of(&*published(change).await), "log entry {seq}");
            self.sent = after;
            self.compared += 1;
        }
    }
}

fn user(seat: usize) -> UserSummary {
    let (id, name) = [(1, "Ada"), (2, "Ben")][seat];
    UserSummary { id: UserId(id), name: name.into() }
}

/// An update as a hub of its own sends it.
async fn published(change: MatchChange) -> Arc<MatchUpdate> {
    let hub = Hub::default();
    let mut watch = hub.watch(&change.after.m.id);
    hub.publish(change);
    let HubMessage::News(update) = watch.next().await else { panic!("no update") };
    update
}

/// The frames for each viewer in each language.
fn frames_of(update: &MatchUpdate) -> Vec<String> {
    let viewers = [MatchViewer::Seat(Seat::new(0)), MatchViewer::Seat(Seat::new(1)), MatchViewer::Watcher];
    let languages = [Language::English, Language::German];
    let kinds = languages.into_iter().flat_map(|language| viewers.map(|viewer| (language, viewer)));
    kinds
        .flat_map(|(language, viewer)| texts::in_language(language, || frames::of_news(update, viewer)))
        .map(|frame| format!("{:?} {}", frame.hold, String::from_utf8_lossy(&frame.bytes)))
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_can_be_built_from_the_log_alone() {
    for &game in Game::ALL {
        let mut site = StreamSite::open(game).await;
        let mut view = site.command(1, MatchCommand::Join).await;
        for turn in 0..PLIES {
            if view.m.status != MatchStatus::Playing {
                break;
            }
            let legal = view.m.position.legal();
            view = match legal.get(turn * 7 % legal.len().max(1)) {
                Some(notation) => site.play(notation).await,
                None => break,
            };
        }
        assert!(site.compared > 5, "{game:?}: {} changes", site.compared);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_of_offers_pauses_and_chat_can_be_built_from_the_log_alone() {
    let mut site = StreamSite::open(Game::TicTacToe).await;
    site.command(1, MatchCommand::Join).await;
    site.play("b2").await;
    site.play("a1").await;
    site.offer(1, OfferKind::Takeback, OfferAnswer::Offer).await;
    assert_eq!(site.sent.m.plies.len(), 1, "nobody had seen the ply");
    site.play("c1").await;
    site.referee.send_chat(user(0), &site.id, "Good luck!".to_owned()).await.unwrap();
    site.compare().await;
    site.command(0, MatchCommand::Pause(PauseAnswer::Offer)).await;
    site.command(1, MatchCommand::Pause(PauseAnswer::Offer)).await;
    site.command(1, MatchCommand::Pause(PauseAnswer::Resume)).await;
    site.offer(0, OfferKind::Draw, OfferAnswer::Offer).await;
    site.offer(1, OfferKind::Draw, OfferAnswer::Decline).await;
    site.command(0, MatchCommand::Resign).await;
    assert!(matches!(site.sent.m.status, MatchStatus::Ended(_)));
    assert_eq!(site.compared, 12);
}
