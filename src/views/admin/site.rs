//! The settings of the site.

use maud::{Markup, html};

use super::{AdminSection, page as frame};
use crate::texts::{Language, tr, tr_in};
use crate::tr_format;
use crate::urls;
use crate::users::preferences::TimeZoneName;
use crate::users::{HostPage, RegistrationMode, SiteSetting, SiteSettingError, SiteSettings, SiteVisibility};
use crate::views::page::{PageViewer, PageWidth};
use crate::views::parts::{
    Button, ButtonKind, NoticeBox, RadioChoice, RadioChoices, SectionCard, TextArea, TextField, ZoneOptions,
    host_page_title,
};

/// The page with what was just sent.
#[derive(Debug)]
pub struct SitePage<'a> {
    pub settings: &'a SiteSettings,
    /// Settings that the configuration gives.
    pub fixed: &'a [SiteSetting],
    /// The values as they were sent, if one of them was rejected.
    pub sent: &'a [(SiteSetting, String)],
    pub problem: Option<(SiteSetting, SiteSettingError)>,
    pub is_saved: bool,
}

impl SitePage<'_> {
    fn value(&self, setting: SiteSetting) -> &str {
        let sent = self.sent.iter().find(|(of, _)| *of == setting).map(|(_, value)| value.as_str());
        sent.unwrap_or_else(|| self.settings.text(setting))
    }

    fn problem_of(&self, setting: SiteSetting) -> Option<String> {
        self.problem.filter(|(of, _)| *of == setting).map(|(_, problem)| problem_in_words(problem))
    }

    fn is_fixed(&self, setting: SiteSetting) -> bool {
        self.fixed.contains(&setting)
    }
}

fn problem_in_words(problem: SiteSettingError) -> String {
    match problem {
        SiteSettingError::Long(most) => tr_format!("Use {count} characters or fewer.", count = most),
        SiteSettingError::Contact => {
            tr("Enter an email address, or a web address that starts with https://.").to_owned()
        }
        SiteSettingError::Domains => {
            tr("Enter domains such as school.example, with spaces between them.").to_owned()
        }
        SiteSettingError::Choice => tr("Choose one of the options shown.").to_owned(),
        SiteSettingError::OwnSecondFactor => tr("Set up two-step sign-in for yourself first.").to_owned(),
    }
}

pub fn page(reader: PageViewer<'_>, shown: &SitePage<'_>) -> Markup {
    let body = html! {
        header.stack.tight {
            h1 { (tr_in("section", "Site")) }
            p.lead { (tr("Your site’s name and texts, and who can see and join it.")) }
        }
        @if shown.is_saved { (NoticeBox::good(tr("Saved."))) }
        (SectionCard { title: tr("Name and front page"), aside: html! {}, body: identity(shown) })
        (SectionCard { title: tr("Access"), aside: html! {}, body: joining(shown) })
        @for page in HostPage::ALL { (SectionCard { title: host_page_title(page), aside: view(shown, page), body: text_form(shown, page) }) }
    };
    frame(reader, AdminSection::Site, tr_in("section", "Site"), PageWidth::Column, body)
}

fn identity(shown: &SitePage<'_>) -> Markup {
    let (name, contact, welcome) = (SiteSetting::Name, SiteSetting::Contact, SiteSetting::Welcome);
    let (language, zone) = (SiteSetting::Language, SiteSetting::TimeZone);
    form(html! {
        @if shown.is_fixed(name) {
            (fixed(tr("Name"), shown.value(name), "SITE_NAME"))
        } @else {
            (TextField {
                name: name.key(), label: tr("Name"), value: shown.value(name), longest: Some(name.max_length()),
                help: tr("Shown in the header, page titles, emails and feeds."), problem: shown.problem_of(name).as_deref(),
                optional: true, bare: true, ..TextField::default()
            })
        }
        (TextField {
            name: contact.key(), label: tr("Contact"), value: shown.value(contact), longest: Some(contact.max_length()),
            help: tr("An email address or a web page, linked at the bottom of every page and in security.txt."),
            problem: shown.problem_of(contact).as_deref(), optional: true, ..TextField::default()
        })
        (TextArea {
            name: welcome.key(), label: tr("Introduction"), value: shown.value(welcome), longest: Some(welcome.max_length()),
            help: tr("Welcomes visitors on the front page. Markdown works: **bold**, [link](https://…), lists."),
            problem: shown.problem_of(welcome).as_deref(), optional: true, ..TextArea::default()
        })
        (RadioChoices {
            name: language.key(), legend: tr("Language"), chosen: shown.value(language), small: true,
            of: Language::ALL.map(|of| RadioChoice { value: of.key(), title: of.title(), help: "" }).into(),
            help: tr("For visitors and link previews that ask for none of the languages of this site."),
            problem: shown.problem_of(language).as_deref(),
        })
        (ZoneOptions {
            name: zone.key(), chosen: TimeZoneName::parse(shown.value(zone)).as_ref().unwrap_or(&shown.settings.time_zone),
            help: tr("Of new accounts, until their browser reports another one."), problem: shown.problem_of(zone).as_deref(),
        })
    })
}

