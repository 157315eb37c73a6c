//! Options of a game in words.

use maud::{Markup, html};

use super::words::uncapital;
use crate::games::{Game, KnownGame, OptionPreset, OptionSpec, OptionValues, Options};
use crate::texts::tr;
use crate::{tr_format, urls};

/// The name of an option's value.
pub fn value_in_words(spec: &OptionSpec, value: &str) -> String {
    match spec.values {
        OptionValues::Choice(choices) => choices
            .iter()
            .find(|choice| choice.value == value)
            .map_or_else(|| value.to_owned(), |choice| tr(choice.title).to_owned()),
        OptionValues::Number { .. } => value.to_owned(),
    }
}

/// The name of a game.
pub fn game_title(game: impl Into<KnownGame>) -> &'static str {
    tr(game.into().title())
}

/// What a match with these options is called: "Chinese Checkers (Sternhalma)", "Gomoku".
pub fn match_title(options: &Options) -> &'static str {
    game_title(KnownGame::of(options))
}

/// The rules of a game, or the section about it on the page with the rules.
pub fn rules_url(known: KnownGame) -> String {
    let page = urls::GameRules { key: known.game.key() };
    known.preset.map_or_else(|| page.to_string(), |preset| format!("{page}#{}", preset.key))
}

/// A match's title as a link to its rules.
pub fn rules_link(options: &Options) -> Markup {
    let known = KnownGame::of(options);
    html! { a href=(rules_url(known)) { (game_title(known)) } }
}

/// How options differ from those that the title stands for; `None` if they do not. "With blocks", "Board 5, Line 4".
pub fn variant(options: &Options) -> Option<String> {
    match preset_with(options) {
        Some(usual) if usual.values.is_empty() || KnownGame::of(options).preset.is_some() => None,
        Some(preset) => Some(tr(preset.title).to_owned()),
        None => Some(differences(options)),
    }
}

/// The key of the preset with these options, if there is one.
pub fn preset_of(options: &Options) -> Option<&'static str> {
    preset_with(options).map(|preset| preset.key)
}

fn preset_with(options: &Options) -> Option<&'static OptionPreset> {
    let game = options.game();
    game.presets().iter().find(|preset| of_preset(game, preset.key).as_ref() == Some(options))
}

/// The options of a preset, if it exists.
pub fn of_preset(game: Game, key: &str) -> Option<Options> {
    let preset = game.presets().iter().find(|preset| preset.key == key)?;
    game.options(preset.values.iter().copied()).ok()
}

fn differences(options: &Options) -> String {
    let game = options.game();
    let usual = game.options([]).map(|usual| usual.pairs()).unwrap_or_default();
    let differing = options.pairs().into_iter().filter(|pair| !usual.contains(pair));
    let spec = |key| game.option_specs().iter().find(|spec| spec.key == key);
    let settings = differing.filter_map(|(key, value)| Some(setting(spec(key)?, &value)));
    settings.collect::<Vec<_>>().join(", ")
}

/// "Board 5", "Play for places".
fn setting(spec: &OptionSpec, value: &str) -> String {
    match value {
        "on" => tr(spec.title).to_owned(),
        "off" => tr_format!("without “{option}”", option = tr(spec.title)),
        _ => {
            tr_format!(
                "{option} {value}",
                option = tr(spec.title),
                value = uncapital(&value_in_words(spec, value))
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{Language, in_language};

    fn of(game: &str, pairs: &[(&str, &str)]) -> Option<String> {
        let game = Game::from_key(game).unwrap();
        variant(&game.options(pairs.iter().copied()).unwrap())
    }

    #[test]
    fn default_options_are_not_described() {
        assert_eq!(of("sternhalma", &[]), None);
        assert_eq!(of("tictactoe", &[("size", "3")]), None);
    }

    #[test]
    fn a_preset_is_described_by_its_name() {
        assert_eq!(of("quarto", &[("squares", "on")]).unwrap(), "With blocks");
    }

    #[test]
    fn a_preset_with_a_name_of_its_own_is_the_title_of_a_match() {
        let game = Game::from_key("tictactoe").unwrap();
        let title = |pairs: &[_]| match_title(&game.options(pairs.iter().copied()).unwrap());
        assert_eq!(title(&[("line", "5"), ("size", "15")]), "Gomoku");
        assert_eq!(of("tictactoe", &[("line", "5"), ("size", "15")]), None);
        assert_eq!([title(&[]), title(&[("size", "5"), ("line", "5")])], ["Tic-Tac-Toe"; 2]);
    }

    #[test]
    fn other_options_are_described_by_their_differences() {
        assert_eq!(of("tictactoe", &[("size", "5"), ("line", "4")]).unwrap(), "Board 5, Line 4");
        assert_eq!(of("sternhalma", &[("play_on", "on")]).unwrap(), "Play for places");
    }

    #[test]
    fn options_are_described_in_the_language_of_the_reader() {
        let german = |game, pairs: &[_]| in_language(Language::German, || of(game, pairs)).unwrap();
        assert_eq!(german("aeroplane", &[("finish", "exact")]), "Landung: genau");
        assert_eq!(german("aeroplane", &[("boost", "off")]), "ohne „Hilfe aus dem Hangar“");
        assert_eq!(of("aeroplane", &[("finish", "exact")]).unwrap(), "Landing exact");
    }
}
