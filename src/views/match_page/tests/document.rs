//! A document as a browser has it, which the messages of a stream change.

use std::collections::BTreeMap;

use scraper::{ElementRef, Html, Node};

/// An element or a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dom {
    Element { name: String, attributes: BTreeMap<String, String>, children: Vec<Dom> },
    Text(String),
}

impl Dom {
    /// The document of some markup, without its scripts and comments.
    pub fn parse(markup: &str) -> Self {
        let html = Html::parse_document(markup);
        Self::Element {
            name: String::new(),
            attributes: BTreeMap::new(),
            children: children_of(html.root_element()),
        }
    }

    /// What some markup consists of.
    pub fn fragment(markup: &str) -> Vec<Self> {
        children_of(Html::parse_fragment(markup).root_element())
    }

    fn name(&self) -> &str {
        if let Self::Element { name, .. } = self { name } else { "" }
    }

    pub fn attribute(&self, of: &str) -> &str {
        match self {
            Self::Element { attributes, .. } => attributes.get(of).map_or("", String::as_str),
            Self::Text(_) => "",
        }
    }

    fn children(&self) -> &[Self] {
        if let Self::Element { children, .. } = self { children } else { &[] }
    }

    /// Changes elements and texts from the outside in. Those for which `change` is false are removed.
    pub fn retain(&mut self, change: &mut impl FnMut(&mut BTreeMap<String, String>, &str) -> bool) {
        let Self::Element { children, .. } = self else { return };
        children.retain_mut(|child| match child {
            Self::Text(text) => !text.trim().is_empty(),
            Self::Element { name, attributes, .. } => change(attributes, name),
        });
        children.iter_mut().for_each(|child| child.retain(change));
    }

    /// Applies a message as htmx does: its title, and its partials.
    pub fn swap(&mut self, message: &str) {
        for partial in Self::fragment(message) {
            match partial.name() {
                "title" => self.swap_in("title", "outerMorph", vec![partial]),
                "hx-partial" => {
                    let (target, swap) = (partial.attribute("hx-target"), partial.attribute("hx-swap"));
                    let content = partial.children();
                    let stripped = swap.contains("strip:true").then(|| content[0].children());
                    let style = swap.split(' ').next().unwrap_or_default();
                    self.swap_in(target, style, stripped.unwrap_or(content).to_vec());
                }
                _ => {}
            }
        }
    }

    fn swap_in(&mut self, selector: &str, style: &str, content: Vec<Self>) {
        let Some(path) = self.find(&selector.split(' ').collect::<Vec<_>>()) else {
            assert!(selector.contains(":not(:has("), "{selector} is not on the page");
            return;
        };
        let (last, above) = path.split_last().unwrap();
        let mut parent = self;
        for step in above {
            let Self::Element { children, .. } = parent else { unreachable!() };
            parent = &mut children[*step];
        }
        let Self::Element { children: siblings, .. } = parent else { unreachable!() };
        match (style, &mut siblings[*last]) {
            ("outerMorph", _) => drop(siblings.splice(*last..=*last, content)),
            ("innerMorph" | "innerHTML", Self::Element { children, .. }) => *children = content,
            ("beforeend", Self::Element { children, .. }) => children.extend(content),
            _ => panic!("{style}"),
        }
    }

    /// Where the element of a selector is: the index of each child on the way.
    fn find(&self, selector: &[&str]) -> Option<Vec<usize>> {
        let (first, rest) = selector.split_first()?;
        if *first == ">" {
            let number: usize = rest.first()?.strip_prefix(":nth-child(")?.strip_suffix(')')?.parse().ok()?;
            let elements =
                self.children().iter().enumerate().filter(|(_, child)| matches!(child, Self::Element { .. }));
            return elements.map(|(index, _)| vec![index]).nth(number - 1);
        }
        self.children().iter().enumerate().find_map(|(index, child)| {
            let below = match child.matches(first) {
                true if rest.is_empty() => Some(Vec::new()),
                true => child.find(rest),
                false => child.find(selector),
            };
            below.map(|path| [vec![index], path].concat())
        })
    }

    fn matches(&self, selector: &str) -> bool {
        if let Some((all, id)) = selector.strip_suffix("))").and_then(|rest| rest.split_once(":not(:has(")) {
            return self.matches(all) && self.find(&[id]).is_none();
        }
        if let Some(id) = selector.strip_prefix('#') {
            return self.attribute("id") == id;
        }
        if let Some(class) = selector.strip_prefix('.') {
            return self.attribute("class").split(' ').any(|own| own == class);
        }
        match selector.strip_prefix("[data-key=") {
            Some(key) => Some(self.attribute("data-key")) == key.strip_suffix(']'),
            None => self.name() == selector,
        }
    }
}

fn children_of(element: ElementRef<'_>) -> Vec<Dom> {
    let of = |inner: ElementRef<'_>| Dom::Element {
        name: inner.value().name().to_owned(),
        attributes: inner.value().attrs().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        children: children_of(inner),
    };
    let children = element.children().filter_map(|child| match child.value() {
        Node::Text(text) => Some(Dom::Text(text.to_string())),
        _ => ElementRef::wrap(child).filter(|inner| inner.value().name() != "template").map(of),
    });
    children.collect()
}
