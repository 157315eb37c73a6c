//! What the viewer can do in a match.

use maud::{Markup, html};

use super::{MatchPage, hint, invitations, offers, pause, preview, status};
use crate::bots::BotLevel;
use crate::matches::{Expiry, MatchStatus, MatchViewer, MatchVisibility, THROW};
use crate::texts::tr;
use crate::tr;
use crate::tr_format;
use crate::urls;
use crate::views::boards::{MoveForm, NamedMoves, TO_PROBLEM};
use crate::views::bots::level_options;
use crate::views::parts::{Button, ButtonKind, ShareButton};

pub(super) fn actions(page_context: &MatchPage<'_>) -> Markup {
    if page_context.ply.is_some() {
        let label = match page_context.view.m.status {
            MatchStatus::Ended(_) => tr("Back to the match"),
            _ => tr("Current position"),
        };
        return html! {
            div.actions { a.button href=(page_context.path()) data-key="Escape" { (label) } (try_out(page_context)) }
        };
    }
    html! {
        div.actions {
            @match &page_context.view.m.status {
                MatchStatus::Open => (open(page_context)),
                MatchStatus::Playing => (playing(page_context)),
                MatchStatus::Ended(_) => (ended(page_context)),
            }
        }
    }
}

/// A form with one button.
fn post(action: impl std::fmt::Display, label: &str, kind: ButtonKind) -> Markup {
    let action = action.to_string();
    html! {
        form method="post" action=(action) hx-post=(action) hx-target="#press" hx-swap="outerMorph"
            hx-status:4xx=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) hx-sync="this:drop" hx-disable="find button" {
            (Button { label, kind, ..Button::default() })
        }
    }
}

/// Like [`post`], with a confirmation in an element that expands.
fn careful(action: impl std::fmt::Display, label: &str, question: &str, sure: &str) -> Markup {
    html! {
        details.careful {
            summary.button.plain { (label) }
            div { p { (question) } (post(action, sure, ButtonKind::Grave)) }
        }
    }
}

/// The form to join, for those who can. It comes before everything else about an open match.
pub(super) fn join(page_context: &MatchPage<'_>) -> Markup {
    let id = page_context.view.m.id.as_str();
    let invited = matches!(page_context.viewer, MatchViewer::Invited(_));
    html! {
        @if page_context.ply.is_none() && page_context.may_join() {
            div.actions.joining {
                (post(urls::Seats { id }, if invited { tr("Accept") } else { tr("Join") }, ButtonKind::Filled))
                @if page_context.is_visitor && !page_context.view.m.rated { (post(urls::GuestSeat { id }, tr("Join as a guest"), ButtonKind::Quiet)) }
                @if invited { (post(urls::DeclineSeat { id }, tr("Decline"), ButtonKind::Quiet)) }
            }
        }
    }
}

fn open(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let id = m.id.as_str();
    let seated = page_context.viewer.seat().is_some();
    let host = seated && m.host() == page_context.viewer.seat().and_then(|seat| m.seats[seat]);
    let enough = m.seated() >= *m.game.seats().start() && m.seated() < m.seats.count();
    html! {
        @if host && enough { (post(urls::Start { id }, tr("Start now"), ButtonKind::Filled)) }
        @if host && !m.rated && m.seat_to_keep().is_some() { (add_bot(id)) }
        (invitations::ask(page_context))
        @if seated {
            (invitation(page_context))
            (post(urls::LeaveSeat { id }, tr("Leave"), ButtonKind::Quiet))
        }
        @if host {
            (careful(urls::Abort { id }, tr("Cancel match"), tr("Cancel this match? Nobody will be able to join it."), tr("Cancel match")))
        }
    }
}

/// The form by which the host adds a bot.
fn add_bot(id: &str) -> Markup {
    let action = urls::MatchBots { id }.to_string();
    html! {
        form.invite method="post" action=(action) hx-post=(action) hx-target="#press" hx-swap="outerMorph"
            hx-status:4xx=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) hx-sync="this:drop" hx-disable="find button" {
            label for="bot-level" { (tr("Bot")) }
            div.row {
                select.input #bot-level name="level" { (level_options(BotLevel::Casual)) }
                (Button { label: tr("Add a bot"), kind: ButtonKind::Quiet, ..Button::default() })
            }
        }
    }
}

/// The join code of an open match, and who can use it.
fn invitation(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let free = m.seat_to_keep().is_some();
    let link = urls::JoinCode { code: m.code.as_str() }.to_string();
    html! {
        div.invitation {
            p {
                @if free { (tr("Share this code to invite people:")) }
                @else { (tr!("Only {names} can join with this code:", names = status::awaited(page_context))) }
            }
            p.code { (m.code) }
            @if free {
                p.soft {
                    @match m.visibility {
                        MatchVisibility::Public => (tr("The match is also on the front page.")),
                        MatchVisibility::Private => (tr("The match is not listed anywhere, so share the code or the link.")),
                    }
                }
            }
            (ShareButton { path: &link })
            @if free {
                details.qr-code {
                    summary { (tr("Show QR code")) }
                    img.qr src=(urls::JoinCodeQr { code: m.code.as_str() }) width="240" height="240" loading="lazy"
                        alt=(tr("QR code of the link to join"));
                }
            }
        }
    }
}

