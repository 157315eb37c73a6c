//! The source files of the program, and what their paths resolve to.

mod reader;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::Visit;

use reader::{NameKind, NameScope, NameScopes, NamedItem, SourceReader, WrittenPath};

/// A source file.
pub struct SourceFile {
    /// Its module path in the crate: `games`, `play`.
    pub module: Vec<String>,
    pub path: PathBuf,
    pub text: String,
    pub paths: Vec<WrittenPath>,
}

pub fn strings(path: &str) -> Vec<String> {
    path.split("::").map(str::to_owned).collect()
}

pub fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Where something is defined: the module, and its name there.
type ModuleDefinition = (Vec<String>, String);

/// All source files, and the names defined in their modules.
pub struct ModuleGraph {
    pub sources: Vec<SourceFile>,
    pub scopes: NameScopes,
}

impl ModuleGraph {
    pub fn new() -> ModuleGraph {
        ModuleGraph { sources: Vec::new(), scopes: [(Vec::new(), NameScope::default())].into() }
    }

    pub fn read() -> ModuleGraph {
        let mut files = Vec::new();
        let mut folders = vec![src()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    files.push(path);
                }
            }
        }
        files.sort();
        let mut program = ModuleGraph::new();
        for path in files {
            let text = fs::read_to_string(&path).unwrap();
            let below = path.strip_prefix(src()).unwrap().with_extension("");
            let mut module: Vec<String> =
                below.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            module.pop_if(|last| last == "mod" || last == "lib");
            program.add(path, module, text);
        }
        program
    }

    pub fn add(&mut self, path: PathBuf, module: Vec<String>, text: String) {
        let file = self.sources.len();
        self.scopes.entry(module.clone()).or_default().file = file;
        let mut reader = SourceReader {
            file,
            module: module.clone(),
            scopes: &mut self.scopes,
            paths: Vec::new(),
            in_test: false,
        };
        let parsed = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        reader.visit_file(&parsed);
        let paths = reader.paths;
        self.sources.push(SourceFile { module, path, text, paths });
    }

    /// The files of modules, without the roots of the library and the program.
    pub fn of_modules(&self) -> impl Iterator<Item = &SourceFile> {
        self.sources.iter().filter(|source| !matches!(source.top(), "" | "main"))
    }

    /// A path from the root of the crate; `None` if it leads out of the crate.
    pub fn absolute(&self, within: &[String], path: &[String]) -> Option<Vec<String>> {
        let first = path.first()?;
        match first.as_str() {
            "crate" | "parlour" => Some(path[1..].to_vec()),
            "self" => Some([within, &path[1..]].concat()),
            "super" => {
                let ups = path.iter().take_while(|part| *part == "super").count();
                Some([&within[..within.len().saturating_sub(ups)], &path[ups..]].concat())
            }
            name => {
                let known = self.scopes.get(within)?.names.get(name)?;
                match known
                    .iter()
                    .find_map(|named| if let NamedItem::Alias(to) = named { Some(to) } else { None })
                {
                    Some(to) if to.first() == Some(first) => None,
                    Some(to) => self.absolute(within, &[to.as_slice(), &path[1..]].concat()),
                    None => Some([within, path].concat()),
                }
            }
        }
    }

    /// The module and name that a path from the root of the crate resolves to, through all re-exports.
    fn defined(&self, path: &[String], depth: usize) -> Option<(Vec<String>, String)> {
        let mut module = Vec::new();
        for (at, part) in path.iter().enumerate() {
            let inner = [module.as_slice(), std::slice::from_ref(part)].concat();
            let last = at + 1 == path.len();
            let scope = self.scopes.get(&module)?;
            let named = scope.names.get(part).map(Vec::as_slice).unwrap_or_default();
            if self.scopes.contains_key(&inner)
                && (!last || named.iter().all(|n| matches!(n, NamedItem::Module)))
            {
                module = inner;
                continue;
            }
            let aliased = named.iter().find_map(|named| match named {
                NamedItem::Alias(to) if depth < 20 => {
                    let to = self.absolute(&module, to)?;
                    self.defined(&[to.as_slice(), &path[at + 1..]].concat(), depth + 1)
                }
                _ => None,
            });
            if named.iter().any(|named| matches!(named, NamedItem::Item))
                || aliased.is_none() && !named.is_empty()
            {
                return Some((module, part.clone()));
            }
            let globbed = || scope.globs.iter().find_map(|glob| self.through(&module, glob, part, depth));
            return aliased.or_else(globbed).or(Some((module, part.clone())));
        }
        None
    }

    /// The origin of a name that a module imports by a glob.
    fn through(
        &self,
        module: &[String],
        glob: &[String],
        name: &str,
        depth: usize,
    ) -> Option<(Vec<String>, String)> {
        let base = self.absolute(module, glob)?;
        let known = self.scopes.get(&base)?.names.get(name).is_some_and(|named| !named.is_empty());
        (known && depth < 20)
            .then(|| self.defined(&[base.as_slice(), &[name.to_owned()]].concat(), depth + 1))?
    }

    /// What a path in a file resolves to: the path from the root of the crate, and its definition.
    pub fn meant(&self, written: &WrittenPath) -> Option<(Vec<String>, Option<ModuleDefinition>)> {
        match self.absolute(&written.within, &written.path) {
            Some(path) => {
                let defined = self.defined(&path, 0);
                Some((path, defined))
            }
            None => {
                let scope = self.scopes.get(&written.within)?;
                let name = &written.path[0];
                let through = |glob: &Vec<String>| self.through(&written.within, glob, name, 0);
                let (module, name) = scope.globs.iter().find_map(through)?;
                Some(([module.as_slice(), std::slice::from_ref(&name)].concat(), Some((module, name))))
            }
        }
    }

    /// The files whose definitions a file uses.
    fn uses(&self, source: &SourceFile) -> BTreeSet<usize> {
        let counts = |written: &&WrittenPath| written.kind != NameKind::Reexported && !written.in_test;
        let defined = source.paths.iter().filter(counts).filter_map(|written| self.meant(written)?.1);
        defined.filter_map(|(module, _)| Some(self.scopes.get(&module)?.file)).collect()
    }

    /// The groups of files that import one another.
    pub fn cycles(&self) -> Vec<Vec<String>> {
        let uses: Vec<_> = self.sources.iter().map(|source| self.uses(source)).collect();
        let reached: Vec<BTreeSet<usize>> = (0..uses.len())
            .map(|from| {
                let mut reached = BTreeSet::new();
                let mut next: Vec<_> = uses[from].iter().copied().filter(|to| *to != from).collect();
                while let Some(file) = next.pop() {
                    if reached.insert(file) {
                        next.extend(&uses[file]);
                    }
                }
                reached
            })
            .collect();
        let mutual =
            |one: usize, other: usize| reached[one].contains(&other) && reached[other].contains(&one);
        let group = |file: usize| (0..uses.len()).filter(|other| mutual(file, *other)).collect();
        let groups: BTreeSet<Vec<usize>> = (0..uses.len()).map(group).collect();
        let named = |file: &usize| self.sources[*file].name();
        groups.iter().filter(|group| group.len() > 1).map(|group| group.iter().map(named).collect()).collect()
    }
}

impl SourceFile {
    pub fn top(&self) -> &str {
        self.module.first().map_or("", String::as_str)
    }

    /// Whether it is a module, given by its path, or a file in it.
    pub fn is_in(&self, module: &str) -> bool {
        self.module.starts_with(&strings(module))
    }

    pub fn name(&self) -> String {
        self.path.strip_prefix(src()).unwrap_or(&self.path).display().to_string()
    }

    /// Its paths that begin with a crate or module: `sqlx::query`, `use sqlx;`.
    pub fn naming<'a>(&'a self, what: &str) -> impl Iterator<Item = &'a [String]> {
        let what = strings(what);
        let names = move |written: &&WrittenPath| {
            let within = written.path[..written.path.len() - 1].windows(what.len()).any(|part| part == what);
            within || written.kind != NameKind::Used && written.path == what
        };
        self.paths.iter().filter(names).map(|written| written.path.as_slice())
    }

    pub fn names(&self, what: &str) -> bool {
        self.naming(what).next().is_some()
    }
}
