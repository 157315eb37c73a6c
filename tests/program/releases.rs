//! The files from which a release is made agree with each other.

const CHANGELOG: &str = include_str!("../../CHANGELOG.md");
const DOCKERFILE: &str = include_str!("../../Dockerfile");
const RELEASE: &str = include_str!("../../tools/release");
const UNIT: &str = include_str!("../../docs/parlour.service");

#[test]
fn the_changelog_has_a_section_for_the_version_or_for_unreleased_changes() {
    let version = format!("## {} - ", env!("CARGO_PKG_VERSION"));
    let has_section = CHANGELOG.lines().any(|line| line == "## Unreleased" || line.starts_with(&version));
    assert!(has_section, "{version}");
}

#[test]
fn the_image_and_the_release_files_are_built_by_the_same_command() {
    let command = "cargo build --locked --profile dist";
    assert!(DOCKERFILE.contains(command));
    assert!(RELEASE.contains(command));
}

#[test]
fn the_debian_package_replaces_the_path_of_the_program_in_the_unit() {
    assert!(RELEASE.contains("s|/usr/local/bin/|/usr/bin/|"));
    assert!(UNIT.lines().any(|line| line == "ExecStart=/usr/local/bin/parlour serve"));
}
