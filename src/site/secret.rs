//! The secret key of the site: read or created at the start, and checked against the database.

use std::path::Path;

use super::error::StartError;
use crate::config::{Config, SecretError, SecretKey};
use crate::now::Moment;
use crate::store::{self, KeyCheck, Store, shared_mode};

/// Loads the secret key. One that differs from the one the database was last used with is reported.
///
/// # Errors
/// It can be neither read nor created, or the database failed.
pub async fn secret(config: &Config, store: &Store, now: Moment) -> Result<SecretKey, StartError> {
    let folder = store::folder(&config.database_url)?;
    let (secret, name) = match (&config.secret_key, &folder) {
        (Some(given), _) => (given.clone(), "SECRET_KEY".to_owned()),
        (None, Some(folder)) => load_or_create(folder)?,
        (None, None) => return Err(SecretError::NoFolder.into()),
    };
    if store.use_secret_key(secret.check_value(), now).await? == KeyCheck::Other {
        report(store, &name).await?;
    }
    if let Some(file) = store::file(&config.database_url)? {
        report_modes(&file);
    }
    Ok(secret)
}

/// The key in a folder, and what messages call it.
fn load_or_create(folder: &Path) -> Result<(SecretKey, String), SecretError> {
    let is_made = SecretKey::text_in(folder)?.is_none();
    let made = if is_made { ", which was missing and has just been created," } else { "" };
    let name = format!("the secret key in {}{made}", SecretKey::file_in(folder).display());
    Ok((SecretKey::load_or_create(folder)?, name))
}

async fn report(store: &Store, key: &str) -> Result<(), StartError> {
    let apps = store.recorded_key().await?.apps;
    tracing::error!(
        authenticator_apps = apps,
        "{key} is not the one that this database was last used with: everyone is signed out, authenticator apps ({apps} in \
         use) no longer work, and addresses of feeds and links in emails have changed. Put the right key back and restart; \
         if it is lost, accept this one with `parlour admin accept-key`"
    );
    Ok(())
}

/// Reports files that are accessible to other users of the machine.
fn report_modes(database: &Path) {
    if let Some(mode) = shared_mode(database) {
        let path = database.display();
        tracing::warn!("other users of this machine may read {path} (mode {mode:o}): run chmod 600 {path}");
    }
}
