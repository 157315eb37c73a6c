//! Boards in letters: signs in rows, as text and as a table, for a reader of mail shows no drawing of ours.

use maud::{Markup, html};

use crate::games::kalah::{self, Kalah, Place};
use crate::games::quarto::Quarto;
use crate::games::sternhalma::{Sternhalma, board as star};
use crate::games::tictactoe::TicTacToe;
use crate::games::{Cell, Position, Seat};
use crate::views::boards;

/// A sign on the board: what stands there, and whose it is.
struct Sign {
    text: String,
    seat: Option<Seat>,
}

/// Signs beside each other, after so many half signs of room.
struct Row {
    room: u8,
    signs: Vec<Sign>,
}

/// How wide a sign is in text, its space included.
const WIDTH: usize = 2;
const SEATS: [&str; 6] = ["#8a6410", "#245a8c", "#96341f", "#2f6e3b", "#6b3673", "#4a5560"];
const TABLE: &str = "table-layout:fixed;border-collapse:separate;border-spacing:0;margin:12px 0;border:4px solid #e4d3b4;\
    border-radius:8px;background:#e4d3b4";
const FIELD: &str = "height:22px;padding:0;border:1px solid #e4d3b4;border-radius:13px;background:#f6ecd8;\
    text-align:center;font:600 13px/22px monospace";
/// How wide half a sign is drawn, so that every board fits on a phone.
const HALF: u16 = 12;
const HALF_OF_MANY: u16 = 10;
const MANY: u8 = 26;

/// What a seat's pieces are written with.
pub fn sign(position: &Position, seat: Seat) -> Option<String> {
    match position {
        Position::TicTacToe(_) => Some(mark(seat)),
        Position::Sternhalma(_) => Some((seat.number() + 1).to_string()),
        _ => None,
    }
}

