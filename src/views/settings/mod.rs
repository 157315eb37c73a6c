//! The settings of a user: notices, time zone, appearance, devices, feeds.

mod absence;
mod devices;
mod feeds;
mod look;
mod relations;

use maud::{Markup, Render, html};

pub use self::absence::AbsenceDraft;
pub use self::devices::DeviceRowView;
pub use self::feeds::FeedUrl;

use self::devices::DevicesSection;
use super::done::done;
use super::page::{Page, PageViewer, PageWidth};
use super::parts::zone_offer::zone_offer;
use super::parts::{
    Button, ButtonKind, Icon, NoticeBox, PageSection, PageSections, RadioChoice, RadioChoices, TextField,
    ZoneOptions,
};
use super::play_preferences;
use crate::now::Moment;
use crate::texts::{tr, tr_in};
use crate::tr;
use crate::urls;
use crate::users::UserSummary;
use crate::users::preferences::{
    Absence, Appearance, EmailAddress, EmailFrequency, FeedKind, NoticePreferences, PlayPreferences,
    QuietHours, TimeZoneName,
};

done! {
    Times "times" tr("Settings saved.");
    Asked "asked" tr("Confirmation email sent. Open the link in it to confirm your address.");
    Confirmed "confirmed" tr("Email address confirmed.");
    EmailRemoved "email-removed" tr("Email address removed.");
    DeviceOn "device" tr("Notifications turned on.");
    DeviceOff "device-off" tr("Device removed.");
    TestSent "test-sent" tr("Test notification sent.");
    FeedCreated "feed" tr("Link created. Anyone who has it can read your feed, so keep it private.");
    FeedRemoved "feed-removed" tr("Link removed.");
    PlayPreferences "playing" tr("Settings saved.");
    Absence "away" tr("Absence announced.");
    AbsenceEnded "not-away" tr("You’re not away any more.");
    Look "look" tr("Settings saved.");
}

/// The form as it was sent, with its problems.
#[derive(Clone, Debug, Default)]
pub struct SettingsProblems {
    /// What was just done instead.
    pub done: Option<Done>,
    /// The address as it was sent, with its problem.
    pub address: Option<(String, String)>,
    /// The problem with the time zone.
    pub zone: Option<String>,
    /// The problem with the email frequency.
    pub pace: Option<String>,
    /// The problem with the quiet hours.
    pub quiet: Option<String>,
    /// The form of quiet hours as it was sent.
    pub times: Option<TimesDraft>,
    /// The form of an absence as it was sent.
    pub absence: Option<AbsenceDraft>,
}

/// The form of quiet hours as it was sent. Missing fields are empty.
#[derive(Clone, Debug, Default)]
pub struct TimesDraft {
    pub zone: String,
    pub pace: String,
    pub quiet_from: String,
    pub quiet_to: String,
    pub replays: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct SettingsPage<'a> {
    pub notice_preferences: &'a NoticePreferences,
    pub problems: &'a SettingsProblems,
    /// Whether the site sends mail.
    pub mail: bool,
    /// Whether the last email to them was refused.
    pub came_back: bool,
    /// The public VAPID key.
    pub push_key: &'a str,
    pub devices: &'a [DeviceRowView],
    pub feeds: &'a [(FeedKind, FeedUrl)],
    pub now: Moment,
    pub play_preferences: PlayPreferences,
    /// The announced absence, unless it is over.
    pub absence: Option<Absence>,
    pub look: Appearance,
    pub blocked: &'a [(UserSummary, Moment)],
    pub muted_players: &'a [(UserSummary, Moment)],
    /// The players they follow, and since when.
    pub followed: &'a [(UserSummary, Moment)],
}

pub fn page(reader: PageViewer<'_>, settings: &SettingsPage<'_>) -> Markup {
    let notice = settings.problems.done.map(|done| NoticeBox::good(done.words()));
    Page::new(tr("Settings"), reader)
        .width(PageWidth::Wide)
        .notice(notice)
        .class("settings")
        .style("settings.css")
        .script("devices.js")
        .body(html! {
            h1 { (tr("Settings")) }
            (zone_offer(settings.notice_preferences.time_zone.name(), &urls::Settings.to_string()))
            (PageSections(sections(settings)))
        })
}

