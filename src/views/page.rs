//! The frame of all pages.

use std::sync::Arc;

use maud::{DOCTYPE, Markup, PreEscaped, Render, html};

use super::boards;
use super::link_preview::LinkPreview;
use super::parts::guest_menu;
use super::parts::page_footer::PageFooter;
use super::parts::shortcuts;
use super::parts::{Icon, NoticeBox, counting};
use super::sanctions::SanctionsNotice;
use crate::artwork::badge::icon;
use crate::games::Game;
use crate::now::Moment;
use crate::texts::{tr, tr_in};
use crate::tr;
use crate::urls;
use crate::urls::asset;
use crate::users::preferences::{Appearance, Theme};
use crate::users::{
    ActiveChatBan, Announcement, AnnouncementTone, DismissedAnnouncements, Role, SiteSettings, Suspension,
    UserId,
};

/// The viewer of a page and their settings.
#[derive(Clone, Debug, Default)]
pub struct PageViewer<'a> {
    /// The user, if signed in.
    pub player: Option<SignedInPlayer<'a>>,
    pub look: Appearance,
    pub announcements: AnnouncementBar,
    /// The URL of the site without a path, for links that leave it.
    pub origin: &'a str,
    pub site: Arc<SiteSettings>,
}

impl PageViewer<'_> {
    /// Whether the viewer is a guest.
    pub fn is_guest(&self) -> bool {
        self.player.is_some_and(|player| player.guest)
    }
}

/// Announcements, and which of them the browser has dismissed.
#[derive(Clone, Debug)]
pub struct AnnouncementBar {
    /// All announcements: past, current and future ones.
    pub all: Arc<[Announcement]>,
    pub dismissed: DismissedAnnouncements,
    pub now: Moment,
}

impl Default for AnnouncementBar {
    fn default() -> Self {
        Self { all: Arc::default(), dismissed: DismissedAnnouncements::default(), now: Moment(0) }
    }
}

impl Render for AnnouncementBar {
    fn render(&self) -> Markup {
        let is_shown = |it: &&Announcement| it.is_shown_at(self.now) && !self.dismissed.has(it.id);
        html! {
            @if self.all.iter().any(|it| is_shown(&it)) {
                div.announcements { @for it in self.all.iter().filter(is_shown) { (announcement_bar(it, false)) } }
            }
        }
    }
}

/// An announcement as every page shows it, or a preview of that, which cannot be dismissed.
pub(in crate::views) fn announcement_bar(announcement: &Announcement, is_preview: bool) -> Markup {
    let id = announcement.id.to_string();
    html! {
        aside.announced.warning[announcement.tone == AnnouncementTone::Warning] aria-label=(tr("Announcement")) {
            @if announcement.tone == AnnouncementTone::Warning { (Icon::Warning) } @else { (Icon::Lamp) }
            p dir="auto" { (announcement.text) }
            @if !is_preview {
                form method="post" action=(urls::DismissAnnouncement { id: &id }) { button { (tr("Dismiss")) } }
            }
        }
    }
}

/// The user who is signed in.
#[derive(Clone, Copy, Debug)]
pub struct SignedInPlayer<'a> {
    pub id: UserId,
    pub name: &'a str,
    /// How many matches wait for them: for a move, an answer, or with an invitation.
    pub turns: usize,
    /// Whether the user is a guest.
    pub guest: bool,
    pub role: Role,
    /// Their current suspension.
    pub suspension: Option<&'a Suspension>,
    /// Their current mute.
    pub mute: Option<&'a ActiveChatBan>,
    /// How many open reports they can handle as staff.
    pub open_reports: usize,
}

impl SignedInPlayer<'_> {
    /// Whether they are staff and not suspended.
    pub fn is_active_staff(self) -> bool {
        self.role.is_staff() && self.suspension.is_none()
    }
}

/// The width of a page.
#[derive(Clone, Copy, Debug, Default)]
pub enum PageWidth {
    /// A column of text.
    #[default]
    Column,
    /// A small form, such as the sign-in page.
    Narrow,
    /// The full width.
    Wide,
}

/// Builds a page.
///
/// ```
/// use maud::html;
/// use parlour::views::page::{Page, PageViewer};
/// let page = Page::new("Games", PageViewer::default()).body(html! { h1 { "Games" } });
/// assert!(page.into_string().contains("<title>Games · Parlour</title>"));
/// ```
pub struct Page<'a> {
    title: &'a str,
    reader: PageViewer<'a>,
    width: PageWidth,
    class: &'static str,
    notice: Option<NoticeBox<'a>>,
    preview: Option<LinkPreview<'a>>,
    styles: Vec<&'static str>,
    picture: Option<&'static str>,
    script: Option<&'static str>,
    module: Option<&'static str>,
    live: bool,
    /// Whether the title ends with the name of the site.
    named: bool,
}

