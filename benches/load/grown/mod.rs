//! What pages, moves and upkeep take once there are many people and matches.
//!
//! A few matches are played through the server under measurement; their rows are then copied by SQL, with other people,
//! other dates and ids drawn at random. Nothing runs `ANALYZE`, as in production. Of a database that was filled before
//! (`--database`), a copy is measured, so that two builds can be compared on the same rows.

mod due;
mod fill;
mod mail;
mod pages;
mod ratings;
mod site;
mod streams;
mod templates;
mod traffic;
mod upkeep;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};

use site::GrownSite;

/// What is measured, and where.
#[derive(Args, Clone)]
pub struct Grown {
    /// The numbers below, all at once.
    #[arg(long, value_enum, default_value_t)]
    size: GrownSize,
    /// How many people have accounts.
    #[arg(long)]
    people: Option<i64>,
    /// How many matches are under way.
    #[arg(long)]
    running: Option<i64>,
    /// How many matches are over.
    #[arg(long)]
    finished: Option<i64>,
    /// How many matches wait for a user.
    #[arg(long)]
    open: Option<i64>,
    /// How many entries the audit log has.
    #[arg(long, default_value_t = 100_000)]
    entries: i64,
    /// Another build, for figures of before.
    #[arg(long, value_name = "PROGRAM")]
    program: Option<PathBuf>,
    /// Where the database is put once it is filled, for other runs.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// A folder that an earlier run has kept; nothing in it is changed.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["keep", "people", "running", "finished", "open"])]
    database: Option<PathBuf>,
    /// Moves a second, while there is traffic.
    #[arg(long, default_value_t = 320)]
    rate: u32,
    /// How many seconds each measurement with traffic takes at least.
    #[arg(long, default_value_t = 15)]
    seconds: u64,
    /// How many matches fall due at one moment.
    #[arg(long, default_value_t = 1000)]
    due: i64,
    /// How many streams are open at once, each on another match.
    #[arg(long, default_value_t = 5000)]
    streams: i64,
    /// Measure these parts only.
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<GrownPart>,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum GrownSize {
    #[default]
    S,
    M,
    L,
}

/// A part of the measurement, in the order of the report.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GrownPart {
    Start,
    Pages,
    Moves,
    Backup,
    Doctor,
    Mail,
    Streams,
    Due,
    Bytes,
}

/// What measures a part, and prints it.
type GrownMeasurement = fn(&Grown, &mut GrownSite) -> io::Result<()>;

/// How much there is in a database.
#[derive(Clone, Copy)]
pub struct GrownAmounts {
    pub people: i64,
    pub running: i64,
    pub finished: i64,
    pub open: i64,
    pub entries: i64,
}

impl Grown {
    fn amounts(&self) -> GrownAmounts {
        let [people, running, finished] = match self.size {
            GrownSize::S => [1_000, 1_000, 10_000],
            GrownSize::M => [10_000, 20_000, 200_000],
            GrownSize::L => [50_000, 100_000, 1_000_000],
        };
        GrownAmounts {
            people: self.people.unwrap_or(people),
            running: self.running.unwrap_or(running),
            finished: self.finished.unwrap_or(finished),
            open: self.open.unwrap_or(10_000),
            entries: self.entries,
        }
    }

    fn measures(&self, part: GrownPart) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }

    fn span(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }
}

/// Fills a database, or takes one, and prints what everything takes.
pub fn run(grown: &Grown) -> io::Result<()> {
    let program = match &grown.program {
        Some(program) => std::path::absolute(program)?,
        None => PathBuf::from(env!("CARGO_BIN_EXE_parlour")),
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("grown-{}", std::process::id()));
    let site = GrownSite::new(program, folder)?;
    match &grown.database {
        Some(kept) => site.copy_from(kept)?,
        None => fill::fill(&site, grown.amounts())?,
    }
    if let Some(kept) = &grown.keep {
        site.copy_to(kept)?;
    }
    measure(grown, site)
}

fn measure(grown: &Grown, mut site: GrownSite) -> io::Result<()> {
    site.prepare()?;
    println!("{}", site.counts()?);
    let parts: [(GrownPart, GrownMeasurement); 9] = [
        (GrownPart::Start, |_, site| upkeep::start(site)),
        (GrownPart::Pages, |_, site| pages::measure(site)),
        (GrownPart::Moves, traffic::measure),
        (GrownPart::Backup, |grown, site| upkeep::beside(grown, site, upkeep::UpkeepCommand::Backup)),
        (GrownPart::Doctor, |grown, site| upkeep::beside(grown, site, upkeep::UpkeepCommand::Doctor)),
        (GrownPart::Mail, mail::measure),
        (GrownPart::Streams, streams::measure),
        (GrownPart::Due, due::measure),
        (GrownPart::Bytes, |_, site| upkeep::bytes(site)),
    ];
    for (part, measure) in parts {
        if grown.measures(part) {
            measure(grown, &mut site)?;
        }
    }
    Ok(())
}

/// The head of a part of the report.
fn section(title: &str) {
    println!("\n{title}");
}

/// A line of the report.
fn line(what: &str, figures: &str) {
    println!("  {what:<34} {figures}");
}

/// A number of bytes in words.
fn mib(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / 1_048_576.0)
}
