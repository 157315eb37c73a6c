//! Writes all parts and pages to a folder, with their assets, for viewing in a browser: `cargo run --example gallery
//! -- FOLDER`, then serve the folder with any file server.

use std::fs;
use std::path::{Path, PathBuf};

use maud::{Markup, html};
use parlour::assets;
use parlour::games::{Effect, Game, Position, Seat};
use parlour::users::Role;
use parlour::views::boards::{self, DrawnBoard, LastPly, MoveForm};
use parlour::views::page::{Page, PageViewer, PageWidth, SignedInPlayer};
use parlour::views::parts::{
    Button, ButtonKind, EmptyState, Icon, MatchRow, NavTab, NavTabs, NoticeBox, PageLinks, RadioChoice,
    RadioChoices, RowStanding, SectionCard, TextArea, TextField, UserName, matches,
};
use parlour::views::{errors, front, register, sign_in};

fn main() -> std::io::Result<()> {
    let folder: PathBuf = std::env::args_os().nth(1).unwrap_or_else(|| "gallery".into()).into();
    fs::create_dir_all(&folder)?;
    for (url, body) in assets::all() {
        write(&folder, url.trim_start_matches('/'), &body)?;
    }
    for (name, page) in pages() {
        write(&folder, name, page.into_string().as_bytes())?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, body: &[u8]) -> std::io::Result<()> {
    let path = folder.join(name);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, body)
}

fn ada() -> PageViewer<'static> {
    PageViewer {
        player: Some(SignedInPlayer {
            id: parlour::users::UserId(1),
            name: "ada",
            turns: 2,
            guest: false,
            role: Role::Player,
            suspension: None,
            mute: None,
            open_reports: 0,
        }),
        ..PageViewer::default()
    }
}

fn pages() -> Vec<(&'static str, Markup)> {
    let visitor = PageViewer::default;
    let wrong = sign_in::SignInPage {
        username: "ada",
        problem: Some("Name and password do not go together. Look them over and try again."),
        ..sign_in::SignInPage::default()
    };
    let taken = register::RegisterPage {
        username: "ada",
        name_problem: Some("Somebody is called “ada” already. Choose another name."),
        password_problem: Some("That password is easy to guess. Make it longer."),
        ..register::RegisterPage::default()
    };
    vec![
        ("parts.html", parts()),
        ("sign-in.html", sign_in::page(visitor(), sign_in::SignInPage::default())),
        ("sign-in-wrong.html", sign_in::page(visitor(), wrong)),
        ("register.html", register::page(visitor(), register::RegisterPage::default())),
        ("register-wrong.html", register::page(visitor(), taken)),
        ("front-empty.html", front::page(visitor(), &front_with(Vec::new()))),
        ("front.html", front::page(visitor(), &front_with(rows()))),
        ("star-2.html", board_page(&midgame(2), 0, Some(""), false)),
        (
            "star-2-chosen.html",
            board_page(&played(Game::Sternhalma, &[], 2, &["d2-e6", "n2-m7"]), 0, Some("b2"), false),
        ),
        ("star-3-turned.html", board_page(&midgame(3), 1, None, false)),
        ("star-6.html", board_page(&midgame(6), 0, Some(""), false)),
        (
            "star-along.html",
            board_page(&played(Game::Sternhalma, &[], 2, &["d2-e6", "n2-m7"]), 0, Some("b2,d2"), true),
        ),
        ("marks-3.html", board_page(&marks(3, 3, &["b2", "a1", "c1"]), 0, Some(""), false)),
        ("marks-3-won.html", board_page(&marks(3, 3, &["b2", "a1", "c1", "a2", "a3"]), 0, None, false)),
        ("planes-opening.html", board_page(&planes("", 4, None, &[]), 0, Some(""), false)),
        ("planes-thrown.html", board_page(&planes("", 4, CROWDED, &["d6"]), 0, Some(""), false)),
        ("planes-flown.html", board_page(&planes("flyover=on", 4, FLIGHT, &["d2", "1"]), 2, Some(""), false)),
        ("planes-over.html", board_page(&planes("", 2, LANDING, &["d3", "4"]), 1, None, false)),
        ("planes-small.html", smalls()),
        ("marks-15.html", board_page(&marks(15, 5, &GOMOKU), 0, Some(""), false)),
        ("quarto-open.html", board_page(&quarto(""), 0, Some(""), false)),
        ("quarto-give.html", board_page(&quarto("0 a1 d c2 6 d4 9 c1 7 b4 3 b2 a a3"), 0, Some(""), false)),
        (
            "quarto-place.html",
            board_page(&quarto("0 a1 d c2 6 d4 9 c1 7 b4 3 b2 a a3 e"), 0, Some(""), false),
        ),
        ("quarto-won.html", board_page(&quarto("8 c4 4 b4 a c3 d d4 6 b2 5 a4"), 0, Some(""), false)),
        ("quarto-drawn.html", board_page(&quarto(QUARTO_DRAWN), 0, None, false)),
        ("seeds-opening.html", board_page(&seeds(&[], 0), 0, Some(""), false)),
        ("seeds-middle.html", board_page(&seeds(&[], 21), 0, Some(""), false)),
        ("seeds-turned.html", board_page(&seeds(&[], 18), 1, Some(""), false)),
        ("seeds-end.html", board_page(&seeds(&[], 500), 0, None, false)),
        ("seeds-2-9.html", board_page(&seeds(&[("houses", "2"), ("seeds", "9")], 3), 0, Some(""), false)),
        ("seeds-4-3.html", board_page(&seeds(&[("houses", "4"), ("seeds", "3")], 2), 0, Some(""), false)),
        ("seeds-9-9.html", board_page(&seeds(&[("houses", "9"), ("seeds", "9")], 30), 0, Some(""), false)),
        ("seeds-9-1.html", board_page(&seeds(&[("houses", "9"), ("seeds", "1")], 4), 0, Some(""), false)),
        ("404.html", errors::page(ada(), errors::ErrorPage { status: 404, ..errors::ErrorPage::default() })),
        (
            "500.html",
            errors::page(
                visitor(),
                errors::ErrorPage { status: 500, trace: Some("7f3a91c2"), ..errors::ErrorPage::default() },
            ),
        ),
    ]
}

