//! Starts and stops the program as a person or a service manager does.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

use tempfile::TempDir;

struct ServedProgram {
    child: Child,
    log: BufReader<ChildStderr>,
    address: String,
}

fn parlour(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.current_dir(folder).env_clear().stderr(Stdio::piped());
    command
}

impl ServedProgram {
    /// Starts it and waits until it logs its address.
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut program = parlour(folder);
        program.args(arguments);
        Self::start_with(program)
    }

    fn start_with(mut program: Command) -> Self {
        let mut child = program.env("BIND", "127.0.0.1:0").spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        while !line.contains("listening") {
            line.clear();
            assert_ne!(log.read_line(&mut line).unwrap(), 0, "it ended before it listened");
        }
        let (_, rest) = line.split_once("127.0.0.1:").unwrap();
        let port: String = rest.chars().take_while(char::is_ascii_digit).collect();
        Self { child, log, address: format!("127.0.0.1:{port}") }
    }

    /// Opens a connection and requests a page. The connection stays open.
    fn ask(&self, path: &str) -> (TcpStream, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        let mut status = String::new();
        BufReader::new(stream.try_clone().unwrap()).read_line(&mut status).unwrap();
        (stream, status.trim_end().to_owned())
    }

    /// The next line of its log.
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.log.read_line(&mut line).unwrap();
        line
    }

    /// Sends a signal and waits for the end. Returns the exit status and the rest of the log.
    fn stop(mut self, signal: &str) -> (Option<i32>, String) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let code = self.child.wait().unwrap().code();
        let mut rest = String::new();
        self.log.read_to_string(&mut rest).unwrap();
        (code, rest)
    }
}

