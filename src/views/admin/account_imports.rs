//! Accounts that an admin creates at once, from a list.

use maud::{Markup, html};

use super::{AdminSection, page as frame};
use crate::accounts::error::LineProblem;
use crate::now::Moment;
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::users::{AccountImport, ImportedAccount, NewAccountEmailState};
use crate::views::messages::ErrorMessage;
use crate::views::page::{PageViewer, PageWidth};
use crate::views::parts::words::called;
use crate::views::parts::{Button, ButtonKind, Icon, SectionCard, TextArea, TimeLabel};

/// How many problems of a list are shown.
const MOST_PROBLEMS: usize = 50;

/// The page with the form.
#[derive(Clone, Copy, Debug)]
pub struct ImportForm<'a> {
    /// The list as it was sent.
    pub text: &'a str,
    pub problems: &'a [LineProblem],
    /// The latest imports.
    pub imports: &'a [AccountImport],
    pub sends_mail: bool,
    /// The name of the OpenID Connect provider, if people sign in there only.
    pub only_provider: Option<&'a str>,
    pub now: Moment,
}

/// The page of an import.
#[derive(Clone, Copy, Debug)]
pub struct ImportPage<'a> {
    pub import: &'a AccountImport,
    pub accounts: &'a [ImportedAccount],
    /// Whether people can sign in with a password.
    pub with_passwords: bool,
    pub now: Moment,
}

pub fn form_page(reader: PageViewer<'_>, seen: &ImportForm<'_>) -> Markup {
    let body = html! {
        header.stack.tight {
            h1 { (tr("Create accounts")) }
            p.soft {
                @match seen.only_provider {
                    Some(name) => (tr!("People sign in with {name} here, which also creates their accounts.", name = name)),
                    None => (tr("For a class or a club. You don’t set passwords: everyone chooses their own from a link.")),
                }
            }
        }
        @if seen.only_provider.is_none() { (form(seen)) }
        @if !seen.imports.is_empty() {
            (SectionCard { title: tr("Created so far"), aside: html! {}, body: imports(seen) })
        }
    };
    frame(reader, AdminSection::Users, tr("Create accounts"), PageWidth::Column, body)
}

