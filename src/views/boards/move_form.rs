//! The controls of a board: links that select, buttons that play. They form one HTML form that works without scripts;
//! htmx only saves the reload.

use maud::{Markup, Render, html};

use super::board_view::{BoardView, MoveAhead, view};
use super::drawing::suggestion;
use crate::games::{Cell, Choice, Choices, NextChoice, Position, ToAct};
use crate::matches::ROLL;
use crate::tr_format;
use crate::urls;
use crate::views::parts::words::capital;

/// Errors are shown beside the board instead of replacing it.
pub const TO_PROBLEM: &str = "target:#problem swap:innerHTML";

/// Headers of requests from a page that shows a preview: see [`PREVIEW_HEADER`].
pub const LEAVES_PREVIEW: &str = r#"{"Parlour-Preview":"shown"}"#;

/// Sent if the board on the page is a preview, so that the response contains the current board.
pub const PREVIEW_HEADER: &str = "parlour-preview";

/// The controls of a viewer. Choosing and playing return a new board.
#[derive(Clone, Debug)]
pub struct MoveForm<'a> {
    position: &'a Position,
    id: &'a str,
    /// The log entry up to which the board was drawn.
    seq: u32,
    /// The controls, if it is the viewer's turn.
    turn: Option<TurnControls<'a>>,
    /// The move that the board previews.
    previewed: Option<&'a str>,
    /// The move of a hint.
    suggested: Option<&'a str>,
}

/// The controls of the viewer's turn.
#[derive(Clone, Debug)]
struct TurnControls<'a> {
    /// The cells that are chosen already: see [`chosen`].
    chosen: &'a [Cell],
    /// Whether chains are chosen step by step.
    along: bool,
    /// The URL of the board without anything chosen.
    path: String,
    choices: Choices,
}

/// The cells that a text such as `d2,f3` chooses, as far as they can be chosen one after the other.
pub fn chosen(position: &Position, text: &str, along: bool) -> Vec<Cell> {
    let mut chosen = Vec::new();
    for name in text.split(',').filter(|name| !name.is_empty()) {
        let choices = position.choices(&chosen, along);
        match choices.cells.iter().find(|choice| choice.name == name) {
            Some(choice) if along || choice.then == NextChoice::Ask => chosen.push(choice.cell),
            _ => break,
        }
    }
    chosen
}

/// The cells that are chosen before the last one of this move; empty if it is played by name.
pub fn chosen_for(position: &Position, notation: &str) -> Vec<Cell> {
    let plays = |chosen: &[Cell]| {
        let choices = position.choices(chosen, false);
        choices.cells.iter().any(|choice| matches!(&choice.then, NextChoice::Play(ply) if ply == notation))
    };
    let first = position.choices(&[], false).cells;
    let leads = |choice: &&Choice| choice.then == NextChoice::Ask && plays(&[choice.cell]);
    first.iter().find(leads).map(|choice| choice.cell).into_iter().collect()
}

impl Render for MoveForm<'_> {
    fn render(&self) -> Markup {
        html! {
            // Labelled by the headline, so that it is read before the controls.
            form.press #press tabindex="-1" aria-labelledby="headline" data-seq=(self.seq) method="post"
                action=(urls::Plies { id: self.id })
                hx-post=(urls::Plies { id: self.id })
                hx-sync="this:queue last" hx-target:inherited="#press" hx-swap:inherited="outerMorph"
                hx-headers:inherited=[self.previewed.map(|_| LEAVES_PREVIEW)]
                hx-status:4xx:inherited=(TO_PROBLEM) hx-status:5xx:inherited=(TO_PROBLEM) {
                (self.cells())
            }
        }
    }
}

impl<'a> MoveForm<'a> {
    /// The board of a viewer whose turn it is not, without controls. `seq` is the log entry up to which it was drawn.
    pub fn idle(position: &'a Position, id: &'a str, seq: u32) -> Self {
        Self { position, id, seq, turn: None, previewed: None, suggested: None }
    }

    /// The board of a viewer whose turn it is, with [`chosen`] cells, and step by step if `along`.
    #[must_use]
    pub fn turn(self, chosen: &'a [Cell], along: bool) -> Self {
        let choices = self.position.choices(chosen, along);
        let path = urls::Match { id: self.id }.to_string();
        Self { turn: Some(TurnControls { chosen, along, path, choices }), ..self }
    }

    /// Controls on a board that previews a move, so that another can be chosen instead.
    #[must_use]
    pub fn previewing(self, previewed: Option<&'a str>) -> Self {
        Self { previewed, ..self }
    }

    /// Whether the board previews a move.
    pub(super) const fn previews(&self) -> bool {
        self.previewed.is_some()
    }

    /// The same with the move of a hint drawn on the board.
    #[must_use]
    pub fn suggesting(self, suggested: Option<&'a str>) -> Self {
        Self { suggested, ..self }
    }

