//! Time to draw pictures of boards, on one core, when their pieces have been drawn before: `cargo bench --bench pictures`.

#![allow(clippy::unwrap_used)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use parlour::games::{Game, Position};
use parlour::rasterizer::{SpriteCache, png};
use parlour::views::boards::{BoardImageStyle, board_image};

/// The position after half of 40 plies, each another choice of those that are legal.
fn middle(game: Game) -> Position {
    let options = game.options([]).unwrap();
    let mut position = game.opening(&options, *game.seats().start()).unwrap();
    for number in 0..20 {
        let legal = position.legal();
        let Some(notation) = legal.get(number * 7919 % legal.len().max(1)) else { break };
        position.play(notation).unwrap();
    }
    position
}

fn link_previews(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("link preview");
    for game in Game::ALL {
        let (picture, mut sprites) =
            (board_image(&middle(*game), None, BoardImageStyle::default()), SpriteCache::default());
        group.bench_function(game.key(), |bench| bench.iter(|| black_box(png(&picture, &mut sprites))));
    }
}

criterion_group!(benches, link_previews);
criterion_main!(benches);
