//! The running site: database, tasks and server. `main` and the tests start it here.
//!
//! Handlers run on the workers of the web server, one thread for each core. The database has its own runtime, on
//! which queries are several times faster than on the single thread of a worker.

mod descriptors;
mod error;
mod following;
mod housekeeping;
mod listener;
mod retention;
mod secret;

pub use self::error::StartError;
use self::following::Following;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use actix_web::HttpServer;
use actix_web::dev::{Server, ServerHandle};
use actix_web::web::Data;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{sleep, timeout};

use crate::accounts::Accounts;
use crate::analysis_runner::AnalysisRunner;
use crate::backup_runner::{self, BackupRunner};
use crate::bot_runner::BotRunner;
use crate::config::{Config, PublicUrl};
use crate::daily_runner::DailyRunner;
use crate::hub::Hub;
use crate::metrics::Metrics;
use crate::notices::NoticeService;
use crate::notices::push::PushSender;
use crate::now::Clock;
use crate::oidc::OidcProvider;
use crate::pairing::Pairing;
use crate::periodic::TaskTrigger;
use crate::referee::Referee;
use crate::search_pool::SearchPool;
use crate::site_settings::CurrentSettings;
use crate::store::{ServerLock, Store, StoreError, upgrade};
use crate::sweeper;
use crate::uptime::Uptime;
use crate::urls;
use crate::web::{self, AppState, BoardImages, FormAnswers, RateLimits, StreamLimit};

/// How many seconds requests in progress have to finish when the site stops.
const GRACE: u64 = 3;
/// How long the start waits for a downtime to be credited to all matches.
const CREDITING: Duration = Duration::from_secs(2);
/// How much of a streamed body is buffered before it is sent, in bytes. With the pieces of live streams, a connection
/// does not outgrow its initial buffer of 8 KiB.
const GATHERED: usize = 4096;
/// How many seconds the mail server has to confirm an email it may have taken. Service managers kill a process after
/// ten.
const MAIL_GRACE: u64 = 8;
/// Keep-alive: how long a connection may wait for a request, also for the first.
const IDLE: Duration = Duration::from_secs(30);

/// A running site.
#[derive(Debug)]
pub struct Site {
    /// The address it listens on.
    pub address: SocketAddr,
    /// The limit of open files of the process.
    pub open_files: usize,
    pub state: Data<AppState>,
    server: ServerHandle,
    serving: JoinHandle<io::Result<()>>,
    telling: JoinHandle<()>,
    background: JoinSet<()>,
    sweeper: Arc<TaskTrigger>,
    bots: Arc<BotRunner>,
    daily: Arc<DailyRunner>,
    stopping: watch::Sender<bool>,
    runtime: ServerRuntime,
    /// Held until the database is closed.
    lock: ServerLock,
}

impl Site {
    /// Starts the site.
    ///
    /// # Errors
    /// The database, the secret key, the folder of backups or the address cannot be opened, or threads cannot be started.
    pub async fn start(config: Config, clock: Clock) -> Result<Self, StartError> {
        config.backups.as_ref().map_or(Ok(()), backup_runner::prepare)?;
        let runtime = ServerRuntime::start()?;
        let (stopping, stops) = watch::channel(false);
        // Before the address: a server that is about to stop holds both, and only this waits for it.
        let lock = ServerLock::acquire(&config.database_url).await?;
        let listener = listener::listen(config.bind)?;
        let open_files = descriptors::raise();
        let address = listener.local_addr()?;
        let state = Data::new(state(config, clock, address.port(), stops, runtime.handle()).await?);
        let following = Following::start(&state).await?;
        let mut background = JoinSet::new();
        let crediting =
            sweeper::run_credits(state.store.clone(), state.referee.clone(), state.stopping.clone());
        background.spawn_on(crediting, runtime.handle());
        wait_for_credit(&state).await;
        let server = serve(listener, state.clone(), open_files)?;
        let handle = server.handle();
        let serving = runtime.handle().spawn(server);
        background.spawn_on(housekeeping::run(state.clone()), runtime.handle());
        let uptime = Uptime::new(state.store.clone(), state.clock.clone());
        uptime.tick(state.stopping.clone())?;
        background.spawn_on(uptime.run(state.stopping.clone()), runtime.handle());
        background.spawn_on(retention::run(state.clone()), runtime.handle());
        background.spawn_on(following.run(state.clone()), runtime.handle());
        let sweeper = Arc::new(TaskTrigger::default());
        let sweeping = sweeper::run(
            state.store.clone(),
            state.referee.clone(),
            state.clock.clone(),
            Arc::clone(&sweeper),
            state.stopping.clone(),
        );
        background.spawn_on(sweeping, runtime.handle());
        let bots = bot_runner(&state);
        background.spawn_on(Arc::clone(&bots).run(state.stopping.clone()), runtime.handle());
        background.spawn_on(Arc::clone(&state.analyses).run(state.stopping.clone()), runtime.handle());
        let daily = Arc::new(daily_runner(&state));
        background.spawn_on(Arc::clone(&daily).run(state.stopping.clone()), runtime.handle());
        if let Some(backups) = &state.backups {
            background.spawn_on(Arc::clone(backups).run(state.stopping.clone()), runtime.handle());
        }
        let telling = Arc::clone(&state.notices).run(state.stopping.clone());
        let telling = runtime.handle().spawn(telling);
        Ok(Self {
            address,
            open_files,
            state,
            server: handle,
            serving,
            telling,
            background,
            sweeper,
            bots,
            daily,
            stopping,
            runtime,
            lock,
        })
    }

