//! How stylesheets are written, those of the site and those of the games.

use std::fs;
use std::path::{Path, PathBuf};

const WIDTH: usize = 120;

fn stylesheets() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = vec![root.join("static/css"), root.join("src/artwork")];
    while let Some(folder) = paths.iter().position(|path| path.is_dir()) {
        let folder = paths.swap_remove(folder);
        paths.extend(fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "css"));
    paths
}

#[test]
fn stylesheets_have_no_long_lines_and_nothing_important() {
    for path in stylesheets() {
        let text = fs::read_to_string(&path).unwrap();
        let odd = text.lines().find(|line| line.chars().count() > WIDTH || line.contains("!important"));
        assert_eq!(odd, None, "{}", path.display());
    }
}

#[test]
fn stylesheets_select_no_ids() {
    for path in stylesheets() {
        let text = fs::read_to_string(&path).unwrap();
        let mut selectors = text.split('{').filter_map(|rule| rule.rsplit([';', '}', '/']).next());
        assert_eq!(selectors.find(|selector| selector.contains('#')), None, "{}", path.display());
    }
}
