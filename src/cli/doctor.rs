//! `parlour doctor`: whether everything is as it should be.

use std::collections::HashMap;
use std::io::Write;

use anyhow::{Context, bail};
use clap::Args;
use tokio::runtime::{Builder, Handle};

use super::list_repair;
use super::progress::{Progress, yield_to_others};
use super::tallies;
use crate::config::{Config, Flags};
use crate::matches::RatingChange;
use crate::referee::{Recalculated, Recalculation};
use crate::store::{Store, StoreError, keeping};

/// Check the configuration and the database: the file, the schema, every match from its log, every rating and tally, the
/// audit log
///
/// Nothing is changed without a flag that says so, and the site may run: the database is read in short steps, and progress is
/// reported on standard error. Pages that belong to no table are checked by `parlour backup`, in the copy. Exit status 0 says
/// that nothing is wrong, 1 that something is.
#[derive(Debug, Args)]
pub struct Doctor {
    /// Write rows of lists anew that differ from the logs of their matches; the site may run, but shows some of it only after
    /// its next start
    #[arg(long)]
    repair: bool,
    /// Put the ratings right that differ from those reckoned from the logs; the site must not run
    #[arg(long)]
    repair_ratings: bool,
    /// Count tallies, scores between players and numbers of matches again where they differ from the matches; the site must
    /// not run
    #[arg(long)]
    repair_tallies: bool,
    #[command(flatten)]
    flags: Flags,
}

/// So many matches are looked at together.
const TOGETHER: u32 = 200;

impl Doctor {
    /// Looks through everything and says what was found.
    ///
    /// # Errors
    /// Something is wrong, or could not be looked at.
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let config = Config::read(self.flags)?;
        writeln!(out, "the configuration can be followed")?;
        yield_to_others();
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let problems =
            runtime.block_on(examine(&config, self.repair, self.repair_ratings, self.repair_tallies, out))?;
        out.flush()?;
        if problems > 0 {
            bail!("{problems} problems were found");
        }
        Ok(())
    }
}

async fn examine(
    config: &Config,
    repair: bool,
    repair_ratings: bool,
    repair_tallies: bool,
    out: &mut impl Write,
) -> anyhow::Result<usize> {
    let url = &config.database_url;
    let mut store = Store::look(url, Handle::current()).await?;
    let mut problems = flaws(&store).await.context("the file cannot be read")?;
    if problems.is_empty() {
        writeln!(out, "the file is sound")?;
    }
    let missing = keeping::missing_steps(&store).await?;
    if missing > 0 {
        writeln!(
            out,
            "{missing} steps of the schema are made up for when the site starts; nothing else was looked at"
        )?;
        return said(problems, out);
    }
    if repair {
        store.close().await;
        list_repair::repair(url, out).await?;
        store = Store::look(url, Handle::current()).await?;
    }
    problems.extend(matches(&store, out).await?);
    problems.extend(ratings(config, &store, repair_ratings, out).await?);
    problems.extend(check_tallies(config, &store, repair_tallies, out).await?);
    problems.extend(log_of_the_house(&store, out).await?);
    said(problems, out)
}

async fn check_tallies(
    config: &Config,
    store: &Store,
    repair: bool,
    out: &mut impl Write,
) -> anyhow::Result<Vec<String>> {
    if !repair {
        return tallies::check(store, None, out).await;
    }
    let writing = Store::open(&config.database_url, Handle::current()).await?;
    let checked = tallies::check(store, Some(&writing), out).await;
    writing.close().await;
    checked
}

fn said(problems: Vec<String>, out: &mut impl Write) -> anyhow::Result<usize> {
    for problem in &problems {
        writeln!(out, "WRONG: {problem}")?;
    }
    Ok(problems.len())
}

async fn flaws(store: &Store) -> Result<Vec<String>, StoreError> {
    let (mut problems, mut progress) = (Vec::new(), Progress::start());
    let tables = store.stored_tables().await?;
    for (number, table) in tables.iter().enumerate() {
        problems.extend(store.flaws_of(table.clone()).await?);
        progress.note(|| format!("checked {} of {} tables", number + 1, tables.len()));
    }
    problems.extend(store.foreign_step().await?);
    Ok(problems)
}

