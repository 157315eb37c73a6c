//! The steps of a ply as they are sent: parts of the page with their new content.

use std::time::Duration;

use maud::{Markup, PreEscaped, Render};

/// How long a step is shown: the time of a hop, and a short pause.
pub(super) const HOP: Duration = Duration::from_millis(260);

/// A step of a ply.
#[derive(Clone, Debug)]
pub struct BoardFrame {
    pub markup: Markup,
    /// How long it is shown before the next.
    pub look: Duration,
}

impl BoardFrame {
    pub(super) fn hop(markup: Markup) -> Self {
        Self { markup, look: HOP }
    }
}

/// About as many bytes as a ply changes on a page.
const CHANGED: usize = 2048;

/// Parts of the page with their new content, written one after the other into one buffer. With maud, each part would
/// be a string that is copied into the next.
#[derive(Debug)]
pub struct BoardPartials<'t>(pub &'t mut String);

/// The parts that a function writes.
pub fn partials(draw: impl FnOnce(&mut BoardPartials<'_>)) -> Markup {
    let mut text = String::with_capacity(CHANGED);
    draw(&mut BoardPartials(&mut text));
    PreEscaped(text)
}

impl BoardPartials<'_> {
    /// Adds rendered parts.
    pub fn push(&mut self, drawn: impl Render) {
        drawn.render_to(self.0);
    }

    /// The new content of the element with this id. The content's root has the same id.
    pub fn put(&mut self, id: impl Render, content: impl Render) {
        self.put_at(IdSelector(id), "outerMorph", content);
    }

    /// Content for the elements of a selector, and how to swap it in.
    pub fn put_at(&mut self, selector: impl Render, swap: impl Render, content: impl Render) {
        self.open(selector, swap);
        content.render_to(self.0);
        self.0.push_str("</hx-partial>");
    }

    /// The new content of a part of an SVG. It is wrapped in an `svg`, because the browser would parse it as HTML
    /// otherwise.
    pub fn put_drawn(&mut self, id: &str, content: impl Render) {
        self.open(IdSelector(id), "outerMorph strip:true");
        self.0.push_str("<svg>");
        content.render_to(self.0);
        self.0.push_str("</svg></hx-partial>");
    }

    fn open(&mut self, selector: impl Render, swap: impl Render) {
        self.0.push_str("<hx-partial hx-target=\"");
        selector.render_to(self.0);
        self.0.push_str("\" hx-swap=\"");
        swap.render_to(self.0);
        self.0.push_str("\">");
    }
}

/// The selector of an id.
#[derive(Clone, Copy, Debug)]
pub struct IdSelector<R>(pub R);

impl<R: Render> Render for IdSelector<R> {
    fn render_to(&self, buffer: &mut String) {
        buffer.push('#');
        self.0.render_to(buffer);
    }
}

/// The id of one of several elements: prefix and number.
#[derive(Clone, Copy, Debug)]
pub struct NumberedId(pub &'static str, pub usize);

impl Render for NumberedId {
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

/// A part of an SVG with its new content: see [`BoardPartials::put_drawn`].
pub(super) fn drawn(id: &str, content: Markup) -> Markup {
    let mut text = room_around(&content);
    BoardPartials(&mut text).put_drawn(id, content);
    PreEscaped(text)
}

/// A buffer with room for one part and its wrapper.
fn room_around(content: &Markup) -> String {
    String::with_capacity(content.0.len() + 128)
}
