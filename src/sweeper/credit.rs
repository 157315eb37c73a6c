//! Credits downtime to all matches, a few at a time. Matches that are used or due are credited by the referee; this
//! updates the rows of all others.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use super::failed;
use super::unreadable::UnreadableMatches;
use crate::matches::{EXPIRY_NOTICE, ServerDowntime};
use crate::referee::{Referee, RefereeError};
use crate::store::Store;

/// How often to check for downtimes.
const INTERVAL: Duration = Duration::from_millis(250);
/// How many matches are credited in one transaction: few, so that moves do not wait for long.
const BATCH_SIZE: u32 = 25;

/// Credits pending downtimes, earliest first, until the site stops. After an interruption it continues at the next
/// start; matches that were credited already are left alone.
pub async fn run_credits(store: Store, referee: Referee, mut stopping: watch::Receiver<bool>) {
    let mut ticks = interval(INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut unreadable = UnreadableMatches::default();
    loop {
        tokio::select! {
            _ = stopping.changed() => return,
            _ = ticks.tick() => {}
        }
        for downtime in store.availability().pending().iter() {
            if let Err(error) = credit(&store, &referee, downtime, &mut unreadable, &stopping).await {
                tracing::debug!(code = error.code(), %error, "downtime not yet credited to all matches");
                break;
            }
        }
    }
}

async fn credit(
    store: &Store,
    referee: &Referee,
    downtime: &ServerDowntime,
    unreadable: &mut UnreadableMatches,
    stopping: &watch::Receiver<bool>,
) -> Result<(), RefereeError> {
    let mut last = store.credited_to(downtime).await.map_err(failed)?;
    let closed_before = downtime.to.after(EXPIRY_NOTICE);
    while !*stopping.borrow() {
        let begun = Instant::now();
        let ids = store.affected_by_downtime(&last, closed_before, BATCH_SIZE).await.map_err(failed)?;
        unreadable.sweep(referee, &ids).await?;
        let Some(id) = ids.last() else {
            return store.finish_downtime(downtime).await.map_err(failed);
        };
        store.note_credited(downtime, id).await.map_err(failed)?;
        last = id.to_string();
        // Leaves half of the time to players.
        sleep(begun.elapsed()).await;
    }
    Ok(())
}
