//! Starting a match against bots: a card per game, and the form with the options of one game.

use maud::{Markup, html};

use super::boards;
use super::bots::score_in_words;
use super::page::{Page, PageViewer, PageWidth};
use super::parts::game_cards::{known_games, opening, small_opening};
use super::parts::options::{game_title, rules_url};
use super::parts::words::level_name;
use super::parts::{Button, ButtonKind, LinkButton, NoticeBox, RadioChoice, RadioChoices};
use crate::bots::BotLevel;
use crate::games::{Game, KnownGame};
use crate::lists::BotScore;
use crate::matches::FirstMove;
use crate::texts::tr;
use crate::urls;
use crate::{tr, tr_format};

/// The first moves that can be chosen, the default first.
const FIRST_MOVES: [FirstMove; 3] = [FirstMove::Creator, FirstMove::Opponent, FirstMove::Random];

/// The field for a match of people who share a device.
pub const PASS_AND_PLAY: &str = "pass_and_play";

/// The value of a first move in the form.
const fn first_key(first: FirstMove) -> &'static str {
    match first {
        FirstMove::Creator => "me",
        FirstMove::Opponent => "bot",
        FirstMove::Random => "random",
    }
}

/// The first move with this value.
pub fn first_move(key: &str) -> Option<FirstMove> {
    FIRST_MOVES.into_iter().find(|first| first_key(*first) == key)
}

fn first_title(first: FirstMove) -> &'static str {
    match first {
        FirstMove::Creator => tr("You"),
        FirstMove::Opponent => tr("The bot"),
        FirstMove::Random => tr("Random"),
    }
}

/// The state of the page: the suggestion, or what was sent.
#[derive(Clone, Copy, Debug)]
pub struct PlayPage<'a> {
    /// All games in the order of their tiles.
    pub games: &'a [Game],
    /// The chosen game. Without one the page shows all games.
    pub game: Option<Game>,
    pub level: BotLevel,
    pub seats: u8,
    pub first: FirstMove,
    /// The key of the variant, empty for the default.
    pub preset: &'a str,
    /// Whether the match is to be rated.
    pub rated: bool,
    /// The level suggested by the rating of the user, if there is one.
    pub suggested: Option<BotLevel>,
    /// The user's results in the game against bots.
    pub scores: &'a [BotScore],
    /// Whether the user can play rated matches.
    pub rates: bool,
    /// Whether the user can start a match.
    pub starts: bool,
    /// The message why no match was started.
    pub problem: Option<&'a str>,
}

/// The page.
pub fn page(reader: PageViewer<'_>, form: &PlayPage<'_>) -> Markup {
    match form.game {
        Some(game) => of_game(reader, game, form),
        None => choose(reader, form),
    }
}

fn choose(reader: PageViewer<'_>, form: &PlayPage<'_>) -> Markup {
    let page = Page::new(tr("Play a bot"), reader).width(PageWidth::Wide);
    page.notice(form.problem.map(NoticeBox::bad)).body(html! {
        header.stack.tight {
            h1 { (tr("Play a bot")) }
            p.lead { (tr("Pick a level, then a game. The match starts right away.")) }
            @if form.rates { p { a href=(urls::Pairing) { (tr("Play someone instead")) } } }
            p.soft { (tr("Several people, one device? Choose “Pass and play” in the options of a game.")) }
        }
        @if form.starts { (play_now(form.games, form.level)) } @else { (closed()) }
    })
}

/// A form with a choice of level and a card per game whose button starts a match.
pub fn play_now(games: &[Game], level: BotLevel) -> Markup {
    html! {
        form.play-now.stack method="post" action=(urls::once(urls::Play)) {
            (levels(level, &[]))
            ul.play-games { @for known in known_games(games) { li { (card(known)) } } }
        }
    }
}

/// The button is a sibling of the board and covers it: a button cannot contain block elements.
fn card(known: KnownGame) -> Markup {
    let title = game_title(known);
    html! {
        div.stage { (small_opening(known)) }
        (Button { label: title, sends: Some(("game", known.key())), ..Button::default() })
        a.small href=(urls::Play.of(known.key())) aria-label=(tr_format!("{game}: more options", game = title)) { (tr("Options")) }
    }
}

