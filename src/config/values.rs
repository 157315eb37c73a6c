//! Reading one value.

use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};

use super::ConfigError;
use super::text_file::read_text;

/// The name of a file. An empty one counts as none.
pub fn file_name() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// A value, or the one for an unset setting. An empty text counts as unset.
pub(super) fn read<T>(
    given: Option<String>,
    unset: T,
    key: &'static str,
    expected: &'static str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, ConfigError> {
    match given.as_deref().map(str::trim) {
        None | Some("") => Ok(unset),
        Some(value) => {
            parse(value).ok_or_else(|| ConfigError::Wrong { key, expected, value: value.to_owned() })
        }
    }
}

pub(super) fn on_or_off(text: &str) -> Option<bool> {
    match text {
        "on" | "true" => Some(true),
        "off" | "false" => Some(false),
        _ => None,
    }
}

/// A secret of at least so many characters that is given as text or in a file.
pub(super) fn read_secret(
    key: &'static str,
    text: Option<String>,
    file: Option<PathBuf>,
    least: usize,
) -> Result<Option<String>, ConfigError> {
    let is_short = |text: &str| text.chars().count() < least;
    let text = text.filter(|text| !text.is_empty()).map(|text| text.trim().to_owned());
    let file = file.filter(|path| !path.as_os_str().is_empty());
    match (text, file) {
        (Some(_), Some(_)) => Err(ConfigError::Twice { key }),
        (Some(text), None) if is_short(&text) => Err(ConfigError::Short { key, least }),
        (text, None) => Ok(text),
        (None, Some(path)) => match read_text(&path) {
            Ok(text) if is_short(text.trim()) => Err(ConfigError::ShortFile { key, path, least }),
            Ok(text) => Ok(Some(text.trim().to_owned())),
            Err(source) => Err(ConfigError::File { key, path, source }),
        },
    }
}
