//! `parlour doctor`: checks that the secret key is the one the database was used with.

use std::io::Write;

use super::DoctorFindings;
use crate::config::{Config, SecretError, SecretKey};
use crate::store::{self, KeyCheck, RecordedKey, SiteSecretKey, Store};
use crate::users::AuditKey;

/// What does not work without the key, with the number of authenticator apps in place of `{}`.
const LOST: &str = "with another one everyone is signed out, authenticator apps ({} in use) no longer work, addresses of feeds \
    and links in emails change, and the audit log is checked by its hashes only";

/// The key for verifying the audit log, if the secret key is the one that the database was last used with.
///
/// # Errors
/// The database or the output failed.
pub async fn check(
    config: &Config,
    store: &Store,
    findings: &mut DoctorFindings,
    out: &mut impl Write,
) -> anyhow::Result<Option<AuditKey>> {
    let folder = store::folder(&config.database_url)?;
    let secret = match &config.secret_key {
        Some(given) => Ok(Some(given.clone())),
        None => SecretKey::text_in(&folder).map(|text| text.and_then(|text| SecretKey::from_text(&text))),
    };
    let recorded = store.recorded_key().await?;
    if recorded.check_value.is_none() {
        findings.note_unrecorded(&recorded);
        return Ok(None);
    }
    let key =
        secret.map(|secret| secret.map(|secret| SiteSecretKey::derive(|purpose| secret.derive(purpose))));
    match key {
        Ok(Some(key)) if recorded.check(&key) == KeyCheck::Same => {
            writeln!(out, "the secret key is the one that the database was last used with")?;
            return Ok(Some(key.audit));
        }
        Ok(Some(_)) => findings.wrong.push(format!(
            "the secret key is not the one that the database was last used with: {}. If the right one is lost, \
             `parlour admin accept-key` accepts this one",
            lost_key_message(&recorded)
        )),
        Ok(None) => findings.wrong.push(format!(
            "the secret key is missing: SECRET_KEY is not set, and there is no {}; {}",
            SecretKey::file_in(&folder).display(),
            lost_key_message(&recorded)
        )),
        Err(error) => findings.wrong.push(unreadable(&error)),
    }
    Ok(None)
}

fn lost_key_message(recorded: &RecordedKey) -> String {
    LOST.replace("{}", &recorded.apps.to_string())
}

fn unreadable(error: &SecretError) -> String {
    format!("{error}; the audit log was checked by its hashes only")
}

impl DoctorFindings {
    /// Reports that the database does not say which key it was used with.
    fn note_unrecorded(&mut self, recorded: &RecordedKey) {
        if recorded.signed {
            self.wrong.push("the check value of the secret key was removed from the database".to_owned());
        } else if recorded.entries > 0 {
            self.skipped.push(
                "the audit log is not signed yet, and was checked by its hashes only: start the site once"
                    .to_owned(),
            );
        }
    }
}