fn form(seen: &ImportForm<'_>) -> Markup {
    let columns =
        tr("One line for each person: the name and, after a comma, an email address if they have one.");
    let email = if seen.sends_mail {
        tr("People with an address are emailed a link. For the others you can print cards on the next page.")
    } else {
        tr("This site doesn’t send email, so addresses are ignored. You can print cards on the next page.")
    };
    let problem = tr!(
        seen.problems.len(); "No account was created, because of {n} problem:",
        "No account was created, because of {n} problems:"
    );
    let problem = problem.into_string();
    html! {
        form.stack method="post" action=(urls::once(urls::AdminAccountImports)) {
            (TextArea {
                name: "text", label: tr("Names and email addresses"), value: seen.text,
                help: &format!("{columns} {email}"), notation: true,
                problem: (!seen.problems.is_empty()).then_some(&*problem), ..TextArea::default()
            })
            (problems(seen.problems))
            div.row { (Button { label: tr("Create accounts"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}

fn problems(all: &[LineProblem]) -> Markup {
    let more = all.len().saturating_sub(MOST_PROBLEMS);
    html! {
        @if !all.is_empty() {
            ul.problems {
                @for LineProblem { line, problem } in all.iter().take(MOST_PROBLEMS) {
                    li {
                        @match line {
                            Some(line) => (tr!("Line {line}: {problem}", line = line, problem = problem.message())),
                            None => (problem.message()),
                        }
                    }
                }
                @if more > 0 { li { (tr!(more; "and {n} more", "and {n} more")) } }
            }
        }
    }
}

fn imports(seen: &ImportForm<'_>) -> Markup {
    html! {
        ul.people {
            @for import in seen.imports {
                li {
                    a href=(urls::AdminAccountImport { id: &import.id.to_string() }) { (title(import)) }
                    @if import.undone_at.is_some() { span.tag { (tr("undone")) } }
                    span.soft.small { (made(import, seen.now)) }
                }
            }
        }
    }
}

fn title(import: &AccountImport) -> String {
    tr!(import.accounts; "{n} new account", "{n} new accounts").into_string()
}

fn made(import: &AccountImport, now: Moment) -> Markup {
    let when = TimeLabel { at: import.created_at, now };
    tr!("created {when} by {name}", when = when, name = called(&import.created_by))
}

pub fn page(reader: PageViewer<'_>, seen: &ImportPage<'_>) -> Markup {
    let title = title(seen.import);
    let id = seen.import.id.to_string();
    let is_open = seen.import.undone_at.is_none();
    let to_sign_in = seen.accounts.iter().filter(|account| !account.has_signed_in).count();
    let unused = seen.accounts.iter().filter(|account| account.is_unused()).count();
    let body = html! {
        header.stack.tight {
            h1 { (title) }
            p.soft { (made(seen.import, seen.now)) }
            p.soft.small { a href=(urls::AdminAccountImports) { (tr("Create accounts")) } }
        }
        @if let Some(at) = seen.import.undone_at {
            div.notice role="status" {
                (Icon::Lamp)
                p {
                    (tr!("Undone {when}. The accounts that no one had used were removed.", when = TimeLabel { at, now: seen.now }))
                    @if !seen.accounts.is_empty() { " " (tr("These had been used, so they stay:")) }
                }
            }
        }
        @if is_open && seen.with_passwords && to_sign_in > 0 {
            (SectionCard { title: tr("Cards"), aside: html! {}, body: cards(&id, to_sign_in) })
        }
        @if !seen.accounts.is_empty() {
            (SectionCard { title: tr("Accounts"), aside: html! {}, body: accounts(seen.accounts) })
        }
        @if is_open && unused > 0 { div.folds { (undo(&id, unused)) } }
    };
    frame(reader, AdminSection::Users, &title, PageWidth::Column, body)
}

fn cards(id: &str, count: usize) -> Markup {
    html! {
        p {
            (tr!(
                count; "{n} person hasn’t signed in yet. A card has a QR code and a link to choose a password, valid for 14 days.",
                "{n} people haven’t signed in yet. A card has a QR code and a link to choose a password, valid for 14 days."
            ))
        }
        p.soft.small { (tr("Earlier cards and links in emails stop working for those who get a card.")) }
        form.row method="post" action=(urls::once(urls::CreateAccountCards { id })) {
            (Button { label: tr("Make cards"), kind: ButtonKind::Filled, ..Button::default() })
        }
    }
}

fn accounts(all: &[ImportedAccount]) -> Markup {
    html! {
        ul.people {
            @for account in all {
                li {
                    a href=(urls::AdminUser { name: &account.person.name }) translate="no" { (account.person.name) }
                    @if let Some(email) = account.email { span.tag.bad[email == NewAccountEmailState::Failed] { (email_in_words(email)) } }
                    span.soft.small {
                        @if account.has_signed_in { (tr("has signed in")) }
                        @else if account.has_matches { (tr("not signed in yet, but in a match")) }
                        @else { (tr("not signed in yet")) }
                    }
                }
            }
        }
    }
}

fn email_in_words(email: NewAccountEmailState) -> &'static str {
    match email {
        NewAccountEmailState::Waiting => tr("email queued"),
        NewAccountEmailState::Sent => tr("email sent"),
        NewAccountEmailState::Failed => tr("email not delivered"),
    }
}

fn undo(id: &str, unused: usize) -> Markup {
    html! {
        details.fold {
            summary { (tr("Undo")) (Icon::Down) }
            form.stack method="post" action=(urls::once(urls::UndoAccountImport { id })) {
                p {
                    (tr!(
                        unused; "Remove {n} account? Its name becomes free again.",
                        "Remove {n} accounts? Their names become free again."
                    ))
                    " " (tr("Accounts of people who have signed in or are in a match stay."))
                }
                div.row { (Button { label: tr("Remove accounts"), kind: ButtonKind::Grave, ..Button::default() }) }
            }
        }
    }
}
