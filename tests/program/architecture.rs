//! Tests which modules import which, and that files do not import each other in cycles.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use parlour::games::Game;

use crate::module_graph::{ModuleGraph, SourceFile, src, strings};

/// A module below `src`, and what it may import of the crate: whole modules, or single names of them.
struct ModuleRule {
    name: &'static str,
    imports: &'static [&'static str],
}

const fn module(name: &'static str, imports: &'static [&'static str]) -> ModuleRule {
    ModuleRule { name, imports }
}

/// All modules from the lowest to the highest: each imports only modules that are above it in this list.
const MODULES: &[ModuleRule] = &[
    module("error_code", &[]),
    module("keyed", &[]),
    module("games", &["error_code"]),
    module("language", &["keyed"]),
    module("texts", &["language"]),
    module("periodic", &[]),
    module("priority", &[]),
    module("cached", &[]),
    module("metrics", &[]),
    module("now", &[]),
    module("typed", &[]),
    module("version", &[]),
    module("ids", &["typed"]),
    module("users", &["error_code", "ids", "keyed", "language", "now::Moment", "now::UtcDay"]),
    module(
        "config",
        &["users::RegistrationMode", "users::SiteSetting", "users::SiteSettings", "users::site_settings"],
    ),
    module(
        "matches",
        &["error_code", "ids", "keyed", "typed", "users", "games", "language", "now::Moment", "now::spans"],
    ),
    module("bots", &["games"]),
    module(
        "lists",
        &[
            "bots::BotLevel",
            "bots::level",
            "ids",
            "keyed",
            "users",
            "matches",
            "games",
            "now::Moment",
            "now::UtcDay",
        ],
    ),
    module(
        "store",
        &[
            "error_code",
            "keyed",
            "bots::BotLevel",
            "bots::level",
            "bots::review",
            "lists",
            "ids",
            "matches",
            "users",
            "games",
            "cached",
            "metrics",
            "language",
            "now::ClockCorrection",
            "now::Moment",
            "now::UtcDay",
            "now::spans",
        ],
    ),
    module("site_settings", &["store", "users", "config", "now::Moment"]),
    module("search_pool", &["error_code", "ids", "users", "games", "bots", "metrics", "priority"]),
    module("outbox", &["store"]),
    module("uptime", &["store", "matches", "now"]),
    module("hub", &["ids", "language", "matches", "users", "games", "texts", "now::Moment"]),
    module(
        "referee",
        &[
            "error_code",
            "bots::BotLevel",
            "bots::level",
            "ids",
            "lists",
            "store",
            "hub",
            "matches",
            "users",
            "games",
            "cached",
            "metrics",
            "now",
            "uptime",
        ],
    ),
    module("pairing", &["ids", "store", "referee", "matches", "users", "games", "keyed", "now"]),
    module(
        "bot_runner",
        &[
            "bots",
            "ids",
            "lists",
            "store",
            "outbox",
            "search_pool",
            "referee",
            "matches",
            "games",
            "config",
            "now",
            "periodic",
        ],
    ),
    module(
        "analysis_runner",
        &["bots", "ids", "store", "search_pool", "referee", "matches", "users", "games", "periodic"],
    ),
    module(
        "daily_runner",
        &[
            "analysis_runner",
            "bots",
            "ids",
            "lists",
            "store",
            "search_pool",
            "referee",
            "matches",
            "games",
            "now",
            "periodic",
        ],
    ),
    module("sweeper", &["ids", "store", "referee", "matches", "users", "now", "periodic"]),
    module("oidc", &["config", "users::Role", "users::role", "now::Moment"]),
    module(
        "accounts",
        &[
            "config",
            "oidc",
            "error_code",
            "cached",
            "ids",
            "store",
            "users",
            "matches",
            "games",
            "typed",
            "language",
            "now",
        ],
    ),
    module("artwork", &["games"]),
    module("assets", &["artwork"]),
    module("rasterizer", &["artwork", "assets"]),
    module("urls", &["ids", "lists", "assets", "matches", "now::Moment"]),
    module(
        "views",
        &[
            "language",
            "bots::BotLevel",
            "bots::level",
            "bots::review",
            "lists",
            "ids",
            "matches",
            "users",
            "games",
            "accounts::error",
            "artwork",
            "texts",
            "now::Moment",
            "now::UtcDay",
            "now::spans",
            "pairing::choice",
            "pairing::PairingChoice",
            "pairing::PairingPace",
            "urls",
            "version",
        ],
    ),
    module(
        "downloads",
        &[
            "ids",
            "lists",
            "store",
            "users",
            "matches",
            "now",
            "language",
            "games::Seat",
            "games::seat",
            "rasterizer",
            "texts::in_language",
            "views::match_page",
        ],
    ),
    module(
        "notices",
        &[
            "error_code",
            "language",
            "lists",
            "ids",
            "store",
            "outbox",
            "views",
            "downloads",
            "hub",
            "matches",
            "users",
            "games",
            "texts",
            "artwork",
            "config",
            "now",
            "periodic",
            "rasterizer",
            "site_settings",
            "urls",
        ],
    ),
    module("backup_runner", &["store", "notices", "config", "now", "periodic", "priority", "texts::later"]),
    module("web", ALL),
    module("site", ALL),
    module("cli", ALL),
];

/// May import every lower module.
const ALL: &[&str] = &["*"];

/// Modules without I/O.
const PURE: &[&str] = &[
    "games",
    "metrics",
    "ids",
    "users",
    "matches",
    "lists",
    "bots",
    "artwork",
    "views",
    "notices::emails",
    "notices::feed_documents",
];

/// Modules that write HTML.
const HTML: &[&str] = &["views", "notices::emails"];

static PROGRAM: LazyLock<ModuleGraph> = LazyLock::new(ModuleGraph::read);

fn module_of(name: &str) -> &'static ModuleRule {
    let found = MODULES.iter().find(|module| module.name == name);
    found
        .unwrap_or_else(|| panic!("there is no row for the module `{name}` in tests/program/architecture.rs"))
}

