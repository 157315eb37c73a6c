//! Servers as processes: started, measured from `/proc`, and ended when they are let go.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::http::Browser;

/// How long a server may take to start: a large database is brought up to date first.
const PATIENCE: Duration = Duration::from_secs(1800);

/// A server under measurement.
pub struct Server {
    pub address: SocketAddr,
    child: Child,
    folder: Option<PathBuf>,
}

impl Server {
    /// The release build of Parlour on a database of its own.
    pub fn parlour(workers: Option<&str>) -> io::Result<Self> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("load-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
        Self::parlour_in(&folder, workers)
    }

    /// Parlour on the database in this folder, which goes with it.
    pub fn parlour_in(folder: &Path, workers: Option<&str>) -> io::Result<Self> {
        let settings: Vec<_> = workers.map(|workers| ("WORKERS", workers.to_owned())).into_iter().collect();
        let program = Path::new(env!("CARGO_BIN_EXE_parlour"));
        let mut server = Self::of(program, folder, &settings)?;
        server.folder = Some(folder.to_owned());
        Ok(server)
    }

    /// Any build of Parlour on the database in this folder, which stays, with these settings besides.
    pub fn of(program: &Path, folder: &Path, settings: &[(&str, String)]) -> io::Result<Self> {
        let address = free_address()?;
        let child = Command::new(program)
            .arg("serve")
            .env("BIND", address.to_string())
            .env("PUBLIC_URL", format!("http://{address}"))
            .env("DATABASE_URL", format!("sqlite://{}", folder.join("parlour.db").display()))
            .env("RATE_LIMITS", "off")
            .env("RUST_LOG", "warn")
            .envs(settings.iter().map(|(key, value)| (key, value)))
            .current_dir(folder)
            .stdin(Stdio::null())
            .spawn()?;
        let mut server = Self { address, child, folder: None };
        server.await_answer("/readyz")?;
        Ok(server)
    }

    /// boardgame.io with its storage in memory.
    pub fn boardgame_io() -> io::Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/compare");
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

    /// Stops it as an operator would, and leaves its folder where it is.
    pub fn stop(mut self) -> io::Result<()> {
        self.folder = None;
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        self.child.wait().map(drop)
    }

    fn await_answer(&mut self, path: &str) -> io::Result<()> {
        let give_up = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Err(io::Error::other(format!("the server ended: {status}")));
            }
            match Browser::open(self.address).and_then(|mut browser| browser.get(path)) {
                Ok(answer) if answer.status == 200 => return Ok(()),
                Err(error) if Instant::now() > give_up => return Err(error),
                Ok(answer) if Instant::now() > give_up => return Err(io::Error::other(answer.head)),
                _ => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The processor time it has used so far.
    pub fn processor_time(&self) -> io::Result<Duration> {
        processor_time(&self.child.id().to_string())
    }

    /// The memory it holds, in KiB.
    pub fn resident_kib(&self) -> io::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        number.ok_or_else(|| io::Error::other("no VmRSS line"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(folder) = &self.folder {
            let _ = fs::remove_dir_all(folder);
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

fn free_address() -> io::Result<SocketAddr> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()
}