impl Drop for ServedProgram {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn without_settings_it_serves_from_a_data_folder_in_the_working_directory() {
    let folder = TempDir::new().unwrap();
    let program = ServedProgram::start(folder.path(), &[]);
    assert_eq!(program.ask("/readyz").1, "HTTP/1.1 200 OK");
    for file in ["parlour.db", "secret.key"] {
        assert!(folder.path().join("data").join(file).exists(), "{file}");
    }
    assert_eq!(program.stop("-TERM").0, Some(0));
}

/// What it logs between its address and its end, without times.
fn open_tasks(program: ServedProgram) -> Vec<String> {
    let (_, log) = program.stop("-TERM");
    let lines = log.lines().filter_map(|line| line.trim_start().split_once(' '));
    let lines = lines.map(|(_, line)| line.trim_start().to_owned());
    lines.take_while(|line| line != "INFO stopping").collect()
}

#[test]
fn the_start_says_what_a_site_lacks_and_what_its_host_may_not_expect() {
    let folder = TempDir::new().unwrap();
    let program = ServedProgram::start(folder.path(), &["--public-url", "http://192.168.1.5:8080"]);
    let mut tasks = open_tasks(program);
    let first = tasks.remove(0);
    let key = first.strip_prefix(
        "WARN there is no admin yet: create one with `parlour admin create NAME`, or open \
         http://192.168.1.5:8080/setup?key=",
    );
    assert!(key.is_some_and(|key| key.len() == 43), "{first}");
    let expected = [
        "WARN PUBLIC_URL is http, so passwords are sent unencrypted: set up https",
        "INFO no email is sent, not even to reset passwords: set SMTP_URL",
        "INFO anyone can sign up: set REGISTRATION to invitation or closed to prevent that",
    ];
    assert_eq!(tasks, expected);

    let mut command = parlour(folder.path());
    let mut child = command.args(["admin", "create", "Ada"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"seven brass lamps over felt\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let settings = ["--registration", "closed", "--smtp-url", "smtp://127.0.0.1:1"];
    assert_eq!(open_tasks(ServedProgram::start(folder.path(), &settings)), [""; 0]);
}

#[test]
fn a_signal_ends_it_cleanly_although_connections_are_open() {
    for signal in ["-TERM", "-INT"] {
        let folder = TempDir::new().unwrap();
        let program = ServedProgram::start(folder.path(), &["serve"]);
        let idle = [program.ask("/healthz"), program.ask("/login")];
        let silent = TcpStream::connect(&program.address).unwrap();
        let (code, log) = program.stop(signal);
        assert_eq!(code, Some(0), "{signal}: {log}");
        assert!(log.contains("stopping") && !log.contains("ERROR"), "{log}");
        drop((idle, silent));
        assert!(!folder.path().join("data/parlour.db-wal").exists(), "the database was not closed");
    }
}

#[test]
fn healthcheck_reports_readiness_by_its_exit_status() {
    let folder = TempDir::new().unwrap();
    let program = ServedProgram::start(folder.path(), &["serve"]);
    let everywhere = program.address.replace("127.0.0.1", "0.0.0.0");
    let check =
        |address: &str| parlour(folder.path()).arg("healthcheck").env("BIND", address).output().unwrap();
    assert_eq!(check(&program.address).status.code(), Some(0));
    assert_eq!(check(&everywhere).status.code(), Some(0));
    let address = program.address.clone();
    program.stop("-TERM");
    let closed = check(&address);
    let words = String::from_utf8(closed.stderr).unwrap();
    assert_eq!(closed.status.code(), Some(1));
    assert!(words.starts_with(&format!("parlour: {address} does not answer")), "{words}");
}

#[test]
fn healthcheck_accepts_only_a_successful_answer() {
    let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = other.local_addr().unwrap().to_string();
    let refusing = std::thread::spawn(move || {
        let (mut stream, _) = other.accept().unwrap();
        // Unread data when the connection is closed would cause a reset.
        let request = BufReader::new(stream.try_clone().unwrap()).lines();
        assert!(request.map_while(Result::ok).any(|line| line.is_empty()));
        stream.write_all(b"HTTP/1.1 503 Service Unavailable\r\n\r\n").unwrap();
    });
    let output = parlour(Path::new("/")).args(["healthcheck", "--bind", &address]).output().unwrap();
    refusing.join().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(words.contains("is not ready: HTTP/1.1 503"), "{words}");
}

#[test]
fn json_logging_writes_one_object_per_line() {
    let folder = TempDir::new().unwrap();
    let program = ServedProgram::start(folder.path(), &["--log-format", "json", "--rust-log", "debug"]);
    program.ask("/login?next=/a-secret-place");
    let (_, log) = program.stop("-TERM");
    let lines: Vec<serde_json::Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(
        lines.iter().any(|line| line["message"] == "answered" && line["span"]["path"] == "/login"),
        "{log}"
    );
    assert!(!log.contains("a-secret-place"), "{log}");
}

#[test]
fn an_invalid_setting_stops_the_start_and_is_named() {
    let folder = TempDir::new().unwrap();
    let long = "1".repeat(20);
    for (key, value) in
        [("BIND", "here"), ("PUBLIC_URL", "x"), ("REGISTRATION", "maybe"), ("SECRET_KEY", &long)]
    {
        let output = parlour(folder.path()).env(key, value).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(words.starts_with(&format!("parlour: {key} must ")), "{words}");
        assert!(!words.contains(&long), "a secret is not repeated: {words}");
    }
}

#[test]
fn an_address_in_use_is_named() {
    let folder = TempDir::new().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = parlour(folder.path()).env("BIND", &address).output().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    let expected = format!(
        "parlour: {address} is already in use by another program; stop it, or set BIND to another address\n"
    );
    assert_eq!((output.status.code(), words), (Some(1), expected));
}

/// The user who runs the tests.
fn uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

#[test]
fn an_unwritable_folder_is_named_once_with_the_reason_and_the_user() {
    for folder in ["/proc/nope", "/sys"] {
        let url = format!("sqlite://{folder}/parlour.db");
        let output = parlour(Path::new("/")).env("DATABASE_URL", url).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), words.matches("(os error").count()), (Some(1), 1), "{words}");
        let start = format!("parlour: the folder {folder} cannot be created or written to: ");
        assert!(words.starts_with(&start) && words.ends_with(&format!("(uid {})\n", uid())), "{words}");
    }
}

#[test]
fn a_database_url_without_a_folder_uses_the_working_directory() {
    let folder = TempDir::new().unwrap();
    let program = ServedProgram::start(folder.path(), &["--database-url", "sqlite://parlour.db"]);
    assert_eq!(program.ask("/readyz").1, "HTTP/1.1 200 OK");
    assert_eq!(program.stop("-TERM").0, Some(0));
    for file in ["parlour.db", "parlour.db.lock", "secret.key"] {
        assert!(folder.path().join(file).exists(), "{file}");
    }
}

#[test]
fn a_lock_file_that_cannot_be_opened_is_named() {
    let folder = TempDir::new().unwrap();
    std::fs::create_dir_all(folder.path().join("data/parlour.db.lock")).unwrap();
    let output = parlour(folder.path()).output().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        words,
        format!(
            "parlour: data/parlour.db.lock cannot be locked: Is a directory (os error 21) (uid {})\n",
            uid()
        )
    );
}

