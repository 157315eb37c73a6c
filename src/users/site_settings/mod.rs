//! What the host decides about the site: its name, its texts and who may join.

#[cfg(test)]
mod tests;

use thiserror::Error;
use url::Url;

use crate::keyed;
use crate::language::Language;
use crate::users::preferences::{EmailAddress, TimeZoneName};
use crate::users::visible_text;

keyed! {
    /// Who may sign up.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum RegistrationMode {
        /// Everybody.
        Open = "open",
        /// Everybody, but the account can be used only once staff have approved it. Users with a sign-up link need no approval.
        Approval = "approval",
        /// Users with a sign-up link.
        Invitation = "invitation",
        /// Nobody.
        Closed = "closed",
    }
}

impl RegistrationMode {
    /// Whether everybody can create an account, or apply for one.
    pub const fn is_public(self) -> bool {
        matches!(self, Self::Open | Self::Approval)
    }
}

keyed! {
    /// Who may see matches, players and everything else.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SiteVisibility {
        /// Everybody.
        Everyone = "everyone",
        /// Users with an account.
        Members = "members",
    }
}

keyed! {
    /// A page with a text of the host.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum HostPage {
        /// Who runs the site.
        Imprint = "imprint",
        /// What is stored about people.
        Privacy = "privacy",
        /// The rules of the site.
        Terms = "terms",
    }
}

/// A setting of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteSetting {
    Name,
    Welcome,
    Contact,
    Page(HostPage),
    Language,
    TimeZone,
    Visibility,
    Registration,
    MailDomains,
    Guests,
    StaffTwoFactor,
}

impl SiteSetting {
    /// All settings.
    pub const ALL: [Self; 13] = [
        Self::Name,
        Self::Welcome,
        Self::Contact,
        Self::Page(HostPage::Imprint),
        Self::Page(HostPage::Privacy),
        Self::Page(HostPage::Terms),
        Self::Language,
        Self::TimeZone,
        Self::Visibility,
        Self::Registration,
        Self::MailDomains,
        Self::Guests,
        Self::StaffTwoFactor,
    ];

    /// The key, as forms and the database write it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Welcome => "welcome",
            Self::Contact => "contact",
            Self::Page(page) => page.key(),
            Self::Language => "language",
            Self::TimeZone => "time_zone",
            Self::Visibility => "visibility",
            Self::Registration => "registration",
            Self::MailDomains => "mail_domains",
            Self::Guests => "guests",
            Self::StaffTwoFactor => "staff_two_factor",
        }
    }

    /// The setting with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|setting| setting.key() == key)
    }

    /// Maximum length in characters.
    pub const fn max_length(self) -> u32 {
        match self {
            Self::Name => 40,
            Self::Contact => EmailAddress::MAX_LENGTH as u32,
            Self::Welcome => 2_000,
            Self::MailDomains => 1_000,
            Self::Page(_) => 20_000,
            Self::TimeZone => 50,
            Self::Language | Self::Visibility | Self::Registration | Self::Guests | Self::StaffTwoFactor => {
                10
            }
        }
    }
}

/// The settings of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteSettings {
    /// The name of the site.
    pub name: String,
    /// The introduction on the front page, in Markdown; empty for the usual one.
    pub welcome: String,
    /// The email address or web page of the host; empty for none.
    pub contact: String,
    /// The texts of the host's pages, in Markdown, in the order of [`HostPage::ALL`]; empty if there is no such page.
    pages: [String; HostPage::ALL.len()],
    /// The language for visitors whose browser asks for none that the site has.
    pub language: Language,
    /// The time zone of new accounts, until their browser reports another one.
    pub time_zone: TimeZoneName,
    pub visibility: SiteVisibility,
    pub registration: RegistrationMode,
    /// Domains of email addresses, with spaces between them: who confirms an address at one needs no approval.
    pub mail_domains: String,
    /// Whether visitors may play without an account where sign-up is open to everyone.
    pub allows_guests: bool,
    /// Whether admins and moderators need a second factor for what only they may do.
    pub staff_two_factor: bool,
}

/// Why a value of a setting was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SiteSettingError {
    /// Longer than so many characters.
    #[error("the text has more than {0} characters")]
    Long(u32),
    /// Neither an email address nor a web page.
    #[error("that is no email address and no web page")]
    Contact,
    /// Not a list of domains.
    #[error("that is no list of domains")]
    Domains,
    /// None of the choices.
    #[error("that is none of the choices")]
    Choice,
    /// The admin who requires a second factor has none.
    #[error("the admin who requires a second factor has none")]
    OwnSecondFactor,
}

impl SiteSettings {
    /// The name of a site without a name of its own.
    pub const DEFAULT_NAME: &str = "Parlour";

    /// The text of a page of the host, in Markdown; `None` if there is no such page.
    pub fn page(&self, page: HostPage) -> Option<&str> {
        Some(self.pages[page as usize].as_str()).filter(|text| !text.is_empty())
    }

    /// Where the contact leads: to an email or a web page.
    pub fn contact_url(&self) -> Option<String> {
        match self.contact.as_str() {
            "" => None,
            page if page.contains("://") => Some(page.to_owned()),
            address => Some(format!("mailto:{address}")),
        }
    }