fn sections<'a>(settings: &SettingsPage<'_>) -> Vec<PageSection<'a>> {
    let SettingsPage { push_key: key, devices: of, now, mail, .. } = *settings;
    let section = |id, title, body| PageSection { id, title, body };
    let email = mail.then(|| section("email", tr("Email address"), place(settings)));
    let times = html! {
        (quiet_hours(settings))
        @if !mail { p.soft { (tr("This site doesn’t send email. You’ll find your matches on the front page.")) } }
    };
    let devices = DevicesSection { key, of, now, mail };
    [section("notifications", tr("Notifications"), devices.render())]
        .into_iter()
        .chain(email)
        .chain([
            section("times", tr("Notification times"), times),
            section("appearance", tr("Appearance and sound"), look::form(settings.look)),
            section("playing", tr("Playing"), play_preferences::form(settings.play_preferences)),
            section(
                "absence",
                tr("Absence"),
                absence::form(settings.absence, settings.problems.absence.as_ref()),
            ),
            section("feeds", tr("Feeds and calendar"), addresses(settings)),
            relations::followed(settings.followed),
            relations::blocked(settings.blocked),
            relations::muted(settings.muted_players),
        ])
        .collect()
}

fn addresses(settings: &SettingsPage<'_>) -> Markup {
    html! {
        p {
            (tr(
                "Follow your matches in a feed reader or calendar. Anyone with the link can read it without \
                 signing in. If it leaks, make a new one; the old one stops working.",
            ))
        }
        @for (feed, url) in settings.feeds { (feeds::FeedLink { feed: *feed, url }) }
    }
}

/// The page behind the link that confirms an address.
pub fn confirmation(reader: PageViewer<'_>, address: &str, key: &str) -> Markup {
    Page::new(tr("Confirm email address"), reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (tr("Is this your email address?")) }
        p.lead { b.address { (address) } }
        p { (tr("We’ll email you about your matches, as often as you choose.")) }
        form method="post" action=(urls::once(urls::Confirmation { key })) {
            (Button { label: tr("Confirm email address"), kind: ButtonKind::Filled, ..Button::default() })
        }
        p.aside { (tr("If it isn’t, close this page. Nothing will be sent.")) }
    })
}

fn place(settings: &SettingsPage<'_>) -> Markup {
    let NoticePreferences { address, unconfirmed, .. } = settings.notice_preferences;
    let known = unconfirmed.as_ref().or(address.as_ref()).map_or("", EmailAddress::as_str);
    let (value, problem) = match &settings.problems.address {
        Some((written, problem)) => (written.as_str(), Some(problem.as_str())),
        None => (known, None),
    };
    let there = address.is_some() || unconfirmed.is_some();
    html! {
        (address_state(settings))
        form.stack method="post" action=(urls::once(urls::MailAddress)) {
            (TextField {
                name: "address", label: tr("Email address"), kind: "email", value, autocomplete: "email",
                help: tr("For emails about your matches and to reset your password. Other players can’t see it."),
                problem, longest: Some(254), first: problem.is_some(), ..TextField::default()
            })
            div.row { (Button { label: match (unconfirmed, address) {
                        (Some(_), _) => tr("Send again"),
                        (None, Some(_)) => tr("Change address"),
                        (None, None) => tr("Send confirmation email"),
                    }, ..Button::default() }) }
        }
        @if there {
            form method="post" action=(urls::once(urls::MailAddress)) {
                input type="hidden" name="address" value="";
                (Button { label: tr("Remove address"), kind: ButtonKind::Plain, ..Button::default() })
            }
        }
    }
}

/// The state of the email address.
fn address_state(settings: &SettingsPage<'_>) -> Markup {
    let NoticePreferences { address, unconfirmed, frequency, .. } = settings.notice_preferences;
    let shown = |address: &EmailAddress| html! { b.address { (address) } };
    html! {
        @if settings.came_back {
            (NoticeBox::bad(tr("The last email couldn’t be delivered. Check the address.")))
        }
        @if let Some(unconfirmed) = unconfirmed {
            p {
                (tr!("We sent a link to {address}. Open it within a day to confirm the address.", address = shown(unconfirmed)))
                @if let Some(address) = address { " " (tr!("Until then, emails go to {address}.", address = shown(address))) }
            }
        } @else if let Some(address) = address {
            @if *frequency == EmailFrequency::Off {
                p { (tr!("{address} is confirmed. Emails about your matches are off.", address = shown(address))) }
            } @else {
                p.sure { (Icon::Check) span { (tr!("Emails go to {address}.", address = shown(address))) } }
            }
        } @else {
            p { (tr("Add an address to get emails.")) }
        }
    }
}

