//! Pictures of the board of a match: its positions, and its moves as an animation.

use std::io::Cursor;

use gif::{ColorOutput, DecodeOptions, Frame};

use crate::harness::{SHORT_WIN, TestPerson, TestSite, path};

/// The size and the frames of a GIF image.
async fn animation(person: &TestPerson, path: &str) -> ([u16; 2], Vec<Frame<'static>>) {
    let answer = person.request(reqwest::Method::GET, path).send().await.unwrap();
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["content-type"]),
        (200, &"image/gif".parse().unwrap())
    );
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(Cursor::new(answer.bytes().await.unwrap())).unwrap();
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        frames.push(frame.clone());
    }
    ([decoder.width(), decoder.height()], frames)
}

#[tokio::test]
async fn each_move_is_a_frame_that_changes_only_its_squares() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let (size, frames) = animation(&site.visitor(), &m.path("moves.gif")).await;
    // The seats are in a row above the board, and the result below it.
    assert_eq!((size, frames.len()), ([720, 720 + 2 * 44], SHORT_WIN.len() + 1));
    assert_eq!([frames[0].width, frames[0].height], size);
    let between = &frames[1..SHORT_WIN.len()];
    assert!(between.iter().all(|frame| frame.width < 500 && frame.height < 500 && frame.top >= 44));
    let delays: Vec<_> = frames.iter().map(|frame| frame.delay).collect();
    assert_eq!(delays, [250, 70, 70, 70, 70, 250]);
}

#[tokio::test]
async fn an_animation_shows_the_moves_that_are_asked_for() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let visitor = site.visitor();
    for (query, frames) in [
        ("from=2&to=4", 3),
        ("from=3", 3),
        ("to=1", 2),
        ("from=0&to=99999999", 6),
        ("from=5", 1),
        ("from=&to=", 6),
        ("to=99999999999999999999999", 6),
    ] {
        let (_, shown) = animation(&visitor, &m.path(&format!("moves.gif?{query}"))).await;
        assert_eq!(shown.len(), frames, "{query}");
    }
    for query in ["from=4&to=2", "from=6", "from=-1", "to=x", "to=+1", "from=99999999999999999999999"] {
        assert_eq!(visitor.get(&m.path(&format!("moves.gif?{query}"))).await.status, 400, "{query}");
    }
}

#[tokio::test]
async fn a_private_match_has_no_animation_for_anyone() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    for person in [&site.visitor(), &m.ada] {
        assert_eq!(person.get(&m.path("moves.gif")).await.status, 404);
    }
}

/// A picture as rows of red, green and blue.
struct Pixels {
    width: usize,
    rgb: Vec<u8>,
}

impl Pixels {
    fn of_png(image: &[u8]) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(image)).read_info().unwrap();
        let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut rgb).unwrap();
        Self { width: info.width as usize, rgb }
    }

    fn blank(width: u16, height: u16) -> Self {
        Self { width: width.into(), rgb: vec![0; 3 * usize::from(width) * usize::from(height)] }
    }

    /// Lays a frame of an animation onto it.
    fn lay(&mut self, frame: &Frame<'_>) {
        for (number, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            let (column, row) = (number % usize::from(frame.width), number / usize::from(frame.width));
            let at = 3 * ((row + usize::from(frame.top)) * self.width + column + usize::from(frame.left));
            self.rgb[at..at + 3].copy_from_slice(&pixel[..3]);
        }
    }

    /// The part from a row on, as high as another picture.
    fn below(&self, top: usize, other: &Self) -> Self {
        assert_eq!(self.width, other.width);
        let start = 3 * top * self.width;
        Self { width: self.width, rgb: self.rgb[start..start + other.rgb.len()].to_vec() }
    }

    /// The mean difference of the most different small square, of 255.
    fn difference(&self, other: &Self) -> u32 {
        const SIDE: usize = 12;
        let height = self.rgb.len() / 3 / self.width;
        let corners =
            (0..height / SIDE).flat_map(|row| (0..self.width / SIDE).map(move |column| (row, column)));
        let square = |(row, column): (usize, usize)| {
            let bytes = (row * SIDE..(row + 1) * SIDE).flat_map(|row| {
                let start = 3 * (row * self.width + column * SIDE);
                start..start + 3 * SIDE
            });
            bytes.map(|at| u32::from(self.rgb[at].abs_diff(other.rgb[at]))).sum::<u32>()
                / (3 * SIDE * SIDE) as u32
        };
        corners.map(square).max().unwrap()
    }
}

