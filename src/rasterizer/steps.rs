//! An animation as compressed data for a page that shows it step by step, which `src/views/match_page/replay_file.js`
//! draws.

use std::borrow::Cow;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use super::document::document;
use crate::artwork::{Animation, Drawing, Layer};

#[derive(Debug, Serialize)]
struct DrawnSteps<'a> {
    size: [u16; 2],
    /// SVG documents.
    images: Vec<Cow<'a, str>>,
    /// The layers below those of all steps.
    board: Vec<ImageUse>,
    steps: Vec<StepChange>,
}

/// The number of an image, and in tenths of a pixel its middle, its width and height; and its rotation in degrees.
type ImageUse = (usize, [i32; 4], i16);

/// What changes from one step to the next.
#[derive(Debug, PartialEq, Serialize)]
struct StepChange {
    /// The numbers of layers that go.
    gone: Vec<usize>,
    /// New layers, each with its number among all after the step.
    new: Vec<(usize, ImageUse)>,
}

/// The steps of an animation, one for each frame, as JSON compressed by gzip. `None` if one of its drawings is not valid.
pub fn drawn_steps(animation: &Animation) -> Option<Vec<u8>> {
    let mut images = Vec::new();
    let board = used(&animation.background, &mut images);
    let mut before = Vec::new();
    let mut steps = Vec::new();
    for frame in &animation.frames {
        let after = used(&frame.layers, &mut images);
        steps.push(change(&before, &after));
        before = after;
    }
    let images = images.into_iter().map(document).collect::<Option<Vec<_>>>()?;
    let drawn = DrawnSteps { size: [animation.width, animation.height], images, board, steps };
    let mut compressed = GzEncoder::new(Vec::new(), Compression::best());
    compressed.write_all(&serde_json::to_vec(&drawn).ok()?).ok()?;
    compressed.finish().ok()
}

fn used<'a>(layers: &'a [Layer], images: &mut Vec<&'a Drawing>) -> Vec<ImageUse> {
    let one = |layer: &'a Layer| {
        let known = images.iter().position(|image| **image == layer.drawing);
        let number = known.unwrap_or_else(|| {
            images.push(&layer.drawing);
            images.len() - 1
        });
        #[expect(clippy::cast_possible_truncation, reason = "saturates")]
        let tenths =
            [layer.x, layer.y, layer.width, layer.height].map(|length| (10.0 * length).round() as i32);
        (number, tenths, layer.angle)
    };
    layers.iter().map(one).collect()
}

fn change(before: &[ImageUse], after: &[ImageUse]) -> StepChange {
    let in_both = |one: &&ImageUse| before.contains(one) && after.contains(one);
    let all = |uses: &[ImageUse]| uses.iter().copied().enumerate().collect::<Vec<_>>();
    // What stays nearly always keeps its order.
    if !before.iter().filter(in_both).eq(after.iter().filter(in_both)) {
        return StepChange { gone: (0..before.len()).collect(), new: all(after) };
    }
    let gone = all(before).into_iter().filter(|(_, one)| !after.contains(one)).map(|(number, _)| number);
    let new = all(after).into_iter().filter(|(_, one)| !before.contains(one));
    StepChange { gone: gone.collect(), new: new.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(number: usize, x: i32) -> ImageUse {
        (number, [x, 0, 10, 10], 0)
    }

    #[test]
    fn a_step_has_only_what_changes() {
        let before = [layer(0, 1), layer(0, 2), layer(1, 3)];
        let after = [layer(2, 9), layer(0, 1), layer(0, 5), layer(1, 3)];
        let expected = StepChange { gone: vec![1], new: vec![(0, layer(2, 9)), (2, layer(0, 5))] };
        assert_eq!(change(&before, &after), expected);
    }

    #[test]
    fn layers_in_another_order_are_all_drawn_again() {
        let (before, after) = ([layer(0, 1), layer(1, 2)], [layer(1, 2), layer(0, 1)]);
        let changed = change(&before, &after);
        assert_eq!((changed.gone, changed.new.len()), (vec![0, 1], 2));
    }
}
