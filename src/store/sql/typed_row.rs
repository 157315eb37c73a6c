//! Rows whose columns are known only at run time.

use sqlx::error::BoxDynError;
use sqlx::{Column, ColumnIndex, Database, Decode, FromRow, Row, Type};

use super::arguments::{BoundValue, without_null};

/// A row whose columns are named with their kinds: `since: integer`, or `boolean`, `text` and `blob`. Texts are as PostgreSQL
/// can store them.
#[derive(Debug)]
pub(in crate::store) struct TypedRow(pub Vec<BoundValue>);

impl<'r, R: Row> FromRow<'r, R> for TypedRow
where
    usize: ColumnIndex<R>,
    bool: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    Vec<u8>: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Self> {
        let value = |column: &<R::Database as Database>::Column| {
            let (place, (_, kind)) = (column.ordinal(), column.name().rsplit_once(": ").unwrap_or_default());
            Ok(match kind {
                "boolean" => BoundValue::Boolean(row.try_get(place)?),
                "integer" => BoundValue::Integer(row.try_get(place)?),
                "text" => BoundValue::Text(row.try_get::<Option<_>, _>(place)?.map(without_null)),
                "blob" => BoundValue::Bytes(row.try_get(place)?),
                _ => {
                    return Err(sqlx::Error::Decode(BoxDynError::from(format!(
                        "{kind} is no kind of column"
                    ))));
                }
            })
        };
        row.columns().iter().map(value).collect::<sqlx::Result<_>>().map(Self)
    }
}