    /// The controls; empty if it is not the viewer's turn.
    pub fn cells(&self) -> HitTargets<'_> {
        HitTargets(self)
    }

    fn view(&self) -> &'a dyn BoardView {
        view(self.position)
    }

    /// The URL of the board with these cells chosen.
    fn url_with_cells(&self, turn: &TurnControls<'_>, cells: &[Cell]) -> String {
        let names: Vec<_> = cells.iter().map(|cell| self.position.cell_name(*cell)).collect();
        urls::with_cells(&turn.path, &names, turn.along)
    }

    /// A chosen cell. Pressing it undoes the choice.
    fn chosen_cell(&self, turn: &TurnControls<'_>, cell: Cell) -> Markup {
        let before: Vec<_> = turn.chosen.iter().copied().take_while(|other| *other != cell).collect();
        let name = tr_format!("{cell}, selected; press to deselect", cell = self.view().cell_title(cell));
        self.link(cell, "chosen", &self.url_with_cells(turn, &before), &name)
    }

    /// A cell that can be chosen next.
    fn next(&self, turn: &TurnControls<'_>, choice: &Choice) -> Markup {
        match &choice.then {
            NextChoice::Play(notation) => {
                let previewed = self.previewed == Some(notation.as_str());
                let role = if previewed { " play previewed" } else { " play" };
                let ahead = if previewed { MoveAhead::default() } else { self.view().ahead(notation) };
                let onto: Vec<_> = ahead.onto.iter().map(|cell| self.view().place(*cell)).collect();
                html! {
                    button id={ "b" (choice.cell.0) } class={ (self.view().place(choice.cell)) (role) }
                        name="notation" value=(notation.as_str()) aria-label=(self.view().ply_label(notation))
                        aria-pressed=[previewed.then_some("true")]
                        data-path=[Some(ahead.path).filter(|path| !path.is_empty())]
                        data-onto=[Some(onto.join(",")).filter(|onto| !onto.is_empty())] {}
                }
            }
            NextChoice::Ask => {
                let mut cells = turn.chosen.to_vec();
                cells.push(choice.cell);
                self.link(
                    choice.cell,
                    "play",
                    &self.url_with_cells(turn, &cells),
                    &tr_format!("on to {cell}", cell = self.view().cell_title(choice.cell)),
                )
            }
        }
    }

    /// The die to be rolled. There is also a button for it beside the board.
    fn roll(&self) -> Markup {
        let ToAct::Chance { for_seat } = self.position.to_act() else { return html! {} };
        let class = format!("{} play throw", self.view().die_place(for_seat));
        html! { button class=(class) name="notation" value=(ROLL) tabindex="-1" aria-hidden="true" {} }
    }

    fn other(&self, turn: &TurnControls<'_>, choice: &Choice) -> Markup {
        let href = urls::with_cells(&turn.path, &[&choice.name], turn.along);
        self.link(choice.cell, "mine", &href, &self.view().cell_label(choice.cell))
    }

    fn link(&self, cell: Cell, role: &str, href: &str, name: &str) -> Markup {
        let place = self.view().place(cell);
        html! { a id={ "h" (cell.0) } class={ (place) " " (role) } href=(href) hx-get=(href) aria-label=(name) {} }
    }
}

/// The alternatives to the chosen cells.
pub(super) fn alternatives(position: &Position, chosen: &[Cell], along: bool) -> Vec<Choice> {
    if chosen.is_empty() {
        return Vec::new();
    }
    let mut first = position.choices(&[], along).cells;
    first.retain(|choice| choice.then == NextChoice::Ask && !chosen.contains(&choice.cell));
    first
}

/// The controls on the board.
pub struct HitTargets<'a>(&'a MoveForm<'a>);

impl Render for HitTargets<'_> {
    fn render(&self) -> Markup {
        let press = self.0;
        let Some(turn) = &press.turn else { return html! {} };
        html! {
            input type="hidden" name="seq" value=(press.seq);
            @for cell in turn.chosen { (press.chosen_cell(turn, *cell)) }
            @for choice in &turn.choices.cells {
                @if choice.then == NextChoice::Ask && turn.chosen.is_empty() {
                    (press.other(turn, choice))
                } @else {
                    (press.next(turn, choice))
                }
            }
            @for choice in &alternatives(press.position, turn.chosen, turn.along) { (press.other(turn, choice)) }
            (press.roll())
            @if let ToAct::Seat(seat) = press.position.to_act() { (press.view().own_mark(seat)) }
            @if let Some(notation) = press.suggested { (suggestion(press.position, notation)) }
        }
    }
}

/// Buttons for plies without a cell to click: a pass, or the end of a chain that is chosen step by step.
pub struct NamedMoves<'a>(pub &'a MoveForm<'a>);

impl Render for NamedMoves<'_> {
    fn render(&self) -> Markup {
        let press = self.0;
        let named = press.turn.iter().flat_map(|turn| &turn.choices.named);
        html! {
            @for notation in named {
                button.button.brass form="press" name="notation" value=(notation.as_str()) {
                    (capital(&press.view().ply_label(notation)))
                }
            }
        }
    }
}