    /// Waits until the server ends, which it does only when it has failed, or another process serves its database.
    pub async fn wait_until_ended(&mut self) -> io::Result<()> {
        tokio::select! {
            ended = &mut self.serving => ended.map_err(io::Error::other)?,
            lost = self.lock.lost() => Err(io::Error::other(lost)),
        }
    }

    /// Waits until all deadlines are applied, bots have moved, matches are analysed, and due notices were sent. For tests.
    pub async fn run_tasks(&self) {
        self.sweeper.run().await;
        self.bots.run_once().await;
        self.state.analyses.run_once().await;
        self.state.notices.run_once().await;
    }

    /// Completes the positions of today. For tests.
    pub async fn choose_daily_positions(&self) {
        self.daily.run_once().await;
    }

    /// Waits for a backup if one is due. For tests.
    pub async fn back_up(&self) {
        if let Some(backups) = &self.state.backups {
            backups.run_once().await;
        }
    }

    /// Deletes the guests who were last seen a week ago and returns their number.
    ///
    /// # Errors
    /// The database failed.
    pub async fn expire_guests(&self) -> Result<usize, StoreError> {
        retention::expire_guests(&self.state).await
    }

    /// Takes users who were last seen a week ago out of open matches. Returns the number of seats.
    ///
    /// # Errors
    /// The database failed.
    pub async fn vacate_open_matches(&self) -> Result<usize, StoreError> {
        self.state.referee.vacate_open_matches(self.state.clock.now().after(-retention::ABSENT)).await
    }

    /// Stops the site: refuses new requests, ends streams, finishes requests in progress, closes the database.
    pub async fn stop(self) {
        self.stopping.send_replace(true);
        self.state.searches.stop();
        // An email that is being handed over is finished, or it would be sent twice.
        let telling = timeout(Duration::from_secs(MAIL_GRACE), self.telling);
        let serving = timeout(Duration::from_secs(GRACE + 1), self.server.stop(true));
        // Background tasks finish before the database is closed.
        let background = timeout(Duration::from_secs(GRACE), finish(self.background));
        let (_, graceful, _) = tokio::join!(telling, serving, background);
        if graceful.is_err() {
            tracing::warn!("requests in progress were cut off");
            self.server.stop(false).await;
        }
        Uptime::new(self.state.store.clone(), self.state.clock.clone()).heartbeat().await;
        housekeeping::note_plies(&self.state).await;
        self.state.store.close().await;
        drop(self.runtime);
        drop(self.lock);
    }
}

/// Waits for all tasks. A failed one does not keep the others from being waited for.
async fn finish(mut tasks: JoinSet<()>) {
    while let Some(ended) = tasks.join_next().await {
        if let Err(error) = ended {
            tracing::error!(%error, "a background task failed");
        }
    }
}