/// The button to share a match that everyone may see.
fn share(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    html! {
        @if m.visibility == MatchVisibility::Public { (ShareButton { path: &page_context.path().to_string() }) }
    }
}

fn playing(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let id = m.id.as_str();
    let plays = page_context.viewer.seat().is_some_and(|seat| m.still_plays(seat));
    let bot_plays_on = page_context.viewer.seat().is_some_and(|seat| m.is_taken_over_on_resignation(seat));
    let resigning = match bot_plays_on {
        true => tr("Resign this match? A bot takes over your seat. You can’t undo this."),
        false => tr("Resign this match? You can’t undo this."),
    };
    html! {
        (named(page_context, page_context.press().as_ref()))
        (next(page_context))
        (try_out(page_context))
        (offers::ways(page_context))
        (pause::ways(page_context))
        @if plays && !m.everybody_has_moved() {
            (careful(
                urls::Abort { id }, tr("Cancel match"), tr("Nobody loses, and the match isn’t rated."), tr("Cancel match"),
            ))
        }
        @if plays {
            (careful(urls::Resignation { id }, tr("Resign"), resigning, tr("Resign")))
        }
        (share(page_context))
    }
}

/// The form to give time to the player to move, for other players.
fn give_time(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let Some(clocks) = &m.clocks else { return html! {} };
    let own = page_context.viewer.seat().filter(|seat| m.still_plays(*seat));
    let Some(seat) = clocks.acting().filter(|acts| own.is_some_and(|own| own != *acts)) else {
        return html! {};
    };
    let name = page_context.name(seat);
    let label = match page_context.is_live() {
        true => tr_format!("Give {name} one more minute", name = name),
        false => tr_format!("Give {name} one more day", name = name),
    };
    post(urls::ExtraTime { id: m.id.as_str() }, &label, ButtonKind::Plain)
}

/// Buttons for plies that are not played by a cell of the board.
pub(super) fn named(page_context: &MatchPage<'_>, press: Option<&MoveForm<'_>>) -> Markup {
    html! {
        div #named {
            @if let Some(notation) = page_context.preview {
                (preview::confirm(page_context, notation))
            } @else if let Some(press) = press {
                @if page_context.throws() { (throw()) } @else { (NamedMoves(press)) (chains(page_context)) }
                @if let Some(hint) = hint::hint(page_context) { (hint) }
                @else if hint::may_ask(page_context) {
                    (post(urls::Hint { id: page_context.view.m.id.as_str() }, tr("Hint"), ButtonKind::Quiet))
                }
            }
            (give_time(page_context))
        }
    }
}

/// A link to the analysis board at the shown position: for players, and for everyone once the match is over.
fn try_out(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let plays = m.status == MatchStatus::Playing && page_context.viewer.seat().is_some();
    let may = m.ending().is_some() || plays && !page_context.is_live();
    let path = urls::MatchAnalysis { id: m.id.as_str() };
    // Without a number the analysis starts at the match as it is then, also if the page has been updated since.
    let href = page_context.ply.map_or_else(|| path.to_string(), |ply| path.of(ply, &[], 0));
    html! {
        @if may {
            a.button.plain href=(href) rel="nofollow" { (tr("Analysis board")) }
        }
    }
}

/// A link to the next match in which the user has to move.
fn next(page_context: &MatchPage<'_>) -> Markup {
    html! {
        @if page_context.viewer.seat().is_some() {
            a.button.plain href=(urls::Next.after(page_context.view.m.id.as_str())) { (tr("Next match")) }
        }
    }
}

fn throw() -> Markup {
    html! { button.button.brass form="press" name="notation" value=(THROW) { (tr("Roll")) } }
}

/// A link to the other way of choosing, once a piece is chosen in a game with chains.
fn chains(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let chained = page_context.turn().is_some() && m.position.has_chain(page_context.chosen);
    if !chained {
        return html! {};
    }
    let first = m.position.cell_name(page_context.chosen[0]);
    let href = page_context.path().choosing(&first, !page_context.along);
    html! {
        a.button.plain href=(href) hx-get=(href) hx-target="#press" hx-swap="outerMorph" {
            @if page_context.along { (tr("Pick the end hole")) } @else { (tr("Pick each hop")) }
        }
    }
}

fn ended(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let id = m.id.as_str();
    html! {
        @match (&m.rematch, page_context.viewer.seat()) {
            (Some(to), None) => a.button href=(urls::Match { id: to.as_str() }) { (tr("Join rematch")) },
            (Some(_), Some(_)) => (post(urls::Rematch { id }, tr("Join rematch"), ButtonKind::Filled)),
            (None, Some(_)) if m.expired == Some(Expiry::Open) => (post(urls::Rematch { id }, tr("Create again"), ButtonKind::Filled)),
            (None, Some(_)) => (post(urls::Rematch { id }, tr("Rematch"), ButtonKind::Filled)),
            (None, None) => {},
        }
        @if !m.plies.is_empty() { (post(urls::MatchAnalysis { id }, tr("Analyse match"), ButtonKind::Quiet)) }
        (next(page_context))
        (try_out(page_context))
        (share(page_context))
    }
}
