//! What can be pressed on a board: links that choose, buttons that play. All of it is one form that works by itself;
//! htmx only spares the reload.

use maud::{Markup, Render, html};

use super::{View, view};
use crate::games::{Cell, Choice, Position, Then, ToAct};
use crate::matches::THROW;
use crate::views::words::capital;
use crate::web::paths;

/// A refusal is said beside the board instead of taking its place.
pub const TO_PROBLEM: &str = "target:#problem swap:innerHTML";

/// What somebody can press on a board. Choosing and playing answer with a new one.
#[derive(Clone, Debug)]
pub struct Press<'a> {
    /// How the board stands.
    pub position: &'a Position,
    /// Which match.
    pub id: &'a str,
    /// The number of the event after which the board was drawn.
    pub seq: u32,
    /// Whether it is the turn of whoever looks.
    pub yours: bool,
    /// The cells they have pressed already: see [`chosen`].
    pub chosen: &'a [Cell],
    /// Whether they go hole by hole along the chain.
    pub along: bool,
}

/// The cells that a text such as `d2,f3` chooses, as far as they can be chosen one after the other.
pub fn chosen(position: &Position, text: &str, along: bool) -> Vec<Cell> {
    let mut chosen = Vec::new();
    for name in text.split(',').filter(|name| !name.is_empty()) {
        let choices = position.choices(&chosen, along);
        match choices.cells.iter().find(|choice| choice.name == name) {
            Some(choice) if along || choice.then == Then::Ask => chosen.push(choice.cell),
            _ => break,
        }
    }
    chosen
}

impl Render for Press<'_> {
    fn render(&self) -> Markup {
        html! {
            form #press method="post" action=(paths::Plies { id: self.id }) hx-post=(paths::Plies { id: self.id })
                hx-sync="this:drop" hx-target:inherited="#press" hx-swap:inherited="outerMorph"
                hx-status:4xx:inherited=(TO_PROBLEM) hx-status:5xx:inherited=(TO_PROBLEM) {
                @if self.yours {
                    input type="hidden" name="seq" value=(self.seq);
                    @for cell in self.chosen { (self.taken(*cell)) }
                    @for choice in self.position.choices(self.chosen, self.along).cells { (self.next(&choice)) }
                    @for choice in self.others() { (self.other(&choice)) }
                    (self.throw())
                }
            }
        }
    }
}

impl<'a> Press<'a> {
    fn view(&self) -> &'a dyn View {
        view(self.position)
    }

    fn class(&self, cell: Cell, role: &str) -> String {
        format!("{} {role}", self.view().place(cell))
    }

    /// Where the board is with these cells chosen.
    fn with(&self, cells: &[Cell]) -> String {
        let names: Vec<_> = cells.iter().map(|cell| self.position.cell_name(*cell)).collect();
        paths::Match { id: self.id }.choosing(&names.join(","), self.along)
    }

    /// A cell that is chosen: pressing it goes back to before it was.
    fn taken(&self, cell: Cell) -> Markup {
        let before: Vec<_> = self.chosen.iter().copied().take_while(|other| *other != cell).collect();
        let name = format!("{}, chosen; press to take it back", self.position.cell_name(cell));
        self.link(cell, "chosen", &self.with(&before), &name)
    }

    /// A cell to press next.
    fn next(&self, choice: &Choice) -> Markup {
        match &choice.then {
            Then::Play(notation) => {
                let class = self.class(choice.cell, "play");
                html! {
                    button id={ "b" (choice.cell.0) } class=(class) name="notation" value=(notation)
                        aria-label=(self.view().offering(notation)) {}
                }
            }
            Then::Ask => {
                let mut cells = self.chosen.to_vec();
                cells.push(choice.cell);
                let (role, name) = match self.chosen.is_empty() {
                    true => ("mine", self.view().choosing(&choice.name)),
                    false => ("play", format!("on to {}", choice.name)),
                };
                self.link(choice.cell, role, &self.with(&cells), &name)
            }
        }
    }

    /// The die, while it is to be thrown. Beside the board it is offered by name as well.
    fn throw(&self) -> Markup {
        let ToAct::Chance { for_seat } = self.position.to_act() else { return html! {} };
        let class = format!("{} play throw", self.view().die_place(for_seat));
        html! { button class=(class) name="notation" value=(THROW) tabindex="-1" aria-hidden="true" {} }
    }

    /// What else could be chosen instead.
    fn others(&self) -> Vec<Choice> {
        if self.chosen.is_empty() {
            return Vec::new();
        }
        let mut first = self.position.choices(&[], self.along).cells;
        first.retain(|choice| choice.then == Then::Ask && !self.chosen.contains(&choice.cell));
        first
    }

    fn other(&self, choice: &Choice) -> Markup {
        self.link(choice.cell, "mine", &self.with(&[choice.cell]), &self.view().choosing(&choice.name))
    }

    fn link(&self, cell: Cell, role: &str, href: &str, name: &str) -> Markup {
        let class = self.class(cell, role);
        html! { a id={ "h" (cell.0) } class=(class) href=(href) hx-get=(href) aria-label=(name) {} }
    }
}

/// Buttons for plies that are no cell to press: a pass, or the end of a chain that is pressed hole by hole.
pub struct Named<'a>(pub &'a Press<'a>);

impl Render for Named<'_> {
    fn render(&self) -> Markup {
        let press = self.0;
        let named =
            if press.yours { press.position.choices(press.chosen, press.along).named } else { Vec::new() };
        html! {
            @for notation in named {
                button.button.brass form="press" name="notation" value=(notation) {
                    (capital(&press.view().offering(&notation)))
                }
            }
        }
    }
}
