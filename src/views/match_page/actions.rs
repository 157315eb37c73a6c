//! What the viewer can do in a match: one main action, a row of labelled icons, and a menu for the rest.

use maud::{Markup, html};

use super::buttons::{button_content, form, item, next_match, post, unavailable};
use super::context::MatchPage;
use super::questions::{self, Consequential};
use super::{hint, invitations, offers, pause, practice, preview, rematch, status, substitutes};
use crate::bots::BotLevel;
use crate::games::{KnownGame, Seat};
use crate::matches::{MatchStatus, MatchViewer, MatchVisibility, ROLL};
use crate::texts::{tr, tr_in};
use crate::tr;
use crate::tr_format;
use crate::urls;
use crate::views::boards::{MoveForm, NamedMoves};
use crate::views::bots::level_options;
use crate::views::parts::{Button, ButtonKind, Icon, ShareButton};

pub(super) fn actions(page_context: &MatchPage<'_>) -> Markup {
    if page_context.ply.is_some() {
        let label = match page_context.view.m.status {
            MatchStatus::Ended(_) => tr("Back to the match"),
            _ => tr("Current position"),
        };
        return html! {
            div.actions {
                a.button href=(page_context.path()) data-key="Escape" { (label) }
                (try_out(page_context))
                (share(page_context))
            }
        };
    }
    html! {
        div.actions {
            @match &page_context.view.m.status {
                MatchStatus::Open => (actions_while_open(page_context)),
                MatchStatus::Playing => (actions_while_playing(page_context)),
                MatchStatus::Ended(_) => (actions_after_end(page_context)),
            }
        }
    }
}

/// The buttons to join, for those who can.
pub(super) fn join(page_context: &MatchPage<'_>) -> Markup {
    let id = page_context.view.m.id.as_str();
    let invited = matches!(page_context.viewer, MatchViewer::Invited(_));
    html! {
        @if page_context.ply.is_none() && page_context.may_join() {
            div.actions.joining {
                (post(urls::Seats { id }, if invited { tr("Accept") } else { tr("Join") }, ButtonKind::Filled))
                @if page_context.own.is_visitor && !page_context.view.m.rated { (post(urls::GuestSeat { id }, tr("Join as a guest"), ButtonKind::Quiet)) }
                @if invited { (post(urls::DeclineSeat { id }, tr("Decline"), ButtonKind::Quiet)) }
            }
        }
    }
}

fn actions_while_open(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let id = m.id.as_str();
    let seated = page_context.viewer.seat().is_some();
    let host = seated && m.host() == page_context.viewer.seat().and_then(|seat| m.seats[seat]);
    let enough = m.seated() >= *m.game.seats().start() && m.seated() < m.seats.count();
    html! {
        @if host && enough { (post(urls::Start { id }, tr("Start now"), ButtonKind::Filled)) }
        @if host && !m.rated && m.free_seat().is_some() { (add_bot(id)) }
        (invitations::ask(page_context))
        @if seated {
            (invitation(page_context))
            div.tools {
                (questions::tool(Icon::Leave, &Consequential {
                    id: "leave", action: urls::LeaveSeat { id }.to_string(), label: tr("Leave"),
                    question: tr("Leave this match? Someone else can take your seat."), ..Consequential::default()
                }))
                @if host {
                    (questions::tool(Icon::Cross, &Consequential {
                        id: "abort", action: urls::Abort { id }.to_string(), label: tr("Cancel match"),
                        question: tr("Cancel this match? Nobody will be able to join it."), back: tr("Keep match"),
                        ..Consequential::default()
                    }))
                }
            }
        }
    }
}

/// The form by which the host adds a bot.
fn add_bot(id: &str) -> Markup {
    let inside = html! {
        label for="bot-level" { (tr("Bot")) }
        div.row {
            select.input #bot-level name="level" { (level_options(BotLevel::Casual)) }
            (Button { label: tr("Add a bot"), kind: ButtonKind::Quiet, ..Button::default() })
        }
    };
    form(urls::MatchBots { id }, Some("invite"), inside)
}

