//! Reads the definitions and paths of a source file.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemUse, Meta, UseTree, Visibility};

/// A path in a source file.
#[derive(Clone)]
pub struct WrittenPath {
    /// The module in which it is written: that of the file, or one inside it.
    pub within: Vec<String>,
    pub path: Vec<String>,
    pub kind: NameKind,
    /// Whether it is in a test.
    pub in_test: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub enum NameKind {
    Used,
    Imported,
    /// Re-exported under a name of this module. Whoever uses that name depends on its definition.
    Reexported,
}

/// What a name of a module stands for.
pub enum NamedItem {
    Item,
    Module,
    /// Another path, written in this module.
    Alias(Vec<String>),
}

#[derive(Default)]
pub struct NameScope {
    /// The file, as an index.
    pub file: usize,
    pub names: BTreeMap<String, Vec<NamedItem>>,
    pub globs: Vec<Vec<String>>,
}

pub type NameScopes = BTreeMap<Vec<String>, NameScope>;

/// Collects the scopes and paths of a file.
pub struct SourceReader<'a> {
    pub file: usize,
    pub module: Vec<String>,
    pub scopes: &'a mut NameScopes,
    pub paths: Vec<WrittenPath>,
    pub in_test: bool,
}

impl SourceReader<'_> {
    fn name(&mut self, name: String, what: NamedItem) {
        let scope = self.scopes.entry(self.module.clone()).or_default();
        scope.file = self.file;
        scope.names.entry(name).or_default().push(what);
    }

    fn wrote(&mut self, path: Vec<String>, kind: NameKind) {
        self.paths.push(WrittenPath { within: self.module.clone(), path, kind, in_test: self.in_test });
    }

    fn tree(&mut self, base: &[String], tree: &UseTree, kind: NameKind) {
        let with = |name: String| [base, &[name]].concat();
        match tree {
            UseTree::Path(path) => self.tree(&with(path.ident.to_string()), &path.tree, kind),
            UseTree::Name(name) if name.ident == "self" => {
                self.import(base.last().cloned().unwrap_or_default(), base.to_vec(), kind);
            }
            UseTree::Name(name) => self.import(name.ident.to_string(), with(name.ident.to_string()), kind),
            UseTree::Rename(name) if name.ident == "self" => {
                self.import(name.rename.to_string(), base.to_vec(), kind);
            }
            UseTree::Rename(name) => {
                self.import(name.rename.to_string(), with(name.ident.to_string()), kind);
            }
            UseTree::Glob(_) => {
                let scope = self.scopes.entry(self.module.clone()).or_default();
                scope.globs.push(base.to_vec());
                self.wrote(with("*".to_owned()), kind);
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(base, tree, kind)),
        }
    }

    fn import(&mut self, name: String, path: Vec<String>, kind: NameKind) {
        self.name(name, NamedItem::Alias(path.clone()));
        self.wrote(path, kind);
    }

    /// The paths in the arguments of a macro, which may have any grammar.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let (mut colons, mut dots) = (0, 0);
        for token in tokens {
            match token {
                TokenTree::Ident(name) if colons == 2 && !path.is_empty() => path.push(name.to_string()),
                TokenTree::Punct(mark) if mark.as_char() == ':' && !path.is_empty() && colons < 2 => {
                    colons += 1;
                    continue;
                }
                other => {
                    self.ended(&mut path);
                    match other {
                        TokenTree::Ident(name) if dots != 1 => path.push(name.to_string()),
                        TokenTree::Group(group) => self.tokens(group.stream()),
                        TokenTree::Punct(mark) if mark.as_char() == '.' => {
                            dots += 1;
                            continue;
                        }
                        _ => {}
                    }
                }
            }
            (colons, dots) = (0, 0);
        }
        self.ended(&mut path);
    }

    fn ended(&mut self, path: &mut Vec<String>) {
        if !path.is_empty() {
            self.wrote(std::mem::take(path), NameKind::Used);
        }
    }
}

impl<'ast> Visit<'ast> for SourceReader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let name = match item {
            Item::Const(item) => Some(&item.ident),
            Item::Enum(item) => Some(&item.ident),
            Item::Fn(item) => Some(&item.sig.ident),
            Item::Macro(item) => item.ident.as_ref(),
            Item::Static(item) => Some(&item.ident),
            Item::Struct(item) => Some(&item.ident),
            Item::Trait(item) => Some(&item.ident),
            Item::Type(item) => Some(&item.ident),
            Item::Union(item) => Some(&item.ident),
            _ => None,
        };
        if let Some(name) = name {
            self.name(name.to_string(), NamedItem::Item);
        }
        if let Item::Macro(item) = item
            && item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"))
        {
            let path = [self.module.clone(), vec![item.ident.as_ref().unwrap().to_string()]].concat();
            let path = [vec!["crate".to_owned()], path].concat();
            let name = path.last().unwrap().clone();
            self.scopes
                .entry(Vec::new())
                .or_default()
                .names
                .entry(name)
                .or_default()
                .push(NamedItem::Alias(path));
        }
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.name(item.ident.to_string(), NamedItem::Module);
        let outside = self.in_test;
        self.in_test |= item.attrs.iter().any(is_for_tests);
        self.module.push(item.ident.to_string());
        if item.content.is_some() {
            self.scopes.entry(self.module.clone()).or_default().file = self.file;
        }
        visit::visit_item_mod(self, item);
        self.module.pop();
        self.in_test = outside;
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let kind =
            if matches!(item.vis, Visibility::Inherited) { NameKind::Imported } else { NameKind::Reexported };
        self.tree(&[], &item.tree, kind);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.wrote(segments, NameKind::Used);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.tokens(called.tokens.clone());
        visit::visit_macro(self, called);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        match &attribute.meta {
            Meta::List(list) => self.tokens(list.tokens.clone()),
            _ => visit::visit_attribute(self, attribute),
        }
    }
}

fn is_for_tests(attribute: &Attribute) -> bool {
    let cfg = attribute.path().is_ident("cfg");
    cfg && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
}
