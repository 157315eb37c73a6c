//! Environment variables with names that are nearly those of settings.

use clap::{Args, Command};
use strsim::osa_distance;

use super::ServeFlags;

/// The names of all settings.
pub fn setting_names() -> Vec<String> {
    let flags = ServeFlags::augment_args(Command::new("serve"));
    flags.get_arguments().filter_map(|flag| Some(flag.get_env()?.to_str()?.to_owned())).collect()
}

/// Each name that is not a setting but close to one, with that setting: one typo in five characters, in upper or lower
/// case, or a setting with a word added, such as `BIND_ADDRESS`.
pub fn misspelt_settings(names: impl Iterator<Item = String>) -> Vec<(String, String)> {
    let settings = setting_names();
    let distance = |name: &str, setting: &str| osa_distance(&name.to_ascii_uppercase(), setting);
    let is_close = |name: &str, setting: &str| {
        let is_longer = name.strip_prefix(setting).is_some_and(|rest| rest.starts_with('_'));
        is_longer || distance(name, setting) <= setting.len() / 5
    };
    let unknown = names.filter(|name| !settings.contains(name));
    let meant = |name: String| {
        let close = settings.iter().filter(|setting| is_close(&name, setting));
        let setting = close.min_by_key(|setting| distance(&name, setting))?;
        Some((name, setting.clone()))
    };
    unknown.filter_map(meant).collect()
}

#[cfg(test)]
mod tests {
    use super::misspelt_settings;

    #[test]
    fn a_misspelt_setting_is_recognised() {
        for (name, setting) in [
            ("REGISTRATON", "REGISTRATION"),
            ("REGISTRATION_MODE", "REGISTRATION"),
            ("SMTP_ULR", "SMTP_URL"),
            ("SMTP_URI", "SMTP_URL"),
            ("TRUSTED_PROXY", "TRUSTED_PROXIES"),
            ("PUBLICURL", "PUBLIC_URL"),
            ("PUBLIC-URL", "PUBLIC_URL"),
            ("public_url", "PUBLIC_URL"),
            ("BIND_ADDRESS", "BIND"),
            ("DATABASE_URI", "DATABASE_URL"),
            ("DATABASE_URL_FILE", "DATABASE_URL"),
            ("SECRET_KEYFILE", "SECRET_KEY_FILE"),
            ("RATE_LIMIT", "RATE_LIMITS"),
            ("METRIC_TOKEN", "METRICS_TOKEN"),
        ] {
            let found = misspelt_settings([name.to_owned()].into_iter());
            assert_eq!(found, [(name.to_owned(), setting.to_owned())]);
        }
    }

    /// Others name what another program needs, or only resemble a setting; what is missing then is said at the start.
    #[test]
    fn settings_and_other_variables_are_not_reported() {
        let names = "BIND PUBLIC_URL SMTP_URL_FILE PATH HOME HOST HOSTNAME PORT SHELL USER LANG LC_ALL TZ PWD TERM MAIL \
                     LOGNAME KIND FIND LOG LOG_LEVEL RUST_BACKTRACE RUST_LIB_BACKTRACE SMTP_HOST SMTP_PORT SMTP_USER \
                     URL DATABASE SECRET PUBLIC_IP NOTIFY_SOCKET CREDENTIALS_DIRECTORY INVOCATION_ID JOURNAL_STREAM \
                     LISTEN_FDS PARLOUR_PORT PARLOUR_SERVICE_HOST KUBERNETES_SERVICE_HOST http_proxy NO_PROXY";
        let found = misspelt_settings(names.split_whitespace().map(str::to_owned));
        assert_eq!(found, []);
    }
}
