//! A clock that is far from when the site last worked stops the start until it is accepted.

use std::path::Path;

use sqlx::{AssertSqlSafe, Connection};
use tempfile::TempDir;

use crate::killable::KillableSite;
use crate::played::{open, parlour};

const DAY: i64 = 86_400_000;

async fn executes(database: &Path, sql: String) {
    let mut db = open(database).await;
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
}

#[tokio::test]
async fn a_site_whose_clock_has_jumped_starts_once_the_host_accepts_it() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("parlour.db");
    let mut site = KillableSite::open(folder.path(), &[]).await;
    let in_use = parlour(&["clock", "accept"], &database);
    assert!(String::from_utf8_lossy(&in_use.stderr).contains("stop it first"), "{in_use:?}");
    for (days, words) in [(-40, "40 days earlier"), (1000, "days later")] {
        assert!(site.stop().await.is_some_and(|(success, _)| success));
        let moved = days * DAY;
        executes(&database, format!("UPDATE server_status SET alive_at = alive_at + {moved}")).await;
        let refused = parlour(&["serve", "--bind", "127.0.0.1:0"], &database);
        let answer = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && answer.contains(words), "{answer}");
        assert!(answer.contains("parlour clock accept"), "{answer}");
        let accepted = parlour(&["clock", "accept"], &database);
        let told = String::from_utf8_lossy(&accepted.stdout);
        assert!(accepted.status.success() && told.starts_with("accepted "), "{accepted:?}");
        assert_eq!(told.contains("is credited"), days < 0, "{told}");
        site.restart().await;
    }
    site.assert_sound();
}
