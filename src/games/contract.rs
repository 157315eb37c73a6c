//! The contract every game keeps, held by random matches of every game, at every table it can be played at.

use std::collections::{BTreeMap, HashSet};

use proptest::prelude::*;

use super::catalogue::for_position;
use super::choices::{choices, choices_along};
use super::play::LONGEST_NOTATION;
use super::replay::replay;
use super::*;

/// No match of any game is longer, in plies.
const LONGEST_MATCH: usize = 5_000;

/// How far the clauses follow a match that has no end of its own near.
const FAR_ENOUGH: usize = 80;

/// A game, its options and how many play: what a match is opened with.
#[derive(Clone, Debug)]
struct Table {
    game: Game,
    options: Options,
    seats: u8,
}

type Pairs = Vec<(&'static str, String)>;

/// Every preset, every value of every option by itself, and the last values of all options together.
fn option_sets(game: Game) -> Vec<Options> {
    let presets = game.presets().iter().map(|preset| {
        preset.values.iter().map(|(key, value)| (*key, (*value).to_owned())).collect::<Pairs>()
    });
    let values = |spec: &OptionSpec| match &spec.values {
        Values::Choice(choices) => choices.iter().map(|choice| choice.value.to_owned()).collect(),
        Values::Number { least, most } => vec![least.to_string(), most.to_string()],
    };
    let alone = game.option_specs().iter().flat_map(|spec| {
        values(spec).into_iter().map(|value| vec![(spec.key, value)]).collect::<Vec<Pairs>>()
    });
    let last = game.option_specs().iter().filter_map(|spec| Some((spec.key, values(spec).pop()?)));
    let sets = presets.chain(alone).chain([last.collect()]);
    let read = |pairs: Pairs| game.options(pairs.iter().map(|(key, value)| (*key, value.as_str()))).ok();
    sets.filter_map(read).collect()
}

fn tables() -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    for game in Game::ALL {
        for options in option_sets(*game) {
            tables.extend(game.seats().map(|seats| Table { game: *game, options: options.clone(), seats }));
        }
    }
    tables
}

impl Table {
    fn opening(&self) -> Position {
        self.game.opening(&self.options, self.seats).unwrap()
    }

    /// Plays a random match, showing each position with the ply that is played in it, and gives where it came to.
    fn play(&self, most_plies: usize, mut see: impl FnMut(&Position, &str)) -> Position {
        let mut position = self.opening();
        let mut dice = Dice(u64::from(self.seats) + 1);
        for _ in 0..most_plies {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            let notation = &legal[dice.below(legal.len())];
            see(&position, notation);
            position.play_unseen(notation).unwrap();
        }
        position
    }
}

/// A small generator of numbers that are the same in every run (splitmix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

/// Shows positions of matches at every table: the first ones, and where the match came to.
fn every_position(mut see: impl FnMut(&Table, &Position)) {
    for table in tables() {
        let last = table.play(FAR_ENOUGH, |position, _| see(&table, position));
        see(&table, &last);
    }
}

#[test]
fn options_read_back_from_their_pairs() {
    for game in Game::ALL {
        assert!(game.presets()[0].values.is_empty(), "{game:?}: the first preset is the standard game");
        for options in option_sets(*game) {
            let pairs = options.pairs();
            let keys: Vec<_> = game.option_specs().iter().map(|spec| spec.key).collect();
            assert_eq!(pairs.iter().map(|(key, _)| *key).collect::<Vec<_>>(), keys, "{game:?}");
            let again = pairs.iter().rev().map(|(key, value)| (*key, value.as_str()));
            assert_eq!(game.options(again), Ok(options));
        }
    }
}

#[test]
fn every_preset_opens_a_match_and_no_other_number_of_seats_does() {
    for game in Game::ALL {
        for preset in game.presets() {
            let options = game.options(preset.values.iter().copied()).unwrap();
            for seats in 0..=u8::MAX {
                let opened = game.opening(&options, seats);
                assert_eq!(opened.is_ok(), game.seats().contains(&seats), "{game:?} {} {seats}", preset.key);
            }
        }
    }
}

#[test]
fn an_option_that_is_unknown_given_twice_or_out_of_bounds_is_refused_by_name() {
    for game in Game::ALL {
        assert_eq!(game.options([("colour", "red")]), Err(SetupError::UnknownOption("colour".to_owned())));
        for spec in game.option_specs() {
            let refused = game.options([(spec.key, "sideways")]).unwrap_err();
            assert!(refused.to_string().contains(spec.key), "{refused}");
        }
        for (key, value) in game.options([]).unwrap().pairs() {
            let twice = game.options([(key, value.as_str()), (key, value.as_str())]);
            assert_eq!(twice, Err(SetupError::Twice(key.to_owned())));
        }
    }
}

