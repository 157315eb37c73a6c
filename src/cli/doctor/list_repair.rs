//! `parlour doctor --repair`: rewrites rows of lists from the logs of their matches.

use std::io::Write;

use tokio::runtime::Handle;

use crate::store::Store;

/// Repairs the rows of all matches, and writes how many those were.
///
/// # Errors
/// The database cannot be opened, read or written.
pub async fn repair(url: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let store = Store::open(url, Handle::current()).await?;
    let repaired = store.repair_lists().await?;
    store.close().await;
    writeln!(out, "the list rows of {repaired} matches were repaired")?;
    Ok(())
}