fn quiet_hours(settings: &SettingsPage<'_>) -> Markup {
    let NoticePreferences { frequency, quiet, time_zone, attaches_replays, .. } = settings.notice_preferences;
    let (problems, sent) = (settings.problems, settings.problems.times.as_ref());
    let hours = match sent {
        Some(sent) => [sent.quiet_from.parse().ok(), sent.quiet_to.parse().ok()],
        None => [quiet.map(QuietHours::from), quiet.map(QuietHours::to)],
    };
    let pace = sent.and_then(|sent| EmailFrequency::from_key(&sent.pace)).unwrap_or(*frequency);
    let zone = sent.and_then(|sent| TimeZoneName::parse(&sent.zone));
    html! {
        form.stack.apart method="post" action=(urls::Settings) {
            @if settings.mail {
                (frequency_choices(pace, problems.pace.as_deref()))
                label.choice {
                    input type="checkbox" name="replays" value="on"
                        checked[sent.map_or(*attaches_replays, |sent| sent.replays)];
                    span.title { (tr("Attach a replay file")) }
                    span.help { (tr("When a match ends, the email includes a file to replay it.")) }
                }
            }
            (HourOptions { hours, problem: problems.quiet.as_deref() })
            (ZoneOptions {
                name: "zone", help: tr("Daylight saving is automatic."), chosen: zone.as_ref().unwrap_or(time_zone),
                problem: problems.zone.as_deref(),
            })
            div.row { (Button { label: tr("Save"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}

fn frequency_choices(chosen: EmailFrequency, problem: Option<&str>) -> Markup {
    let of = [
        (
            EmailFrequency::Instant,
            tr("Right away"),
            tr("When it’s your turn, a match begins or ends, or someone writes to you."),
        ),
        (EmailFrequency::Hourly, tr("Hourly"), tr("One email on the hour.")),
        (EmailFrequency::Daily, tr("Daily"), tr("One email at 8 in the morning.")),
        (EmailFrequency::Off, tr("Off"), tr("Your address stays saved.")),
    ];
    let choice = |(pace, title, help): (EmailFrequency, _, _)| RadioChoice { value: pace.key(), title, help };
    html! {
        (RadioChoices {
            name: "pace", legend: tr("Emails about your matches"),
            help: tr("You won’t get emails about anything you’ve already seen here."),
            of: of.into_iter().map(choice).collect(), chosen: chosen.key(), problem, small: false,
        })
    }
}

/// The hours to choose from.
struct HourOptions<'a> {
    /// The chosen start and end.
    hours: [Option<i8>; 2],
    problem: Option<&'a str>,
}

impl Render for HourOptions<'_> {
    fn render(&self) -> Markup {
        html! {
            fieldset.choices {
                legend { (tr("Quiet hours")) }
                p.soft { (tr("No notifications or emails during these hours; you’ll get them afterwards.")) }
                @if let Some(problem) = self.problem { p.problem #quiet-problem { (Icon::Warning) span { (problem) } } }
                @let [from, to] = self.hours;
                @let described = self.problem.map(|_| "quiet-problem");
                div.hours {
                    (hour("quiet_from", tr_in("hours", "From"), from, described))
                    (hour("quiet_to", tr_in("hours", "To"), to, described))
                }
            }
        }
    }
}

fn hour(name: &str, label: &str, chosen: Option<i8>, described: Option<&str>) -> Markup {
    html! {
        div.field {
            label for=(name) { (label) }
            select.input id=(name) name=(name) aria-describedby=[described] {
                option value="" selected[chosen.is_none()] { (tr_in("hours", "None")) }
                @for hour in 0..24 {
                    option value=(hour) selected[chosen == Some(hour)] { (format!("{hour:02}:00")) }
                }
            }
        }
    }
}
