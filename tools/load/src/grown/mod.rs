//! Time of pages, moves and maintenance with many users and matches.
//!
//! A few matches are played on the measured server; their rows are then copied by SQL, with other users, other dates
//! and random ids. The statistics of the query planner are gathered afterwards, as the site does. With `--database`, a copy of an existing database is
//! measured, so that two builds can be compared on the same rows.

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
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use self::site::GrownSite;
use super::process::{new_folder, program};

/// What is measured, and where.
#[derive(Args, Clone)]
pub struct Grown {
    /// Preset for the numbers below.
    #[arg(long, value_enum, default_value_t)]
    size: GrownSize,
    /// Number of accounts.
    #[arg(long)]
    people: Option<i64>,
    /// Number of running matches.
    #[arg(long)]
    running: Option<i64>,
    /// Number of finished matches.
    #[arg(long)]
    finished: Option<i64>,
    /// Number of open matches.
    #[arg(long)]
    open: Option<i64>,
    /// Number of entries of the audit log.
    #[arg(long, default_value_t = 100_000)]
    entries: i64,
    /// Another build, for comparison.
    #[arg(long, value_name = "PROGRAM")]
    program: Option<PathBuf>,
    /// Where to store the database once it is filled, for other runs.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Folder that an earlier run has stored; it is not changed.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["keep", "people", "running", "finished", "open"])]
    database: Option<PathBuf>,
    /// Moves per second, while there is traffic.
    #[arg(long, default_value_t = 320)]
    rate: u32,
    /// Minimum duration of each measurement with traffic, in seconds.
    #[arg(long, default_value_t = 15)]
    seconds: u64,
    /// Number of matches that become due at one moment.
    #[arg(long, default_value_t = 1000)]
    due: i64,
    /// Number of streams that are open at once, each on another match.
    #[arg(long, default_value_t = 5000)]
    streams: i64,
    /// Measure only these parts.
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

/// Measures a part, and prints it.
type GrownMeasurement = fn(&Grown, &mut GrownSite) -> io::Result<()>;

/// The size of a database.
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

/// Fills or opens a database, and prints all measurements.
pub fn run(grown: &Grown) -> io::Result<()> {
    let measured = match &grown.program {
        Some(program) => std::path::absolute(program)?,
        None => program()?.to_owned(),
    };
    let site = GrownSite::new(measured, new_folder("grown")?)?;
    match &grown.database {
        Some(folder) => site.copy_from(folder)?,
        None => fill::fill(&site, grown.amounts())?,
    }
    if let Some(folder) = &grown.keep {
        site.copy_to(folder)?;
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

/// The heading of a part of the report.
fn section(title: &str) {
    println!("\n{title}");
}

/// A line of the report.
fn line(what: &str, figures: &str) {
    println!("  {what:<34} {figures}");
}

/// A number of bytes as text.
fn mib(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / 1_048_576.0)
}
