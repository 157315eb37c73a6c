//! `parlour doctor`: whether everything is as it should be.

use std::collections::HashMap;
use std::io::Write;

use anyhow::{Context, bail};
use clap::Args;
use tokio::runtime::{Builder, Handle};

use super::list_repair;
use super::tallies;
use crate::config::{Config, Flags};
use crate::matches::RatingChange;
use crate::referee::reckon_again;
use crate::store::{Store, StoreError, keeping};

/// Check the configuration and the database: the file, the schema, every match from its log, every rating and tally, the
/// log of the house
///
/// Nothing is changed without a flag that says so, and the site may run. Exit status 0 says that nothing is wrong, 1 that
/// something is.
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
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let problems = runtime.block_on(self.examine(&config, out))?;
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
    let mut problems = store.flaws().await.context("the file cannot be read")?;
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

async fn matches(store: &Store, out: &mut impl Write) -> anyhow::Result<Vec<String>> {
    let (mut after, mut count, mut problems) = (String::new(), 0, Vec::new());
    loop {
        let looked = store.look_through(&after, TOGETHER).await?;
        count += looked.matches;
        problems.extend(looked.problems);
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
    let reckoned = match reckon_again(store).await {
        Ok(reckoned) => reckoned,
        Err(StoreError::Corrupt(why)) => {
            return Ok(vec![format!("the ratings cannot be reckoned again: {why}")]);
        }
        Err(error) => return Err(error.into()),
    };
    let kept = store.all_rating_changes().await?;
    let key = |change: &RatingChange| (change.user, change.game.key(), change.ladder, change.rating.number);
    let sorted = |mut changes: Vec<_>| {
        changes.sort_by_key(key);
        changes
    };
    let (reckoned, kept) = (sorted(reckoned), sorted(kept));
    if reckoned == kept {
        writeln!(out, "{} ratings are what the logs come to", kept.len())?;
        return Ok(Vec::new());
    }
    let by_key: HashMap<_, _> = kept.iter().map(|change| (key(change), change)).collect();
    let right = reckoned.iter().filter(|change| by_key.get(&key(change)) == Some(change)).count();
    let wrong = reckoned.len().max(kept.len()) - right;
    if !repair {
        return Ok(vec![format!("{wrong} ratings differ from what the logs come to")]);
    }
    let writing = Store::open(&config.database_url, Handle::current()).await?;
    writing.replace_ratings(&reckoned).await?;
    writing.close().await;
    writeln!(out, "{wrong} ratings were put right")?;
    Ok(Vec::new())
}
