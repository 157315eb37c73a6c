//! Tests of translations: every text of the source is in every catalogue, catalogues contain no others, placeholders
//! agree, and pages contain no untranslated text.

mod retired;
mod source;

use std::collections::{BTreeMap, BTreeSet};

use parlour::games::{Game, OptionValues};
use parlour::texts::{CATALOGUES, TemplatePart, pieces};
use polib::po_file;

use source::{SourceText, TextSource, sources};

/// An entry of a catalogue: a translation, or one for each plural form.
struct PoEntry {
    file: &'static str,
    others: Option<String>,
    translations: Vec<String>,
}

type PoKey = (String, String);

fn catalogues() -> Vec<(&'static str, BTreeMap<PoKey, PoEntry>)> {
    CATALOGUES.iter().map(|(language, files)| (language.key(), catalogue(files))).collect()
}

fn catalogue(files: &'static [(&'static str, &'static str)]) -> BTreeMap<PoKey, PoEntry> {
    let mut entries: BTreeMap<PoKey, PoEntry> = BTreeMap::new();
    for (file, text) in files {
        let read =
            po_file::parse_from_reader(text.as_bytes()).unwrap_or_else(|why| panic!("{file}.po: {why}"));
        for message in read.messages() {
            let key = (message.msgctxt().unwrap_or_default().to_owned(), message.msgid().to_owned());
            let others = message.msgid_plural().ok().map(str::to_owned);
            let translations = match message.msgstr_plural() {
                Ok(forms) => forms.clone(),
                Err(_) => vec![message.msgstr().unwrap().to_owned()],
            };
            assert!(!message.is_fuzzy(), "{file}.po: {key:?} is not certain");
            if let Some(before) = entries.insert(key.clone(), PoEntry { file, others, translations }) {
                panic!("{key:?} is in {}.po and in {file}.po", before.file);
            }
        }
    }
    entries
}

fn placeholders(text: &str) -> BTreeSet<String> {
    let name = |piece| match piece {
        TemplatePart::Hole(name) => Some(name.to_owned()),
        TemplatePart::Text(_) => None,
    };
    pieces(text).filter_map(name).collect()
}

fn assert_no_problems(broken: &[String]) {
    assert!(broken.is_empty(), "{} texts:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn every_source_text_is_in_every_catalogue() {
    let mut broken = Vec::new();
    for source in sources() {
        for (language, catalogue) in &catalogues() {
            for marked in &source.marked {
                let known = catalogue.get(&(marked.context.clone(), marked.text.clone()));
                let right = known.is_some_and(|entry| {
                    entry.others == marked.others && entry.translations.iter().all(|text| !text.is_empty())
                });
                if !right {
                    broken.push(format!(
                        "{}: {language} lacks {:?} {:?}",
                        source.name, marked.text, marked.others
                    ));
                }
            }
        }
    }
    assert_no_problems(&broken);
}

#[test]
fn every_text_of_the_games_is_in_every_catalogue() {
    let mut broken = Vec::new();
    for (language, catalogue) in &catalogues() {
        for text in of_the_games() {
            if !catalogue.contains_key(&(String::new(), text.clone())) {
                broken.push(format!("{language} lacks {text:?}"));
            }
        }
    }
    assert_no_problems(&broken);
}

#[test]
fn every_catalogue_entry_is_used() {
    let sources = sources();
    let literals: BTreeSet<&String> = sources.iter().flat_map(|source| &source.literals).collect();
    let mut broken = Vec::new();
    for (language, catalogue) in &catalogues() {
        for ((_, text), entry) in catalogue.iter().filter(|((_, text), _)| !literals.contains(text)) {
            broken.push(format!("{language}, {}.po: {text:?}", entry.file));
        }
    }
    assert_no_problems(&broken);
}

#[test]
fn a_translation_has_the_placeholders_of_its_source() {
    let mut broken = Vec::new();
    for (language, catalogue) in &catalogues() {
        for ((_, text), entry) in catalogue {
            let expected = placeholders(entry.others.as_ref().unwrap_or(text));
            for translation in &entry.translations {
                // "One match" need not contain the number.
                let mut has = placeholders(translation);
                if entry.others.is_some() && expected.contains("n") {
                    has.insert("n".to_owned());
                }
                if has != expected {
                    broken.push(format!("{language}, {}.po: {text:?} is {translation:?}", entry.file));
                }
            }
        }
    }
    assert_no_problems(&broken);
}

#[test]
fn every_placeholder_has_a_value() {
    let missing = |marked: &SourceText| {
        let filled: BTreeSet<String> = marked.values.iter().cloned().collect();
        let expected = [Some(&marked.text), marked.others.as_ref()];
        let expected: BTreeSet<String> =
            expected.into_iter().flatten().flat_map(|text| placeholders(text)).collect();
        expected != filled && !(marked.others.is_some() && expected.is_subset(&filled))
    };
    let mut broken = Vec::new();
    for source in sources() {
        for marked in source.marked.iter().filter(|marked| missing(marked)) {
            broken.push(format!("{}: {:?} with {:?}", source.name, marked.text, marked.values));
        }
    }
    assert_no_problems(&broken);
}

#[test]
fn every_text_in_views_is_translatable() {
    let past = |source: &TextSource| {
        source.prose.iter().map(|text| format!("{}: {text:?}", source.name)).collect::<Vec<_>>()
    };
    let broken: Vec<_> = sources().iter().filter(|source| source.is_of("views")).flat_map(past).collect();
    assert_no_problems(&broken);
}

/// The titles and help texts in the catalogue of games, which pages show.
fn of_the_games() -> Vec<String> {
    let mut texts = Vec::new();
    for game in Game::ALL {
        texts.push(game.title());
        for spec in game.option_specs() {
            texts.extend([spec.title, spec.help]);
            if let OptionValues::Choice(values) = spec.values {
                texts.extend(values.iter().flat_map(|value| [value.title, value.help]));
            }
        }
        texts.extend(game.presets().iter().flat_map(|preset| [preset.title, preset.help]));
    }
    texts.into_iter().map(str::to_owned).collect()
}