#[test]
fn a_database_file_that_cannot_be_opened_is_named_once() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("parlour.db");
    std::fs::create_dir(&database).unwrap();
    for command in [&["serve"][..], &["backup", "copy.db"], &["doctor"]] {
        let url = format!("sqlite://{}", database.display());
        let output = parlour(folder.path()).args(command).env("DATABASE_URL", url).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        let expected = format!(
            "{} cannot be opened: unable to open database file (uid {})\n",
            database.display(),
            uid()
        );
        assert!(output.status.code() == Some(1) && words.ends_with(&expected), "{words}");
    }
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused_with_advice() {
    let folder = TempDir::new().unwrap();
    assert_eq!(ServedProgram::start(folder.path(), &[]).stop("-TERM").0, Some(0));
    let database = folder.path().join("data/parlour.db");
    let db = sqlx::SqlitePool::connect(&format!("sqlite://{}", database.display())).await.unwrap();
    let known: i64 =
        sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(&db).await.unwrap();
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (99, 'later', TRUE, x'00', 0)";
    sqlx::raw_sql(newer).execute(&db).await.unwrap();
    db.close().await;
    let output = parlour(folder.path()).env("BIND", "127.0.0.1:0").output().unwrap();
    let expected = format!(
        "parlour: data/parlour.db was written by a newer version of Parlour (migration 99; this version knows up to \
         {known}). Install that version, or restore a backup.\n"
    );
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(1), expected));
}

#[tokio::test]
async fn a_database_of_a_development_build_is_refused_and_left_as_it_is() {
    let folder = TempDir::new().unwrap();
    assert_eq!(ServedProgram::start(folder.path(), &[]).stop("-TERM").0, Some(0));
    let database = folder.path().join("data/parlour.db");
    let db = sqlx::SqlitePool::connect(&format!("sqlite://{}", database.display())).await.unwrap();
    let older = "UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 1;
        INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (54, 'no ply buffer', TRUE, x'00', 0)";
    sqlx::raw_sql(older).execute(&db).await.unwrap();
    db.close().await;
    let before = std::fs::read(&database).unwrap();
    let output = parlour(folder.path()).env("BIND", "127.0.0.1:0").output().unwrap();
    let expected = "parlour: data/parlour.db was written by a development build from before Parlour 0.2.0, which this version \
                    cannot read; move it away to start with a new database\n";
    assert_eq!((output.status.code(), &*String::from_utf8(output.stderr).unwrap()), (Some(1), expected));
    assert_eq!(std::fs::read(&database).unwrap(), before);
}

/// A second server on the database of another, up to where it waits.
fn waiting(folder: &Path, address: &str) -> ServedProgram {
    let mut child = parlour(folder).env("BIND", address).spawn().unwrap();
    let log = BufReader::new(child.stderr.take().unwrap());
    let mut program = ServedProgram { child, log, address: address.to_owned() };
    let line = program.line();
    assert!(
        line.contains("waiting for the Parlour process that holds data/parlour.db.lock to stop"),
        "{line}"
    );
    program
}

#[test]
fn a_second_server_on_the_same_database_takes_over_when_the_first_stops() {
    let folder = TempDir::new().unwrap();
    let first = ServedProgram::start(folder.path(), &[]);
    let mut second = waiting(folder.path(), &first.address);
    assert_eq!(first.stop("-TERM").0, Some(0));
    let line = second.line();
    assert!(line.contains("listening"), "{line}");
    assert_eq!(second.ask("/readyz").1, "HTTP/1.1 200 OK");
    assert_eq!(second.stop("-TERM").0, Some(0));
}

#[test]
fn a_second_server_on_the_same_database_gives_up_when_the_first_does_not_stop() {
    let folder = TempDir::new().unwrap();
    let first = ServedProgram::start(folder.path(), &[]);
    let mut second = waiting(folder.path(), "127.0.0.1:0");
    let expected = "parlour: data/parlour.db is in use by another Parlour process, which holds data/parlour.db.lock; \
                    stop it first\n";
    assert_eq!((&*second.line(), second.child.wait().unwrap().code()), (expected, Some(1)));
    assert_eq!(first.ask("/readyz").1, "HTTP/1.1 200 OK");
    for command in [&["doctor"][..], &["backup", "copy.db"], &["admin", "create", "Ada"]] {
        let mut program = parlour(folder.path()).args(command).stdin(Stdio::piped()).spawn().unwrap();
        program.stdin.take().unwrap().write_all(b"seven brass lamps over felt\n").unwrap();
        assert_eq!(program.wait().unwrap().code(), Some(0), "{command:?}");
    }
    assert_eq!(first.stop("-TERM").0, Some(0));
}

#[test]
fn a_waiting_server_ends_on_a_signal() {
    let folder = TempDir::new().unwrap();
    let first = ServedProgram::start(folder.path(), &[]);
    assert_eq!(waiting(folder.path(), &first.address).stop("-TERM").0, Some(0));
    assert_eq!(first.stop("-TERM").0, Some(0));
}