    /// Whether visitors may play without an account.
    pub fn has_guests(&self) -> bool {
        self.allows_guests && self.registration == RegistrationMode::Open && !self.is_members_only()
    }

    /// Whether a user who confirms this address needs no approval.
    pub fn admits(&self, address: &EmailAddress) -> bool {
        let domain = address.domain();
        self.mail_domains.split(' ').any(|admitted| admitted.eq_ignore_ascii_case(domain))
    }

    /// Whether the site is closed to those without an account.
    pub fn is_members_only(&self) -> bool {
        self.visibility == SiteVisibility::Members
    }

    /// The value of a setting as text.
    pub fn text(&self, setting: SiteSetting) -> &str {
        match setting {
            SiteSetting::Name => &self.name,
            SiteSetting::Welcome => &self.welcome,
            SiteSetting::Contact => &self.contact,
            SiteSetting::Page(page) => &self.pages[page as usize],
            SiteSetting::Language => self.language.key(),
            SiteSetting::TimeZone => self.time_zone.name(),
            SiteSetting::Visibility => self.visibility.key(),
            SiteSetting::Registration => self.registration.key(),
            SiteSetting::MailDomains => &self.mail_domains,
            SiteSetting::Guests => on_or_off(self.allows_guests),
            SiteSetting::StaffTwoFactor => on_or_off(self.staff_two_factor),
        }
    }

    /// Changes a setting. An empty name is the default one.
    ///
    /// # Errors
    /// The text is too long, or not of the setting's form; nothing is changed.
    ///
    /// ```
    /// use parlour::users::{SiteSetting, SiteSettings};
    /// let mut site = SiteSettings::default();
    /// site.set(SiteSetting::Name, " Chess  club ").unwrap();
    /// assert_eq!(site.name, "Chess club");
    /// assert!(site.set(SiteSetting::Contact, "javascript://x").is_err());
    /// ```
    pub fn set(&mut self, setting: SiteSetting, text: &str) -> Result<(), SiteSettingError> {
        let text = visible_text(text);
        if text.chars().count() > setting.max_length() as usize {
            return Err(SiteSettingError::Long(setting.max_length()));
        }
        match setting {
            SiteSetting::Name => self.name = name(&text),
            SiteSetting::Welcome => self.welcome = lines(&text),
            SiteSetting::Contact => self.contact = contact(text.trim()).ok_or(SiteSettingError::Contact)?,
            SiteSetting::Page(page) => self.pages[page as usize] = lines(&text),
            SiteSetting::Language => {
                self.language = Language::from_key(&text).ok_or(SiteSettingError::Choice)?;
            }
            SiteSetting::TimeZone => {
                self.time_zone = TimeZoneName::parse(&text).ok_or(SiteSettingError::Choice)?;
            }
            SiteSetting::Visibility => {
                self.visibility = SiteVisibility::from_key(&text).ok_or(SiteSettingError::Choice)?;
            }
            SiteSetting::Registration => {
                self.registration = RegistrationMode::from_key(&text).ok_or(SiteSettingError::Choice)?;
            }
            SiteSetting::MailDomains => {
                self.mail_domains = domains(&text).ok_or(SiteSettingError::Domains)?
            }
            SiteSetting::Guests => self.allows_guests = is_on(&text)?,
            SiteSetting::StaffTwoFactor => self.staff_two_factor = is_on(&text)?,
        }
        Ok(())
    }
}

impl Default for SiteSettings {
    fn default() -> Self {
        Self {
            name: Self::DEFAULT_NAME.to_owned(),
            welcome: String::new(),
            contact: String::new(),
            pages: Default::default(),
            language: Language::default(),
            time_zone: TimeZoneName::utc(),
            visibility: SiteVisibility::Everyone,
            registration: RegistrationMode::Open,
            mail_domains: String::new(),
            allows_guests: true,
            staff_two_factor: false,
        }
    }
}

const fn on_or_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

fn is_on(text: &str) -> Result<bool, SiteSettingError> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(SiteSettingError::Choice),
    }
}

fn name(text: &str) -> String {
    match text.split_whitespace().collect::<Vec<_>>().join(" ") {
        none if none.is_empty() => SiteSettings::DEFAULT_NAME.to_owned(),
        name => name,
    }
}

/// A text of several lines, as Unix writes them.
fn lines(text: &str) -> String {
    text.replace("\r\n", "\n").trim().to_owned()
}

/// The domains in a text, in lower case; letters beyond ASCII are encoded, as in addresses.
fn domains(text: &str) -> Option<String> {
    let names = text.split(|between: char| between.is_whitespace() || between == ',' || between == ';');
    let names = names.map(|name| name.trim_start_matches('@').to_lowercase()).filter(|name| !name.is_empty());
    let domain = |name: String| {
        let address =
            EmailAddress::parse(&format!("a@{name}")).ok().filter(EmailAddress::has_dotted_domain)?;
        Some(address.domain().to_owned())
    };
    Some(names.map(domain).collect::<Option<Vec<_>>>()?.join(" "))
}

fn contact(text: &str) -> Option<String> {
    if text.is_empty() {
        return Some(String::new());
    }
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "https" | "http") => Some(url.into()),
        _ => EmailAddress::parse(text).ok().map(|address| address.to_string()),
    }
}