/// The levels, each with the user's results against it, if there are any.
fn levels(chosen: BotLevel, scores: &[BotScore]) -> Markup {
    html! {
        fieldset.levels {
            legend { (tr("Level")) }
            div {
                @for level in BotLevel::ALL {
                    label {
                        input type="radio" name="level" value=(level.number()) checked[level == chosen];
                        span {
                            (level_name(level))
                            @if let Some(score) = scores.iter().find(|score| score.level == level) {
                                " " span.small title=(score_in_words(score)) { (score.won) "–" (score.lost) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn of_game(reader: PageViewer<'_>, game: Game, form: &PlayPage<'_>) -> Markup {
    let mut presets = KnownGame::all_of(game);
    let known = presets.find(|known| known.key() == form.preset).unwrap_or(game.into());
    let title = tr_format!("Play a bot: {game}", game = game_title(known));
    Page::new(&title, reader).width(PageWidth::Wide).style(boards::stylesheet(game)).body(html! {
        header.stack.tight {
            h1 { (title) }
            p.row.soft {
                a href=(rules_url(known)) { (tr("Rules")) }
                a href=(urls::Play) { (tr("Choose another game")) }
            }
        }
        div.two {
            @if form.starts { (fields(game, form)) } @else { (closed()) }
            aside.preview aria-label=(tr("The board")) { (opening(known)) }
        }
    })
}

fn fields(game: Game, form: &PlayPage<'_>) -> Markup {
    html! {
        form.stack.loose method="post" action=(urls::once(urls::Play)) {
            @if let Some(problem) = form.problem { (NoticeBox::bad(problem)) }
            input type="hidden" name="game" value=(game.key());
            (levels(form.level, form.scores))
            @if let Some(level) = form.suggested { p.soft { (tr!("Suggested from your rating: {level}", level = level_name(level))) } }
            (seats(game, form.seats))
            (presets(game, form.preset))
            (first(form.first))
            @if form.rates {
                label.check { input type="checkbox" name="rated" value="yes" checked[form.rated]; span { (tr("Rated separately from matches against people. The first move is random.")) } }
            }
            (Button { label: tr("Start"), kind: ButtonKind::Filled, ..Button::default() })
            div.stack.tight {
                p.soft { (tr("Or play without bots: everyone sits at this device, and you pass it on after each move.")) }
                div.row { (Button { label: tr("Pass and play"), sends: Some((PASS_AND_PLAY, "yes")), ..Button::default() }) }
            }
        }
    }
}

fn seats(game: Game, chosen: u8) -> Markup {
    let numbers: Vec<_> = game.seats().map(|seats| seats.to_string()).collect();
    let of = numbers.iter().map(|number| RadioChoice { value: number, title: number, help: "" }).collect();
    let chosen = chosen.to_string();
    html! {
        @if numbers.len() > 1 {
            (RadioChoices { name: "seats", legend: tr("Players"), help: tr("Bots take all seats but yours."), of, chosen: &chosen, small: true, problem: None })
        }
    }
}

fn presets(game: Game, chosen: &str) -> Markup {
    let presets = game.presets();
    let chosen = if chosen.is_empty() { presets.first().map_or("", |preset| preset.key) } else { chosen };
    let of = presets.iter().map(|preset| RadioChoice {
        value: preset.key,
        title: tr(preset.title),
        help: tr(preset.help),
    });
    html! {
        @if presets.len() > 1 {
            (RadioChoices { name: "preset", legend: tr("Variant"), of: of.collect(), chosen, ..RadioChoices::default() })
        }
    }
}

fn first(chosen: FirstMove) -> Markup {
    let of =
        FIRST_MOVES.map(|first| RadioChoice { value: first_key(first), title: first_title(first), help: "" });
    html! {
        (RadioChoices { name: "first", legend: tr("First move"), of: of.into(), chosen: first_key(chosen), small: true, ..RadioChoices::default() })
    }
}

/// Shown to visitors where guests are not allowed.
fn closed() -> Markup {
    html! {
        div.stack {
            p { (tr("You need an account to play.")) }
            (LinkButton { href: urls::Login, label: tr("Sign in"), kind: ButtonKind::Filled })
        }
    }
}
