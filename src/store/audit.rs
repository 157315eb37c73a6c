//! The log of the house: entries are added in the transaction of the act they tell of, and never touched again.

use sqlx::{Executor, SqliteConnection};

use super::StoreError;
use crate::people::{Entry, Hash, Note};

/// Writes down what one of the staff does, in the transaction in which it is done.
pub(super) async fn note(db: &mut SqliteConnection, note: &Note) -> Result<(), StoreError> {
    let (seq, before): (i64, Vec<u8>) =
        sqlx::query_as("SELECT seq, hash FROM audit_head WHERE one = 1").fetch_one(&mut *db).await?;
    let before = hash(before)?;
    let entry = Entry::of(note, seq + 1);
    let hash = entry.hash(&before);
    let adding = "INSERT INTO audit (seq, at, by, act, whom, match_id, why, detail, hash)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    sqlx::query(adding)
        .bind(entry.seq)
        .bind(entry.at.0)
        .bind(entry.by)
        .bind(entry.act)
        .bind(entry.whom)
        .bind(entry.match_id)
        .bind(entry.why)
        .bind(entry.detail)
        .bind(&hash[..])
        .execute(&mut *db)
        .await?;
    let moving = sqlx::query("UPDATE audit_head SET seq = $1, hash = $2 WHERE one = 1");
    moving.bind(entry.seq).bind(&hash[..]).execute(db).await?;
    Ok(())
}

fn hash(bytes: Vec<u8>) -> Result<Hash, StoreError> {
    bytes.try_into().map_err(|_| StoreError::Corrupt("a hash in the log of the house".to_owned()))
}

/// Writes all of this down, and ends the transaction in which it is done.
pub(super) async fn note_all(db: &mut SqliteConnection, notes: &[Note]) -> Result<(), StoreError> {
    for entry in notes {
        note(db, entry).await?;
    }
    Ok(db.execute("COMMIT").await.map(drop)?)
}
