//! Commits of other servers on PostgreSQL: each tells the others of its own, outside of its transactions, as those would have to
//! wait for each other.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::handle::Store;
use super::writer::WriterOptions;
use crate::store::sql;

const CHANNEL: &str = "parlour_commits";
const TELL: &str = "SELECT pg_notify('parlour_commits', $1)";
/// How long commits are gathered before the other servers are told.
const GATHERING: Duration = Duration::from_millis(3);
/// How long nobody looks who was told nothing. A connection pooler may not pass it on.
const INTERVAL: Duration = Duration::from_millis(250);
/// After how long without news the connection is replaced: it may have broken.
const SILENCE: Duration = Duration::from_secs(60);
const RETRY: Duration = Duration::from_secs(1);

/// Learns of commits of other servers, and tells them of those of this one, until it is dropped.
#[derive(Debug)]
pub struct ForeignCommits {
    heard: Arc<Notify>,
    _tasks: JoinSet<()>,
}

impl ForeignCommits {
    /// Waits until another server may have committed. Cancel safe.
    pub async fn next(&self) {
        let _ = timeout(INTERVAL, self.heard.notified()).await;
    }
}

impl Store {
    /// Begins to follow the commits of other servers; `None` on SQLite, which has one server.
    pub fn foreign_commits(&self) -> Option<ForeignCommits> {
        let WriterOptions::Postgres(options) = self.writer.options() else { return None };
        let (heard, mut tasks) = (Arc::new(Notify::new()), JoinSet::new());
        let listening = listen(options.clone(), self.server.to_string(), Arc::clone(&heard));
        tasks.spawn_on(listening, &self.runtime);
        tasks.spawn_on(tell(self.clone()), &self.runtime);
        Some(ForeignCommits { heard, _tasks: tasks })
    }
}

async fn tell(store: Store) {
    loop {
        store.writer.committed().await;
        sleep(GATHERING).await;
        let server = store.server.to_string();
        // The others look from time to time anyway.
        let _ = sql::query(TELL).bind(server).execute(&store.readers).await;
    }
}

async fn listen(options: PgConnectOptions, own: String, heard: Arc<Notify>) {
    loop {
        if let Err(error) = hear(&options, &own, &heard).await {
            tracing::debug!(%error, "failed to listen for the commits of other servers");
            sleep(RETRY).await;
        }
    }
}

async fn hear(options: &PgConnectOptions, own: &str, heard: &Notify) -> sqlx::Result<()> {
    let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(options.clone());
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.listen(CHANNEL).await?;
    while let Ok(told) = timeout(SILENCE, listener.try_recv()).await {
        // After a broken connection something may have been missed.
        if told?.is_none_or(|told| told.payload() != own) {
            heard.notify_one();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tokio::runtime::Handle;

    use super::*;
    use crate::postgres_server::PostgresServer;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_server_hears_of_the_commits_of_another_one() {
        let server = PostgresServer::start();
        let open = async || Store::open(&server.url(), Handle::current()).await.unwrap();
        let (one, other) = (open().await, open().await);
        let (commits, _telling) = (one.foreign_commits().unwrap(), other.foreign_commits().unwrap());
        for round in ["at first", "after PostgreSQL was started again"] {
            // The listener may still be connecting, so this goes on until it is heard; the broken connection counts once.
            let committing = async {
                loop {
                    other.execute_for_test("UPDATE outbox_consumers SET last_id = 0").await;
                    sleep(GATHERING).await;
                }
            };
            let hearing = async {
                for _ in 0..5 {
                    commits.heard.notified().await;
                }
            };
            let heard = async {
                tokio::select! {
                    () = committing => {}
                    () = hearing => {}
                }
            };
            timeout(Duration::from_secs(30), heard).await.expect(round);
            server.kill();
            server.launch();
            for store in [&one, &other] {
                while !store.is_writable().await {}
            }
        }
    }
}