/// The board as text, seen by a seat.
pub fn text(position: &Position, seat: Seat, name: impl Fn(Seat) -> String) -> String {
    let rows = rows(position, seat);
    if rows.is_empty() {
        return words(position, name).join("\n");
    }
    let widest = rows.iter().flat_map(|row| &row.signs).map(|sign| sign.text.chars().count()).max();
    let width = widest.unwrap_or(1);
    let line = |row: Row| {
        let room = " ".repeat(usize::from(row.room) * WIDTH / 2);
        let signs: Vec<_> = row.signs.into_iter().map(|sign| format!("{:>width$}", sign.text)).collect();
        format!("    {room}{}", signs.join(" ")).trim_end().to_owned()
    };
    rows.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The board as a table, seen by a seat.
pub fn table(position: &Position, seat: Seat, name: impl Fn(Seat) -> String) -> Markup {
    let rows = rows(position, seat);
    let half = |row: &Row| u8::try_from(row.signs.len()).unwrap_or(u8::MAX).saturating_mul(2);
    let width = rows.iter().map(|row| row.room.saturating_add(half(row))).max().unwrap_or(0);
    html! {
        @if rows.is_empty() {
            ul { @for words in words(position, name) { li { (words) } } }
        } @else {
            @let drawn = u16::from(width) * if width > MANY { HALF_OF_MANY } else { HALF };
            table role="presentation" width=(drawn) style={ (TABLE) ";width:" (drawn) "px" } {
                @for row in &rows {
                    tr {
                        @if row.room > 0 { td colspan=(row.room) {} }
                        @for sign in &row.signs { (field(sign)) }
                        @let rest = width.saturating_sub(row.room).saturating_sub(half(row));
                        @if rest > 0 { td colspan=(rest) {} }
                    }
                }
            }
        }
    }
}

fn field(sign: &Sign) -> Markup {
    let colour = sign.seat.map_or("#a5937a", |seat| SEATS[seat.index() % SEATS.len()]);
    html! { td colspan="2" style={ (FIELD) ";color:" (colour) } { (sign.text) } }
}

/// What stands where, for boards that signs in rows do not show.
fn words(position: &Position, name: impl Fn(Seat) -> String) -> Vec<String> {
    let line = |(seat, words): (Option<Seat>, String)| match seat {
        Some(seat) => format!("{}: {words}", name(seat)),
        None => words,
    };
    boards::in_words(position).into_iter().map(line).collect()
}

fn rows(position: &Position, seat: Seat) -> Vec<Row> {
    match position {
        Position::TicTacToe(position) => paper(position),
        Position::Quarto(position) => slab(position),
        Position::Kalah(position) => houses(position, seat),
        Position::Sternhalma(position) => holes(position),
        Position::Aeroplane(_) => Vec::new(),
    }
}

fn mark(seat: Seat) -> String {
    ["X", "O", "A", "B", "C", "D"].get(seat.index()).copied().unwrap_or("?").to_owned()
}

fn empty() -> Sign {
    Sign { text: ".".to_owned(), seat: None }
}

fn paper(position: &TicTacToe) -> Vec<Row> {
    use crate::games::square::Square;
    let size = position.size();
    let sign = |square| match position.mark(square) {
        Some(seat) => Sign { text: mark(seat), seat: Some(seat) },
        None => empty(),
    };
    let row = |rank| Row { room: 0, signs: (0..size).map(|file| sign(Square { file, rank })).collect() };
    (0..size).rev().map(row).collect()
}

fn slab(position: &Quarto) -> Vec<Row> {
    let sign = |cell| match position.figure(Cell(cell)) {
        Some(figure) => Sign { text: figure.to_string(), seat: Some(Seat::new(u8::from(figure.is_dark()))) },
        None => empty(),
    };
    let row = |rank: u8| Row { room: 0, signs: (0..4).map(|file| sign(rank * 4 + file)).collect() };
    (0..4).rev().map(row).collect()
}

/// The reader's houses below, sown from left to right, with the stores at the sides.
fn houses(position: &Kalah, seat: Seat) -> Vec<Row> {
    let other = Seat::new(1 - seat.number().min(1));
    let seeds =
        |seat, place| Sign { text: position.seeds(kalah::cell(seat, place)).to_string(), seat: Some(seat) };
    let houses = position.houses();
    let theirs = (1..=houses).rev().map(|house| seeds(other, Place::House(house)));
    let own = (1..=houses).map(|house| seeds(seat, Place::House(house)));
    let gap = || Sign { text: String::new(), seat: None };
    let above = std::iter::once(seeds(other, Place::Store)).chain(theirs).chain([gap()]);
    let below = std::iter::once(gap()).chain(own).chain([seeds(seat, Place::Store)]);
    vec![Row { room: 0, signs: above.collect() }, Row { room: 0, signs: below.collect() }]
}

fn holes(position: &Sternhalma) -> Vec<Row> {
    let standing = Position::Sternhalma(position.clone()).pieces();
    let on = |cell| standing.iter().find(|standing| standing.cell == cell).map(|it| Seat::new(it.piece.look));
    let sign = |cell| match on(cell) {
        Some(seat) => Sign { text: (seat.number() + 1).to_string(), seat: Some(seat) },
        None => empty(),
    };
    let mut first = 0;
    let mut rows: Vec<_> = star::ROWS
        .iter()
        .map(|holes| {
            let signs = (first..first + holes).map(|cell| sign(Cell(cell))).collect();
            let (x, _) = star::place(Cell(first));
            first += holes;
            // The westernmost holes of the star are six to the west of its centre.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 24")]
            let room = ((x + 6.0) * 2.0).round() as u8;
            Row { room, signs }
        })
        .collect();
    rows.reverse();
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;

    fn drawn(game: Game, plies: &[&str], seat: u8) -> String {
        let options = game.options([]).unwrap();
        let mut position = game.opening(&options, 2).unwrap();
        for ply in plies {
            position.play(ply).unwrap();
        }
        let name = |seat: Seat| ["Ada", "Ben"][seat.index()].to_owned();
        let rows = table(&position, Seat::new(seat), name).into_string();
        assert!(rows.contains("<table") || rows.contains("<li>Ada: "), "{rows}");
        text(&position, Seat::new(seat), name)
    }

    #[test]
    fn marks_stand_as_on_paper() {
        assert_eq!(drawn(Game::TicTacToe, &["a1", "b2"], 0), "    . . .\n    . O .\n    X . .");
    }

    #[test]
    fn everybody_has_their_own_houses_below() {
        let own = "    0 4 4 4 4 4 4\n      4 4 4 4 4 4 0";
        assert_eq!(drawn(Game::Kalah, &[], 0), own);
        assert_eq!(drawn(Game::Kalah, &["3"], 1).lines().count(), 2);
        assert!(drawn(Game::Kalah, &["3"], 1).starts_with("    1 5 5 5 0 4 4"));
    }

    #[test]
    fn the_star_has_six_points() {
        let star = drawn(Game::Sternhalma, &[], 0);
        let lines: Vec<_> = star.lines().collect();
        assert_eq!(lines.len(), 17);
        assert_eq!(lines[4].trim(), ". . . . . . . . . . . . .");
        assert_eq!(lines[0].trim_start(), "2", "{star}");
        assert_eq!(lines[16].find('1'), lines[0].find('2'), "{star}");
        assert_eq!(star.matches('1').count(), 10);
    }

    #[test]
    fn every_game_is_told() {
        for game in Game::ALL {
            assert!(!drawn(*game, &[], 0).is_empty(), "{game:?}");
        }
    }
}