#[tokio::test]
async fn every_frame_shows_the_position_after_its_move() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    for (game, plies) in [
        ("tictactoe", ["b2", "a1", "c1", "a3"]),
        ("kalah", ["2", "5", "4", "1"]),
        ("quarto", ["7", "d2", "1", "a3"]),
        ("sternhalma", ["d2-e6", "n2-m7", "d1-e5", "n1-m6"]),
    ] {
        let id = ada.opens(&[("game", game)]).await;
        ben.post(&path(&id, "seats"), &[]).await;
        for ply in plies {
            let next = if ada.record(&id).await["to_act"] == 0 { &ada } else { &ben };
            assert_eq!(next.play(&id, ply).await.status, 303, "{game} {ply}");
        }
        let visitor = site.visitor();
        let ([width, height], frames) = animation(&visitor, &path(&id, "moves.gif")).await;
        assert_eq!(frames.len(), plies.len() + 1, "{game}");
        let mut pictures = Vec::new();
        for ply in 0..frames.len() {
            let picture = path(&id, &format!("board.png?ply={ply}&size=720&last=on"));
            let answer = visitor.request(reqwest::Method::GET, &picture).send().await.unwrap();
            pictures.push(Pixels::of_png(&answer.bytes().await.unwrap()));
        }
        let mut shown = Pixels::blank(width, height);
        for (ply, frame) in frames.iter().enumerate() {
            shown.lay(frame);
            let board = shown.below(44, &pictures[ply]);
            assert!(
                board.difference(&pictures[ply]) < 25,
                "{game} after {ply}: {}",
                board.difference(&pictures[ply])
            );
            let others = pictures.iter().enumerate().filter(|(other, _)| *other != ply);
            assert!(others.map(|(_, other)| board.difference(other)).min() > Some(30), "{game} after {ply}");
        }
    }
}

/// The frames of an animated PNG image, as those of a GIF image.
fn png_frames(image: &[u8]) -> Vec<Frame<'static>> {
    let mut decoder = png::Decoder::new(Cursor::new(image));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let count = reader.info().animation_control.unwrap().num_frames;
    let frames = (0..count).map(|_| {
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut buffer).unwrap();
        buffer.truncate(info.buffer_size());
        let shown = *reader.info().frame_control().unwrap();
        assert_eq!(shown.delay_den, 100);
        let [left, top, width, height] =
            [shown.x_offset, shown.y_offset, shown.width, shown.height].map(|length| length as u16);
        Frame { left, top, width, height, delay: shown.delay_num, buffer: buffer.into(), ..Frame::default() }
    });
    frames.collect()
}

#[tokio::test]
async fn an_animated_png_image_shows_the_same() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let visitor = site.visitor();
    let ([width, height], frames) = animation(&visitor, &m.path("moves.gif")).await;
    let answer = visitor.request(reqwest::Method::GET, &m.path("moves.png")).send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "image/apng");
    let same = png_frames(&answer.bytes().await.unwrap());
    assert_eq!(same.len(), frames.len());
    let mut shown = [Pixels::blank(width, height), Pixels::blank(width, height)];
    for (one, other) in frames.iter().zip(&same) {
        assert_eq!((one.delay, one.left, one.top), (other.delay, other.left, other.top));
        shown[0].lay(one);
        shown[1].lay(other);
        assert_eq!(shown[0].difference(&shown[1]), 0);
    }
}

#[tokio::test]
async fn an_animation_has_the_result_only_if_it_goes_to_the_end() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let visitor = site.visitor();
    let (before, _) = animation(&visitor, &m.path("moves.gif?to=4")).await;
    let (end, _) = animation(&visitor, &m.path("moves.gif?from=4")).await;
    assert_eq!((before[1], end[1]), (720 + 44, 720 + 2 * 44));
}

