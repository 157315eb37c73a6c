//! The texts in the source: those passed to `tr`, `later`, `tr_in`, `tr!` and `tr_format!`, and untranslated ones.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::LazyLock;

use parlour::texts::{TemplatePart, pieces};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// A translated text.
#[derive(Debug)]
pub struct SourceText {
    pub context: String,
    pub text: String,
    /// The plural form, if there is one.
    pub others: Option<String>,
    /// The names of the values for its placeholders.
    pub values: Vec<String>,
}

/// A source file without its tests.
#[derive(Debug)]
pub struct TextSource {
    /// Its path below `src`.
    pub name: String,
    pub marked: Vec<SourceText>,
    /// Literals that look like untranslated text.
    pub prose: Vec<String>,
    /// All literals, also those of tests.
    pub literals: Vec<String>,
}

impl TextSource {
    pub fn is_of(&self, room: &str) -> bool {
        self.name.starts_with(&format!("{room}/")) || self.name == format!("{room}.rs")
    }
}

pub fn sources() -> Vec<TextSource> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
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
    files.into_iter().map(|path| source(&root, path)).collect()
}

fn source(root: &Path, path: PathBuf) -> TextSource {
    let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
    let text = fs::read_to_string(&path).unwrap();
    let tokens = TokenStream::from_str(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
    let mut source = TextSource { name, marked: Vec::new(), prose: Vec::new(), literals: Vec::new() };
    let of_tests = source.name.ends_with("tests.rs") || source.name.contains("/tests/");
    source.read(tokens, of_tests);
    source
}

impl TextSource {
    fn read(&mut self, tokens: TokenStream, mut in_tests: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let before = in_tests;
        for (at, token) in tokens.iter().enumerate() {
            let earlier = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
            match token {
                TokenTree::Literal(_) => {
                    if let Some(text) = string(token) {
                        self.literals.push(text.clone());
                        if !in_tests && is_prose(&text) && !is_of_an_attribute(&tokens[..at]) {
                            self.prose.push(text);
                        }
                    }
                }
                TokenTree::Group(group) if is_remark(group, earlier(1)) => {
                    in_tests = in_tests || group.to_string().replace(' ', "").contains("cfg(test)");
                    self.read_message(group);
                }
                TokenTree::Group(group) if is_a_reason(group, earlier(1)) => {}
                TokenTree::Group(group) if is_a_command(group, earlier(1)) => {
                    let prose = self.prose.len();
                    self.read(group.stream(), in_tests);
                    self.prose.truncate(prose);
                }
                TokenTree::Group(group) => {
                    let marked = if in_tests { None } else { marked(group, earlier(1), earlier(2)) };
                    match marked {
                        Some(marked) => self.hear(marked, group),
                        None => self.read(group.stream(), in_tests),
                    }
                    // An item with `#[cfg(test)]` ends with its body.
                    if group.delimiter() == Delimiter::Brace {
                        in_tests = before;
                    }
                }
                TokenTree::Punct(mark) if mark.as_char() == ';' => in_tests = before,
                _ => {}
            }
        }
    }

    /// The text of an error: `#[error("{}", tr("It is not your turn."))]`.
    fn read_message(&mut self, remark: &Group) {
        let mut tokens = remark.stream().into_iter();
        if tokens.next().is_some_and(|first| first.to_string() == "error") {
            let prose = self.prose.len();
            self.read(tokens.collect(), false);
            // Error texts without `tr` are for the log.
            self.prose.truncate(prose);
        }
    }

    fn hear(&mut self, marked: SourceText, group: &Group) {
        let texts = [Some(marked.context.clone()), Some(marked.text.clone()), marked.others.clone()];
        self.literals.extend(texts.iter().flatten().cloned());
        self.marked.push(marked);
        // A value for a placeholder may contain texts itself.
        let rest = group.stream().into_iter().filter(|token| string(token).is_none()).collect();
        self.read(rest, false);
    }
}

fn string(token: &TokenTree) -> Option<String> {
    let TokenTree::Literal(literal) = token else { return None };
    syn::parse_str::<syn::LitStr>(&literal.to_string()).ok().map(|text| text.value())
}

/// Whether a group belongs to an attribute of an item: `#[cfg(test)]`, `#[doc = ""]`.
fn is_remark(group: &Group, before: Option<&TokenTree>) -> bool {
    let hash = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == '#' || mark.as_char() == '!');
    group.delimiter() == Delimiter::Bracket
        && before.is_some_and(hash)
        && group.stream().into_iter().next().is_some_and(|first| {
            ["cfg", "doc", "allow", "error", "serde", "derive", "cfg_attr"]
                .contains(&first.to_string().as_str())
        })
}

