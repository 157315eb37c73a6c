//! The list of users for staff.

use maud::{Markup, html};

use super::{AdminSection, page as frame};
use crate::now::Moment;
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::users::{AccountStanding, Role, UserCard, UserFilter};
use crate::views::page::{PageViewer, PageWidth};
use crate::views::parts::{Button, ButtonKind, DayLabel, EmptyState, LinkButton, TextField, TimeLabel};

#[derive(Clone, Copy, Debug)]
pub struct UsersPage<'a> {
    pub filter: &'a UserFilter,
    pub found: &'a [UserCard],
    /// Whether there is another page.
    pub more: bool,
    pub now: Moment,
}

pub fn page(reader: PageViewer<'_>, list: &UsersPage<'_>) -> Markup {
    let body = html! {
        h1 { (tr("Users")) }
        (search(list.filter))
        @if list.found.is_empty() { (no_users(list.filter)) }
        @else {
            ul.people { @for card in list.found { (user_row(card, list.now)) } }
        }
        (pages(list))
    };
    frame(reader, AdminSection::Users, tr("Users"), PageWidth::Column, body)
}

fn search(filter: &UserFilter) -> Markup {
    let role = filter.role.map_or("", Role::key);
    html! {
        form.search method="get" action=(urls::AdminUsers) role="search" {
            (TextField {
                name: "q", label: tr("Name or part of it"), kind: "search", value: &filter.part, longest: Some(20),
                optional: true, bare: true, ..TextField::default()
            })
            div.field {
                label for="role" { (tr("Role")) }
                select.input #role name="role" {
                    option value="" selected[role.is_empty()] { (tr("Everyone")) }
                    @for one in Role::ALL { option value=(one.key()) selected[one.key() == role] { (plural(one)) } }
                }
            }
            label.choice {
                input type="checkbox" name="suspended" value="1" checked[filter.suspended];
                span.title { (tr("Suspended")) }
            }
            (Button { label: tr("Search"), kind: ButtonKind::Filled, ..Button::default() })
        }
    }
}

fn plural(role: Role) -> &'static str {
    match role {
        Role::Player => tr("Players"),
        Role::Moderator => tr("Moderators"),
        Role::Admin => tr("Admins"),
    }
}

fn no_users(filter: &UserFilter) -> Markup {
    if !filter.after.is_empty() {
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
            span.soft.small {
                @if let Some(former) = &card.former { (tr!("formerly {name}", name = former)) " · " }
                @match card.last_seen_at {
                    Some(at) => (tr!("last seen {when}", when = TimeLabel { at, now })),
                    None => (tr!("member since {day}", day = DayLabel(card.since))),
                }
            }
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
        @if standing.suspended.is_some() { span.tag.bad { (tr("suspended")) } }
    }
}

fn pages(list: &UsersPage<'_>) -> Markup {
    let role = list.filter.role.map_or("", Role::key);
    let to = |after: &str| urls::AdminUsers.filtered(&list.filter.part, role, list.filter.suspended, after);
    let last = list.found.last().filter(|_| list.more);
    html! {
        @if last.is_some() || !list.filter.after.is_empty() {
            nav.pages aria-label=(tr("Pages")) {
                @if list.filter.after.is_empty() { span {} } @else { a.button href=(to("")) { (tr("Back to the start")) } }
                @if let Some(last) = last { a.button rel="next" href=(to(&last.person.name)) { (tr("Show more")) } }
            }
        }
    }
}
