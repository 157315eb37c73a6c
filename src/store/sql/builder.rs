//! Statements that are put together at run time.

use std::fmt::{Display, Write};

use super::arguments::{Argument, BoundValue};
use super::query::{Query, QueryAs, Text};

/// A statement that is being put together.
#[derive(Debug)]
pub(in crate::store) struct SqlBuilder {
    sql: String,
    values: Vec<BoundValue>,
}

/// A list in a statement whose parts are separated by commas.
#[derive(Debug)]
pub(in crate::store) struct ValueList<'b> {
    builder: &'b mut SqlBuilder,
    begun: bool,
}

impl SqlBuilder {
    pub fn new(sql: impl Into<String>) -> Self {
        Self { sql: sql.into(), values: Vec::new() }
    }

    pub fn push(&mut self, sql: impl Display) -> &mut Self {
        // Writing into a string does not fail.
        let _ = write!(self.sql, "{sql}");
        self
    }

    pub fn push_bind(&mut self, value: impl Argument) -> &mut Self {
        self.values.push(Argument::bound(Some(value)));
        self.sql.push('?');
        self
    }

    /// Begins a list.
    pub fn list(&mut self) -> ValueList<'_> {
        ValueList { builder: self, begun: false }
    }

    /// Adds `VALUES` with these rows.
    pub fn push_values<R>(
        &mut self,
        rows: impl IntoIterator<Item = R>,
        mut values: impl FnMut(&mut ValueList<'_>, R),
    ) -> &mut Self {
        let mut before = "VALUES (";
        for row in rows {
            self.push(before);
            values(&mut self.list(), row);
            self.push(")");
            before = ", (";
        }
        self
    }

    /// The text for SQLite.
    #[cfg(test)]
    pub fn sql(&self) -> &str {
        &self.sql
    }

    pub fn build(self) -> Query {
        Query::new(Text::Built(self.sql), self.values)
    }

    pub fn build_query_as<R>(self) -> QueryAs<R> {
        self.build().read_as()
    }
}

impl ValueList<'_> {
    pub fn push_bind(&mut self, value: impl Argument) -> &mut Self {
        if std::mem::replace(&mut self.begun, true) {
            self.builder.push(", ");
        }
        self.builder.push_bind(value);
        self
    }

    pub fn push_bind_all(&mut self, values: impl IntoIterator<Item = impl Argument>) -> &mut Self {
        for value in values {
            self.push_bind(value);
        }
        self
    }
}
