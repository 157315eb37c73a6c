//! A small file system for the database, which can be filled up.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Enough for an hour of matches, and quick to fill.
const SIZE: &str = "size=96m";
/// Sizes of writes to fill it, first coarsely, then to the last page.
const CHUNKS: [usize; 2] = [1 << 20, 1 << 12];

/// A mounted tmpfs. It is unmounted when it is dropped.
pub struct LimitedVolume {
    path: PathBuf,
}

impl LimitedVolume {
    /// Mounts it on a new folder.
    pub fn mount(path: PathBuf) -> io::Result<Self> {
        fs::create_dir_all(&path)?;
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", SIZE, "tmpfs"]).arg(&path).output();
        let problem = match mount {
            Ok(done) if done.status.success() => return Ok(Self { path }),
            Ok(done) => String::from_utf8_lossy(&done.stderr).lines().next().unwrap_or_default().to_owned(),
            Err(error) => error.to_string(),
        };
        let _ = fs::remove_dir(&path);
        Err(io::Error::other(format!("no tmpfs can be mounted; run this as root ({problem})")))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Fills it completely.
    pub fn fill(&self) -> io::Result<()> {
        let mut filler = File::options().create(true).append(true).open(self.filler())?;
        for chunk in CHUNKS.map(|size| vec![0; size]) {
            while let Ok(1..) = filler.write(&chunk) {}
        }
        Ok(())
    }

    /// Frees what [`Self::fill`] has written.
    pub fn free(&self) -> io::Result<()> {
        fs::remove_file(self.filler())
    }

    fn filler(&self) -> PathBuf {
        self.path.join("filler")
    }
}

impl Drop for LimitedVolume {
    fn drop(&mut self) {
        let unmounted = Command::new("umount").arg(&self.path).status();
        if !unmounted.is_ok_and(|status| status.success()) {
            let _ = Command::new("umount").arg("--lazy").arg(&self.path).status();
        }
        let _ = fs::remove_dir(&self.path);
    }
}
