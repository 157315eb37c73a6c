//! A site in a process that can be killed.

use std::fs::File;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};

const LOG: &str = "parlour.log";

/// How long a test waits for its end.
const GUARD: Duration = Duration::from_secs(60);

/// The program, on a port and a database that outlive it.
pub struct KillableSite {
    address: SocketAddr,
    folder: PathBuf,
    settings: Vec<(&'static str, String)>,
    /// The limit of open files, if there is one.
    descriptors: Option<u32>,
    process: Child,
}

impl KillableSite {
    pub async fn open(folder: &Path, settings: &[(&'static str, &str)]) -> Self {
        Self::open_with_descriptors(folder, settings, None).await
    }

    /// Starts it with a limit of open files that it cannot raise.
    pub async fn open_with_descriptors(
        folder: &Path,
        settings: &[(&'static str, &str)],
        descriptors: Option<u32>,
    ) -> Self {
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
        let settings: Vec<_> = settings.iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
        let process = start(address, folder, &settings, descriptors);
        let site = Self { address, folder: folder.to_owned(), settings, descriptors, process };
        site.is_ready().await;
        site
    }

    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Kills it with SIGKILL.
    pub fn is_killed(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Starts it, and kills it after this time.
    pub async fn is_killed_while_it_opens(&mut self, after: Duration) {
        self.process = start(self.address, &self.folder, &self.settings, self.descriptors);
        tokio::time::sleep(after).await;
        self.is_killed();
    }

    /// Sends a signal.
    pub fn is_sent(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.process.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Starts it again on the same port and database.
    pub async fn opens_again(&mut self) {
        self.process = start(self.address, &self.folder, &self.settings, self.descriptors);
        self.is_ready().await;
    }

    /// Kills and restarts it.
    pub async fn is_killed_and_opens_again(&mut self) {
        self.is_killed();
        self.opens_again().await;
    }

    /// Stops it. Returns whether it ended by itself, and how long it took; `None` if it had to be killed.
    pub async fn is_stopped(&mut self) -> Option<(bool, Duration)> {
        let asked = Instant::now();
        self.is_sent("-TERM");
        while asked.elapsed() < GUARD {
            if let Some(status) = self.process.try_wait().unwrap() {
                return Some((status.success(), asked.elapsed()));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.is_killed();
        None
    }

    async fn is_ready(&self) {
        let client = Client::new();
        for _ in 0..1000 {
            if client.get(self.url("/readyz")).send().await.is_ok_and(|answer| answer.status().is_success()) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the house does not open: {}", std::fs::read_to_string(self.folder.join(LOG)).unwrap());
    }

    /// Waits until it has recorded the delivery of a number of emails or pushes.
    pub async fn has_noted(&self, count: &'static str, gone: i64) {
        let file = self.folder.join("parlour.db");
        let db = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
        for _ in 0..1000 {
            let count = sqlx::query_scalar::<_, i64>(count);
            if count.fetch_one(&db).await.unwrap() == gone {
                return db.close().await;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("what has gone is not written down");
    }

    /// Runs the doctor, which must find no problem.
    pub fn is_sound(&self) {
        let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .arg("doctor")
            .env("DATABASE_URL", format!("sqlite://{}", self.folder.join("parlour.db").display()))
            .output()
            .unwrap();
        let told = [output.stdout, output.stderr].concat();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&told));
    }

    /// Its log so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join(LOG)).unwrap()
    }

    pub async fn post(&self, client: &Client, path: &str, form: &[(&str, &str)]) -> Response {
        let answer = client.post(self.url(path)).form(form).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{path}");
        answer
    }

    pub async fn register(&self, name: &str) -> Client {
        self.register_from(name, Ipv4Addr::LOCALHOST).await
    }

    /// A user whose browser has this local address.
    pub async fn register_from(&self, name: &str, address: Ipv4Addr) -> Client {
        let client =
            Client::builder().cookie_store(true).redirect(Policy::none()).local_address(IpAddr::V4(address));
        let client = client.build().unwrap();
        let form = [("username", name), ("password", "seven brass lamps over felt")];
        self.post(&client, "/register", &form).await;
        client
    }
}

impl Drop for KillableSite {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn start(address: SocketAddr, folder: &Path, settings: &[(&str, String)], descriptors: Option<u32>) -> Child {
    let limited = descriptors.map_or_else(String::new, |limit| format!("ulimit -n {limit} && "));
    Command::new("sh")
        .args(["-c", &format!("{limited}exec \"$0\" serve"), env!("CARGO_BIN_EXE_parlour")])
        .env("BIND", address.to_string())
        .env("PUBLIC_URL", format!("http://{address}"))
        .env("DATABASE_URL", format!("sqlite://{}", folder.join("parlour.db").display()))
        .env("RATE_LIMITS", "off")
        .env("RUST_LOG", "warn")
        .envs(settings.iter().map(|(key, value)| (key, value)))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stderr(File::options().append(true).create(true).open(folder.join(LOG)).unwrap())
        .spawn()
        .unwrap()
}
