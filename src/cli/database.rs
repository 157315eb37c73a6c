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
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
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
    /// The absolute path of its file; `None` on PostgreSQL.
    path: Option<PathBuf>,
}

impl DatabaseArgs {
    /// The database. Its name is printed on standard error.
    ///
    /// # Errors
    /// The URL is invalid.
    pub fn open_named(&self) -> anyhow::Result<OpenDatabase> {
        let config =
            Config::read(ServeFlags { database_url: self.database_url.clone(), ..ServeFlags::default() })?;
        let path = name(&config.database_url)?;
        Ok(OpenDatabase { url: config.database_url, path })
    }
}

impl OpenDatabase {
    /// Fails if there is no database.
    ///
    /// # Errors
    /// There is no such file.
    pub fn must_exist(&self) -> anyhow::Result<()> {
        self.path.as_deref().map_or(Ok(()), must_exist)
    }

    /// Its file; `None` on PostgreSQL.
    pub fn file(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The file of the secret key beside it; `None` on PostgreSQL.
    pub fn key_file(&self) -> Option<PathBuf> {
        self.folder().map(SecretKey::file_in)
    }

    fn folder(&self) -> Option<&Path> {
        self.path.as_deref().map(|path| path.parent().unwrap_or(Path::new("/")))
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
            None => Ok(database.folder().map(SecretKey::text_in).transpose()?.flatten()),
        }
    }
}

/// Prints the name of a database on standard error. Returns the absolute path of its file, if it has one.
///
/// # Errors
/// The URL is invalid.
pub fn name(url: &str) -> anyhow::Result<Option<PathBuf>> {
    let path = store::file(url)?.map(std::path::absolute).transpose()?;
    let name = path.as_ref().map_or_else(|| store::name(url), |path| Ok(path.display().to_string()));
    let _ = writeln!(io::stderr(), "Database: {}", name?);
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
