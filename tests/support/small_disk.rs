//! A small disk for tests to fill up. Mounting it takes root.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

const FILLER: &str = "filler";

pub struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// Mounts a disk of this size, as `mount` takes it: `16m`.
    pub fn mount(size: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let options = format!("size={size},mode=700");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &options, "parlour-test"]).arg(folder.path());
        let output = mount.output().unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "this test mounts a tmpfs, so it has to run as root: {complaint}");
        Self { folder }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Fills it.
    pub fn fill(&self) {
        let mut filler = OpenOptions::new().append(true).create(true).open(self.filler()).unwrap();
        loop {
            match filler.write(&[0; 4096]) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::StorageFull => return,
                Err(error) => panic!("the disk cannot be filled: {error}"),
            }
        }
    }

    /// Frees the space.
    pub fn free(&self) {
        File::options().write(true).open(self.filler()).unwrap().set_len(0).unwrap();
    }

    fn filler(&self) -> PathBuf {
        self.path().join(FILLER)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily, because the program under test may still be stopping.
        let _ = Command::new("umount").arg("-l").arg(self.folder.path()).status();
    }
}
