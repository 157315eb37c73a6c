//! Which database and which secret key a command uses. The database is named on standard error, so that a wrong one is
//! noticed.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use crate::config::{Config, SecretKey, ServeFlags, file_name, secret_text};
use crate::store::{self, SiteSecretKey};

/// Where the database and the secret key are.
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

/// The database a command uses.
#[derive(Debug)]
pub struct OpenDatabase {
    /// Its address.
    pub url: String,
    /// Its file, from the root.
    pub path: PathBuf,
    /// The secret key that was given, as text.
    given: Option<String>,
}

impl DatabaseArgs {
    /// The database, which is named on standard error.
    ///
    /// # Errors
    /// A value that its key does not take.
    pub fn named(self) -> anyhow::Result<OpenDatabase> {
        let config = Config::read(ServeFlags { database_url: self.database_url, ..ServeFlags::default() })?;
        let given = secret_text(self.secret_key, self.secret_key_file)?;
        let path = name(&config.database_url)?;
        Ok(OpenDatabase { url: config.database_url, path, given })
    }
}

impl OpenDatabase {
    /// Refuses to go on without a database.
    ///
    /// # Errors
    /// There is none.
    pub fn must_exist(&self) -> anyhow::Result<()> {
        must_exist(&self.path)
    }

    /// The folder it is in.
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }

    /// The text of the secret key: the one that was given, or the one beside the database. None is made.
    ///
    /// # Errors
    /// The file beside the database cannot be read.
    pub fn secret_text(&self) -> anyhow::Result<Option<String>> {
        match &self.given {
            Some(given) => Ok(Some(given.clone())),
            None => Ok(SecretKey::text_in(self.folder())?),
        }
    }

    /// What the database knows the secret key by, if there is a key.
    ///
    /// # Errors
    /// The file beside the database cannot be read.
    pub fn site_key(&self) -> anyhow::Result<Option<SiteSecretKey>> {
        let secret = self.secret_text()?.and_then(|text| SecretKey::from_text(&text));
        Ok(secret.map(|secret| SiteSecretKey::derived(|purpose| secret.derive(purpose))))
    }
}

/// Names the file of a database on standard error, and answers with its path from the root.
///
/// # Errors
/// The address is none.
pub fn name(url: &str) -> anyhow::Result<PathBuf> {
    let path = std::path::absolute(store::file(url)?)?;
    let _ = writeln!(io::stderr(), "Database: {}", path.display());
    Ok(path)
}

/// Refuses to go on without a database.
///
/// # Errors
/// There is none.
pub fn must_exist(path: &Path) -> anyhow::Result<()> {
    if !path.exists() {
        bail!("there is no database at {}; check DATABASE_URL", path.display());
    }
    Ok(())
}
