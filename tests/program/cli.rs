//! The program at the command line.

use std::io::Write;
use std::process::Output;

use serde_json::{Value, json};

fn parlour(arguments: &[&str], input: &str) -> Output {
    crate::program::run(crate::program::parlour(arguments), input.as_bytes())
}

fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn complaint(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    printed(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[track_caller]
fn assert_done(output: &Output) {
    assert_eq!((output.status.code(), complaint(output).as_str()), (Some(0), ""));
}

#[track_caller]
fn assert_refused_setup(arguments: &[&str], names: &str) {
    let output = parlour(arguments, "");
    assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}");
    assert_eq!(printed(&output), "", "{arguments:?}");
    assert!(complaint(&output).contains(names), "{arguments:?}: {}", complaint(&output));
}

#[test]
fn perft_counts_depth_by_depth() {
    let output = parlour(&["perft", "tictactoe", "3"], "");
    assert_done(&output);
    assert_eq!(printed(&output), "1 9\n2 72\n3 504\n");
}

#[test]
fn perft_divides_by_legal_ply_in_text_order() {
    let output = parlour(&["perft", "tictactoe", "2", "--divide", "--after", "a1 a2 a3 b1 b2"], "");
    assert_done(&output);
    assert_eq!(printed(&output), "b3 3\nc1 3\nc2 3\nc3 3\n");
}

#[test]
fn perft_of_a_finished_match_counts_nothing() {
    let after = ["perft", "tictactoe", "2", "--after", "a1 b1 a2 b2 a3"];
    assert_eq!(printed(&parlour(&after, "")), "1 0\n2 0\n");
    let divided = parlour(&[&after[..], &["--divide"]].concat(), "");
    assert_done(&divided);
    assert_eq!(printed(&divided), "");
}

#[test]
fn perft_accepts_seats_and_options() {
    let arguments = ["perft", "sternhalma", "3", "--seats", "6", "--options", "points=any,target=free"];
    assert_eq!(printed(&parlour(&arguments, "")), "1 14\n2 199\n3 2828\n");
}

#[test]
fn perft_refuses_an_illegal_initial_ply() {
    let output = parlour(&["perft", "tictactoe", "2", "--after", "a1 a1"], "");
    assert_eq!((output.status.code(), printed(&output).as_str()), (Some(1), ""));
    assert_eq!(complaint(&output), "parlour: ply 2 (a1): a1 is taken\n");
}

#[test]
fn trace_prints_the_opening_and_a_line_for_each_ply() {
    let output = parlour(&["trace", "tictactoe", "b2"], "");
    assert_done(&output);
    let expected = concat!(
        r#"{"ply":0,"notation":null,"position":".../.../... 0","to_act":0,"#,
        r#""legal":["a1","a2","a3","b1","b2","b3","c1","c2","c3"],"outcome":null}"#,
        "\n",
        r#"{"ply":1,"notation":"b2","position":".../.x./... 1","to_act":1,"#,
        r#""legal":["a1","a2","a3","b1","b3","c1","c2","c3"],"outcome":null}"#,
        "\n",
    );
    assert_eq!(printed(&output), expected);
}

#[test]
fn trace_reads_plies_from_standard_input_with_any_white_space() {
    let output = parlour(&["trace", "tictactoe"], "a1 b1\n\n\ta2\r\nb2 \u{b} a3");
    assert_done(&output);
    let lines = lines(&output);
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[5]["notation"], "a3");
}

#[test]
fn trace_without_plies_prints_only_the_opening() {
    let output = parlour(&["trace", "sternhalma", "--seats", "3"], "\n");
    assert_done(&output);
    assert_eq!(lines(&output).len(), 1);
}

#[test]
fn trace_prints_places_and_no_seat_to_act_after_the_end() {
    let output = parlour(&["trace", "tictactoe", "a1", "b1", "a2", "b2", "a3"], "");
    let last = lines(&output).pop().unwrap();
    let expected = json!({
        "ply": 5, "notation": "a3", "position": "x../xo./xo. -", "to_act": null, "legal": [], "outcome": [1, 2],
    });
    assert_eq!(last, expected);
}

#[test]
fn trace_sorts_legal_plies_as_text() {
    let output = parlour(&["trace", "tictactoe", "--options", "size=10,line=5"], "");
    let opening = lines(&output).pop().unwrap();
    let legal: Vec<&str> =
        opening["legal"].as_array().unwrap().iter().map(|ply| ply.as_str().unwrap()).collect();
    assert_eq!(legal[..4], ["a1", "a10", "a2", "a3"]);
    assert!(legal.is_sorted());
}

#[test]
fn trace_distinguishes_giving_from_placing() {
    let output = parlour(&["trace", "quarto", "--options", "squares=on", "c", "b3"], "");
    assert_done(&output);
    let lines = lines(&output);
    let printed = |line: usize, key: &str| lines[line][key].to_string();
    assert_eq!(printed(0, "position"), "\"..../..../..../.... - 0\"");
    assert_eq!(
        (printed(1, "position"), printed(1, "to_act")),
        ("\"..../..../..../.... c 1\"".into(), "1".into())
    );
    assert_eq!(lines[1]["legal"].as_array().unwrap()[..3], ["a1", "a2", "a3"]);
    assert_eq!(
        (printed(2, "position"), printed(2, "to_act")),
        ("\"..../.c../..../.... - 1\"".into(), "1".into())
    );
    assert_eq!(lines[2]["legal"].as_array().unwrap()[10..], ["a", "b", "d", "e", "f"]);
}

