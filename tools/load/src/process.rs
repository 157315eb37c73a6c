//! Server processes: started, measured from `/proc`, and ended when they are dropped.

use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::http::HttpBrowser;

/// The package of Parlour.
const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");
/// How long a server may take to start: a large database is migrated first.
const TIMEOUT: Duration = Duration::from_secs(1800);

/// A server under measurement.
pub struct ServerProcess {
    pub address: SocketAddr,
    child: Child,
    folder: Option<PathBuf>,
}

impl ServerProcess {
    /// This build of Parlour on a temporary database.
    pub fn parlour(workers: Option<&str>) -> io::Result<Self> {
        Self::parlour_in(&new_folder("load")?, workers)
    }

    /// Parlour on the database in this folder, which is deleted afterwards.
    pub fn parlour_in(folder: &Path, workers: Option<&str>) -> io::Result<Self> {
        let settings: Vec<_> = workers.map(|workers| ("WORKERS", workers.to_owned())).into_iter().collect();
        let mut server = Self::of(program()?, folder, &settings)?;
        server.folder = Some(folder.to_owned());
        Ok(server)
    }

    /// Any build of Parlour on the database in this folder, which is kept, with these additional settings.
    pub fn of(program: &Path, folder: &Path, settings: &[(&str, String)]) -> io::Result<Self> {
        let address = free_address()?;
        let mut command = serve(program, address, folder);
        let child = command.envs(settings.iter().map(|(key, value)| (key, value))).spawn()?;
        let mut server = Self { address, child, folder: None };
        server.await_ready()?;
        Ok(server)
    }

    /// boardgame.io with its storage in memory.
    pub fn boardgame_io() -> io::Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("compare");
        if !folder.join("node_modules").is_dir() {
            let done = Command::new("npm").args(["ci", "--ignore-scripts"]).current_dir(&folder).status()?;
            assert!(done.success(), "npm ci failed in {}", folder.display());
        }
        let mut child = Command::new("node")
            .arg("server.js")
            .env("NODE_ENV", "production")
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        BufReader::new(output).read_line(&mut line)?;
        let port = line.trim().rsplit(' ').next().and_then(|port| port.parse().ok());
        let port = port.ok_or_else(|| io::Error::other(format!("no port in {line:?}")))?;
        Ok(Self { address: (Ipv4Addr::LOCALHOST, port).into(), child, folder: None })
    }

    /// Stops it as an operator would. The folder stays.
    pub fn stop(mut self) -> io::Result<()> {
        self.folder = None;
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        self.child.wait().map(drop)
    }

    /// Runs the doctor. Any problem ends the measurement, except with matches whose id begins with `except`, if that
    /// is not empty.
    pub fn examine(&self, except: &str) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let output =
            Command::new(program()?).arg("doctor").env("DATABASE_URL", database_url(folder)).output()?;
        let report = String::from_utf8_lossy(&output.stdout);
        let expected = |line: &str| !except.is_empty() && line.contains(&format!("match {except}"));
        let wrong: Vec<_> =
            report.lines().filter(|line| line.starts_with("WRONG") && !expected(line)).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(output.status.success() || !except.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        println!("doctor found no problems");
        Ok(())
    }

    /// Waits until it responds, or has ended.
    fn await_ready(&mut self) -> io::Result<()> {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Err(io::Error::other(format!("the server ended: {status}")));
            }
            match HttpBrowser::open(self.address).and_then(|mut browser| browser.get("/readyz")) {
                Ok(answer) if answer.status == 200 => return Ok(()),
                Err(error) if Instant::now() > deadline => return Err(error),
                Ok(answer) if Instant::now() > deadline => {
                    return Err(io::Error::other(answer.head));
                }
                _ => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The processor time it has used so far.
    pub fn processor_time(&self) -> io::Result<Duration> {
        processor_time(&self.child.id().to_string())
    }

    /// Its resident memory in KiB.
    pub fn resident_kib(&self) -> io::Result<u64> {
        self.status_kib("VmRSS:")
    }

    /// The peak of its resident memory in KiB.
    pub fn peak_kib(&self) -> io::Result<u64> {
        self.status_kib("VmHWM:")
    }

    fn status_kib(&self, key: &str) -> io::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix(key));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        number.ok_or_else(|| io::Error::other(format!("no line {key}")))
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(folder) = &self.folder {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// This build of Parlour: beside this tool, and built with the same profile the first time it is asked for if cargo runs
/// this tool, so that no older one is measured.
pub fn program() -> io::Result<&'static Path> {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    if let Some(program) = PROGRAM.get() {
        return Ok(program);
    }
    let folder = own_folder()?;
    if let Some(cargo) = env::var_os("CARGO") {
        let profile = folder.file_name().filter(|name| *name != "debug").unwrap_or("dev".as_ref());
        let mut build = Command::new(cargo);
        build.args(["build", "--quiet", "--manifest-path", MANIFEST, "--bin", "parlour", "--profile"]);
        let built = build.arg(profile).arg("--target-dir").args(folder.parent()).status()?;
        if !built.success() {
            return Err(io::Error::other("Parlour could not be built"));
        }
    }
    Ok(PROGRAM.get_or_init(|| folder.join("parlour")))
}

/// A new folder for a measurement, on the disk of the target directory: `/tmp` may be in memory.
pub fn new_folder(name: &str) -> io::Result<PathBuf> {
    let folder = own_folder()?.with_file_name("tmp").join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The folder of this tool, in which cargo puts what it builds with a profile.
fn own_folder() -> io::Result<PathBuf> {
    Ok(env::current_exe()?.parent().ok_or(io::ErrorKind::NotFound)?.to_owned())
}

/// The command that serves the database in a folder.
pub fn serve(program: &Path, address: SocketAddr, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .arg("serve")
        .env("BIND", address.to_string())
        .env("PUBLIC_URL", format!("http://{address}"))
        .env("DATABASE_URL", database_url(folder))
        .env("RATE_LIMITS", "off")
        .env("RUST_LOG", "warn")
        .current_dir(folder)
        .stdin(Stdio::null());
    command
}

/// The URL of the database in a folder.
pub fn database_url(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("parlour.db").display())
}

/// Waits until the server accepts requests.
pub fn await_ready(address: SocketAddr, patience: Duration) -> io::Result<()> {
    let deadline = Instant::now() + patience;
    loop {
        let asked = HttpBrowser::open(address).and_then(|mut browser| {
            browser.reconnect(Duration::from_secs(5))?;
            browser.get("/readyz")
        });
        match asked {
            Ok(answer) if answer.status == 200 => return Ok(()),
            Err(error) if Instant::now() > deadline => return Err(error),
            Ok(answer) if Instant::now() > deadline => {
                return Err(io::Error::other(answer.head));
            }
            _ => std::thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// The processor time this program has used so far.
pub fn own_processor_time() -> io::Result<Duration> {
    processor_time("self")
}

/// `utime` and `stime` of a process, which the kernel counts in hundredths of a second.
fn processor_time(pid: &str) -> io::Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 =
        after_name.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum();
    Ok(Duration::from_millis(10 * ticks))
}

/// A free address on loopback.
pub fn free_address() -> io::Result<SocketAddr> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()
}