/// Whether a group is a command to be typed: `code { "parlour doctor" }`.
fn is_a_command(group: &Group, before: Option<&TokenTree>) -> bool {
    group.delimiter() == Delimiter::Brace && before.is_some_and(|name| name.to_string() == "code")
}

/// Whether a group is a reason for a highlight, which an example asserts but does not show: `Lit("captured")`.
fn is_a_reason(group: &Group, before: Option<&TokenTree>) -> bool {
    group.delimiter() == Delimiter::Parenthesis && before.is_some_and(|name| name.to_string() == "Lit")
}

/// The text in the arguments of `tr(…)`, `later(…)`, `tr_in(…)`, `tr!(…)` or `tr_format!(…)`.
fn marked(group: &Group, before: Option<&TokenTree>, earlier: Option<&TokenTree>) -> Option<SourceText> {
    let name = |token: Option<&TokenTree>| token.map(ToString::to_string).unwrap_or_default();
    if group.delimiter() != Delimiter::Parenthesis {
        return None;
    }
    let is_macro = name(before) == "!";
    let called = if is_macro { name(earlier) } else { name(before) };
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let strings: Vec<String> = tokens.iter().filter_map(string).collect();
    let plain = |context: &str, text: &str| SourceText {
        context: context.to_owned(),
        text: text.to_owned(),
        others: None,
        values: values(&tokens),
    };
    match (called.as_str(), is_macro, &*strings) {
        ("tr" | "later", false, [text]) => Some(plain("", text)),
        ("tr_in", false, [context, text]) => Some(plain(context, text)),
        // The values for its placeholders follow.
        ("because", false, [text]) => Some(SourceText { values: placeholders(text), ..plain("", text) }),
        ("tr" | "tr_format", true, texts) => {
            let counted = tokens.iter().position(|token| token.to_string() == ";");
            let at = counted.map_or(0, |at| tokens[..at].iter().filter_map(string).count());
            let mut marked = plain("", texts.get(at)?);
            if counted.is_some() {
                marked.others = Some(texts.get(at + 1)?.clone());
                marked.values.push("n".to_owned());
            }
            Some(marked)
        }
        _ => None,
    }
}

fn placeholders(text: &str) -> Vec<String> {
    let name = |piece| match piece {
        TemplatePart::Hole(name) => Some(name.to_owned()),
        TemplatePart::Text(_) => None,
    };
    pieces(text).filter_map(name).collect()
}

/// The names of values for placeholders: `name` of `, name = person.name`.
fn values(tokens: &[TokenTree]) -> Vec<String> {
    let is =
        |token: &TokenTree, mark: char| matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark);
    let named = tokens.windows(3).filter(|of| is(&of[0], ',') && is(&of[2], '='));
    named.filter(|of| matches!(of[1], TokenTree::Ident(_))).map(|of| of[1].to_string()).collect()
}

/// The classes of all stylesheets: the site's, and those of the games.
static CLASSES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("static/css"), root.join("src/artwork")];
    let mut classes = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "css") {
                classes.extend(fs::read_to_string(path).unwrap().split('.').skip(1).map(class));
            }
        }
    }
    classes.remove("");
    classes
});

/// The class that a text begins with.
fn class(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect()
}

/// Whether a literal looks like text for people: two words, or one like a label. Not classes, the name of the site,
/// or keywords of other programs in capitals.
fn is_prose(text: &str) -> bool {
    // Keys of a keyboard, and commands for a terminal.
    if ["Home", "End", "ArrowLeft", "ArrowRight", "Escape"].contains(&text) || text.starts_with("parlour ") {
        return false;
    }
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let capitals = !text.chars().any(char::is_lowercase);
    if capitals || text == "Parlour" || words.iter().all(|word| *word == "{}" || CLASSES.contains(*word)) {
        return false;
    }
    let is_word = |word: &&str| {
        let word = word.trim_matches(|letter: char| ".,:;!?()“”’…".contains(letter));
        word.len() > 1 && word.chars().all(|letter| letter.is_alphabetic() || "’'-".contains(letter))
    };
    let label = text.starts_with(char::is_uppercase) && words.first().is_some_and(is_word);
    label || words.windows(2).any(|pair| pair.iter().all(is_word))
}

/// Attributes that people read or hear.
const HEARD: [&str; 5] = ["label", "title", "alt", "placeholder", "content"];

/// Whether the next token is the value of an attribute that nobody reads: `class="button filled"`.
fn is_of_an_attribute(before: &[TokenTree]) -> bool {
    match before {
        [.., TokenTree::Ident(name), TokenTree::Punct(mark)] if mark.as_char() == '=' => {
            !HEARD.contains(&name.to_string().as_str())
        }
        _ => false,
    }
}
