//! The secret key of the site.

use std::fmt;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::text_file::read_text;

/// The secret key of the site, from which all other keys are derived.
#[derive(Clone)]
pub struct SecretKey([u8; 32]);

/// Why there is no secret key.
#[derive(Debug, Error)]
pub enum SecretError {
    /// It can be neither read nor created.
    #[error("SECRET_KEY is not set, and {} can be neither read nor created: {cause}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        cause: io::Error,
    },
    /// The file contains something else.
    #[error(
        "SECRET_KEY is not set, and {} holds none: it has fewer than {} characters. Restore it from a backup, or delete it: \
         with a new one everyone has to sign in again.",
        .0.display(),
        SecretKey::LEAST
    )]
    Short(PathBuf),
    /// The database has no folder in which the key could be.
    #[error(
        "SECRET_KEY is not set: a site on PostgreSQL needs one of at least {} random characters",
        SecretKey::LEAST
    )]
    NoFolder,
}

impl SecretKey {
    /// Minimum length in characters.
    pub const LEAST: usize = 32;

    /// The key of a text; `None` if that is too short.
    pub fn from_text(text: &str) -> Option<Self> {
        (text.chars().count() >= Self::LEAST).then(|| Self(Sha256::digest(text.as_bytes()).into()))
    }

    /// The key in this folder, which is created if there is none.
    ///
    /// # Errors
    /// The file can be neither read nor created, or contains something else.
    pub fn load_or_create(folder: &Path) -> Result<Self, SecretError> {
        let path = Self::file_in(folder);
        let text = read_text(&path).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => make(folder, &path),
            _ => Err(error),
        });
        let text = text.map_err(|cause| SecretError::File { path: path.clone(), cause })?;
        Self::from_text(text.trim()).ok_or(SecretError::Short(path))
    }

    /// The file of the key in this folder.
    pub fn file_in(folder: &Path) -> PathBuf {
        folder.join("secret.key")
    }

    /// The text of the key in this folder, if there is one. None is created.
    ///
    /// # Errors
    /// The file cannot be read, or contains something else.
    pub fn text_in(folder: &Path) -> Result<Option<String>, SecretError> {
        let path = Self::file_in(folder);
        let text = match read_text(&path) {
            Ok(text) => text.trim().to_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(cause) => return Err(SecretError::File { path, cause }),
        };
        if Self::from_text(&text).is_some() { Ok(Some(text)) } else { Err(SecretError::Short(path)) }
    }

    /// Writes the text of a key to a new file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(text: &str, file: &Path) -> io::Result<()> {
        write(file.parent().unwrap_or(Path::new(".")), file, text)
    }

    /// Derives the key for one purpose. The keys of different purposes reveal nothing about each other.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        let mut block = [0; 64];
        block[..32].copy_from_slice(&self.0);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        mac.update(purpose.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// A value that tells whether two keys are the same, and nothing else about them.
    pub fn check_value(&self) -> [u8; 32] {
        self.derive("check value of the secret key")
    }
}

/// Creates a new key. If another process creates one at the same time, that one counts.
fn make(folder: &Path, path: &Path) -> io::Result<String> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let text = hex::encode(rand::random::<[u8; 32]>());
    match write(folder, path, &text) {
        Ok(()) => Ok(text),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => fs::read_to_string(path),
        Err(error) => Err(error),
    }
}

/// Writes a file atomically: a power cut never leaves a part of it. An existing file is not replaced.
fn write(folder: &Path, path: &Path, text: &str) -> io::Result<()> {
    // Readable only by its owner.
    let mut file = tempfile::Builder::new().prefix(".secret.key.").tempfile_in(folder)?;
    writeln!(file, "{text}")?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()
}

/// Hides the key.
impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}
