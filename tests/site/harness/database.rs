//! The database of the site, of either kind, and writes that it refuses.

use serde_json::Value;
use sqlx::any::install_default_drivers;
use sqlx::{AnyPool, AssertSqlSafe, Row};

use super::TestSite;

impl TestSite {
    /// The database.
    pub async fn database(&self) -> AnyPool {
        install_default_drivers();
        AnyPool::connect(&self.config.database_url).await.unwrap()
    }

    /// The columns of all tables of the site whose type is this one, in lower case.
    pub async fn columns(&self, kind: &str) -> Vec<(String, String)> {
        let columns = if self.is_on_postgres() {
            "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns
                WHERE table_schema = 'public' AND data_type = $1"
        } else {
            "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'
                AND t.name NOT LIKE 'sqlite_%' AND lower(c.type) = $1"
        };
        sqlx::query_as(columns).bind(kind).fetch_all(&self.database().await).await.unwrap()
    }

    /// The rows of a query, each as a text that tells it from others.
    pub async fn rows(&self, sql: &'static str) -> Vec<String> {
        let rows = sqlx::query(sql).fetch_all(&self.database().await).await.unwrap();
        let text = |row: &sqlx::any::AnyRow| {
            let values: Vec<_> = (0..row.len()).map(|column| row.try_get_raw(column).unwrap()).collect();
            format!("{values:?}")
        };
        rows.iter().map(text).collect()
    }

    /// The secret of the dice of the only match.
    pub async fn dice_secret(&self) -> String {
        let body = sqlx::query_scalar("SELECT body FROM match_events WHERE kind = 'opened'");
        let body: String = body.fetch_one(&self.database().await).await.unwrap();
        let body: Value = serde_json::from_str(&body).unwrap();
        body["dice"]["secret"].as_str().unwrap().to_owned()
    }

    /// Makes writes fail as on a full disk: `INSERT ON outbox`, also with a condition after ` WHEN `.
    pub async fn refuses(&self, writes: &str) {
        self.adds_trigger(writes, "SELECT RAISE(ABORT, 'disk full')", "RAISE 'disk full'").await;
    }

    /// Skips writes, as if the process was killed before them.
    pub async fn skips(&self, writes: &str) {
        self.adds_trigger(writes, "SELECT RAISE(IGNORE)", "RETURN NULL").await;
    }

    /// Accepts writes again that were refused.
    pub async fn accepts(&self, writes: &str) {
        let table = if self.is_on_postgres() { format!(" ON {}", table_of(writes)) } else { String::new() };
        self.executes(format!("DROP TRIGGER {}{table}", name_of(writes))).await;
    }

    async fn adds_trigger(&self, writes: &str, sqlite: &str, postgres: &str) {
        let (name, (event, condition)) = (name_of(writes), event_of(writes));
        let trigger = format!("CREATE TRIGGER {name} BEFORE {event} FOR EACH ROW WHEN ({condition})");
        self.executes(if self.is_on_postgres() {
            format!(
                "CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {postgres}; END $$;
                {trigger} EXECUTE FUNCTION {name}()"
            )
        } else {
            format!("{trigger} BEGIN {sqlite}; END")
        })
        .await;
    }

    async fn executes(&self, sql: String) {
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&self.database().await).await.unwrap();
    }

    fn is_on_postgres(&self) -> bool {
        self.config.database_url.starts_with("postgres:")
    }
}

fn event_of(writes: &str) -> (&str, &str) {
    writes.split_once(" WHEN ").unwrap_or((writes, "TRUE"))
}

fn table_of(writes: &str) -> &str {
    event_of(writes).0.rsplit(' ').next().unwrap()
}

fn name_of(writes: &str) -> String {
    event_of(writes).0.replace(' ', "_").to_lowercase()
}