async fn state(
    config: Config,
    clock: Clock,
    port: u16,
    stopping: watch::Receiver<bool>,
    runtime: &Handle,
) -> Result<AppState, StartError> {
    let metrics = match &config.metrics_token {
        Some(_) => Metrics::with_routes(&web::patterns())?,
        None => Metrics::default(),
    };
    upgrade::upgrade(&config.database_url).await?;
    let store = Store::open(&config.database_url, runtime.clone()).await?.with_metrics(metrics.clone());
    let clock = clock.corrected_by(store.clock_correction());
    log_foreign_code(&store).await?;
    let settings = CurrentSettings::load(store.clone(), &config).await?;
    Uptime::new(store.clone(), clock.clone()).start().await?;
    let secret = secret::secret(&config, &store, clock.now()).await?;
    let public_url = config.public_url.clone().unwrap_or_else(|| PublicUrl::local(port));
    let accounts = Accounts::open(store.clone(), clock.clone(), secret.derive("session tokens"))?;
    let accounts = accounts.with_hash_cost(config.hash_cost).with_passkeys(public_url.origin());
    let (hub, bots) = (Hub::default(), store.create_bots(clock.now()).await?);
    let key = secret.derive("keys in letters");
    let pusher = PushSender::open(&store, &public_url, &config).await?;
    let notices = Arc::new(NoticeService::new(
        store.clone(),
        hub.clone(),
        clock.clone(),
        key,
        (public_url.clone(), settings.clone()),
        &config,
        pusher,
    ));
    let backups = config.backups.clone().map(|backups| {
        let (url, notices) = (config.database_url.clone(), Arc::clone(&notices));
        Arc::new(BackupRunner::new(backups, url, clock.clone(), notices))
    });
    let oidc = OidcProvider::open(&config, &public_url, urls::OidcCallback::ROUTE)?;
    let referee = Referee::start(store.clone(), hub.clone(), clock.clone(), bots.clone())?;
    let searches = SearchPool::start(metrics.clone())?;
    let analyses = AnalysisRunner::new(store.clone(), referee.clone(), searches.clone(), config.bots.nodes);
    Ok(AppState {
        setup_key: if config.is_sso_only() { None } else { accounts.setup_key().await? },
        oidc,
        accounts: Arc::new(accounts),
        analyses: Arc::new(analyses),
        pairing: Pairing::new(store.clone(), referee.clone(), clock.clone()),
        referee,
        searches,
        hub,
        bots,
        store,
        settings,
        images: BoardImages::new(notices.images()),
        notices,
        backups,
        public_url,
        limits: RateLimits::new(config.rate_limits),
        form_answers: FormAnswers::default(),
        streams: StreamLimit::new(&config),
        metrics,
        started: Clock::Wall.now(),
        config,
        clock,
        stopping,
    })
}

fn bot_runner(state: &AppState) -> Arc<BotRunner> {
    Arc::new(BotRunner::new(
        state.store.clone(),
        state.referee.clone(),
        state.searches.clone(),
        state.bots.clone(),
        state.clock.clone(),
        state.config.bots.clone(),
    ))
}

fn daily_runner(state: &AppState) -> DailyRunner {
    let analyses = Arc::clone(&state.analyses);
    DailyRunner::new(state.store.clone(), state.referee.clone(), analyses, state.clock.clone())
}

/// Logs triggers and views that are not part of the schema: they can change what the site writes.
async fn log_foreign_code(store: &Store) -> Result<(), StoreError> {
    for problem in store.foreign_code().await? {
        tracing::error!(problem, "the database was changed by another program; run parlour doctor");
    }
    Ok(())
}

/// Waits briefly for a downtime to be credited to all matches, so that the first lists are usually right. Large sites
/// do not wait to the end.
async fn wait_for_credit(state: &AppState) {
    let settled = async {
        while !state.store.availability().pending().is_empty() {
            sleep(Duration::from_millis(10)).await;
        }
    };
    if timeout(CREDITING, settled).await.is_err() {
        tracing::info!("downtime is still being credited to matches");
    }
}

fn serve(listener: TcpListener, state: Data<AppState>, open_files: usize) -> io::Result<Server> {
    let server = HttpServer::new(move || web::app(state.clone()))
        .workers(cores())
        .max_connections((descriptors::for_connections(open_files) / cores()).max(1))
        .client_request_timeout(IDLE)
        .keep_alive(IDLE)
        .tcp_nodelay(true)
        .h1_write_buffer_size(GATHERED)
        .shutdown_timeout(GRACE)
        .disable_signals()
        .listen(listener)?;
    Ok(server.run())
}

fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// A runtime that may be dropped inside of another one: its threads end by themselves.
#[derive(Debug)]
struct ServerRuntime(Option<Runtime>, Handle);

impl ServerRuntime {
    fn start() -> io::Result<Self> {
        let runtime =
            Builder::new_multi_thread().worker_threads(cores()).thread_name("store").enable_all().build()?;
        let handle = runtime.handle().clone();
        Ok(Self(Some(runtime), handle))
    }

    fn handle(&self) -> &Handle {
        &self.1
    }
}

impl Drop for ServerRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use tokio::task::{JoinSet, yield_now};

    use super::finish;

    #[tokio::test]
    async fn a_failed_background_task_does_not_keep_the_others_from_being_waited_for() {
        let (mut tasks, done) = (JoinSet::new(), Arc::new(AtomicBool::new(false)));
        tasks.spawn(async { panic!("for the test") });
        let finished = Arc::clone(&done);
        tasks.spawn(async move {
            for _ in 0..10 {
                yield_now().await;
            }
            finished.store(true, Ordering::Relaxed);
        });
        finish(tasks).await;
        assert!(done.load(Ordering::Relaxed));
    }
}
