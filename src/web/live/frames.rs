//! Changes of a match as messages of the stream.

use std::collections::HashSet;
use std::fmt::Write;
use std::time::Duration;

use actix_web::web::Bytes;
use maud::Markup;

use crate::games::Seat;
use crate::hub::{MatchUpdate, SharedFrames, StreamFrame};
use crate::lists::{BotScore, ListedMatch};
use crate::matches::{MatchView, MatchViewer, PresentSeats, RatingChange};
use crate::now::Moment;
use crate::users::{Sanctions, UserId};
use crate::views;
use crate::views::match_page::{self, LiveStep};

/// The messages for a viewer about a change.
pub(super) fn of_news(update: &MatchUpdate, viewer: MatchViewer) -> Vec<StreamFrame> {
    let (common, own) = (of_everybody(update), of_viewer(update, viewer).into_string());
    let (before, after) = (&update.change.before.m, &update.change.after.m);
    let id = Some(after.seq).filter(|seq| *seq > before.seq);
    let mut frames = common.steps.clone();
    if update.change.before.side(viewer) == update.change.after.side(viewer) {
        frames.push(StreamFrame { bytes: message(id, &[&common.last, &own]).into(), hold: common.hold });
    } else {
        // The board turns after the last step, not during it.
        frames.push(StreamFrame { bytes: message(None, &[&common.last]).into(), hold: common.hold });
        frames.push(immediate(message(id, &[&own])));
    }
    frames
}

fn of_everybody(update: &MatchUpdate) -> &SharedFrames {
    update.shared_frames(|| common(match_page::of_everybody(&update.change.before, &update.change.after)))
}

fn of_viewer(update: &MatchUpdate, viewer: MatchViewer) -> Markup {
    match_page::of_viewer(&update.change.before, &update.change.after, viewer)
}

fn common(mut steps: Vec<LiveStep>) -> SharedFrames {
    let Some(last) = steps.pop() else { return SharedFrames::default() };
    SharedFrames { steps: frames(steps), last: last.markup.into_string(), hold: last.hold }
}

/// The messages for a viewer who has seen the match up to a log entry.
pub(super) fn since(view: &MatchView, seq: u32, viewer: MatchViewer) -> Vec<StreamFrame> {
    frames(match_page::since(view, seq, viewer))
}

/// The section of muted players, for a viewer who has muted some of the players.
pub(super) fn muted_section(
    view: &MatchView,
    viewer: MatchViewer,
    muted_players: &HashSet<UserId>,
) -> Option<StreamFrame> {
    match_page::muted_section(view, viewer, muted_players).map(frame)
}

/// The message for a user whose sanctions have changed.
pub(super) fn sanctions(sanctions: &Sanctions) -> StreamFrame {
    let markup = views::sanctions::changed_sanctions(sanctions.into());
    immediate(message(None, &[&markup.into_string()]))
}

/// The players who are looking at the match, as the numbers of their seats. A message of its own, as it does not
/// follow from the log.
pub(super) fn presence(present: PresentSeats) -> StreamFrame {
    let seats = present.iter().map(|seat| seat.number().to_string()).collect::<Vec<_>>().join(" ");
    immediate(format!("event: presence\ndata: {seats}\n\n"))
}

/// How a match that has ended has changed ratings, which does not follow from its log.
pub(super) fn ratings(view: &MatchView, viewer: MatchViewer, changes: &[RatingChange]) -> StreamFrame {
    immediate(message(None, &[&match_page::rating_gains(view, viewer, changes).into_string()]))
}

/// The remaining vacation of the players, which does not follow from the log of the match.
pub(super) fn vacation(view: &MatchView, viewer: MatchViewer, left: &[(Seat, u32)]) -> StreamFrame {
    immediate(message(None, &[&match_page::vacation_update(view, viewer, left).into_string()]))
}

/// The reader's results against bots, which do not follow from the log of the match.
pub(super) fn bot_scores(view: &MatchView, scores: &[BotScore]) -> StreamFrame {
    immediate(message(None, &[&match_page::bot_score_update(view, scores).into_string()]))
}

/// What has changed on the tile of a match, for a page that shows many.
pub(super) fn watched(listed: &ListedMatch, moved: bool, now: Moment) -> String {
    let mut text = message(None, &[&views::watch::update(listed, moved, now).into_string()]);
    if listed.ended_at.is_some() {
        text.push_str("event: ended\ndata:\n\n");
    }
    text
}

/// A frame, and how many times as fast as usual it and the following come. The page plays them faster and offers to skip them.
pub(super) fn with_speed(speed: u32, frame: StreamFrame) -> Bytes {
    [format!("event: speed\ndata: {speed}\n\n").as_bytes(), &frame.bytes].concat().into()
}

/// All frames as one piece.
pub(super) fn joined(first: StreamFrame, mut others: impl ExactSizeIterator<Item = StreamFrame>) -> Bytes {
    match others.len() {
        0 => first.bytes,
        _ => first.bytes.into_iter().chain(others.by_ref().flat_map(|frame| frame.bytes)).collect(),
    }
}

pub(super) fn signed_out_frame() -> StreamFrame {
    frame(match_page::signed_out())
}

fn frames(steps: Vec<LiveStep>) -> Vec<StreamFrame> {
    steps.into_iter().map(frame).collect()
}

fn frame(step: LiveStep) -> StreamFrame {
    StreamFrame { bytes: message(step.seq, &[&step.markup.into_string()]).into(), hold: step.hold }
}

/// A message without an animation.
fn immediate(message: String) -> StreamFrame {
    StreamFrame { bytes: message.into(), hold: Duration::ZERO }
}

/// A message of the stream, with an id if the reader is up to date after it.
fn message(id: Option<u32>, parts: &[&str]) -> String {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let mut text = String::with_capacity(length + 32);
    if let Some(id) = id {
        let _ = writeln!(text, "id: {id}");
    }
    text.push_str("data: ");
    for part in parts {
        let mut rest = *part;
        // All markup passes through here, and line ends are rare.
        while let Some(end) = memchr::memchr2(b'\n', b'\r', rest.as_bytes()) {
            text.push_str(&rest[..end]);
            text.push_str("\ndata: ");
            rest = &rest[end + 1..];
        }
        text.push_str(rest);
    }
    text.push_str("\n\n");
    text
}

#[cfg(test)]
mod tests {
    use super::message;

    #[test]
    fn each_frame_is_one_message() {
        assert_eq!(
            message(Some(7), &["a\nb", "\r\ndata: c"]),
            "id: 7\ndata: a\ndata: b\ndata: \ndata: data: c\n\n"
        );
    }
}
