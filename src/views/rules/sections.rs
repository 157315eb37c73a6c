//! The sections of the rules of each game.

use maud::{Markup, html};

use super::examples::{GoalPicture, RulesExample};
use crate::games::{Game, for_game};
use crate::views::boards::StillBoard;

/// The part of a rules page that is specific to a game.
pub(in crate::views) trait RulesPage {
    /// The worked examples in the sections.
    const EXAMPLES: &'static [&'static RulesExample];
    /// What the game is about, in three pictures.
    const GOAL: [GoalPicture; 3];
    /// The sections in order.
    fn sections() -> Vec<RulesSection>;
}

/// A section of the rules.
pub(in crate::views) struct RulesSection {
    pub title: &'static str,
    pub text: Markup,
    pub figures: Vec<RulesFigure>,
}

impl RulesSection {
    /// A section of paragraphs with examples.
    pub fn of(title: &'static str, paragraphs: &[&str], examples: &[&'static RulesExample]) -> Self {
        let text = html! { @for text in paragraphs { p { (text) } } };
        Self { title, text, figures: examples.iter().copied().map(RulesFigure::Example).collect() }
    }
}

/// A figure beside a section.
pub(in crate::views) enum RulesFigure {
    /// A board with a caption.
    Board(Option<Markup>, &'static str),
    /// A worked example.
    Example(&'static RulesExample),
}

impl RulesFigure {
    pub fn board(still: Option<StillBoard>, caption: &'static str) -> Self {
        Self::Board(still.map(|still| html! { (still) (still.described()) }), caption)
    }
}

/// Notation within a text.
pub(in crate::views) fn code(text: &str) -> Markup {
    html! { code { (text) } }
}

pub(super) fn sections(game: Game) -> Vec<RulesSection> {
    for_game!(game, R => <R as RulesPage>::sections())
}

/// What a game is about, in three pictures.
pub(super) fn goal(game: Game) -> [GoalPicture; 3] {
    for_game!(game, R => <R as RulesPage>::GOAL)
}

/// All examples in the rules of a game.
pub fn examples(game: Game) -> &'static [&'static RulesExample] {
    for_game!(game, R => <R as RulesPage>::EXAMPLES)
}