#[test]
fn a_notation_reads_back_and_means_one_move() {
    fn check<R: Rules>(position: &R) {
        let mut seen = HashSet::new();
        for mv in position.legal_moves() {
            let notation = mv.to_string();
            assert!(
                notation.len() <= LONGEST_NOTATION && notation.bytes().all(|byte| byte.is_ascii_graphic())
            );
            assert_eq!(notation.parse(), Ok(mv));
            assert!(seen.insert(notation), "two moves of one notation");
        }
    }
    every_position(|_, position| for_position!(position, p => check(p)));
}

#[test]
fn a_ply_plays_exactly_when_it_is_legal() {
    for table in tables() {
        let mut tried: HashSet<String> = HashSet::new();
        let mut ply = 0;
        table.play(FAR_ENOUGH, |position, _| {
            let legal = position.legal();
            for notation in tried.iter().filter(|_| ply % 10 == 0).chain(&legal) {
                let mut next = position.clone();
                let played = next.play(notation);
                assert_eq!(played.is_ok(), legal.binary_search(notation).is_ok(), "{notation}");
                assert!(played.is_ok() || next == *position, "a refused ply changed the position");
                assert_ne!(played.map_err(|error| error.to_string()), Err(String::new()));
            }
            tried.extend(legal);
            ply += 1;
        });
    }
}

#[test]
fn counting_legal_moves_is_no_different_from_listing_them() {
    fn check<R: Rules>(position: &R) {
        let legal = position.legal_moves();
        assert_eq!(position.count_legal_moves(), legal.len() as u64);
        assert!(legal.iter().all(|mv| position.is_legal(mv)));
    }
    every_position(|_, position| for_position!(position, p => check(p)));
}

#[test]
fn somebody_acts_exactly_while_there_is_no_outcome() {
    every_position(|_, position| {
        let over = position.to_act() == ToAct::Nobody;
        assert_eq!(position.outcome().is_some(), over);
        assert_eq!(position.legal().is_empty(), over);
        assert!(position.to_act().seat().is_none_or(|seat| seat.number() < position.seats()));
    });
}

#[test]
fn a_random_match_ends_and_places_every_seat() {
    for table in tables() {
        let last = table.play(LONGEST_MATCH, |position, _| assert_places(position, &position.standing()));
        let outcome = last.outcome().unwrap_or_else(|| panic!("no end in sight of {table:?}"));
        assert_places(&last, &outcome);
        assert_eq!(last.standing(), outcome);
        assert_eq!(last.clone().play("a1"), Err(PlayError::GameOver));
        assert_eq!(last.perft(3), 0);
        let read = table.game.position(&table.options, table.seats, &last.text()).unwrap();
        assert_eq!((read.outcome(), &read), (Some(outcome), &last));
    }
}

fn assert_places(position: &Position, outcome: &Outcome) {
    let places = outcome.places();
    assert_eq!(places.len(), usize::from(position.seats()));
    for place in places {
        let better = places.iter().filter(|other| *other < place).count();
        assert_eq!(usize::from(*place), 1 + better, "{places:?}");
    }
}

#[test]
fn a_record_replays_to_the_same_match() {
    for table in tables() {
        let mut record = Vec::new();
        let mut texts = Vec::new();
        let last = table.play(4 * FAR_ENOUGH, |position, notation| {
            texts.push(position.text());
            record.push(notation.to_owned());
        });
        texts.push(last.text());
        let mut again = table.opening();
        let mut replayed = vec![again.text()];
        replay(&mut again, record.iter().map(String::as_str), |position, _| replayed.push(position.text()))
            .unwrap();
        assert_eq!((again.outcome(), replayed), (last.outcome(), texts));
        assert_eq!(again, last);
    }
}

#[test]
fn a_position_reads_back_from_its_text() {
    every_position(|table, position| {
        let text = position.text();
        let read =
            table.game.position(&table.options, table.seats, &text).unwrap_or_else(|_| panic!("{text}"));
        assert_eq!((&read, read.text()), (position, text));
        assert_eq!((read.to_act(), read.outcome()), (position.to_act(), position.outcome()));
        assert_eq!(read.legal(), position.legal());
    });
}

#[test]
fn positions_are_equal_exactly_when_their_texts_are() {
    for table in tables() {
        let mut seen: Vec<Position> = Vec::new();
        let last = table.play(FAR_ENOUGH, |position, _| {
            if seen.len() < 20 {
                seen.push(position.clone());
            }
        });
        seen.push(last);
        for (one, other) in seen.iter().flat_map(|one| seen.iter().map(move |other| (one, other))) {
            assert_eq!(one == other, one.text() == other.text());
        }
    }
}

