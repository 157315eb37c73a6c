//! Where the files of a database are.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::sqlite::SqliteConnectOptions;

use super::error::StoreError;

/// The folder of the database, for files beside it.
///
/// # Errors
/// The URL is invalid.
pub fn folder(url: &str) -> Result<PathBuf, StoreError> {
    Ok(folder_of(&file(url)?).to_owned())
}

/// The database file.
///
/// # Errors
/// The URL is invalid.
pub fn file(url: &str) -> Result<PathBuf, StoreError> {
    let options = SqliteConnectOptions::from_str(url).map_err(|_| StoreError::Address(url.to_owned()))?;
    Ok(options.get_filename().to_path_buf())
}

/// A file beside another, named after it: `parlour.db-wal` for `-wal`.
pub(in crate::store) fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// The folder of a file; the current one for a bare name.
pub(in crate::store) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates the folder of a file, accessible only to its owner. Returns its path.
pub(in crate::store) fn make_folder(file: &Path) -> Result<&Path, StoreError> {
    let folder = folder_of(file);
    let making = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    making.map_err(|error| StoreError::folder(folder, error))?;
    Ok(folder)
}
