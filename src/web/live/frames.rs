//! Steps as messages of the stream.

use std::fmt::Write;

use crate::hub::Frame;
use crate::matches::{Table, Viewer};
use crate::views::table::{self, Step};

pub(super) fn of_news(before: &Table, after: &Table, viewer: Viewer) -> Vec<Frame> {
    frames(table::of_news(before, after, viewer))
}

pub(super) fn since(table: &Table, seq: u32, viewer: Viewer) -> Vec<Frame> {
    frames(table::since(table, seq, viewer))
}

pub(super) fn goodbye() -> Frame {
    frame(table::goodbye())
}

fn frames(steps: Vec<Step>) -> Vec<Frame> {
    steps.into_iter().map(frame).collect()
}

fn frame(step: Step) -> Frame {
    let markup = step.markup.into_string();
    let mut text = String::with_capacity(markup.len() + 32);
    if let Some(seq) = step.seq {
        let _ = writeln!(text, "id: {seq}");
    }
    for line in markup.split(['\n', '\r']) {
        let _ = writeln!(text, "data: {line}");
    }
    text.push('\n');
    Frame { pause: step.pause, bytes: text.into() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use maud::html;

    use super::*;

    #[test]
    fn a_step_is_one_message_whatever_it_holds() {
        let step = Step { pause: Duration::ZERO, markup: html! { "a\nb\r\ndata: c" }, seq: Some(7) };
        assert_eq!(&*frame(step).bytes, "id: 7\ndata: a\ndata: b\ndata: \ndata: data: c\n\n");
    }
}