#[test]
fn clicks_lead_to_one_move_each() {
    fn check<R: Rules>(position: &R) {
        for mv in position.legal_moves() {
            let clicks = position.clicks(&mv);
            let Some((last, before)) = clicks.split_last() else {
                assert!(choices(position, &[]).named.contains(&mv.to_string()));
                continue;
            };
            for (index, cell) in before.iter().enumerate() {
                assert_eq!(then(position, &before[..index], *cell), Then::Ask, "{mv}");
            }
            assert_eq!(then(position, before, *last), Then::Play(mv.to_string()));
        }
    }
    fn then<R: Rules>(position: &R, so_far: &[Cell], cell: Cell) -> Then {
        let found = choices(position, so_far);
        found.cells.into_iter().find(|choice| choice.cell == cell).unwrap().then
    }
    let mut count = 0;
    every_position(|_, position| {
        count += 1;
        if count % 8 == 1 {
            for_position!(position, p => check(p));
        }
    });
}

#[test]
fn a_chain_clicked_cell_by_cell_ends_in_every_legal_move_and_no_other() {
    fn follow<R: Rules>(position: &R, so_far: &mut Vec<Cell>, found: &mut HashSet<String>) {
        let choices = choices_along(position, so_far);
        found.extend(choices.named);
        for choice in choices.cells {
            match choice.then {
                Then::Play(notation) => {
                    found.insert(notation);
                }
                Then::Ask => {
                    so_far.push(choice.cell);
                    follow(position, so_far, found);
                    so_far.pop();
                }
            }
        }
    }
    for table in tables() {
        table.play(12, |position, _| {
            let mut found = HashSet::new();
            for_position!(position, p => follow(p, &mut Vec::new(), &mut found));
            assert_eq!(found, position.legal().into_iter().collect(), "{}", position.text());
        });
    }
}

#[test]
fn the_effects_of_a_ply_explain_the_pieces_after_it() {
    for table in tables() {
        table.play(FAR_ENOUGH, |position, notation| {
            let mut next = position.clone();
            let played = next.play(notation).unwrap();
            let mut seen = picture(position);
            played.effects.iter().for_each(|effect| draw(&mut seen, effect));
            assert_eq!(seen, picture(&next), "{notation}: {:?}", played.effects);
            assert_turn(position, &next, &played.effects);
        });
    }
}

/// What stands where, by piece id.
fn picture(position: &Position) -> BTreeMap<u8, Standing> {
    let pieces = position.pieces();
    assert!(pieces.iter().map(|standing| standing.piece.id).is_sorted());
    let picture: BTreeMap<_, _> = pieces.iter().map(|standing| (standing.piece.id, *standing)).collect();
    assert_eq!(picture.len(), pieces.len(), "two pieces of one id");
    picture
}

fn draw(picture: &mut BTreeMap<u8, Standing>, effect: &Effect) {
    match effect {
        Effect::Place(standing) => assert_eq!(picture.insert(standing.piece.id, *standing), None),
        Effect::Travel { piece, path } => {
            let standing = picture.get_mut(&piece.id).unwrap();
            assert_eq!(standing.piece, *piece);
            standing.cell = *path.last().unwrap();
        }
        Effect::Remove(piece) => assert_eq!(picture.remove(&piece.id).map(|gone| gone.piece), Some(*piece)),
        Effect::Roll { face } => assert!((1..=6).contains(face)),
        Effect::Count { .. } | Effect::Turn(_) => {}
        Effect::Highlight { cells, why } => assert!(!cells.is_empty() && !why.is_empty()),
    }
}

fn assert_turn(before: &Position, after: &Position, effects: &[Effect]) {
    let whose = |position: &Position| match position.to_act() {
        ToAct::Seat(seat) | ToAct::Chance { for_seat: seat } => Some(seat),
        ToAct::Nobody => None,
    };
    let last_turn = effects.iter().rev().find_map(|effect| match effect {
        Effect::Turn(seat) => Some(*seat),
        _ => None,
    });
    let expected = whose(after).filter(|_| whose(after) != whose(before) || last_turn.is_some());
    assert_eq!(last_turn, expected);
}

proptest! {
    #[test]
    fn no_text_whatsoever_makes_a_game_stumble(text in "\\PC{0,20}|[a-q0-9]{1,3}(-[a-q0-9]{1,3})?") {
        for table in tables().into_iter().step_by(3) {
            let mut position = table.opening();
            let legal = position.legal().contains(&text);
            prop_assert_eq!(position.play(&text).is_ok(), legal);
            prop_assert!(legal || position == table.opening());
        }
    }

    #[test]
    fn no_text_whatsoever_is_taken_for_a_position_it_is_not(text in "\\PC{0,40}|[.xo/]{3,20} [01-]") {
        for table in tables().into_iter().step_by(3) {
            if let Ok(position) = table.game.position(&table.options, table.seats, &text) {
                prop_assert_eq!(position.text(), text.clone());
            }
        }
    }
}
