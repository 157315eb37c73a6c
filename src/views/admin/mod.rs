//! The staff pages: their navigation and their front page.

pub mod account_cards;
pub mod account_imports;
mod actions;
pub mod announcements;
pub mod audit_log;
pub mod invitations;
pub mod reports;
pub mod site;
pub mod statistics;
mod uncounted_pairs;
pub mod user;
mod user_actions;
pub mod users;
mod words;

use maud::{Markup, Render, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{NavTab, NavTabs, NoticeBox, TimeLabel, exactly, size_in_words};
use crate::now::Moment;
use crate::texts::{tr, tr_in};
use crate::urls;
use crate::users::Role;
use crate::{tr, tr_format};

/// A page in the navigation of staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdminSection {
    /// The overview.
    Overview,
    Reports,
    Announcements,
    Statistics,
    Users,
    /// Sign-up links.
    Invitations,
    /// The settings of the site.
    Site,
    /// The audit log.
    AuditLog,
}

impl AdminSection {
    /// All sections, in the order of the navigation.
    pub const ALL: &[AdminSection] = &[
        AdminSection::Overview,
        AdminSection::Reports,
        AdminSection::Users,
        AdminSection::Invitations,
        AdminSection::Announcements,
        AdminSection::Statistics,
        AdminSection::Site,
        AdminSection::AuditLog,
    ];

    /// The lowest role that may open it.
    pub const fn least(self) -> Role {
        match self {
            AdminSection::Overview
            | AdminSection::Reports
            | AdminSection::Users
            | AdminSection::Statistics => Role::Moderator,
            AdminSection::Announcements
            | AdminSection::Invitations
            | AdminSection::Site
            | AdminSection::AuditLog => Role::Admin,
        }
    }

    fn label(self) -> &'static str {
        match self {
            AdminSection::Overview => tr("Overview"),
            AdminSection::Reports => tr("Reports"),
            AdminSection::Announcements => tr("Announcements"),
            AdminSection::Statistics => tr("Statistics"),
            AdminSection::Users => tr("Users"),
            AdminSection::Invitations => tr("Invitations"),
            AdminSection::Site => tr_in("section", "Site"),
            AdminSection::AuditLog => tr("Audit log"),
        }
    }

    fn href(self) -> String {
        match self {
            AdminSection::Overview => urls::Admin.to_string(),
            AdminSection::Reports => urls::AdminReports.to_string(),
            AdminSection::Announcements => urls::AdminAnnouncements.to_string(),
            AdminSection::Statistics => urls::AdminStatistics.to_string(),
            AdminSection::Users => urls::AdminUsers.to_string(),
            AdminSection::Invitations => urls::AdminInvitations.to_string(),
            AdminSection::Site => urls::AdminSite.to_string(),
            AdminSection::AuditLog => urls::AdminAuditLog.to_string(),
        }
    }

    /// A description for the overview.
    fn about(self) -> &'static str {
        match self {
            AdminSection::Overview => "",
            AdminSection::Reports => tr("What players have reported, with the match and the chat."),
            AdminSection::Announcements => tr("Messages shown on every page."),
            AdminSection::Statistics => {
                tr("How many users, matches and moves there are, and what is queued.")
            }
            AdminSection::Users => tr("Find users; suspend or rename them, change their role."),
            AdminSection::Invitations => tr("Create sign-up links and see who used them."),
            AdminSection::Site => tr("Your site’s name and texts, and who can see and join it."),
            AdminSection::AuditLog => tr("What admins and moderators did, to whom and why."),
        }
    }
}

/// A staff page: the navigation above its content. A page that is not in the navigation, such as that of a user,
/// belongs to the section that leads to it.
pub fn page(
    reader: PageViewer<'_>,
    place: AdminSection,
    title: &str,
    width: PageWidth,
    content: Markup,
) -> Markup {
    let body = html! { (navigation(&reader, place)) (content) };
    Page::new(title, reader).width(width).class("admin").body(body)
}

