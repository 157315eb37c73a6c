//! Text as people type it.

use icu_normalizer::ComposingNormalizerBorrowed;

/// A code or a move with plain characters: full-width letters and digits become those of ASCII (Unicode's NFKC), and each
/// dash and minus sign becomes `-`.
///
/// ```
/// assert_eq!(parlour::typed::plain_typed("Ｄ２–ｆ３"), "D2-f3");
/// ```
pub fn plain_typed(text: &str) -> String {
    let folded = ComposingNormalizerBorrowed::new_nfkc().normalize_iter(text.chars());
    folded.map(|c| if matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}') { '-' } else { c }).collect()
}
