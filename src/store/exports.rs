//! Data for a user's download, table by table as in [`super::data_holdings`].

use serde_json::Value;
use sqlx::sqlite::SqliteRow;
use sqlx::{Column, Row, ValueRef};

use super::{Store, StoreError};
use crate::matches::MatchId;
use crate::users::UserId;

impl Store {
    /// The rows that a query of [`HOLDINGS`](super::data_holdings::HOLDINGS) returns for a user.
    pub async fn rows_of(&self, user: UserId, query: &'static str) -> Result<Vec<Value>, StoreError> {
        self.read(move |db| async move {
            let rows = sqlx::query(query).bind(user.0).fetch_all(&db).await?;
            rows.iter().map(object).collect()
        })
        .await
    }

    /// All matches in which a user has or had a seat.
    pub async fn all_matches_of(&self, user: UserId) -> Result<Vec<MatchId>, StoreError> {
        let ids: Vec<String> = self
            .read(move |db| async move {
                let of = "SELECT match_id FROM match_seats WHERE user_id = $1 AND NOT is_reserved
                    UNION SELECT match_id FROM match_events
                    WHERE kind = 'seat_taken_over' AND body ->> 'player' = $1 ORDER BY 1";
                sqlx::query_scalar(of).bind(user.0).fetch_all(&db).await
            })
            .await?;
        Ok(ids.into_iter().filter_map(|id| id.parse().ok()).collect())
    }
}

/// A row as a JSON object. Its columns are named as [`ExportPolicy::File`](super::data_inventory::ExportPolicy) says.
fn object(row: &SqliteRow) -> sqlx::Result<Value> {
    let columns = row.columns().iter().map(|column| {
        let (name, kind) = column.name().split_once(": ").unwrap_or((column.name(), ""));
        Ok((name.to_owned(), value(row, column.ordinal(), kind)?))
    });
    columns.collect::<sqlx::Result<_>>().map(Value::Object)
}

fn value(row: &SqliteRow, column: usize, kind: &str) -> sqlx::Result<Value> {
    if row.try_get_raw(column)?.is_null() {
        return Ok(Value::Null);
    }
    match kind {
        "bool" => Ok(row.try_get::<bool, _>(column)?.into()),
        "json" => {
            serde_json::from_str(row.try_get(column)?).map_err(|error| sqlx::Error::Decode(error.into()))
        }
        _ => {
            let integer = row.try_get::<i64, _>(column).map(Value::from);
            let number = integer.or_else(|_| row.try_get::<f64, _>(column).map(Value::from));
            number.or_else(|_| row.try_get::<String, _>(column).map(Value::from))
        }
    }
}