/// The join code of an open match, and who can use it.
fn invitation(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let free = m.free_seat().is_some();
    let link = urls::JoinCode { code: m.code.as_str() }.to_string();
    html! {
        div.invitation {
            p {
                @if free { (tr("Share this code to invite people:")) }
                @else { (tr!("Only {names} can join with this code:", names = status::awaited(page_context))) }
            }
            p.code translate="no" { (m.code) }
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
    let path = page_context.path();
    let path = page_context.ply.map_or_else(|| path.to_string(), |ply| path.at(ply));
    html! { @if m.visibility == MatchVisibility::Public { (ShareButton { path: &path }) } }
}

fn actions_while_playing(page_context: &MatchPage<'_>) -> Markup {
    html! {
        @match page_context.viewer.seat() {
            Some(seat) => (tools(page_context, seat)),
            None => (share(page_context)),
        }
        (named_moves(page_context, page_context.move_form().as_ref()))
    }
}

/// The row of a player's actions, each with its fixed place, and the menu for the others.
fn tools(page_context: &MatchPage<'_>, seat: Seat) -> Markup {
    let m = &page_context.view.m;
    let id = m.id.as_str();
    let plays = m.still_plays(seat);
    let resigning = match m.is_taken_over_on_resignation(seat) {
        true => tr("Resign this match? A bot takes over your seat. You can’t undo this."),
        false => tr("Resign this match? You can’t undo this."),
    };
    html! {
        div.tools {
            @if plays && m.is_practice() { (hint_tool(page_context)) (offers::takeback(page_context)) }
            @if !page_context.is_live() {
                a.tool href=(analysis(page_context)) rel="nofollow" aria-label=(tr("Analysis board")) {
                    (button_content(Icon::Magnifier, tr_in("button", "Analysis")))
                }
            }
            @if m.is_practice() { (practice::new_match_tool(page_context)) }
            @else if plays { (offers::draw(page_context)) (offers::takeback(page_context)) }
            @if plays {
                (questions::tool(Icon::Flag, &Consequential {
                    id: "resign", action: urls::Resignation { id }.to_string(), label: tr("Resign"), question: resigning,
                    grave: true, ..Consequential::default()
                }))
            }
            details.menu.more name="action" {
                summary.tool { (button_content(Icon::More, tr_in("button", "More"))) }
                div {
                    (chains(page_context))
                    (give_time(page_context))
                    @if plays {
                        @if !m.is_practice() { (pause::pause_buttons(page_context)) }
                        (substitutes::menu_entry(page_context, seat))
                        @if !m.is_practice() && !m.everybody_has_moved() {
                            (questions::item(&Consequential {
                                id: "abort", action: urls::Abort { id }.to_string(), label: tr("Cancel match"),
                                question: tr("Nobody loses, and the match isn’t rated."), back: tr("Keep match"),
                                ..Consequential::default()
                            }))
                        }
                    }
                    @if !m.is_practice() { a href=(urls::Next.after(id)) { (tr("Next match")) } }
                    (share(page_context))
                }
            }
        }
    }
}

/// The button for a hint in a casual match against bots; it cannot be pressed in turns of others.
pub(super) fn hint_tool(page_context: &MatchPage<'_>) -> Markup {
    let action = urls::Hint { id: page_context.view.m.id.as_str() };
    let may = page_context.choice.preview.is_none()
        && page_context.choice.hint.is_none()
        && hint::may_ask(page_context);
    html! {
        div #hint {
            @if may {
                (form(action, None, html! { button.tool { (button_content(Icon::Bulb, tr("Hint"))) } }))
            } @else { (unavailable(Icon::Bulb, tr("Hint"))) }
        }
    }
}

/// The form to give time to the player to move, for other players.
pub(super) fn give_time(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let own = page_context.viewer.seat().filter(|seat| m.still_plays(*seat));
    html! {
        div.give-time #give-time {
            @if let Some(Ok(seat)) = own.map(|own| m.may_receive_time_from(own)) {
                @let name = page_context.name(seat);
                @let label = match page_context.is_live() {
                    true => tr_format!("Give {name} one more minute", name = name),
                    false => tr_format!("Give {name} one more day", name = name),
                };
                (item(urls::ExtraTime { id: m.id.as_str() }, &label, None))
            }
        }
    }
}

