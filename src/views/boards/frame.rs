//! A step of a ply as it is sent: parts of the page with their new content.

use std::time::Duration;

use maud::{Markup, PreEscaped, Render};

/// How long a step is looked at: the time a hop takes, and a breath.
pub(super) const HOP: Duration = Duration::from_millis(300);

/// A step of a ply.
#[derive(Clone, Debug)]
pub struct BoardFrame {
    pub markup: Markup,
    /// How long it is looked at before the next.
    pub look: Duration,
}

impl BoardFrame {
    pub(super) fn hop(markup: Markup) -> Self {
        Self { markup, look: HOP }
    }
}

/// About as many bytes as a ply changes on a page.
const CHANGED: usize = 2048;

/// Parts of the page with their new content, one after the other, drawn into a text. What is drawn at every ply goes this
/// way: put together by maud, each part would be a text that is copied into the next.
#[derive(Debug)]
pub struct BoardPartials<'t>(pub &'t mut String);

/// A text of such parts.
pub fn partials(draw: impl FnOnce(&mut BoardPartials<'_>)) -> Markup {
    let mut text = String::with_capacity(CHANGED);
    draw(&mut BoardPartials(&mut text));
    PreEscaped(text)
}

impl BoardPartials<'_> {
    /// Partials that are drawn already.
    pub fn push(&mut self, drawn: impl Render) {
        drawn.render_to(self.0);
    }

    /// The new content of what has this id. The content's root carries it too.
    pub fn put(&mut self, id: impl Render, content: impl Render) {
        self.put_at(PieceElementId(id), "outerMorph", content);
    }

    /// Content for what a selector finds, and how it gets there.
    pub fn put_at(&mut self, selector: impl Render, swap: &'static str, content: impl Render) {
        self.open(selector, swap);
        content.render_to(self.0);
        self.0.push_str("</hx-partial>");
    }

    /// The new content of a part of a drawing. It travels in an `svg` of its own, or the browser would take it for HTML.
    pub fn put_drawn(&mut self, id: &str, content: impl Render) {
        self.open(PieceElementId(id), "outerMorph strip:true");
        self.0.push_str("<svg>");
        content.render_to(self.0);
        self.0.push_str("</svg></hx-partial>");
    }

    fn open(&mut self, selector: impl Render, swap: &'static str) {
        self.0.push_str("<hx-partial hx-target=\"");
        selector.render_to(self.0);
        self.0.push_str("\" hx-swap=\"");
        self.0.push_str(swap);
        self.0.push_str("\">");
    }
}

/// The selector that finds an id.
#[derive(Clone, Copy, Debug)]
pub struct PieceElementId<R>(pub R);

impl<R: Render> Render for PieceElementId<R> {
    fn render_to(&self, buffer: &mut String) {
        buffer.push('#');
        self.0.render_to(buffer);
    }
}

/// The id of one of many: what they are, and which of them.
#[derive(Clone, Copy, Debug)]
pub struct CellElementId(pub &'static str, pub usize);

impl Render for CellElementId {
    fn render_to(&self, buffer: &mut String) {
        buffer.push_str(self.0);
        self.1.render_to(buffer);
    }
}

/// A part of the page with its new content: see [`BoardPartials::put`].
pub fn partial(id: &str, content: Markup) -> Markup {
    let mut text = room_around(&content);
    BoardPartials(&mut text).put(id, content);
    PreEscaped(text)
}

/// A part of a drawing with its new content: see [`BoardPartials::put_drawn`].
pub(super) fn drawn(id: &str, content: Markup) -> Markup {
    let mut text = room_around(&content);
    BoardPartials(&mut text).put_drawn(id, content);
    PreEscaped(text)
}

/// For one part: what stands around it is shorter than this.
fn room_around(content: &Markup) -> String {
    String::with_capacity(content.0.len() + 128)
}
