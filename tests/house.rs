//! Holds every room of the house to what the map in `src/lib.rs` says it may import.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

/// A file of the program.
struct Source {
    /// Its path below `src`, without the ending: `games`, `play`.
    module: Vec<String>,
    path: PathBuf,
    text: String,
}

/// A line of the map.
struct Room {
    name: String,
    line: String,
    /// What it may import, `None` where the map sets no bounds.
    imports: Option<Vec<String>>,
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![src()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(source(path));
            }
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

fn source(path: PathBuf) -> Source {
    let text = fs::read_to_string(&path).unwrap();
    let below = path.strip_prefix(src()).unwrap().with_extension("");
    let mut module: Vec<String> = below.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    module.pop_if(|last| last == "mod");
    Source { module, path, text }
}

impl Source {
    fn room(&self) -> &str {
        &self.module[0]
    }

    fn is_of_a_room(&self) -> bool {
        !matches!(self.room(), "lib" | "main")
    }

    /// The text without remarks.
    fn code(&self) -> String {
        let code = |line: &'_ str| match line.match_indices("//").find(|(at, _)| !line[..*at].ends_with(':'))
        {
            Some((at, _)) => line[..at].to_owned(),
            None => line.to_owned(),
        };
        self.text.lines().map(code).collect::<Vec<_>>().join("\n")
    }

    /// What it names by a path through the crate or through its parents, from the root of the crate.
    fn imports(&self) -> Vec<Vec<String>> {
        let code = self.code();
        let mut found = Vec::new();
        for (at, root) in starts(&code) {
            let (base, rest) = match root {
                "crate::" => (Vec::new(), &code[at + root.len()..]),
                _ => self.above(&code[at..]),
            };
            use_tree(&base, rest, &mut found);
        }
        found
    }

    /// Where a path of one or more `super::` begins, and what follows.
    fn above<'a>(&self, mut path: &'a str) -> (Vec<String>, &'a str) {
        let mut base = self.module.clone();
        while let Some(rest) = path.strip_prefix("super::") {
            path = rest;
            base.pop();
        }
        (base, path)
    }
}

/// Where paths begin that start at the root of the crate or at a parent.
fn starts(code: &str) -> Vec<(usize, &'static str)> {
    let begins =
        |at: usize| !code[..at].ends_with(|before: char| before.is_alphanumeric() || "_:".contains(before));
    let of = |root: &'static str| {
        code.match_indices(root).map(move |(at, _)| (at, root)).filter(move |(at, _)| begins(*at))
    };
    of("crate::").chain(of("super::")).collect()
}

/// Collects the paths of a tree such as `games::{Seat, play::{self}}` and gives what follows it.
fn use_tree<'a>(base: &[String], tree: &'a str, found: &mut Vec<Vec<String>>) -> &'a str {
    let tree = tree.trim_start();
    if let Some(mut rest) = tree.strip_prefix('{') {
        while !rest.trim_start().starts_with('}') && !rest.trim().is_empty() {
            rest = use_tree(base, rest, found).trim_start().trim_start_matches(',');
        }
        return rest.trim_start().strip_prefix('}').unwrap_or(rest);
    }
    let end = tree.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(tree.len());
    let (name, rest) = tree.split_at(end);
    let path = [base, &[name.to_owned()]].concat();
    if let Some(rest) = rest.strip_prefix("::") {
        return use_tree(&path, rest, found);
    }
    found.push(path);
    // A name given in passing: `as other`, or a glob.
    let next = rest.find([',', '}', ';', '\n', '(', ')', '<', '>']).unwrap_or(rest.len());
    &rest[next.max(usize::from(name.is_empty() && !rest.is_empty())).min(rest.len())..]
}

/// The rooms of the map: `//! * [`name`], `name`: what it holds. Imports `room`, `room::part`.`
fn rooms() -> Vec<Room> {
    let lib = fs::read_to_string(src().join("lib.rs")).unwrap();
    let map = lib.lines().take_while(|line| line.starts_with("//!"));
    let text =
        map.map(|line| line.trim_start_matches("//!")).collect::<Vec<_>>().join("\n").replace("\n  ", " ");
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("* "));
    lines.flat_map(rooms_of_line).collect()
}

fn rooms_of_line(line: &str) -> Vec<Room> {
    let (names, holds) = line.split_once(": ").unwrap_or_else(|| panic!("no room: {line}"));
    let imports = holds.split_once("Imports ").map(|(_, imports)| {
        let sentence = imports.split_once(". ").map_or(imports, |(sentence, _)| sentence);
        quoted(sentence)
    });
    let room = |name| Room { name, line: line.to_owned(), imports: imports.clone() };
    quoted(names).into_iter().map(room).collect()
}

fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn room<'a>(rooms: &'a [Room], name: &str) -> &'a Room {
    let found = rooms.iter().find(|room| room.name == name);
    found.unwrap_or_else(|| panic!("src/lib.rs has no line for the room `{name}`"))
}

fn may_import(room: &Room, path: &[String]) -> bool {
    let Some(imports) = &room.imports else {
        return true;
    };
    let part = path.iter().take(2).cloned().collect::<Vec<_>>().join("::");
    path[0] == room.name || imports.contains(&path[0]) || imports.contains(&part)
}

/// Whether a crate or a module is named: `sqlx::query`, `use sqlx;`.
fn names(code: &str, what: &str) -> bool {
    code.match_indices(what).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = &code[at + what.len()..];
        let stands_alone = !before.is_some_and(|before| before.is_alphanumeric() || "_.\"".contains(before));
        stands_alone
            && (after.starts_with("::") || (code[..at].ends_with("use ") && after.starts_with([';', ' '])))
    })
}

#[test]
fn every_room_has_its_line_on_the_map_and_says_what_it_holds() {
    let rooms = rooms();
    for source in sources().iter().filter(|source| source.is_of_a_room() && source.module.len() == 1) {
        room(&rooms, source.room());
        assert!(source.text.starts_with("//! "), "{} does not say what it holds", source.path.display());
    }
}

#[test]
fn every_room_imports_only_what_the_map_allows() {
    let rooms = rooms();
    let mut broken = Vec::new();
    for source in sources().iter().filter(|source| source.is_of_a_room()) {
        let own = room(&rooms, source.room());
        for path in source.imports() {
            let is_room = rooms.iter().any(|other| other.name == path[0]);
            if is_room && !may_import(own, &path) {
                broken.push(format!("{} imports {}: {}", source.path.display(), path.join("::"), own.line));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn sql_is_only_in_the_store() {
    for source in sources() {
        let sql = names(&source.code(), "sqlx");
        assert!(!sql || source.room() == "store", "{} uses sqlx", source.path.display());
    }
}

#[test]
fn html_is_only_in_the_views_and_the_web_hands_it_on() {
    for source in sources().iter().filter(|source| source.room() != "views") {
        let code = source.code();
        let handed_on = if source.room() == "web" { code.replace("maud::Markup", "") } else { code };
        assert!(!names(&handed_on, "maud"), "{} uses maud", source.path.display());
    }
}

#[test]
fn rooms_that_are_pure_touch_nothing_outside() {
    let outside = [
        "tokio",
        "actix_web",
        "sqlx",
        "rand",
        "reqwest",
        "tracing",
        "std::fs",
        "std::net",
        "std::process",
        "std::thread",
        "std::env",
        "std::io",
        "SystemTime",
        "Instant",
    ];
    let rooms = rooms();
    for source in sources().iter().filter(|source| source.is_of_a_room()) {
        if room(&rooms, source.room()).line.contains("pure") {
            let code = source.code();
            let touched = outside.iter().find(|what| names(&code, what));
            assert_eq!(touched, None, "{}", source.path.display());
        }
    }
}

#[test]
fn no_file_is_longer_than_400_lines() {
    let long = |source: &Source| source.text.lines().count() > 400;
    let long: Vec<_> = sources().into_iter().filter(long).map(|source| source.path).collect();
    assert!(long.is_empty(), "to be split: {long:?}");
}

#[test]
fn imports_are_read_however_they_are_written() {
    let source = |text: &str| Source {
        module: vec!["web".to_owned(), "plies".to_owned()],
        path: PathBuf::new(),
        text: text.to_owned(),
    };
    let read = |text: &str| source(text).imports().iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(read("use crate::games::Seat;"), ["games::Seat"]);
    assert_eq!(
        read("use crate::{games::{Seat, play::{self, Played}}, now};"),
        ["games::Seat", "games::play::self", "games::play::Played", "now",]
    );
    assert_eq!(
        read("use crate::store as rows;\nlet x = crate::hub::Hub::new();"),
        ["store", "hub::Hub::new"]
    );
    assert_eq!(read("use super::super::store::Store;"), ["store::Store"]);
    assert_eq!(read("use super::*;"), ["web::"]);
    assert_eq!(read("use super::paths; // crate::games"), ["web::paths"]);
    assert_eq!(read("pub(crate) fn f() {} // \nmy_crate::store::x"), Vec::<String>::new());
    assert_eq!(read("use crate::{\n    games::*,\n    matches::Match,\n};"), ["games::", "matches::Match"]);
}
