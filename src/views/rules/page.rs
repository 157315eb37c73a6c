//! The pages about games, and the page with the rules of one.

use maud::{Markup, html};

use super::examples::{self, ExampleAt, example};
use super::sections::{RulesFigure, RulesSection, goal, sections};
use crate::games::{Game, KnownGame, OptionPreset, OptionSpec, OptionValues, Position};
use crate::texts::tr;
use crate::urls;
use crate::views::boards;
use crate::views::link_preview::LinkPreview;
use crate::views::page::{Page, PageViewer, PageWidth};
use crate::views::parts::game_cards::{description, game_list, people, still_opening};
use crate::views::parts::options::{game_title, rules_url, value_in_words};
use crate::views::parts::{ButtonKind, Icon, LinkButton};
use crate::{tr, tr_format};

/// The page with all games, in this order.
pub fn games_page(reader: PageViewer<'_>, games: &[Game]) -> Markup {
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
        (game_list(games, rules_url))
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
    let sections = sections(game);
    Page::new(&title, reader).preview(preview).width(PageWidth::Wide).class("rules").style(boards::stylesheet(game)).live().body(html! {
        header.stack {
            h1 { (tr(game.title())) }
            p.lead { (boards::game_description(game)) " " (tr!("For {people}.", people = people(game))) }
            div.row {
                (LinkButton { href: urls::Play.of(game.key()), label: tr("Play a bot"), kind: ButtonKind::Filled })
                (LinkButton { href: urls::NewMatch.of(game.key()), label: tr("Create match"), kind: ButtonKind::Quiet })
                (LinkButton { href: urls::Ratings { key: game.key() }, label: tr("Leaderboard"), kind: ButtonKind::Plain })
            }
        }
        div.goals aria-label=(tr("The goal")) role="group" { @for picture in goal(game) { (picture.figure(game)) } }
        (contents(game, &sections))
        @for (number, part) in sections.iter().enumerate() { (section(game, &section_id(number), part, at)) }
        @for known in KnownGame::all_of(game) {
            @if let Some(preset) = known.preset { (preset_game(known, preset)) }
        }
        (options(game))
        (presets(game))
    })
}

/// The id of a section. Those of the page of a match have no such prefix.
fn section_id(number: usize) -> String {
    format!("rules-{}", number + 1)
}

/// The contents of the page.
fn contents(game: Game, sections: &[RulesSection]) -> Markup {
    let known = KnownGame::all_of(game).filter_map(|known| Some((known.preset?, known)));
    html! {
        nav.contents aria-label=(tr("Contents")) {
            @for (number, section) in sections.iter().enumerate() { a href={ "#" (section_id(number)) } { (section.title) } }
            @for (preset, known) in known { a href={ "#" (preset.key) } { (game_title(known)) } }
            a href="#options" { (tr("Options")) }
        }
    }
}

fn section(game: Game, id: &str, section: &RulesSection, at: Option<ExampleAt>) -> Markup {
    html! {
        section.rule id=(id) {
            div.stack { h2 { (section.title) } (section.text) }
            @if !section.figures.is_empty() {
                div.figures { @for figure in &section.figures { (figure_markup(game, figure, at)) } }
            }
        }
    }
}

/// The section about a preset that is known as a game of its own.
fn preset_game(known: KnownGame, preset: &OptionPreset) -> Markup {
    let text = html! {
        p { (description(known)) " " (tr!("Otherwise it’s played like {game}.", game = game_title(known.game))) }
        div.row {
            a href=(urls::Play.of(known.key())) { (tr("Play a bot")) }
            a href=(urls::NewMatch.preset(known.game.key(), preset.key)) { (tr("Create match")) }
        }
    };
    let figures = vec![RulesFigure::board(still_opening(known), tr("The board at the start."))];
    let about = RulesSection { title: game_title(known), text, figures };
    section(known.game, preset.key, &about, None)
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
            details.fold {
                summary { (tr("All options")) (Icon::Down) }
                div.stack.loose { @for spec in game.option_specs() { (option(game, spec)) } }
            }
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
