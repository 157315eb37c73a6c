//! A PostgreSQL server for tests: with a directory of its own, on a socket in it.

use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor};
use tempfile::TempDir;

/// Stopped when it is dropped.
#[derive(Debug)]
pub struct PostgresServer {
    programs: PathBuf,
    folder: PathBuf,
    /// Deleted at the end, if it is not on a disk of the test.
    _temporary: Option<TempDir>,
}

impl PostgresServer {
    /// Starts a server of the newest version that is installed from Debian's packages.
    pub fn start() -> Self {
        let temporary = TempDir::new().unwrap();
        Self { programs: programs(), folder: temporary.path().to_owned(), _temporary: Some(temporary) }
            .set_up()
    }

    /// Starts a server on a disk.
    pub fn start_on(disk: &Path) -> Self {
        Self { programs: programs(), folder: disk.to_owned(), _temporary: None }.set_up()
    }

    fn set_up(self) -> Self {
        if let Some((user, group)) = server_account() {
            chown(&self.folder, Some(user), Some(group)).unwrap();
        }
        self.run(
            "initdb",
            &["--auth=trust", "--username=parlour", "--encoding=UTF8", "--no-locale", "--no-sync"],
        );
        self.launch();
        self
    }

    /// Starts it again after it was killed.
    pub fn launch(&self) {
        let sockets = self.folder.display();
        let options = format!("-c listen_addresses= -c unix_socket_directories={sockets} -c fsync=off");
        let log = format!("{sockets}/log");
        self.run("pg_ctl", &["start", "--silent", "--wait", "--log", &log, "--options", &options]);
    }

    /// Ends all its processes without a checkpoint.
    pub fn kill(&self) {
        self.run("pg_ctl", &["stop", "--silent", "--mode", "immediate"]);
    }

    /// The folder of its socket.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The socket.
    pub fn socket(&self) -> PathBuf {
        self.folder().join(".s.PGSQL.5432")
    }

    /// The URL of its database.
    pub fn url(&self) -> String {
        format!("postgres://parlour@localhost/postgres?host={}", self.folder.display())
    }

    /// The options of connections to it.
    pub fn options(&self) -> PgConnectOptions {
        PgConnectOptions::new().socket(&self.folder).username("parlour").database("postgres")
    }

    /// Creates another database. Returns its URL.
    pub async fn create_database(&self, name: &str) -> String {
        let mut db = self.options().connect().await.unwrap();
        db.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await.unwrap();
        self.url().replace("/postgres?", &format!("/{name}?"))
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let mut command = Command::new(self.programs.join(program));
        command.args(arguments).arg("--pgdata").arg(self.folder.join("data"));
        command.current_dir(&self.folder);
        if let Some((user, group)) = server_account() {
            command.uid(user).gid(group);
        }
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} failed: {said}");
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.kill();
    }
}

fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is not installed");
    let versions = versions.map(|version| version.unwrap().path());
    let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    versions.max_by_key(number).unwrap().join("bin")
}

/// The user and group that a server runs as if this is run by root, as whom PostgreSQL refuses to run.
fn server_account() -> Option<(u32, u32)> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let users = fs::read_to_string(Path::new("/etc/passwd")).unwrap();
    let user = users.lines().find(|line| line.starts_with("postgres:")).unwrap();
    let mut ids = user.split(':').skip(2).map(|id| id.parse().unwrap());
    ids.next().zip(ids.next())
}
