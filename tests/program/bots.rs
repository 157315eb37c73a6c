//! The bots at the command line: `parlour think` and `parlour arena`.

use std::collections::HashSet;
use std::process::Output;

use serde_json::Value;

fn parlour(arguments: &[&str], input: &str) -> Output {
    crate::program::run(crate::program::parlour(arguments), input.as_bytes())
}

#[track_caller]
fn answers(output: &Output) -> Vec<Value> {
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[track_caller]
fn assert_refused(arguments: &[&str], names: &str) {
    let output = parlour(arguments, "");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert!(complaint.contains(names), "{arguments:?}: {complaint}");
}

#[test]
fn think_prints_one_object() {
    let output = parlour(&["think", "tictactoe", "--after", "a1 b1 a2 b2", "--nodes", "1000"], "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with(r#"{"notation":"a3","value":1.0,"depth":"#), "{text}");
    let answers = answers(&output);
    assert_eq!(answers.len(), 1);
    let keys: Vec<_> = answers[0].as_object().unwrap().keys().cloned().collect();
    let mut expected = ["notation", "value", "depth", "nodes", "line"].map(str::to_owned).to_vec();
    expected.sort();
    let mut sorted = keys;
    sorted.sort();
    assert_eq!(sorted, expected);
    assert_eq!(answers[0]["line"], serde_json::json!(["a3"]));
}

#[test]
fn think_is_deterministic_for_a_seed_and_number_of_nodes() {
    for game in ["kalah", "quarto", "tictactoe", "sternhalma"] {
        for level in ["1", "3", "6"] {
            let arguments = ["think", game, "--level", level, "--nodes", "2000", "--seed", "5"];
            assert_eq!(answers(&parlour(&arguments, "")), answers(&parlour(&arguments, "")));
        }
    }
}

#[test]
fn think_makes_other_mistakes_in_each_input_line_and_the_same_in_the_next_run() {
    let moves = || {
        let output = parlour(&["think", "kalah", "--stdin", "--level", "1"], &"\n".repeat(20));
        answers(&output).iter().map(|answer| answer["notation"].to_string()).collect::<Vec<_>>()
    };
    let first = moves();
    assert!(first.iter().any(|mv| *mv != first[0]), "{first:?}");
    assert_eq!(moves(), first);
}

#[test]
fn think_varies_the_opening_of_levels_that_search_only_if_it_is_given_a_seed() {
    let distinct = |level: &str, seed: &[&str]| {
        let arguments = ["think", "kalah", "--stdin", "--level", level, "--nodes", "300"];
        let output = parlour(&[&arguments, seed].concat(), &"\n".repeat(20));
        let moves =
            answers(&output).iter().map(|answer| answer["notation"].to_string()).collect::<HashSet<_>>();
        moves.len()
    };
    assert!(distinct("5", &["--seed", "1"]) > 1);
    assert_eq!(distinct("5", &[]), 1);
}

#[test]
fn think_answers_each_input_line() {
    let arguments = ["think", "aeroplane", "--seats", "4", "--stdin", "--level", "6", "--nodes", "3000"];
    let answers = answers(&parlour(&arguments, "d6\nd6 1 d3\n  d1 d6\r\n"));
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[1]["notation"], "1");
    let opening = parlour(&["think", "kalah", "--stdin", "--nodes", "1000"], "\n3\n");
    assert_eq!(String::from_utf8_lossy(&opening.stdout).lines().count(), 2);
}

#[test]
fn think_refuses_invalid_input() {
    assert_refused(&["think", "tictactoe", "--after", "a1 a1"], "a1 is taken");
    assert_refused(&["think", "tictactoe", "--after", "a1 b1 a2 b2 a3"], "over");
    assert_refused(&["think", "aeroplane"], "dice");
}

#[test]
fn a_line_that_has_no_answer_gets_an_error_and_the_lines_after_it_are_answered() {
    let arguments = ["think", "tictactoe", "--stdin", "--nodes", "100"];
    let output = parlour(&arguments, "a1\nz9\na1 b1 a2 b2 a3\nb1\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("2 of 4 lines"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let has = |key: &str| lines.iter().map(|line| line[key].is_string()).collect::<Vec<_>>();
    assert_eq!(has("notation"), [true, false, false, true], "{text}");
    assert_eq!(has("error"), [false, true, true, false], "{text}");
    assert!(lines[1]["error"].as_str().unwrap().contains("z9"));
    let dice = parlour(&["think", "aeroplane", "--stdin"], "\nd6 1 d6 9\n\u{fffd}\n");
    assert_eq!(String::from_utf8_lossy(&dice.stdout).matches("error").count(), 3);
}

#[test]
fn think_answers_in_every_game_for_every_number_of_seats_at_every_level() {
    let games =
        [("aeroplane", 2..=4, "d6"), ("kalah", 2..=2, ""), ("quarto", 2..=2, "3"), ("tictactoe", 2..=2, "")];
    for (game, seats, plies) in games.into_iter().chain([("sternhalma", 2..=6, "")]) {
        for seats in seats.map(|seats| seats.to_string()) {
            for level in ["1", "2", "3", "4", "5", "6"] {
                let arguments =
                    ["think", game, "--seats", &seats, "--after", plies, "--level", level, "--nodes", "50"];
                let answers = answers(&parlour(&arguments, ""));
                assert_eq!(answers[0]["line"][0], answers[0]["notation"], "{arguments:?}");
            }
        }
    }
}

/// The values of Kalah are those of Irving, Donkers and Uiterwijk (2000), except for (6,2): see `docs/bots.md`.
#[test]
fn solve_proves_values_that_are_published() {
    let solved = |options: &str, value: f64| {
        let answers = answers(&parlour(&["solve", "kalah", "--options", options], ""));
        assert_eq!(answers[0]["value"], value, "{options}");
    };
    solved("seeds=1", 2.0);
    solved("seeds=2", 6.0);
    solved("houses=5,seeds=1", 0.0);
    let draw = answers(&parlour(&["solve", "tictactoe"], ""));
    assert_eq!(draw[0]["value"], 0.0);
    let won = answers(&parlour(&["solve", "quarto", "--after", "4 a1 d b1 6 c1 f"], ""));
    assert_eq!((&won[0]["value"], &won[0]["notation"]), (&Value::from(1.0), &Value::from("d1")));
}

#[test]
fn solve_refuses_what_it_cannot_prove() {
    assert_refused(&["solve", "kalah", "--nodes", "1000"], "not proven");
    assert_refused(&["solve", "sternhalma"], "not proven");
    assert_refused(&["solve", "aeroplane", "--after", "d6"], "not proven");
    assert_refused(&["solve", "tictactoe", "--options", "size=15,line=5"], "not proven");
    assert_refused(&["solve", "tictactoe", "--after", "a1 b1 a2 b2 a3"], "over");
    assert_refused(&["solve", "kalah", "--memory", "0"], "0");
}

#[test]
fn invalid_arguments_are_refused_by_name() {
    assert_refused(&["think", "chess"], "chess");
    assert_refused(&["think", "kalah", "--level", "7"], "levels are 0 to 6");
    assert_refused(&["think", "kalah", "--level", "best"], "levels are 0 to 6");
    assert_refused(&["think", "kalah", "--seats", "3"], "3");
    assert_refused(&["think", "kalah", "--options", "houses=1"], "houses");
    assert_refused(&["think", "kalah", "--ms", "0"], "0");
    assert_refused(&["think", "kalah", "--nodes", "-1"], "-1");
    assert_refused(&["think", "kalah", "--ms", "5", "--nodes", "5"], "--nodes");
    assert_refused(&["arena", "kalah", "--seats", "1,7", "--games", "1"], "levels are 0 to 6");
    assert_refused(&["arena", "kalah", "--seats", "1,2,3", "--games", "1"], "3");
    assert_refused(&["arena", "kalah", "--seats", "1,1,1,1,1,1,1", "--games", "1"], "7");
    assert_refused(&["arena", "kalah", "--seats", "1,2", "--games", "0"], "0");
    assert_refused(&["arena", "kalah", "--seats", "1,2"], "--games");
    assert_refused(&["arena", "kalah", "--games", "1"], "--seats");
    assert_refused(&["arena", "kalah", "--seats", "1,2", "--games", "1", "--jobs", "0"], "0");
}

#[test]
fn the_help_of_think_states_the_units_of_value() {
    let output = parlour(&["think", "--help"], "");
    let help = String::from_utf8_lossy(&output.stdout).into_owned();
    for game in ["aeroplane", "quarto", "sternhalma", "kalah", "tictactoe"] {
        assert!(help.contains(&format!("  {game}: ")), "{help}");
    }
}

#[test]
fn arena_plays_the_same_matches_with_any_number_of_jobs() {
    let arguments = ["arena", "sternhalma", "--seats", "3,greedy,random", "--games", "3", "--nodes", "200"];
    let results = |jobs| {
        let output = parlour(&[&arguments[..], &["--jobs", jobs]].concat(), "");
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8(output.stdout).unwrap();
        // The rest of the line is timing.
        text.lines().map(|line| line.split(')').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let one = results("1");
    assert_eq!(one.len(), 3);
    assert!(one[0].starts_with("3 Intermediate: 3 matches, "), "{one:?}");
    assert_eq!(one, results("2"));
}