impl<'a> Page<'a> {
    /// A page with this title.
    pub fn new(title: &'a str, reader: PageViewer<'a>) -> Self {
        let width = PageWidth::default();
        Page {
            title,
            reader,
            width,
            class: "",
            notice: None,
            preview: None,
            styles: Vec::new(),
            picture: None,
            script: None,
            module: None,
            live: false,
            named: true,
        }
    }

    pub fn width(self, width: PageWidth) -> Self {
        Page { width, ..self }
    }

    /// Sets the class of the content.
    pub fn class(self, class: &'static str) -> Self {
        Page { class, ..self }
    }

    /// Adds a notice above the content.
    pub fn notice(self, notice: impl Into<Option<NoticeBox<'a>>>) -> Self {
        Page { notice: notice.into(), ..self }
    }

    /// Describes the page for other sites and search engines. For pages that everyone may see only.
    pub fn preview(self, preview: impl Into<Option<LinkPreview<'a>>>) -> Self {
        Page { preview: preview.into(), ..self }
    }

    /// Adds a stylesheet, such as that of a board.
    pub fn style(mut self, name: &'static str) -> Self {
        self.styles.push(name);
        self
    }

    /// Fetches the largest picture of the page before scripts and other pictures.
    pub fn picture(self, name: &'static str) -> Self {
        Page { picture: Some(name), ..self }
    }

    /// Adds the stylesheets of all boards.
    pub fn every_board(mut self) -> Self {
        self.styles.extend(Game::ALL.iter().map(|game| boards::stylesheet(*game)));
        self
    }

    /// Loads a JavaScript module for this page.
    pub fn module(self, name: &'static str) -> Self {
        Page { module: Some(name), ..self }
    }

    /// Loads a script for this page.
    pub fn script(self, name: &'static str) -> Self {
        Page { script: Some(name), ..self }
    }

    /// Loads htmx and the scripts of boards, for a page with fragments that change.
    pub fn live(self) -> Self {
        Page { live: true, ..self }
    }

    /// Leaves the name of the site out of the title, which changes while the page is open.
    pub fn without_site_name(self) -> Self {
        Page { named: false, ..self }
    }

    /// The complete page with its content.
    pub fn body(self, content: Markup) -> Markup {
        let (look, user) = (self.reader.look, self.reader.player.map(|player| player.id));
        let page = html! {
            (DOCTYPE)
            html lang=(look.language.key()) data-theme=[chosen(look.theme.key())] data-motion=[chosen(look.motion.key())]
                data-user=[user.map(|user| user.0)] {
                (self.head())
                body {
                    a.unseen.skip href="#main" { (tr("Skip to content")) }
                    (PageHeader(&self.reader))
                    (self.reader.announcements)
                    @if self.reader.is_guest() { (guest_menu::bar()) }
                    main #main tabindex="-1" class=(self.main_class()) {
                        @if let Some(SignedInPlayer { suspension, mute, .. }) = self.reader.player { (SanctionsNotice { suspension, mute }) }
                        @if let Some(notice) = &self.notice { (notice) }
                        (content)
                    }
                    (PageFooter { site: &self.reader.site, language: look.language, is_member: user.is_some() && !self.reader.is_guest() })
                    @if self.live { (shortcuts::dialog()) }
                }
            }
        };
        match user {
            Some(user) => PreEscaped(urls::with_user(&page.into_string(), user.0)),
            None => page,
        }
    }

    fn head(&self) -> Markup {
        html! {
            head {
                meta charset="utf-8";
                title { (self.full_title()) }
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                @match self.reader.look.theme {
                    Theme::Auto => {
                        meta name="theme-color" content="#f6f1e7" media="(prefers-color-scheme: light)";
                        meta name="theme-color" content="#17130f" media="(prefers-color-scheme: dark)";
                    }
                    Theme::Light => meta name="theme-color" content="#f6f1e7";,
                    Theme::Dark => meta name="theme-color" content="#17130f";,
                }
                meta name="times" content=(counting()) data-now=(self.reader.announcements.now.0);
                // Programs that read these are visitors.
                @if let Some(preview) = self.preview.as_ref().filter(|_| self.reader.player.is_none()) {
                    (preview.tags(self.title, &self.reader.site.name, self.reader.origin))
                }
                link rel="icon" type="image/svg+xml" href=(asset(icon(self.reader.player.map_or(0, |player| player.turns))));
                link rel="apple-touch-icon" href=(asset("icons/apple-touch-icon.png"));
                link rel="manifest" href=(urls::Manifest);
                link rel="preload" as="font" type="font/woff2" crossorigin href=(asset("fonts/fraunces-latin.woff2"));
                link rel="stylesheet" href=(asset("app.css"));
                @if let Some(picture) = self.picture { link rel="preload" as="image" fetchpriority="high" href=(asset(picture)); }
                @for style in &self.styles { link rel="stylesheet" href=(asset(style)); }
                script src=(asset("app.js")) defer {}
                @if let Some(script) = self.script { script src=(asset(script)) defer {} }
                @if self.live {
                    script src=(asset("board.js")) defer {}
                    script src=(asset("htmx.js")) defer {}
                    @if self.reader.look.sound { script src=(asset("sounds.js")) defer {} }
                }
                @if let Some(module) = self.module { script type="module" src=(asset(module)) {} }
            }
        }
    }

    /// The title, with the number of matches that wait.
    fn full_title(&self) -> String {
        let waiting = self.reader.player.map_or(0, |player| player.turns);
        let count = if waiting > 0 { format!("({waiting}) ") } else { String::new() };
        let site = if self.named { format!(" · {}", self.reader.site.name) } else { String::new() };
        format!("{count}{}{site}", self.title)
    }

    fn main_class(&self) -> String {
        let width = match self.width {
            PageWidth::Column => "column",
            PageWidth::Narrow => "narrow",
            PageWidth::Wide => "wide",
        };
        format!("{width} {}", self.class).trim_end().to_owned()
    }
}