#[test]
fn trace_sorts_numbers_before_words() {
    let output = parlour(&["trace", "kalah", "--options", "houses=9,swap=on", "1"], "");
    let legal = &lines(&output)[1]["legal"];
    assert_eq!(*legal, json!(["1", "2", "3", "4", "5", "6", "7", "8", "9", "swap"]));
}

#[test]
fn trace_stops_at_an_illegal_ply_with_its_reason_after_the_lines_before_it() {
    let output = parlour(&["trace", "sternhalma", "d2-e6", "n2-f5", "d3-e8"], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(lines(&output).len(), 2);
    assert_eq!(
        complaint(&output),
        "parlour: ply 2 (n2-f5): n2 can’t reach f5: no chain of hops leads there\n"
    );
}

#[test]
fn trace_stops_at_an_unreadable_ply() {
    for ply in ["", "B2", "b02", "b2 ", "é", "a1 a2", "pass"] {
        let output = parlour(&["trace", "tictactoe", "--", ply], "");
        assert_eq!(output.status.code(), Some(1), "{ply}");
        assert_eq!(lines(&output).len(), 1, "{ply}");
        let why = format!("parlour: ply 1 ({ply}): “{ply}” isn’t a move: write a square such as b2\n");
        assert_eq!(complaint(&output), why);
    }
}

#[test]
fn trace_stops_at_a_ply_after_the_end() {
    let output = parlour(&["trace", "tictactoe"], "a1 b1 a2 b2 a3 b3");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(lines(&output).len(), 6);
    assert_eq!(complaint(&output), "parlour: ply 6 (b3): the match is over\n");
}

#[test]
fn trace_treats_invalid_utf_8_as_an_unreadable_ply() {
    let output = crate::program::run(crate::program::parlour(&["trace", "tictactoe"]), b"b2 \xff\xfe");
    assert_eq!((output.status.code(), lines(&output).len()), (Some(1), 2));
}

#[test]
fn an_invalid_setup_is_refused_by_name() {
    for command in [&["perft", "1"][..], &["trace"][..]] {
        let refused = |game: &'static str, arguments: &[&'static str], names: &str| {
            let all = [&command[..1], &[game], &command[1..], arguments].concat();
            assert_refused_setup(&all, names);
        };
        refused("chess", &[], "chess");
        refused("tictactoe", &["--seats", "3"], "3");
        refused("tictactoe", &["--seats", "0"], "0");
        refused("tictactoe", &["--seats", "300"], "300");
        refused("tictactoe", &["--seats", "two"], "two");
        refused("sternhalma", &["--seats", "7"], "7");
        refused("sternhalma", &["--seats", "1"], "1");
        refused("tictactoe", &["--options", "colour=red"], "colour");
        refused("tictactoe", &["--options", "size"], "size");
        refused("tictactoe", &["--options", "size=16"], "size");
        refused("tictactoe", &["--options", "size=2"], "size");
        refused("tictactoe", &["--options", "size=03"], "size");
        refused("tictactoe", &["--options", "size=4,size=4"], "size");
        refused("tictactoe", &["--options", "line=4"], "line");
        refused("tictactoe", &["--options", "size=15,line=7"], "line");
        refused("tictactoe", &["--options", "size=15,line=2"], "line");
        refused("kalah", &["--options", "houses=1"], "houses");
        refused("kalah", &["--options", "houses=10"], "houses");
        refused("kalah", &["--options", "seeds=0"], "seeds");
        refused("kalah", &["--options", "captured=hand"], "captured");
        refused("kalah", &["--options", "swap=yes"], "swap");
        refused("sternhalma", &["--options", "finish=all"], "finish");
        refused("sternhalma", &["--options", "play_on=yes"], "play_on");
        refused("sternhalma", &["--options", "target=Free"], "target");
        refused("sternhalma", &["--options", "points= any"], "points");
        refused("quarto", &["--seats", "3"], "3");
        refused("quarto", &["--options", "squares=yes"], "squares");
    }
}

#[test]
fn the_order_of_options_does_not_matter() {
    let one = parlour(&["trace", "tictactoe", "--options", "size=5,line=4"], "");
    let other = parlour(&["trace", "tictactoe", "--options", "line=4,size=5"], "");
    assert_done(&one);
    assert_eq!(printed(&one), printed(&other));
}

#[test]
fn perft_requires_a_depth() {
    assert_refused_setup(&["perft", "tictactoe"], "DEPTH");
    assert_refused_setup(&["perft", "tictactoe", "0"], "0");
    assert_refused_setup(&["perft", "tictactoe", "deep"], "deep");
}

#[test]
fn a_closed_output_pipe_is_not_an_error() {
    let mut child =
        crate::program::started(crate::program::parlour(&["trace", "tictactoe", "--options", "size=15"]));
    drop(child.stdout.take());
    let _ = child.stdin.take().unwrap().write_all("a1 b1 c1 d1\n".repeat(50).as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_done(&output);
}

#[test]
fn settings_in_the_environment_are_not_listed_as_missing() {
    for arguments in [&["backup"][..], &["restore"], &["admin", "create"]] {
        let mut program = crate::program::parlour(arguments);
        program.env("DATABASE_URL", "sqlite://parlour.db");
        let output = crate::program::run(program, b"");
        let words = complaint(&output);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(words.contains("required arguments") && !words.contains("--database-url"), "{words}");
    }
}
