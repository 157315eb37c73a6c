//! Worked examples: a special rule as a small replay, played by the real rules and gone through ply by ply.

#[cfg(test)]
mod tests;

use maud::{Markup, html};

use super::RulesPage;
use crate::games::{Game, Position, for_game};
use crate::say;
use crate::texts::{tr, tr_in};
use crate::urls;
use crate::views::boards::StillBoard;
use crate::views::parts::Icon;

/// A special rule, played out.
#[derive(Debug)]
pub struct RulesExample {
    /// Its name in URLs, and on its page.
    pub key: &'static str,
    /// What it is an example of. Said [`later`](crate::texts::later), as all its words are.
    pub title: &'static str,
    /// What was chosen when its table was opened.
    pub options: &'static [(&'static str, &'static str)],
    /// How many sit at it.
    pub seats: u8,
    /// How the board stands when it begins.
    pub start: ExampleStart,
    /// What there is to see then.
    pub before: &'static str,
    /// What is played from there on.
    pub steps: &'static [ExampleStep],
}

/// How the board of an example stands when it begins.
#[derive(Debug)]
pub enum ExampleStart {
    /// As after these plies from the opening; none for the opening itself.
    Plies(&'static [&'static str]),
    /// As in this position text.
    Text(&'static str),
}

/// A ply of an example.
#[derive(Debug)]
pub struct ExampleStep {
    pub ply: &'static str,
    /// What there is to see, in a sentence.
    pub says: &'static str,
    /// What it promises, so that a test can hold it to its word.
    pub shows: &'static [ExampleBoards],
}

/// Something that a ply of an example lets be seen.
#[derive(Clone, Copy, Debug)]
pub enum ExampleBoards {
    /// One piece hops so many times.
    Hops(usize),
    /// So many pieces go the same way.
    Together(usize),
    /// A piece is put or moved, and nothing else happens to others.
    Moves,
    /// A plane goes on from where the throw took it, cell by cell no more.
    Jumps,
    /// So many pieces of others go back to where they began.
    SendsBack(usize),
    /// So many seeds come together in one place.
    Gathers(u8),
    /// Seeds change places with those opposite.
    Exchanges,
    /// Cells are lit for this reason.
    Lit(&'static str),
    /// Whoever has played is to act once more.
    Again,
    /// The turn passes.
    Passes,
    /// Whoever has played has won.
    Wins,
    /// Whoever has played has lost.
    Loses,
    /// The match ends in a draw.
    Draws,
}

/// An example as it stands after so many of its plies.
#[derive(Clone, Copy, Debug)]
pub struct ExampleKey {
    /// Which example.
    pub example: &'static RulesExample,
    /// How many plies have been played, at most all of them.
    pub ply: usize,
}

/// Every example among the rules of a game.
pub fn examples(game: Game) -> &'static [&'static RulesExample] {
    for_game!(game, R => <R as RulesPage>::EXAMPLES)
}

impl RulesExample {
    /// The example as it stands after so many plies; at its end where that is not said. `None` when it has not so many.
    pub fn at(&'static self, ply: Option<usize>) -> Option<ExampleKey> {
        let ply = ply.unwrap_or(self.steps.len());
        (ply <= self.steps.len()).then_some(ExampleKey { example: self, ply })
    }

    /// How the board stands when it begins; `None` where that cannot be read, which a test rules out.
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

/// The example on the page of its rules: its figure and, where scripts run, a button that plays it.
pub(super) fn example(game: Game, at: ExampleKey) -> Markup {
    html! {
        div.example id=(at.example.key) {
            (figure(game, at))
            button.button.small type="button" hidden[true] data-wake data-example data-pause=(tr("Pause")) { (tr_in("a replay", "Play")) }
        }
    }
}

/// The figure of an example: the board, the ways through it, and what there is to see.
pub fn figure(game: Game, at: ExampleKey) -> Markup {
    let ExampleKey { example, ply } = at;
    let board = example.board(game, ply);
    let way = board.as_ref().and_then(StillBoard::way);
    let label = say!("Example: {title}", title = tr(example.title));
    html! {
        figure id=(figure_id(example)) {
            @if let Some(board) = &board { (board) (board.described()) }
            nav.steps aria-label=(label) data-ply=(ply) data-way=[way] {
                (go(game, example, (ply > 0).then_some(0), ("first", tr("First")), Icon::First))
                (go(game, example, ply.checked_sub(1), ("back", tr("Back")), Icon::Previous))
                span.at { span.unseen { (tr_in("a replay", "Move")) " " } (ply) " / " (example.steps.len()) }
                (go(game, example, (ply < example.steps.len()).then_some(ply + 1), ("forward", tr("Forward")), Icon::Next))
                (go(game, example, (ply < example.steps.len()).then_some(example.steps.len()), ("last", tr("Last")), Icon::Last))
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

/// A step to another ply: a link to the same page, of which htmx fetches the figure only.
fn go(
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
