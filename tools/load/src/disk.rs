//! The time that the disk needs by itself: a durable move cannot be faster.

use std::fs::{self, File};
use std::io::{self, Write};
use std::time::Instant;

use super::latency::Latencies;
use super::process::new_folder;

/// Appends pages of 4 KiB to a file, each synced before the next.
pub fn writes() -> io::Result<Latencies> {
    let folder = new_folder("disk")?;
    let mut file = File::create(folder.join("written"))?;
    let mut took = Latencies::default();
    for _ in 0..500 {
        let begun = Instant::now();
        file.write_all(&[0; 4096])?;
        file.sync_data()?;
        took.add(begun.elapsed());
    }
    fs::remove_dir_all(folder)?;
    Ok(took)
}
