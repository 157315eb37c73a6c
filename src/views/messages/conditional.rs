//! Why conditional moves cannot be saved.

use super::ErrorMessage;
use crate::games::PlayError;
use crate::matches::{ConditionalLineError, ConditionalProblem, MOST_LINES, MOST_PLIES};
use crate::texts::tr;
use crate::tr_format;

impl ErrorMessage for ConditionalProblem {
    fn message(&self) -> String {
        match self {
            ConditionalProblem::TooManyLines(lines) => {
                tr_format!("Use at most {most} lines. You have {n}.", most = MOST_LINES, n = lines,)
            }
            ConditionalProblem::Line { line, why } => {
                tr_format!("Line {line}: {why}.", line = line, why = why.message())
            }
            ConditionalProblem::Ply { line, ply, notation, why } => tr_format!(
                "Line {line}, move {ply} ({notation}): {why}.",
                line = line,
                ply = ply,
                notation = notation,
                why = why.message(),
            ),
        }
    }
}

impl ErrorMessage for ConditionalLineError {
    fn message(&self) -> String {
        let text = match self {
            Self::MissingPly(word) => return tr_format!("a move is missing after “{word}”", word = word),
            Self::TooManyPlies => return tr_format!("a line has at most {most} moves", most = MOST_PLIES),
            Self::Contradiction { line, ply } => {
                return tr_format!(
                    "line {line} starts the same way and plays {ply} there",
                    line = line,
                    ply = ply
                );
            }
            Self::Play(PlayError::Unreadable { expected, .. }) => {
                return tr_format!("that isn’t a move: write {expected}", expected = tr(expected));
            }
            Self::Play(error) => return error.message(),
            Self::OwnPlyNotNamed => tr("“*” stands for a move by others: write your own move"),
            Self::NothingToPlay => tr("your own move is missing: write it after “then”"),
            Self::NoRules => tr("this game has no dice"),
            Self::OthersTurn => tr("it isn’t your turn there, so write it after “if”"),
            Self::OwnTurn => tr("it’s your turn there, so write it after “then”"),
        };
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::matches::{
        JoinCode, LogEntry, Match, MatchCommand, MatchDice, MatchId, MatchOpening, MatchSecret, decide,
        follow, parse_conditional_move,
    };
    use crate::now::Moment;
    use crate::users::UserId;

    const ADA: UserId = UserId(1);
    const BEN: UserId = UserId(2);
    const CLEO: UserId = UserId(3);

    fn started(game: Game, people: &[UserId]) -> Match {
        let dice = game.has_dice().then(|| MatchDice { secret: MatchSecret::new([7; 32]), auto_roll: false });
        let opening = MatchOpening {
            dice,
            ..MatchOpening::casual(game, people.len() as u8, JoinCode::from_digits([0; 6]))
        };
        let mut m = Match::open(MatchId::from_digits([0; 12]), &opening, ADA, Moment(0)).unwrap();
        for user in people {
            let joined = decide(&m, *user, &MatchCommand::Join).unwrap();
            for event in joined {
                m.apply(&LogEntry { seq: m.seq + 1, at: 0, actor: None, event }).unwrap();
            }
            while let Some(event) = follow(&m) {
                m.apply(&LogEntry { seq: m.seq + 1, at: 0, actor: None, event }).unwrap();
            }
        }
        m
    }

    fn refuses(m: &Match, by: UserId, text: &str, words: &str) {
        let message = parse_conditional_move(m, by, text).unwrap_err().message();
        assert!(message.contains(words), "{text}: {message}");
    }

    #[test]
    fn conditional_moves_are_checked_on_the_board_when_saved() {
        let m = started(Game::TicTacToe, &[ADA, BEN]);
        for (text, words) in [
            ("if a1 then a1", "Line 1, move 2 (a1): "),
            ("if a1 then b2\nif a1 then b2, if b2 then c3", "Line 2, move 3 (b2): "),
            ("if a1 then d4", "Line 1, move 2 (d4): d4 is off the board"),
            ("if a1 then b4u", "Line 1, move 2 (b4u): that isn’t a move: write a square such as b2"),
            ("if a1 b2 then c3", "Line 1, move 2 (b2): it’s your turn there, so write it after “then”"),
            ("then a1", "Line 1, move 1 (a1): it isn’t your turn there, so write it after “if”"),
            ("if a1 then b2 c3", "Line 1, move 3 (c3): it isn’t your turn there"),
            ("if a1", "Line 1: your own move is missing"),
            ("if a1 then b2, if c3", "Line 1: your own move is missing"),
            ("if then b2", "Line 1: a move is missing after “if”"),
            ("if a1 then", "Line 1: a move is missing after “then”"),
            ("if a1 then *", "Line 1, move 2 (*): “*” stands for a move by others"),
            (
                "if a1 then b2\nif a1 then c3",
                "Line 2, move 2 (c3): line 1 starts the same way and plays b2 there",
            ),
            ("if a1 then b2, if * then a1", "Line 1, move 4 (a1): "),
            ("if I can launch, launch", "Line 1: this game has no dice"),
            (&format!("if {} then b2", "x".repeat(500)), "(xxxxxxxxxxxxxxxx)"),
            (&"if a1 then b2\n".repeat(21), "Use at most 20 lines. You have 21."),
            (&format!("if {}then b2", "a1 ".repeat(40)), "Line 1: a line has at most 40 moves"),
            ("if a1 then b1, if a2 then b2, if a3 then c1", "Line 1, move 6 (c1): the match is over"),
        ] {
            refuses(&m, BEN, text, words);
        }
        refuses(&m, ADA, "if b2 then a1", "it’s your turn there, so write it after “then”");
        refuses(&m, CLEO, "if b2 then a1", "You don’t have a seat in this match.");
        let dice = started(Game::Aeroplane, &[ADA, BEN]);
        for (text, words) in [
            ("if d6 then 5", "Line 1, move 2 (5): "),
            ("if d7 then 1", "Line 1, move 1 (d7): "),
            ("then d6", "Line 1, move 1 (d6): it isn’t your turn there"),
        ] {
            refuses(&dice, ADA, text, words);
        }
        assert!(parse_conditional_move(&dice, ADA, "if d6 then 1").is_ok());
    }

    #[test]
    fn conditional_moves_are_checked_up_to_a_limit() {
        let m = started(Game::Sternhalma, &[ADA, BEN, CLEO]);
        let mut position = m.position.clone();
        for _ in 0..2 {
            position.play(&position.legal()[0].clone()).unwrap();
        }
        let answer = format!("if * * then {}", position.legal()[0]);
        let far = vec![answer.as_str(); 13].join(", ");
        assert!(parse_conditional_move(&m, CLEO, &far).is_ok());
        refuses(
            &m,
            CLEO,
            &format!("{answer}, {answer}, if * * then nowhere"),
            "Line 1, move 9 (nowhere): that isn’t a move",
        );
        refuses(&m, CLEO, &format!("if {}then nowhere", "* ".repeat(38)), "it’s your turn there");
    }
}
