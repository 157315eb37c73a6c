//! The values that are bound to the parameters of a statement.

use sqlx::Arguments;
use sqlx::error::BoxDynError;
use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;

use super::list::List;

/// A bound value. PostgreSQL needs the type of NULL too.
#[derive(Clone, Debug)]
pub(in crate::store) enum BoundValue {
    Boolean(Option<bool>),
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
    List(List),
}

/// A type that can be bound.
pub(in crate::store) trait Argument: Sized {
    /// This value; `None` is NULL.
    fn bound(value: Option<Self>) -> BoundValue;
}

impl<T: Argument> Argument for Option<T> {
    fn bound(value: Option<Self>) -> BoundValue {
        T::bound(value.flatten())
    }
}

impl<T: Argument + Clone> Argument for &T {
    fn bound(value: Option<Self>) -> BoundValue {
        T::bound(value.cloned())
    }
}

macro_rules! arguments {
    ($($type:ty => $kind:ident $convert:expr;)*) => {
        $(impl Argument for $type {
            fn bound(value: Option<Self>) -> BoundValue {
                BoundValue::$kind(value.map($convert))
            }
        })*
    };
}

arguments! {
    bool => Boolean |value| value;
    i64 => Integer |value| value;
    i8 => Integer i64::from;
    i32 => Integer i64::from;
    u8 => Integer i64::from;
    u16 => Integer i64::from;
    u32 => Integer i64::from;
    f64 => Real |value| value;
    String => Text |value| value;
    &str => Text str::to_owned;
    Vec<u8> => Bytes |value| value;
    &[u8] => Bytes <[u8]>::to_vec;
}

impl Argument for BoundValue {
    fn bound(value: Option<Self>) -> BoundValue {
        value.unwrap_or(Self::Text(None))
    }
}

impl Argument for List {
    fn bound(list: Option<Self>) -> BoundValue {
        list.map_or(BoundValue::Text(None), BoundValue::List)
    }
}

pub(super) fn for_sqlite(values: Vec<BoundValue>) -> Result<SqliteArguments, BoxDynError> {
    let mut arguments = SqliteArguments::default();
    for value in values {
        match value {
            BoundValue::Boolean(value) => arguments.add(value)?,
            BoundValue::Integer(value) => arguments.add(value)?,
            BoundValue::Real(value) => arguments.add(value)?,
            BoundValue::Text(value) => arguments.add(value)?,
            BoundValue::Bytes(value) => arguments.add(value)?,
            BoundValue::List(List::Integers(list)) => arguments.add(serde_json::to_string(&list)?)?,
            BoundValue::List(List::Texts(list)) => arguments.add(serde_json::to_string(&list)?)?,
        }
    }
    Ok(arguments)
}

/// PostgreSQL stores no U+0000, which nobody types: what contains one is searched and stored as with an unreadable character.
pub(super) fn without_null(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "\u{FFFD}") } else { text }
}

pub(super) fn for_postgres(values: Vec<BoundValue>) -> Result<PgArguments, BoxDynError> {
    let mut arguments = PgArguments::default();
    for value in values {
        match value {
            BoundValue::Boolean(value) => arguments.add(value)?,
            BoundValue::Integer(value) => arguments.add(value)?,
            BoundValue::Real(value) => arguments.add(value)?,
            BoundValue::Text(value) => arguments.add(value.map(without_null))?,
            BoundValue::Bytes(value) => arguments.add(value)?,
            BoundValue::List(List::Integers(list)) => arguments.add(list)?,
            BoundValue::List(List::Texts(list)) => {
                arguments.add(list.into_iter().map(without_null).collect::<Vec<_>>())?;
            }
        }
    }
    Ok(arguments)
}
