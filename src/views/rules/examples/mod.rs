//! Worked examples: a special rule as a small replay, played by the real rules.

#[cfg(test)]
mod tests;

use maud::{Markup, html};

pub use super::sections::examples;
use crate::games::{Game, Position};
use crate::texts::{tr, tr_in};
use crate::tr_format;
use crate::urls;
use crate::views::boards::StillBoard;
use crate::views::parts::Icon;

/// A replay that shows a special rule.
#[derive(Debug)]
pub struct RulesExample {
    /// Its name in URLs and ids.
    pub key: &'static str,
    /// Its title, marked with [`later`](crate::texts::later) for translation like its other texts.
    pub title: &'static str,
    /// The options of the match.
    pub options: &'static [(&'static str, &'static str)],
    pub seats: u8,
    /// The position in which it begins.
    pub start: ExampleStart,
    /// The text before the first ply.
    pub before: &'static str,
    /// The plies.
    pub steps: &'static [ExampleStep],
}

/// The position in which an example begins.
#[derive(Debug)]
pub enum ExampleStart {
    /// After these plies; the opening if there are none.
    Plies(&'static [&'static str]),
    /// A position text.
    Text(&'static str),
}

/// A ply of an example.
#[derive(Debug)]
pub struct ExampleStep {
    pub ply: &'static str,
    /// The text about it.
    pub says: &'static str,
    /// What has to be visible, checked by a test.
    pub shows: &'static [ExampleDetail],
}

/// A ply of an example, the text about it, and what has to be visible.
pub const fn step(ply: &'static str, says: &'static str, shows: &'static [ExampleDetail]) -> ExampleStep {
    ExampleStep { ply, says, shows }
}

/// Something that can be seen of a ply.
#[derive(Clone, Copy, Debug)]
pub enum ExampleDetail {
    /// One piece makes this number of hops.
    Hops(usize),
    /// This number of pieces move together.
    Together(usize),
    /// A piece is placed or moved, and nothing else happens.
    Moves,
    /// A plane continues from its destination in a single jump.
    Jumps,
    /// This number of the others' pieces are sent back.
    SendsBack(usize),
    /// This number of seeds are gathered in one place.
    Gathers(u8),
    /// Seeds change places with those opposite.
    Exchanges,
    /// Cells are highlighted for this reason.
    Lit(&'static str),
    /// The same player acts again.
    Again,
    /// The turn passes.
    Passes,
    /// The player has won.
    Wins,
    /// The player has lost.
    Loses,
    /// The match ends in a draw.
    Draws,
}

/// The plies of a picture that shows the end of its example.
pub const ALL_PLIES: usize = usize::MAX;

/// A picture of what a game is about: an example after a number of plies, at most all.
#[derive(Clone, Copy, Debug)]
pub struct GoalPicture {
    pub example: &'static RulesExample,
    pub plies: usize,
    /// The text below it, marked with [`later`](crate::texts::later).
    pub caption: &'static str,
}

/// A picture of what a game is about.
pub const fn goal(example: &'static RulesExample, plies: usize, caption: &'static str) -> GoalPicture {
    GoalPicture { example, plies, caption }
}

impl GoalPicture {
    pub(super) fn figure(&self, game: Game) -> Markup {
        let plies: Vec<_> = self.example.steps.iter().take(self.plies).map(|step| step.ply).collect();
        let board = self.example.opening(game).and_then(|position| StillBoard::of(position).after(&plies));
        html! { figure { @if let Some(board) = &board { (board) (board.described()) } figcaption { (tr(self.caption)) } } }
    }
}

/// An example after a number of plies.
#[derive(Clone, Copy, Debug)]
pub struct ExampleAt {
    pub example: &'static RulesExample,
    /// The number of plies, at most all.
    pub ply: usize,
}

impl RulesExample {
    /// The example after a number of plies; at its end by default. `None` if it has fewer.
    pub fn at(&'static self, ply: Option<usize>) -> Option<ExampleAt> {
        let ply = ply.unwrap_or(self.steps.len());
        (ply <= self.steps.len()).then_some(ExampleAt { example: self, ply })
    }

    /// The position in which it begins; `None` if that is invalid, which a test rules out.
    pub fn opening(&self, game: Game) -> Option<Position> {
        let options = game.options(self.options.iter().copied()).ok()?;
        match self.start {
            ExampleStart::Text(text) => game.position(&options, self.seats, text).ok(),
            ExampleStart::Plies(plies) => {
                let mut position = game.opening(&options, self.seats).ok()?;
                plies.iter().try_for_each(|ply| position.play_unseen(ply)).ok()?;
                Some(position)
            }
        }
    }

    fn board(&self, game: Game, plies: usize) -> Option<StillBoard> {
        let plies: Vec<_> = self.steps.iter().take(plies).map(|step| step.ply).collect();
        StillBoard::of(self.opening(game)?).named(self.key).after(&plies)
    }
}

/// The example in the rules: its figure and, with scripts, a button that plays it.
pub(super) fn example(game: Game, at: ExampleAt) -> Markup {
    html! {
        // Without a prefix the id could be one that the stylesheet of matches knows.
        div.example id={ "example-" (at.example.key) } {
            (figure(game, at))
            button.button.small type="button" hidden[true] data-wake data-example data-pause=(tr("Pause")) { (tr_in("a replay", "Play")) }
        }
    }
}

/// The figure of an example: the board, the links to other plies, and the text.
pub fn figure(game: Game, at: ExampleAt) -> Markup {
    let ExampleAt { example, ply } = at;
    let board = example.board(game, ply);
    let path = board.as_ref().and_then(StillBoard::path);
    let label = tr_format!("Example: {title}", title = tr(example.title));
    html! {
        figure id=(figure_id(example)) {
            @if let Some(board) = &board { (board) (board.described()) }
            nav.steps aria-label=(label) data-ply=(ply) data-way=[path] {
                (ply_link(game, example, (ply > 0).then_some(0), ("first", tr("First")), Icon::First))
                (ply_link(game, example, ply.checked_sub(1), ("back", tr("Back")), Icon::Previous))
                span.at { span.unseen { (tr_in("a replay", "Move")) " " } (ply) " / " (example.steps.len()) }
                (ply_link(game, example, (ply < example.steps.len()).then_some(ply + 1), ("forward", tr("Forward")), Icon::Next))
                (ply_link(game, example, (ply < example.steps.len()).then_some(example.steps.len()), ("last", tr("Last")), Icon::Last))
            }
            figcaption aria-live="polite" {
                @match ply.checked_sub(1).and_then(|last| example.steps.get(last)) {
                    Some(step) => { code { (step.ply) } " " (tr(step.says)) }
                    None => (tr(example.before)),
                }
            }
        }
    }
}

fn figure_id(example: &RulesExample) -> String {
    format!("{}-figure", example.key)
}

/// A link to another ply: the same page, of which htmx fetches only the figure.
fn ply_link(
    game: Game,
    example: &RulesExample,
    to: Option<usize>,
    (key, label): (&str, &str),
    icon: Icon,
) -> Markup {
    let Some(to) = to else {
        return html! { span.step.off role="link" aria-disabled="true" aria-label=(label) { (icon) } };
    };
    let href = urls::GameRules { key: game.key() }.example(example.key, to);
    let figure = format!("#{}", figure_id(example));
    let queue = format!("{figure}:queue last");
    html! {
        a.step href=(href) rel="nofollow" aria-label=(label) title=(label) data-step=(key)
            hx-get=(href) hx-target=(figure) hx-swap="outerMorph" hx-sync=(queue) { (icon) }
    }
}
