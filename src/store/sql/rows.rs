//! Rows of either database, and what is read from them.

use sqlx::error::BoxDynError;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Database, Decode, FromRow, Type};

/// What can be read from a row of either database.
pub(in crate::store) trait FromRows:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send
{
}

impl<T> FromRows for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send {}

pub(super) enum Rows {
    Sqlite(Vec<SqliteRow>),
    Postgres(Vec<PgRow>),
}

impl Rows {
    pub fn read<R: FromRows>(&self) -> sqlx::Result<Vec<R>> {
        match self {
            Self::Sqlite(rows) => rows.iter().map(R::from_row).collect(),
            Self::Postgres(rows) => rows.iter().map(R::from_row).collect(),
        }
    }
}

/// An integer column whose values fit a type smaller than `i64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::store) struct Int<T>(pub T);

impl<T> Int<T> {
    pub fn get(self) -> T {
        self.0
    }
}

impl<DB: Database, T> Type<DB> for Int<T>
where
    i64: Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        i64::type_info()
    }

    fn compatible(found: &DB::TypeInfo) -> bool {
        i64::compatible(found)
    }
}

impl<'r, DB: Database, T: TryFrom<i64>> Decode<'r, DB> for Int<T>
where
    i64: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        let value = i64::decode(value)?;
        let too_large = |_| format!("{value} is no {}", std::any::type_name::<T>()).into();
        T::try_from(value).map(Self).map_err(too_large)
    }
}
