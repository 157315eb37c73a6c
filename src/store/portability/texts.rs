//! All SQL texts of the store, read from its source.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::LitStr;

/// An SQL text, with the file that it is in.
#[derive(Debug)]
pub(super) struct SqlText {
    /// In the folder.
    pub file: PathBuf,
    pub sql: String,
}

/// Modules that are only compiled for tests.
const TESTS: [&str; 3] = ["plan", "portability", "for_tests.rs"];
/// The words with which statements begin.
const FIRST: [&str; 8] = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "PRAGMA", "VALUES", "BEGIN"];

/// The arms of the macros of a file by their names: parameters and body.
type Macros = BTreeMap<String, Vec<(Vec<String>, TokenStream)>>;

/// All SQL texts of a folder, without those of tests. A text may be the beginning of a longer one.
pub(super) fn of_folder(folder: &Path) -> Vec<SqlText> {
    let mut files = Vec::new();
    find_files(folder, &mut files);
    files.sort();
    let tokens: Vec<(PathBuf, Vec<TokenTree>)> = files
        .into_iter()
        .map(|file| {
            let source = std::fs::read_to_string(&file).unwrap();
            (file, without_tests(source.parse().unwrap()))
        })
        .collect();
    let mut shared = Macros::new();
    for (_, tokens) in &tokens {
        shared.extend(macros_of(tokens));
    }
    let mut found = Vec::new();
    for (file, tokens) in tokens {
        let mut macros = shared.clone();
        macros.extend(macros_of(&tokens));
        let mut texts = Vec::new();
        collect(&tokens, &macros, &mut texts);
        let texts = texts.into_iter().filter(|text| is_statement(text));
        found.extend(texts.map(|sql| SqlText { file: file.strip_prefix(folder).unwrap().to_owned(), sql }));
    }
    found
}

fn find_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if TESTS.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        if path.is_dir() {
            find_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn is_statement(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    text.trim().contains(char::is_whitespace) && FIRST.contains(&first)
}

/// Tokens without the items that are only compiled for tests.
fn without_tests(tokens: TokenStream) -> Vec<TokenTree> {
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) if group.to_string().replace(' ', "") == "[cfg(test)]" => {
                kept.pop();
                for token in tokens.by_ref() {
                    let ends = match &token {
                        TokenTree::Punct(punct) => punct.as_char() == ';',
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        _ => false,
                    };
                    if ends {
                        break;
                    }
                }
            }
            TokenTree::Group(group) => {
                let inner = without_tests(group.stream()).into_iter().collect();
                kept.push(TokenTree::Group(Group::new(group.delimiter(), inner)));
            }
            token => kept.push(token),
        }
    }
    kept
}

/// The name of a macro and what it is called with, if a call begins here.
fn call(tokens: &[TokenTree]) -> Option<(String, &Group)> {
    match tokens {
        [TokenTree::Ident(name), TokenTree::Punct(mark), TokenTree::Group(arguments), ..]
            if mark.as_char() == '!' =>
        {
            Some((name.to_string(), arguments))
        }
        _ => None,
    }
}

fn macros_of(tokens: &[TokenTree]) -> Macros {
    let mut macros = Macros::new();
    for window in tokens.windows(4) {
        if let [
            TokenTree::Ident(defines),
            TokenTree::Punct(_),
            TokenTree::Ident(name),
            TokenTree::Group(arms),
        ] = window
            && defines == "macro_rules"
        {
            let groups = arms.stream().into_iter().filter_map(|token| match token {
                TokenTree::Group(group) => Some(group.stream()),
                _ => None,
            });
            let groups: Vec<_> = groups.collect();
            let arms = groups.chunks_exact(2).map(|arm| (parameters(arm[0].clone()), arm[1].clone()));
            macros.insert(name.to_string(), arms.collect());
        }
    }
    macros
}

/// The names after `$` in a pattern.
fn parameters(pattern: TokenStream) -> Vec<String> {
    let tokens: Vec<_> = pattern.into_iter().collect();
    let names = tokens.windows(2).filter_map(|pair| match pair {
        [TokenTree::Punct(mark), TokenTree::Ident(name)] if mark.as_char() == '$' => Some(name.to_string()),
        _ => None,
    });
    names.collect()
}

/// The arguments of a call, separated by commas.
fn arguments(group: &Group) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<_> = group.stream().into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let split = tokens.split(is_comma).map(<[_]>::to_vec);
    split.filter(|argument: &Vec<_>| !argument.is_empty()).collect()
}

/// What a call of a macro becomes; `None` if it has no arm with as many parameters.
fn expand(name: &str, group: &Group, macros: &Macros) -> Option<Vec<TokenTree>> {
    let arguments = arguments(group);
    let (parameters, body) =
        macros.get(name)?.iter().find(|(parameters, _)| parameters.len() == arguments.len())?;
    Some(replace(body.clone(), parameters, &arguments))
}

fn replace(body: TokenStream, parameters: &[String], arguments: &[Vec<TokenTree>]) -> Vec<TokenTree> {
    let mut replaced: Vec<TokenTree> = Vec::new();
    for token in body {
        match token {
            TokenTree::Ident(name) if matches!(replaced.last(), Some(TokenTree::Punct(mark)) if mark.as_char() == '$') => {
                match parameters.iter().position(|parameter| name == parameter) {
                    Some(index) => {
                        replaced.pop();
                        replaced.extend(arguments[index].clone());
                    }
                    None => replaced.push(TokenTree::Ident(name)),
                }
            }
            TokenTree::Group(group) => {
                let inner = replace(group.stream(), parameters, arguments).into_iter().collect();
                replaced.push(TokenTree::Group(Group::new(group.delimiter(), inner)));
            }
            token => replaced.push(token),
        }
    }
    replaced
}

/// The text that these tokens are: a literal, or a macro that becomes one.
fn text(tokens: &[TokenTree], macros: &Macros) -> Option<String> {
    match tokens {
        [TokenTree::Literal(literal)] => {
            syn::parse_str::<LitStr>(&literal.to_string()).ok().map(|literal| literal.value()).or_else(|| {
                syn::parse_str::<syn::LitInt>(&literal.to_string()).ok().map(|number| number.to_string())
            })
        }
        [_, _, _] => {
            let (name, group) = call(tokens)?;
            if name == "concat" {
                arguments(group).iter().map(|part| text(part, macros)).collect()
            } else {
                text(&expand(&name, group, macros)?, macros)
            }
        }
        _ => None,
    }
}

fn collect(mut tokens: &[TokenTree], macros: &Macros, found: &mut Vec<String>) {
    while let Some(first) = tokens.first() {
        if matches!(first, TokenTree::Ident(name) if name == "macro_rules") {
            tokens = &tokens[4..];
            continue;
        }
        if let Some((name, group)) = call(tokens) {
            if let Some(text) = text(&tokens[..3], macros) {
                found.push(text);
            } else if let Some(expanded) = expand(&name, group, macros)
                && name != "transaction"
            {
                collect(&expanded, macros, found);
            } else {
                collect(&group.stream().into_iter().collect::<Vec<_>>(), macros, found);
            }
            tokens = &tokens[3..];
            continue;
        }
        match first {
            TokenTree::Literal(_) => found.extend(text(&tokens[..1], macros)),
            TokenTree::Group(group) => {
                collect(&group.stream().into_iter().collect::<Vec<_>>(), macros, found)
            }
            _ => {}
        }
        tokens = &tokens[1..];
    }
}
