//! Conditional moves of the viewer: the text, the state of each line, and the form. Those of other seats are never
//! shown.

use maud::{Markup, html};

use super::context::MatchPage;
use crate::games::{Position, Seat};
use crate::matches::{ConditionalMove, ConditionalRule, ConditionalState, ConditionalStep, MatchStatus};
use crate::texts::tr;
use crate::urls;
use crate::views::boards::{TO_PROBLEM, partial};
use crate::views::parts::conditional_tree::ConditionalTree;
use crate::views::parts::{Button, ButtonKind, Icon, LinkButton, NoticeBox, TextArea};

/// Maximum length of conditional moves in characters.
const MAX_LENGTH: u32 = 20_000;
/// Maximum plies of an example.
const LONGEST_EXAMPLE: usize = 16;

/// The section with the conditional moves; empty for viewers who cannot have any.
pub fn conditional_section(page_context: &MatchPage<'_>) -> Markup {
    let seat = entering_seat(page_context);
    html! {
        section.conditional-moves #conditional-moves aria-label=(tr("Conditional moves")) hidden[seat.is_none()] {
            @match seat {
                Some(seat) => (form_section(page_context, seat)),
                None => div.standing #standing {},
            }
        }
    }
}

/// The htmx response to a change of conditional moves.
pub fn conditional_update(page_context: &MatchPage<'_>) -> Markup {
    html! {
        (conditional_section(page_context))
        @if page_context.problem.is_some() { (partial("problem", super::problem::problem(page_context.problem))) }
    }
}

/// The seat of the viewer, if they can have conditional moves.
fn entering_seat(page_context: &MatchPage<'_>) -> Option<Seat> {
    let m = &page_context.view.m;
    let runs = page_context.ply.is_none() && m.status == MatchStatus::Playing;
    page_context.viewer.seat().filter(|seat| runs && m.still_plays(*seat))
}

/// The saved conditional moves of the viewer, with the state of each line.
pub(super) fn waiting_lines(page_context: &MatchPage<'_>) -> Markup {
    let order = entering_seat(page_context)
        .and_then(|seat| Some((seat, page_context.view.conditional_moves.of(seat)?)));
    html! {
        div.standing #standing {
            @match order {
                Some((seat, ConditionalMove { state: ConditionalState::Standing, .. })) => {
                    (ConditionalTree { view: page_context.view, seat, links: !page_context.is_live(), current: &[] })
                    (withdraw(page_context))
                },
                Some((_, ConditionalMove { state: ConditionalState::Cancelled, .. })) => {
                    (NoticeBox::bad(tr("Your conditional moves no longer fit and were cancelled.")))
                },
                Some((_, ConditionalMove { state: ConditionalState::Played, .. })) => {
                    (NoticeBox::plain(tr("All your conditional moves were played.")))
                },
                _ => {},
            }
        }
    }
}

/// The button that deletes the conditional moves.
fn withdraw(page_context: &MatchPage<'_>) -> Markup {
    form(
        page_context,
        html! {
            input type="hidden" name="orders" value="";
            (Button { label: tr("Delete conditional moves"), kind: ButtonKind::Plain, ..Button::default() })
        },
    )
}

fn form_section(page_context: &MatchPage<'_>, seat: Seat) -> Markup {
    let m = &page_context.view.m;
    let order = page_context.view.conditional_moves.of(seat);
    let left = order
        .filter(|order| order.state == ConditionalState::Standing)
        .map(|order| order.remaining_text(m, seat));
    let draft = page_context.own.draft;
    let field = TextArea {
        name: "orders",
        label: if left.is_some() { tr("New conditional moves") } else { tr("Your conditional moves") },
        value: draft.map_or(left.as_deref().unwrap_or_default(), |draft| draft.text),
        problem: draft.and_then(|draft| draft.problem),
        longest: Some(MAX_LENGTH),
        notation: true,
        ..TextArea::default()
    };
    html! {
        details.about open[order.is_some() || draft.is_some()] {
            summary { (tr("Conditional moves")) (Icon::Down) }
            div {
                (waiting_lines(page_context))
                p.soft {
                    (tr("Plan your replies: if the match goes as you expect, your move is played at once.")) " "
                    (tr("Only you can see this."))
                }
                @if !page_context.is_live() {
                    (LinkButton { href: urls::ConditionalMoves { id: m.id.as_str() }, label: tr("Add on the board"), kind: ButtonKind::Quiet })
                }
                details.about.as-text open[draft.is_some() || page_context.is_live()] {
                    summary { (tr("Edit as text")) (Icon::Down) }
                    div {
                        (explanation(page_context, seat))
                        (form(page_context, html! {
                            (field)
                            (Button { label: tr("Save"), ..Button::default() })
                        }))
                    }
                }
            }
        }
    }
}

fn form(page_context: &MatchPage<'_>, inside: Markup) -> Markup {
    let action = urls::ConditionalMoves { id: page_context.view.m.id.as_str() }.to_string();
    html! {
        form method="post" action=(action) hx-post=(action) hx-target="#conditional-moves" hx-swap="outerHTML"
            hx-sync="this:drop" hx-disable="find button"
            hx-status:429=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) { (inside) }
    }
}

fn explanation(page_context: &MatchPage<'_>, seat: Seat) -> Markup {
    let m = &page_context.view.m;
    let rules = m.game.conditional_rules();
    html! {
        div.soft {
            @if !rules.is_empty() {
                p { (tr(
                    "Write one or both of these rules. They are applied after each roll, without asking you; the first that fits is used:",
                )) }
                ul.lines translate="no" { @for rule in rules { li { code { (rule) } } } }
            } @else {
                p {
                    @if page_context.turn().is_some() {
                        (tr("Write a line for each way the match can go, starting with the move you play now. “*” stands for any move by others. For example:"))
                    } @else {
                        (tr("Write a line for each way the match can go. “*” stands for any move by others. For example:"))
                    }
                }
                @if let Some(example) = example(&m.position, seat) { p translate="no" { code { (example) } } }
            }
        }
    }
}

/// A line that is possible in this position: two rounds, unless the game ends before.
fn example(position: &Position, seat: Seat) -> Option<ConditionalRule> {
    let (mut position, mut steps) = (position.clone(), Vec::<ConditionalStep>::new());
    while steps.len() < LONGEST_EXAMPLE
        && steps.windows(2).filter(|two| two[0].own && !two[1].own).count() < 2
    {
        let Some(acts) = position.to_act().seat() else { break };
        let ply = position.example_move()?;
        position.play_again(&ply, &mut ()).ok()?;
        steps.push(ConditionalStep { own: acts == seat, ply: Some(ply.into()) });
    }
    let answered = steps.iter().rposition(|step| step.own)?;
    steps.truncate(answered + 1);
    Some(ConditionalRule::Line(steps)).filter(|_| answered > 0)
}
