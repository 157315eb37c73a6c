//! Where a database is.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use super::error::StoreError;

/// The folder of the database, for files beside it; `None` for one on PostgreSQL.
///
/// # Errors
/// The URL is invalid.
pub fn folder(url: &str) -> Result<Option<PathBuf>, StoreError> {
    Ok(file(url)?.map(|file| folder_of(&file).to_owned()))
}

/// The database file; `None` for a database on PostgreSQL.
///
/// # Errors
/// The URL is invalid.
pub fn file(url: &str) -> Result<Option<PathBuf>, StoreError> {
    match sqlite_options(url) {
        Ok(options) => Ok(Some(options.get_filename().to_path_buf())),
        Err(StoreError::NoFile) => postgres_options(url).map(|_| None),
        Err(error) => Err(error),
    }
}

/// What messages call the database: its file, or its name and server. Never a password.
///
/// # Errors
/// The URL is invalid.
pub fn name(url: &str) -> Result<String, StoreError> {
    match file(url)? {
        Some(file) => Ok(file.display().to_string()),
        None => Ok(name_on_server(&postgres_options(url)?)),
    }
}

pub(super) fn name_on_server(options: &PgConnectOptions) -> String {
    let database = options.get_database().unwrap_or_else(|| options.get_username());
    let socket = options.get_socket().map(|folder| folder.display().to_string());
    let server = socket.unwrap_or_else(|| format!("{}:{}", options.get_host(), options.get_port()));
    format!("{database} on {server}")
}

pub(in crate::store) fn is_on_postgres(url: &str) -> bool {
    ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme))
}

/// # Errors
/// The URL is invalid, or that of a database on PostgreSQL.
pub(super) fn sqlite_options(url: &str) -> Result<SqliteConnectOptions, StoreError> {
    if is_on_postgres(url) {
        return Err(StoreError::NoFile);
    }
    SqliteConnectOptions::from_str(url).map_err(|_| StoreError::Address)
}

/// # Errors
/// The URL is invalid.
pub(super) fn postgres_options(url: &str) -> Result<PgConnectOptions, StoreError> {
    let options = PgConnectOptions::from_str(url).map_err(|_| StoreError::Address)?;
    Ok(options.disable_statement_logging())
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
