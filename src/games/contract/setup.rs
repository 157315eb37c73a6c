//! Options and seats.

use super::*;

#[test]
fn options_round_trip_through_their_pairs() {
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
fn every_preset_opens_a_match_with_allowed_numbers_of_seats_only() {
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
fn an_unknown_repeated_or_out_of_range_option_is_refused_by_name() {
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
