//! The parts of a schema in words, to compare those of two databases: columns, keys, checks and indexes.

use std::collections::BTreeSet;

use sqlx::postgres::PgConnection;

use super::super::database::schema::migrated_in_memory;

/// Each column with its type, and whether it must have a value and has a default. Numbers that are written as `FALSE` are
/// booleans.
const SQLITE_COLUMNS: &str = "SELECT t.name || '.' || c.name || ' ' || CASE c.type
            WHEN 'INTEGER' THEN CASE WHEN c.dflt_value IN ('FALSE', 'TRUE')
                    OR t.sql LIKE '%(' || c.name || ' IN (FALSE, TRUE))%' THEN 'boolean' ELSE 'bigint' END
            WHEN 'BLOB' THEN 'bytea' ELSE lower(c.type) END
        || CASE WHEN c.\"notnull\" OR c.pk > 0 THEN ' not null' ELSE '' END
        || CASE WHEN c.dflt_value IS NULL THEN '' ELSE ' default' END
    FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'";
const POSTGRESQL_COLUMNS: &str = "SELECT table_name || '.' || column_name || ' ' || data_type
        || CASE WHEN is_nullable = 'NO' THEN ' not null' ELSE '' END
        || CASE WHEN column_default IS NULL THEN '' ELSE ' default' END
    FROM information_schema.columns WHERE table_schema = 'public'";

/// Each reference to another table.
const SQLITE_REFERENCES: &str =
    "SELECT t.name || '.' || f.\"from\" || ' references ' || f.\"table\" || ' ' || lower(f.on_delete)
    FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f WHERE t.type = 'table'";
const POSTGRESQL_REFERENCES: &str =
    "SELECT t.relname || '.' || a.attname || ' references ' || r.relname || ' ' ||
        CASE c.confdeltype WHEN 'c' THEN 'cascade' WHEN 'n' THEN 'set null' ELSE 'no action' END
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class r ON r.oid = c.confrelid
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1] WHERE c.contype = 'f'";

/// Each index with its number of columns, also those of primary keys and unique columns. An id in SQLite is the number of the
/// row, which needs none.
const SQLITE_INDEXES: &str = "SELECT t.name || ' index ' || CASE i.origin WHEN 'c' THEN i.name ELSE i.origin END || ' of '
        || (SELECT count(*) FROM pragma_index_info(i.name)) || CASE WHEN i.\"unique\" THEN ' unique' ELSE '' END
        || CASE WHEN i.partial THEN ' partial' ELSE '' END
    FROM sqlite_schema t JOIN pragma_index_list(t.name) i WHERE t.type = 'table'
    UNION ALL SELECT t.name || ' index pk of 1 unique' FROM sqlite_schema t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table' AND c.pk = 1 AND c.type = 'INTEGER'
        AND NOT EXISTS (SELECT 1 FROM pragma_index_list(t.name) i WHERE i.origin = 'pk')";
const POSTGRESQL_INDEXES: &str = "SELECT t.relname || ' index ' || CASE WHEN i.indisprimary THEN 'pk'
            WHEN EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype = 'u') THEN 'u'
            ELSE n.relname END || ' of ' || i.indnkeyatts
        || CASE WHEN i.indisunique THEN ' unique' ELSE '' END || CASE WHEN i.indpred IS NOT NULL THEN ' partial' ELSE '' END
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_class n ON n.oid = i.indexrelid
        JOIN pg_namespace s ON s.oid = t.relnamespace WHERE s.nspname = 'public'";

/// How many checks each table has. Those of booleans are their type in PostgreSQL.
const SQLITE_CHECKS: &str =
    "SELECT t.name || ' checks ' || ((length(t.sql) - length(replace(t.sql, 'CHECK (', ''))) / 7
        - (length(t.sql) - length(replace(t.sql, ' IN (FALSE, TRUE))', ''))) / 18)
    FROM sqlite_schema t WHERE t.type = 'table'";
const POSTGRESQL_CHECKS: &str = "SELECT t.relname || ' checks ' || (SELECT count(*) FROM pg_constraint c
        WHERE c.conrelid = t.oid AND c.contype = 'c' AND pg_get_constraintdef(c.oid) NOT LIKE '%ARRAY[false, true]%')
    FROM pg_class t JOIN pg_namespace s ON s.oid = t.relnamespace WHERE s.nspname = 'public' AND t.relkind = 'r'";

/// The schema of SQLite.
pub(super) async fn of_sqlite() -> BTreeSet<String> {
    let mut db = migrated_in_memory().await;
    let mut parts = BTreeSet::new();
    for query in [SQLITE_COLUMNS, SQLITE_REFERENCES, SQLITE_INDEXES, SQLITE_CHECKS] {
        let found: Vec<String> = sqlx::query_scalar(query).fetch_all(&mut db).await.unwrap();
        assert!(!found.is_empty(), "{query}");
        parts.extend(found);
    }
    parts.retain(|part| !part.starts_with("_sqlx_migrations") && !part.starts_with("sqlite_"));
    parts
}

/// The schema of PostgreSQL.
pub(super) async fn of_postgresql(db: &mut PgConnection) -> BTreeSet<String> {
    let mut parts = BTreeSet::new();
    for query in [POSTGRESQL_COLUMNS, POSTGRESQL_REFERENCES, POSTGRESQL_INDEXES, POSTGRESQL_CHECKS] {
        let found: Vec<String> = sqlx::query_scalar(query).fetch_all(&mut *db).await.unwrap();
        assert!(!found.is_empty(), "{query}");
        parts.extend(found);
    }
    parts.retain(|part| !part.starts_with("_sqlx_migrations"));
    parts
}
