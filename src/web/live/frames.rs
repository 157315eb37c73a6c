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
    Frame { pause: step.pause, bytes: message(step.seq, &step.markup.into_string()).into() }
}

/// A message of the stream, with an id if the reader is up to date after it.
fn message(id: Option<u32>, data: &str) -> String {
    let mut text = String::with_capacity(data.len() + 32);
    if let Some(id) = id {
        let _ = writeln!(text, "id: {id}");
    }
    for line in data.split(['\n', '\r']) {
        let _ = writeln!(text, "data: {line}");
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::message;

    #[test]
    fn whatever_it_holds_is_one_message() {
        assert_eq!(message(Some(7), "a\nb\r\ndata: c"), "id: 7\ndata: a\ndata: b\ndata: \ndata: data: c\n\n");
    }
}
