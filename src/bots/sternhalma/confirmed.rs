//! Whether the costly moves that the analysis finds are still costly where it searches longer.

use std::sync::atomic::AtomicBool;

use crate::bots::random::RandomSource;
use crate::bots::review::review;
use crate::bots::tests::{limits, opening};
use crate::bots::{BotLevel, think};

/// Losses in steps above which moves are counted.
const LEAST: [f64; 5] = [3.0, 4.0, 5.0, 6.0, 8.0];

/// As many matches of Casual against Intermediate as `PARLOUR_STERNHALMA_REVIEWED` says when the test is built, with the node
/// limit of the site and five times that; or the first plies of one, with few nodes.
#[test]
fn costly_moves_are_still_worse_than_the_best_with_five_times_the_nodes() {
    let matches = option_env!("PARLOUR_STERNHALMA_REVIEWED").map(|number| number.parse().unwrap());
    let (nodes, most_plies) = if matches.is_some() { (120_000, usize::MAX) } else { (500, 6) };
    let (cancel, matches) = (AtomicBool::new(false), matches.unwrap_or(1));
    let (mut plies, mut found) = (0, [(0, 0, 0); LEAST.len()]);
    for seed in 0..matches {
        let (mut random, mut position) = (RandomSource::stream(33, seed), opening("sternhalma", "", 2, ""));
        for ply in 0..most_plies {
            let Some(seat) = position.to_act().seat() else { break };
            let level =
                if seat.index() as u64 == seed % 2 { BotLevel::Casual } else { BotLevel::Intermediate };
            // The first plies at random, so that matches differ.
            let mut legal = position.legal();
            let mv = match ply {
                0..4 => legal.swap_remove(random.below(legal.len() as u32) as usize),
                _ => think(&position, level, random.next(), &limits(u64::MAX, &cancel)).unwrap().mv,
            };
            let loss = |nodes| {
                let found = review(&position, Some(&mv), 1, &limits(nodes, &cancel));
                found.loss(seat, &mv, &found).unwrap()
            };
            let lost = loss(nodes);
            if lost >= LEAST[0] {
                let confirmed = loss(5 * nodes);
                for (least, found) in LEAST.iter().zip(&mut found).filter(|(least, _)| lost >= **least) {
                    let (all, worse, better) = *found;
                    *found =
                        (all + 1, worse + i32::from(confirmed >= 2.0), better + i32::from(confirmed == 0.0));
                    println!("match {seed} ply {ply}: {least} {lost} {confirmed}");
                }
            }
            plies += 1;
            position.play_unseen(&mv).unwrap();
        }
    }
    for (least, (all, worse, as_good)) in LEAST.iter().zip(found) {
        println!(
            "{all} of {plies} moves lose {least} steps and more: of them {worse} lose two and more with five times \
             the nodes, {as_good} nothing"
        );
        assert!(10 * worse >= 5 * all, "{worse} of {all} that lose {least} steps");
    }
}
