use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::games::{Effect, Piece, Seat, ToAct};
use crate::views::page::PageViewer;
use crate::views::rules;

/// A ply of an example, with the boards before and after it.
struct SeenExample {
    before: Position,
    effects: Vec<Effect>,
    after: Position,
}

impl SeenExample {
    /// The seat that has played, or for which the die was rolled.
    fn mover(&self) -> Seat {
        acting(&self.before).unwrap()
    }

    fn travels(&self) -> Vec<(Piece, usize)> {
        let travel = |effect: &Effect| match effect {
            Effect::Travel { piece, path } => Some((*piece, path.len())),
            _ => None,
        };
        self.effects.iter().filter_map(travel).collect()
    }

    /// The lengths of the ways of the first moving piece, in order.
    fn legs(&self) -> Vec<usize> {
        let travels = self.travels();
        let own = travels.iter().filter(|(piece, _)| piece.id == travels[0].0.id);
        own.map(|(_, length)| *length).collect()
    }

    /// How many planes returned to their hangars.
    fn sent_back(&self) -> usize {
        let hangars = |position: &Position| position.text().split(' ').next().unwrap().matches('H').count();
        hangars(&self.after) - hangars(&self.before)
    }

    /// The gain of each place where seeds were gathered.
    fn gathered(&self) -> Vec<u8> {
        let mut holds: BTreeMap<_, _> = self.before.counts().into_iter().collect();
        let mut gathered = Vec::new();
        for effect in &self.effects {
            match effect {
                Effect::Count { cell, count } => drop(holds.insert(*cell, *count)),
                Effect::Gather { to, count, .. } => gathered.push(count - holds[to]),
                _ => {}
            }
        }
        gathered
    }

    fn is_lit_for(&self, reason: &str) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::Highlight { why, .. } if *why == reason))
    }

    fn place(&self) -> Option<u8> {
        self.after.outcome().map(|outcome| outcome.places()[self.mover().index()])
    }

    fn shows(&self, promise: ExampleDetail) -> bool {
        let draw = self.after.outcome().is_some_and(|outcome| outcome.is_draw());
        match promise {
            ExampleDetail::Hops(hops) => self.legs()[0] == hops,
            ExampleDetail::Together(pieces) => {
                self.travels().iter().map(|(piece, _)| piece.id).collect::<BTreeSet<_>>().len() == pieces
            }
            ExampleDetail::Moves => self.effects.iter().filter(|effect| effect.moves()).count() == 1,
            ExampleDetail::Jumps => self.legs().iter().skip(1).any(|length| *length == 1),
            ExampleDetail::SendsBack(pieces) => self.sent_back() == pieces,
            ExampleDetail::Gathers(seeds) => self.gathered() == [seeds],
            ExampleDetail::Exchanges => {
                self.effects.iter().any(|effect| matches!(effect, Effect::Exchange(_)))
            }
            ExampleDetail::Lit(why) => self.is_lit_for(why),
            ExampleDetail::Again => acting(&self.after) == Some(self.mover()),
            ExampleDetail::Passes => acting(&self.after).is_some_and(|seat| seat != self.mover()),
            ExampleDetail::Wins => self.place() == Some(1) && !draw,
            ExampleDetail::Loses => self.place() > Some(1),
            ExampleDetail::Draws => draw,
        }
    }
}

fn acting(position: &Position) -> Option<Seat> {
    match position.to_act() {
        ToAct::Seat(seat) | ToAct::Chance { for_seat: seat } => Some(seat),
        ToAct::Nobody => None,
    }
}

/// All plies of an example, from its beginning.
fn played(game: Game, example: &RulesExample) -> Vec<SeenExample> {
    let mut position = example.opening(game).unwrap_or_else(|| panic!("{}: where it begins", example.key));
    let play = |step: &ExampleStep| {
        let before = position.clone();
        let played = position.play(step.ply);
        let played = played.unwrap_or_else(|error| panic!("{} {}: {error}", example.key, step.ply));
        SeenExample { before, effects: played.effects, after: position.clone() }
    };
    example.steps.iter().map(play).collect()
}

fn find(game: Game, key: &str) -> &'static RulesExample {
    examples(game).iter().find(|example| example.key == key).unwrap()
}

fn every_example() -> impl Iterator<Item = (Game, &'static RulesExample)> {
    Game::ALL.iter().flat_map(|game| examples(*game).iter().map(|example| (*game, *example)))
}

