//! The controls of an analysis board: links only, each to the board after it.

use compact_str::CompactString;
use maud::{Markup, Render, html};

use super::board_view::view;
use super::drawing::suggestion;
use super::move_form::alternatives;
use crate::games::{Cell, Choice, Choices, NextChoice, Position, ToAct};
use crate::texts::tr;
use crate::tr_format;
use crate::views::parts::words::capital;

/// The URLs of the links on an analysis board.
pub trait AnalysisChoices {
    /// The board with these cells chosen.
    fn url_with_cells(&self, cells: &[CompactString], along: bool) -> String;
    /// The board after a ply.
    fn url_after_ply(&self, notation: &str) -> String;
}

pub struct AnalysisBoard<'a> {
    pub position: &'a Position,
    /// The cells that are chosen: see [`super::chosen`].
    pub chosen: &'a [Cell],
    /// Whether chains are chosen step by step.
    pub along: bool,
    /// The move to draw on the board, if one is suggested.
    pub suggested: Option<&'a str>,
    pub ways: &'a dyn AnalysisChoices,
}

impl AnalysisBoard<'_> {
    fn choices(&self) -> Choices {
        self.position.choices(self.chosen, self.along)
    }

    fn to(&self, cells: &[Cell]) -> String {
        let names: Vec<_> = cells.iter().map(|cell| self.position.cell_name(*cell)).collect();
        self.ways.url_with_cells(&names, self.along)
    }

    fn link(&self, cell: Cell, role: &str, href: &str, name: &str) -> Markup {
        let place = view(self.position).place(cell);
        html! {
            a id={ "h" (cell.0) } class={ (place) " " (role) } href=(href) hx-get=(href) rel="nofollow" aria-label=(name) {}
        }
    }

    fn next(&self, choice: &Choice) -> Markup {
        let view = view(self.position);
        match &choice.then {
            NextChoice::Play(notation) => {
                self.link(choice.cell, "play", &self.ways.url_after_ply(notation), &view.ply_label(notation))
            }
            NextChoice::Ask if self.chosen.is_empty() => self.other(choice),
            NextChoice::Ask => {
                let mut cells = self.chosen.to_vec();
                cells.push(choice.cell);
                self.link(
                    choice.cell,
                    "play",
                    &self.to(&cells),
                    &tr_format!("on to {cell}", cell = view.cell_title(choice.cell)),
                )
            }
        }
    }

    fn other(&self, choice: &Choice) -> Markup {
        self.link(choice.cell, "mine", &self.to(&[choice.cell]), &view(self.position).cell_label(choice.cell))
    }

    fn taken(&self, cell: Cell) -> Markup {
        let before: Vec<_> = self.chosen.iter().copied().take_while(|other| *other != cell).collect();
        let name =
            tr_format!("{cell}, selected; press to deselect", cell = view(self.position).cell_title(cell));
        self.link(cell, "chosen", &self.to(&before), &name)
    }

    /// Plies without a cell to click: a pass, the end of a chain, and each face of a die to be rolled.
    pub fn named(&self) -> Markup {
        let faces = match self.position.to_act() {
            ToAct::Chance { .. } => self.position.legal(),
            ToAct::Seat(_) | ToAct::Nobody => Vec::new(),
        };
        let plies = self.choices().named.into_iter().map(|ply| (view(self.position).ply_label(&ply), ply));
        let rolls = faces
            .into_iter()
            .map(|face| (tr_format!("the die shows {face}", face = &face[1..]), face.into()));
        html! {
            @for (label, notation) in plies.chain(rolls) {
                @let href = self.ways.url_after_ply(&notation);
                a.button href=(href) hx-get=(href) rel="nofollow" { (capital(&label)) }
            }
        }
    }

    /// The switch between choosing step by step and at once, in games with chains.
    pub fn chains(&self) -> Markup {
        if !self.position.has_chain(self.chosen) {
            return html! {};
        }
        let first = [self.position.cell_name(self.chosen[0])];
        let to = self.ways.url_with_cells(&first, !self.along);
        html! {
            a.button.plain href=(to) hx-get=(to) rel="nofollow" {
                @if self.along { (tr("Pick the end hole")) } @else { (tr("Pick each hop")) }
            }
        }
    }
}

impl Render for AnalysisBoard<'_> {
    fn render(&self) -> Markup {
        html! {
            div.press #press tabindex="-1" {
                @for cell in self.chosen { (self.taken(*cell)) }
                @for choice in &self.choices().cells { (self.next(choice)) }
                @for choice in &alternatives(self.position, self.chosen, self.along) { (self.other(choice)) }
                @if let Some(notation) = self.suggested { (suggestion(self.position, notation)) }
            }
        }
    }
}