/// A value that differs from the default of the device.
pub(super) fn chosen(key: &'static str) -> Option<&'static str> {
    Some(key).filter(|key| *key != "auto")
}

struct PageHeader<'a>(&'a PageViewer<'a>);

impl Render for PageHeader<'_> {
    fn render(&self) -> Markup {
        html! {
            header.top {
                a.brand translate="no" href=(urls::Home) { img src=(asset("icons/favicon.svg")) alt=""; span { (self.0.site.name) } }
                nav aria-label=(tr("Site")) {
                    @match self.0.player {
                        Some(player) if player.guest => { (matches(player)) (guest_menu::menu(player.name)) }
                        Some(player) => (nav_of(player)),
                        None => {
                            @if !self.0.site.is_members_only() {
                                a href=(urls::Watch) { (tr("Watch")) }
                                a.wide-only href=(urls::Games) { (tr("Games")) }
                            }
                            a href=(urls::Login) { (tr("Sign in")) }
                            @if self.0.site.registration.is_public() {
                                a.wide-only href=(urls::Register) { (tr("Sign up")) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Links to the matches of a player, with the number that wait for their move, and to those of others.
fn matches(player: SignedInPlayer<'_>) -> Markup {
    html! {
        a href=(urls::Home) {
            span.wide-only { (tr("Your matches")) }
            span #turns.turns hidden[player.turns == 0] {
                span { (player.turns) } span.unseen { " " (tr("waiting for you")) }
            }
        }
        a href=(urls::Watch) { (tr("Watch")) }
    }
}

fn nav_of(player: SignedInPlayer<'_>) -> Markup {
    html! {
        (matches(player))
        a.wide-only href=(urls::NewMatch) { (tr("Create match")) }
        @if player.open_reports > 0 { (open_reports(player.open_reports)) }
        details.menu {
            summary { span.name translate="no" { (player.name) } (Icon::Down) }
            div {
                a href=(urls::Player { name: player.name }) { (Icon::Person) (tr("Profile")) }
                a href=(urls::NewMatch) { (Icon::Plus) (tr("Create match")) }
                a href=(urls::Join) { (Icon::Key) (tr("Join with code")) }
                a href=(urls::Games) { (Icon::Book) (tr("Games")) }
                a href=(urls::Bookmarks) { (Icon::Flag) (tr("Bookmarks")) }
                a href=(urls::Settings) { (Icon::Dials) (tr("Settings")) }
                a href=(urls::Account) { (Icon::Key) (tr("Account")) }
                @if player.is_active_staff() {
                    a href=(urls::Admin) { (Icon::Eye) (tr_in("section", "Admin")) }
                }
                form method="post" action=(urls::Logout) { button { (Icon::Leave) (tr("Sign out")) } }
            }
        }
    }
}

/// The number of open reports, for staff.
fn open_reports(count: usize) -> Markup {
    let words = tr!(count; "{n} open report", "{n} open reports");
    html! {
        a #open-reports href=(urls::AdminReports) title=(words.0) {
            (Icon::Flag) span.turns aria-hidden="true" { (count) } span.unseen { (words) }
        }
    }
}
