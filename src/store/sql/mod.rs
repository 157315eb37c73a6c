//! Queries on SQLite or PostgreSQL, called as those of sqlx. A text is understood by both.

mod arguments;
mod builder;
mod connection;
mod list;
mod query;
mod rows;
mod typed_row;

pub(super) use arguments::BoundValue;
pub(super) use builder::{SqlBuilder, ValueList};
pub(crate) use connection::Connection;
pub(super) use connection::{PgTransaction, Pool};
pub(super) use list::{List, list};
pub(super) use query::{PerDatabase, QueryAs, query, query_as, query_scalar};
pub(super) use rows::{FromRows, Int};
pub(super) use typed_row::TypedRow;