#[tokio::test]
async fn an_animation_is_in_the_language_of_the_browser() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let visitor = site.visitor();
    let mut seen = Vec::new();
    for language in ["en", "de", "de"] {
        let request = visitor.request(reqwest::Method::GET, &m.path("moves.gif"));
        let answer = request.header("Accept-Language", language).send().await.unwrap();
        assert!(answer.headers()["vary"].to_str().unwrap().to_lowercase().contains("accept-language"));
        seen.push((answer.headers()["etag"].clone(), answer.bytes().await.unwrap()));
    }
    assert!(seen[0] != seen[1] && seen[0].0 != seen[1].0 && seen[1] == seen[2]);
}

#[tokio::test]
async fn a_picture_has_the_size_theme_and_side_that_are_asked_for() {
    let site = TestSite::start().await;
    let m = site.start_match("kalah").await;
    assert_eq!(m.ada.play(&m.id, "3").await.status, 303);
    let visitor = site.visitor();
    let fetch = async |query: &str| {
        let answer = visitor
            .request(reqwest::Method::GET, &m.path(&format!("board.png{query}")))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 200, "{query}");
        Pixels::of_png(&answer.bytes().await.unwrap())
    };
    let plain = fetch("?size=600").await;
    assert_eq!(plain.width, 600);
    for query in ["?size=600&theme=dark", "?size=600&seat=1", "?size=600&last=on", "?size=600&ply=0"] {
        assert!(fetch(query).await.difference(&plain) > 20, "{query}");
    }
    assert_eq!(fetch("?size=600&theme=light&seat=0&last=off").await.difference(&plain), 0);
    assert_eq!(
        [fetch("").await.width, fetch("?size=100").await.width, fetch("?size=2000").await.width],
        [1200, 100, 2000]
    );
}

#[tokio::test]
async fn a_picture_shows_coordinates_unless_they_are_off() {
    let site = TestSite::start().await;
    let (ada, visitor) = (site.register("Ada").await, site.visitor());
    for game in ["tictactoe", "quarto", "sternhalma"] {
        let id = ada.opens(&[("game", game)]).await;
        let fetch = async |query: &str| {
            let picture = path(&id, &format!("board.png?size=720{query}"));
            let answer = visitor.request(reqwest::Method::GET, &picture).send().await.unwrap();
            Pixels::of_png(&answer.bytes().await.unwrap())
        };
        let [plain, on, off] =
            [fetch("").await, fetch("&coordinates=on").await, fetch("&coordinates=off").await];
        assert_eq!(on.difference(&plain), 0, "{game}");
        assert!(off.difference(&plain) > 8, "{game}: {}", off.difference(&plain));
    }
}

#[tokio::test]
async fn pictures_that_cannot_be_drawn_are_refused() {
    let site = TestSite::start().await;
    let m = site.start_match("kalah").await;
    let visitor = site.visitor();
    for (query, status) in [
        ("size=0", 422),
        ("size=99", 422),
        ("size=2001", 422),
        ("size=1000000000", 422),
        ("seat=2", 422),
        ("seat=255", 422),
        ("size=-1", 400),
        ("size=x", 400),
        ("size=99999999999999999999999", 400),
        ("seat=256", 400),
        ("theme=red", 400),
        ("theme=auto", 400),
        ("last=yes", 400),
        ("coordinates=no", 400),
    ] {
        for name in ["board.png", "board.svg"] {
            assert_eq!(
                visitor.get(&m.path(&format!("{name}?{query}"))).await.status,
                status,
                "{name}?{query}"
            );
        }
    }
}

#[tokio::test]
async fn a_drawing_needs_no_other_file() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    for game in ["tictactoe", "kalah", "quarto", "sternhalma", "aeroplane"] {
        let id = ada.opens(&[("game", game)]).await;
        ben.post(&path(&id, "seats"), &[]).await;
        let answer = site.visitor().get(&path(&id, "board.svg?last=on&theme=dark")).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "image/svg+xml"));
        let sources: Vec<_> =
            answer.body.match_indices("href=\"").map(|(at, _)| &answer.body[at + 6..at + 11]).collect();
        assert!(sources.iter().all(|source| *source == "data:" || source.starts_with('#')), "{game}");
        assert!(sources.contains(&"data:"), "{game}");
    }
}