async fn matches(store: &Store, out: &mut impl Write) -> anyhow::Result<Vec<String>> {
    let (mut after, mut count, mut problems) = (String::new(), 0, Vec::new());
    let (of, mut progress) = (store.count_matches().await?, Progress::start());
    loop {
        let looked = store.look_through(&after, TOGETHER).await?;
        count += looked.matches;
        problems.extend(looked.problems);
        progress.note(|| format!("checked {count} of {of} matches"));
        match looked.last {
            Some(last) => after = last,
            None => break,
        }
    }
    if problems.is_empty() {
        writeln!(out, "{count} matches are what their logs say")?;
    }
    Ok(problems)
}

/// The end is said, so that it can be kept elsewhere and compared: nothing in the database itself can show that somebody who
/// may write to it has written the whole log anew.
async fn log_of_the_house(store: &Store, out: &mut impl Write) -> anyhow::Result<Vec<String>> {
    match store.follow_audit().await? {
        Ok((count, last)) => {
            writeln!(
                out,
                "the log of the house is whole: {count} entries, the last is {}",
                hex::encode(last)
            )?;
            Ok(Vec::new())
        }
        Err(problem) => Ok(vec![problem]),
    }
}

async fn ratings(
    config: &Config,
    store: &Store,
    repair: bool,
    out: &mut impl Write,
) -> anyhow::Result<Vec<String>> {
    let compared = match compare_ratings(config, store, repair).await {
        Ok(compared) => compared,
        Err(StoreError::Corrupt(why)) => {
            return Ok(vec![format!("the ratings cannot be reckoned again: {why}")]);
        }
        Err(error) => return Err(error.into()),
    };
    match compared {
        Compared { kept, wrong: 0 } => writeln!(out, "{kept} ratings are what the logs come to")?,
        Compared { wrong, .. } if repair => writeln!(out, "{wrong} ratings were put right")?,
        Compared { wrong, .. } => {
            return Ok(vec![format!("{wrong} ratings differ from what the logs come to")]);
        }
    }
    Ok(Vec::new())
}

/// How many ratings there are, and how many are not those that the logs come to.
struct Compared {
    kept: usize,
    wrong: usize,
}

/// Compares a few hundred matches at a time. A match and its ratings are written together and do not change afterwards, so it
/// does not matter what is rated in between.
async fn compare_ratings(config: &Config, store: &Store, repair: bool) -> Result<Compared, StoreError> {
    let (mut compared, mut progress) = (Compared { kept: 0, wrong: 0 }, Progress::start());
    let mut pass = Recalculation::start(store).await?;
    let mut writing = None;
    while let Some(Recalculated { matches, changes }) = pass.next().await? {
        let kept = store.rating_changes_of(&matches).await?;
        let wrong = differing(&changes, &kept);
        compared.kept += kept.len();
        compared.wrong += wrong;
        if repair && wrong > 0 {
            writable(&mut writing, config).await?.replace_rating_changes(&matches, &changes).await?;
        }
        progress.note(|| format!("compared {} ratings", compared.kept));
    }
    compared.wrong += store.stray_rating_changes().await?;
    if repair && compared.wrong > 0 {
        writable(&mut writing, config).await?.replace_current_ratings().await?;
    }
    if let Some(writing) = writing {
        writing.close().await;
    }
    Ok(compared)
}

/// How many of two sets of changes, of the same matches, are not in both.
fn differing(reckoned: &[RatingChange], kept: &[RatingChange]) -> usize {
    let key = |change: &RatingChange| (change.user, change.game.key(), change.ladder, change.rating.number);
    let by_key: HashMap<_, _> = kept.iter().map(|change| (key(change), change)).collect();
    let right = reckoned.iter().filter(|change| by_key.get(&key(change)) == Some(change)).count();
    reckoned.len().max(kept.len()) - right
}

/// The database, opened for writing once that is needed.
async fn writable<'s>(writing: &'s mut Option<Store>, config: &Config) -> Result<&'s Store, StoreError> {
    if writing.is_none() {
        *writing = Some(Store::open(&config.database_url, Handle::current()).await?);
    }
    writing.as_ref().ok_or(StoreError::Stopping)
}
