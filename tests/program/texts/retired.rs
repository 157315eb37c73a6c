//! Words and phrases that pages no longer use, in English and in German.

use std::collections::BTreeSet;

use parlour::texts::{TemplatePart, pieces};

use super::source::{SourceText, sources};
use super::{assert_no_problems, catalogues, of_the_games};

/// Found as whole words, in any case. Words that are only part of a phrase may be used otherwise.
const ENGLISH: &str = "\
    adjudicated; adjudication; afresh; anew; anybody; befalls; everybody; friendly; holiday; holidays; \
    lately; meanwhile; plies; ply; reckoned; refuse; somebody; table; tables; talk; throw; throwing; \
    thrown; throws; whoever; whom you; withdraw; another password; as ever; be had; by the house; \
    call it off; called off; clocks stand; count no more; counts no more; days a turn; for a turn; \
    give or take; got about; hours a turn; in this house; is noted; it counts; it once more; \
    sign in once more; keep this; keep for; kept for; letters and figures; look after the house; \
    no more afterwards; nobody came; not for you to do; of one's own; of one’s own; games of the house; \
    on the shelf; put away; say something; seconds a turn; sit down; sits down; sat down; six figures; \
    so no more; stand still; standing order; standing orders; stands still; take a seat; \
    take back the invitation; take everything along; take it down; the house closes; the house has; \
    the house is; the house keeps; the house looks; the house throws; this house; true to the secret; \
    try it out; wait for you; waits for you; was done; what befalls; what if; who finds it; who is best; \
    write to you no more";

/// The same for German.
const GERMAN: &str = "\
    abdruck; abhängen; befehl; befehlen; brief; entscheid; gefangen; gefangene; gereiht; haus; hauses; \
    nachsehen; tisch; tische; tischen; vorausbefehl; vorausbefehle; weglegen; aufsicht; \
    das steht dir nicht zu; ehemals dabei; je zug; kein remis mehr; keine post; fängt 1; zurückgefangen; \
    gefangene samen; mit wem; stumm für; was wäre, wenn; wie üblich";

/// The words of a text without placeholders, in lower case, separated by single spaces.
fn spoken(text: &str) -> String {
    let text = pieces(text).map(|piece| match piece {
        TemplatePart::Text(text) => text,
        TemplatePart::Hole(_) => " ",
    });
    let text = text.collect::<String>();
    let is_of_word = |letter: char| letter.is_alphanumeric() || "'’,-".contains(letter);
    let words: String =
        text.to_lowercase().chars().map(|letter| if is_of_word(letter) { letter } else { ' ' }).collect();
    format!(" {} ", words.replace(',', " , ").split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The first of these words and phrases in a text.
fn found(text: &str, retired: &'static str) -> Option<&'static str> {
    let marked = spoken(text);
    retired.split("; ").find(|retired| marked.contains(&spoken(retired)))
}

/// The texts of the source and of the games' options, with their files.
fn marked() -> BTreeSet<(String, String)> {
    let files = sources();
    let of_files = files.iter().flat_map(|source| {
        let texts = |marked: &SourceText| {
            [Some(marked.text.clone()), marked.others.clone()].into_iter().flatten().collect()
        };
        source.marked.iter().flat_map(move |marked| {
            let texts: Vec<String> = texts(marked);
            texts.into_iter().map(|text| (source.name.clone(), text)).collect::<Vec<_>>()
        })
    });
    let of_games = of_the_games().into_iter().map(|text| ("games".to_owned(), text));
    of_files.chain(of_games).collect()
}

#[test]
fn no_page_text_uses_a_retired_phrase() {
    let broken: Vec<_> = marked()
        .iter()
        .filter_map(|(file, text)| {
            let retired = found(text, ENGLISH)?;
            Some(format!("{file}: “{retired}” in {text:?}"))
        })
        .collect();
    assert_no_problems(&broken);
}

#[test]
fn apostrophes_and_quotes_are_typographic() {
    let straight = |text: &str| text.contains(['\'', '"']);
    let broken: Vec<_> =
        marked().into_iter().filter(|(_, text)| straight(text)).map(|marked| format!("{marked:?}")).collect();
    assert_no_problems(&broken);
}

#[test]
fn no_german_text_uses_a_retired_phrase() {
    let covered: BTreeSet<String> = marked().into_iter().map(|(_, text)| text).collect();
    let mut broken = Vec::new();
    for (language, catalogue) in catalogues().iter().filter(|(language, _)| *language == "de") {
        for ((_, text), entry) in catalogue.iter().filter(|((_, text), _)| covered.contains(text)) {
            for german in &entry.translations {
                if let Some(retired) = found(german, GERMAN) {
                    broken.push(format!(
                        "{language}, {}.po: “{retired}” in {german:?} for {text:?}",
                        entry.file
                    ));
                }
            }
        }
    }
    assert_no_problems(&broken);
}

#[test]
fn retired_phrases_match_whole_words() {
    let found = |text| found(text, ENGLISH);
    assert_eq!(found("The rules apply."), None);
    assert_eq!(found("house 3 of yours is empty, and so is the house opposite"), None);
    assert_eq!(found("Ply 3"), Some("ply"));
    assert_eq!(found("That counts no more."), Some("counts no more"));
    assert_eq!(found("The House throws for you"), Some("throws"));
}
