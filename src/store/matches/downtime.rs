//! Downtimes of the server, and their credit to matches.

use crate::matches::{MatchId, ServerDowntime};
use crate::now::Moment;
use crate::store::database::availability::{is_gap, is_jump};
use crate::store::{ServerAvailability, Store, StoreError, sql};

const ALIVE: &str = "INSERT INTO server_status (id, alive_at) VALUES (1, $1)
    ON CONFLICT (id) DO UPDATE SET alive_at = excluded.alive_at";
const PENDING: &str = "SELECT id, started_at, ended_at FROM downtimes WHERE NOT done ORDER BY id";
/// Matches with a running clock, open matches, and matches that expire soon.
const AFFECTED: &str = "SELECT id FROM matches WHERE status <> 'ended' AND id > $1
    AND (deadline IS NOT NULL OR status = 'open' OR expires_at < $2) ORDER BY id LIMIT $3";

impl Store {
    pub const fn availability(&self) -> &ServerAvailability {
        &self.availability
    }

    /// Records the downtime since the site last worked, if there was one, and in the same transaction that it works
    /// now. Reads the downtimes that are not credited yet.
    ///
    /// # Errors
    /// The clock has jumped since then, and nothing was recorded.
    pub async fn begin_availability(&self, now: Moment) -> Result<(), StoreError> {
        let begun = self.write(transaction!(|db| {
            match alive_at(db).await? {
                Some(last) if is_jump(last, now) => Ok(Err(StoreError::ClockJumped { last, now })),
                _ => Ok(Ok(begin(db, now).await?)),
            }
        }));
        self.availability.begin(now, begun.await??);
        Ok(())
    }

    /// Accepts the clock, however much it has jumped: the time since the site last worked is a downtime. Returns when
    /// that was.
    pub async fn accept_clock(&self, now: Moment) -> Result<Option<Moment>, StoreError> {
        self.write(transaction!(|db| {
            let last = alive_at(db).await?;
            begin(db, now).await?;
            Ok(last)
        }))
        .await
    }

    /// Records that the site has worked until a moment.
    pub async fn note_alive(&self, until: Moment) -> Result<(), StoreError> {
        self.write(move |db| Box::pin(note_alive(db, until))).await
    }

    /// Records that this server did not work between two moments as a downtime, as far as no other server worked then, and
    /// that the site works at the second, in one transaction. Reads the downtimes that are not credited yet.
    ///
    /// # Errors
    /// The clock has jumped, and nothing was recorded.
    pub async fn record_downtime(&self, from: Moment, to: Moment) -> Result<(), StoreError> {
        let recorded = self.write(transaction!(|db| {
            let last = alive_at(db).await?.map_or(from, |alive_at| alive_at.max(from));
            if is_jump(last, to) {
                return Ok(Err(StoreError::ClockJumped { last, now: to }));
            }
            Ok(Ok(begin_after(db, Some(last), to).await?))
        }));
        self.availability.begin(to, recorded.await??);
        Ok(())
    }

    /// Up to which match a downtime is credited, in the order of [`Self::affected_by_downtime`].
    pub async fn credited_to(&self, downtime: &ServerDowntime) -> Result<String, StoreError> {
        let id = downtime.id;
        self.read(move |db| async move {
            sql::query_scalar("SELECT credited_to FROM downtimes WHERE id = $1").bind(id).fetch_one(&db).await
        })
        .await
    }

    /// Up to `limit` matches after an id that a downtime may have cost time. Matches without a running clock are
    /// included only if they expire before a moment.
    pub async fn affected_by_downtime(
        &self,
        after: &str,
        closed_before: Moment,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError> {
        let after = after.to_owned();
        let rows: Vec<String> = self
            .read(move |db| async move {
                let query = sql::query_scalar(AFFECTED).bind(after).bind(closed_before.0).bind(limit);
                query.fetch_all(&db).await
            })
            .await?;
        Ok(rows.into_iter().filter_map(|id| id.parse().ok()).collect())
    }

    /// Records up to which match a downtime is credited.
    ///
    /// # Errors
    /// The database failed; the matches since the last record will be checked again.
    pub async fn note_credited(&self, downtime: &ServerDowntime, to: &MatchId) -> Result<(), StoreError> {
        let (id, to) = (downtime.id, to.to_string());
        self.write(transaction!(|db| {
            let noting = "UPDATE downtimes SET credited_to = $2 WHERE id = $1";
            Ok(sql::query(noting).bind(id).bind(to).execute(db).await.map(drop)?)
        }))
        .await
    }

    /// Records that a downtime is credited to all matches.
    ///
    /// # Errors
    /// The database failed; it stays pending.
    pub async fn finish_downtime(&self, downtime: &ServerDowntime) -> Result<(), StoreError> {
        let id = downtime.id;
        self.write(transaction!(|db| {
            let noting = "UPDATE downtimes SET done = TRUE WHERE id = $1";
            Ok(sql::query(noting).bind(id).execute(db).await.map(drop)?)
        }))
        .await?;
        self.availability.remove_credited(id);
        Ok(())
    }
}

/// When the site last worked.
async fn alive_at(db: &mut sql::Connection) -> Result<Option<Moment>, StoreError> {
    let at: Option<i64> = sql::query_scalar("SELECT alive_at FROM server_status").fetch_optional(db).await?;
    Ok(at.map(Moment))
}

async fn begin(db: &mut sql::Connection, now: Moment) -> Result<Vec<ServerDowntime>, StoreError> {
    let last = alive_at(db).await?;
    begin_after(db, last, now).await
}

/// Records a downtime since the site last worked, if there was one, and that it works now.
async fn begin_after(
    db: &mut sql::Connection,
    last: Option<Moment>,
    now: Moment,
) -> Result<Vec<ServerDowntime>, StoreError> {
    if let Some(from) = last.filter(|last| is_gap(*last, now)) {
        record(db, from, now).await?;
    }
    // Also corrects a moment in the future, from a clock that was ahead.
    note_alive(db, now).await?;
    let pending: Vec<(i64, i64, i64)> = sql::query_as(PENDING).fetch_all(db).await?;
    let downtime = |(id, from, to)| ServerDowntime { id, from: Moment(from), to: Moment(to) };
    Ok(pending.into_iter().map(downtime).collect())
}

async fn record(db: &mut sql::Connection, from: Moment, to: Moment) -> Result<(), StoreError> {
    let adding = "INSERT INTO downtimes (started_at, ended_at) VALUES ($1, $2)";
    sql::query(adding).bind(from.0).bind(to.0).execute(db).await?;
    tracing::info!(%from, %to, "the site was down; crediting the time to running matches");
    Ok(())
}

async fn note_alive(db: &mut sql::Connection, until: Moment) -> Result<(), StoreError> {
    Ok(sql::query(ALIVE).bind(until.0).execute(db).await.map(drop)?)
}

#[cfg(test)]
mod tests {
    use super::{AFFECTED, PENDING};
    use crate::store::plan;

    #[tokio::test]
    async fn downtimes_and_the_matches_they_affect_are_found_by_an_index() {
        for (sql, first) in [
            (AFFECTED, "SEARCH matches USING INDEX matches_unfinished (id>?)"),
            (PENDING, "SCAN downtimes USING INDEX downtimes_pending"),
        ] {
            for steps in plan::of(sql).await {
                assert_eq!(steps.to_string(), first, "{sql}");
            }
        }
    }
}
