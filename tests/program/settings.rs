//! All settings are in the README, and are passed on in a container and as a service.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use clap::CommandFactory;
use parlour::cli::Cli;

const README: &str = include_str!("../../README.md");
const COMPOSE: &str = include_str!("../../docker-compose.yml");
const UNIT: &str = include_str!("../../docs/parlour.service");
const DOCKERFILE: &str = include_str!("../../Dockerfile");

/// The environment variables of `parlour serve`.
fn settings() -> BTreeSet<String> {
    let cli = Cli::command();
    let serve = cli.find_subcommand("serve").unwrap();
    let names = serve.get_arguments().filter_map(|argument| argument.get_env());
    let names: BTreeSet<_> = names.map(|name| name.to_str().unwrap().to_owned()).collect();
    assert!(names.contains("DATABASE_URL") && names.len() >= 16, "{names:?}");
    names
}

/// Settings with secrets, each of which can be read from a file too.
fn secrets() -> Vec<String> {
    let settings = settings();
    settings.iter().filter_map(|name| name.strip_suffix("_FILE").map(str::to_owned)).collect()
}

/// The variables that the compose file passes to the site, with their values.
fn passed_by_compose() -> Vec<(String, String)> {
    let (_, rest) = COMPOSE.split_once("    environment:\n").unwrap();
    let block = rest.lines().take_while(|line| line.starts_with("      "));
    let pairs = block.filter(|line| !line.trim_start().starts_with('#'));
    let pair = |line: &str| {
        let (name, value) = line.trim().split_once(": ").unwrap();
        (name.to_owned(), value.to_owned())
    };
    pairs.map(pair).collect()
}

#[test]
fn compose_passes_every_setting_and_no_other() {
    let passed = passed_by_compose();
    let names: BTreeSet<_> = passed.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(names, settings());
    for (name, value) in &passed {
        let default = value.strip_prefix(&format!("${{{name}:-")).and_then(|rest| rest.strip_suffix('}'));
        let default = default.unwrap_or_else(|| panic!("{name} is not passed on: {value}"));
        let in_image = DOCKERFILE.lines().any(|line| line.contains(&format!("{name}={default}")));
        let is_right = default.is_empty() || in_image || name == "PUBLIC_URL";
        assert!(is_right, "{name} has another default in the compose file than in the image: {default}");
    }
}

#[test]
fn an_empty_setting_has_its_default() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut doctor = Command::new(env!("CARGO_BIN_EXE_parlour"));
    doctor
        .arg("doctor")
        .env_clear()
        .envs(settings().into_iter().map(|name| (name, "")))
        .current_dir(folder.path());
    let output = doctor.output().unwrap();
    let printed = String::from_utf8_lossy(&output.stderr);
    let path = folder.path().canonicalize().unwrap().join("data/parlour.db");
    assert!(printed.contains(&format!("there is no database at {}", path.display())), "{printed}");
    assert!(!Path::new(&path).exists());
}

#[test]
fn the_readme_has_a_row_for_every_setting_and_for_no_other() {
    let rows = README.lines().filter(|line| line.starts_with("| `"));
    let names = rows.filter_map(|line| line.split('`').nth(1));
    let is_setting = |name: &&str| name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_');
    let names: BTreeSet<_> = names.filter(is_setting).map(str::to_owned).collect();
    let files: BTreeSet<_> = secrets().iter().map(|name| format!("{name}_FILE")).collect();
    assert_eq!(names, settings().difference(&files).cloned().collect());
}

#[test]
fn the_service_reads_settings_from_a_file_and_secrets_from_credentials() {
    assert!(UNIT.lines().any(|line| line == "EnvironmentFile=-/etc/parlour/parlour.env"));
    let set = UNIT.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix("Environment="));
    let set: BTreeSet<_> = set.map(|set| set.split('=').next().unwrap().to_owned()).collect();
    assert!(set.is_subset(&settings()), "{set:?}");
    for secret in secrets() {
        let credential = secret.to_lowercase().replace('_', "-");
        for line in [
            format!("#LoadCredential={credential}:/etc/parlour/{credential}"),
            format!("#Environment={secret}_FILE=%d/{credential}"),
        ] {
            assert!(UNIT.contains(&line), "{line}");
        }
    }
}
