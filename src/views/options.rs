//! Options of a game in words.

use super::words::uncapital;
use crate::games::{Game, OptionSpec, OptionValues, Options};
use crate::texts::tr;
use crate::tr_format;

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

/// How options differ from the default; `None` if they do not. "Gomoku", "Board 5, Line 4".
pub fn variant(options: &Options) -> Option<String> {
    let game = options.game();
    let preset = game.presets().iter().find(|preset| of_preset(game, preset.key).as_ref() == Some(options));
    match preset {
        Some(usual) if usual.values.is_empty() => None,
        Some(preset) => Some(tr(preset.title).to_owned()),
        None => Some(differences(options)),
    }
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
    let said = differing.filter_map(|(key, value)| Some(setting(spec(key)?, &value)));
    said.collect::<Vec<_>>().join(", ")
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
        assert_eq!(of("tictactoe", &[("line", "5"), ("size", "15")]).unwrap(), "Gomoku");
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