fn may_import(module: &ModuleRule, path: &[String]) -> bool {
    let is_allowed = |allowed: &&str| *allowed == "*" || path.starts_with(&strings(allowed));
    path[0] == module.name || module.imports.iter().any(is_allowed)
}

#[test]
fn every_module_has_a_row_and_a_description() {
    let program = &*PROGRAM;
    // `mod@` distinguishes the module `matches` from the macro for rustdoc.
    let lib = fs::read_to_string(src().join("lib.rs")).unwrap().replace("mod@", "");
    for source in program.of_modules().filter(|source| source.module.len() == 1) {
        module_of(source.top());
        let line = format!("//! * [`{}`]: ", source.top());
        assert!(lib.contains(&line), "src/lib.rs does not say what `{}` is for", source.top());
        assert!(source.text.starts_with("//! "), "{} does not say what it is for", source.path.display());
    }
    for module in MODULES {
        assert!(program.of_modules().any(|source| source.top() == module.name), "{} is gone", module.name);
    }
}

#[test]
fn rows_allow_imports_only_from_modules_above_them() {
    for (at, module) in MODULES.iter().enumerate() {
        for import in module.imports.iter().filter(|import| **import != "*") {
            let top = import.split("::").next().unwrap();
            let lower = MODULES[..at].iter().any(|lower| lower.name == top);
            assert!(lower, "`{}` imports upward: {import}", module.name);
        }
    }
}

