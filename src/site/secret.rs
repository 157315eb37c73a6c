//! The secret key of the site: read or created at the start, and checked against the database.

use std::path::Path;

use super::error::StartError;
use crate::config::{Config, SecretKey};
use crate::now::Moment;
use crate::store::{self, KeyCheck, Store, shared_mode};

/// Loads the secret key. One that differs from the one the database was last used with is reported.
///
/// # Errors
/// It can be neither read nor created, or the database failed.
pub async fn secret(config: &Config, store: &Store, now: Moment) -> Result<SecretKey, StartError> {
    let folder = store::folder(&config.database_url)?;
    let is_made = config.secret_key.is_none() && SecretKey::text_in(&folder)?.is_none();
    let secret = match &config.secret_key {
        Some(given) => given.clone(),
        None => SecretKey::load_or_create(&folder)?,
    };
    if store.use_secret_key(secret.check_value(), now).await? == KeyCheck::Other {
        report(config, store, &folder, is_made).await?;
    }
    report_modes(&store::file(&config.database_url)?);
    Ok(secret)
}

async fn report(config: &Config, store: &Store, folder: &Path, is_made: bool) -> Result<(), StartError> {
    let apps = store.recorded_key().await?.apps;
    let file = SecretKey::file_in(folder);
    let key = match (&config.secret_key, is_made) {
        (Some(_), _) => "SECRET_KEY".to_owned(),
        (None, false) => format!("the secret key in {}", file.display()),
        (None, true) => {
            format!("the secret key in {}, which was missing and has just been created,", file.display())
        }
    };
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