/// The main action of the turn: to confirm a move, to roll, or a move that is not played by a cell of the board. Its
/// room is reserved.
pub(super) fn named_moves(page_context: &MatchPage<'_>, press: Option<&MoveForm<'_>>) -> Markup {
    let practice = page_context.viewer.seat().is_some() && page_context.view.m.is_practice();
    html! {
        div.named #named .practice[practice] {
            @if let Some(notation) = page_context.choice.preview {
                (preview::confirm(page_context, notation))
            } @else if let Some(press) = press {
                @if page_context.is_rolling() { (roll_button()) } @else { (NamedMoves(press)) }
                @if let Some(hint) = hint::hint(page_context) { (hint) }
            }
        }
    }
}

/// A link to the analysis board at the shown position: for players, and for everyone once the match is over.
fn try_out(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let plays = m.status == MatchStatus::Playing && page_context.viewer.seat().is_some();
    let may = m.ending().is_some() || plays && !page_context.is_live();
    html! {
        @if may {
            a.button.plain href=(analysis(page_context)) rel="nofollow" { (tr("Analysis board")) }
        }
    }
}

/// The URL of the analysis board at the shown position; before the last move of a match that is over, with that move as
/// the line. Without a number the analysis starts at the match as it is then, also if the page has been updated since.
fn analysis(page_context: &MatchPage<'_>) -> String {
    let m = &page_context.view.m;
    let path = urls::MatchAnalysis { id: m.id.as_str() };
    if m.ending().is_none() || !page_context.shows_the_end() {
        return page_context.ply.map_or_else(|| path.to_string(), |ply| path.of(ply, &[], 0));
    }
    let last = m.turn_around(m.plies.len().saturating_sub(1));
    let line: Vec<_> = m.plies.iter().skip(last.start).map(|ply| ply.notation.as_str()).collect();
    path.of(last.start, &line, 0)
}

fn roll_button() -> Markup {
    html! { button.button.brass form="press" name="notation" value=(ROLL) { (tr("Roll")) } }
}

/// A link to the other way of choosing, once a piece is chosen in a game with chains.
fn chains(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let chained = page_context.turn().is_some() && m.position.has_chain(page_context.choice.cells);
    if !chained {
        return html! {};
    }
    let first = m.position.cell_name(page_context.choice.cells[0]);
    let href = page_context.path().with_cell(&first, !page_context.choice.along);
    html! {
        a href=(href) hx-get=(href) hx-target="#press" hx-swap="outerMorph" {
            @if page_context.choice.along { (tr("Pick the end hole")) } @else { (tr("Pick each hop")) }
        }
    }
}

fn actions_after_end(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let seated = page_context.viewer.seat().is_some();
    if seated && m.is_practice() {
        return actions_after_practice(page_context);
    }
    let rematch = rematch::rematch(page_context, ButtonKind::Filled);
    html! {
        @if !seated { (rematch) }
        @else {
            div.next-steps {
                (rematch)
                (next_match(page_context, "button"))
                (analyse(page_context))
                (share(page_context))
            }
        }
        @if !seated { (analyse(page_context)) }
        (replay(page_context))
        (try_out(page_context))
        @if !seated { (share(page_context)) }
    }
}

fn analyse(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    html! { @if !m.plies.is_empty() { (post(urls::MatchAnalysis { id: m.id.as_str() }, tr("Analyse match"), ButtonKind::Quiet)) } }
}

fn replay(page_context: &MatchPage<'_>) -> Markup {
    let has_moves = !page_context.view.m.plies.is_empty();
    html! { @if has_moves { a.button href=(page_context.path().replayed_from(0)) { (tr("Replay")) } } }
}

/// After a match against bots: the next level first, if this one is beaten.
fn actions_after_practice(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let next = practice::next_level(page_context).or_else(|| practice::play_again(page_context));
    let kind = if next.is_some() { ButtonKind::Quiet } else { ButtonKind::Filled };
    html! {
        div.next-steps {
            @if let Some(next) = next { (next) }
            @if !m.pass_and_play { (rematch::rematch(page_context, kind)) }
            (analyse(page_context))
        }
        a.button href=(urls::Play.of(KnownGame::of(&m.options).key())) { (tr("New match")) }
        (replay(page_context))
        (try_out(page_context))
        (share(page_context))
    }
}