#[test]
fn every_ply_of_every_example_is_legal_and_has_the_stated_effects() {
    for (game, example) in every_example() {
        assert!(!example.steps.is_empty(), "{}", example.key);
        for (step, seen) in example.steps.iter().zip(played(game, example)) {
            assert!(!step.shows.is_empty(), "{} {} promises nothing", example.key, step.ply);
            for promise in step.shows {
                assert!(
                    seen.shows(*promise),
                    "{} {}: {promise:?}, but {:?}",
                    example.key,
                    step.ply,
                    seen.effects
                );
            }
        }
    }
}

#[test]
fn a_wrong_statement_about_an_example_is_detected() {
    let seen = played(Game::Kalah, find(Game::Kalah, "capture")).pop().unwrap();
    let fulfilled = [ExampleDetail::Lit("captured"), ExampleDetail::Gathers(7), ExampleDetail::Passes];
    let broken = [
        ExampleDetail::Lit("moves again"),
        ExampleDetail::Gathers(6),
        ExampleDetail::Again,
        ExampleDetail::Wins,
        ExampleDetail::Exchanges,
    ];
    assert!(fulfilled.iter().all(|promise| seen.shows(*promise)));
    assert!(!broken.iter().any(|promise| seen.shows(*promise)));
    let seen = played(Game::Aeroplane, find(Game::Aeroplane, "three-sixes")).pop().unwrap();
    assert!(!seen.shows(ExampleDetail::SendsBack(1)) && !seen.shows(ExampleDetail::SendsBack(3)));
    let seen = played(Game::Aeroplane, find(Game::Aeroplane, "stacks")).pop().unwrap();
    assert!(!seen.shows(ExampleDetail::Jumps) && !seen.shows(ExampleDetail::Together(2)));
    let seen = played(Game::Sternhalma, find(Game::Sternhalma, "chain")).pop().unwrap();
    assert!(!seen.shows(ExampleDetail::Hops(6)));
}

#[test]
fn every_special_rule_has_an_example() {
    let keys = |game| examples(game).iter().map(|example| example.key).collect::<BTreeSet<_>>();
    let expected: [(Game, &[&str]); 5] = [
        (Game::Sternhalma, &["chain", "locked", "finish"]),
        (Game::Kalah, &["again", "capture", "sweep", "swap", "lap", "lone", "house"]),
        (Game::Aeroplane, &["three-sixes", "jump", "shortcut", "sent-back", "bounce", "stacks", "flyover"]),
        (Game::Quarto, &["line", "alike", "block"]),
        (Game::TicTacToe, &["line", "board", "longer", "draw"]),
    ];
    for (game, keys_of_game) in expected {
        assert!(keys_of_game.iter().all(|key| keys(game).contains(key)), "{game:?}: {:?}", keys(game));
    }
}

#[test]
fn every_example_is_on_its_rules_page_once() {
    for game in Game::ALL {
        let page = rules::page(PageViewer::default(), *game, None).into_string();
        for example in examples(*game) {
            let id = format!("id=\"example-{}\"", example.key);
            assert_eq!(page.matches(&id).count(), 1, "{game:?}: {}", example.key);
        }
        assert_eq!(page.matches("class=\"example\"").count(), examples(*game).len(), "{game:?}");
    }
}

#[test]
fn a_roll_leaves_the_last_move_marked() {
    let trail = |ply| {
        let drawn = figure(Game::Aeroplane, find(Game::Aeroplane, "three-sixes").at(Some(ply)).unwrap())
            .into_string();
        let (_, rest) = drawn.split_once("class=\"last\" d=\"").unwrap_or_default();
        rest.split('"').next().unwrap_or_default().to_owned()
    };
    assert_eq!(trail(1), "", "nothing has moved yet");
    assert!(!trail(2).is_empty());
    assert_eq!(trail(3), trail(2), "the second roll moves nothing");
    assert_ne!(trail(5), trail(4), "the third six sends planes back");
}

#[test]
fn the_animation_of_an_example_uses_its_own_piece_ids() {
    let drawn = figure(Game::Sternhalma, find(Game::Sternhalma, "chain").at(None).unwrap()).into_string();
    let (_, path) = drawn.split_once("data-way=\"").unwrap();
    let path: Vec<_> = path.split('"').next().unwrap().split(',').collect();
    assert_eq!(path.len(), 8, "{path:?}");
    assert!(drawn.contains(&format!("id=\"{}\"", path[0])), "{path:?}");
    let before = figure(Game::Sternhalma, find(Game::Sternhalma, "chain").at(Some(0)).unwrap()).into_string();
    assert!(!before.contains("data-way"));
}