fn front_with(open: Vec<MatchRow<'static>>) -> front::FrontPage<'static> {
    front::FrontPage {
        games: Game::ALL,
        open,
        more: false,
        playing: Vec::new(),
        ended: Vec::new(),
        registering: true,
        guests: true,
        has_daily: false,
    }
}

fn who(name: &'static str, seat: u8) -> UserName<'static> {
    UserName { name, sign: Some(boards::chip(Game::Sternhalma, 6, Seat::new(seat))), ..UserName::default() }
}

fn marker(name: &'static str, seat: u8) -> UserName<'static> {
    UserName { name, sign: Some(boards::chip(Game::TicTacToe, 2, Seat::new(seat))), ..UserName::default() }
}

const GOMOKU: [&str; 15] =
    ["h8", "i9", "i8", "g8", "j8", "k8", "h7", "j9", "h9", "h10", "g6", "f5", "h6", "h5", "j6"];

/// A position after some plies, with the last ply and its effects.
type GalleryBoard = (Position, Vec<Effect>, String);

fn marks(size: u8, line: u8, plies: &[&str]) -> GalleryBoard {
    let (size, line) = (size.to_string(), line.to_string());
    played(Game::TicTacToe, &[("size", &size), ("line", &line)], 2, plies)
}

const QUARTO_DRAWN: &str = "2 c4 1 b2 b b1 a c3 7 a3 c a1 5 d4 4 b3 8 a4 f a2 0 c1 6 d3 9 b4 e d2 3 d1 d c2";

fn quarto(plies: &str) -> GalleryBoard {
    played(Game::Quarto, &[], 2, &plies.split_whitespace().collect::<Vec<_>>())
}

const CROWDED: Option<&str> = Some("0,0,14,H/56,56,30,30/7,53,53,53/6,6,6,6 c0 - -");
const FLIGHT: Option<&str> = Some("16,51,H,56/4,27,27,27/53,4,4,H/55,50,H,H c0 - -");
const LANDING: Option<&str> = Some("56,56,56,54/0,34,H,52 c0 - -");

fn planes(options: &str, seats: u8, text: Option<&str>, plies: &[&str]) -> GalleryBoard {
    let pairs: Vec<_> = options.split(',').filter_map(|pair| pair.split_once('=')).collect();
    let mut shown = played(Game::Aeroplane, &pairs, seats, &[]);
    let options = Game::Aeroplane.options(pairs).unwrap_or_else(|error| unreachable!("{error}"));
    if let Some(text) = text {
        shown.0 = Game::Aeroplane
            .position(&options, seats, text)
            .unwrap_or_else(|error| unreachable!("{text}: {error}"));
    }
    for ply in plies {
        let played = shown.0.play(ply).unwrap_or_else(|error| unreachable!("{error}"));
        (shown.1, shown.2) = (played.effects, played.notation);
    }
    shown
}

fn smalls() -> Markup {
    let board = planes("", 4, CROWDED, &["d6"]).0;
    let body = html! {
        div.row { @for seat in 0..4 { div { (boards::small(&board, seat)) } } }
        div.row { @for seat in 0..4 { img src=(parlour::urls::asset(boards::chip(Game::Aeroplane, 4, Seat::new(seat)))) width="48" alt=""; } }
        @for (_, words) in boards::in_words(&board) { p { (words) } }
    };
    Page::new("Small boards", ada()).width(PageWidth::Wide).body(body)
}

fn played(game: Game, options: &[(&str, &str)], seats: u8, plies: &[&str]) -> GalleryBoard {
    let options = game.options(options.iter().copied()).unwrap_or_else(|error| unreachable!("{error}"));
    let mut position = game.opening(&options, seats).unwrap_or_else(|error| unreachable!("{error}"));
    let mut last = (Vec::new(), String::new());
    for ply in plies {
        let played = position.play(ply).unwrap_or_else(|error| unreachable!("{error}"));
        last = (played.effects, played.notation);
    }
    (position, last.0, last.1)
}

/// A match of Kalah after a number of plies, or at its end; each seat captures if it can, or else empties its fullest
/// house.
fn seeds(options: &[(&str, &str)], plies: usize) -> GalleryBoard {
    let mut shown = played(Game::Kalah, options, 2, &[]);
    for _ in 0..plies {
        let best = shown.0.legal().into_iter().max_by_key(|notation| {
            let mut after = shown.0.clone();
            let effects = after.play(notation).map(|played| played.effects).unwrap_or_default();
            let takes = effects.iter().any(|effect| matches!(effect, Effect::Gather { .. }));
            (takes && after.outcome().is_none(), effects.len())
        });
        let Some(best) = best else { break };
        let played = shown.0.play(&best).unwrap_or_else(|error| unreachable!("{error}"));
        (shown.1, shown.2) = (played.effects, played.notation);
    }
    shown
}

/// A match after some plies, in which each seat plays the longest hop it has.
fn midgame(seats: u8) -> GalleryBoard {
    let mut shown = played(Game::Sternhalma, &[], seats, &[]);
    for turn in 0..usize::from(seats) * 5 {
        let best = shown.0.legal().into_iter().max_by_key(|notation| {
            let mut after = shown.0.clone();
            let played = after.play(notation).map(|played| played.effects).unwrap_or_default();
            let hops = played.iter().map(|effect| match effect {
                Effect::Travel { path, .. } => path.len(),
                _ => 0,
            });
            (hops.sum::<usize>(), (notation.len() * 31 + turn * 7) % 5)
        });
        let Some(best) = best else { break };
        let played = shown.0.play(&best).unwrap_or_else(|error| unreachable!("{error}"));
        shown.1 = played.effects;
        shown.2 = played.notation;
    }
    shown
}

fn board_page(shown: &GalleryBoard, seat: u8, chosen: Option<&str>, along: bool) -> Markup {
    let (position, effects, notation) = shown;
    let last = (!notation.is_empty()).then_some(LastPly { notation, effects });
    let cells = boards::chosen(position, chosen.unwrap_or_default(), along);
    let idle = MoveForm::idle(position, "7Wd2hkQ9xYzA", 7);
    let press = if chosen.is_some() { idle.turn(&cells, along) } else { idle };
    let board = DrawnBoard { position, viewer: Some(Seat::new(seat)), last, press: Some(press) };
    Page::new("Board", ada())
        .width(PageWidth::Wide)
        .style(boards::stylesheet(position.game()))
        .live()
        .body(html! { (board) })
}

fn rows() -> Vec<MatchRow<'static>> {
    let row = |game: Game, board, who, standing, time| MatchRow {
        href: "parts.html".to_owned(),
        board,
        game: game.title(),
        tags: Vec::new(),
        who,
        standing,
        time,
        closes: None,
        action: html! {},
    };
    vec![
        row(
            Game::Sternhalma,
            boards::small(&midgame(3).0, 0),
            vec![who("ada", 0), who("bea", 1), who("Moss (bot)", 2)],
            RowStanding::YourTurn,
            html! { "2 days 4 h left" },
        ),
        row(
            Game::TicTacToe,
            boards::small(&marks(15, 5, &GOMOKU).0, 0),
            vec![marker("ada", 0), marker("carl", 1)],
            RowStanding::Theirs(html! { "Carl is thinking since Tuesday" }),
            html! {},
        ),
        row(
            Game::Kalah,
            boards::small(&seeds(&[], 16).0, 0),
            vec![who("ada", 0), who("emil", 1)],
            RowStanding::YourTurn,
            html! {},
        ),
        row(
            Game::Sternhalma,
            boards::small(&midgame(6).0, 2),
            vec![who("dorothea", 0), who("", 1)],
            RowStanding::Other(html! { "Waits for one more" }),
            html! { "3 days a turn" },
        ),
    ]
}

fn parts() -> Markup {
    let body = html! {
        h1 { "Parts" }
        p.lead { "A lead paragraph says in a sentence or two what a page is for, a little larger than the rest." }
        p { "Ordinary text with " a href="#" { "a link" } ", " em { "a game's name" } " and figures 0123456789. Lines stay short enough to be read without losing one's place." }
        div.row {
            (Button { label: "Open the table", kind: ButtonKind::Filled, ..Button::default() })
            (Button { label: "Play d2–f3", kind: ButtonKind::Brass, ..Button::default() })
            (Button { label: "Offer a draw", ..Button::default() })
            (Button { label: "Resign", kind: ButtonKind::Grave, icon: Some(Icon::Flag), ..Button::default() })
            (Button { label: "Cancel", kind: ButtonKind::Plain, ..Button::default() })
        }
        (NoticeBox::good("You are signed in."))
        (NoticeBox::plain("Bea offers a draw."))
        (NoticeBox::bad("d2 cannot reach f5: no chain of hops leads there."))
        (SectionCard { title: "Fields", aside: html! {}, body: fields() })
        (SectionCard { title: "Your matches", aside: html! { span.count { "3" } }, body: html! {
            (NavTabs { label: "Matches", of: vec![
                NavTab { label: "Playing", href: "#".into(), count: Some(3), here: true },
                NavTab { label: "Open", href: "#".into(), count: Some(1), here: false },
                NavTab { label: "Ended", href: "#".into(), count: None, here: false },
            ]})
            (matches(&rows()))
            (PageLinks { newest: Some("#".into()), older: Some("#".into()) })
        }})
        (SectionCard { title: "Seats", aside: html! {}, body: html! {
            div.row { @for seat in 0..6 { (who(["Ada", "Bea", "Carl", "Dorothea", "Emil", "Fay"][seat], seat as u8)) } }

        }})
        (EmptyState { title: "No table is waiting", text: "Open one, and whoever comes by can sit down.", action: html! {
            (Button { label: "Open a table", ..Button::default() })
        }})
    };
    Page::new("Parts", ada()).width(PageWidth::Column).body(body)
}

fn fields() -> Markup {
    let pace = vec![
        RadioChoice { value: "3", title: "3 days", help: "A turn every evening or two." },
        RadioChoice { value: "7", title: "7 days", help: "No hurry at all." },
        RadioChoice { value: "live", title: "Live", help: "Everybody sits at the table now." },
    ];
    html! {
        form.stack {
            (TextField { name: "name", label: "Name", help: "What the others call you.", ..TextField::default() })
            (TextField { name: "size", label: "Size", kind: "number", value: "31", bounds: Some((3, 15)), problem: Some("The board has 3 to 15 squares a side."), ..TextField::default() })
            (TextArea { name: "say", label: "Say something", value: "", help: "Everybody at the table reads it.", ..TextArea::default() })
            (RadioChoices { name: "pace", legend: "Time for a turn", of: pace, chosen: "3", ..RadioChoices::default() })
        }
    }
}
