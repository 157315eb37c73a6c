//! Lists as single parameters, read by `json_each`: JSON on SQLite, and arrays on PostgreSQL.

use crate::users::UserId;

/// A list.
#[derive(Clone, Debug)]
pub(in crate::store) enum List {
    Integers(Vec<i64>),
    Texts(Vec<String>),
}

pub(in crate::store) fn list<T>(items: impl IntoIterator<Item = T>) -> List
where
    List: FromIterator<T>,
{
    items.into_iter().collect()
}

impl FromIterator<i64> for List {
    fn from_iter<I: IntoIterator<Item = i64>>(items: I) -> Self {
        Self::Integers(items.into_iter().collect())
    }
}

impl FromIterator<UserId> for List {
    fn from_iter<I: IntoIterator<Item = UserId>>(users: I) -> Self {
        users.into_iter().map(|user| user.0).collect()
    }
}

impl FromIterator<String> for List {
    fn from_iter<I: IntoIterator<Item = String>>(items: I) -> Self {
        Self::Texts(items.into_iter().collect())
    }
}

impl<'t> FromIterator<&'t str> for List {
    fn from_iter<I: IntoIterator<Item = &'t str>>(items: I) -> Self {
        items.into_iter().map(str::to_owned).collect()
    }
}