fn navigation(reader: &PageViewer<'_>, here: AdminSection) -> Markup {
    let open_reports = reader.player.map(|player| player.open_reports).filter(|count| *count > 0);
    let count = |place| open_reports.filter(|_| place == AdminSection::Reports);
    let tab = |place: AdminSection| NavTab {
        label: place.label(),
        href: place.href(),
        count: count(place),
        here: place == here,
    };
    let of: Vec<_> = places(reader).map(tab).collect();
    html! { (NavTabs { label: tr_in("section", "Admin"), of }) }
}

/// The sections that the viewer may open.
fn places(reader: &PageViewer<'_>) -> impl Iterator<Item = AdminSection> {
    let role = reader.player.map_or(Role::Player, |player| player.role);
    AdminSection::ALL.iter().copied().filter(move |place| place.least() <= role)
}

/// An outage of the mail server.
#[derive(Clone, Copy, Debug)]
pub struct MailOutageNotice<'a> {
    pub since: Moment,
    /// The step that failed last, and what the server said.
    pub problem: &'a str,
}

impl Render for MailOutageNotice<'_> {
    fn render(&self) -> Markup {
        let Self { since, problem } = *self;
        let line = tr_format!(
            "No emails have been sent since {time}: {problem}. They are queued and will be sent once the mail \
             server accepts them.",
            time = exactly(since),
            problem = problem
        );
        html! { (NoticeBox::bad(line)) }
    }
}

/// The state of backups by schedule.
#[derive(Clone, Copy, Debug)]
pub struct BackupNotice<'a> {
    /// When the newest copy was made, and its size in bytes.
    pub newest: Option<(Moment, u64)>,
    /// Since when backups have been failing, and why the last one failed.
    pub problem: Option<(Moment, &'a str)>,
    pub now: Moment,
}

impl Render for BackupNotice<'_> {
    fn render(&self) -> Markup {
        let problem = self.problem.map(|(since, problem)| {
            tr_format!(
                "Backups have been failing since {time}: {problem}. The next attempt is within an hour.",
                time = exactly(since),
                problem = problem
            )
        });
        html! {
            @if let Some(problem) = problem { (NoticeBox::bad(problem)) }
            p.soft {
                @if let Some((at, bytes)) = self.newest {
                    (tr!(
                        "Last backup: {time}, {size}", time = TimeLabel { at, now: self.now },
                        size = size_in_words(bytes.cast_signed())
                    ))
                } @else {
                    (tr("No backup yet."))
                }
            }
        }
    }
}

/// The overview: how many accounts wait for approval, and all sections with descriptions. Only admins see the state of backups.
pub fn overview(
    reader: PageViewer<'_>,
    outage: Option<MailOutageNotice<'_>>,
    backups: Option<BackupNotice<'_>>,
    waiting: u32,
) -> Markup {
    let is_admin = reader.player.is_some_and(|player| player.role == Role::Admin);
    let ways = places(&reader).filter(|place| *place != AdminSection::Overview);
    let body = html! {
        h1 { (tr_in("section", "Admin")) }
        @if let Some(outage) = outage { (outage) }
        @if waiting > 0 {
            p { a href=(urls::AdminUsers.waiting()) { (tr!(waiting; "{n} account is waiting for approval", "{n} accounts are waiting for approval")) } }
        }
        @if let Some(backups) = backups.filter(|_| is_admin) {
            (backups)
        } @else if is_admin {
            p.soft { (tr("There are no scheduled backups. To turn them on, set BACKUP_DIR.")) }
        }
        ul.ways {
            @for place in ways {
                li { h2 { a href=(place.href()) { (place.label()) } } p.soft { (place.about()) } }
            }
        }
    };
    page(reader, AdminSection::Overview, tr_in("section", "Admin"), PageWidth::Column, body)
}
