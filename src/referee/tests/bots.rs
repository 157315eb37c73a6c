//! Bots in seats.

use super::*;
use crate::matches::{MAX_BOT_MATCHES, RatingPool};

/// The bot of a game with this number, at the second level.
async fn casual(site: &RefereeSite, game: &str, number: u8) -> UserSummary {
    let bots = site.referee.store.create_bots(Moment(0)).await.unwrap();
    let mut of_game = bots.all_of(Game::from_key(game).unwrap());
    of_game.find(|bot| bot.level.number() == 2 && bot.number == number).unwrap().user.clone()
}

fn open(game: &str, seats: u8) -> MatchSetup {
    MatchSetup { rated: false, seats, ..setup(game) }
}

async fn refused(site: &RefereeSite, by: UserSummary, id: &MatchId, bot: &UserSummary) -> MatchError {
    match site.referee.command(by, id, MatchCommand::SeatBot(bot.clone())).await {
        Err(RefereeError::Refused { refusal, .. }) => refusal,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_fills_free_seats_with_bots_and_the_last_one_starts_the_match() {
    let site = RefereeSite::open().await;
    let (first, second) = (casual(&site, "sternhalma", 1).await, casual(&site, "sternhalma", 2).await);
    let view = site.referee.open(ada(), open("sternhalma", 3)).await.unwrap();
    let id = &view.m.id;
    assert_eq!(refused(&site, ben(), id, &first).await, MatchError::NotHost);
    for bot in [&first, &first, &second] {
        site.referee.command(ada(), id, MatchCommand::SeatBot(bot.clone())).await.unwrap();
    }
    assert_eq!(refused(&site, ada(), id, &first).await, MatchError::NotOpen);
    let (_, again) = RefereeSite::enter(&site.folder).await;
    let read = again.get(id, None).await.unwrap();
    assert_eq!(read.m.status, MatchStatus::Playing);
    assert_eq!(read.m.bots.as_slice(), [first.id, second.id]);
    let kinds: Vec<_> = MatchRecord::of(&read).seats.into_iter().map(|seat| seat.kind).collect();
    assert_eq!(kinds, ["person", "bot", "bot"]);
    assert_eq!(again.store.check_lists("", 10, None).await.unwrap().problems, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_match_is_cancelled_when_the_last_person_leaves() {
    let site = RefereeSite::open().await;
    let bot = casual(&site, "sternhalma", 1).await;
    let view = site.referee.open(ada(), open("sternhalma", 3)).await.unwrap();
    let id = &view.m.id;
    let seat = MatchCommand::SeatBot(bot.clone());
    let seated = site.referee.command(ada(), id, seat).await.unwrap();
    assert_eq!((seated.m.people_seated(), seated.m.seated(), seated.m.host()), (1, 2, Some(ada().id)));
    let left = site.referee.command(ada(), id, MatchCommand::Leave).await.unwrap();
    assert_eq!((left.m.ending().map(|ending| ending.how), left.m.host()), (Some(EndReason::Aborted), None));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_cannot_be_added_to_a_rated_match() {
    let site = RefereeSite::open().await;
    let bot = casual(&site, "tictactoe", 1).await;
    let view = site.referee.open(ada(), setup("tictactoe")).await.unwrap();
    assert_eq!(refused(&site, ada(), &view.m.id, &bot).await, MatchError::BotInRated);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_match_with_a_bot_does_not_change_ratings_among_people() {
    let site = RefereeSite::open().await;
    let bot = casual(&site, "tictactoe", 1).await;
    let players = vec![ada(), bot.clone()];
    let start = MatchStart { setup: setup("tictactoe"), players, origin: None };
    let mut view = site.referee.start_match(ada(), start).await.unwrap();
    for (by, notation) in [(ada(), "b2"), (bot.clone(), "a1")] {
        view = site.referee.command(by, &view.m.id, ply(&view, notation)).await.unwrap();
    }
    site.referee.command(ada(), &view.m.id, MatchCommand::Resign).await.unwrap();
    let key = |user, pool| (user, Game::from_key("tictactoe").unwrap(), pool);
    let keys = [ada().id, bot.id].map(|user| key(user, RatingPool::TwoWithBots));
    let ratings =
        site.referee.store.ratings(&[keys[0], keys[1], key(ada().id, RatingPool::Two)]).await.unwrap();
    assert_eq!(keys.map(|key| ratings[&key].rounded()), [1338, 1662]);
    assert_eq!(ratings.len(), 2);
    assert_eq!(site.referee.store.check_lists("", 10, None).await.unwrap().problems, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_counts_towards_the_limit_of_matches_with_bots() {
    let site = RefereeSite::open().await;
    let bot = casual(&site, "tictactoe", 1).await;
    let starts = async || {
        let players = vec![ada(), bot.clone()];
        let start = MatchStart { setup: open("tictactoe", 2), players, origin: None };
        site.referee.start_match(ada(), start).await.unwrap().m.id.clone()
    };
    let over = starts().await;
    site.referee.command(ada(), &over, MatchCommand::Resign).await.unwrap();
    let mut running = Vec::new();
    for _ in 0..MAX_BOT_MATCHES {
        running.push(starts().await);
    }
    let refused = site.referee.rematch(ada(), &over).await;
    assert!(
        matches!(refused, Err(RefereeError::Refused { refusal: MatchError::TooManyBotMatches { .. }, .. })),
        "{refused:?}"
    );
    assert_eq!(site.referee.get(&over, None).await.unwrap().m.rematch, None, "nothing was offered");
    site.referee.command(ada(), &running[0], MatchCommand::Resign).await.unwrap();
    site.referee.rematch(ada(), &over).await.unwrap();
}
