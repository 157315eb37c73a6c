//! The games of the site, and their rules with boards as figures.

pub mod examples;

use maud::{Markup, html};

use self::examples::{ExampleAt, RulesExample, example};
use super::boards::{self, StillBoard};
use super::game_cards::{game_list, people};
use super::link_preview::LinkPreview;
use super::options::value_in_words;
use super::page::{Page, PageViewer, PageWidth};
use super::parts::{ButtonKind, LinkButton};
use crate::games::{Game, OptionPreset, OptionSpec, OptionValues, Position, for_game};
use crate::texts::tr;
use crate::urls;
use crate::{tr, tr_format};

/// The page with all games.
pub fn games_page(reader: PageViewer<'_>) -> Markup {
    let preview = LinkPreview::of_game(
        boards::showcase_game(),
        urls::Games,
        tr("The rules of every game you can play here."),
    );
    Page::new(tr("Games"), reader).preview(preview).width(PageWidth::Wide).every_board().body(html! {
        header.stack {
            h1 { (tr("Games")) }
            p.lead { (tr("Pick a game to read its rules.")) }
        }
        (game_list(|game| urls::GameRules { key: game.key() }.to_string()))
    })
}

/// A typical position of a game: its showcase, or one from the last example of its rules.
pub fn sample(game: Game) -> Option<Position> {
    let of_examples = || examples::examples(game).last()?.opening(game);
    boards::showcase_of(game).map(|still| still.position().clone()).or_else(of_examples)
}

/// The rules of a game. `at` is an example that is being stepped through; the others are at their end.
pub fn page(reader: PageViewer<'_>, game: Game, at: Option<ExampleAt>) -> Markup {
    let title = tr_format!("{game} rules", game = tr(game.title()));
    let path = urls::GameRules { key: game.key() };
    let preview = LinkPreview::of_game(game, path, boards::game_description(game));
    Page::new(&title, reader).preview(preview).width(PageWidth::Wide).class("rules").style(boards::stylesheet(game)).live().body(html! {
        header.stack {
            h1 { (tr(game.title())) }
            p.lead { (boards::game_description(game)) " " (tr!("For {people}.", people = people(game))) }
            div.row {
                (LinkButton { href: urls::NewMatch.of(game.key()), label: tr("Create match"), kind: ButtonKind::Filled })
                (LinkButton { href: urls::Ratings { key: game.key() }, label: tr("Leaderboard"), kind: ButtonKind::Plain })
            }
        }
        @for part in sections(game) { (section(game, &part, at)) }
        (options(game))
        (presets(game))
    })
}

/// The part of a rules page that is specific to a game.
pub(super) trait RulesPage {
    /// The worked examples in the sections.
    const EXAMPLES: &'static [&'static RulesExample];
    /// The sections in order.
    fn sections() -> Vec<RulesSection>;
}

fn sections(game: Game) -> Vec<RulesSection> {
    for_game!(game, R => <R as RulesPage>::sections())
}

/// A section of the rules.
pub(super) struct RulesSection {
    pub title: &'static str,
    pub text: Markup,
    pub figures: Vec<RulesFigure>,
}

/// A figure beside a section.
pub(super) enum RulesFigure {
    /// A board with a caption.
    Board(Option<Markup>, &'static str),
    /// A worked example.
    Example(&'static RulesExample),
}

impl RulesFigure {
    pub(super) fn board(still: Option<StillBoard>, caption: &'static str) -> Self {
        Self::Board(still.map(|still| html! { (still) (still.described()) }), caption)
    }
}

/// Notation within a text.
pub(super) fn code(text: &str) -> Markup {
    html! { code { (text) } }
}

fn section(game: Game, section: &RulesSection, at: Option<ExampleAt>) -> Markup {
    html! {
        section.rule {
            div.stack { h2 { (section.title) } (section.text) }
            @if !section.figures.is_empty() {
                div.figures { @for figure in &section.figures { (figure_markup(game, figure, at)) } }
            }
        }
    }
}

fn figure_markup(game: Game, figure: &RulesFigure, at: Option<ExampleAt>) -> Markup {
    match figure {
        RulesFigure::Board(Some(board), caption) => html! { figure { (board) figcaption { (caption) } } },
        RulesFigure::Board(None, _) => html! {},
        RulesFigure::Example(of) => {
            let at = at.filter(|at| std::ptr::eq(at.example, *of)).or_else(|| of.at(None));
            html! { @if let Some(at) = at { (example(game, at)) } }
        }
    }
}

fn options(game: Game) -> Markup {
    html! {
        section.rule #options {
            div.stack {
                h2 { (tr("Options")) }
                p { (tr("The host chooses these when creating the match. They stay the same until it’s over.")) }
            }
            div.stack.loose { @for spec in game.option_specs() { (option(game, spec)) } }
        }
    }
}

fn option(game: Game, spec: &OptionSpec) -> Markup {
    html! {
        div.stack.tight {
            h3 { (tr(spec.title)) }
            p { (tr(spec.help)) }
            @match spec.values {
                OptionValues::Choice(values) => {
                    dl.values { @for value in values { dt { (tr(value.title)) } dd { (tr(value.help)) } } }
                    p.soft { (tr!("Default: {value}.", value = usual(game, spec))) }
                }
                OptionValues::Number { least, most } => {
                    p.soft { (tr!("{least} to {most}; default {value}.", least = least, most = most, value = usual(game, spec))) }
                }
            }
        }
    }
}

/// The default value of an option.
fn usual(game: Game, spec: &OptionSpec) -> String {
    let pairs = game.options([]).map(|options| options.pairs()).unwrap_or_default();
    let value = pairs.into_iter().find(|(key, _)| *key == spec.key).map(|(_, value)| value);
    value_in_words(spec, &value.unwrap_or_default())
}

fn presets(game: Game) -> Markup {
    html! {
        section.rule {
            div.stack {
                h2 { (tr("Play")) }
                p { (tr("Create a match with the standard rules or one of the variants.")) }
            }
            div.presets { div { @for preset in game.presets() { (preset_card(game, preset)) } } }
        }
    }
}

fn preset_card(game: Game, preset: &OptionPreset) -> Markup {
    html! {
        a.choice href=(urls::NewMatch.preset(game.key(), preset.key)) {
            span.title { (tr(preset.title)) }
            span.help { (tr(preset.help)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_figures_with_reachable_positions() {
        for game in Game::ALL {
            let figures: Vec<_> = sections(*game).into_iter().flat_map(|section| section.figures).collect();
            assert!(figures.len() >= 2, "{game:?}");
            for figure in figures {
                if let RulesFigure::Board(board, caption) = figure {
                    assert!(board.is_some(), "{game:?}: {caption}");
                }
            }
        }
    }
}
