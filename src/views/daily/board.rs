//! A position of the day on the board, where the best move is to be found.

use maud::{Markup, Render, html};

use super::context::DailyBoardPage;
use super::day::streak_line;
use super::verdict;
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::views::boards::{
    self, AnalysisBoard, DescribedBoard, DrawnBoard, LastPly, TurnLine, announcement, partial,
};
use crate::views::page::{Page, PageViewer, PageWidth};
use crate::views::parts::day_in_words;
use crate::views::parts::options::rules_link;

pub fn page(reader: PageViewer<'_>, shown: &DailyBoardPage<'_>) -> Markup {
    Page::new(&shown.title(), reader)
        .width(PageWidth::Wide)
        .class("match-page")
        .style(boards::stylesheet(shown.daily.game))
        .live()
        .body(html! { (stage(shown)) (side(shown)) (announcement("")) })
}

/// What changes when a move is picked or sent, for htmx.
pub fn fragment(shown: &DailyBoardPage<'_>) -> Markup {
    html! {
        (stage(shown))
        (partial("side", side(shown)))
        (partial("announcement", announcement(shown.announced())))
    }
}

fn stage(shown: &DailyBoardPage<'_>) -> Markup {
    let suggested = shown.answer.is_solved().then_some(shown.daily.best.as_str());
    let picking = AnalysisBoard {
        position: shown.position,
        chosen: shown.chosen,
        along: shown.along,
        suggested,
        ways: shown,
    };
    let viewer = shown.position.to_act().seat();
    let board = |position, last, controls: &Markup| {
        DrawnBoard { position, viewer, last, press: None }.with_controls(controls)
    };
    html! {
        div #stage.stage hx-target:inherited="#stage" hx-swap:inherited="outerMorph" hx-replace-url:inherited="true"
            hx-sync:inherited="#stage:queue last" {
            @if let Some(tried) = shown.tried {
                @let last = LastPly { notation: &tried.notation, effects: &tried.effects };
                (board(&tried.position, Some(last), &html! {}))
            } @else {
                (board(shown.position, None, &picking.render()))
            }
            (DescribedBoard { position: shown.position, name: None, turn: TurnLine::Moves }.section())
            (verdict::section(shown))
            @if shown.tried.is_none() { div.tries { (picking.named()) (picking.chains()) } }
        }
    }
}

fn side(shown: &DailyBoardPage<'_>) -> Markup {
    let (day, is_today) = (shown.daily.day.to_string(), shown.daily.day == shown.today);
    let back = if is_today { urls::Daily.to_string() } else { urls::DailyDay { day: &day }.to_string() };
    html! {
        div.side.analysis #side {
            section aria-label=(tr("Position of the day")) {
                p.game-name { (rules_link(&shown.view.m.options)) " " span.tag { (day_in_words(shown.daily.day.start())) } }
                h1.headline { (shown.headline()) }
                p.soft { (tr("One move is clearly better than all others.")) }
                @if !is_today {
                    p.soft { (tr("Positions of earlier days don’t count for your streak.")) }
                } @else if shown.streak.is_none() {
                    @let sign_up = html! { a href=(urls::Register) { (tr("Sign up")) } };
                    p.soft { (tr!("{sign_up} to keep a streak.", sign_up = sign_up)) }
                } @else {
                    (streak_line(shown.streak))
                }
                div.actions { a.button href=(back) data-key="Escape" { (tr("All positions of this day")) } }
            }
        }
    }
}