/// The program with a umask that removes no permissions.
fn parlour_that_is_open_to_all(folder: &Path, arguments: &[&str]) -> Command {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "umask 0 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_parlour")]).args(arguments);
    shell.current_dir(folder).env_clear().stderr(Stdio::piped());
    shell
}

#[test]
fn created_files_are_private_with_any_umask() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();
    let program = ServedProgram::start_with(parlour_that_is_open_to_all(folder.path(), &["serve"]));
    assert_eq!(program.ask("/readyz").1, "HTTP/1.1 200 OK");
    for arguments in [
        &["backup", "copy.db"][..],
        &["backup", "--with-key", "with-key.db"],
        &["restore", "--database-url", "sqlite://other/folder/parlour.db", "with-key.db"],
        &["admin", "create", "--create-database", "--database-url", "sqlite://new/parlour.db", "Ada"],
    ] {
        let mut command = parlour_that_is_open_to_all(folder.path(), arguments);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(b"seven brass lamps over felt\n");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{arguments:?}");
    }
    for (file, mode) in [
        ("data", 0o700),
        ("data/parlour.db", 0o600),
        ("data/parlour.db-wal", 0o600),
        ("data/parlour.db-shm", 0o600),
        ("data/parlour.db.lock", 0o600),
        ("data/secret.key", 0o600),
        ("copy.db", 0o600),
        ("with-key.db", 0o600),
        ("other", 0o700),
        ("other/folder", 0o700),
        ("other/folder/parlour.db", 0o600),
        ("other/folder/secret.key", 0o600),
        ("new", 0o700),
        ("new/parlour.db", 0o600),
    ] {
        let found = folder.path().join(file).metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(found, mode, "{file}: {found:o}");
    }
    assert_eq!(program.stop("-TERM").0, Some(0));
}

#[test]
fn a_database_readable_by_others_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();
    assert_eq!(ServedProgram::start(folder.path(), &[]).stop("-TERM").0, Some(0));
    let database = folder.path().join("data/parlour.db");
    std::fs::set_permissions(&database, std::fs::Permissions::from_mode(0o644)).unwrap();
    let output = parlour(folder.path()).arg("doctor").output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && printed.contains("note: other users of this machine may read"),
        "{printed}"
    );
    let mut child = parlour(folder.path()).env("BIND", "127.0.0.1:0").spawn().unwrap();
    let log = BufReader::new(child.stderr.take().unwrap()).lines().map(|line| line.unwrap());
    let log: Vec<_> = log.take_while(|line| !line.contains("listening")).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    let reported = |line: &String| line.contains("WARN") && line.contains("data/parlour.db (mode 644)");
    assert!(log.iter().any(reported), "{log:?}");
}

#[cfg(target_os = "linux")]
mod memory {
    use futures_util::future::join_all;
    use reqwest::Client;
    use reqwest::header::{ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, HeaderValue};

    use super::*;

    /// How much more memory than when idle the program may use while pages are loaded.
    const ROOM_KIB: u64 = 64 * 1024;

    impl ServedProgram {
        /// A line of its status in `/proc`: `VmRSS` is the resident memory, `VmHWM` its peak.
        fn memory_kib(&self, key: &str) -> u64 {
            let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
            let line = status.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':')).unwrap();
            line.split_whitespace().next().unwrap().parse().unwrap()
        }

        async fn load_pages(&self, browser: Client) {
            for path in ["/", "/games", "/matches/open", "/login", "/games/sternhalma"] {
                let answer = browser.get(format!("http://{}{path}", self.address)).send().await.unwrap();
                assert_eq!(answer.status(), 200, "{path}");
                answer.bytes().await.unwrap();
            }
        }
    }

    /// A client that requests pages as browsers do over https.
    fn browser() -> Client {
        let headers = [
            (ACCEPT, "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
            (ACCEPT_ENCODING, "gzip, deflate, br, zstd"),
            (ACCEPT_LANGUAGE, "en-US,en;q=0.9,de;q=0.7"),
        ];
        let headers = headers.map(|(name, value)| (name, HeaderValue::from_static(value)));
        Client::builder().default_headers(headers.into_iter().collect()).build().unwrap()
    }

    #[tokio::test]
    async fn five_hundred_page_loads_take_less_than_64_mib() {
        let folder = TempDir::new().unwrap();
        let program = ServedProgram::start(folder.path(), &["--rate-limits", "off"]);
        let idle = program.memory_kib("VmRSS");
        let kept = browser();
        for _ in 0..30 {
            program.load_pages(kept.clone()).await;
            program.load_pages(browser()).await;
        }
        join_all((0..50).map(|_| program.load_pages(browser()))).await;
        let peak = program.memory_kib("VmHWM");
        assert!(peak <= idle + ROOM_KIB, "{idle} KiB idle, {peak} KiB at the peak");
    }
}
