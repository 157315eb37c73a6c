//! The database and secret key of a command. The database is printed on standard error, so that a wrong one is
//! noticed.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use crate::config::{Config, SecretKey, ServeFlags, file_name, secret_text};
use crate::store;

/// The option for the database.
#[derive(Debug, Args)]
pub struct DatabaseArgs {
    /// Database [default: sqlite://data/parlour.db]
    #[arg(long, env = "DATABASE_URL", value_name = "URL")]
    database_url: Option<String>,
}

/// The options for the secret key.
#[derive(Debug, Args)]
pub struct SecretKeyArgs {
    /// Secret key of the site, as for `parlour serve` [default: secret.key beside the database]
    #[arg(long, env = "SECRET_KEY", value_name = "TEXT", hide_env_values = true)]
    secret_key: Option<String>,
    /// File to read SECRET_KEY from
    #[arg(long, env = "SECRET_KEY_FILE", value_name = "FILE", value_parser = file_name())]
    secret_key_file: Option<PathBuf>,
}

/// The database of a command.
#[derive(Debug)]
pub struct OpenDatabase {
    /// Its URL.
    pub url: String,
    /// The absolute path of its file.
    pub path: PathBuf,
}

impl DatabaseArgs {
    /// The database. Its path is printed on standard error.
    ///
    /// # Errors
    /// The URL is invalid.
    pub fn open_named(self) -> anyhow::Result<OpenDatabase> {
        let config = Config::read(ServeFlags { database_url: self.database_url, ..ServeFlags::default() })?;
        let path = name(&config.database_url)?;
        Ok(OpenDatabase { url: config.database_url, path })
    }
}

impl OpenDatabase {
    /// Fails if there is no database.
    ///
    /// # Errors
    /// There is none.
    pub fn must_exist(&self) -> anyhow::Result<()> {
        must_exist(&self.path)
    }

    /// The folder of the database.
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }
}

impl SecretKeyArgs {
    /// The text of the secret key: the one that was given, or the one beside the database. None is created.
    ///
    /// # Errors
    /// An option is invalid, or the file cannot be read.
    pub fn text(self, database: &OpenDatabase) -> anyhow::Result<Option<String>> {
        match secret_text(self.secret_key, self.secret_key_file)? {
            Some(given) => Ok(Some(given)),
            None => Ok(SecretKey::text_in(database.folder())?),
        }
    }
}

/// Prints the path of a database on standard error. Returns the absolute path.
///
/// # Errors
/// The URL is invalid.
pub fn name(url: &str) -> anyhow::Result<PathBuf> {
    let path = std::path::absolute(store::file(url)?)?;
    let _ = writeln!(io::stderr(), "Database: {}", path.display());
    Ok(path)
}

/// Fails if there is no database.
///
/// # Errors
/// There is none.
pub fn must_exist(path: &Path) -> anyhow::Result<()> {
    if !path.exists() {
        bail!("there is no database at {}; check DATABASE_URL", path.display());
    }
    Ok(())
}