#[test]
fn every_module_imports_only_what_its_row_allows() {
    let program = &*PROGRAM;
    let mut broken = BTreeSet::new();
    for source in program.of_modules() {
        let own = module_of(source.top());
        for written in &source.paths {
            let Some((path, defined)) = program.meant(written) else { continue };
            let defined = defined.map(|(module, name)| [module.as_slice(), &[name]].concat());
            for path in [Some(path), defined].into_iter().flatten() {
                let is_module = path.first().is_some_and(|top| MODULES.iter().any(|other| other.name == top));
                if is_module && !may_import(own, &path) {
                    broken.insert(format!("{} imports {}", source.name(), path.join("::")));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn no_files_import_each_other_in_a_cycle() {
    assert_eq!(PROGRAM.cycles(), Vec::<Vec<String>>::new());
}

#[test]
fn sqlx_is_used_only_in_the_store() {
    for source in &PROGRAM.sources {
        assert!(!source.names("sqlx") || source.top() == "store", "{} uses sqlx", source.path.display());
    }
}

#[test]
fn maud_is_used_only_in_views_and_emails_and_web_only_passes_markup_on() {
    for source in PROGRAM.sources.iter().filter(|source| !HTML.iter().any(|module| source.is_in(module))) {
        let handed_on = |path: &[String]| source.top() == "web" && path == ["maud", "Markup"];
        let used = source.naming("maud").any(|path| !handed_on(path));
        assert!(!used, "{} uses maud", source.path.display());
    }
}

#[test]
fn pure_modules_have_no_side_effects() {
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
    let is_pure = |source: &SourceFile| PURE.iter().any(|module| source.is_in(module));
    for source in PROGRAM.of_modules().filter(|source| is_pure(source) && !is_of_tests(source)) {
        let touched = outside.iter().find(|what| source.names(what));
        assert_eq!(touched, None, "{}", source.path.display());
    }
}

/// The folders that have a module for each game.
const OF_A_GAME: [&[&str]; 4] = [&["games"], &["bots"], &["views", "boards"], &["artwork"]];

/// Whether a path leads into the folder of a game, or is one of its variants of the catalogue.
fn names_game(path: &[String], game: Game) -> bool {
    let variant = format!("{game:?}");
    let is_variant =
        |pair: &[String]| ["Game", "Options", "Position"].contains(&pair[0].as_str()) && pair[1] == variant;
    is_of_game(path, game) || path.windows(2).any(is_variant)
}

fn is_of_game(path: &[String], game: Game) -> bool {
    OF_A_GAME.iter().any(|folder| {
        path.len() > folder.len()
            && path.starts_with(&strings(&folder.join("::")))
            && path[folder.len()] == game.key()
    })
}

/// Whether a file contains only tests.
fn is_of_tests(source: &SourceFile) -> bool {
    source.module.iter().any(|module| module == "tests" || module == "contract")
}

#[test]
fn a_game_is_named_only_in_its_folders_and_in_the_catalogue() {
    let program = &*PROGRAM;
    let mut broken = BTreeSet::new();
    let sources = program.sources.iter().filter(|source| source.name() != "games/catalogue.rs");
    for source in sources.filter(|source| !is_of_tests(source)) {
        for game in Game::ALL.iter().filter(|game| !is_of_game(&source.module, **game)) {
            for written in source.paths.iter().filter(|written| !written.in_test) {
                let meant = program.meant(written).map_or_else(Vec::new, |(path, _)| path);
                if names_game(&written.path, *game) || names_game(&meant, *game) {
                    broken.insert(format!("{} names {}", source.name(), written.path.join("::")));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn shared_styles_and_scripts_name_no_game() {
    let root = src().join("../static");
    let mut folders = vec![root.join("css"), root.join("js")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap().to_lowercase();
            let words: BTreeSet<_> = text.split(|letter: char| !letter.is_ascii_alphabetic()).collect();
            let named = Game::ALL.iter().find(|game| words.contains(game.key()));
            assert_eq!(named, None, "{}", path.display());
        }
    }
}

#[test]
fn names_of_games_are_found_in_every_form_of_a_path() {
    let names = |text: &str, game| {
        let mut program = ModuleGraph::new();
        program.add(PathBuf::new(), strings("games"), "pub mod quarto; pub enum Game {}".to_owned());
        program.add(PathBuf::new(), strings("games::quarto"), "pub struct Quarto;".to_owned());
        program.add(PathBuf::new(), strings("web::plies"), text.to_owned());
        let named = |path: &[String]| names_game(path, game);
        let paths = program.sources[2].paths.iter();
        let mut all = paths.map(|written| (&written.path, program.meant(written)));
        all.any(|(path, meant)| named(path) || meant.is_some_and(|(path, _)| named(&path)))
    };
    for text in [
        "fn f(game: Game) -> bool { game == Game::Quarto }",
        "fn f(p: &Position) { match p { crate::games::Position::Quarto(_) => {} _ => {} } }",
        "fn f(p: &Position) { if let Position::Quarto(p) = p {} }",
        "fn f() { assert!(matches!(x, Options::Quarto(_))) }",
        "use crate::games::quarto::Quarto;",
        "use crate::games::{Game::{self, Quarto}};",
        "use crate::games; fn f() { games::quarto::f() }",
    ] {
        assert!(names(text, Game::Quarto), "{text}");
        assert!(!names(text, Game::Kalah), "{text}");
    }
    assert!(!names("use crate::games::Game; fn f() { Game::ALL.len(); }", Game::Quarto));
}

#[test]
fn no_file_is_longer_than_400_lines() {
    let long = |source: &&SourceFile| source.text.lines().count() > 400;
    let long: Vec<_> = PROGRAM.sources.iter().filter(long).map(|source| &source.path).collect();
    assert!(long.is_empty(), "to be split: {long:?}");
}

#[test]
fn imports_are_resolved_in_every_form() {
    let read = |text: &str| {
        let mut program = ModuleGraph::new();
        program.add(PathBuf::new(), strings("web::plies"), text.to_owned());
        let paths = &program.sources[0].paths;
        let absolute = paths.iter().filter_map(|written| program.absolute(&written.within, &written.path));
        let read: BTreeSet<String> = absolute.map(|path| path.join("::")).collect();
        read.into_iter().filter(|path| !path.is_empty()).collect::<Vec<_>>()
    };
    assert_eq!(read("use crate::games::Seat;"), ["games::Seat"]);
    assert_eq!(
        read("use crate::{games::{Seat, play::{self, Played}}, now};"),
        ["games::Seat", "games::play", "games::play::Played", "now"]
    );
    assert_eq!(
        read("use crate::store as rows;\nfn f() { let x = crate::hub::Hub::new(); rows::read(); }"),
        ["hub::Hub::new", "store", "store::read"]
    );
    assert_eq!(read("use super::super::store::Store;"), ["store::Store"]);
    assert_eq!(read("use super::*;"), ["web::*"]);
    assert_eq!(read("use super::paths; // crate::games"), ["web::paths"]);
    assert_eq!(read("pub(crate) struct S; // \nfn f() { my_crate::store::x() }"), Vec::<String>::new());
    assert_eq!(read("use crate::{\n    games::*,\n    matches::Match,\n};"), ["games::*", "matches::Match"]);
    assert_eq!(
        read(
            "fn f(x: crate::hub::Hub) -> M { html! { (super::urls::home()) @if crate::now::is(x.store) {} } }"
        ),
        ["hub::Hub", "now::is", "web::urls::home"]
    );
    assert_eq!(read("#[error(\"{}\", crate::texts::tr(\"x\"))] struct S;"), ["texts::tr"]);
}

#[test]
fn cycles_are_found_through_re_exports() {
    let mut program = ModuleGraph::new();
    for (file, text) in [
        ("web", "mod one; mod other; pub use one::One;"),
        ("web::one", "use super::other; pub struct One; fn f() { other::g() }"),
        ("web::other", "use crate::web::One; pub fn g(one: One) {}"),
    ] {
        program.add(src().join(file), strings(file), text.to_owned());
    }
    assert_eq!(program.cycles(), [["web::one", "web::other"]]);
}

#[test]
fn a_file_that_imports_from_the_mod_rs_of_its_folder_is_part_of_a_cycle() {
    let mut program = ModuleGraph::new();
    for (file, text) in [
        ("web", "mod one; use one::f; pub struct AppState;"),
        ("web::one", "use super::AppState; pub fn f(state: AppState) {}"),
    ] {
        program.add(src().join(file), strings(file), text.to_owned());
    }
    assert_eq!(program.cycles(), [["web", "web::one"]]);
}
