//! Why a ply was not played.

use std::fmt::Display;

use super::ErrorMessage;
use crate::games::replay::ReplayError;
use crate::games::{PlaceholderValue, PlayError, RuleReason};
use crate::matches::{AnalysisError, LONGEST_LINE, RecordCheckError};
use crate::texts::{fill_placeholders, tr};
use crate::tr_format;
use crate::views::boards;

/// Maximum length of a notation that is repeated, in characters.
const LONGEST_EXCERPT: usize = 16;

impl ErrorMessage for PlayError {
    fn message(&self) -> String {
        match self {
            PlayError::Unreadable { notation, expected } => tr_format!(
                "“{notation}” isn’t a move: write {expected}",
                notation = notation,
                expected = tr(expected),
            ),
            PlayError::Illegal { why, .. } => why.message(),
            PlayError::GameOver => tr("the match is over").to_owned(),
        }
    }
}

impl ErrorMessage for RuleReason {
    fn message(&self) -> String {
        let text = |filling: &PlaceholderValue| match filling {
            PlaceholderValue::Name(name) => name.clone(),
            PlaceholderValue::Words(words) => {
                words.iter().map(|word| boards::attribute(word)).collect::<Vec<_>>().join(" ")
            }
        };
        let text: Vec<_> = self.fillings().iter().map(|(name, filling)| (*name, text(filling))).collect();
        let values: Vec<(&str, &dyn Display)> = text.iter().map(|(name, text)| (*name, text as _)).collect();
        fill_placeholders(tr(self.text()), &values)
    }
}

impl ErrorMessage for AnalysisError {
    fn message(&self) -> String {
        match self {
            AnalysisError::NotThere => tr("The match hasn’t come that far.").to_owned(),
            AnalysisError::TooLong => {
                tr_format!("That’s too much to analyse: use at most {most} moves.", most = LONGEST_LINE)
            }
            AnalysisError::Ply { number, notation, why } => tr_format!(
                "Move {number} of the line ({notation}): {why}",
                number = number,
                notation = notation,
                why = why.message(),
            ),
        }
    }
}

impl ErrorMessage for RecordCheckError {
    fn message(&self) -> String {
        match self {
            RecordCheckError::Ply(ReplayError { ply, notation, source }) => tr_format!(
                "Move {number} ({notation}): {why}",
                number = ply,
                notation = notation.chars().take(LONGEST_EXCERPT).collect::<String>(),
                why = source.message(),
            ),
            RecordCheckError::Turn { ply, .. } | RecordCheckError::Roll { ply, .. } => {
                tr_format!("Move {number} contradicts the record: {why}", number = ply, why = self)
            }
            _ => tr_format!("The record contradicts itself: {why}", why = self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::matches::MatchError;
    use crate::texts::{Language, in_language};

    #[test]
    fn an_illegal_move_is_explained_in_the_language_of_the_player() {
        let refused = |game: Game, plies: &[&str]| {
            let options = game.options([]).unwrap();
            let mut position = game.opening(&options, 2).unwrap();
            let refused = plies.iter().find_map(|ply| position.play(ply).err()).unwrap();
            let text = || MatchError::from(refused.clone()).message();
            (text(), in_language(Language::German, text))
        };
        let text = |english: &str, german: &str| (english.to_owned(), german.to_owned());
        assert_eq!(
            refused(Game::Sternhalma, &["d2-f5"]),
            text(
                "d2 can’t reach f5: no chain of hops leads there",
                "d2 kommt nicht nach f5: Keine Kette von Sprüngen führt dorthin",
            )
        );
        assert_eq!(
            refused(Game::Quarto, &["d", "e"]),
            text(
                "you have the tall dark round solid piece in hand: place it on an empty square first",
                "du hast den großen dunklen runden vollen Stein in der Hand: Setze ihn zuerst auf ein leeres Feld",
            )
        );
        assert_eq!(
            refused(Game::TicTacToe, &["so"]),
            text(
                "“so” isn’t a move: write a square such as b2",
                "„so“ ist kein Zug: Schreib ein Feld wie b2",
            )
        );
    }

    #[test]
    fn an_analysis_error_names_the_move_and_its_reason() {
        let ply = |number, notation: &str| {
            let why = PlayError::GameOver;
            AnalysisError::Ply { number, notation: notation.to_owned(), why }.message()
        };
        assert_eq!(AnalysisError::NotThere.message(), "The match hasn’t come that far.");
        assert!(ply(2, "b2").starts_with("Move 2 of the line (b2): "));
        assert!(AnalysisError::TooLong.message().contains("200 moves"));
    }
}
