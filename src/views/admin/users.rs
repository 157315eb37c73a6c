//! The list of users for staff.

use maud::{Markup, html};

use super::{AdminSection, page as frame};
use crate::now::Moment;
use crate::texts::{tr, tr_in};
use crate::tr;
use crate::urls;
use crate::users::{AccountStanding, Role, UserCard, UserFilter, UserOrder, UserSelection};
use crate::views::page::{PageViewer, PageWidth};
use crate::views::parts::{
    Button, ButtonKind, DayLabel, EmptyState, LinkButton, NoticeBox, TextField, TimeLabel,
};

#[derive(Clone, Copy, Debug)]
pub struct UsersPage<'a> {
    pub filter: &'a UserFilter,
    pub found: &'a [UserCard],
    /// How many users there are on all pages.
    pub total: u32,
    /// Whether an account was just approved.
    pub is_approved: bool,
    pub now: Moment,
}

pub fn page(reader: PageViewer<'_>, list: &UsersPage<'_>) -> Markup {
    let is_admin = reader.player.is_some_and(|player| player.role == Role::Admin);
    let body = html! {
        div.row {
            h1 { (tr("Users")) }
            @if is_admin { (LinkButton { href: urls::AdminAccountImports, label: tr("Create accounts"), kind: ButtonKind::Quiet }) }
        }
        @if list.is_approved { (NoticeBox::good(tr("Account approved."))) }
        (search(list.filter))
        @if list.found.is_empty() { (no_users(list.filter)) }
        @else {
            p.soft { (tr!(list.total; "{n} user", "{n} users")) }
            ul.people { @for card in list.found { (user_row(card, list.now)) } }
        }
        (pages(list))
    };
    frame(reader, AdminSection::Users, tr("Users"), PageWidth::Column, body)
}

fn search(filter: &UserFilter) -> Markup {
    html! {
        form.search method="get" action=(urls::AdminUsers) role="search" {
            (TextField {
                name: "q", label: tr("Name or part of it"), kind: "search", value: &filter.part, longest: Some(20),
                optional: true, bare: true, ..TextField::default()
            })
            div.field {
                label for="show" { (tr_in("users", "Show")) }
                select.input #show name="show" {
                    @for one in UserSelection::ALL { option value=(one.key()) selected[one == filter.selection] { (selection(one)) } }
                }
            }
            div.field {
                label for="order" { (tr("Order")) }
                select.input #order name="order" {
                    @for one in UserOrder::ALL { option value=(one.key()) selected[one == filter.order] { (order(one)) } }
                }
            }
            (Button { label: tr("Search"), kind: ButtonKind::Filled, ..Button::default() })
        }
    }
}

fn selection(of: UserSelection) -> &'static str {
    match of {
        UserSelection::Everyone => tr("Everyone"),
        UserSelection::Admins => tr("Admins"),
        UserSelection::Moderators => tr("Moderators"),
        UserSelection::Players => tr("Players"),
        UserSelection::Waiting => tr("Waiting for approval"),
        UserSelection::Suspended => tr("Suspended"),
        UserSelection::Muted => tr_in("users", "Muted"),
        UserSelection::Reported => tr("With open reports"),
        UserSelection::Unconfirmed => tr("Email not confirmed"),
        UserSelection::Guests => tr("Guests"),
    }
}

fn order(of: UserOrder) -> &'static str {
    match of {
        UserOrder::Name => tr("By name"),
        UserOrder::Newest => tr("Newest first"),
        UserOrder::LastSeen => tr("Most recently seen first"),
    }
}

fn no_users(filter: &UserFilter) -> Markup {
    if filter.from > 0 {
        let action = html! {};
        return html! { (EmptyState { title: tr("End of list"), text: tr("There are no more users."), action }) };
    }
    let action =
        html! { (LinkButton { href: urls::AdminUsers, label: tr("Show all"), kind: ButtonKind::Quiet }) };
    html! { (EmptyState { title: tr("No users found"), text: tr("No users match your search."), action }) }
}

fn user_row(card: &UserCard, now: Moment) -> Markup {
    html! {
        li {
            a href=(urls::AdminUser { name: &card.person.name }) translate="no" { (card.person.name) }
            (tags(&card.standing))
            @if card.is_muted { span.tag.bad { (tr("muted")) } }
            @if card.reports > 0 { span.tag { (tr!(card.reports; "{n} open report", "{n} open reports")) } }
            span.soft.small {
                @if let Some(former) = &card.former { (tr!("formerly {name}", name = former)) " · " }
                @match card.last_seen_at {
                    Some(at) => (tr!("last seen {when}", when = TimeLabel { at, now })),
                    None => (tr!("member since {day}", day = DayLabel(card.since))),
                }
                @if let Some(text) = card.application.as_deref().filter(|text| !text.is_empty()) { br; bdi { (text) } }
            }
            @if card.application.is_some() { (approval(&card.person.name)) }
        }
    }
}

/// The button that approves an account.
pub(super) fn approval(name: &str) -> Markup {
    html! {
        form method="post" action=(urls::ApproveUser { name }) {
            (Button { label: tr("Approve"), kind: ButtonKind::Filled, ..Button::default() })
        }
    }
}

/// The name of a role.
pub(super) fn in_words(role: Role) -> &'static str {
    match role {
        Role::Player => tr("player"),
        Role::Moderator => tr("moderator"),
        Role::Admin => tr("admin"),
    }
}

/// Tags for staff roles and sanctions.
pub(super) fn tags(standing: &AccountStanding) -> Markup {
    html! {
        @if standing.role.is_staff() { span.tag { (in_words(standing.role)) } }
        @if standing.awaits_approval() { span.tag { (tr("waiting for approval")) } }
        @else if standing.suspended.is_some() { span.tag.bad { (tr("suspended")) } }
    }
}

fn pages(list: &UsersPage<'_>) -> Markup {
    let UserFilter { part, selection, order, from } = list.filter;
    let to = |from| urls::AdminUsers.filtered(part, selection.key(), order.key(), from);
    let next = from.saturating_add(u32::try_from(list.found.len()).unwrap_or(u32::MAX));
    html! {
        @if next < list.total || *from > 0 {
            nav.pages aria-label=(tr("Pages")) {
                @if *from == 0 { span {} } @else { a.button href=(to(0)) { (tr("Back to the start")) } }
                @if next < list.total { a.button rel="next" href=(to(next)) { (tr("Show more")) } }
            }
        }
    }
}
