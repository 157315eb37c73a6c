//! `parlour doctor`: checks that the secret key is the one the database was used with.

use std::io::Write;

use crate::config::{Config, SecretKey};
use crate::store::{self, KeyCheck, RecordedKey, Store};

/// The problem with the secret key, if it is not the one that the database was last used with.
///
/// # Errors
/// The database or the output failed.
pub async fn check(config: &Config, store: &Store, out: &mut impl Write) -> anyhow::Result<Option<String>> {
    let folder = store::folder(&config.database_url)?;
    let recorded = store.recorded_key().await?;
    if recorded.check_value.is_none() {
        return Ok(None);
    }
    let secret = match (&config.secret_key, &folder) {
        (Some(given), _) => Ok(Some(given.clone())),
        (None, Some(folder)) => {
            SecretKey::text_in(folder).map(|text| text.and_then(|text| SecretKey::from_text(&text)))
        }
        (None, None) => Ok(None),
    };
    let no_file = folder.map_or_else(String::new, |folder| {
        format!(", and there is no {}", SecretKey::file_in(&folder).display())
    });
    Ok(match secret {
        Ok(Some(secret)) if recorded.check(&secret.check_value()) == KeyCheck::Same => {
            writeln!(out, "the secret key is the one that the database was last used with")?;
            None
        }
        Ok(Some(_)) => Some(format!(
            "the secret key is not the one that the database was last used with: {}. If the right one is lost, \
             `parlour admin accept-key` accepts this one",
            lost_key_message(&recorded)
        )),
        Ok(None) => Some(format!(
            "the secret key is missing: SECRET_KEY is not set{no_file}; {}",
            lost_key_message(&recorded)
        )),
        Err(error) => Some(error.to_string()),
    })
}

/// What does not work without the key.
fn lost_key_message(recorded: &RecordedKey) -> String {
    format!(
        "with another one everyone is signed out, authenticator apps ({} in use) no longer work, and addresses of feeds \
         and links in emails change",
        recorded.apps
    )
}