fn joining(shown: &SitePage<'_>) -> Markup {
    let (visibility, registration) = (SiteSetting::Visibility, SiteSetting::Registration);
    let domains = SiteSetting::MailDomains;
    form(html! {
        (RadioChoices {
            name: visibility.key(), legend: tr("Matches and players are visible to"), chosen: shown.value(visibility),
            of: vec![
                RadioChoice { value: SiteVisibility::Everyone.key(), title: tr("Everyone"), help: "" },
                RadioChoice {
                    value: SiteVisibility::Members.key(), title: tr("Members only"),
                    help: tr("Visitors see only the front page, without matches, and your texts."),
                },
            ],
            problem: shown.problem_of(visibility).as_deref(), ..RadioChoices::default()
        })
        @if shown.is_fixed(registration) {
            (fixed(tr("Sign-up"), mode(shown.settings.registration), "REGISTRATION"))
        } @else {
            (RadioChoices {
                name: registration.key(), legend: tr("Sign-up"), chosen: shown.value(registration),
                of: RegistrationMode::ALL.map(|of| RadioChoice { value: of.key(), title: mode(of), help: mode_help(of) }).into(),
                problem: shown.problem_of(registration).as_deref(), ..RadioChoices::default()
            })
        }
        (TextField {
            name: domains.key(), label: tr("Email domains that need no approval"), value: shown.value(domains),
            longest: Some(domains.max_length()),
            help: tr("Confirming an email address at one of them approves the account, for example school.example."),
            problem: shown.problem_of(domains).as_deref(), optional: true, bare: true, ..TextField::default()
        })
        (switch(shown, SiteSetting::Guests, tr("Guests"),
            tr("Visitors can play without an account if the site is visible to everyone and anyone can sign up."),
            [tr("Allowed"), tr("Not allowed")]))
        (switch(shown, SiteSetting::StaffTwoFactor, tr("Two-step sign-in of admins and moderators"),
            tr("If it is required, those without it can’t open these pages until they set it up."),
            [tr("Required"), tr("Their choice")]))
    })
}

/// The choice between on and off.
fn switch(
    shown: &SitePage<'_>,
    setting: SiteSetting,
    legend: &str,
    help: &str,
    [on, off]: [&str; 2],
) -> Markup {
    html! {
        (RadioChoices {
            name: setting.key(), legend, chosen: shown.value(setting), help,
            of: vec![RadioChoice { value: "on", title: on, help: "" }, RadioChoice { value: "off", title: off, help: "" }],
            problem: shown.problem_of(setting).as_deref(), small: true,
        })
    }
}

fn mode(mode: RegistrationMode) -> &'static str {
    match mode {
        RegistrationMode::Open => tr("Anyone"),
        RegistrationMode::Approval => tr("With your approval"),
        RegistrationMode::Invitation => tr("With an invitation"),
        RegistrationMode::Closed => tr("Nobody"),
    }
}

fn mode_help(mode: RegistrationMode) -> &'static str {
    match mode {
        RegistrationMode::Open => tr("Everyone who finds the site can create an account."),
        RegistrationMode::Approval => {
            tr("Everyone can create an account; an admin or moderator approves it before it can be used.")
        }
        RegistrationMode::Invitation => tr("People need a link from an admin."),
        RegistrationMode::Closed => tr("Existing members play on; nobody can join."),
    }
}

/// The form for the text of a page.
fn text_form(shown: &SitePage<'_>, page: HostPage) -> Markup {
    let setting = SiteSetting::Page(page);
    form(html! {
        (TextArea {
            name: page.key(), label: tr("Text, in Markdown"), value: shown.value(setting), longest: Some(setting.max_length()),
            help: page_help(page), problem: shown.problem_of(setting).as_deref(), optional: true, ..TextArea::default()
        })
    })
}

fn page_help(page: HostPage) -> &'static str {
    match page {
        HostPage::Imprint => tr("Who runs the site and where to reach them. Leave this empty for no page."),
        HostPage::Privacy => tr("What is stored about people, and why. Leave this empty for no page."),
        HostPage::Terms => tr("What people agree to when they sign up. Leave this empty for no page."),
    }
}

/// The link to a page that exists.
fn view(shown: &SitePage<'_>, page: HostPage) -> Markup {
    html! {
        @if shown.settings.page(page).is_some() { a href=(urls::HostText { page: page.key() }) { (tr("View page")) } }
    }
}

fn form(fields: Markup) -> Markup {
    html! {
        form.stack method="post" action=(urls::AdminSite) {
            (fields)
            div.row { (Button { label: tr("Save"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}

/// A value that cannot be changed here.
fn fixed(label: &str, value: &str, variable: &str) -> Markup {
    html! {
        div {
            p { (label) ": " strong { (value) } }
            p.soft { (tr_format!("Set by {variable} in the server’s configuration.", variable = variable)) }
        }
    }
}
