//! JavaScript modules as one script.

use std::fmt::Write;

use bytes::Bytes;

/// The modules of a folder in the order in which a browser evaluates them, beginning with the imports of `main.js`. Each is a
/// function that returns what it exports. Imports and exports have to be lines of their own, and nobody imports from a module
/// that imports from it.
pub(super) fn of(folder: &str, file: impl Fn(&str) -> Bytes) -> Bytes {
    let mut bundle = ModuleBundle {
        source: |name: &str| file(&format!("{folder}/{name}.js")),
        text: String::new(),
        added: Vec::new(),
    };
    bundle.add("main");
    bundle.text.into()
}

struct ModuleBundle<F> {
    source: F,
    text: String,
    added: Vec<String>,
}

impl<F: Fn(&str) -> Bytes> ModuleBundle<F> {
    fn add(&mut self, name: &str) {
        if self.added.iter().any(|added| added == name) {
            return;
        }
        self.added.push(name.to_owned());
        let source = String::from_utf8_lossy(&(self.source)(name)).into_owned();
        let (mut body, mut exports) = (String::new(), Vec::new());
        for line in source.lines() {
            if let Some(import) = line.strip_prefix("import ") {
                let from = import
                    .split('"')
                    .nth(1)
                    .map_or("", |path| path.trim_start_matches("./").trim_end_matches(".js"));
                self.add(from);
                if let Some((names, _)) = import.split_once(" from ") {
                    let _ = writeln!(body, "const {names} = {};", variable(from));
                }
            } else if let Some(declaration) = line.strip_prefix("export ") {
                exports.push(declared(declaration).to_owned());
                let _ = writeln!(body, "{declaration}");
            } else {
                let _ = writeln!(body, "{line}");
            }
        }
        let exports = exports.join(", ");
        let _ = writeln!(
            self.text,
            "const {} = (() => {{\n{body}return {{ {exports} }};\n}})();",
            variable(name)
        );
    }
}

fn variable(module: &str) -> String {
    format!("${}", module.replace('-', "_"))
}

/// The name that a declaration begins with.
fn declared(declaration: &str) -> &str {
    let mut words = declaration.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.find(|word| !["async", "const", "function", "class", ""].contains(word)).unwrap_or_default()
}
