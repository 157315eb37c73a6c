//! Data for a user's download, table by table as in [`super::data_holdings`].

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use sqlx::{Column, ColumnIndex, Decode, FromRow, Row, Type, ValueRef};

use super::{Store, StoreError, sql};
use crate::matches::MatchId;
use crate::users::UserId;

/// The log entries by a user, about an invitation, or about a bot that took over the user's seat, in the matches in
/// which the user has or had a seat.
const ENTRIES: &str = "SELECT e.match_id, e.seq, e.at, e.kind, e.actor_id, e.body
    FROM (SELECT match_id FROM match_seats WHERE user_id = $1
        UNION SELECT match_id FROM match_events WHERE former_id = $1) mine
    JOIN match_events e ON e.match_id = mine.match_id
    WHERE (e.actor_id = $1 AND e.kind NOT IN ('opened', 'played')) OR e.kind = 'invited' OR e.former_id = $1
    ORDER BY e.at, e.match_id, e.seq";
const NAMES: &str = "SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each($1))";

type EntryRow = (String, i64, i64, String, Option<i64>, String);

impl Store {
    /// The rows that a query of [`HOLDINGS`](super::data_holdings::HOLDINGS) returns for a user.
    pub async fn rows_of(&self, user: UserId, query: &'static str) -> Result<Vec<Value>, StoreError> {
        self.read(move |db| async move {
            let rows: Vec<ExportedRow> = sql::query_as(query).bind(user.0).fetch_all(&db).await?;
            Ok(rows.into_iter().map(|row| row.0).collect())
        })
        .await
    }

    /// What a user did in matches, and who invited the user or took over a seat, by time.
    pub async fn actions_of(&self, user: UserId) -> Result<Vec<Value>, StoreError> {
        self.read(move |db| async move {
            let rows: Vec<EntryRow> = sql::query_as(ENTRIES).bind(user.0).fetch_all(&db).await?;
            // An entry that cannot be read is exported without its seat and the other user.
            let entries = rows.into_iter().map(|row| (serde_json::from_str(&row.5).unwrap_or_default(), row));
            let entries = entries.filter(|(body, (.., kind, actor, _)): &(Value, EntryRow)| {
                kind != "invited" || *actor == Some(user.0) || body["user"] == user.0
            });
            let entries: Vec<_> = entries.collect();
            let other = |body: &Value| body["user"].as_i64().or_else(|| body["bot"].as_i64());
            let people: BTreeSet<_> =
                entries.iter().flat_map(|(body, row)| [row.4, other(body)]).flatten().collect();
            let people = sql::list(people);
            let names: Vec<(i64, String)> = sql::query_as(NAMES).bind(people).fetch_all(&db).await?;
            let names: BTreeMap<_, _> = names.into_iter().collect();
            let name = |user: Option<i64>| user.and_then(|user| names.get(&user));
            let action = |(body, (id, seq, at, kind, actor, _)): &(Value, EntryRow)| {
                json!({ "match": id, "entry": seq, "at": at, "kind": kind, "seat": body["seat"], "actor": name(*actor),
                    "user": name(other(body)) })
            };
            Ok(entries.iter().map(action).collect())
        })
        .await
    }

    /// All matches in which a user has or had a seat.
    pub async fn all_matches_of(&self, user: UserId) -> Result<Vec<MatchId>, StoreError> {
        let ids: Vec<String> = self
            .read(move |db| async move {
                let of = "SELECT match_id FROM match_seats WHERE user_id = $1 AND NOT is_reserved
                    UNION SELECT match_id FROM match_events
                    WHERE former_id = $1 ORDER BY 1";
                sql::query_scalar(of).bind(user.0).fetch_all(&db).await
            })
            .await?;
        Ok(ids.into_iter().filter_map(|id| id.parse().ok()).collect())
    }
}

/// A row as a JSON object. Its columns are named as [`ExportPolicy::File`](super::data_inventory::ExportPolicy) says.
struct ExportedRow(Value);

impl<'r, R: Row> FromRow<'r, R> for ExportedRow
where
    usize: ColumnIndex<R>,
    bool: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    f64: Decode<'r, R::Database> + Type<R::Database>,
    String: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Self> {
        let value = |column: usize, kind: &str| {
            if row.try_get_raw(column)?.is_null() {
                return Ok(Value::Null);
            }
            match kind {
                "bool" => Ok(row.try_get::<bool, _>(column)?.into()),
                "json" => serde_json::from_str(&row.try_get::<String, _>(column)?)
                    .map_err(|error| sqlx::Error::Decode(error.into())),
                _ => {
                    let integer = row.try_get::<i64, _>(column).map(Value::from);
                    let number = integer.or_else(|_| row.try_get::<f64, _>(column).map(Value::from));
                    number.or_else(|_| row.try_get::<String, _>(column).map(Value::from))
                }
            }
        };
        let columns = row.columns().iter().map(|column| {
            let (name, kind) = column.name().split_once(": ").unwrap_or((column.name(), ""));
            Ok((name.to_owned(), value(column.ordinal(), kind)?))
        });
        columns.collect::<sqlx::Result<_>>().map(|object| Self(Value::Object(object)))
    }
}
