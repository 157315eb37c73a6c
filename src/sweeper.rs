//! Ends what has run out of time, and closes what nobody comes to or goes on with. Imports `store`, `referee` and `now`.
//!
//! It asks the database for what is due and the referee to look at each of them; the referee decides. So it does no harm
//! to look twice, or from two programs on one database.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use crate::now::{Clock, Moment};
use crate::referee::Referee;
use crate::store::{Store, StoreError};

/// How often it looks.
const EVERY: Duration = Duration::from_millis(200);
/// How many matches are read as due at once.
const TOGETHER: u32 = 1024;
/// A house that was closed for longer than this gives the time back, in milliseconds.
const CLOSED: i64 = 5 * 60_000;

/// Sweeps until the site stops.
pub async fn keep(store: Store, referee: Referee, clock: Clock, mut stopping: watch::Receiver<bool>) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = stopping.changed() => return,
            _ = ticks.tick() => {}
        }
        while !*stopping.borrow() {
            match sweep(&store, &referee, &clock).await {
                Ok(swept) if swept == TOGETHER as usize => {}
                Ok(_) => break,
                Err(error) => {
                    tracing::error!(%error, "what is due could not be read");
                    break;
                }
            }
        }
    }
}

/// Looks at what is due now, up to a few together, and says how many it looked at.
///
/// # Errors
/// The database failed.
pub async fn sweep(store: &Store, referee: &Referee, clock: &Clock) -> Result<usize, StoreError> {
    let due = store.due(clock.now(), TOGETHER).await?;
    let swept = referee.sweep_all(&due).await;
    for error in swept.iter().filter_map(|swept| swept.as_ref().err()) {
        tracing::error!(%error, "a match that is due could not be looked at");
    }
    // What cannot be looked at must not be looked at for ever.
    Ok(swept.iter().filter(|swept| swept.is_ok()).count())
}

/// Gives up the matches of those who have left for good, and does away with what is left of them. What is interrupted here is
/// done the next time.
///
/// # Errors
/// The database failed.
pub async fn see_off(store: &Store, referee: &Referee) -> Result<(), StoreError> {
    for person in store.leaving().await? {
        // What was read before may have their name in it.
        referee.forget_all();
        let mut all = true;
        for id in store.unfinished_matches_of(person.id).await? {
            if let Err(error) = referee.give_up(&person, &id).await {
                tracing::error!(%error, %id, "somebody who has left could not be taken out of a match");
                all = false;
            }
        }
        if all {
            store.has_left(person.id).await?;
            referee.forget_all();
        }
    }
    Ok(())
}

/// Opens the house: whoever's clock ran while it was closed gets that time back.
///
/// # Errors
/// The database failed.
pub async fn open_house(store: &Store, clock: &Clock) -> Result<(), StoreError> {
    let now = clock.now();
    if let Some(before) = store.alive(now).await?.filter(|before| now.since(*before) > CLOSED) {
        let given = store.give_back(before, now).await?;
        tracing::info!(from = %before, to = %now, matches = given, "the house was closed: the time is given back");
    }
    Ok(())
}

/// Notes that the house is open; what it misses by not noting it is given back.
pub async fn note_open(store: &Store, now: Moment) {
    if let Err(error) = store.alive(now).await {
        tracing::warn!(%error, "could not note that the house is open");
    }
}
