//! The database and secret key of a command. The database is printed on standard error, so that a wrong one is
//! noticed.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use crate::config::{Config, SecretKey, ServeFlags, file_name, secret_text};
use crate::store::{self, SiteSecretKey};

/// The options for database and secret key.
#[derive(Debug, Args)]
pub struct DatabaseArgs {
    /// Database [default: sqlite://data/parlour.db]
    #[arg(long, env = "DATABASE_URL", value_name = "URL")]
    database_url: Option<String>,
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
    /// The secret key that was given, as text.
    given: Option<String>,
}

impl DatabaseArgs {
    /// The database. Its path is printed on standard error.
    ///
    /// # Errors
    /// An option is invalid.
    pub fn open_named(self) -> anyhow::Result<OpenDatabase> {
        let config = Config::read(ServeFlags { database_url: self.database_url, ..ServeFlags::default() })?;
        let given = secret_text(self.secret_key, self.secret_key_file)?;
        let path = name(&config.database_url)?;
        Ok(OpenDatabase { url: config.database_url, path, given })
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

    /// The text of the secret key: the one that was given, or the one beside the database. None is created.
    ///
    /// # Errors
    /// The file beside the database cannot be read.
    pub fn secret_text(&self) -> anyhow::Result<Option<String>> {
        match &self.given {
            Some(given) => Ok(Some(given.clone())),
            None => Ok(SecretKey::text_in(self.folder())?),
        }
    }

    /// What is derived from the secret key for the database, if there is a key.
    ///
    /// # Errors
    /// The file beside the database cannot be read.
    pub fn site_key(&self) -> anyhow::Result<Option<SiteSecretKey>> {
        let secret = self.secret_text()?.and_then(|text| SecretKey::from_text(&text));
        Ok(secret.map(|secret| SiteSecretKey::derive(|purpose| secret.derive(purpose))))
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
