//! The secret of this site.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The secret of this site, from which every key it uses is derived.
#[derive(Clone)]
pub struct SecretKey([u8; 32]);

/// Why there is no secret.
#[derive(Debug, Error)]
pub enum SecretError {
    /// It can be neither read nor made.
    #[error("SECRET_KEY is not set, and {} can be neither read nor created: {cause}", path.display())]
    File {
        /// Where it is kept.
        path: PathBuf,
        /// What went wrong.
        cause: io::Error,
    },
    /// The file holds something else.
    #[error(
        "SECRET_KEY is not set, and {} holds none: it has fewer than {} characters. Restore it from a backup, or delete it: \
         with a new one everyone has to sign in again.",
        .0.display(),
        SecretKey::LEAST
    )]
    Short(PathBuf),
}

impl SecretKey {
    /// How many characters it takes.
    pub const LEAST: usize = 32;

    /// From text; `None` when it is too short.
    pub fn from_text(text: &str) -> Option<Self> {
        (text.chars().count() >= Self::LEAST).then(|| Self(Sha256::digest(text.as_bytes()).into()))
    }

    /// The one kept in this folder, made when there is none yet.
    ///
    /// # Errors
    /// The file can be neither read nor made, or holds something else.
    pub fn kept_in(folder: &Path) -> Result<Self, SecretError> {
        let path = folder.join("secret.key");
        let text = fs::read_to_string(&path).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => make(folder, &path),
            _ => Err(error),
        });
        let text = text.map_err(|cause| SecretError::File { path: path.clone(), cause })?;
        Self::from_text(text.trim()).ok_or(SecretError::Short(path))
    }

    /// The key for one purpose. No purpose can be told from the key of another.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        let mut block = [0; 64];
        block[..32].copy_from_slice(&self.0);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        mac.update(purpose.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

/// Makes a new one, whole or not at all: a power cut never leaves a part of it. Where another program has made one at the
/// same time, that one counts.
fn make(folder: &Path, path: &Path) -> io::Result<String> {
    fs::create_dir_all(folder)?;
    let text = hex::encode(rand::random::<[u8; 32]>());
    // Readable by its owner alone.
    let mut file = tempfile::Builder::new().prefix(".secret.key.").tempfile_in(folder)?;
    writeln!(file, "{text}")?;
    file.as_file().sync_all()?;
    let text = match file.persist_noclobber(path) {
        Ok(_) => text,
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => fs::read_to_string(path)?,
        Err(error) => return Err(error.error),
    };
    File::open(folder)?.sync_all()?;
    Ok(text)
}

/// Says that there is one, never which.
impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}
