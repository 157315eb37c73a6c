//! The site under test and its users.

mod answer;
mod app;
mod authenticator;
mod database;
mod language;
mod listener;
mod mail;
mod person;
mod provider;
mod staff;
mod test_match;

use std::thread;
use std::time::Duration;

use parlour::accounts::Accounts;
use parlour::config::{BotPace, Config, HashCost, SecretKey};
use parlour::now::Clock;
use parlour::site::Site;
use parlour::store::Store;
use parlour::web::AppState;
use tempfile::TempDir;
use tokio::runtime::Handle;

use crate::postgres_clones::database_of;

pub use answer::PageAnswer;
pub use authenticator::Authenticator;
pub use listener::{ListenerMessage, StreamListener};
pub use mail::{HOUR, MINUTE, NOON, sends_to};
pub use person::TestPerson;
pub use provider::{PROVIDER, TestProvider};
pub use test_match::{HOPS, SHORT_WIN, TestMatch, complete, match_actions, path};

/// A password that is not easily guessed.
pub const PASSWORD: &str = "seven quiet marbles roll";

/// The pace of bots that take an hour to move, so that none of them acts during a test.
pub const SLOW_BOTS: BotPace =
    BotPace { delay: Duration::from_secs(3600)..=Duration::from_secs(3600), ..BotPace::IMMEDIATE };

/// The secret key of sites on PostgreSQL.
const SECRET_KEY: &str = "marbles roll where they are put, every time";

async fn create_schema(url: String) {
    Store::open(&url, Handle::current()).await.unwrap().close().await;
}

/// A site with its own database. It stops when it is dropped.
pub struct TestSite {
    /// The URL of the site.
    pub url: String,
    /// The clock of the site.
    pub clock: Clock,
    folder: Option<TempDir>,
    config: Config,
    site: Option<Site>,
}

impl TestSite {
    /// A site with the usual test configuration: no rate limits, and the real time.
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// A site with another configuration.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::at(Clock::Wall, change).await
    }

    /// A site with a test clock.
    pub async fn at(clock: Clock, change: impl FnOnce(&mut Config)) -> Self {
        let folder = TempDir::new().unwrap();
        let on_server = database_of(folder.path(), create_schema).await;
        let mut config = Config {
            bind: "127.0.0.1:0".parse().unwrap(),
            secret_key: on_server.as_ref().and_then(|_| SecretKey::from_text(SECRET_KEY)),
            database_url: on_server
                .unwrap_or_else(|| format!("sqlite://{}", folder.path().join("parlour.db").display())),
            rate_limits: false,
            bots: BotPace::IMMEDIATE,
            hash_cost: HashCost::LEAST,
            ..Config::default()
        };
        change(&mut config);
        Self::open(folder, config, clock).await
    }

    async fn open(folder: TempDir, config: Config, clock: Clock) -> Self {
        let site = Site::start(config.clone(), clock.clone()).await.unwrap();
        let url = format!("http://localhost:{}", site.address.port());
        Self { url, clock, folder: Some(folder), config, site: Some(site) }
    }

    /// Restarts the site on the same database and address.
    pub async fn restart(mut self, change: impl FnOnce(&mut Config)) -> Self {
        let site = self.site.take().unwrap();
        let mut config = Config { bind: site.address, ..self.config.clone() };
        site.stop().await;
        change(&mut config);
        Self::open(self.folder.take().unwrap(), config, self.clock.clone()).await
    }

    /// A user without an account.
    pub fn visitor(&self) -> TestPerson {
        TestPerson::new(&self.url)
    }

    /// A user with an account, signed in.
    pub async fn register(&self, name: &str) -> TestPerson {
        let person = self.visitor();
        let answer = person.post("/register", &[("username", name), ("password", PASSWORD)]).await;
        assert_eq!(answer.status, 303, "{}", answer.body);
        person
    }

    pub fn accounts(&self) -> &Accounts {
        &self.site.as_ref().unwrap().state.accounts
    }

    /// How many passwords were hashed or compared so far.
    pub fn hashes(&self) -> u64 {
        self.accounts().hash_count()
    }

    /// The name of a cookie of the site, which contains its port.
    pub fn cookie_name(&self, name: &str) -> String {
        self.state().public_url.cookie_name(name)
    }

    /// The id of a user. Bots have ids too, so the first person is not 1.
    pub async fn user_id(&self, name: &str) -> i64 {
        self.accounts().directory().find(name).await.unwrap().unwrap().id.0
    }

    fn site(&self) -> &Site {
        self.site.as_ref().unwrap()
    }

    pub fn state(&self) -> &AppState {
        &self.site.as_ref().unwrap().state
    }

    /// Closes the database while the site runs.
    pub async fn close_database(&self) {
        self.site.as_ref().unwrap().state.store.close().await;
    }

    /// Restarts the site after a downtime. The host accepts the clock, as a long one needs it.
    pub async fn restart_after(&mut self, closed: Duration) {
        let site = self.site.take().unwrap();
        let config = Config { bind: site.address, ..site.state.config.clone() };
        site.stop().await;
        self.clock.set(self.clock.now().after(i64::try_from(closed.as_millis()).unwrap()));
        let store = Store::open(&config.database_url, Handle::current()).await.unwrap();
        store.accept_clock(self.clock.now()).await.unwrap();
        store.close().await;
        self.site = Some(Site::start(config, self.clock.clone()).await.unwrap());
    }

    /// Suspends the process for a number of milliseconds, and waits until that has been credited to all matches.
    pub async fn suspend_process(&self, milliseconds: i64) {
        self.clock.set_after_suspension(self.clock.now().after(milliseconds));
        self.wait_for_downtime_credits().await;
    }

    /// Completes the positions of today.
    pub async fn choose_daily_positions(&self) {
        self.site().choose_daily_positions().await;
    }

    /// Waits for a backup if one is due. Twice: if the run at the start had not begun, it leaves another one requested.
    pub async fn backs_up(&self) {
        self.site().back_up().await;
        self.site().back_up().await;
    }

    /// Deletes the guests who were last seen a week ago. Returns their number.
    pub async fn expire_guests(&self) -> usize {
        self.site.as_ref().unwrap().expire_guests().await.unwrap()
    }

    /// Takes users who were last seen a week ago out of open matches. Returns the number of seats.
    pub async fn vacate_open_matches(&self) -> usize {
        self.site.as_ref().unwrap().vacate_open_matches().await.unwrap()
    }

    /// Waits until all downtimes have been credited to all matches.
    pub async fn wait_for_downtime_credits(&self) {
        while !self.state().store.availability().is_settled(self.clock.now()) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Stops the site, and waits for the end.
    pub async fn stop(mut self) {
        self.site.take().unwrap().stop().await;
    }
}

impl Drop for TestSite {
    fn drop(&mut self) {
        let Some(site) = self.site.take() else { return };
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(site.stop());
        });
    }
}
