//! The messages of the live stream: a ply as its steps, one after the other, and the board as it comes to rest.

use std::time::Duration;

use maud::{Markup, html};

use super::counting::Counts;
use super::{Last, id, lit, pieces, trail, view};
use crate::games::{Effect, Piece, Position, Standing};

/// How long a step is looked at: the time a hop takes, and a breath.
pub(super) const HOP: Duration = Duration::from_millis(300);

/// A step of a ply.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What changes.
    pub markup: Markup,
    /// How long it is looked at before the next.
    pub look: Duration,
}

impl Frame {
    fn hop(markup: Markup) -> Self {
        Self { markup, look: HOP }
    }
}

/// A part of the page with its new content. The content's root carries the id of the target.
pub fn partial(target: &str, content: Markup) -> Markup {
    html! { hx-partial hx-target={ "#" (target) } hx-swap="outerMorph" { (content) } }
}

/// A part of a drawing. It travels in an `svg` of its own, or the browser would take it for HTML.
pub(super) fn drawn(target: &str, content: Markup) -> Markup {
    html! { hx-partial hx-target={ "#" (target) } hx-swap="outerMorph strip:true" { svg { (content) } } }
}

/// What there is to see of a ply, a message a step; the same for everybody who looks.
pub fn steps(before: &Position, effects: &[Effect]) -> Vec<Frame> {
    let counts = view(before).counting().map(|counting| Counts::new(counting, before));
    let mut scene = Scene { position: before, standing: before.pieces(), counts };
    effects.iter().flat_map(|effect| scene.show(effect)).collect()
}

/// The way a piece went in more than one step: its element and the places it came to, for a script to go the same way.
pub fn way(position: &Position, effects: &[Effect]) -> Option<String> {
    effects.iter().find_map(|effect| match effect {
        Effect::Travel { piece, path } if path.len() > 1 => {
            let places: Vec<_> = path.iter().map(|cell| view(position).place(*cell)).collect();
            Some(format!("p{},{}", piece.id, places.join(",")))
        }
        _ => None,
    })
}

/// Whether a ply leaves something on the board that has to be cleared away when it comes to rest.
pub fn unsettles(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| {
        matches!(
            effect,
            Effect::Remove(_) | Effect::Count { .. } | Effect::Gather { .. } | Effect::Exchange(_)
        )
    })
}

/// The board at rest: every piece in its place, the last ply marked.
pub fn settled(position: &Position, last: Option<Last<'_>>) -> Markup {
    html! {
        (drawn("pieces", pieces(position, &position.pieces(), None)))
        (marks(position, last))
    }
}

/// What is marked on the board at rest: what is lit, and the last ply.
pub fn marks(position: &Position, last: Option<Last<'_>>) -> Markup {
    html! {
        (drawn("lit", lit(position)))
        (drawn("last", trail(position, last.as_ref())))
    }
}

/// The pieces while a ply is shown.
struct Scene<'a> {
    position: &'a Position,
    standing: Vec<Standing>,
    counts: Option<Counts<'a>>,
}

impl Scene<'_> {
    fn show(&mut self, effect: &Effect) -> Vec<Frame> {
        match effect {
            Effect::Travel { piece, path } => {
                let go = |cell: &_| Frame::hop(self.go(Standing { piece: *piece, cell: *cell }));
                path.iter().map(go).collect()
            }
            Effect::Place(standing) => vec![Frame::hop(self.come(*standing))],
            Effect::Remove(piece) => self.leave(*piece).into_iter().map(Frame::hop).collect(),
            Effect::Highlight { cells, .. } => vec![Frame::hop(self.light(cells))],
            Effect::Count { .. } | Effect::Gather { .. } | Effect::Exchange(_) => self.reckon(effect),
            // The panel says whose turn it is; no board of today shows a die.
            Effect::Turn(_) | Effect::Roll { .. } => Vec::new(),
        }
    }

    /// What is counted changes.
    fn reckon(&mut self, effect: &Effect) -> Vec<Frame> {
        match (&mut self.counts, effect) {
            (Some(counts), Effect::Count { cell, count }) => vec![counts.count(*cell, *count)],
            (Some(counts), Effect::Gather { from, to, count }) => counts.gather(from, *to, *count),
            (Some(counts), Effect::Exchange(pairs)) => counts.exchange(pairs),
            _ => Vec::new(),
        }
    }

    fn go(&mut self, to: Standing) -> Markup {
        for standing in &mut self.standing {
            if standing.piece.id == to.piece.id {
                standing.cell = to.cell;
            }
        }
        self.one(to, " moving")
    }

    fn come(&mut self, new: Standing) -> Markup {
        let behind = self.standing.partition_point(|standing| standing.piece.id < new.piece.id);
        self.standing.insert(behind, new);
        drawn("pieces", pieces(self.position, &self.standing, Some(new.piece)))
    }

    /// A piece fades first and is taken out when the board settles.
    fn leave(&mut self, piece: Piece) -> Vec<Markup> {
        let gone = self.standing.iter().find(|standing| standing.piece.id == piece.id).copied();
        self.standing.retain(|standing| standing.piece.id != piece.id);
        gone.map(|standing| self.one(standing, " gone")).into_iter().collect()
    }

    fn light(&self, cells: &[crate::games::Cell]) -> Markup {
        drawn("lit", html! { path #lit d=(view(self.position).lit(cells)) {} })
    }

    fn one(&self, standing: Standing, class: &str) -> Markup {
        let id = id(standing.piece);
        drawn(&id, view(self.position).piece(standing, class, Some(&id)))
    }
}
